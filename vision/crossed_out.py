"""What a player drew and takes no more for a discovery: crossed out, blackened, or a ring around a counted rat.

The network has seen none of these: a cross is a fill to it, a ring an outline. What is crossed or blackened where
others are not is likelier nothing, and asked about unless it is plain; rings around several rats count rats.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.squares import Shape, Square
from vision.assemble import said_by_each
from vision.colours import Dots
from vision.marks import CAT, MarkOdds
from vision.rims import inked, typical_amount

Floats = NDArray[Any]
Flags = NDArray[np.bool_]
Ints = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class CrossedTuning:
    """What a cross and a ring are. Lengths in squares."""

    most_squares: int = 5
    """What is larger is seldom crossed out, and has fills that look like crosses."""
    ends: tuple[float, float] = (0.22, 0.78)
    """Between these shares of a diagonal nothing else is drawn."""
    crossed: float = 0.72
    """A diagonal is a stroke with ink along so much of it: of crosses of an independent simulator's at least 0.78, of
    faces and outlines that step along it at most 0.5 on the other one, of three strokes of a hatch 0.69,"""
    beside: float = 0.9
    """and with some a dot beside it along so much: hands tremble;"""
    lobe: tuple[float, float, float] = (0.3, 0.08, 0.08)
    """between the strokes, so far from the edge and so far around, there is paper, where several squares are crossed
    perhaps so far aside (letters in single ones would look so):"""
    lobe_ink: float = 0.3
    """no more ink than this in all four places."""
    plain: tuple[float, float] = (0.95, 0.46)
    """Where both diagonals, or what lies a dot beside them, are strokes along so much of them, so much ink may be
    between: of some 24,000 discoveries of 1,324 photos that count, but for two boats' with crosses as fills, the least
    has 0.51; crosses that meet beside the middle, or whose pen is broad, have 0.3 to 0.45."""
    full: float = 1.85
    """Where all of so many squares have such strokes, and no more than so many times that ink between, they are crossed
    out too (all of ten), and so are bars with one cross over all (all of 19, six of them with more than once that ink,
    which were silently counted):"""
    full_squares: int = 3
    """broad pens' crosses over outlines drawn inside have 0.67 to 0.84 in their fullest square (the three of a tenth
    simulator were silently counted), hatches crossed by hatches 0.49 to 0.62, streaky fills 0.89 and more."""
    struck_squares: tuple[int, int] = (3, 8)
    """Discoveries of so many squares are also looked at for two strokes right across: two squares have outlines and
    letters that look so."""
    longest: int = 3
    """Bars that are more than so many times longer than wide are filled with strokes along them, which look so too: one
    of five squares was silently taken for crossed out."""
    stray: float = 0.6
    """Such a stroke ends so near to a corner of the box around the discovery, square to its way,"""
    stray_share: float = 0.35
    """and no farther than so much of the box's width: of a bar's outline, drawn inside, parts of two lines were taken
    for strokes (three of six bars, one silently)."""
    tries: int = 13
    """this many ends are tried at each corner."""
    within: tuple[float, float] = (0.05, 0.95)
    """It is looked at between these shares of its length,"""
    steps: int = 12
    """so many times a square."""
    thin_dots: int = 6
    """A pen's stroke is narrower, 4 mm, also where it crosses an outline;"""
    stands_out: float = 0.22
    """it is darker than what is beside it by so much of the usual ink,"""
    unbroken: float = 0.97
    """along so much of its way."""
    parallel: tuple[float, ...] = (-1.0, -0.7, -0.45, 0.45, 0.7, 1.0)
    """So far beside it, where a hatch has its next lines,"""
    alone: float = 0.71
    """at most so much of another way stands out. Of 60,000 discoveries of 2,700 photos 7 passed but for black strokes,
    all of them crossed out, the last with 0.7; hatched ones have 0.72 and more;"""
    hardly_alone: float = 0.75
    """what has no more than this is perhaps crossed out: four more that were, two hatched ones that were not. (Looked
    at within the box alone, or within the discovery, both are told apart less well.)"""
    filled: float = 0.6
    fullest: float = 0.9
    fuller: float = 0.1
    """What has ink on so much of its inside, and hardly more than the fullest tenth of the boat's discoveries, is
    filled: a hatch has strokes right across too. Of four so filled none was struck out, one of them had silently been
    taken for it; of 18 struck ones 17 have at most 0.48 inside, one 0.8 where others have 0.36."""
    blackened: float = 0.68
    """What is scribbled over in black has it on so much of each square's inside, and several squares: of six that were
    scribbled over four."""
    lettered: float = 0.99
    """Broad pens' letters have as much: 12 treasures of 94 photos with such pens. But there the network is so sure
    of the same letter in each square, of 52 with ink on half of it but two; of what is scribbled over at most 0.963."""
    black: float = 0.25
    """So little colour (chroma) is black, also over a coloured line;"""
    black_way: float = 0.7
    """two strokes right across are black where so much of each is,"""
    coloured_rim: float = 0.5
    """and cross out another pen's outline where so much of the ink, this far inside its sides, is not:"""
    inside_side: float = 0.14
    """of some 30,000 discoveries twelve were so, all of them crossed out, three of them among lines of a hatch."""
    inside: tuple[float, float] = (0.2, 0.8)
    """a square's inside is this part of it."""
    habit: float = 0.15
    """Where more than this share of the boat's cats have crosses they are how this player fills;"""
    habit_squares: float = 0.045
    """or of the other squares: drawn small, few such cats are crossed in all of theirs. Of 36 boats with a discovery
    crossed out in each square the others' squares have crosses on at most 0.028, of four that had lost a cat with
    crosses for a fill, with a question, on 0.06, 0.42, 0.43 and 0.48."""
    around: float = 0.56
    """A ring lies within so much of the middle of its square,"""
    hole_size: tuple[float, float] = (0.2, 0.85)
    """The paper inside it is so wide and high: a letter's loop is smaller, what squares shut in is larger;"""
    hole_off: float = 0.22
    """its middle is no farther from the square's;"""
    roundness: tuple[float, float] = (0.66, 0.885)
    """it fills so much of the box around it (an ellipse 0.785, a small one drawn in dots 0.875; a square with rounded
    corners 0.9 and more),"""
    convex: float = 0.9
    """has no dents,"""
    hole_ink: float = 0.12
    """and hardly any ink in it."""
    ends_of_side: tuple[float, float] = (0.1, 0.25)
    beside_side: tuple[float, float] = (-0.12, 0.18)
    """Near so much of both its ends a side has a line, so far outside or inside,"""
    side_lined: float = 0.7
    """where more than this shows ink;"""
    most_lined: int = 2
    """so many of a ring's sides may be neighbours' lines."""
    several: int = 3
    """So many rings around rats are no discoveries for sure."""
    told: float = -0.8
    """The log odds that one in a ring counts all the same: who draws rings means it, mostly."""
    told_crossed: float = -3.0
    """The same for what is crossed out square by square: of the first 17 that were found 15 were meant, of the next 33,
    looked at more strictly, all."""
    told_plainly: float = -5.5
    """And for the only one on a boat, where it is blackened or plainly crossed, in at least `full_squares` squares: of
    fills there are more. All of 14 were meant. Broad crosses come too near to a hatch crossed by another."""
    told_perhaps: float = 0.0
    """The same for those that are perhaps: of seven that are no player's fill four were meant."""
    told_struck: float = -10.0
    """The same for two strokes right across: its outline, which is there whether it counts or not, says that it does,
    and these odds are against that. All of those were meant."""
    told_in_black: float = -14.0
    """And where the strokes are black and the outline is not: nobody draws a cat so."""
    sure: float = -7.0


