"""Most players write C or R on every treasure: where all others have ink inside, bare squares shut in are none.

The network sees a square and its surroundings; what this player does with all treasures is seen here.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.discoveries import Kind
from scoring.squares import Shape
from vision.assemble import Knot

Floats = NDArray[Any]


@dataclass(frozen=True, slots=True)
class LettersTuning:
    """What is a letter, and what a player's other treasures tell."""

    sure: float = 0.99
    """Treasures so sure tell of the others."""
    ink: float = 0.06
    """A letter inks so much of some square's middle: 97.4 % of 4,567 treasures on 568 photos have more, 2.3 % of 18,717
    empty squares (dirt, and what was crossed out)."""
    seen: tuple[float, float] = (0.1, 5.0)
    """Before a boat is looked at, so many treasures without a letter were seen, and with one. On 382 of those photos
    all treasures but one at most have letters: there 35 of 3,761 have none, on the other boats every tenth."""
    usual: float = 0.05
    """The share without for which the network's odds hold."""
    least: float = -3.0
    """Anyone forgets a letter once."""


@dataclass(frozen=True, slots=True, eq=False)
class Letters:
    """How this player marks treasures."""

    middles: Floats
    """rows x cols: the share of each square's middle that shows ink."""
    forgotten: float
    """What a missing letter says against a treasure: log odds of 0, or less."""

    def against_a_treasure(self, squares: Shape, tuning: LettersTuning = LettersTuning()) -> float:
        """What these squares' middles say against their being one: log odds of 0, or less."""
        return 0.0 if _lettered(self.middles, squares, tuning) else self.forgotten


def letters_of(middles: Floats, knots: Iterable[Knot], tuning: LettersTuning = LettersTuning()) -> Letters:
    """What the sure treasures of a boat say of a missing letter."""
    ways = (knot.ways[0] for knot in knots if knot.ways[0].odds > tuning.sure)
    treasures = (block.squares for way in ways for block in way.drawn if block.kind is not Kind.CAT)
    lettered = [_lettered(middles, squares, tuning) for squares in treasures]
    without, with_one = tuning.seen
    share = (lettered.count(False) + without) / (len(lettered) + without + with_one)
    return Letters(middles, float(np.clip(np.log(share / tuning.usual), tuning.least, 0.0)))


def _lettered(middles: Floats, squares: Shape, tuning: LettersTuning) -> bool:
    return bool(max(middles[s] for s in squares) > tuning.ink)
