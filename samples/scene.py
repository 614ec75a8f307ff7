"""What lies around a sheet and on it: table tops, cups, pens, cards, papers, fingers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from samples.camera import Doubles, Floats, Seen
from samples.hands import surface

Bgra = NDArray[np.uint8]
Bgr = tuple[float, float, float]
Polygon = NDArray[np.float64]

CANVAS_MM = 900.0
CANVAS_PX_PER_MM = 3.0
OVER_PX_PER_MM = 5.0
OVER_RIM_MM = 70.0
SURFACE_MM = (70.0, 200.0)
"""How much table one surface photo shows, roughly; a range, as nobody measured it."""
PATTERNS = ("plain", "checks", "stripes", "dots")

SRGB_BEND = 0.04045
"""Below this an sRGB value is a straight line of the light."""
LINEAR_BEND = 0.0031308
"""The same place in linear light."""

_CURVE = np.arange(256, dtype=np.float32) / 255
LINEAR = np.where(_CURVE <= SRGB_BEND, _CURVE / 12.92, ((_CURVE + 0.055) / 1.055) ** 2.4).astype(np.float32)
"""Linear light of an sRGB byte."""


def linear(srgb: NDArray[np.uint8]) -> Floats:
    """Linear light of sRGB bytes, from 0 to 1, channels kept in order."""
    return np.asarray(LINEAR[srgb], np.float32)


def srgb(light: NDArray[np.float64]) -> NDArray[np.float64]:
    """Linear light from 0 to 1 as sRGB from 0 to 1."""
    return np.asarray(np.where(light <= LINEAR_BEND, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055))


@dataclass(frozen=True, eq=False)
class Table:
    """A table top: a tile that repeats mirrored, and things that lie on it."""

    tile: NDArray[np.uint8]
    tile_px_per_mm: float
    offset_mm: Doubles
    turn_rad: float
    things: Bgra | None
    """In table mm from -CANVAS_MM / 2 both ways."""

    def seen(self, seen: Seen) -> Floats:
        """The table as the photo sees it, linear BGR."""
        c, s = np.cos(self.turn_rad), np.sin(self.turn_rad)
        local = (seen.table @ np.array(((c, -s), (s, c))) + self.offset_mm) * self.tile_px_per_mm
        at = seen.fine(local)
        out = linear(looked_up(self.tile, at, cv2.BORDER_REFLECT))
        if self.things is not None:
            at = seen.fine((seen.table + CANVAS_MM / 2) * CANVAS_PX_PER_MM)
            paste(out, looked_up(self.things, at, cv2.BORDER_CONSTANT))
        return out


def looked_up(picture: NDArray[np.uint8], at: Floats, border: int) -> NDArray[np.uint8]:
    """The picture at these x, y places of it."""
    x, y = np.ascontiguousarray(at[..., 0]), np.ascontiguousarray(at[..., 1])
    return np.asarray(cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=border), np.uint8)


def paste(under: Floats, over: Bgra) -> None:
    """Lay a picture with see-through parts over linear light, in place."""
    rows = np.flatnonzero(over[..., 3].any(axis=1))
    if len(rows) == 0:
        return
    cut = slice(int(rows[0]), int(rows[-1]) + 1)
    alpha = over[cut, :, 3:].astype(np.float32) / 255
    under[cut] += alpha * (linear(over[cut, :, :3]) - under[cut])


def random_table(
    rng: Generator, tops: Sequence[Path], keep_free: Sequence[Polygon], *, patterned: float, things: int
) -> Table:
    """A table top at random, with so many things on it that leave the sheets free."""
    if rng.random() < patterned or not tops:
        tile, scale = _cloth(rng), 2.0
    else:
        tile = _relit(rng, surface(tops[int(rng.integers(len(tops)))]))
        scale = max(tile.shape) / rng.uniform(*SURFACE_MM)
    canvas = _things(rng, keep_free, things) if things else None
    return Table(tile, float(scale), rng.uniform(0, 500, 2), float(rng.uniform(0, 6.3)), canvas)


def scanner_lid(rng: Generator) -> Table:
    """What a scanner sees beside the sheet: its white, grey or black lid."""
    tone = int(rng.choice((252, 235, 205, 24)))
    return Table(np.full((8, 8, 3), tone, np.uint8), 1.0, np.zeros(2), 0.0, None)


def _relit(rng: Generator, bgr: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The surface as bright as tables are: photos of them come dark or light as the phone chose."""
    light = linear(bgr)
    wanted = float(np.exp(rng.uniform(np.log(0.03), np.log(0.5))))
    tint = np.exp(rng.normal(0, 0.06, 3)).astype(np.float32)
    return _bytes(light * (wanted / max(float(light.mean()), 1e-3)) ** 0.7 * tint)