def without_crossed_out(
    marks: MarkOdds,
    drawn: Sequence[Shape],
    dots: Dots,
    rats: Collection[Square],
    tuning: CrossedTuning = CrossedTuning(),
) -> MarkOdds:
    """The odds with those discoveries likelier nothing that are crossed out, or rings around rats."""
    ink = inked(dots)
    told = _crosses(ink, dots, drawn, _lettered(marks, drawn, tuning), tuning) | _rings(ink, dots, drawn, rats, tuning)
    if not told:
        return marks
    kinds = marks.kinds.copy()
    for squares, odds in told.items():
        at = tuple(np.array(sorted(squares)).T)
        each = said_by_each(odds, len(squares))
        kinds[(*at, 0)] = np.maximum(kinds[(*at, 0)], kinds[at][:, 1:].sum(axis=1) * np.exp(-each))
    return replace(marks, kinds=kinds / kinds.sum(axis=2, keepdims=True))


def _lettered(marks: MarkOdds, drawn: Sequence[Shape], tuning: CrossedTuning) -> set[Shape]:
    """Those in whose squares a treasure's letter is seen, the same in each."""
    said = {s: marks.kinds[tuple(np.array(sorted(s)).T)][:, CAT + 1 :] for s in drawn}
    return {s for s, letters in said.items() if letters.min(axis=0).max() > tuning.lettered}


