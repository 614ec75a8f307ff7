import json

import numpy as np
import pytest

import benchmarks.read as bench
from benchmarks.compare import true_reading
from benchmarks.reader import Answer
from samples.folder import fill_folder
from samples.make import Options
from vision.reading import Unread


@pytest.fixture(scope="module")
def photos(tmp_path_factory):
    folder = tmp_path_factory.mktemp("photos")
    list(fill_folder(folder, 2, "scan", 3, Options(sheet="boat-blue-en-a4", markers=True)))
    return folder


@pytest.fixture
def reader(photos, monkeypatch):
    """A reader that knows the truth of the first photo and cannot read the second; it counts its calls."""
    calls = []

    def read(data, name):
        calls.append(name)
        if name.endswith("0001.jpg"):
            return [Answer(Unread(name, "Too dark."), None, None)]
        truth = json.loads((photos / name).with_suffix(".truth.json").read_text(encoding="utf-8"))
        return [Answer(true_reading(truth), np.array(truth["corners_px"]), None)]

    monkeypatch.setattr(bench, "read", read)
    monkeypatch.setattr(bench, "WEIGHED", 0)
    return calls


def run(photos, out, *more):
    return bench.main(["--photos", str(photos), "--out", str(out), *more])


def test_a_bench_writes_report_plots_and_the_gallery_of_failures(photos, reader, tmp_path, capsys):
    assert run(photos, tmp_path) == 0
    report = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert report["tiers"]["photos"]["exact_score"] == 0.5
    assert report["tiers"]["photos"]["unreadable"] == 0.5
    assert "| exact score | 50.0% |" in capsys.readouterr().out
    assert (tmp_path / "reliability.png").stat().st_size > 1000
    kept = tmp_path / "gallery"
    assert [p.name for p in kept.iterdir()] == ["scan-3-0001"]
    assert {"photo.jpg", "truth.jpg", "result.json"} <= {p.name for p in (kept / "scan-3-0001").iterdir()}


def test_a_stopped_bench_goes_on_where_it_was(photos, reader, tmp_path, capsys):
    run(photos, tmp_path)
    assert len(reader) == 2
    run(photos, tmp_path)
    assert len(reader) == 2
    run(photos, tmp_path, "--fresh")
    assert len(reader) == 4


def test_a_reader_that_crashes_is_counted_and_stops_nothing(photos, monkeypatch, tmp_path, capsys):
    def read(data, name):
        raise ZeroDivisionError(name)

    monkeypatch.setattr(bench, "read", read)
    monkeypatch.setattr(bench, "WEIGHED", 0)
    assert run(photos, tmp_path) == 0
    numbers = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))["tiers"]["photos"]
    assert numbers["crashed"] == 2
    assert numbers["unreadable"] == 1.0


def test_a_folder_without_truth_is_told(tmp_path, capsys):
    assert bench.main(["--photos", str(tmp_path)]) == bench.USE_WRONG
    assert "truth.json" in capsys.readouterr().err


def test_of_two_sheets_the_one_that_was_read_is_compared_with_itself():
    """It was held against the first of the truth, and counted as silently wrong."""
    left, right = ({"corners_px": np.full((10, 23, 2), at).tolist()} for at in (100.0, 900.0))
    read = Answer(Unread("a", "", None, ""), np.full((10, 23, 2), 890.0), None)
    other = Answer(Unread("b", "", None, ""), np.full((10, 23, 2), 130.0), None)
    assert bench.paired([read], [left, right]) == [None, read]
    assert bench.paired([read, other], [left, right]) == [other, read]
    assert bench.paired([], [left, right]) == [None, None]