def _bytes(light: Floats) -> NDArray[np.uint8]:
    return np.asarray(np.clip(light, 0, 1) ** (1 / 2.2) * 255, np.uint8)


def _cloth(rng: Generator) -> NDArray[np.uint8]:
    """A plain or printed table cloth, or a painted table."""
    side = 800
    first, second = (np.array(_colour(rng), np.float32) for _ in range(2))
    y, x = np.mgrid[0:side, 0:side].astype(np.float32)
    period = float(rng.uniform(12, 80))
    kind = str(rng.choice(PATTERNS, p=(0.4, 0.3, 0.15, 0.15)))
    wave_x, wave_y = (np.sin(v * 2 * np.pi / period) > 0 for v in (x, y))
    share = {
        "plain": np.zeros((side, side), np.float32),
        "checks": (wave_x.astype(np.float32) + wave_y) / 2,
        "stripes": wave_x.astype(np.float32),
        "dots": ((x % period - period / 2) ** 2 + (y % period - period / 2) ** 2 < (period / 4) ** 2).astype(
            np.float32
        ),
    }[kind]
    base = first + share[..., None] * (second - first)
    grain = cv2.GaussianBlur(rng.standard_normal((side, side)).astype(np.float32), (0, 0), float(rng.uniform(0.7, 2)))
    return np.asarray(np.clip(base + (grain / grain.std() * rng.uniform(1, 7))[..., None], 0, 255), np.uint8)


def _colour(rng: Generator) -> Bgr:
    hsv = np.array([[[rng.uniform(0, 180), rng.uniform(0, 170), rng.uniform(35, 245)]]], np.uint8)
    blue, green, red = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0]
    return float(blue), float(green), float(red)


def _lit(colour: Bgr, by: float, more: float = 0.0) -> Bgr:
    """A lighter or darker tone of the colour."""
    blue, green, red = (min(255.0, by * c + more) for c in colour)
    return blue, green, red


def _things(rng: Generator, keep_free: Sequence[Polygon], count: int) -> Bgra:
    """Things around the sheets, in the order in which they were put down; all stay off the sheets' polygons."""
    side = int(CANVAS_MM * CANVAS_PX_PER_MM)
    canvas = np.zeros((side, side, 4), np.uint8)
    for _ in range(count):
        draw, reach = _KINDS[int(rng.choice(len(_KINDS), p=_ODDS))]
        sheet = keep_free[int(rng.integers(len(keep_free)))]
        draw(rng, canvas, _free_place(rng, sheet, reach * float(rng.uniform(0.75, 1.0))), float(rng.uniform(0, 6.3)))
    for sheet in keep_free:
        hole = np.round((sheet + CANVAS_MM / 2) * CANVAS_PX_PER_MM).astype(np.int32)
        cv2.fillConvexPoly(canvas, hole, (0, 0, 0, 0))
    return canvas


def _free_place(rng: Generator, keep_free: Polygon, reach: float) -> Polygon:
    """A place beside the sheet, near enough to come into the picture."""
    side = int(rng.integers(4))
    a, b = keep_free[side], keep_free[(side + 1) % 4]
    out = np.array((b[1] - a[1], a[0] - b[0])) / np.linalg.norm(b - a)
    if out @ (a - keep_free.mean(axis=0)) < 0:
        out = -out
    return np.asarray(a + rng.uniform(-0.1, 1.1) * (b - a) + out * (reach * rng.uniform(0.5, 1.3) + 4))


def _ring(at: Polygon, shape: Polygon, turn: float) -> NDArray[np.int32]:
    c, s = np.cos(turn), np.sin(turn)
    moved = shape @ np.array(((c, s), (-s, c))) + at
    return np.asarray(np.round((moved + CANVAS_MM / 2) * CANVAS_PX_PER_MM * 16), np.int32)


