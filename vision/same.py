"""Several photos of one boat, weighed as one: what one photo hides another shows; where they disagree, doubt stays."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from scoring.squares import Square
from vision.boxes import Odds
from vision.colours import dots_of
from vision.evidence import Evidence, burnt_shares
from vision.flatten import grid_of
from vision.ink import Ink
from vision.marks import MarkOdds
from vision.problems import DifferentSheets

Floats = NDArray[Any]
Key = TypeVar("Key")


@dataclass(frozen=True, slots=True)
class SameTuning:
    """How photos are weighed against each other."""

    least_trust: float = 1e-3
    """What a photo says of squares that glare hides counts so little against one that shows them."""
    trust_power: float = 3.0
    """A square that is burnt out by a third counts a third: beside glare pens are pale."""
    plainer: float = 0.1
    """A square's ink is taken from another photo that is burnt out there by so much less."""
    margin: float = 0.12
    """Squares are taken from another photo with so much of their surroundings, in squares: pens run on their sides."""
    least: float = 1e-6
    """No odds are beyond a million to one."""


def combined(seen: Sequence[Evidence], tuning: SameTuning = SameTuning()) -> tuple[Evidence, int]:
    """The evidence of all photos together, on the ink of the plainest one, and which that is.

    Photos of one boat share their light, their pens and their reader, so their odds are averaged, not multiplied:
    two photos that say the same are as sure as one, and two that contradict each other are in doubt.
    """
    names = sorted({one.ink.flat.geometry.sheet for one in seen})
    if len(names) > 1:
        raise DifferentSheets(f"These photos do not show one boat: {', '.join(names)}.")
    hidden = np.stack([_hidden(one) for one in seen])
    base = min(range(len(seen)), key=lambda i: (len(seen[i].lost), seen[i].ink.flat.fit_mm))
    plain = seen[base]
    plainer = _plainer(hidden, base, tuning)
    boxes = replace(
        plain.boxes,
        lessons=_boxes([one.boxes.lessons for one in seen], tuning),
        specials=_boxes([one.boxes.specials for one in seen], tuning),
    )
    ink = _ink(plain, seen, plainer, tuning)
    together = Evidence(
        ink=ink,
        dots=dots_of(ink),
        marks=_marks(plain, seen, plainer, np.maximum((1 - hidden) ** tuning.trust_power, tuning.least_trust), tuning),
        boxes=boxes,
        key=max(seen, key=lambda one: (len(one.key.pens), one is plain)).key,
        lost=frozenset.intersection(*(one.lost for one in seen)),
    )
    return together, base


def _hidden(one: Evidence) -> Floats:
    """By square, how much of it glare or something on the sheet hides."""
    shares = burnt_shares(one.ink).copy()
    for square in one.lost:
        shares[square] = 1.0
    return shares


def _plainer(hidden: Floats, base: int, tuning: SameTuning) -> dict[Square, int]:
    """Squares that another photo than the plainest shows better, and which one."""
    best = hidden.argmin(axis=0)
    better = hidden[base] - hidden.min(axis=0) > tuning.plainer
    return {Square(int(row), int(col)): int(best[row, col]) for row, col in np.argwhere(better)}


def _marks(
    plain: Evidence, seen: Sequence[Evidence], plainer: Mapping[Square, int], trust: Floats, tuning: SameTuning
) -> MarkOdds:
    logs = _mean([np.log(one.marks.kinds) for one in seen], trust[..., None])
    kinds = np.exp(logs - logs.max(axis=2, keepdims=True))
    right, down = (
        1 / (1 + np.exp(-_mean([_logit(side(one.marks), tuning) for one in seen], np.minimum(*both))))
        for side, both in (
            (_right, (trust[:, :, :-1], trust[:, :, 1:])),
            (_down, (trust[:, :-1], trust[:, 1:])),
        )
    )
    pens = plain.marks.pens.copy()
    for square, photo in plainer.items():
        pens[square] = seen[photo].marks.pens[square]
    return replace(plain.marks, kinds=kinds / kinds.sum(axis=2, keepdims=True), right=right, down=down, pens=pens)


def _right(marks: MarkOdds) -> Floats:
    return marks.right


def _down(marks: MarkOdds) -> Floats:
    return marks.down


def _mean(values: Sequence[Floats], trust: Floats) -> Floats:
    weighted: Floats = (np.stack(values) * trust).sum(axis=0) / trust.sum(axis=0)
    return weighted


def _logit(odds: Any, tuning: SameTuning) -> Any:
    sure = np.clip(odds, tuning.least, 1 - tuning.least)
    return np.log(sure / (1 - sure))


def _ink(plain: Evidence, seen: Sequence[Evidence], plainer: Mapping[Square, int], tuning: SameTuning) -> Ink:
    """The plainest photo's ink, with squares from others where glare hides them: flat sheets lie on one another."""
    density, burnt = plain.ink.density.copy(), plain.ink.burnt.copy()
    grid, per_mm = grid_of(plain.ink.flat.geometry), plain.ink.flat.px_per_mm
    per_block = per_mm * burnt.shape[1] / density.shape[1]
    for square, photo in plainer.items():
        other = seen[photo].ink
        for mine, theirs, scale in ((density, other.density, per_mm), (burnt, other.burnt, per_block)):
            rows, cols = (
                slice(
                    round((start + (at - tuning.margin) * grid.side) * scale),
                    round((start + (at + 1 + tuning.margin) * grid.side) * scale),
                )
                for start, at in ((grid.top, square.row), (grid.left, square.col))
            )
            mine[rows, cols] = theirs[rows, cols]
    return replace(plain.ink, density=density, burnt=burnt)


def _boxes(seen: Sequence[Mapping[Key, Odds]], tuning: SameTuning) -> dict[Key, Odds]:
    """Each box as the photos that are surest of it see it; a mark that looks taken back in one stays so."""
    return {name: _box([boxes[name] for boxes in seen if name in boxes], tuning) for name in seen[0]}


def _box(odds: Sequence[Odds], tuning: SameTuning) -> Odds:
    """A hidden box is a guess that says little; two sure photos that contradict each other leave even odds."""
    said = np.array([_logit(one.marked, tuning) for one in odds])
    sure = np.abs(said) + tuning.least
    marked = 1 / (1 + np.exp(-(said * sure).sum() / sure.sum()))
    return Odds(float(marked), max(one.taken_back for one in odds))
