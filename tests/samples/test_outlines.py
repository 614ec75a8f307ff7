import numpy as np
import pytest

from samples.outlines import Grid, inset_points, loops, runs
from scoring.squares import Square
from sheets.geometry import Box


def shape(*rows: str):
    return frozenset(Square(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "#")


def test_a_square_has_one_round_of_four_sides():
    assert [len(loop) for loop in loops(shape("#"))] == [4]


def test_a_ring_has_an_outer_and_an_inner_round():
    assert sorted(len(loop) for loop in loops(shape("###", "#.#", "###"))) == [4, 12]


@pytest.mark.parametrize("rows", [("##.", ".##"), ("#.#", "###"), ("##", "#.", "##"), ("####",), (".##", "##.", "#..")])
def test_every_side_to_another_square_is_gone_once_and_rounds_close(rows):
    squares = shape(*rows)
    found = loops(squares)
    assert sum(len(loop) for loop in found) == sum(n not in squares for s in squares for n in s.neighbours)
    for loop in found:
        assert loop[0].start == loop[-1].end
        assert all(a.end == b.start for a, b in zip(loop, loop[1:], strict=False))


@pytest.mark.parametrize("rows", [("##.", ".##"), ("##.", "#.#", "###"), ("###", "#.#", "###")])
def test_an_inset_outline_lies_inside_the_shape_also_where_squares_meet_at_a_corner(rows):
    squares = shape(*rows)
    grid = Grid({s: Box(10 * s.col, 10 * s.row, 10, 10) for s in squares})
    for loop in loops(squares):
        for x, y in inset_points(grid, loop, 1.0):
            assert Square(int(y // 10), int(x // 10)) in squares


def test_sides_that_a_neighbour_drew_are_left_out():
    loop = loops(shape("##"))[0]
    left = runs(loop, {loop[0].border, loop[2].border})
    assert sum(len(run) for run in left) == len(loop) - 2
    assert runs(loop, ()) == [loop]


def test_the_grid_gives_a_corner_where_squares_meet():
    grid = Grid({Square(0, 0): Box(5, 7, 10, 10), Square(0, 1): Box(15, 7, 10, 10)})
    assert np.allclose(grid.corner((0, 1)), (15, 7))
    assert np.allclose(grid.corner((1, 2)), (25, 17))
