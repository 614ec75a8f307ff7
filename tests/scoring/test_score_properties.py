"""What holds for every boat, drawn at random."""

import random
from dataclasses import replace

import numpy as np
import pytest
from drawn import marked_boats
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import ndimage

from scoring.boats import Boat
from scoring.cats import oshax
from scoring.discoveries import Colour, Kind
from scoring.families import families, lonely_cats, score_families
from scoring.marked_boat import MarkedBoat
from scoring.rats import score_rats
from scoring.rooms import filled_rooms
from scoring.score import score
from scoring.squares import Square

MANY = settings(max_examples=100, deadline=None)
FEWER = settings(max_examples=60, deadline=None)


def moved(drawing: MarkedBoat, where) -> MarkedBoat:
    """The boat with everything printed and drawn on it moved, as by a mirror."""
    on = drawing.boat
    mirrored = Boat(
        on.name,
        {where(s): room for s, room in on.rooms.items()},
        on.icons,
        frozenset(map(where, on.rats)),
        {where(s): colour for s, colour in on.maps.items()},
    )
    discoveries = tuple(replace(d, squares=frozenset(map(where, d.squares))) for d in drawing.discoveries)
    return MarkedBoat(mirrored, discoveries, drawing.lessons)


MIRRORS = {
    "top and bottom": lambda s: Square(8 - s.row, s.col),
    "bow and stern": lambda s: Square(s.row, 21 - s.col),
    "half a turn": lambda s: Square(8 - s.row, 21 - s.col),
}


@pytest.mark.parametrize("mirror", MIRRORS)
@given(drawing=marked_boats())
@FEWER
def test_a_mirror_changes_no_points(mirror, drawing):
    before, after = score(drawing), score(moved(drawing, MIRRORS[mirror]))
    assert [line.points for line in before.lines] == [line.points for line in after.lines]
    assert before.filled_rooms == after.filled_rooms
    assert sorted(f.key for f in before.audit) == sorted(f.key for f in after.audit)


@given(marked_boats(), st.randoms(use_true_random=False))
@FEWER
def test_the_order_of_discoveries_does_not_matter(drawing, rng):
    mixed = replace(drawing, discoveries=tuple(rng.sample(drawing.discoveries, len(drawing.discoveries))))
    before, after = score(drawing), score(mixed)
    assert [line.points for line in before.lines] == [line.points for line in after.lines]
    assert {i.squares for i in before.lines[2].items} == {i.squares for i in after.lines[2].items}


@given(marked_boats(), st.integers(0, 24))
@MANY
def test_removing_a_discovery_never_fills_a_room_nor_hides_a_rat(drawing, index):
    if index >= len(drawing.discoveries):
        return
    less = replace(drawing, discoveries=drawing.discoveries[:index] + drawing.discoveries[index + 1 :])
    assert {*filled_rooms(less)} <= {*filled_rooms(drawing)}
    assert score_rats(less).points <= score_rats(drawing).points


@given(marked_boats())
@MANY
def test_families_agree_with_an_independent_labelling(drawing):
    """Paint each colour on a grid and let scipy label what hangs together: cats of a label are a group."""
    for colour in Colour:
        owners = np.full((drawing.boat.rows, drawing.boat.cols), -1)
        for index, discovery in enumerate(drawing.discoveries):
            if discovery.colour is colour:
                owners[tuple(np.array([*discovery.squares]).T)] = index
        labels, count = ndimage.label(owners >= 0)
        groups = {frozenset(owners[labels == label].tolist()) for label in range(1, count + 1)}
        ours = {g for g in families(drawing) if drawing.discoveries[min(g)].colour is colour}
        assert ours == {g for g in groups if len(g) >= 3}
        lonely = {i for i in lonely_cats(drawing) if drawing.discoveries[i].colour is colour}
        assert lonely == {min(g) for g in groups if len(g) == 1}


@given(marked_boats(), st.permutations(list(Colour)))
@FEWER
def test_painting_all_cats_in_other_colours_keeps_the_family_points(drawing, colours):
    paint = dict(zip(Colour, colours, strict=True))
    other = tuple(replace(d, colour=paint[d.colour]) if d.colour else d for d in drawing.discoveries)
    assert score_families(replace(drawing, discoveries=other)).points == score_families(drawing).points


@given(marked_boats())
@FEWER
def test_a_note_about_a_corner_is_true(drawing):
    for note in score_families(drawing).notes:
        cats = [d for d in drawing.discoveries if d.squares <= note.squares]
        assert len(cats) == 2
        assert cats[0].colour is cats[1].colour
        first, second = (drawing.discoveries.index(c) for c in cats)
        assert second not in drawing.touching[first]


@given(marked_boats())
@FEWER
def test_points_depend_on_nothing_but_the_boat(drawing):
    again = MarkedBoat(drawing.boat, drawing.discoveries, drawing.lessons)
    random.seed(0)
    assert score(again) == score(drawing)
    assert score(drawing).as_json() == score(drawing).as_json()


@given(marked_boats())
@FEWER
def test_only_cats_are_oshax(drawing):
    assert all(drawing.discoveries[index].kind is Kind.CAT for index in oshax(drawing))
