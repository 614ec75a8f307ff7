"""One photo of one sheet: the sheet laid down, the phone held, the light, the picture."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import degrees, radians
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from samples.camera import Bend, Camera, Doubles, Floats, Seen, look, looking_at
from samples.light import Glare, Lamp, Light, Shadow, hand_shadow, mirrored, on_the_page, shine, under_the_sheet
from samples.scene import (
    OVER_PX_PER_MM,
    OVER_RIM_MM,
    Table,
    fingers,
    looked_up,
    paste,
    random_table,
    scanner_lid,
)
from samples.sensor import Sensor, develop, jpeg
from samples.tiers import Tier

FILM_MM = 36.0
LENS_MM = (24.0, 28.0)
"""Of the phone's main camera, as a length on 35 mm film."""
SCANNER_MM = 4000.0
"""A scanner looks straight down everywhere: like a lens from very far."""
DIAGONAL_MM = 43.27
COARSE_PX = 8
SCANNED = ("flat",)
"""The light of scanners alone."""
MIDDLE_INK = 0.35
"""Light that a middling ink leaves of white paper: where glare lifts it to the sensor's end, a person sees no ink."""
CAST_END = 0.28
"""Log of the strongest cast that is left: beyond it a person cannot tell orange from red either."""
MOST_TRIES = 60
"""Phones held anew until the sheet is large enough in the photo."""

LAMPS: Mapping[str, tuple[tuple[float, float, float], ...]] = {
    "flat": ((1.0, 1.0, 1.0),),
    "day": ((0.97, 1.0, 1.04),),
    "window": ((0.93, 1.0, 1.1),),
    "lamp": ((1.25, 1.0, 0.68),),
    "mixed": ((1.25, 1.0, 0.68), (0.92, 1.0, 1.12)),
}
"""Colour of each kind of light, linear RGB with green at 1."""
BALANCED = 0.72
"""How much of the light's colour the phone takes out; the rest stays as a cast."""


@dataclass(frozen=True, eq=False)
class Setup:
    """How one photo is taken."""

    bend: Bend
    camera: Camera
    light: Light
    sensor: Sensor
    laminated: bool
    rough_rad: float
    facts: Mapping[str, Any]
    """What a person would say about the photo, for finding out which photos fail."""

    @property
    def px_per_mm(self) -> float:
        """The finest scale at which the photo shows the sheet."""
        middle = np.array(self.bend.page_mm) / 2
        near = middle + np.array(((-40, -30), (40, -30), (40, 30), (-40, 30)))
        px = self.camera.to_photo(self.bend.to_space(np.stack([near, near + (1.0, 0)])))
        return float(np.linalg.norm(px[1] - px[0], axis=-1).max())


@dataclass(frozen=True, slots=True)
class Frame:
    """What decides how the photo is stored: its size, and whether a messenger passed it on."""

    size_px: tuple[int, int]
    messenger: bool


def set_up(rng: Generator, tier: Tier, page_mm: tuple[float, float], *, laminated: bool) -> Setup:
    """A sheet, a phone, light and a sensor at random from the tier's ranges."""
    scan = tier.lamps == SCANNED
    bend = _bend(rng, tier, page_mm, stiff=laminated)
    for _ in range(MOST_TRIES):
        frame = _frame(rng, tier, page_mm, scan=scan)
        camera = _camera(rng, tier, bend, frame.size_px, scan=scan)
        if coarsest_px_per_mm(camera, bend) >= tier.least_px_per_mm:
            break
    kind = str(rng.choice(tier.lamps))
    light, cast = _light(rng, tier, kind, page_mm, laminated=laminated)
    draft = Setup(bend, camera, light, _sensor(rng, tier, cast, frame, 1.0), laminated, 0.0, {})
    sensor = _sensor(rng, tier, cast, frame, draft.px_per_mm)
    facts = {
        "light": kind,
        "tilt_deg": round(degrees(float(np.arccos(np.clip(camera.turn[2, 2], -1, 1)))), 1),
        "px_per_mm": round(draft.px_per_mm, 2),
        "shadows": len(light.shadows),
        "glares": len(light.glares),
        "laminated": laminated,
        "messenger": frame.messenger,
        "blur_mm": round(float(np.hypot(sensor.blur_px, sensor.defocus_px)) / draft.px_per_mm, 3),
        "shake_mm": round(float(np.hypot(*sensor.shake_px)) / draft.px_per_mm, 3),
        "exposure": round(sensor.exposure, 2),
        "noise": round(sensor.noise, 4),
        "quality": sensor.quality,
        "balance": [round(float(v), 3) for v in sensor.balance],
    }
    return Setup(bend, camera, light, sensor, laminated, float(rng.uniform(0.012, 0.05)), facts)


