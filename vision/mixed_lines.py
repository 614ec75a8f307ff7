"""Whose is a line that neighbours share? What each pen's ink gives, alone or mixed with theirs, is held against it.

A cat whose lines its neighbours drew over has no ink of its own hue, but mixtures of its ink with theirs.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.squares import Shape, Square
from vision.colours import inks_at
from vision.flatten import grid_of
from vision.ink import Ink, amount_of

Floats = NDArray[Any]
WAYS = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""Up, right, down, left."""


@dataclass(frozen=True, slots=True)
class MixedTuning:
    """Where a line is looked at, and how inks mix. Lengths in squares.

    Set on 279 photos (seed 8000, and an independent simulator's), their true discoveries given: of 108 cats whose pen
    was less than 99.95 % sure 8 are named wrong instead of 10, and 29 are more than 0.5 % in doubt instead of 48.
    """

    inside: float = 0.28
    outside: float = 0.04
    """A cat's own half of a line, and its outline inside; beyond lies the neighbour's."""
    ends: float = 0.2
    """The ends of a side belong to the neighbouring sides too."""
    steps: int = 32
    """Places looked at a square, across; along half as many."""
    least_ink: float = 0.3
    """Paler sides have no line."""
    layers: tuple[float, ...] = (0.5, 0.7, 1.0, 1.4)
    """Lines are so much thinner or thicker than a pen's usual one."""
    over: tuple[float, ...] = (0.5, 1.0)
    """So much of the neighbour's ink lies over or under."""
    gamma: float = 2.2
    """Light is compared as eyes and cameras see it: dark inks differ little."""
    off: float = 0.07
    """So far from what the inks should give is usual, 1 being paper."""
    stray: float = 0.03
    """Sides that nothing explains."""
    most: float = 6.0
    """No cat's lines tell more (log odds). Believed whole, on 649 photos, 15 boats have a cat named wrong instead of 17
    when they were believed half and to 4 at most; 42 ask instead of 51."""
    sure: float = 0.9995
    """Cats whose pen is surer are not looked at."""
    founds: float = 0.99
    """Cats so sure tell what their pens' lines look like."""
    usual: float = 1.5
    """The density of a pen that drew no line by itself."""


def as_lines_say(
    member: Floats,
    cats: Sequence[Shape],
    drawn: int,
    treasures: Shape,
    ink: Ink,
    pens: Floats,
    tuning: MixedTuning = MixedTuning(),
) -> Floats:
    """By cat and pen: how likely each cat is of each pen, where that was open, from the lines around it.

    The first so many cats are on the boat, and those treasures; the others may be instead of them.
    """
    doubtful = np.flatnonzero(member.max(axis=1) < tuning.sure).tolist()
    if not doubtful or len(pens) == 1:
        return member
    lines, best, black = _lines(ink, tuning), member.argmax(axis=1), len(pens)
    owner = {s: int(best[i]) for i, cat in enumerate(cats[:drawn]) for s in cat} | dict.fromkeys(treasures, black)
    sure = [i for i in range(drawn) if member[i].max() > tuning.founds]
    inks = np.array(
        [
            *(_ink_of([cats[i] for i in sure if best[i] == pen], pen, lines, owner, tuning) for pen in range(black)),
            _ink_of([frozenset((s,)) for s in treasures], black, lines, owner, tuning),
        ]
    )
    unseen = np.isnan(inks).any(axis=1)
    inks[unseen] = tuning.usual * inks_at(np.concatenate([pens, [(0.0, 0.0)]]))[unseen]
    told: Floats = member.copy()
    for cat in doubtful:
        fits = sum(
            (_fits(line, beyond, inks, tuning) for line, beyond in _around(cats[cat], lines, owner)), np.zeros(black)
        )
        told[cat] *= np.exp(np.maximum(fits - fits.max(), -tuning.most))
    told /= told.sum(axis=1, keepdims=True)
    return told


def _lines(ink: Ink, tuning: MixedTuning) -> Floats:
    """The densest ink across each side of each square, in the square's own half: rows x cols x 4 ways x B, G, R."""
    grid, per_mm = grid_of(ink.flat.geometry), ink.flat.px_per_mm
    top, left, side = grid.top * per_mm - 0.5, grid.left * per_mm - 0.5, grid.side * per_mm
    at = _across_sides((grid.rows, grid.cols), (top, left), side, ink.density.shape[1], tuning)
    pixels = ink.density.reshape(-1, 3)
    densest = np.take(amount_of(pixels), at).argmax(axis=-1)[..., None]
    seen = np.take(pixels, np.take_along_axis(at, densest, axis=-1)[..., 0], axis=0)
    lines: Floats = np.median(seen, axis=3)
    return lines


@lru_cache(maxsize=8)
def _across_sides(
    count: tuple[int, int], corner: tuple[float, float], side: float, width: int, tuning: MixedTuning
) -> NDArray[np.intp]:
    """Where to look for lines: rows x cols x 4 ways x places along x across, as indices of the sheet's pixels."""
    along = np.arange(tuning.ends, 1 - tuning.ends, 2 / tuning.steps)
    across = np.arange(-tuning.outside, tuning.inside, 1 / tuning.steps)
    a, b = np.meshgrid(along, across, indexing="ij")
    y, x = np.stack([b, a, 1 - b, a]), np.stack([a, 1 - b, a, b])
    rows, cols = np.mgrid[0 : count[0], 0 : count[1]][:, :, :, None, None, None]
    down, right = (
        np.rint(c + (n + p) * side).astype(np.intp) for c, n, p in zip(corner, (rows, cols), (y, x), strict=True)
    )
    at: NDArray[np.intp] = down * width + right
    return at


def _around(squares: Shape, lines: Floats, owner: Mapping[Square, int]) -> Iterator[tuple[Floats, int | None]]:
    """The lines around these squares, and whose pen drew what lies beyond."""
    for s, (way, (down, right)) in product(sorted(squares), enumerate(WAYS)):
        beyond = Square(s.row + down, s.col + right)
        if beyond not in squares:
            yield lines[s.row, s.col, way], owner.get(beyond)


def _ink_of(
    drawn: Sequence[Shape], pen: int, lines: Floats, owner: Mapping[Square, int], tuning: MixedTuning
) -> Floats:
    """The density of a pen's lines where no other pen's can lie; not a number where there are none."""
    own = [line for squares in drawn for line, beyond in _around(squares, lines, owner) if beyond in (None, pen)]
    plain = [line for line in own if line.max() > tuning.least_ink]
    return np.median(plain, axis=0) if plain else np.full(3, np.nan)


def _fits(line: Floats, beyond: int | None, inks: Floats, tuning: MixedTuning) -> Floats:
    """How well each pen explains a line, alone or with the pen beyond: log likelihoods."""
    pens = len(inks) - 1
    if line.max() < tuning.least_ink:
        return np.zeros(pens)
    mixed = np.array(tuning.layers)[None, :, None] * inks[:pens, None]
    if beyond is not None:
        mixed = np.concatenate([mixed, *(mixed + over * inks[beyond] for over in tuning.over)], axis=1)
    off = ((np.exp(-mixed / tuning.gamma) - np.exp(-line / tuning.gamma)) ** 2).sum(axis=2).min(axis=1)
    fits: Floats = np.log((1 - tuning.stray) * np.exp(-0.5 * off / tuning.off**2) + tuning.stray)
    return fits
