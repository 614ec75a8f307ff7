import hashlib
import json
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from samples import make as making
from samples.folder import SamplesWrong, fill_folder, options
from samples.hands import Part, hands, surfaces
from samples.make import Options, make
from samples.pen import PenTuning, pen_kit
from samples.tiers import TIER_NAMES
from scoring.discoveries import Colour
from vision.reading import Reading, reading_from_json

ROOT = Path(making.__file__).parent
SMALL = Options(sheet="boat-blue-en-a4", markers=True, colour_friendly=False)


@pytest.fixture(scope="module")
def scan():
    return make(3, "scan", 0, SMALL)


def pixels(sample):
    return cv2.imdecode(np.frombuffer(sample.photo_bytes, np.uint8), cv2.IMREAD_COLOR)


def test_the_same_seed_gives_the_same_bytes(scan):
    again = make(3, "scan", 0, SMALL)
    assert again.photo_bytes == scan.photo_bytes
    assert again.truth == scan.truth
    assert make(3, "scan", 1, SMALL).truth["discoveries"] != scan.truth["discoveries"]


def test_the_same_seed_gives_the_same_bytes_in_another_process(scan):
    code = (
        "import hashlib; from samples.make import Options, make;"
        "o = Options(sheet='boat-blue-en-a4', markers=True, colour_friendly=False);"
        "print(hashlib.sha256(make(3, 'scan', 0, o).photo_bytes).hexdigest())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT.parent)
    assert done.stdout.strip() == hashlib.sha256(scan.photo_bytes).hexdigest()


def test_the_truth_is_a_reading_and_its_size_the_photos(scan):
    outcome = reading_from_json({**scan.truth, "questions": []})
    assert isinstance(outcome, Reading)
    assert outcome.sheet == "boat-blue-en-a4"
    assert list(pixels(scan).shape[1::-1]) == scan.truth["size_px"]


def test_what_is_crossed_out_and_rats_that_are_counted_change_the_photo_and_no_truth(monkeypatch):
    photos = []
    for chance in (0, 1):
        monkeypatch.setattr("samples.slips.CROSSED_OUT", chance)
        monkeypatch.setattr("samples.slips.COUNTED", chance)
        photos.append(make(3, "scan", 5, SMALL))
    none, every = photos
    assert every.truth == none.truth
    apart = np.abs(pixels(every).astype(int) - pixels(none)).max(axis=2) > 60
    assert 0.0005 < apart.mean() < 0.05


def test_drawn_squares_lie_where_the_truth_says():
    scan = make(3, "scan", 3, SMALL)
    lab = cv2.cvtColor(pixels(scan), cv2.COLOR_BGR2LAB).astype(float)
    strength = np.hypot(lab[..., 1] - np.median(lab[..., 1]), lab[..., 2] - np.median(lab[..., 2]))
    corners = np.array(scan.truth["corners_px"])
    drawn = {tuple(s) for d in scan.truth["discoveries"] for s in d["squares"]}
    cats = {tuple(s) for d in scan.truth["discoveries"] if d["kind"] == "cat" for s in d["squares"]}
    boat = reading_from_json({**scan.truth, "questions": []}).marked_boat.boat
    lone = [s for s in boat.squares - drawn if not any(n in drawn for n in s.neighbours)]
    assert len(lone) >= 5, "this seed leaves no empty squares to compare with; take another"
    in_cats = np.mean([at_square(strength, corners, s).mean() for s in cats])
    in_lone = np.mean([at_square(strength, corners, s).mean() for s in lone])
    assert in_cats > 4 * in_lone + 1


def at_square(picture, corners, square):
    row, col = square
    ring = corners[[row, row, row + 1, row + 1], [col, col + 1, col + 1, col]]
    (x0, y0), (x1, y1) = ring.min(axis=0).astype(int), ring.max(axis=0).astype(int) + 1
    return picture[y0:y1, x0:x1]


@pytest.mark.parametrize("tier", ["good", "kitchen", "hard"])
def test_each_tier_makes_photos_whose_grid_is_in_the_picture(tier):
    sample = make(5, tier, 0, SMALL)
    corners = np.array(sample.truth["corners_px"]).reshape(-1, 2)
    inside = ((corners > 0) & (corners < sample.truth["size_px"])).all(axis=1)
    assert inside.mean() > 0.97
    assert sample.truth["status"] in sample.truth["fair"]
    assert sample.truth["made"]["tier"] == tier


def test_colour_friendly_boats_use_one_pen_and_a_pattern_each():
    sample = make(4, "scan", 0, Options(colour_friendly=True, sheet="boat-red-fr-letter"))
    patterns = sample.truth["made"]["patterns"]
    assert list(patterns) == [str(c) for c in Colour]
    assert len(set(patterns.values())) == 5


def test_sheets_without_markers_have_none():
    assert make(4, "scan", 2, Options(markers=False)).truth["made"]["markers"] is False


@pytest.mark.parametrize("index", range(9))
def test_negatives_say_what_a_fair_reader_owes(index):
    truth = make(2, "negatives", index, Options(sheet="boat-green-en-a4")).truth
    owed = {
        "no sheet": "unreadable",
        "another grid": "unreadable",
        "half a sheet": "unreadable",
        "black": "unreadable",
        "far too blurred": "unreadable",
        "covered": "unreadable",
        "two sheets": "ok",
    }
    assert truth["status"] == owed.get(truth["made"]["negative"], truth["status"])
    assert ("discoveries" in truth or "parts" in truth) == (truth["status"] != "unreadable")
    if truth["made"]["negative"] == "mirrored":
        assert truth["mirrored"] is True


def test_pens_of_one_box_are_told_apart():
    for seed in range(40):
        inks = pen_kit(np.random.default_rng(seed), "felt").pens
        bgr = np.array([[pen.ratio[::-1] for pen in inks.values()]], np.float32) ** (1 / 2.2)
        lab = cv2.cvtColor(bgr, cv2.COLOR_BGR2LAB)[0]
        apart = np.linalg.norm(lab[:, None] - lab[None], axis=2) + 1e3 * np.eye(len(lab))
        assert apart.min() >= PenTuning().least_apart


def test_writers_and_tables_of_the_two_parts_differ():
    tune, report = hands(Part.TUNE), hands(Part.REPORT)
    assert tune.by_writer
    assert report.by_writer
    assert not tune.by_writer.keys() & report.by_writer.keys()
    assert not {*surfaces(Part.TUNE)} & {*surfaces(Part.REPORT)}
    assert surfaces(Part.TUNE)
    assert surfaces(Part.REPORT)


def test_photos_are_written_beside_their_truth(tmp_path):
    made = list(fill_folder(tmp_path, 1, "scan", 3, SMALL))
    truth = json.loads((tmp_path / f"{made[0].name}.truth.json").read_text(encoding="utf-8"))
    assert truth["photo"] == f"{made[0].name}.jpg"
    assert (tmp_path / truth["photo"]).read_bytes() == made[0].photo_bytes


def test_a_sheet_that_does_not_exist_is_told(tmp_path):
    with pytest.raises(SamplesWrong, match="No sheet is called"):
        options(part="tune", sheet="boat-pink-en-a4", colour_friendly=None, markers=None, realdata=None)
    with pytest.raises(SamplesWrong, match="strokes.npz"):
        options(part="tune", sheet=None, colour_friendly=None, markers=None, realdata=tmp_path)


def test_the_tier_names_are_those_of_the_command():
    assert TIER_NAMES == ("scan", "good", "kitchen", "hard", "negatives")
    with pytest.raises(ValueError, match="no tier"):
        make(1, "easy")


def test_what_comes_along_is_small_and_says_where_it_is_from():
    files = [p for p in ROOT.rglob("*") if p.is_file() and "__pycache__" not in p.parts]
    assert sum(p.stat().st_size for p in files) < 10e6
    sources = (ROOT / "data" / "SOURCES.md").read_text(encoding="utf-8")
    for path in (ROOT / "data").rglob("*"):
        assert path.is_dir() or path.name == "SOURCES.md" or path.stem.split("-", 1)[-1] in sources, path