@dataclass(frozen=True, eq=False)
class Laid:
    """A sheet on the table: how it bends, and its picture (BGR and how far it hides the table)."""

    bend: Bend
    bgra: NDArray[np.uint8]
    px_per_mm: float


@dataclass(frozen=True, eq=False)
class Shot:
    """A photo: the light it was made of is gone, the file is kept."""

    data: bytes
    size_px: tuple[int, int]
    hidden: tuple[Doubles, ...]
    """For each sheet the page points, N x 2, at which glare hides ink from a person too."""


def coarsest_px_per_mm(camera: Camera, bend: Bend) -> float:
    """The coarsest scale at which the photo shows any part of the sheet, along the page's sides."""
    page = np.array(bend.page_mm)
    places = np.stack(np.meshgrid(*(np.linspace(0.08, 0.92, 5) * side for side in page)), axis=-1)
    px = [camera.to_photo(bend.to_space(places + step)) for step in ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0))]
    return float(min(np.linalg.norm(moved - px[0], axis=-1).min() for moved in px[1:]))


def take(rng: Generator, tier: Tier, setup: Setup, sheets: Sequence[Laid], tops: Sequence[Path]) -> Shot:
    """The photo of these sheets on a table; without sheets, of the table alone."""
    views = [look(setup.camera, laid.bend, COARSE_PX) for laid in sheets]
    around = look(setup.camera, setup.bend, COARSE_PX)
    light = _table(rng, tier, setup, sheets, tops).seen(around)
    shining, glare = shine(setup.light, around), np.zeros((*around.normal.shape[:2], 3))
    for laid, seen in zip(sheets, views, strict=True):
        light *= seen.fine(_beside(setup, laid.bend, seen))[..., None]
        _lay_sheet(light, seen, laid)
        on_page = on_the_page(seen, laid.bend)[..., None]
        shining = np.where(on_page, shine(setup.light, seen), shining)
        glare += mirrored(setup.light, seen, laid.bend, setup.rough_rad)
    if sheets and rng.random() < tier.fingers:
        _hold(rng, tier, setup, views[0], light)
    light *= around.fine(shining)
    if glare.any():
        light += around.fine(glare)
    light *= _vignette(setup.camera.size_px)
    upright = develop(light, setup.sensor, rng)
    hiding = glare.mean(axis=-1) > 1 / setup.sensor.exposure - MIDDLE_INK
    hidden = tuple(np.asarray(seen.page[hiding]) for seen in views)
    return Shot(jpeg(upright, setup.sensor), (upright.shape[1], upright.shape[0]), hidden)


def _frame(rng: Generator, tier: Tier, page_mm: tuple[float, float], *, scan: bool) -> Frame:
    pixels = float(rng.choice(tier.megapixels)) * 1e6
    shape = page_mm[0] / page_mm[1] if scan else float(rng.choice([4 / 3, 4 / 3, 4 / 3, 16 / 9]))
    wide, high = round((pixels * shape) ** 0.5), round((pixels / shape) ** 0.5)
    if not scan and rng.random() < 0.2:  # held upright though the sheet is wide
        wide, high = high, wide
    return Frame((wide, high), bool(rng.random() < tier.messenger or pixels < 2.5e6))


def _bend(rng: Generator, tier: Tier, page_mm: tuple[float, float], *, stiff: bool) -> Bend:
    soft = 0.45 if stiff else 1.0
    along = float(rng.choice([0, np.pi / 2, rng.uniform(0, np.pi)]))
    knots = np.linspace(-1, 1, 41)
    slopes = np.zeros(41)
    if tier.curl_rad:
        slopes = (
            soft
            * tier.curl_rad
            * (rng.normal(0, 1) * knots + rng.normal(0, 0.6) * (knots**2 - 0.4) + rng.normal(0, 0.8) * knots**3)
        )
        if rng.random() < tier.folded * soft:
            at, angle = rng.uniform(-0.35, 0.35), rng.uniform(0.06, 0.3) * rng.choice([-1, 1])
            slopes += angle * np.tanh((knots - at) / 0.02) / 2
    slopes = np.clip(slopes, -0.42, 0.42)
    rows, cols = 7, 9
    bumps = np.zeros((rows, cols))
    if tier.crumple_mm:
        bumps = np.abs(rng.normal(0, soft * tier.crumple_mm * rng.uniform(0.3, 1), (rows, cols)))
    return Bend(page_mm, float(rng.uniform(0, 2 * np.pi)), along, slopes, bumps)


