"""`boatscore score` and `boatscore bench score`."""

import io
import json
import os
import subprocess
import sys

import pytest

import cli
from benchmarks import score as bench_score

A = {
    "photo": "a.jpg",
    "sheet": "boat-blue-en-a4",
    "status": "ok",
    "discoveries": [
        {"kind": "cat", "colour": "blue", "squares": [[3, 0], [3, 1]], "confidence": 0.998},
        {"kind": "common", "squares": [[4, 4]], "confidence": 0.99},
    ],
    "lessons": [3, 17],
    "specials": ["extra-card"],
    "questions": [],
}
B = A | {"photo": "b.jpg", "sheet": "boat-red-fr-a4", "lessons": [12]}
UNREADABLE = {"photo": "c.jpg", "status": "unreadable", "reason": "It is too dark. Use more light."}


@pytest.fixture
def file(tmp_path):
    def write(*readings, name="in.json"):
        path = tmp_path / name
        path.write_text("\n".join(map(json.dumps, readings)), encoding="utf-8")
        return str(path)

    return write


def test_json_is_one_object_a_line_in_the_order_given_then_the_standings(file, capsys):
    assert cli.main(["score", file(B, name="b.json"), file(A, name="a.json"), "--json"]) == 0
    out = capsys.readouterr()
    lines = [json.loads(line) for line in out.out.splitlines()]
    assert [line.get("photo") for line in lines] == ["b.jpg", "a.jpg", None]
    assert lines[0]["score"]["total"] == lines[1]["score"]["total"] + 1 + 1, "a lesson, and a rat under the cat"
    assert lines[2] == {
        "standings": [
            {"photo": "b.jpg", "rank": 1, "total": -52, "filled_rooms": 0},
            {"photo": "a.jpg", "rank": 2, "total": -54, "filled_rooms": 0},
        ],
        "winners": ["b.jpg"],
    }
    assert out.err == ""


def test_the_score_is_the_one_of_the_design(file, capsys):
    assert cli.main(["score", file(A), "--json"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    score = json.loads(line)["score"]
    assert (score["total"], score["filled_rooms"]) == (-54, 0)
    assert [entry["rule"] for entry in score["lines"]] == ["rats", "rooms", "families", "rare-treasures", "lessons"]
    assert [(i["number"], i["key"], i["points"]) for i in score["lines"][4]["items"]] == [
        (3, "three-of-each", 0),
        (17, "five-orange", 0),
    ]
    assert score["audit"][0]["squares"] == [[4, 4]]


def test_what_score_writes_score_can_read_again(file, capsys):
    cli.main(["score", file(A), "--json"])
    first = capsys.readouterr().out
    cli.main(["score", file(json.loads(first), name="again.json"), "--json"])
    assert capsys.readouterr().out == first


def test_text_is_for_people_in_their_language(file, capsys):
    cli.main(["score", file(A), "--lang", "fr"])
    assert "a.jpg (boat-blue-en-a4) : -54 points" in capsys.readouterr().out


def test_json_lines_come_from_standard_input_too(monkeypatch, capsys):
    text = "\n".join(map(json.dumps, (A, B)))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert cli.main(["score", "-", "--json"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3


def test_an_unreadable_reading_is_reported_and_the_others_are_scored(file, capsys):
    assert cli.main(["score", file(UNREADABLE, A), "--json"]) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == UNREADABLE
    assert lines[1]["score"]["total"] == -54
    assert cli.main(["score", file(UNREADABLE)]) == 1
    assert "c.jpg: not read. It is too dark." in capsys.readouterr().out


def test_wrong_input_is_exit_2_and_says_where_and_prints_no_result(file, capsys):
    wrong = B | {"discoveries": [*B["discoveries"], {"kind": "rare", "squares": [[4, 4], [4, 5]]}]}
    path = file(A, wrong)
    assert cli.main(["score", path, "--json"]) == 2
    out = capsys.readouterr()
    assert out.out == ""
    assert out.err == f"{path}, line 2: discoveries[2]: discoveries 2 and 3 overlap at (4, 4)\n"


def test_an_own_lesson_sheet_is_used_and_a_wrong_one_explained(file, tmp_path, capsys):
    sheet = tmp_path / "lessons.json"
    entry = {"number": 3, "condition": "visible-rats", "points": 100}
    sheet.write_text(json.dumps({"lessons": [entry, entry | {"number": 17}]}), encoding="utf-8")
    assert cli.main(["score", file(A), "--lessons", str(sheet), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["score"]["lines"][4]["points"] == 3800
    sheet.write_text(json.dumps({"lessons": [entry | {"points": "many"}]}), encoding="utf-8")
    assert cli.main(["score", file(A), "--lessons", str(sheet)]) == 2
    assert "lessons[0].points: expected a whole number" in capsys.readouterr().err


def test_solo_says_who_wins(file, capsys):
    sister = {"colours": ["blue", "red", "green", "orange", "purple"], "lessons": ["rats", "families"]}
    assert cli.main(["score", file(A | {"sister": sister}), "--json"]) == 0
    score = json.loads(capsys.readouterr().out)["score"]
    assert (score["sister"]["total"], score["winner"]) == (100, "sister")
    assert score["sister"]["lines"][1]["items"][0]["key"] == "rats"


def test_a_pipe_that_closes_early_is_no_crash(file):
    path = file(*[A | {"photo": f"{i}.jpg"} for i in range(300)])
    command = f'"{sys.executable}" -m cli score "{path}" --json | head -n 1'
    here = {**os.environ, "PYTHONPATH": os.fspath(cli.Path(cli.__file__).parent)}
    run = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=60, check=True, env=here)
    assert run.stdout.startswith('{"photo": "0.jpg"')
    assert run.stderr == ""


def test_the_score_bench_prints_milliseconds_and_keeps_the_budget_in_sight(capsys):
    assert cli.main(["bench", "score", "--boats", "4"]) in (0, 1)
    out = capsys.readouterr().out
    assert "4 random games" in out
    assert out.count("ms") == 6


def test_the_score_bench_fails_when_the_budget_is_missed(monkeypatch, capsys):
    monkeypatch.setattr(bench_score, "MOST_MS", 0.0)
    assert bench_score.main(["--boats", "2"]) == 1
    monkeypatch.setattr(bench_score, "MOST_MS", 1e6)
    assert bench_score.main(["--boats", "2"]) == 0
    capsys.readouterr()
