"""Boats as files that a person can read and edit, and what is said about broken ones."""

import json
from collections import Counter

import pytest

from scoring.boats import BOAT_NAMES, DATA, BoatFileWrong, boat, load_boat
from scoring.discoveries import Colour
from scoring.squares import Square, pieces


@pytest.mark.parametrize("name", BOAT_NAMES)
def test_a_boat_has_142_squares_in_7_rooms_with_19_rats_and_a_map_of_each_colour(name):
    it = boat(name)
    assert (it.name, len(it.squares), it.rows, it.cols) == (name, 142, 9, 22)
    assert len(it.rats) == 19
    assert sorted(it.maps.values()) == sorted(Colour)
    assert not it.rats & it.maps.keys()
    assert {room: len(squares) for room, squares in it.room_squares.items()} == {
        1: 18,
        2: 11,
        3: 18,
        4: 11,
        5: 60,
        6: 20,
        7: 4,
    }
    assert it.icons == {1: "parrot", 2: "moon", 3: "apple", 4: "moon", 6: "corn", 7: "parrot"}


@pytest.mark.parametrize("name", BOAT_NAMES)
def test_a_room_is_one_piece(name):
    assert all(len(pieces(squares)) == 1 for squares in boat(name).room_squares.values())


def test_no_two_boats_have_the_same_rats_or_the_same_maps():
    assert len({boat(name).rats for name in BOAT_NAMES}) == len(BOAT_NAMES)
    assert len({frozenset(boat(name).maps.items()) for name in BOAT_NAMES}) == len(BOAT_NAMES)


def test_a_square_of_the_edge_has_a_side_on_the_outline():
    edge = boat("blue").edge
    assert {(0, 7), (4, 0), (4, 21), (1, 4), (2, 1), (8, 14)} <= edge
    assert not {(1, 7), (4, 1), (3, 5)} & edge
    assert (2, 4) not in edge, "it has a square on all four sides; the outline only passes its corner"


def test_neighbours_borders_and_corners_stay_on_the_boat():
    it = boat("green")
    assert it.neighbours[Square(0, 7)] == ((0, 8), (1, 7))
    sides = Counter(square for pair in it.borders for square in pair)
    assert all(sides[s] == len(it.neighbours[s]) for s in it.squares)
    assert all(abs(a.row - b.row) == abs(a.col - b.col) == 1 and b in it.squares for a, b in it.corners)
    assert len({*it.corners}) == len(it.corners)


def test_the_middle_row_is_the_one_with_the_bow():
    assert boat("blue").middle_row == frozenset(Square(4, col) for col in range(22))


def test_a_boat_that_is_not_there_is_explained():
    with pytest.raises(ValueError, match="no boat is called 'pink'; there are blue, green, red, purple, orange, black"):
        boat("pink")


def broken(tmp_path, **changes):
    facts = json.loads((DATA / "blue.json").read_text(encoding="utf-8")) | changes
    path = tmp_path / "mine.json"
    path.write_text(json.dumps({k: v for k, v in facts.items() if v is not None}), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"rats": None}, r"key 'rats': expected a list of \[row, col\], found None"),
        ({"rooms": "none"}, "key 'rooms': expected a list of texts"),
        ({"rooms": []}, "key 'rooms': expected at least one square"),
        ({"rooms": ["11", "1"]}, "key 'rooms', row 1: expected a text as long as the first row"),
        ({"rooms": ["1x"]}, "key 'rooms', row 0, column 1: expected a room's digit or '.', found 'x'"),
        ({"rats": [[0, 0]]}, r"key 'rats\[0\]': expected a square of the boat, \(0, 0\) is none"),
        ({"rats": [[4, 0, 1]]}, r"key 'rats\[0\]': expected \[row, col\], found \[4, 0, 1\]"),
        ({"rats": [[4, 0], [4, 0]]}, r"key 'rats': expected each square once, \(4, 0\) is there twice"),
        ({"maps": {"pink": [4, 0]}}, "key 'maps': expected colours blue, green, .*, found 'pink'"),
        ({"maps": {"red": [4, 0], "blue": [4, 0]}}, r"key 'maps\[blue\]': two maps on one square"),
        ({"maps": {"red": "there"}}, r"key 'maps\[red\]': expected \[row, col\]"),
        ({"icons": {"9": "moon"}}, "key 'icons': expected room numbers of this boat, found '9'"),
        (
            {"icons": {"1": "pear"}},
            r"key 'icons\[1\]': expected one of parrot, moon, apple, corn or null, found 'pear'",
        ),
    ],
)
def test_a_broken_boat_names_the_file_the_key_and_what_was_expected(tmp_path, changes, message):
    path = broken(tmp_path, **changes)
    with pytest.raises(BoatFileWrong, match=message) as caught:
        load_boat(path)
    assert str(path) in str(caught.value)


def test_a_boat_that_is_no_json_names_the_line(tmp_path):
    path = tmp_path / "mine.json"
    path.write_text('{"name": "mine",\n "rooms": [,]}', encoding="utf-8")
    with pytest.raises(BoatFileWrong, match="mine.json, line 2: not JSON"):
        load_boat(path)


def test_a_boat_that_cannot_be_read_or_is_no_object_is_explained(tmp_path):
    with pytest.raises(BoatFileWrong, match="nowhere.json: cannot be read"):
        load_boat(tmp_path / "nowhere.json")
    (tmp_path / "list.json").write_text("[]", encoding="utf-8")
    with pytest.raises(BoatFileWrong, match="expected an object with name, rooms, icons, rats and maps"):
        load_boat(tmp_path / "list.json")


def test_an_edited_boat_is_read(tmp_path):
    mine = load_boat(broken(tmp_path, name="mine", rats=[[4, 0]]))
    assert (mine.name, mine.rats) == ("mine", frozenset({Square(4, 0)}))
