"""What sizes say of all discoveries that look alike: cats have five and six squares, rare treasures four.

Of the cards' cats one in seventeen has four squares, so those of one pen or pattern hardly ever all have. What looks
like such cats is treasures with a letter, or a pen, that the network does not know: r's drawn small in each square had
been a sixth pattern.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

import numpy as np

from scoring.squares import Shape
from vision.assemble import said_by_each
from vision.marks import CAT, RARE, MarkOdds

RARE_SQUARES = 4
"""By the rulebook."""


@dataclass(frozen=True, slots=True)
class SizeTuning:
    """How much a size says."""

    least: int = 2
    """So many discoveries that look alike."""
    each: float = 3.06
    """Log odds against cats for each of them: of 2,722 colours with two cats on 3,082 boats six have two of four
    squares, of 7,187 with more none has only such."""
    seldom: float = -7.3
    """And before: how often the network takes the treasures of a boat for cats."""


def as_sizes_say(marks: MarkOdds, alike: Iterable[Collection[Shape]], tuning: SizeTuning = SizeTuning()) -> MarkOdds:
    """The odds of cats and rare treasures, where all that look alike and are read as cats have a rare one's size."""
    kinds = marks.kinds.copy()
    for group in alike:
        if len(group) < tuning.least or any(len(squares) != RARE_SQUARES for squares in group):
            continue
        each = said_by_each(tuning.each * len(group) + tuning.seldom, RARE_SQUARES)
        at = tuple(np.array(sorted(frozenset().union(*group))).T)
        kinds[(*at, RARE)] = np.maximum(kinds[(*at, RARE)], kinds[(*at, CAT)] * np.exp(each))
    if (kinds == marks.kinds).all():
        return marks
    return replace(marks, kinds=kinds / kinds.sum(axis=2, keepdims=True))
