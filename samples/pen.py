"""Pens and what they leave on paper: ink is a filter, it multiplies the light that the paper gives back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from samples.hands import Path2d
from scoring.discoveries import Colour

Floats = NDArray[np.float32]
Rgb = tuple[float, float, float]

SHOPS: Mapping[Colour | None, tuple[Rgb, ...]] = {
    Colour.BLUE: ((0.01, 0.06, 0.54), (0.03, 0.085, 0.52), (0.13, 0.16, 0.5), (0.03, 0.2, 0.6), (0.02, 0.03, 0.38)),
    Colour.GREEN: (
        (0.055, 0.33, 0.095),
        (0.05, 0.36, 0.25),
        (0.14, 0.42, 0.08),
        (0.05, 0.36, 0.32),
        (0.03, 0.25, 0.09),
    ),
    Colour.ORANGE: ((0.92, 0.42, 0.1), (0.93, 0.33, 0.05), (0.9, 0.27, 0.07), (0.95, 0.48, 0.15), (0.85, 0.35, 0.12)),
    Colour.PURPLE: ((0.23, 0.12, 0.34), (0.27, 0.15, 0.4), (0.16, 0.08, 0.36), (0.33, 0.08, 0.4), (0.26, 0.07, 0.32)),
    Colour.RED: ((0.69, 0.075, 0.12), (0.9, 0.115, 0.087), (0.6, 0.04, 0.05), (0.75, 0.08, 0.14), (0.62, 0.05, 0.09)),
    None: ((0.03, 0.03, 0.035), (0.05, 0.05, 0.06), (0.02, 0.02, 0.02), (0.06, 0.055, 0.075)),
}
"""Light left by a full layer of ink, linear RGB, of pens that shops sell; None is black. The blues, greens, purples and
reds lie round the inks measured in `realdata/photos/inks.json` (core values); orange between its highlighter and felt
pen."""

FILM_TILE_PX = 512


@dataclass(frozen=True, slots=True)
class PenTuning:
    """How far pens of one box may differ; set by looking at pens beside each other in the photos."""

    ink_spread: float = 0.1
    """Log-normal spread of each channel. Above 0.2 a shop's orange turns yellow."""
    least_apart: float = 24.0
    """CIE Lab distance of any two pens of one box on white paper. Below about 18 a person mixes up orange and red in
    lamp light, and the truth would be a guess."""
    least_from_black: float = 38.0
    """The same for a colour and the black pen: below about 30 dark purple is black in a dim photo."""
    least_hue_apart_deg: float = 24.0
    """Hue distance in Lab of any two colours of one box: pale and dark ink of one pen differ in lightness, not hue."""


@dataclass(frozen=True, slots=True)
class Pen:
    """One pen: its ink and how it writes."""

    ratio: Rgb
    width_mm: float
    density: float = 1.0
    """1: a full layer."""
    dry: float = 0.0
    """0: wet; 1: nearly no ink comes."""
    pooling: float = 0.3
    """How much darker the rim of a stroke is than its middle: wipe-off ink on plastic draws back to the rim."""

    def fainter(self, share: float) -> "Pen":
        """The same pen with so much of its ink, as after wiping."""
        return replace(self, density=self.density * share)


@dataclass(frozen=True, slots=True)
class Kit:
    """The pens on one table: a pen for each colour, None for black."""

    kind: str
    pens: Mapping[Colour | None, Pen]


KINDS: Mapping[str, tuple[tuple[float, float], tuple[float, float], float]] = {
    "fineliner": ((0.4, 0.7), (0.8, 1.1), 0.1),
    "felt": ((0.7, 1.4), (0.75, 1.1), 0.2),
    "wipe-off": ((1.2, 2.5), (0.6, 1.0), 0.6),
    "wipe-off fine": ((0.8, 1.3), (0.65, 1.05), 0.5),
}
"""Kind of pen: width in mm, density of its ink, pooling."""


def pen_kit(rng: Generator, kind: str, *, dry_share: float = 0.15, tuning: PenTuning = PenTuning()) -> Kit:
    """Six pens of a kind whose colours a person can tell apart."""
    widths, densities, pooling = KINDS[kind]
    while True:
        inks = {colour: _ink(rng, shop, tuning) for colour, shop in SHOPS.items()}
        if _told_apart(inks, tuning):
            break
    width = rng.uniform(*widths)
    pens = {
        colour: Pen(
            ratio=ink,
            width_mm=float(width * rng.uniform(0.88, 1.12)),
            density=float(rng.uniform(*densities)),
            dry=float(rng.uniform(0.18, 0.42)) if rng.random() < dry_share else float(rng.uniform(0, 0.12)),
            pooling=pooling * float(rng.uniform(0.6, 1.3)),
        )
        for colour, ink in inks.items()
    }
    return Kit(kind, pens)


def one_dark_pen(rng: Generator, kind: str) -> Kit:
    """A colour-friendly box: one dark pen for everything."""
    kit = pen_kit(rng, kind, dry_share=0.0)
    dark = kit.pens[None if rng.random() < 0.7 else Colour.BLUE]  # most take the black one
    return Kit(f"{kind}, one dark pen", dict.fromkeys(SHOPS, replace(dark, width_mm=min(dark.width_mm, 1.0))))


