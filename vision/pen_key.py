"""Ink to PenKey: the pens (or patterns) that were tried beside the colours' names, and what the light makes of print.

A pen in its key box is that pen's colour as this photo shows it. When all boxes hold one pen, or any pens, drawn
differently, the boat is marked in patterns instead of colours. The swatches beside the boxes were printed in known
colours.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.discoveries import Colour
from sheets.geometry import Box
from sheets.tones import PENS
from vision.colours import hue_places, is_others
from vision.ink import LINEAR, Ink, soft_amount_of

Floats = NDArray[Any]


@dataclass(frozen=True, slots=True)
class PenKeyTuning:
    """When a key box was used, and when its pens are one. Lengths in mm."""

    inset: float = 1.0
    """The box's outline, where it may lie, and what a shift of it leaves."""
    around: float = 1.0
    """Paper is measured so far around the row of boxes."""
    paper_share: float = 0.35
    """So much of that is paper whatever was drawn: the boxes take half of it."""
    noise_times: float = 4.0
    """Ink is darker than so many times the unevenness of the paper."""
    paper: float = 0.25
    """Paper shows at most so much as ink; a box filled throughout shows none."""
    least_density: float = 0.3
    """The darkest channel of any pen is above; shadows and wiped lines are below."""
    least_mm2: float = 1.3
    """A box with less ink was only touched: stray dots have up to 1.2, ten faint dots of a pattern 2."""
    least_length: float = 4.0
    """The same for the bounds of its ink."""
    core_share: float = 0.5
    """Pixels with at least this share of the pen's own density tell its colour; rims are mixed with paper."""
    one_pen: float = 0.45
    """Pens nearer to each other on the plane of hues are one. Measured on 210 keys of imitated photos: one pen's boxes
    lie up to 0.19 apart, the nearest three pens 1.2."""
    boat_share: float = 0.6
    """A boat marked in patterns has at least so much of its ink from the key's pen; other pens write letters."""
    drawn_apart: float = 0.45
    """Or its cats are in any pens, and half of the key's boxes differ by more than this (`patterns.boxes_apart`): of
    325 keys that were scribbled in with five pens three in a hundred do, of 307 keys of patterns 99."""
    others_pens: int = 2
    """Or they are in any pens themselves: boxes differ by as much, and so many hold black or another colour's pen. Of
    35 keys of 1,800 boats in colours whose boxes differ by as much none holds one, of ten that do in a thirteenth
    simulator's patterns in any pens six hold three and more."""
    colours: tuple[float, int] = (0.001, 4)
    """A picture has colours where more than this share of it differs by so many levels between channels: grey ones do
    nowhere, scans of grey prints with black pens, the least colourful of 360 photos, by 5 on a hundredth."""
    least_boxes: int = 3
    """So many boxes of one pen make a key of patterns: with two, a player may have lent a pen."""
    swatch_inset: float = 0.9
    in_colour: float = 0.35
    """The swatches' share of the colour that was drawn, above which a printer printed in colour: grey ones have 0,
    in a yellow lamp's light 0.6."""


@dataclass(frozen=True, slots=True, eq=False)
class KeyPen:
    """A pen as it was tried in its box; channels are B, G, R."""

    absorbed: Floats
    """The share of light that its ink keeps: the mean of its pixels, weighted by how much ink they have."""
    direction: Floats
    """The unit vector of its density."""
    spread: float
    """How far its pixels' directions lie from that, on average."""
    weight: float
    """Its ink, in full pixels."""


@dataclass(frozen=True, slots=True, eq=False)
class Swatch:
    """A printed colour; densities in B, G, R."""

    seen: Floats
    drawn: Floats