def _crosses(
    ink: Flags, dots: Dots, drawn: Sequence[Shape], lettered: Collection[Shape], tuning: CrossedTuning
) -> dict[Shape, float]:
    """The log odds that those discoveries count all the same that are crossed out, or perhaps."""
    lined, ridges = _lined(ink, dots, tuning), _ridges(dots, tuning)
    blacks = np.hypot(dots.by_density[..., 0], dots.by_density[..., 1]) < tuning.black
    framed = np.pad(ridges, round(dots.side)), np.pad(blacks, round(dots.side))
    least, most = tuning.struck_squares
    small = [s for s in drawn if len(s) <= tuning.most_squares]
    each = _unlike_others({s: _between(ink, dots, s, lined, tuning) for s in small}, ink, dots, drawn, lined, tuning)
    over_all = {s: _over_all(ink, dots, s, tuning) for s in small}
    plain = {s for s in small if min(each[s], over_all[s]) < 1}
    full = [s for s in small if s not in plain and each[s] < tuning.full and len(s) >= tuning.full_squares]
    bars = [s for s in small if s not in plain and over_all[s] < tuning.full]
    strokes = {s: _struck(*framed, dots, s, tuning) for s in drawn if least <= len(s) <= most}
    alone = {s: both.beside for s, both in strokes.items()}
    in_black = [s for s, both in strokes.items() if both.black >= tuning.black_way]
    in_black = [s for s in in_black if _coloured(ink, blacks, dots, s, tuning)]
    struck = [s for s, share in alone.items() if share <= tuning.hardly_alone]
    full, struck = ([s for s in some if not _as_filled(ink, dots, s, drawn, tuning)] for some in (full, struck))
    black = [s for s in drawn if s not in lettered and _blackened(ink, blacks, dots, s, tuning)]
    plain |= set(black)
    lone = not full and not bars and len(plain) == 1 and all(len(s) >= tuning.full_squares for s in plain)
    told = dict.fromkeys((s for s in struck if alone[s] > tuning.alone), tuning.told_perhaps)
    told |= dict.fromkeys((*plain, *full, *bars), tuning.told_plainly if lone else tuning.told_crossed)
    told |= dict.fromkeys((s for s in struck if alone[s] <= tuning.alone), tuning.told_struck)
    told |= dict.fromkeys(in_black, tuning.told_in_black)
    return told if len(told) <= tuning.habit * len(drawn) else {}


def _as_filled(ink: Flags, dots: Dots, squares: Shape, drawn: Sequence[Shape], tuning: CrossedTuning) -> bool:
    """Whether this is inked inside as the boat's fullest discoveries are: strokes across it are a hatch's."""
    share = _inked_inside(ink, dots, squares, tuning)
    if share < tuning.filled:
        return False
    others = [_inked_inside(ink, dots, other, tuning) for other in drawn if other != squares]
    return bool(others and share < np.quantile(others, tuning.fullest) + tuning.fuller)


def _inked_inside(ink: Flags, dots: Dots, squares: Shape, tuning: CrossedTuning) -> float:
    """The share of its squares' insides that has ink."""
    return float(np.mean([ink[_inside(s, dots, tuning)].mean() for s in squares]))


def _inside(square: Square, dots: Dots, tuning: CrossedTuning) -> tuple[slice, slice]:
    """The dots of a square's inside."""
    rows, cols = (slice(*(round(dots.margin + (at + end) * dots.side) for end in tuning.inside)) for at in square)
    return rows, cols