def _camera(rng: Generator, tier: Tier, bend: Bend, size_px: tuple[int, int], *, scan: bool) -> Camera:
    """A phone so far away that the sheet takes the wanted share of the frame."""
    lens = SCANNER_MM if scan else float(rng.uniform(*LENS_MM))
    focal = lens / DIAGONAL_MM * float(np.hypot(*size_px))
    tilt, side = radians(float(rng.uniform(*tier.tilt_deg))), float(rng.uniform(0, 2 * np.pi))
    off = rng.normal(0, 0.02, 2) if not scan else rng.normal(0, 0.0001, 2)
    bent = (float(rng.normal(0, tier.distortion)), float(rng.normal(0, tier.distortion / 3)))
    roll = _roll(rng, tier, bend, size_px, focal, tilt, side)
    wanted = float(rng.uniform(*tier.fills))

    def at(distance: float) -> Camera:
        turn, place = looking_at(size_px, focal, tilt, side, roll, distance)
        return Camera(size_px, focal, turn, place + np.array((*(off * distance), 0.0)), (0.0, 0.0), bent)

    near, far = 60.0, 300.0 * lens
    for _ in range(40):
        middle = (near * far) ** 0.5
        near, far = (near, middle) if _share(at(middle), bend) < wanted else (middle, far)
    return at(far)


def _share(camera: Camera, bend: Bend) -> float:
    """Share of the half frame that the sheet reaches, along the tighter side; large when it is behind the lens."""
    rim = _rim(bend.page_mm)
    space = bend.to_space(rim)
    if (((space - camera.at_mm) @ camera.turn.T)[:, 2] < 30).any():  # mm: nearer than a lens can be
        return 10.0
    px = camera.to_photo(space)
    half = np.array(camera.size_px) / 2
    return float((np.abs(px - half) / half).max())


def _rim(page_mm: tuple[float, float]) -> Doubles:
    share = np.linspace(0, 1, 9)
    zero, one = np.zeros(9), np.ones(9)
    around = np.concatenate([np.stack(p, axis=1) for p in ((share, zero), (share, one), (zero, share), (one, share))])
    return np.asarray(around * np.array(page_mm))


def _roll(
    rng: Generator, tier: Tier, bend: Bend, size_px: tuple[int, int], focal: float, tilt: float, side: float
) -> float:
    """How the phone is turned: as a rule the sheet's long side along the photo's, any way up."""
    turn, place = looking_at(size_px, focal, tilt, side, 0.0, 600.0)
    px = Camera(size_px, focal, turn, place).to_photo(
        bend.to_space(np.array(bend.page_mm) / 2 + np.array(((0, 0), (20, 0))))
    )
    now = float(np.arctan2(*(px[1] - px[0])[::-1]))
    upright = size_px[1] > size_px[0]
    quarter = int(rng.choice([0, 2, 1, 3], p=[0.64, 0.22, 0.07, 0.07])) + (1 if upright and rng.random() < 0.7 else 0)
    wanted = quarter * np.pi / 2 + radians(float(rng.normal(0, tier.turn_deg)))
    return now - wanted


def _light(
    rng: Generator, tier: Tier, kind: str, page_mm: tuple[float, float], *, laminated: bool
) -> tuple[Light, tuple[float, float, float]]:
    """The light, and the mean colour of it that the phone tries to take out."""
    lamps = []
    for colour in LAMPS[kind]:
        around, high = float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(0.5, 1.3))
        far = 20000.0 if tier.falloff == 0 else float(rng.uniform(260, 700) / max(tier.falloff, 0.05))
        if kind == "flat":
            high, far = np.pi / 2, 1e6
        direction = np.array((np.cos(around) * np.cos(high), np.sin(around) * np.cos(high), -np.sin(high)))
        x, y, z = (float(v) for v in direction * far)
        lamps.append(Lamp((x, y, min(z, -220.0)), colour, float(rng.uniform(0.5, 1))))
    shadows: tuple[Shadow, ...] = ()
    if rng.random() < tier.shadow:
        count = int(rng.integers(1, 3))
        shadows = tuple(
            Shadow(hand_shadow(rng, 130), float(rng.uniform(3, 45)), float(rng.uniform(*tier.shadow_takes)))
            for _ in range(count)
        )
    ambient = float(rng.uniform(0.1, 0.5))
    mean = np.mean([lamp.colour for lamp in lamps], axis=0)
    tint = (1 + (mean - 1) * rng.uniform(0.3, 1)) * ambient
    glares = _glares(rng, tier, page_mm) if laminated and rng.random() < tier.glare else ()
    veil = float(rng.uniform(0.0, 0.03)) if kind != "flat" else 0.0
    light = Light(tuple(lamps), (float(tint[0]), float(tint[1]), float(tint[2])), shadows, glares, veil)
    return light, (float(mean[0]), float(mean[1]), float(mean[2]))