def _shape(canvas: Bgra, ring: NDArray[np.int32], colour: Bgr, *, shadow: float = 0.0) -> None:
    """A filled shape, with the soft shadow it throws."""
    if shadow:
        shade: NDArray[np.uint8] = np.zeros(canvas.shape[:2], np.uint8)
        cv2.fillPoly(shade, [ring + int(16 * shadow * CANVAS_PX_PER_MM)], 120, cv2.LINE_AA, 4)
        shade = np.asarray(cv2.blur(shade, (2 * int(shadow * CANVAS_PX_PER_MM) + 1,) * 2), np.uint8)
        free = canvas[..., 3] < shade
        canvas[free] = np.stack([np.zeros_like(shade)] * 3 + [shade], axis=-1)[free]
    cv2.fillPoly(canvas, [ring], (*colour, 255), cv2.LINE_AA, 4)


def _rectangle(wide: float, high: float) -> Polygon:
    return np.array(((-wide, -high), (wide, -high), (wide, high), (-wide, high))) / 2


def _ellipse(radius: float) -> Polygon:
    turn = np.linspace(0, 2 * np.pi, 60)
    return radius * np.stack([np.cos(turn), np.sin(turn)], axis=1)


def _cup(rng: Generator, canvas: Bgra, at: Polygon, turn: float) -> None:
    colour, radius = _colour(rng), float(rng.uniform(32, 44))
    _shape(canvas, _ring(at, _rectangle(radius * 2.8, 12), turn), colour, shadow=4)
    _shape(canvas, _ring(at, _ellipse(radius), turn), colour, shadow=7)
    _shape(canvas, _ring(at, _ellipse(radius * 0.9), turn), _lit(colour, 0.7))
    _shape(canvas, _ring(at, _ellipse(radius * 0.86), turn), (20, 35, 60) if rng.random() < 0.7 else (200, 210, 215))


def _paper(rng: Generator, canvas: Bgra, at: Polygon, turn: float) -> None:
    wide, high = (float(v) for v in rng.uniform((120, 160), (220, 300)))
    white = float(rng.uniform(190, 250))
    _shape(canvas, _ring(at, _rectangle(wide, high), turn), (white, white, white), shadow=1)
    grid = rng.random() < 0.4
    step = float(rng.uniform(6, 14))
    grey = float(rng.uniform(20, 170))
    for row in np.arange(-high / 2 + 15, high / 2 - 12, step):
        right = wide / 2 - 12 if grid else rng.uniform(-wide / 4, wide / 2 - 12)
        ring = _ring(at, np.array(((-wide / 2 + 12, row), (right, row))), turn)
        cv2.polylines(canvas, [ring], False, (grey, grey, grey, 255), 1 if grid else 3, cv2.LINE_AA, 4)
    for col in np.arange(-wide / 2 + 12, wide / 2 - 10, step) if grid else ():
        ring = _ring(at, np.array(((col, -high / 2 + 15), (col, high / 2 - 12))), turn)
        cv2.polylines(canvas, [ring], False, (grey, grey, grey, 255), 1, cv2.LINE_AA, 4)


def _pen(rng: Generator, canvas: Bgra, at: Polygon, turn: float) -> None:
    length, wide, colour = float(rng.uniform(120, 145)), float(rng.uniform(8, 13)), _colour(rng)
    body = (235.0, 235.0, 235.0) if rng.random() < 0.5 else colour
    _shape(canvas, _ring(at, _rectangle(length, wide), turn), body, shadow=3)
    cap = _rectangle(length * 0.32, wide * 1.06) + (length * 0.34, 0)
    _shape(canvas, _ring(at, cap, turn), colour)
    shine = _rectangle(length * 0.95, wide * 0.16) - (0, wide * 0.2)
    _shape(canvas, _ring(at, shine, turn), _lit(body, 1, 55))


