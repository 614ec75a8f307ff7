"""A cross over a discovery, and rings around rats, take it back; fills, letters and outlines do not."""

import cv2
import numpy as np
import pytest
from inked import FELT, ink_of, said

from scoring.discoveries import Colour
from scoring.squares import Square
from vision.colours import dots_of
from vision.crossed_out import without_crossed_out
from vision.flatten import grid_of
from vision.marks import CAT, RARE, MarkOdds

PURPLE = FELT[Colour.PURPLE]
BLACK = (0.06, 0.06, 0.06)
PAIR = frozenset({Square(4, 8), Square(4, 9)})
OTHERS = [frozenset({Square(1 + i, 12), Square(1 + i, 13)}) for i in range(7)]
CROSS = (((0.1, 0.1), (0.9, 0.9)), ((0.1, 0.9), (0.9, 0.1)))
STEPS = frozenset({Square(6, 5), Square(6, 6), Square(7, 6), Square(7, 7)})
TURN = np.linspace(0, 2 * np.pi, 40)
RING = 0.5 + 0.36 * np.stack([np.cos(TURN), 0.9 * np.sin(TURN)], 1)
LETTER_C = 0.5 + 0.3 * np.stack([np.cos(TURN[5:35]), np.sin(TURN[5:35])], 1)


def outlook(strokes, outlined, rats=(), empty=1e-3, filled=(), pen=PURPLE, lettered=(), in_black=()) -> MarkOdds:
    """The odds where these squares are outlined and surely cats, after strokes (square, points within it) are seen.

    Filled squares are half as dark. Lettered ones are surely treasures. Strokes in black come last.
    """
    ink = ink_of(dict.fromkeys(outlined, PURPLE))
    grid, per_mm = grid_of(ink.flat.geometry), ink.flat.px_per_mm
    for square in filled:
        x, y = (
            round((start + at * grid.side) * per_mm) for start, at in ((grid.left, square.col), (grid.top, square.row))
        )
        ink.density[y : y + 32, x : x + 32] = -np.log(np.array(PURPLE[::-1])) / 2
    for at, (square, points) in enumerate((*strokes, *in_black)):
        px = (np.array((grid.left, grid.top)) + (np.array(points) + (square.col, square.row)) * grid.side) * per_mm
        colour = (-np.log(np.array((pen if at < len(strokes) else BLACK)[::-1]))).tolist()
        cv2.polylines(ink.density, [px.round().astype(np.int32)], False, colour, 3)
    kinds = np.full((9, 22, 4), 1e-6)
    kinds[:, :, 0] = 1
    drawn = [*outlined, *({frozenset({s}) for s, _ in strokes if not any(s in o for o in outlined)})]
    for squares in drawn:
        for s in squares:
            kinds[s] = (empty, 1e-6, 1e-6, 1) if squares in lettered else (empty, 1, 1e-6, 1e-6)
    marks = MarkOdds(
        kinds / kinds.sum(axis=2, keepdims=True),
        np.zeros((9, 21)),
        np.zeros((8, 22)),
        said(dict.fromkeys(drawn, PURPLE)),
    )
    return without_crossed_out(marks, drawn, dots_of(ink), rats)


def crosses(squares):
    return [(s, stroke) for s in sorted(squares) for stroke in CROSS]


def over_all(squares):
    low, high = min(squares), max(squares)
    size = np.array((high.col - low.col + 1, high.row - low.row + 1))
    return [(low, np.array(stroke) * size) for stroke in CROSS]


@pytest.mark.parametrize("way", [crosses, over_all])
def test_what_is_crossed_out_is_likelier_nothing_but_open(way):
    """Cats and treasures that were crossed out were surely there: on one photo in ten of a simulator's."""
    odds = outlook(way(PAIR), [PAIR, *OTHERS]).kinds
    assert all(0.05 < odds[s][CAT] < 0.5 for s in PAIR)
    assert all(odds[s][CAT] > 0.99 for other in OTHERS for s in other)


def test_the_only_crosses_of_a_boat_in_each_of_several_squares_need_no_question():
    """All of 14 were meant; two such cats may be how a player fills."""
    one = outlook(crosses(STEPS), [STEPS, *OTHERS]).kinds
    assert all(one[s][CAT] < 0.1 for s in STEPS)
    also = frozenset({Square(1, 5), Square(1, 6), Square(2, 6)})
    more = [frozenset({Square(row, col), Square(row, col + 1)}) for row in range(2, 7) for col in (15, 18)]
    both = outlook(crosses(STEPS | also), [STEPS, also, *OTHERS, *more]).kinds
    assert all(0.15 < both[s][CAT] < 0.5 for s in STEPS | also)


