"""What sizes say of all discoveries that look alike: cats have five and six squares, rare treasures four.

Of the cards' cats one in seventeen has four squares, so those of one pen or pattern hardly ever all have; common
treasures have three at most. What looks like several such is treasures with a letter, or a pen, that the network does
not know: r's drawn small in each square had been a sixth pattern, or c's.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

import numpy as np

from scoring.squares import Shape
from vision.assemble import said_by_each
from vision.marks import CAT, COMMON, RARE, MarkOdds

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
    seldom_commons: float = -3.0
    """The same for common ones of four squares: of 24,000 treasures that simulators drew none was one, but home rules
    may have them."""


def as_sizes_say(
    marks: MarkOdds,
    cats: Iterable[Collection[Shape]],
    commons: Collection[Shape],
    tuning: SizeTuning = SizeTuning(),
) -> MarkOdds:
    """The odds of rare treasures, where all of the cats that look alike have their size, or several common ones."""
    kinds = marks.kinds.copy()
    groups = [(CAT, group, tuning.seldom) for group in cats if all(len(s) == RARE_SQUARES for s in group)]
    groups.append((COMMON, [s for s in commons if len(s) == RARE_SQUARES], tuning.seldom_commons))
    for kind, group, seldom in groups:
        if len(group) >= tuning.least:
            each = said_by_each(tuning.each * len(group) + seldom, RARE_SQUARES)
            at = tuple(np.array(sorted(frozenset().union(*group))).T)
            kinds[(*at, RARE)] = np.maximum(kinds[(*at, RARE)], kinds[(*at, kind)] * np.exp(each))
    if (kinds == marks.kinds).all():
        return marks
    return replace(marks, kinds=kinds / kinds.sum(axis=2, keepdims=True))
