"""What the board is told, and what it tells."""

import json
from dataclasses import replace

import pytest
from at_the_page import ONE, reading_of

from pages.parts import visit
from pages.parts.board import board_data, counted
from pages.parts.boat import after_gestures
from pages.parts.visit import Player
from pages.parts.words import LANGUAGES, Words
from scoring.discoveries import Colour, cat, common
from scoring.sister import Sister
from sheets.layout import geometry_by_name
from table.edits import History, with_sister
from table.result import score_reading


def player(reading):
    geometry = geometry_by_name(reading.sheet)
    return Player(1, "Ann", History((reading,)), geometry, visit.printed(geometry))


def told(reading, lang="en"):
    return board_data(player(reading), score_reading(reading), Words(lang))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_board_gets_json_with_every_square_line_and_question(lang):
    data = json.loads(json.dumps(told(reading_of("a.jpg", asked=True), lang)))
    assert len(data["squares"]) == 142 and len(data["discoveries"]) == 6
    assert [line["rule"] for line in data["score"]["lines"]] == [
        "rats", "rooms", "families", "rare-treasures", "lessons",
    ]  # fmt: skip
    assert data["score"]["total"] == sum(line["points"] for line in data["score"]["lines"])
    assert data["status"]["kind"] == "check" and len(data["questions"][0]["options"]) == 2


def test_every_square_has_a_name_of_its_own():
    labels = [square["label"] for square in told(reading_of("a.jpg"))["squares"]]
    assert len(set(labels)) == 142
    assert "Row 4, column 2, the left parrot room, red treasure map" in labels
    assert sum("rat" in label.split(", ") for label in labels) == 19


def test_the_sister_and_the_winner_are_told():
    alone = with_sister(reading_of("a.jpg"), Sister(tuple(Colour), ("rats",)))
    data = told(alone)
    assert data["sister"]["total"] == sum(line["points"] for line in data["sister"]["lines"])
    assert data["winner"] == "The sister wins. A tie is hers too."


def test_options_are_counted_in_words():
    two = [cat(Colour.BLUE, (3, 2)), cat(Colour.BLUE, (3, 3)), common((4, 4))]
    assert counted(two, Words("en")) == "2 blue cats + 1 common treasure"
    assert counted(two, Words("fr")) == "2 chats bleus + 1 trésor commun"
    assert counted([], Words("en")) == "Nothing drawn"


def test_gestures_sent_twice_are_carried_out_once_and_in_order():
    first = {"do": "oshax", "square": [3, 3], "number": 1}
    second = {"do": "erase", "square": [3, 3], "number": 2}
    after = after_gestures(player(reading_of("a.jpg")), [first])
    again = after_gestures(after, [first, second])
    assert (after.heard, again.heard) == (1, 2)
    assert len(again.history.readings) == 3
    assert ONE not in {seen.discovery for seen in again.reading.seen}


@pytest.mark.parametrize("gesture", [7, None, {}, {"number": "1"}, {"number": 1}, {"number": True, "do": "undo"}])
def test_gestures_that_make_no_sense_change_nothing(gesture):
    before = player(reading_of("a.jpg"))
    assert after_gestures(before, [gesture]).history == before.history


def test_a_gesture_that_cannot_be_done_says_why_until_the_next_one():
    refused = after_gestures(player(reading_of("a.jpg")), [{"do": "erase", "square": [8, 12], "number": 1}])
    assert board_data(refused, None, Words("en"))["message"] == "Nothing is drawn there."
    done = after_gestures(refused, [{"do": "erase", "square": [3, 3], "number": 2}])
    assert done.message is None


def test_a_boat_on_a_sheet_that_is_not_ours_is_shown_on_ours():
    strange = replace(reading_of("a.jpg"), sheet="mine")
    assert visit.geometry_of(strange, "fr").sheet == "boat-blue-fr-a4"


def test_who_plays_against_the_sister_is_compared_with_nobody():
    alone = replace(player(with_sister(reading_of("a.jpg"), Sister(tuple(Colour), ()))), id=2)
    seated = {1: player(reading_of("a.jpg")), 2: alone, 3: replace(player(reading_of("b.jpg")), id=3)}
    assert [visit.company_of(number, seated).largest_elsewhere for number in seated] == [3, None, 3]
    del seated[3]
    assert visit.company_of(1, seated).largest_elsewhere is None