def _card(rng: Generator, canvas: Bgra, at: Polygon, turn: float) -> None:
    _shape(canvas, _ring(at, _rectangle(63, 88), turn), _colour(rng), shadow=1)
    _shape(canvas, _ring(at, _rectangle(55, 80), turn), _colour(rng))
    unit, colour = 9.0, _colour(rng)
    for col, row in rng.integers(-2, 3, (6, 2)):
        _shape(canvas, _ring(at, _rectangle(unit, unit) + unit * np.array((col, row)), turn), colour)


def _coin(rng: Generator, canvas: Bgra, at: Polygon, turn: float) -> None:
    colour = (90.0, 150.0, 190.0) if rng.random() < 0.5 else _colour(rng)
    _shape(canvas, _ring(at, _ellipse(11), turn), colour, shadow=1)
    _shape(canvas, _ring(at, _ellipse(9.5), turn), _lit(colour, 1.15))


def _phone(rng: Generator, canvas: Bgra, at: Polygon, turn: float) -> None:
    _shape(canvas, _ring(at, _rectangle(76, 155), turn), (30, 28, 27), shadow=3)
    _shape(canvas, _ring(at, _rectangle(70, 149), turn), (12, 10, 10))


_KINDS: tuple[tuple[Callable[[Generator, Bgra, Polygon, float], None], float], ...] = (
    (_cup, 45.0),
    (_paper, 150.0),
    (_pen, 75.0),
    (_card, 55.0),
    (_coin, 12.0),
    (_phone, 80.0),
)
"""What may lie around, and how far it reaches in mm."""
_ODDS = (0.12, 0.2, 0.3, 0.25, 0.08, 0.05)


def fingers(rng: Generator, page_mm: tuple[float, float], deepest_mm: float, count: int) -> Bgra:
    """Thumbs and fingers that hold the page's edge, reaching in no deeper than told; page mm with a rim."""
    wide, high = page_mm
    size = (int((high + 2 * OVER_RIM_MM) * OVER_PX_PER_MM), int((wide + 2 * OVER_RIM_MM) * OVER_PX_PER_MM))
    canvas = np.zeros((*size, 4), np.uint8)
    skin = np.array([[[rng.uniform(6, 14), rng.uniform(60, 150), rng.uniform(90, 235)]]], np.uint8)
    colour = cv2.cvtColor(skin, cv2.COLOR_HSV2BGR)[0, 0].astype(float)
    for _ in range(count):
        edge = int(rng.integers(4))
        share = float(rng.uniform(0.12, 0.88))
        ends = ((wide * share, 0.0), (wide, high * share), (wide * share, high), (0.0, high * share))
        inward = np.array(((0, 1), (-1, 0), (0, -1), (1, 0))[edge], float)
        turn = rng.normal(0, 0.25)
        inward = inward @ np.array(((np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))))
        _finger(canvas, np.array(ends[edge]), inward, deepest_mm * float(rng.uniform(0.5, 1)), colour)
    return canvas


def _finger(canvas: Bgra, edge: Polygon, inward: Polygon, deep: float, colour: NDArray[np.float64]) -> None:
    """One finger as a rounded bar with light on its ridge and a nail."""
    radius = 9.5
    tip, root = edge + inward * (deep - radius), edge - inward * (OVER_RIM_MM + 10)
    for share, tone in ((1.12, None), (1.0, 0.62), (0.85, 0.8), (0.65, 0.95), (0.4, 1.05)):
        ink = (0.0, 0.0, 0.0, 90.0) if tone is None else (*(min(255.0, tone * c) for c in colour), 255.0)
        a, b = (tuple(int(v) for v in np.round((p + OVER_RIM_MM) * OVER_PX_PER_MM)) for p in (tip, root))
        cv2.line(canvas, a, b, ink, max(2, int(2 * radius * share * OVER_PX_PER_MM)), cv2.LINE_AA)
    nail = np.round((tip + inward * 1.5 + OVER_RIM_MM) * OVER_PX_PER_MM).astype(int)
    turn = float(np.degrees(np.arctan2(inward[1], inward[0])))
    axes = (int(6.5 * OVER_PX_PER_MM), int(5 * OVER_PX_PER_MM))
    pink = (*(min(255.0, 1.1 * c + 12) for c in colour), 255.0)
    cv2.ellipse(canvas, (int(nail[0]), int(nail[1])), axes, turn, 0, 360, pink, -1, cv2.LINE_AA)