def _ink(rng: Generator, shop: Sequence[Rgb], tuning: PenTuning) -> Rgb:
    red, green, blue = shop[int(rng.integers(len(shop)))] * np.exp(rng.normal(0, tuning.ink_spread, 3))
    return min(0.97, red), min(0.97, green), min(0.97, blue)


def _told_apart(inks: Mapping[Colour | None, Rgb], tuning: PenTuning) -> bool:
    lab = cv2.cvtColor(np.array([list(inks.values())], np.float32) ** (1 / 2.2), cv2.COLOR_RGB2LAB)[0]
    coloured = np.array([colour is not None for colour in inks])
    apart = np.linalg.norm(lab[:, None] - lab[None], axis=2)
    from_black = apart[~coloured][:, coloured]
    hues = np.degrees(np.arctan2(lab[:, 2], lab[:, 1]))[coloured]
    turn = np.abs((hues[:, None] - hues[None] + 180) % 360 - 180)[np.triu_indices(len(hues), 1)]
    told = apart[np.triu_indices(len(lab), 1)].min() >= tuning.least_apart
    return bool(told and from_black.min() >= tuning.least_from_black and turn.min() >= tuning.least_hue_apart_deg)


class Page:
    """A sheet being drawn on: linear light given back, RGB, and the scale."""

    def __init__(self, light: Floats, px_per_mm: float, rng: Generator) -> None:
        self.light, self.px_per_mm = light, px_per_mm
        self._film = film(rng)

    def lay(self, strokes: Sequence[Path2d], pen: Pen, *, width_mm: float | None = None, smear_mm: float = 0.0) -> None:
        """Lay ink along paths in page mm; where the paths of one call cross, the ink lies once."""
        width = max(1.0, (width_mm or pen.width_mm) * self.px_per_mm)
        strokes = [s for s in strokes if len(s)]
        box = self._box(strokes, width + 2 + 4 * smear_mm * self.px_per_mm)
        if box is None:
            return
        x0, y0, x1, y1 = box
        mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
        for stroke in strokes:
            points = np.round((stroke * self.px_per_mm - (x0, y0)) * 16).astype(np.int32)
            cv2.polylines(mask, [points.reshape(-1, 1, 2)], False, 255, round(width), cv2.LINE_AA, 4)
        ink = self._inked(mask, pen, width, (y0, x0))
        if smear_mm:
            reach = (max(1, int(smear_mm * 4 * self.px_per_mm)), max(1, int(smear_mm * self.px_per_mm)))
            ink = np.asarray(cv2.blur(ink, reach), np.float32)
        roi = self.light[y0:y1, x0:x1]
        logs = np.log(np.asarray(pen.ratio, np.float32))
        for channel in range(3):
            roi[..., channel] *= np.exp(ink * logs[channel])

    def _box(self, strokes: Sequence[Path2d], margin: float) -> tuple[int, int, int, int] | None:
        if not strokes:
            return None
        points = np.concatenate(strokes) * self.px_per_mm
        high, wide = self.light.shape[:2]
        x0, y0 = np.maximum(0, np.floor(points.min(axis=0) - margin)).astype(int)
        x1, y1 = np.minimum((wide, high), np.ceil(points.max(axis=0) + margin)).astype(int)
        return None if x1 <= x0 or y1 <= y0 else (int(x0), int(y0), int(x1), int(y1))

    def _inked(self, mask: NDArray[np.uint8], pen: Pen, width: float, at: tuple[int, int]) -> Floats:
        """Layers of ink at each pixel: thicker at the rim, thinner where a dry pen skips over the paper."""
        flat = mask.astype(np.float32) / 255
        rim = flat - cv2.GaussianBlur(flat, (0, 0), max(0.8, width * 0.3))
        rows = (np.arange(mask.shape[0]) + at[0]) % FILM_TILE_PX
        cols = (np.arange(mask.shape[1]) + at[1]) % FILM_TILE_PX
        film = self._film[np.ix_(rows, cols)]
        skip = np.clip(1 - pen.dry * (0.5 + 1.6 * film), 0.02, 1) if pen.dry else 1.0
        layers = pen.density * flat * (1 + pen.pooling * (2 * rim - 0.3)) * (1 + 0.1 * film) * skip
        return np.asarray(np.clip(layers, 0, 3), np.float32)


def film(rng: Generator) -> Floats:
    """Unevenness of paper and ink, mean 0, spread 1, that repeats without a seam."""
    fine = rng.standard_normal((FILM_TILE_PX, FILM_TILE_PX)).astype(np.float32)
    out = np.zeros_like(fine)
    for sigma, share in ((1.2, 0.6), (4.0, 0.8), (14.0, 0.5)):
        wrapped = np.pad(np.roll(fine, int(sigma * 9), 0), 64, mode="wrap")
        soft = cv2.GaussianBlur(wrapped, (0, 0), sigma)[64:-64, 64:-64]
        out += share * soft / soft.std()
    return np.asarray(out / out.std(), np.float32)
