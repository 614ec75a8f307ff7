"""A side beyond which nothing lies is the discovery's alone: its line is in the ink of the pen that drew it.

Neighbours' lines run over each other, but not there: a treasure whose lone sides are purple is a cat, a cat whose lone
sides are black is none. And where such a line borders squares that are taken for empty, somebody drew those.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.squares import Shape, Square, connected
from vision.assemble import said_by_each
from vision.marks import CAT, MarkOdds
from vision.rims import Lines

Floats = NDArray[Any]


@dataclass(frozen=True, slots=True)
class LoneTuning:
    """What counts as a line, and what it tells.

    Measured on 875 photos of five simulators: of 23 cats that were read as empty 16 are shut in by such lines, of 2,388
    empty pockets 39 (on hard photos 15 of 44, and 75 of 1,129).
    """

    line: float = 0.5
    """A side has a line that is seen along so much of it."""
    hardly: float = 0.2
    """And none that is seen along no more than this."""
    per_line: float = 3.0
    """The log odds change by so much for each such line. Measured for pockets: by 3.2 with one, 3.4 with two, 6.4 with
    more. At 2.5 two boats fewer are right."""
    most_lines: int = 4
    elsewhere: float = 0.5
    """A cat whose pen is not seen along more of its lines, though they are inked,"""
    few: int = 2
    """and not on so many lone sides, may be the only one of a pen that nobody knows:"""
    unknown: float = 0.3
    """so likely. Of 13,100 cats seven were such, four of them named wrong, two surely."""
    anybodys: float = 1e-4
    """Where such a line stands against the pen that a cat's hue names, the ink around it may be its neighbours': each
    pen that has none against it is as likely as this at least. A purple cat in a corner that orange and green cats
    left was surely an orange one by its hue, so it was silently read as empty."""
    most_squares: int = 7
    """A pocket of more is no cat."""
    shut: float = 0.75
    """And one with lines along less of its rim is open; thin lines hardly show on the boat's printed edge."""


@dataclass(frozen=True, slots=True, eq=False)
class LoneSides:
    """What the boat's lines say where they are one discovery's alone.

    Squares that are `taken` are drawn on, or hidden: no side beside them is lone.
    """

    lines: Lines

    def against_a_treasure(self, squares: Shape, taken: Shape, tuning: LoneTuning = LoneTuning()) -> float:
        """What coloured lone sides say against these squares being a treasure: log odds of 0, or less."""
        sides = list(_lone(squares, taken))
        coloured = max((sum(pen.shown(*side) > tuning.line for side in sides) for pen in self.lines.pure), default=0)
        return -tuning.per_line * min(coloured, tuning.most_lines)

    def against_a_cat(self, squares: Shape, pen: int, taken: Shape, tuning: LoneTuning = LoneTuning()) -> float:
        """What lone sides in another ink than this pen's say against these squares being its cat: the same."""
        return -tuning.per_line * min(self._others(squares, taken, tuning)[pen], tuning.most_lines)

    def whose(self, member: Floats, cats: Sequence[Shape], taken: Shape, tuning: LoneTuning = LoneTuning()) -> Floats:
        """By cat and pen: how likely each cat is of each pen, after what its lone sides say."""
        if not cats:
            return member
        others = np.array([self._others(squares, taken, tuning) for squares in cats])
        doubted = np.take_along_axis(others, member.argmax(axis=1)[:, None], 1) > 0
        member = np.where(doubted & (others == 0), np.maximum(member, tuning.anybodys), member)
        log = -tuning.per_line * np.minimum(others, tuning.most_lines)
        told = member * np.exp(log - log.max(axis=1, keepdims=True))
        share: Floats = told / told.sum(axis=1, keepdims=True)
        return share

    def unknown(self, squares: Shape, pen: int, taken: Shape, tuning: LoneTuning = LoneTuning()) -> float:
        """How likely this pen's cat is that of one that is not known: other ink lies nearly all around it."""
        lone = sum(self.lines.pure[pen].shown(*side) > tuning.line for side in _lone(squares, taken))
        elsewhere = self.lines.nearest[pen].missing(squares) - self.lines.ink.missing(squares)
        return tuning.unknown if lone < tuning.few and elsewhere > tuning.elsewhere else 0.0

    def _others(self, squares: Shape, taken: Shape, tuning: LoneTuning) -> list[int]:
        """For each pen, how many lone sides have lines in which its ink is hardly seen."""
        lines = [side for side in _lone(squares, taken) if self.lines.ink.shown(*side) > tuning.line]
        return [sum(pen.shown(*side) < tuning.hardly for side in lines) for pen in self.lines.pure]

    def shut_in(
        self, marks: MarkOdds, owner: Mapping[Square, int], squares: Shape, tuning: LoneTuning = LoneTuning()
    ) -> MarkOdds:
        """The odds with empty squares likelier a cat's where lines shut them in that are not their neighbours'.

        `owner` says which pen drew each square that is read as drawn on. What has ink inside and is read as empty was
        crossed out.
        """
        empty = squares - owner.keys()

        def open_to(square: Square) -> list[Square]:
            return [n for n in square.neighbours if n in empty and self.lines.ink.shown(square, n) < tuning.line]

        kinds = marks.kinds.copy()
        for pocket in connected(sorted(empty), open_to):
            sides = [(s, n) for s in pocket for n in s.neighbours if n not in pocket]
            rim = float(np.mean([self.lines.ink.shown(*side) for side in sides]))
            if len(pocket) > tuning.most_squares or rim < tuning.shut or self.lines.bare(pocket) != pocket:
                continue
            foreign = max(
                sum(pen.shown(s, n) > tuning.line for s, n in sides if owner.get(n, which) != which)
                for which, pen in enumerate(self.lines.pure)
            )
            if foreign:
                at = tuple(np.array(sorted(pocket)).T)
                told = np.log(kinds[(*at, CAT)] / kinds[(*at, 0)]).mean()  # what is one thing says one thing
                told += tuning.per_line * min(foreign, tuning.most_lines)
                each = said_by_each(told, len(pocket))
                kinds[(*at, CAT)] = kinds[(*at, 0)] * np.exp(each)
        if (kinds == marks.kinds).all():
            return marks
        return replace(marks, kinds=kinds / kinds.sum(axis=2, keepdims=True))


def _lone(squares: Shape, taken: Shape) -> Iterator[tuple[Square, Square]]:
    """The sides of these squares beyond which nothing lies."""
    others = squares | taken
    return ((s, n) for s in squares for n in s.neighbours if n not in others)
