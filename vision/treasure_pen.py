"""What pen drew a square says whether it can be a treasure: those are drawn in black, cats are not.

The network judges each square by itself; which pen draws treasures on this sheet, and how far cats' pens lie from it,
the squares tell of which the network is sure.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.squares import Square
from vision.colours import ColourTuning, Dots, placed
from vision.marks import CAT, COMMON, RARE, MarkOdds

Floats = NDArray[Any]


@dataclass(frozen=True, slots=True)
class TreasurePenTuning:
    """How much a pen says. Distances on the plane of hues by density.

    Set on 206 photos (seed 900, and an independent simulator's), 711 squares in doubt: 6 wrong instead of 14.
    """

    sure: float = 0.99
    squares: int = 4
    """So many squares of surely read cats, and of treasures, tell their pens; with fewer treasures these are black:
    players forget the letters, and the network is sure of none."""
    some_squares: int = 12
    """About so many of them are looked at, spread over the boat: more tell no more."""
    one_pen: float = 0.3
    """Where cats' ink lies nearer to the treasures', one dark pen may have drawn all."""
    doubt: float = 0.001
    between: float = 0.28
    """Of 13,212 squares of cats 2 % lie nearer to the treasures' pen, of 6,821 of treasures 3 % farther."""
    spread: float = 0.05
    """At least; ink that is seen less plainly says less."""
    most: float = 30.0
    """To one, for a treasure: cats have black letters and lines in them too."""
    most_coloured: float = 1000.0
    """To one, for a cat: of 2,532 squares of treasures none lies farther than 0.46 from their pen, of 18,706 of cats
    more than half, 236 of those in doubt."""


def as_pens_say(
    marks: MarkOdds,
    dots: Dots,
    squares: Iterable[Square],
    patterned: bool = False,
    tuning: TreasurePenTuning = TreasurePenTuning(),
) -> MarkOdds:
    """The odds of cat against treasure, weighed anew where the network is in doubt.

    On a boat in patterns coloured ink is a cat's only where treasures are known to be in another pen.
    """
    boat = [(s, marks.kinds[s][CAT], marks.kinds[s][COMMON] + marks.kinds[s][RARE]) for s in squares]
    doubtful = [s for s, cat, treasure in boat if min(cat, treasure) > tuning.doubt]
    cats = [s for s, cat, _ in boat if cat > tuning.sure]
    treasures = [s for s, _, treasure in boat if treasure > tuning.sure]
    if not doubtful or len(cats) < tuning.squares:
        return marks
    colours = ColourTuning()

    def seen(squares: Sequence[Square]) -> list[tuple[Floats, float]]:
        return [placed(dots, marks.pens, frozenset((s,)), frozenset(), colours) for s in squares]

    def places(squares: Sequence[Square]) -> Floats:
        return np.array([place for place, _ in seen(squares)])

    def some(squares: Sequence[Square]) -> Sequence[Square]:
        return squares[:: max(1, len(squares) // tuning.some_squares)]

    known = len(treasures) >= tuning.squares
    black = np.median(places(some(treasures)), axis=0) if known else np.zeros(2)
    if np.median(np.linalg.norm(places(some(cats)) - black, axis=1)) < tuning.one_pen:
        return marks
    kinds = marks.kinds.copy()
    least, most = -np.log(tuning.most), np.log(tuning.most_coloured) if known or not patterned else 0.0
    for s, (place, off) in zip(doubtful, seen(doubtful), strict=True):
        if off >= colours.unseen_spread:  # hardly any ink: the place is the network's own word
            continue
        coloured = np.clip((np.linalg.norm(place - black) - tuning.between) / max(tuning.spread, off), least, most)
        kinds[s][CAT] *= np.exp(min(coloured, 0))
        kinds[s][[COMMON, RARE]] *= np.exp(-max(coloured, 0))
        kinds[s] /= kinds[s].sum()
    return replace(marks, kinds=kinds)
