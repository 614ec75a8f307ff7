"""What happens on the page, flow by flow, without a browser."""

import json
import subprocess
import sys

import pytest
from at_the_page import FAMILY, ONE, TWO, chosen, read, reading_of, says, upload
from streamlit.runtime.scriptrunner_utils.exceptions import RerunException
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData

from pages.parts import arrival
from scoring.discoveries import Colour
from scoring.lessons import ALONE
from scoring.marked_boat import Special
from table.edits import changed_by
from table.record import record_from_json, record_json
from table.result import score_reading
from vision.reading import reading_json


def test_the_page_opens_with_a_way_in_and_no_error(app):
    assert not app.exception and len(app.file_uploader) == 1
    assert "What is your boat worth?" in says(app) and "Nothing is stored" in says(app)


def test_a_photo_becomes_a_boat_with_its_history_and_fingerprint(app):
    upload(app, ("a.jpg", b"a photo"))
    assert not app.exception and not app.error
    player = chosen(app)
    assert (player.reading, player.file, len(player.sha256)) == (reading_of("a.jpg"), "a.jpg", 64)


def test_two_photos_give_standings_and_a_shared_victory(app):
    upload(app, ("a.jpg", b"a"), ("b.jpg", b"b"))
    assert "Player 1 and Player 2 share the victory" in says(app)
    assert len(app.session_state["players"]) == 2


def test_a_third_boat_joins_two_and_any_of_them_is_shown(app):
    upload(app, ("a.jpg", b"a"), ("b.jpg", b"b"))
    upload(app, ("c.jpg", b"c"))
    assert not app.exception and chosen(app).file == "c.jpg"
    app.button_group(key="whose").set_value(1).run()
    assert chosen(app).file == "a.jpg"
    app.text_input(key="name-1").set_value("Ann").run()
    assert chosen(app).name == "Ann"


def test_a_sheet_more_in_one_photo_is_a_boat_more(app):
    upload(app, ("both.jpg", b"two sheets"))
    assert [p.reading.part for p in app.session_state["players"].values()] == [1, 2]


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("dark.jpg", b"dark", "More light"),
        ("odd.jpg", b"strange", "A reason without a translation."),
        ("big.jpg", b"x" * 40_000_001, "40 MB is the most"),
        ("broken.json", b"{", "not a reading or record"),
        ("other.json", b'{"a": 1}', "not a reading or record"),
    ],
)
def test_what_cannot_be_used_is_told_with_a_way_out_and_breaks_nothing(app, name, data, words):
    upload(app, (name, data))
    assert not app.exception and words in app.error[0].value
    upload(app, ("good.jpg", b"a photo"))
    assert not app.error and chosen(app).file == "good.jpg"


def test_in_french_the_reason_is_french(app):
    app.button(key="language").click().run()
    upload(app, ("dark.jpg", b"dark"))
    assert "plus de lumière" in app.error[0].value


def test_a_file_that_fails_does_not_stop_the_others(app):
    upload(app, ("dark.jpg", b"dark"), ("good.jpg", b"a photo"))
    assert len(app.error) == 1 and chosen(app).file == "good.jpg"


@pytest.fixture
def broken_off(monkeypatch):
    """Another tap of the visitor ends the run at the reader's first word about the second file that it reads."""
    calls = []

    def looks(data, name, on_step, lesson_sheet):
        calls.append(name)
        if len(calls) == 2:
            raise RerunException(RerunData())
        return read(data, name, on_step, lesson_sheet)

    monkeypatch.setattr(arrival, "looks", looks)
    return calls


def test_of_files_whose_reading_is_broken_off_each_becomes_one_boat(app, broken_off):
    upload(app, ("a.jpg", b"a"), ("b.jpg", b"b"))
    assert broken_off == ["a.jpg", "b.jpg", "b.jpg"]
    assert [p.file for p in app.session_state["players"].values()] == ["a.jpg", "b.jpg"]


def test_a_sample_whose_reading_is_broken_off_comes_all_the_same(app, broken_off):
    app.button(key="try").click().run()
    app.button(key="try").click().run()
    assert [p.file for p in app.session_state["players"].values()] == ["try-1.jpg", "try-2.jpg"]


def test_a_file_that_makes_the_page_fail_is_not_tried_again_in_every_run(app, monkeypatch):
    def broken(look, name, data, words):
        raise RuntimeError("a bug")

    monkeypatch.setattr(arrival, "_player", broken)
    upload(app, ("a.jpg", b"a photo"))
    app.run()
    assert not app.exception and not app.session_state["waiting"]
    assert "our fault, not yours" in app.error[0].value


def test_a_file_name_is_text_and_never_markup(app):
    upload(app, ("**bold** <b>x</b>.jpg", b"dark"))
    assert r"\*\*bold\*\* \<b\>x" in app.error[0].value


