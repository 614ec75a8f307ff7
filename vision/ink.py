"""FlatSheet to Ink: light evened out, print removed, pen left, as optical density.

Ink is a filter: the light that paper gives back is multiplied by what the ink lets through, so on the scale of
density (minus the logarithm of that share) light and print are added and can be taken away. The direction of a
density in the three channels is the pen's colour whatever the light, its length how much ink there is.
"""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from sheets.prints import SheetPrint, at_size
from vision.flatten import FlatSheet, grid_of
from vision.problems import TooUnclear

Floats = NDArray[Any]
SRGB_TOE = 10
"""Up to this level sRGB is a straight line."""
LINEAR = np.where(
    np.arange(256) <= SRGB_TOE, np.arange(256) / 3294.6, ((np.arange(256) / 255 + 0.055) / 1.055) ** 2.4
).astype(np.float32)
"""Light for each level of an sRGB picture."""
PRINT_DENSITY = -np.log(np.maximum(LINEAR, 0.02))
"""Density of print for each level: no toner is darker."""


@dataclass(frozen=True, slots=True)
class InkTuning:
    """How the light is told from the ink."""

    block: int = 8
    """Light is measured in blocks of a quarter square: under a pen line, beside it paper is left."""
    paper_share: float = 0.85
    """The share of a block's pixels that may be darker than its paper: higher is noise, lower is pen."""
    chroma_off: float = 0.16
    """Paper differs so much in colour (log ratio of channels) across a photo: two lamps. Pale inks differ by 0.3."""
    dark_off: float = 1.1
    """A shadow takes at most so much (log) of the light, three quarters, within a square; solid ink takes more."""
    spread_blocks: tuple[float, ...] = (0.7, 2.0, 6.0, 18.0)
    """Light under ink comes from the nearest paper: blurs, in blocks, from fine to coarse."""
    sharp_edge: float = 0.25
    """Light (log) changes by less within two blocks, unless a shadow ends there."""
    glaring: float = 0.88
    """Paper so bright beside the edge is under glare, which ends softly and veils ink on both sides."""
    edge_blocks: int = 8
    """An edge of a shadow is longer than two squares."""
    line_px: int = 9
    """Pens draw lines narrower than that, a quarter of a square; what is wider may be a shadow."""
    least_light: float = 0.0015
    """Below it (level 5 of 255) a pixel says nothing of the ink."""
    least_paper: float = 0.02
    """Paper so dark (level 38 of 255) leaves no room to tell ink from: all marks of a black photo were once lost."""
    most_density: float = 5.0
    """Beyond it (level 16 where paper has 230) noise hides the hue. At 3 dark green and dark purple were black, at 3.6
    dark purple was blue on pictures that a phone or an app had made rich in contrast."""
    darkest: float = 3.6
    """How much ink there is, no camera tells beyond that."""
    burnt: int = 251
    """A level at which the camera tells no more: glare, or paper exposed too brightly."""
    print_px: int = 5
    """Printed lines are narrower."""
    print_least: float = 0.05
    """What is drawn paler is paper."""
    solid_px: int = 11
    """Solid ink reaches as far as a pen's line is wide, and farther than blurred print."""
    solid_share: float = 0.5
    """Around a line in solid ink everything has so much of the darkest ink, and no less than `solid_least`: in the gaps
    of a hatch, or between two outlines, paper shows."""
    solid_least: float = 0.6
    usual_least: float = 0.4
    """No pen's ink is paler than this: the palest discovery has 0.64."""
    usual_share: float = 0.75
    """Lines' edges, and pale parts, are less than so much of the ink."""
    usual_px: int = 225
    print_gain: tuple[float, float] = (0.3, 3.0)
    """A printer's toner is so much thinner or thicker than drawn: up to 1.7, and where an app has sharpened it 2.7."""


@dataclass(frozen=True, slots=True, eq=False)
class Ink:
    """What pens left on the sheet, in sheet pixels."""

    flat: FlatSheet
    density: Floats
    """H x W x 3 (B, G, R), 0 where there is paper or print only."""
    light: Floats
    """H x W x 3 in blocks: the light on the paper, as the camera saw it."""
    burnt: Floats
    """H x W in blocks: the share of a block that is burnt out, so that faint things cannot be seen."""
    printed: Floats
    """H x W: the density of the known print, which has been taken away."""


def lift_ink(flat: FlatSheet, sheet_print: SheetPrint, tuning: InkTuning = InkTuning()) -> Ink:
    """The ink's density everywhere on the sheet."""
    printed, boat = print_density(sheet_print, flat.px_per_mm), boat_part(flat)
    density, light = density_of(flat.bgr, printed, boat, tuning)
    if np.median(light) < tuning.least_paper:
        raise TooUnclear("The picture is too dark.")
    return Ink(flat, density, light, _burnt(flat.bgr, tuning), np.asarray(cv2.extractChannel(printed, 1)))