def _blackened(ink: Flags, blacks: Flags, dots: Dots, squares: Shape, tuning: CrossedTuning) -> bool:
    """Whether black ink covers each of several squares; a letter alone may cover one."""
    if len(squares) == 1:
        return False
    for square in squares:
        at = _inside(square, dots, tuning)
        if (ink[at] & blacks[at]).mean() < tuning.blackened:
            return False
    return True


def _rings(
    ink: Flags, dots: Dots, drawn: Sequence[Shape], rats: Collection[Square], tuning: CrossedTuning
) -> dict[Shape, float]:
    """The same for those that are rings around rats."""
    rings = frozenset(s for s in rats if _ring(ink, dots, s, tuning))
    rings -= frozenset().union(*(squares for squares in drawn if len(squares) > 1 and not squares <= rings))
    lone = frozenset(s for s in rings if _open(ink, dots, s, tuning))
    counted = len(lone) >= tuning.several
    told = dict.fromkeys((frozenset((s,)) for s in lone), tuning.sure if counted else tuning.told)
    if counted:
        told |= dict.fromkeys((frozenset((s,)) for s in rings - lone), tuning.told)
    return told


def _lined(ink: Flags, dots: Dots, tuning: CrossedTuning) -> Flags:
    """The squares, rows x cols, with ink along both diagonals or a dot beside: only these are looked at closely."""
    rows, cols = (round((length - 2 * dots.margin) / dots.side) for length in ink.shape)
    near = cv2.dilate(ink.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    along = _along(tuning, 1.0, dots)
    squares = np.moveaxis(np.mgrid[0:rows, 0:cols], 0, 2)[:, :, None, None]
    ways = np.stack([np.stack([along, along], 1), np.stack([along, 1 - along], 1)])
    seen = _seen(near, dots, (squares + ways).reshape(-1, 2), 0).reshape(rows, cols, 2, -1)
    return np.asarray((seen.mean(axis=3) >= tuning.beside).all(axis=2))


def _along(tuning: CrossedTuning, size: float, dots: Dots) -> Floats:
    """Places along a diagonal of a box so large."""
    return np.linspace(*tuning.ends, round(2 * dots.side * size))


def _between(ink: Flags, dots: Dots, squares: Shape, lined: Flags, tuning: CrossedTuning) -> float:
    """How much ink lies between the strokes of a cross over each of these squares.

    As a share of what may; without such strokes there is no end to it.
    """
    if not all(lined[s] for s in squares):
        return np.inf
    steady = len(squares) == 1
    return max(_cross(ink, dots, np.array(s), np.array(s) + 1, steady, tuning) for s in squares)


def _unlike_others(
    each: dict[Shape, float], ink: Flags, dots: Dots, drawn: Sequence[Shape], lined: Flags, tuning: CrossedTuning
) -> dict[Shape, float]:
    """The same, but nothing is crossed out in each square where other discoveries' squares have crosses too."""
    if not any(share < tuning.full for share in each.values()):
        return each
    others = [s for squares in drawn if not each.get(squares, np.inf) < tuning.full for s in squares]
    crossed = [_between(ink, dots, frozenset((s,)), lined, tuning) < tuning.full for s in others if lined[s]]
    return each if sum(crossed) <= tuning.habit_squares * len(others) else dict.fromkeys(each, np.inf)


def _over_all(ink: Flags, dots: Dots, squares: Shape, tuning: CrossedTuning) -> float:
    """The same for one cross over several squares that are a bar."""
    low, high = np.min(sorted(squares), axis=0), np.max(sorted(squares), axis=0) + 1
    size = high - low
    if len(squares) == 1 or len(squares) != np.prod(size):
        return np.inf
    share = _cross(ink, dots, low, high, False, tuning)
    return share if share < 1 or size.max() <= tuning.longest * size.min() else np.inf


def _cross(ink: Flags, dots: Dots, low: Floats, high: Floats, steady: bool, tuning: CrossedTuning) -> float:
    """How much ink lies between the diagonals of this box (row, col), as a share of what may where both are strokes.

    Unless steady the strokes may lie a dot off, and cross away from the middle.
    """
    size = high - low
    steps = (-1, 0, 1)
    moves = np.stack(np.meshgrid(steps, steps), 2).reshape(-1, 1, 2)
    allowed = slice(len(moves) // 2, len(moves) // 2 + 1) if steady else slice(None)
    along = _along(tuning, float(size.max()), dots)
    plain, plain_ink = tuning.plain
    lobe_ink = plain_ink
    for way in (np.stack([along, along], 1), np.stack([along, 1 - along], 1)):
        line = low + way * size
        places = line + moves / dots.side
        straight = _seen(ink, dots, places.reshape(-1, 2), 0).reshape(len(moves), -1).mean(axis=1)
        if straight.max() < plain:
            lobe_ink = tuning.lobe_ink
            if straight[allowed].max() < tuning.crossed or _seen(ink, dots, line, 1).mean() < tuning.beside:
                return np.inf
    edge, reach, shift = tuning.lobe
    near = np.linspace(-reach, reach, 5)
    around = np.stack(np.meshgrid(near, near), 2).reshape(-1, 2)
    middles = np.array([(edge, 0.5), (1 - edge, 0.5), (0.5, edge), (0.5, 1 - edge)])
    places = low + (middles * size)[:, None, None] + shift * moves[allowed] + around
    lobes = _seen(ink, dots, places.reshape(-1, 2), 0).reshape(4, len(moves[allowed]), -1).mean(axis=(0, 2))
    share = float(lobes.min()) / lobe_ink
    return share if share < 1 or lobe_ink == plain_ink else np.inf


def _ridges(dots: Dots, tuning: CrossedTuning) -> Flags:
    """Where a pen's stroke stands out."""
    amount = dots.amount.astype(np.float32)
    hat = amount - cv2.morphologyEx(amount, cv2.MORPH_OPEN, np.ones((tuning.thin_dots,) * 2, np.uint8))
    return np.asarray(cv2.dilate(hat, np.ones((2, 2), np.uint8)) > tuning.stands_out * typical_amount(dots))


@dataclass(frozen=True, slots=True)
class _Strokes:
    """Two strokes from corner to corner of a discovery's box, or what would be there."""

    beside: float = np.inf
    """How much of some way beside stands out; without such strokes there is no end to it."""
    black: float = 0.0
    """How much of each stroke is black."""


def _struck(ridges: Flags, blacks: Flags, dots: Dots, squares: Shape, tuning: CrossedTuning) -> _Strokes:
    """The strokes from each corner of their box to the opposite one."""
    most, black = 0.0, 1.0
    low = np.min(sorted(squares), axis=0)
    size = np.max(sorted(squares), axis=0) + 1 - low
    if size.max() > tuning.longest * size.min():
        return _Strokes()
    first = np.rint(dots.margin + low * dots.side).astype(np.intp) + round(dots.side)
    base = int(first[0]) * ridges.shape[1] + int(first[1])
    for ways, beside in _across(int(size[0]), int(size[1]), dots.side, ridges.shape[1], tuning):
        seen = np.take(ridges, base + ways, mode="clip").mean(axis=1)
        best = int(seen.argmax())
        if seen[best] < tuning.unbroken:
            return _Strokes()
        most = max(most, float(np.take(ridges, base + beside[best], mode="clip").mean(axis=1).max()))
        whole = ways[seen >= tuning.unbroken]
        black = min(black, float(np.take(blacks, base + whole, mode="clip").mean(axis=1).max()))
    return _Strokes(most, black)


def _coloured(ink: Flags, blacks: Flags, dots: Dots, squares: Shape, tuning: CrossedTuning) -> bool:
    """Whether the ink inside their outline is coloured; neighbours' ink may be outside."""
    area = np.zeros(ink.shape, np.uint8)
    for square in squares:
        top, left = (round(dots.margin + at * dots.side) for at in square)
        low, right = (round(dots.margin + (at + 1) * dots.side) for at in square)
        area[top:low, left:right] = 1
    reach = round(tuning.inside_side * dots.side)
    rim = ink & (area > cv2.erode(area, np.ones((2 * reach + 1,) * 2, np.uint8)))
    return bool((rim & ~blacks).sum() > tuning.coloured_rim * rim.sum())


@lru_cache(maxsize=32)
def _across(high: int, wide: int, side: float, across: int, tuning: CrossedTuning) -> list[tuple[Ints, Ints]]:
    """For both diagonals of a box so large: ways x places along each, and the same beside each: ways x 6 x places.

    Places are counted from the box's first dot, in a picture so many dots across.
    """
    reach = min(tuning.stray, tuning.stray_share * min(high, wide))
    stray = np.linspace(-reach, reach, tuning.tries)
    starts, ends = (grid.reshape(-1, 1) for grid in np.meshgrid(stray, stray, indexing="ij"))
    out = []
    for start, end in (((0, 0), (high, wide)), ((0, wide), (high, 0))):
        length = float(np.hypot(high, wide))
        along = np.linspace(*tuning.within, int(length * tuning.steps))
        way = (np.array(end) - start) / length
        off = (1 - along) * starts + along * ends
        offs = np.concatenate([off[:, None], off[:, None] + np.array(tuning.parallel)[:, None]], axis=1)
        places = start + (along * length)[:, None] * way + offs[..., None] * np.array((-way[1], way[0]))
        dots = np.rint(places * side).astype(np.int32) @ np.array((across, 1), np.int32)
        out.append((dots[:, 0], dots[:, 1:]))
    return out


def _ring(ink: Flags, dots: Dots, square: Square, tuning: CrossedTuning) -> bool:
    """Whether a round line goes around the middle of this square, told by the paper in it: others may touch it."""
    reach = round(tuning.around * dots.side)
    row, col = (round(dots.margin + (at + 0.5) * dots.side) for at in square)
    part = ink[max(row - reach, 0) : row + reach + 1, max(col - reach, 0) : col + reach + 1]
    _, number, stats, middles = cv2.connectedComponentsWithStats((~part).astype(np.uint8), connectivity=4)
    least, most = (size * dots.side for size in tuning.hole_size)
    round_least, round_most = tuning.roundness
    for at in range(1, len(stats)):
        left, top, wide, high, area = (int(value) for value in stats[at])
        inside = left > 0 and top > 0 and left + wide < part.shape[1] and top + high < part.shape[0]
        off = np.abs(middles[at] - reach).max()
        if not inside or not least < min(wide, high) <= max(wide, high) < most or off > tuning.hole_off * dots.side:
            continue
        hole = (number == at).astype(np.uint8)
        outline = max(cv2.findContours(hole, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0], key=len)
        whole = int(cv2.drawContours(np.zeros_like(hole), [outline], -1, 1, cv2.FILLED).sum())
        hull = cv2.fillConvexPoly(np.zeros_like(hole), cv2.convexHull(outline), 1)
        plain = area > (1 - tuning.hole_ink) * whole and whole > tuning.convex * int(hull.sum())
        if plain and round_least < whole / (wide * high) < round_most:
            return True
    return False


def _open(ink: Flags, dots: Dots, square: Square, tuning: CrossedTuning) -> bool:
    """Whether two sides of this square have no line: around a treasure, whose C may be as round as a ring, all have.

    Sides are looked at near the corners, which a ring leaves empty.
    """
    along = np.array([at for end in (0.0, 1.0) for at in np.abs(end - np.linspace(*tuning.ends_of_side, 4))])
    a, b = np.meshgrid(along, np.arange(*tuning.beside_side, 1 / dots.side), indexing="ij")
    sides = (np.stack(way, 2) for across in (b, 1 - b) for way in ((across, a), (a, across)))
    seen = (_seen(ink, dots, (np.array(square) + side).reshape(-1, 2), 0).reshape(a.shape) for side in sides)
    lined = [side.any(axis=1).mean() > tuning.side_lined for side in seen]
    return bool(sum(lined) <= tuning.most_lined)


def _seen(ink: Flags, dots: Dots, places: Floats, reach: int) -> Flags:
    """Whether there is ink at these places (row, col in squares), or so many dots beside them."""
    at = np.rint(dots.margin + places * dots.side).astype(np.intp)
    found = np.zeros(len(at), bool)
    for down in range(-reach, reach + 1):
        for right in range(-reach, reach + 1):
            rows, cols = (np.clip(a, 0, n - 1) for a, n in zip((at + (down, right)).T, ink.shape, strict=True))
            found |= ink[rows, cols]
    return found