def test_a_bug_of_ours_is_told_as_one_and_breaks_nothing(app, monkeypatch, caplog):
    def broken(data, name, on_step, lesson_sheet):
        raise RuntimeError("a bug")

    monkeypatch.setattr("pages.parts.arrival.looks", broken)
    upload(app, ("a.jpg", b"a photo"))
    assert not app.exception and "our fault, not yours" in app.error[0].value
    assert "a bug" in caplog.text


def test_a_record_opens_again_without_its_photo(app):
    card = score_reading(reading_of("a.jpg"))
    record = record_json(reading_of("a.jpg"), reading_of("a.jpg"), card, ALONE, "0" * 64)
    upload(app, ("ann.record.json", json.dumps(record).encode()))
    assert chosen(app).reading == reading_of("a.jpg") and chosen(app).photo is None
    upload(app, ("line.json", json.dumps(reading_json(reading_of("b.jpg"))).encode()))
    assert chosen(app).reading == reading_of("b.jpg")


def test_an_empty_boat_can_be_tapped_in_without_a_photo(app):
    app.button(key="by-hand-red").click().run()
    assert not app.exception and chosen(app).reading.boat == "red" and chosen(app).reading.seen == ()


def test_the_language_switches_everything_and_keeps_the_boat(app):
    upload(app, ("a.jpg", b"asks"))
    app.button(key="language").click().run()
    assert not app.exception and "Les photos restent en mémoire" in says(app)
    assert chosen(app).reading == reading_of("a.jpg", asked=True)


def test_lessons_and_specials_are_ticked_and_the_reading_follows(app):
    upload(app, ("a.jpg", b"a photo"))
    number = app.session_state["chosen"]
    app.button_group(key=f"lessons-{number}").set_value([3, 12]).run()
    app.button_group(key=f"specials-{number}").set_value([Special.ROW]).run()
    assert chosen(app).reading.lessons == (3, 12) and chosen(app).reading.specials == (Special.ROW,)
    assert chosen(app).history.first == reading_of("a.jpg")


def test_the_sister_plays_once_all_her_colours_are_known(app):
    upload(app, ("a.jpg", b"a photo"))
    number = app.session_state["chosen"]
    for colour in (Colour.RED, Colour.BLUE, Colour.GREEN, Colour.ORANGE):
        app.button(key=f"sister-colours-{number}-{colour}").click().run()
    assert chosen(app).reading.sister is None
    app.button(key=f"sister-colours-{number}-{Colour.PURPLE}").click().run()
    app.button_group(key=f"sister-lessons-{number}").set_value(["rats"]).run()
    assert chosen(app).reading.sister.colours[0] is Colour.RED
    assert chosen(app).reading.sister.lessons == ("rats",)
    app.button(key=f"sister-colours-{number}-none").click().run()
    assert chosen(app).reading.sister is None


def test_a_claim_is_compared_with_the_rule_and_the_reasons(app):
    upload(app, ("a.jpg", b"a photo"))
    number = app.session_state["chosen"]
    app.number_input(key=f"claim-{number}-families").set_value(11).run()
    assert "claimed 11, on the boat 8" in says(app) and "These 3 red cats touch" in says(app)
    app.button(key="lit-families").click().run()
    assert app.session_state["lit"][0] == {s for c in FAMILY for s in c.squares}
    app.number_input(key=f"claim-{number}-families").set_value(8).run()
    assert app.success[0].value == "Claim and boat agree."


def test_two_readings_of_one_boat_are_compared(app):
    upload(app, ("a.jpg", b"a photo"), ("b.jpg", b"b photo"))
    assert any("Both say the same" in each.value for each in app.success)
    number = app.session_state["chosen"]
    app.button_group(key=f"lessons-{number}").set_value([3]).run()
    assert "ticked by Player 2 only" in says(app) and "ticked by Player 1 only" in says(app)


def test_a_player_has_a_name_and_leaves_the_page(app):
    upload(app, ("a.jpg", b"a photo"))
    app.text_input[0].set_value("Zoë").run()
    assert chosen(app).name == "Zoë"
    app.button(key="remove").click().run()
    assert app.session_state["players"] == {} and not app.exception


def test_the_page_starts_without_opencv():
    code = "import sys, app; print('cv2' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_what_answers_a_question_is_kept_as_done_by_hand(app):
    upload(app, ("a.jpg", b"asks"))
    asked = chosen(app).reading.questions[0].name
    history = changed_by(chosen(app).history, {"do": "answer", "question": asked, "choice": 1})
    assert {seen.discovery for seen in history.now.seen if seen.by_hand} == set(TWO)
    assert ONE in {seen.discovery for seen in history.first.seen}
    card = score_reading(history.now)
    record = record_from_json(json.dumps(record_json(history.first, history.now, card, ALONE, None)).encode())
    assert len(record.corrections) == 1
