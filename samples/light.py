"""Light in a room: windows and lamps, shadows of hands and phones, and glare on plastic."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from samples.camera import Bend, Doubles, Floats, Seen

Rgb = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Lamp:
    """A source of light: near ones fall off, far ones do not."""

    at_mm: Rgb
    colour: Rgb
    strength: float


@dataclass(frozen=True, eq=False)
class Shadow:
    """A soft-edged shape on the table that takes away a share of the light."""

    outline_mm: Doubles
    soft_mm: float
    takes: float


@dataclass(frozen=True, slots=True)
class Glare:
    """A bright window or lamp mirrored in the sheet."""

    page_mm: tuple[float, float]
    size: tuple[float, float]
    """How wide the mirrored thing is, as angles in rad across and along."""
    turn_rad: float
    strength: float
    """In units of lit white paper."""
    colour: Rgb


@dataclass(frozen=True, eq=False)
class Light:
    """All the light on one scene."""

    lamps: tuple[Lamp, ...]
    ambient: Rgb
    shadows: tuple[Shadow, ...]
    glares: tuple[Glare, ...]
    veil: float
    """Light that the plastic or the lens adds everywhere, in units of lit white paper."""


def shine(light: Light, seen: Seen) -> Doubles:
    """Light that falls on the sheet, coarse, BGR, about 1 on its brightest part."""
    total = np.zeros((*seen.normal.shape[:2], 3))
    for lamp in light.lamps:
        way = np.array(lamp.at_mm) - seen.space
        far = np.linalg.norm(way, axis=-1)
        facing = np.clip((seen.normal * way).sum(axis=-1) / far, 0.02, None)
        near = np.linalg.norm(lamp.at_mm)
        total += (lamp.strength * facing * (near / far) ** 2)[..., None] * np.array(lamp.colour[::-1])
    for shadow in light.shadows:
        total *= 1 - shadow.takes * _shade(shadow, seen)[..., None]
    total += np.array(light.ambient[::-1])
    return np.asarray(total / np.percentile(total.mean(axis=-1), 97))


def _shade(shadow: Shadow, seen: Seen) -> Floats:
    """1 in the shadow, 0 outside, by how far inside its outline a table point lies."""
    step = 4.0
    low, high = seen.table.min(axis=(0, 1)).clip(-1500), seen.table.max(axis=(0, 1)).clip(max=1500)
    size = np.ceil((high - low) / step).astype(int) + 2
    mask = np.zeros((size[1], size[0]), np.uint8)
    cv2.fillPoly(mask, [np.round((shadow.outline_mm - low) / step * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(mask.astype(np.float32) / 255, (0, 0), max(0.6, shadow.soft_mm / step))
    at = ((seen.table - low) / step).astype(np.float32)
    x, y = np.ascontiguousarray(at[..., 0]), np.ascontiguousarray(at[..., 1])
    return np.asarray(cv2.remap(soft, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.float32)


def mirrored(light: Light, seen: Seen, bend: Bend, rough_rad: float) -> Doubles:
    """Glare, coarse, BGR, in units of lit white paper: where the sheet mirrors a window or lamp into the lens."""
    facing = (seen.normal * seen.eye).sum(axis=-1, keepdims=True)
    mirror = 2 * facing * seen.normal - seen.eye
    out = np.full((*seen.normal.shape[:2], 3), light.veil)
    for glare in light.glares:
        flat = (seen.page - np.array(glare.page_mm)).reshape(-1, 2)
        row, col = np.unravel_index(int(np.argmin((flat * flat).sum(axis=-1))), seen.page.shape[:2])
        towards = mirror[row, col]
        across = np.cross(towards, (np.sin(glare.turn_rad), np.cos(glare.turn_rad), 0.3))
        across /= np.linalg.norm(across)
        along = np.cross(towards, across)
        spot = _edge(mirror @ across, glare.size[0], rough_rad) * _edge(mirror @ along, glare.size[1], rough_rad)
        out += glare.strength * (spot * (mirror @ towards > 0))[..., None] * np.array(glare.colour[::-1])
    return np.asarray(out * on_the_page(seen, bend)[..., None])


def _edge(angle: Doubles, half: float, soft: float) -> Doubles:
    """1 within the half width, falling softly beyond it."""
    return np.asarray(1 / (1 + np.exp(np.clip((np.abs(angle) - half) / soft, -40, 40))))


def on_the_page(seen: Seen, bend: Bend) -> NDArray[np.bool_]:
    """Which coarse pixels see the sheet."""
    inside = (seen.page >= 0) & (seen.page <= np.array(bend.page_mm))
    return np.asarray(inside.all(axis=-1))


def under_the_sheet(seen: Seen, bend: Bend, towards: Doubles, depth: float) -> Floats:
    """What is left of the light on the table beside the sheet, which throws a small shadow."""
    page = bend.to_page(seen.table - towards * 5)
    off = np.maximum(np.maximum(-page, page - np.array(bend.page_mm)), 0)
    far = np.linalg.norm(off, axis=-1)
    return np.asarray(1 - depth * np.exp(-far / 5), np.float32)


def hand_shadow(rng: Generator, reach_mm: float) -> Doubles:
    """The outline of the shadow of an arm with a phone, coming over the table from one side."""
    angle = rng.uniform(0, 2 * np.pi)
    wide, long = float(rng.uniform(60, 160)), float(rng.uniform(120, 220))
    arm = np.array(
        ((-wide / 2, 0), (-wide / 2, long), (-wide / 5, long * 1.1), (-wide / 3, 900), (wide / 3, 900))
        + ((wide / 4, long * 1.1), (wide / 2, long * 0.9), (wide / 2, 0))
    ) + rng.normal(0, 6, (8, 2))
    c, s = np.cos(angle), np.sin(angle)
    return np.asarray(arm @ np.array(((c, s), (-s, c))) + rng.uniform(-reach_mm, reach_mm, 2))
