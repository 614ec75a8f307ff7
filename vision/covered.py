"""Ink to the squares that something lies on: a thumb that holds the sheet, a pen, a card, a coin.

What lies on a sheet is as dense as ink, but solid and broad, and it comes from outside the boat, or is round; pens fill
squares solidly too, but stay on the boat, and squares have corners.
"""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.squares import Shape
from sheets.geometry import Box
from vision.flatten import grid_of
from vision.ink import Ink, amount_of

Floats = NDArray[Any]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class CoveredTuning:
    """What is a cover and not a pen's work. Lengths in squares unless said otherwise."""

    block_px: int = 8
    """The density of blocks so large, a quarter square, is looked at: covers are broad."""
    thin_px: int = 9
    """Lines thinner than this, 3 mm, are pens', and no part of a cover, however many run side by side."""
    least_density: float = 0.3
    """Skin in the paper's own light has 0.5 and more; what is paler is not told from paper."""
    broad: float = 1.25
    """Thumbs are 1.3 and more across; scribbles that leave the boat are thinner, and printed lines, taken out of the
    ink, leave gaps in what is narrower."""
    beyond: float = 0.6
    """A pen may leave the boat by so much."""
    least_outside: float = 0.8
    """Square squares that a cover has out there: the part by which it comes in."""
    least_share: float = 0.25
    """Of a square, above which it is covered."""
    marker_mm: float = 3.0
    """So near to a marker its print may lie: solid, and as narrow as a pencil."""
    narrow: float = 0.5
    """A pencil is 0.6 across. What is so narrow covers only along its own straight line: solid fills that touch and
    leave the boat are no less broad, but no strips."""
    least_long: float = 1.4
    """A strip is so many times longer than wide before it comes to the boat."""
    lies_on_page: float = 3.0
    """And comes from the page's edge, or is so long: a filled box below the boat is neither."""
    straight: float = 0.75
    """And fills so much of a rectangle of its length and width."""
    round_px: int = 4
    """Coins, caps and tokens are smaller: blocks so large show whether something is round."""
    round_core: float = 0.9
    """What is narrower is a line, and no part of them."""
    round_least: float = 1.3
    """They are at least so wide: a single square, filled, is round but for its corners."""
    round_share: float = 0.845
    """And fill so much of the circle around them: blurred, with their shadows, 0.85 and more; what pens filled on 875
    photos 0.83 at most."""


def covered_squares(ink: Ink, tuning: CoveredTuning = CoveredTuning()) -> Shape:
    """The boat's squares that something lies on."""
    per_mm = ink.flat.px_per_mm / tuning.block_px
    side = grid_of(ink.flat.geometry).side * per_mm
    broad = cv2.morphologyEx(amount_of(ink.density), cv2.MORPH_OPEN, np.ones((tuning.thin_px,) * 2, np.uint8))
    solid = _blocks(broad, tuning.block_px) > tuning.least_density
    squares = ink.flat.geometry.squares
    boat = np.zeros(solid.shape, np.uint8)
    for box in squares.values():
        boat[_part(box, per_mm)] = 1
    outside = cv2.dilate(boat, _disk(2 * tuning.beyond * side)) == 0
    markers = np.zeros(solid.shape, np.uint8)
    for marker in ink.flat.geometry.markers:
        markers[_part(marker.box, per_mm)] = 1
    bare = outside & (cv2.dilate(markers, _disk(2 * tuning.marker_mm * per_mm)) == 0)
    covers = _broad(solid | (markers > 0), bare, side, tuning) | _strips(solid, bare, side, tuning)
    fine = tuning.block_px // tuning.round_px
    rounds = _round(_blocks(broad, tuning.round_px) > tuning.least_density, fine * side, tuning)
    if not covers.any() and not rounds.any():
        return frozenset()
    return frozenset(
        s
        for s, box in squares.items()
        if covers[_part(box, per_mm)].mean() > tuning.least_share
        or rounds[_part(box, fine * per_mm)].mean() > tuning.least_share
    )


