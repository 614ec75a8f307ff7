"""The score card and its JSON, as the design names them."""

import pytest
from drawn import BLUE, COMMON, RARE, drawn, marked, marked_boats, ones, with_lessons
from hypothesis import given, settings

from scoring.boats import boat
from scoring.discoveries import Colour
from scoring.score import score
from scoring.sister import Sister

RULES = ["rats", "rooms", "families", "rare-treasures", "lessons"]


def test_a_boat_added_up_by_hand():
    """Blue boat, all of the apple room under 18 blue cats: 2 rats hidden there, 1 room filled, a family of 18."""
    apple = sorted(boat("blue").room_squares[3])
    drawing = with_lessons(marked(*ones(BLUE, apple), *ones(RARE, [(4, 4), (4, 11)])), 10, 31)
    card = score(drawing)
    assert {line.rule: line.points for line in card.lines} == {
        "rats": -17,
        "rooms": -30,
        "families": 20 + 12 * 5,
        "rare-treasures": 6,
        "lessons": 2,
    }
    assert (card.total, card.filled_rooms) == (-17 - 30 + 80 + 6 + 2, 1)


def test_nothing_drawn_scores_too():
    card = score(marked())
    assert (card.total, card.filled_rooms, card.audit) == (-19 - 35, 0, ())


def test_everything_drawn_as_common_treasure_scores_nothing():
    assert score(marked(*ones(COMMON, boat("blue").squares))).total == 0


def test_the_json_has_exactly_the_keys_of_the_design():
    drawing = with_lessons(drawn("aabb.\n..cc.\nrrrr.", red="abc", rare="r"), 3, 17)
    found = score(drawing).as_json()
    assert found.keys() == {"total", "lines", "filled_rooms", "audit"}
    assert [line["rule"] for line in found["lines"]] == RULES
    for line in found["lines"]:
        assert line.keys() == {"rule", "points", "items"}
        for item in line["items"]:
            lesson = {"number", "key"} if line["rule"] == "lessons" else set()
            assert item.keys() == {"squares", "points", "text"} | lesson


def test_the_json_with_a_sister_names_her_lines_and_the_winner():
    sister = Sister(tuple(Colour), ("rats", "families"))
    found = score(marked(), sister=sister).as_json("fr")
    assert found.keys() == {"total", "lines", "filled_rooms", "audit", "sister", "winner"}
    assert found["winner"] == "sister"
    assert found["sister"]["total"] == 95
    assert [(line["rule"], line["points"]) for line in found["sister"]["lines"]] == [("colours", 0), ("lessons", 95)]
    assert [item["key"] for item in found["sister"]["lines"][1]["items"]] == ["rats", "families"]
    assert found["sister"]["lines"][1]["items"][0]["text"] == "19 rats visibles à 5 points l’unité : 95 points."


@given(marked_boats())
@settings(max_examples=60, deadline=None)
def test_the_total_is_the_sum_of_lines_and_a_line_the_sum_of_its_items(drawing):
    found = score(drawing).as_json()
    assert found["total"] == sum(line["points"] for line in found["lines"])
    for line in found["lines"]:
        assert line["points"] == sum(item["points"] for item in line["items"])
        for item in line["items"]:
            assert all(tuple(square) in drawing.boat.squares for square in item["squares"])
            assert item["squares"] == sorted(item["squares"])


@given(marked_boats())
@settings(max_examples=60, deadline=None)
def test_only_lessons_have_items_without_points(drawing):
    for line in score(drawing).lines[:4]:
        assert all(item.points for item in line.items)


@pytest.mark.parametrize("rule", RULES)
def test_items_show_where_to_look(rule):
    card = score(with_lessons(drawn("aabbc\nrrrr.", red="abc", rare="r"), 8))
    line = next(line for line in card.lines if line.rule == rule)
    assert line.items
    assert all(item.squares for item in line.items)
