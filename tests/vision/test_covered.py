"""What lies on the sheet hides squares; what pens did does not."""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import pytest
from drawn_ink import BLACK, RED, DrawnSheet

from scoring.squares import Square
from vision.covered import covered_squares
from vision.evidence import weigh
from vision.ink import Ink

SKIN = (1.1, 0.7, 0.4)
WOOD = (2.0, 0.6, 0.9)
"""A pencil's green paint."""
SIDE = 11.0
HERE = Square(4, 10)


def middle(drawn: DrawnSheet, square: Square) -> tuple[float, float]:
    box = drawn.geometry.squares[square]
    return box.x + box.w / 2, box.y + box.h / 2


def thumb(drawn: DrawnSheet, to: tuple[float, float], wide_mm: float = 18.0) -> None:
    drawn.stroke([(to[0], 0.0), to], pen=SKIN, width_mm=wide_mm)


def test_a_thumb_from_the_edge_hides_the_squares_under_it_and_no_others():
    drawn = DrawnSheet()
    x, y = middle(drawn, Square(1, 10))
    thumb(drawn, (x, y))
    hidden = covered_squares(drawn.seen())
    assert {Square(0, 10), Square(1, 10)} <= hidden
    assert all(abs(square.col - 10) <= 1 and square.row <= 2 for square in hidden)
    assert weigh(drawn.seen()).lost == hidden


def test_a_pencil_across_the_boat_hides_the_squares_along_it():
    """It had been read as a cat of five squares."""
    drawn = DrawnSheet()
    (x, _), (_, y) = middle(drawn, Square(0, 13)), middle(drawn, Square(4, 13))
    drawn.stroke([(x, 0.0), (x, y)], pen=WOOD, width_mm=7.5)
    for row in range(2, 6):  # solid fills that touch it stay the pens'
        drawn.fill(drawn.geometry.squares[Square(row, 14)], over_mm=0.5, pen=BLACK, width_mm=1.2)
    assert covered_squares(drawn.seen()) == {Square(row, 13) for row in range(5)}


def test_a_filled_box_below_a_filled_boat_is_no_pencil():
    drawn = DrawnSheet()
    lowest = max(drawn.geometry.squares, key=lambda square: square.row)
    box = drawn.geometry.squares[lowest]
    drawn.fill(box, over_mm=1.0, pen=BLACK, width_mm=1.2)
    drawn.stroke([(box.x + 4, box.y + box.h + 6.0), (box.x + 4, box.y + box.h + 24.0)], pen=BLACK, width_mm=7.0)
    assert covered_squares(drawn.seen()) == frozenset()


@pytest.mark.parametrize("wide_mm", [18.0, 24.0])
def test_a_coin_hides_the_squares_under_it(wide_mm):
    """A gold coin was silently an orange cat of four squares."""
    drawn = DrawnSheet()
    x, y = middle(drawn, HERE)
    drawn.stroke([(x + 3, y), (x + 3.1, y)], pen=SKIN, width_mm=wide_mm)
    hidden = covered_squares(drawn.seen())
    assert {HERE, Square(4, 11)} <= hidden
    assert all(abs(square.row - 4) <= 1 and 9 <= square.col <= 12 for square in hidden)


def test_four_squares_filled_as_one_are_no_coin():
    drawn = DrawnSheet()
    box = drawn.geometry.squares[HERE]
    drawn.fill(box._replace(w=2 * SIDE, h=2 * SIDE), pen=BLACK, width_mm=1.2)
    assert covered_squares(drawn.seen()) == frozenset()


def test_squares_filled_solidly_are_a_pens_work():
    drawn = DrawnSheet()
    for square in (Square(0, 10), Square(0, 11), Square(1, 10), Square(1, 11), Square(2, 10), Square(2, 11)):
        drawn.fill(drawn.geometry.squares[square], over_mm=1.5, pen=BLACK, width_mm=1.2)
    assert covered_squares(drawn.seen()) == frozenset()


def test_a_finger_that_ends_before_the_boat_hides_nothing():
    drawn = DrawnSheet()
    top = min(box.y for box in drawn.geometry.squares.values())
    thumb(drawn, (150.0, top - 0.9 * SIDE - 4.0))
    assert covered_squares(drawn.seen()) == frozenset()


def test_a_finger_that_ends_before_a_crowded_boat_hides_nothing():
    """Its line, drawn on, ran through 22 squares of outlines side by side, all of which were asked about."""
    drawn = DrawnSheet()
    for box in drawn.geometry.squares.values():
        drawn.mark(box, ((-0.7, -0.7), (0.7, -0.7), (0.7, 0.7), (-0.7, 0.7), (-0.7, -0.7)), width_mm=2.0)
    drawn.stroke([(222.0, 0.0), (226.0, 34.5)], pen=SKIN, width_mm=12.0)
    assert covered_squares(drawn.seen()) == frozenset()


def test_an_empty_sheet_is_covered_nowhere():
    assert covered_squares(DrawnSheet().seen()) == frozenset()


def bright(drawn: DrawnSheet, squares: Iterable[Square], there: float, elsewhere: float = 0.0) -> Ink:
    """The sheet's ink where so much of these squares is burnt out, and so much of all else."""
    ink = drawn.seen()
    shares = np.full_like(ink.burnt, elsewhere)
    per_block = ink.flat.px_per_mm / 8
    for square in squares:
        box = drawn.geometry.squares[square]
        rows, cols = (slice(round(a * per_block), round((a + SIDE) * per_block)) for a in (box.y, box.x))
        shares[rows, cols] = there
    return replace(ink, burnt=shares)


def overexposed() -> DrawnSheet:
    """A sheet on which print hardly shows."""
    drawn = DrawnSheet()
    drawn.density *= 0.05
    return drawn


@pytest.mark.parametrize(("paper", "glaring"), [(0.0, True), (0.4, False)])
def test_glare_is_brighter_than_the_rest_of_the_paper(paper, glaring):
    """A clean scan whose paper is burnt out here and there asked about 17 squares."""
    assert (HERE in weigh(bright(overexposed(), [HERE], 0.6, paper)).lost) is glaring


def test_bare_paper_of_a_bright_scan_is_no_glare_though_most_squares_are_drawn_on():
    """Seven empty squares of a boat drawn in highlighters had been asked about: its usual square holds ink."""
    drawn = overexposed()
    others = [square for square in drawn.geometry.squares if square != HERE]
    assert weigh(bright(drawn, others, 0.2, elsewhere=0.8)).lost == frozenset()


def test_white_paper_hides_nothing_where_its_printed_lines_show():
    """Empty squares of white scans had been asked about, and a boat beside them was read as single squares."""
    assert weigh(bright(DrawnSheet(), [HERE], 0.9)).lost == frozenset()


def test_glare_that_leaves_the_pale_grid_to_be_seen_hides_no_pen():
    """Eighteen squares of a bright empty bow had been asked about; its lines were 8 levels darker than paper."""
    drawn = DrawnSheet()
    drawn.density *= 0.2
    assert weigh(bright(drawn, [HERE], 0.9)).lost == frozenset()


def test_where_ink_shows_its_full_density_no_glare_lies():
    """Squares of bright scans, and of photos exposed too long, had been asked about though pens were plain on them."""
    drawn = overexposed()
    drawn.mark(drawn.geometry.squares[HERE], ((-0.9, -0.9), (0.9, -0.9)), pen=RED, width_mm=1.0)
    assert weigh(bright(drawn, [HERE], 0.6)).lost == frozenset()