def _glares(rng: Generator, tier: Tier, page_mm: tuple[float, float]) -> tuple[Glare, ...]:
    return tuple(
        Glare(
            page_mm=(float(rng.uniform(0, page_mm[0])), float(rng.uniform(0, page_mm[1]))),
            size=(float(rng.uniform(0.015, 0.06)), float(rng.uniform(0.02, 0.1))),
            turn_rad=float(rng.uniform(0, np.pi)),
            strength=float(rng.uniform(*tier.glare_strength)),
            colour=(float(rng.uniform(0.9, 1.1)), 1.0, float(rng.uniform(0.85, 1.1))),
        )
        for _ in range(int(rng.integers(1, 3)))
    )


def _sensor(rng: Generator, tier: Tier, cast: tuple[float, float, float], frame: Frame, px_per_mm: float) -> Sensor:
    stray = np.clip(rng.normal(0, tier.cast, 3) * (1, 0.35, 1), -CAST_END, CAST_END)
    left = np.array(cast) ** -BALANCED * np.exp(stray)
    left /= left[1]
    way = float(rng.uniform(0, 2 * np.pi))
    slide = float(rng.uniform(*tier.shake)) * float(rng.random()) * px_per_mm
    upright = frame.size_px[1] > frame.size_px[0]
    turned = (6, 8) if upright else (1, 1, 1, 3)
    return Sensor(
        blur_px=min(2.5, float(rng.uniform(*tier.blur)) * px_per_mm + 0.25),
        defocus_px=float(rng.uniform(*tier.defocus)) * float(rng.random()) * px_per_mm,
        shake_px=(slide * float(np.cos(way)), slide * float(np.sin(way))),
        exposure=float(rng.uniform(*tier.exposure)),
        balance=(float(left[0]), 1.0, float(left[2])),
        noise=float(rng.uniform(*tier.noise)),
        contrast=float(rng.uniform(0, 0.35)),
        saturation=float(rng.uniform(0.85, 1.25)),
        sharpen=float(rng.uniform(*tier.sharpen)),
        quality=int(rng.uniform(*tier.quality)),
        orientation=1 if frame.messenger else int(rng.choice(turned)),
        recompressed=int(rng.uniform(60, 90)) if frame.messenger else None,
    )


def _table(rng: Generator, tier: Tier, setup: Setup, sheets: Sequence[Laid], tops: Sequence[Path]) -> Table:
    if tier.lamps == SCANNED:
        return scanner_lid(rng)
    bends = [laid.bend for laid in sheets] or [setup.bend]
    free = []
    for bend in bends:
        corners = bend.to_space(np.array(((0, 0), (1, 0), (1, 1), (0, 1))) * np.array(bend.page_mm))[:, :2]
        middle = corners.mean(axis=0)
        free.append(middle + (corners - middle) * 1.02)
    count = int(rng.uniform(tier.things[0], tier.things[1] + 0.99))
    return random_table(rng, tops, free, patterned=tier.patterned, things=count)


def _beside(setup: Setup, bend: Bend, seen: Seen) -> Floats:
    """The sheet's own shadow on the table."""
    lamp = np.array(setup.light.lamps[0].at_mm[:2])
    towards = -lamp / max(float(np.linalg.norm(lamp)), 1.0)
    return under_the_sheet(seen, bend, towards, 0.35)


def _lay_sheet(light: Floats, seen: Seen, laid: Laid) -> None:
    """Put the sheet into the picture, in place."""
    at = seen.fine(seen.page * laid.px_per_mm - 0.5)
    paste(light, looked_up(laid.bgra, at, cv2.BORDER_CONSTANT))


def _hold(rng: Generator, tier: Tier, setup: Setup, seen: Seen, light: Floats) -> None:
    over = fingers(rng, setup.bend.page_mm, tier.finger_deep_mm, int(rng.integers(1, 3)))
    at = seen.fine((seen.page + OVER_RIM_MM) * OVER_PX_PER_MM)
    paste(light, looked_up(over, at, cv2.BORDER_CONSTANT))


def _vignette(size_px: tuple[int, int]) -> Floats:
    wide, high = size_px
    y = np.linspace(-1, 1, high, dtype=np.float32)[:, None] ** 2 * (high / wide) ** 2
    x = np.linspace(-1, 1, wide, dtype=np.float32)[None] ** 2
    return np.asarray((1 - 0.12 * (x + y) / (1 + (high / wide) ** 2))[..., None], np.float32)