@dataclass(frozen=True, slots=True, eq=False)
class PenKey:
    """What the pen key tells."""

    pens: Mapping[Colour, KeyPen] = field(default_factory=dict)
    """Of the boxes that were used."""
    friendly: bool = False
    """The boxes hold patterns, in one pen or in any, not the colours' pens."""
    patterns: Mapping[Colour, Floats] = field(default_factory=dict)
    """H x W: the density in each used box, without its outline, in sheet pixels."""
    swatches: Mapping[Colour, Swatch] = field(default_factory=dict)
    colour_seen: float = 0.0
    """The swatches' colour as a share of what was drawn: near 1 in white light, near 0 when printed in grey."""
    printed_in_colour: bool = False
    colourless: bool = False
    """The picture has no colours, so that all pens look like one."""

    @property
    def inks(self) -> dict[Colour, Floats]:
        """The density of each colour's pen, as a direction; none when the key holds patterns."""
        return {} if self.friendly else {colour: pen.direction for colour, pen in self.pens.items()}


def read_pen_key(ink: Ink, tuning: PenKeyTuning = PenKeyTuning()) -> PenKey:
    """What was drawn in the pen key, and what the light makes of the swatches."""
    key, scale = ink.flat.geometry.pen_key, ink.flat.px_per_mm
    parts = {colour: _part(ink.density, box, tuning.inset, scale) for colour, box in key.items()}
    amounts = {colour: _amount(part, tuning) for colour, part in parts.items()}
    least = _least_ink(ink, tuning)
    used = {colour: amount for colour, amount in amounts.items() if _used(amount > least, scale, tuning)}
    pens = {colour: _pen(parts[colour], amount, least, tuning) for colour, amount in used.items()}
    swatches = _swatches(ink, tuning)
    colour_seen = _colour_seen(swatches)
    colourless = _colourless(ink, tuning)
    one = _one_pen(list(pens.values()), tuning)
    on_boat = one and not colourless and _on_boat(ink, list(pens.values()), tuning)
    return PenKey(
        pens=pens,
        friendly=on_boat or ((one or _in_any_pens(pens, tuning)) and _drawn_apart(used, tuning)),
        patterns=used,
        swatches=swatches,
        colour_seen=colour_seen,
        printed_in_colour=colour_seen > tuning.in_colour,
        colourless=colourless,
    )


def _colourless(ink: Ink, tuning: PenKeyTuning) -> bool:
    """Whether all channels show the same."""
    share, levels = tuning.colours
    some = ink.flat.bgr[::4, ::4]
    apart = some.max(axis=2) - some.min(axis=2)
    return bool((apart > levels).mean() < share)


def _part(picture: Floats, box: Box, inset: float, scale: float) -> Floats:
    """The pixels in a box, so far off its sides."""
    rows = slice(round((box.y + inset) * scale), round((box.y + box.h - inset) * scale))
    cols = slice(round((box.x + inset) * scale), round((box.x + box.w - inset) * scale))
    part: Floats = picture[rows, cols]
    return part


def _amount(density: Floats, tuning: PenKeyTuning) -> Floats:
    """Density in the channel where it is greatest, paper taken off."""
    amount = soft_amount_of(density)
    amount -= min(float(np.quantile(amount, 0.1)), tuning.paper)
    return amount


def _least_ink(ink: Ink, tuning: PenKeyTuning) -> float:
    """What is darker is ink: well above the paper's unevenness, measured on and between the boxes."""
    boxes = np.array(list(ink.flat.geometry.pen_key.values()))
    if not len(boxes):
        return tuning.least_density
    left, top = boxes[:, :2].min(axis=0)
    right, bottom = (boxes[:, :2] + boxes[:, 2:]).max(axis=0)
    strip = Box(left, top, right - left, bottom - top)
    amount = _amount(_part(ink.density, strip, -tuning.around, ink.flat.px_per_mm), tuning)
    return max(tuning.least_density, tuning.noise_times * float(np.quantile(amount, tuning.paper_share)))


def _used(inked: NDArray[np.bool_], scale: float, tuning: PenKeyTuning) -> bool:
    """Whether there is more ink than a pen leaves by chance."""
    if inked.sum() < tuning.least_mm2 * scale**2:
        return False
    return bool(max(np.ptp(at) for at in np.nonzero(inked)) >= tuning.least_length * scale)