def density_of(
    bgr: NDArray[np.uint8], printed: Floats, boat: tuple[slice, slice], tuning: InkTuning = InkTuning()
) -> tuple[Floats, Floats]:
    """The ink's density in pixels, and the light on the paper in blocks, of a flat picture with a known print.

    `boat` holds the pixels of the boat, where pens may fill squares.
    """
    darkness: Floats = cv2.LUT(bgr, np.maximum(-np.log(np.maximum(LINEAR, tuning.least_light)), 0))
    bare = darkness - printed
    blocks = _paper_of_blocks(bare, tuning)
    light = _light(blocks, tuning)
    smooth = _to_pixels(light, darkness.shape, tuning)
    _mend_shadow_edges(smooth, light, bare, tuning)
    darkness -= smooth
    seen = darkness[boat].copy()
    cv2.subtract(darkness, cv2.transform(printed, np.diag(_print_gains(darkness, printed, tuning))), dst=darkness)
    _fill_in(darkness[boat], seen, printed[boat], tuning)
    return np.clip(darkness, 0, tuning.most_density, out=darkness), np.exp(-light)


def _fill_in(ink: Floats, seen: Floats, printed: Floats, tuning: InkTuning) -> None:
    """Ink that hides the print must not be lightened by what is below: it had left pale lines in solid fills.

    A printed line amid solid ink may be as dark as the ink beside it, as far as it was seen so dark.
    """
    unknown = np.float32(2 * tuning.most_density)
    bare = np.where(printed[:, :, 1] < tuning.print_least, amount_of(ink), unknown)
    palest = cv2.erode(bare, np.ones((tuning.solid_px,) * 2, np.uint8))
    palest[palest == unknown] = 0  # amid much print nothing tells what ink is there
    beside = cv2.morphologyEx(ink, cv2.MORPH_CLOSE, np.ones((tuning.print_px,) * 2, np.uint8))
    solid = palest > np.maximum(tuning.solid_share * amount_of(beside), tuning.solid_least)
    ink[solid] = np.maximum(ink[solid], np.minimum(beside[solid], seen[solid]))


def usual_density(amount: Floats, tuning: InkTuning = InkTuning()) -> float:
    """What most full ink on this boat has, of every second pixel of every second row; 0 where there is hardly any."""
    some = amount[::2, ::2]
    inked = some[some > tuning.usual_least]
    return float(np.quantile(inked, tuning.usual_share)) if len(inked) >= tuning.usual_px else 0.0


def amount_of(density: Floats) -> Floats:
    """The density in the channel where it is greatest; NumPy's own `max` takes ten times as long over three."""
    greatest: Floats = np.maximum(np.maximum(density[..., 0], density[..., 1]), density[..., 2])
    return greatest


def soft_amount_of(density: Floats, tuning: InkTuning = InkTuning()) -> Floats:
    """The same with noise of single pixels evened out, as far as it tells how much ink there is."""
    told = np.minimum(density, np.float32(tuning.darkest))
    return amount_of(cv2.GaussianBlur(told, (0, 0), 0.6))


def boat_part(flat: FlatSheet) -> tuple[slice, slice]:
    """The pixels of the boat's grid."""
    grid, scale = grid_of(flat.geometry), flat.px_per_mm
    rows, cols = (
        slice(round(start * scale), round((start + count * grid.side) * scale))
        for start, count in ((grid.top, grid.rows), (grid.left, grid.cols))
    )
    return rows, cols


def print_density(sheet_print: SheetPrint, px_per_mm: float) -> Floats:
    """The density of what is printed, in sheet pixels of this size."""
    levels = at_size(sheet_print, px_per_mm).bgr
    density: Floats = cv2.LUT(levels, PRINT_DENSITY)
    return density


def _light(blocks: Floats, tuning: InkTuning) -> Floats:
    """The darkness of bare paper, in blocks: where a block shows none, from the nearest blocks that do."""
    darkness = cv2.dilate(cv2.erode(blocks, np.ones((3, 3), np.uint8)), np.ones((3, 3), np.uint8))
    chroma = darkness[:, :, (0, 2)] - darkness[:, :, (1,)]
    off = np.abs(chroma - np.median(chroma.reshape(-1, 2), axis=0)).max(axis=2)
    paper = (off < 2 * tuning.chroma_off).astype(np.float32)
    for spread in tuning.spread_blocks[-1:0:-1]:
        around = _spread(darkness, paper, spread)
        tint = around[:, :, (0, 2)] - around[:, :, (1,)]
        off = np.abs(chroma - tint).max(axis=2)
        darker = darkness[:, :, 1] - around[:, :, 1]
        paper = ((off < tuning.chroma_off) & (darker < tuning.dark_off)).astype(np.float32)
    light = _spread(darkness, paper, tuning.spread_blocks[-1])
    for spread in tuning.spread_blocks[-2::-1]:
        light = _spread(darkness, paper, spread, light)
    return light


