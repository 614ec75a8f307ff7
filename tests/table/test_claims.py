"""A player's claim against the score card."""

import pytest

from scoring.boats import boat
from scoring.discoveries import Colour, cat
from scoring.marked_boat import MarkedBoat
from scoring.score import score
from table.claims import partings, sum_wrong

THREE = tuple(cat(Colour.RED, (row, 5)) for row in (3, 4, 5))
CARD = score(MarkedBoat(boat("blue"), THREE))
RIGHT = {line.rule: line.points for line in CARD.lines}


def test_a_right_claim_parts_nowhere():
    assert partings(CARD, RIGHT | {"total": CARD.total}) == ()


def test_what_is_left_blank_is_not_compared():
    assert partings(CARD, {}) == ()


def test_a_wrong_line_is_named_with_its_reasons():
    (found,) = partings(CARD, RIGHT | {"families": 11})
    assert (found.rule, found.claimed, found.found, found.points) == ("families", 11, 8, 3)
    assert found.line.items[0].squares == {s for c in THREE for s in c.squares}


def test_the_total_comes_last():
    found = partings(CARD, RIGHT | {"families": 11, "total": CARD.total + 3})
    assert [parting.rule for parting in found] == ["families", "total"]


@pytest.mark.parametrize(("total", "added"), [(0, None), (5, 0)])
def test_a_sum_that_does_not_add_up_is_told(total, added):
    zero = dict.fromkeys(RIGHT, 0)
    assert sum_wrong(CARD, zero | {"total": total}) == added
    assert sum_wrong(CARD, {"rats": -3, "total": total}) is None