def test_a_cat_scribbled_over_in_black_is_none():
    """It was silently a cat: the network sees a fill, and whose outline shows below it."""
    scribble = [(s, ((0.0, at), (1.0, at))) for s in sorted(STEPS) for at in np.linspace(0.05, 0.95, 12)]
    assert all(outlook(scribble, [STEPS, *OTHERS], pen=BLACK).kinds[s][CAT] < 0.1 for s in STEPS)
    assert all(outlook(scribble, [STEPS, *OTHERS]).kinds[s][CAT] > 0.99 for s in STEPS)  # filled in its own colour


def test_broad_letters_in_each_square_are_no_scribble():
    """A broad pen's treasures with an R in each square were taken for scribbled over, one of them all but silently."""
    broad = [(s, ((0.0, at), (1.0, at))) for s in sorted(STEPS) for at in np.linspace(0.05, 0.95, 12)]
    odds = outlook(broad, [STEPS, *OTHERS], pen=BLACK, lettered=[STEPS]).kinds
    assert all(odds[s][RARE] > 0.99 for s in STEPS)


def test_crosses_that_meet_away_from_the_middle_take_back_a_cat_of_several_squares():
    """Each square of a cat had its cross, none quite from corner to corner: three such cats were silently counted."""
    off = (((0.1, 0.2), (0.9, 0.98)), ((0.02, 0.85), (0.85, 0.02)))
    odds = outlook([(s, stroke) for s in sorted(STEPS) for stroke in off], [STEPS, *OTHERS]).kinds
    assert all(odds[s][CAT] < 0.5 for s in STEPS)


def test_plain_strokes_along_both_diagonals_cross_out_though_they_are_broad():
    """Of four crossed-out discoveries that were silently counted three had plain strokes, and little paper between."""
    square = Square(4, 8)
    broad = [(at, at) for at in ((0.25, 0.42), (0.75, 0.42), (0.42, 0.25), (0.42, 0.75))]
    odds = outlook([(square, stroke) for stroke in (*CROSS, *broad)], [frozenset({square}), *OTHERS]).kinds
    assert odds[square][CAT] < 0.5


def test_crosses_over_an_outline_far_inside_are_open():
    """Three cats of a simulator had a broad cross in each square, and hardly any paper left: silently counted."""
    inside = ((0.2, 0.2), (0.8, 0.2), (0.8, 0.8), (0.2, 0.8), (0.2, 0.2))
    strokes = [(s, stroke) for s in sorted(STEPS) for stroke in (*CROSS, inside)]
    odds = outlook(strokes, [STEPS, *OTHERS]).kinds
    assert all(0.15 < odds[s][CAT] < 0.5 for s in STEPS)
    assert all(odds[s][CAT] > 0.99 for other in OTHERS for s in other)


def test_a_broad_cross_over_a_bar_of_two_is_open():
    """Six such cats and treasures were silently counted: hardly any paper is left between the strokes."""
    low, size = min(PAIR), np.array((2, 1))
    broad = [(low, (np.array(stroke) + (x, 0.0)) * size) for stroke in CROSS for x in np.linspace(-0.1, 0.1, 7)]
    odds = outlook(broad, [PAIR, *OTHERS]).kinds
    assert all(0.05 < odds[s][CAT] < 0.5 for s in PAIR)


def test_three_strokes_of_a_hatch_are_no_cross():
    """The other diagonal runs through all three: a cat of one square was surely empty."""
    square = Square(4, 8)
    hatch = [((0.0, 0.45), (0.55, 1.0)), ((0.05, 0.05), (0.95, 0.95)), ((0.45, 0.0), (1.0, 0.55))]
    hatch += [((x0 + 0.05, y0), (x1 + 0.05, y1)) for (x0, y0), (x1, y1) in hatch]  # a broad pen
    odds = outlook([(square, stroke) for stroke in hatch], [frozenset({square}), *OTHERS]).kinds
    assert odds[square][CAT] > 0.99


def test_two_strokes_right_across_a_cat_of_any_shape_cross_it_out():
    """Crosses that overshot the corners, over cats that are no bars: three were silently counted."""
    low, high = min(STEPS), max(STEPS)
    size = np.array((high.col - low.col + 1, high.row - low.row + 1))
    ends = (((-0.15, -0.02), (1.1, 1.12)), ((-0.1, 1.0), (1.12, -0.2)))
    odds = outlook([(low, np.array(stroke) * size) for stroke in ends], [STEPS, *OTHERS]).kinds
    assert all(odds[s][CAT] < 0.5 for s in STEPS)
    assert all(odds[s][CAT] > 0.99 for other in OTHERS for s in other)