def _mend_shadow_edges(smooth: Floats, light: Floats, bare: Floats, tuning: InkTuning) -> None:
    """Mend the light in pixels where a shadow ends sharply: each is as dark as the paper on its side of the edge.

    What is wider than a pen's line and no darker than the paper of a block beside it is that paper.
    """
    around = np.ones((3, 3), np.uint8)
    low, high = cv2.erode(light, around), cv2.dilate(light, around)
    sharp = np.clip((high - low).min(axis=2) / tuning.sharp_edge - 1, 0, 1)
    sharp[low.min(axis=2) < -np.log(tuning.glaring)] = 0
    count, edge, stats, _ = cv2.connectedComponentsWithStats((sharp > 0).astype(np.uint8), connectivity=8)
    line = np.ones((tuning.line_px, tuning.line_px), np.uint8)
    for number in range(1, count):
        left, top, width, height, blocks = (int(v) for v in stats[number])
        if blocks < tuning.edge_blocks:
            continue
        at = np.s_[max(top - 1, 0) : top + height + 1, max(left - 1, 0) : left + width + 1]
        px = tuple(slice(side.start * tuning.block, side.stop * tuning.block) for side in at)
        part = bare[px]
        wide = cv2.dilate(cv2.erode(cv2.blur(part, (3, 3)), line), line)
        fine = np.clip(wide, _to_pixels(low[at], part.shape, tuning), _to_pixels(high[at], part.shape, tuning))
        share = _to_pixels(np.where(edge[at] == number, sharp[at], 0), part.shape, tuning)[:, :, None]
        smooth[px] += share * np.maximum(fine - smooth[px], 0)


def _paper_of_blocks(bare: Floats, tuning: InkTuning) -> Floats:
    """Each block's paper: a low quantile of its darkness, after halving has calmed the noise."""
    half = tuning.block // 2
    height, width = bare.shape[0] // tuning.block * half, bare.shape[1] // tuning.block * half
    calm = cv2.resize(bare[: 2 * height, : 2 * width], (width, height), interpolation=cv2.INTER_AREA)
    blocks = calm.reshape(height // half, half, width // half, half, 3).transpose(0, 2, 4, 1, 3)
    rank = round((1 - tuning.paper_share) * half * half)
    papers: Floats = np.ascontiguousarray(np.partition(blocks.reshape(*blocks.shape[:3], -1), rank, axis=3)[..., rank])
    return papers


def _spread(values: Floats, known: Floats, blocks: float, otherwise: Floats | None = None) -> Floats:
    """Known values blurred over their neighbours; where there are none near, `otherwise`."""
    weight = cv2.GaussianBlur(known, (0, 0), blocks, borderType=cv2.BORDER_REFLECT)[:, :, None]
    sums = cv2.GaussianBlur(values * known[:, :, None], (0, 0), blocks, borderType=cv2.BORDER_REFLECT)
    mean: Floats = sums / np.maximum(weight, 1e-4)
    if otherwise is None:
        fallback = np.median(values[known > 0], axis=0) if known.any() else np.median(values.reshape(-1, 3), axis=0)
        return np.where(weight > 1e-3, mean, fallback).astype(np.float32)  # noqa: PLR2004  (nothing known near)
    trust = np.clip(weight / 0.3, 0, 1)
    blended: Floats = (trust * mean + (1 - trust) * otherwise).astype(np.float32)
    return blended


def _to_pixels(blocks: Floats, shape: tuple[int, ...], tuning: InkTuning) -> Floats:
    """Values in blocks, interpolated to pixels; the last part block repeats its neighbour."""
    whole: Floats = cv2.resize(blocks, None, fx=tuning.block, fy=tuning.block, interpolation=cv2.INTER_LINEAR)
    down, right = shape[0] - whole.shape[0], shape[1] - whole.shape[1]
    padded: Floats = cv2.copyMakeBorder(whole, 0, down, 0, right, cv2.BORDER_REPLICATE)
    return padded


def _print_gains(density: Floats, printed: Floats, tuning: InkTuning) -> Floats:
    """How dark this printer prints, against the drawing: by channel, the median over pale printed places.

    Grey toner is tinted, and scanning apps make its tint stronger: brown walls were read as orange lines.
    """
    step = slice(None, None, 3)
    drawn, seen = printed[step, step], density[step, step]
    pale = (drawn[:, :, 1] > 0.15) & (drawn[:, :, 1] < 0.8)  # noqa: PLR2004  (print that tells, and no marker)
    if not pale.any():
        return np.ones(3, np.float32)
    gains: Floats = np.median(seen[pale] / np.maximum(drawn[pale], tuning.print_least), axis=0)
    return np.clip(gains, *tuning.print_gain)


def _burnt(bgr: NDArray[np.uint8], tuning: InkTuning) -> Floats:
    """The share of each block that is as bright as the camera can tell."""
    full = cv2.inRange(bgr, (tuning.burnt,) * 3, (255,) * 3)
    height, width = (side // tuning.block for side in full.shape)
    whole = full[: height * tuning.block, : width * tuning.block]
    share: Floats = cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA) / np.float32(255)
    return share
