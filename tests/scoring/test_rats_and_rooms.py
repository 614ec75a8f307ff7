"""The rulebook's rats, rooms and rare treasures."""

import pytest
from drawn import BLUE, COMMON, RARE, RED, drawn, marked, ones

from scoring.boats import BOAT_NAMES, boat
from scoring.cards import ScoreItem
from scoring.rats import score_rats
from scoring.rooms import empty_rooms, filled_rooms, room_said, score_rooms
from scoring.treasures import covered_maps, maps_in_their_colour, score_rare_treasures

ON = boat("blue")


def sentences(items: tuple[ScoreItem, ...], lang="en") -> list[str]:
    return [item.why.text(lang) for item in items]


@pytest.mark.parametrize("name", BOAT_NAMES)
def test_an_empty_boat_loses_a_point_for_each_of_its_19_rats_and_5_for_each_of_its_7_rooms(name):
    empty = marked(on=name)
    assert score_rats(empty).points == -19
    assert score_rooms(empty).points == -35


def test_a_rat_is_hidden_by_whatever_is_drawn_on_it():
    rats = sorted(ON.rats)
    boat_ = marked(*ones(RED, rats[:1]), *ones(COMMON, rats[1:2]), *ones(RARE, rats[2:3]))
    line = score_rats(boat_)
    assert line.points == -16
    assert {min(item.squares) for item in line.items} == {*rats[3:]}
    assert {item.points for item in line.items} == {-1}


def test_a_rat_tells_in_which_room_to_look():
    left = marked(*ones(RED, ON.rats - {(3, 7)}))
    assert sentences(score_rats(left).items) == ["A rat is visible in the apple room: -1 point."]


def test_a_room_with_one_visible_square_is_not_filled():
    apple = sorted(ON.room_squares[3])
    almost = marked(*ones(RED, apple[1:]))
    assert 3 not in filled_rooms(almost)
    item = next(i for i in score_rooms(almost).items if i.squares == frozenset(apple[:1]))
    assert (item.points, item.why.text("en")) == (-5, "1 square of the apple room is still empty: -5 points.")


def test_a_filled_room_costs_nothing_and_the_other_six_do():
    full = marked(*ones(RED, ON.room_squares[3]))
    assert filled_rooms(full) == (3,)
    assert score_rooms(full).points == -30


def test_a_discovery_over_a_wall_helps_both_rooms():
    walls = marked(
        *ones(RED, ON.squares - {(3, 10), (3, 11)}), drawn("ab", red="a", blue="b", at=(3, 10)).discoveries[0]
    )
    assert score_rooms(walls).points == -5


def test_a_room_is_empty_only_with_no_square_drawn_on():
    assert empty_rooms(marked()) == (1, 2, 3, 4, 5, 6, 7)
    assert empty_rooms(marked(*ones(RED, [(3, 5)]))) == (1, 2, 4, 5, 6, 7)


def test_rooms_are_called_by_icon_and_side():
    said = {room: room_said(ON, room).text("en") for room in ON.room_squares}
    assert said == {
        1: "the left parrot room",
        2: "the upper moon room",
        3: "the apple room",
        4: "the lower moon room",
        5: "the room without an icon",
        6: "the corn room",
        7: "the right parrot room",
    }


def test_each_rare_treasure_is_three_points_and_common_ones_are_none():
    line = score_rare_treasures(drawn("a.bb.c", rare="ab", common="c"))
    assert line.points == 6
    assert sentences(line.items) == ["A rare treasure: 3 points."] * 2


def test_a_map_is_covered_by_anything_but_gives_a_treasure_only_under_its_own_colour():
    place = {str(colour): square for square, colour in ON.maps.items()}
    boat_ = marked(*ones(BLUE, [place["blue"], place["red"]]), *ones(COMMON, [place["green"]]))
    assert {*covered_maps(boat_)} == {place["blue"], place["red"], place["green"]}
    assert maps_in_their_colour(boat_) == [place["blue"]]