def test_two_black_strokes_across_a_coloured_outline_cross_it_out_also_where_it_is_hatched():
    """A black X over a hatched cat was silently counted, or asked about: among a hatch's lines strokes tell less."""
    hatch = [(s, ((at, 0.0), (at + 0.3, 1.0))) for s in sorted(STEPS) for at in (0.0, 0.33, 0.66)]
    low = min(STEPS)
    across = [(low, ((-0.1, -0.05), (3.05, 2.1))), (low, ((-0.1, 2.05), (3.1, -0.05)))]
    crossed = outlook(hatch, [STEPS, *OTHERS], in_black=across).kinds
    assert all(crossed[s][CAT] < 0.05 for s in STEPS)
    own = outlook([*hatch, *across], [STEPS, *OTHERS]).kinds
    assert all(own[s][CAT] > 0.3 for s in STEPS)


@pytest.mark.parametrize(("all_filled", "there"), [(True, True), (False, False)])
def test_strokes_across_a_cat_filled_like_the_others_are_its_hatch(all_filled, there):
    """A hatched cat among hatched ones was silently crossed out; filled more than the others it is."""
    low, high = (6, 5), (7, 7)
    size = np.array((high[1] - low[1] + 1, high[0] - low[0] + 1))
    ends = (((-0.15, -0.02), (1.1, 1.12)), ((-0.1, 1.0), (1.12, -0.2)))
    filled = {*STEPS, *(s for other in OTHERS for s in other if all_filled)}
    across = [(Square(*low), np.array(stroke) * size) for stroke in ends]
    odds = outlook(across, [STEPS, *OTHERS], filled=filled).kinds
    assert all(bool(odds[s][CAT] > 0.99) is there for s in STEPS)


def test_a_long_bar_filled_with_strokes_along_it_is_not_crossed_out():
    """Two strokes of a streaky fill ran from corner to corner of a bar of five: the cat was silently lost."""
    bar = frozenset(Square(4, col) for col in range(6, 11))
    along = [(Square(4, 6), stroke) for stroke in (((-0.1, 0.1), (5.1, 0.9)), ((-0.1, 0.9), (5.1, 0.1)))]
    odds = outlook(along, [bar, *OTHERS], filled=bar).kinds
    assert all(odds[s][CAT] > 0.99 for s in bar)


def test_a_cross_that_lies_a_little_aside_takes_back_a_treasure_of_one_square():
    """Plain crosses in squares of their own were asked about as common or rare treasures."""
    square = Square(4, 8)
    aside = [tuple((x + 0.07, y + 0.05) for x, y in stroke) for stroke in CROSS]
    odds = outlook([(square, stroke) for stroke in aside], [frozenset({square}), *OTHERS]).kinds
    assert odds[square][CAT] < 0.5


@pytest.mark.parametrize("pitch", [0.25, 0.4, 0.6])
def test_a_cat_hatched_both_ways_is_not_crossed_out(pitch):
    low, high = min(STEPS), max(STEPS)
    size = np.array((high.col - low.col + 1, high.row - low.row + 1), float)
    offs = np.arange(-2.0, 2.1, pitch)
    down = [((0.0, off), (2.0, off + 2.0)) for off in offs]
    up = [((0.0, off + 2.0), (2.0, off)) for off in offs]
    clipped = [_within(stroke, size) for stroke in (*down, *up)]
    odds = outlook([(low, stroke) for stroke in clipped if stroke is not None], [STEPS, *OTHERS]).kinds
    assert all(odds[s][CAT] > 0.99 for s in STEPS)


def _within(stroke, size):
    """The part of a stroke that lies in a box so large; none outside."""
    points = np.linspace(*map(np.array, stroke), 60)
    points = points[((points >= 0) & (points <= size)).all(axis=1)]
    return points if len(points) > 1 else None


def test_where_most_cats_have_crosses_they_are_fills():
    strokes = [stroke for squares in (PAIR, *OTHERS) for stroke in crosses(squares)]
    assert all(outlook(strokes, [PAIR, *OTHERS]).kinds[s][CAT] > 0.99 for s in PAIR)


