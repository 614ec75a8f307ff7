"""`boatscore serve` and `boatscore verify` from the command line."""

import json
import socket
import tomllib
from pathlib import Path

import pytest
from at_the_page import reading_of

from cli import main
from pages.parts.serving import SETTINGS, app_file, command
from scoring.lessons import ALONE
from table.record import record_json
from table.result import score_reading

ROOT = Path(__file__).parents[2]


def kept(tmp_path, change=None):
    reading = reading_of("a.jpg")
    facts = record_json(reading, reading, score_reading(reading), ALONE, None)
    if change:
        change(facts)
    path = tmp_path / "a.record.json"
    path.write_text(json.dumps(facts), encoding="utf-8")
    return str(path)


def test_the_page_is_found_and_served_with_its_settings():
    words = command(8501)
    assert app_file() == ROOT / "app.py" and str(app_file()) in words
    assert "--browser.gatherUsageStats=false" in words and "--theme.dark.backgroundColor=#111a21" in words
    assert words[-2:] == ["--server.port", "8501"]


def test_both_ways_to_start_the_page_have_the_same_settings():
    assert SETTINGS.read_text(encoding="utf-8") == (ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8")
    assert tomllib.loads(SETTINGS.read_text(encoding="utf-8"))["browser"] == {"gatherUsageStats": False}


def test_a_port_in_use_is_explained_with_another(capsys):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert main(["serve", "--port", str(port), "--address", "127.0.0.1"]) == 2
    assert f"--port {port + 1}" in capsys.readouterr().err


def test_a_record_that_holds_is_said_to_hold(tmp_path, capsys):
    assert main(["verify", kept(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert "holds   score" in said and "nobody changed what was read" in said


def test_a_record_with_a_changed_score_breaks(tmp_path, capsys):
    def more(facts):
        facts["score"]["total"] += 1

    assert main(["verify", kept(tmp_path, more)]) == 1
    assert "BROKEN  score" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["missing.json", "other.json"])
def test_a_file_that_is_no_record_is_wrong_use(tmp_path, capsys, name):
    (tmp_path / "other.json").write_text("{}", encoding="utf-8")
    assert main(["verify", str(tmp_path / name)]) == 2
    assert name in capsys.readouterr().err


def test_a_missing_photo_is_wrong_use(tmp_path, capsys):
    assert main(["verify", kept(tmp_path), str(tmp_path / "gone.jpg")]) == 2
    assert "gone.jpg" in capsys.readouterr().err