def _broad(solid: Flags, outside: Flags, side: float, tuning: CoveredTuning) -> Flags:
    """What is broader than any pen's work, and comes from outside: thumbs, cards; nothing is known of markers."""
    broad = cv2.morphologyEx(solid.astype(np.uint8), cv2.MORPH_OPEN, _disk(tuning.broad * side))
    count, pieces = cv2.connectedComponents(broad)
    sizes = np.bincount(pieces[outside], minlength=count) / side**2
    return np.isin(pieces, np.flatnonzero(sizes > tuning.least_outside)) & (pieces > 0)


def _strips(solid: Flags, outside: Flags, side: float, tuning: CoveredTuning) -> Flags:
    """What comes from outside as a straight strip, and how far it goes on: pens, pencils."""
    whole = cv2.morphologyEx(solid.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    narrow = cv2.morphologyEx(whole, cv2.MORPH_OPEN, _disk(tuning.narrow * side))
    covers = np.zeros(solid.shape, bool)
    count, pieces, stats, _ = cv2.connectedComponentsWithStats((narrow * outside).astype(np.uint8))
    for number in range(1, count):
        if stats[number, cv2.CC_STAT_AREA] > tuning.least_outside * side**2:
            far = _at_edge(stats[number], solid.shape)
            covers |= _along(pieces == number, narrow > 0, far, side, tuning)
    return covers


def _along(piece: Flags, solid: Flags, from_edge: bool, side: float, tuning: CoveredTuning) -> Flags:
    """What is solid along this piece's own straight line, as far as it hangs together; nothing when it is no strip."""
    places = np.argwhere(piece)
    middle = places.mean(axis=0)
    spread, ways = np.linalg.eigh(np.cov((places - middle).T))
    wide, long = np.sqrt(12 * spread + 1)
    straight = long > tuning.least_long * wide and len(places) > tuning.straight * wide * long
    if not straight or not (from_edge or long > tuning.lies_on_page * side):
        return np.zeros_like(piece)
    off = np.tensordot(ways[:, 0], np.indices(piece.shape), 1) - ways[:, 0] @ middle
    _, parts = cv2.connectedComponents(((np.abs(off) <= wide / 2 + 1) & solid).astype(np.uint8))
    covers: Flags = np.isin(parts, parts[piece]) & (parts > 0)
    return covers


def _round(solid: Flags, side: float, tuning: CoveredTuning) -> Flags:
    """What is round: coins, caps, tokens."""
    cores = cv2.morphologyEx(solid.astype(np.uint8), cv2.MORPH_OPEN, _disk(tuning.round_core * side))
    covers = np.zeros(solid.shape, np.uint8)
    for outline in cv2.findContours(cores, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]:
        (_, radius), area = cv2.minEnclosingCircle(outline), cv2.contourArea(outline)
        if 2 * radius > tuning.round_least * side and area > tuning.round_share * np.pi * radius**2:
            cv2.drawContours(covers, [outline], -1, 1, cv2.FILLED)
    return covers > 0


def _at_edge(bounds: Floats, shape: tuple[int, ...]) -> bool:
    """Whether a piece with these bounds reaches the page's edge."""
    left, top, width, height = bounds[:4].tolist()
    return bool(left <= 1 or top <= 1 or left + width >= shape[1] - 1 or top + height >= shape[0] - 1)


def _blocks(density: Floats, size: int) -> Floats:
    """The mean density of each whole block."""
    height, width = (side // size for side in density.shape)
    whole = density[: height * size, : width * size]
    return np.asarray(cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA))


def _disk(across: float) -> Floats:
    size = max(1, round(across)) | 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)))


def _part(box: Box, scale: float) -> tuple[slice, slice]:
    """The box's pixels."""
    return (
        slice(round(box.y * scale), round((box.y + box.h) * scale)),
        slice(round(box.x * scale), round((box.x + box.w) * scale)),
    )