def test_small_crosses_in_few_of_the_other_squares_are_fills_too():
    """One cat of a player who fills with small crosses had them across all its squares, and was lost."""
    small = [((0.38, 0.38), (0.62, 0.62)), ((0.38, 0.62), (0.62, 0.38))]
    others = [(s, stroke) for other in OTHERS for s in sorted(other) for stroke in small]
    few = [(min(other), stroke) for other in OTHERS[:2] for stroke in CROSS]
    alone = outlook([*crosses(STEPS), *others], [STEPS, *OTHERS]).kinds
    assert all(alone[s][CAT] < 0.5 for s in STEPS)
    odds = outlook([*crosses(STEPS), *others, *few], [STEPS, *OTHERS]).kinds
    assert all(odds[s][CAT] > 0.99 for s in STEPS)


def test_a_bars_outline_drawn_inside_is_no_two_strokes():
    """The long lines of a treasure of three, drawn aslant within it, ran from near one corner to near the next."""
    bar = frozenset(Square(4, col) for col in (8, 9, 10))
    inside = [((0.1, 0.05), (2.9, 0.45)), ((0.1, 0.95), (2.9, 0.55))]
    odds = outlook([(min(bar), stroke) for stroke in inside], [bar, *OTHERS]).kinds
    assert all(odds[s][CAT] > 0.99 for s in bar)


@pytest.mark.parametrize(
    "strokes",
    [
        [CROSS[0]],
        [((0.1, x), (0.9, x)) for x in (0.2, 0.5, 0.8)],
        [((x, 0.1), (x - 0.2, 0.9)) for x in (0.3, 0.45, 0.6, 0.75, 0.9)],
        [*CROSS, *(((x, 0.05), (x, 0.95)) for x in (0.2, 0.35, 0.5, 0.65, 0.8))],
        [LETTER_C],
    ],
    ids=["one stroke", "lines", "hatching", "a cross among many lines", "a letter"],
)
def test_other_strokes_inside_are_no_cross(strokes):
    every = [(s, stroke) for s in PAIR for stroke in strokes]
    assert all(outlook(every, [PAIR, *OTHERS]).kinds[s][CAT] > 0.99 for s in PAIR)


def test_steps_along_a_diagonal_are_no_stroke():
    """Of S-shaped cats the outlines lie on the diagonals of the box around them."""
    strokes = over_all(STEPS)
    assert all(outlook(strokes, [STEPS, *OTHERS]).kinds[s][CAT] > 0.99 for s in STEPS)


def test_a_ring_around_a_rat_may_count_it_and_three_do():
    """Players circle the rats as they count them: each was surely a treasure of one square."""
    rats = [Square(4, 3), Square(4, 5), Square(6, 3)]
    one = outlook([(rats[0], RING)], OTHERS, rats).kinds
    assert 0.05 < one[rats[0]][CAT] < 0.5
    every = outlook([(rat, RING) for rat in rats], OTHERS, rats).kinds
    assert all(every[rat][CAT] < 0.01 for rat in rats)


def test_rings_that_touch_each_other_or_neighbours_lines_count_rats():
    """Each ring had to touch nothing: of two side by side a treasure was read, silently."""
    pair = [Square(4, 3), Square(4, 4)]
    wide = 0.5 + 0.46 * np.stack([np.cos(TURN), 0.9 * np.sin(TURN)], 1)
    beside = OTHERS[0] | {Square(1, 11)}
    touching = Square(2, 11)
    rats = [*pair, touching, Square(6, 3)]
    kinds = outlook([(rat, wide) for rat in rats], [beside, *OTHERS[1:]], rats).kinds
    assert all(kinds[rat][CAT] < 0.01 for rat in rats)


def test_a_round_c_in_a_square_of_its_own_is_no_ring():
    """A C that closes is as round as a ring; but a treasure has its outline."""
    rat = Square(4, 3)
    assert outlook([(rat, RING)], [frozenset({rat}), *OTHERS], [rat]).kinds[rat][CAT] > 0.99


def test_what_is_surely_empty_stays_so():
    """A ring around a rat that had been passed over became a cat with one in three."""
    rat = Square(4, 3)
    assert outlook([(rat, RING)], OTHERS, [rat], empty=1e3).kinds[rat][CAT] < 0.002


def test_outlines_and_letters_on_rats_are_no_rings():
    rat = Square(4, 3)
    alone = frozenset({rat})
    assert outlook([], [alone, *OTHERS], [rat]).kinds[rat][CAT] > 0.99
    assert outlook([(rat, LETTER_C)], [alone, *OTHERS], [rat]).kinds[rat][CAT] > 0.99
    assert outlook([(rat, RING), (rat, LETTER_C / 2 + 0.25)], OTHERS, [rat]).kinds[rat][CAT] > 0.99, "a letter inside"
    assert outlook([(rat, RING)], OTHERS, [Square(1, 1)]).kinds[rat][CAT] > 0.99, "no rat there"
