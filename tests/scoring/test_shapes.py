"""Shapes are the same however they are turned or flipped."""

import json

import pytest
from drawn import COMMON, RARE, RED, made
from hypothesis import given
from hypothesis import strategies as st

from scoring.shapes import DATA, catalogue, normalised, orientations, pictured

PICTURES = json.loads(DATA.read_text(encoding="utf-8"))
LISTS = {"cats": 17, "oshax": 6, "common_treasures": 4, "rare_treasures": 5}


@pytest.mark.parametrize("kind", LISTS)
def test_the_catalogue_has_all_shapes_and_no_two_are_the_same(kind):
    shapes = [pictured(rows) for rows in PICTURES[kind]]
    assert len({min(map(sorted, orientations(s)), key=str).__str__() for s in shapes}) == len(shapes) == LISTS[kind]


def test_no_oshax_has_the_shape_of_a_cat():
    assert not catalogue().oshax & catalogue().cats


def test_a_straight_shape_has_two_orientations_and_a_hook_eight():
    assert len(orientations(pictured(["####"]))) == 2
    assert len(orientations(pictured([".#", ".#", "##", "#."]))) == 8
    assert len(orientations(pictured(["##", "##"]))) == 1


@given(st.sampled_from(PICTURES["oshax"]), st.integers(0, 3), st.booleans(), st.integers(0, 5), st.integers(0, 9))
def test_an_oshax_is_known_wherever_and_however_it_lies(rows, turns, flip, down, right):
    squares = pictured(rows)
    for _ in range(turns):
        squares = frozenset(type(s)(s.col, -s.row) for s in squares)
    if flip:
        squares = frozenset(type(s)(s.row, -s.col) for s in squares)
    moved = frozenset(type(s)(s.row + down, s.col + right) for s in normalised(squares))
    assert normalised(moved) in catalogue().oshax


def test_a_shape_is_known_only_for_its_kind():
    straight = [(4, c) for c in range(4)]
    assert catalogue().knows(made(RARE, straight))
    assert not catalogue().knows(made(COMMON, straight))
    assert not catalogue().knows(made(RED, straight))


def test_a_cat_that_is_said_to_be_an_oshax_must_have_the_shape_of_one():
    plus = [(3, 3), (4, 2), (4, 3), (4, 4), (5, 3)]
    assert catalogue().knows(made(RED, plus))
    assert not catalogue().knows(made(RED, plus, oshax=True))