def _pen(density: Floats, amount: Floats, least: float, tuning: PenKeyTuning) -> KeyPen:
    """The pen's colour, from the pixels that it fills."""
    own = float(np.quantile(amount[amount > least], 0.8))
    core = amount > max(least, tuning.core_share * own)
    ink, weight = density[core], amount[core]
    absorbed = np.average(1 - np.exp(-ink), axis=0, weights=weight)
    direction = np.average(ink, axis=0, weights=weight)
    direction /= max(float(np.linalg.norm(direction)), 1e-6)
    unit = ink / np.maximum(np.linalg.norm(ink, axis=1, keepdims=True), 1e-6)
    spread = float(np.average(np.linalg.norm(unit - direction, axis=1), weights=weight))
    return KeyPen(absorbed, direction, spread, float(weight.sum() / own))


def _one_pen(pens: list[KeyPen], tuning: PenKeyTuning) -> bool:
    """Whether all used boxes were drawn with one pen."""
    if len(pens) < tuning.least_boxes:
        return False
    places = hue_places(np.array([pen.direction for pen in pens]))
    return float(np.linalg.norm(places[:, None] - places, axis=2).max()) < tuning.one_pen


def _in_any_pens(pens: Mapping[Colour, KeyPen], tuning: PenKeyTuning) -> bool:
    """Whether boxes were drawn with pens of other colours than theirs."""
    return sum(is_others(hue_places(pen.direction), colour) for colour, pen in pens.items()) >= tuning.others_pens


def _on_boat(ink: Ink, pens: list[KeyPen], tuning: PenKeyTuning) -> bool:
    """Whether the boat was drawn with that pen too."""
    boxes = np.array(list(ink.flat.geometry.squares.values())) * ink.flat.px_per_mm
    left, top = boxes[:, :2].min(axis=0).astype(int)
    right, bottom = (boxes[:, :2] + boxes[:, 2:]).max(axis=0).astype(int)
    some = ink.density[top:bottom:3, left:right:3].reshape(-1, 3)
    plain = some[some.max(axis=1) > 2 * tuning.least_density]
    if not len(plain):
        return True
    own = hue_places(np.mean([pen.direction for pen in pens], axis=0))
    return float((np.linalg.norm(hue_places(plain) - own, axis=1) < tuning.one_pen).mean()) >= tuning.boat_share


def _drawn_apart(used: Mapping[Colour, Floats], tuning: PenKeyTuning) -> bool:
    """Whether each of the boxes is drawn in its own way, so that these are what tells colours."""
    from vision.patterns import boxes_apart  # few boats need it, and it needs this module

    return boxes_apart(used.values()) > tuning.drawn_apart


def _swatches(ink: Ink, tuning: PenKeyTuning) -> dict[Colour, Swatch]:
    """The printed colours as seen and as drawn; darkness against the light on the paper around them."""
    out, scale = {}, ink.flat.px_per_mm
    for colour, box in ink.flat.geometry.swatches.items():
        levels = _part(ink.flat.bgr, box, tuning.swatch_inset, scale)
        height, width = ink.light.shape[:2]
        block = ink.flat.bgr.shape[0] / height
        row = min(height - 1, int((box.y + box.h / 2) * scale / block))
        col = min(width - 1, int((box.x + box.w / 2) * scale / block))
        light = np.log(np.maximum(ink.light[row, col], 1e-3))
        darkness = -np.log(np.maximum(LINEAR[levels], 1e-3)).reshape(-1, 3)
        out[colour] = Swatch(np.median(darkness, axis=0) + light, _drawn_density(PENS[colour]))
    return out


def _drawn_density(tone: str) -> Floats:
    """The density of a tone of the drawing, like #1f5fc4."""
    bgr = [int(tone[at : at + 2], 16) for at in (5, 3, 1)]
    density: Floats = -np.log(np.maximum(LINEAR[bgr], 1e-3))
    return density


def _colour_seen(swatches: Mapping[Colour, Swatch]) -> float:
    """How much of the drawn differences between channels is seen, 0 without swatches."""
    if not swatches:
        return 0.0
    drawn = np.array([s.drawn - s.drawn.mean() for s in swatches.values()])
    seen = np.array([s.seen - s.seen.mean() for s in swatches.values()])
    drawn, seen = drawn - drawn.mean(axis=0), seen - seen.mean(axis=0)
    return float((drawn * seen).sum() / (drawn**2).sum())
