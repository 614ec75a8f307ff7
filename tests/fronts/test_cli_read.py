"""`boatscore read`: what it takes, what it shows, how it ends."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

import cli

ROOT = Path(__file__).parents[2]
PHOTOS = ROOT / "samples" / "photos"
SCAN = PHOTOS / "scan.jpg"
UNREADABLE = 1
USE_WRONG = 2


def read(capsys, *arguments: object) -> tuple[int, list[dict], str]:
    """Exit code, JSON lines, and what was said beside them."""
    code = cli.main(["read", "--json", *map(str, arguments)])
    out = capsys.readouterr()
    return code, [json.loads(line) for line in out.out.splitlines()], out.err


def command(*arguments: object, **options: object) -> subprocess.CompletedProcess:
    """The command in a process of its own, as a shell starts it."""
    return subprocess.run(
        [sys.executable, "-m", "cli", "read", *map(str, arguments)],
        cwd=ROOT,
        capture_output=True,
        timeout=120,
        **options,
    )


@pytest.fixture(scope="module")
def table(tmp_path_factory) -> Path:
    """A photo of a bare table: no sheet, and soon known to be none."""
    file = tmp_path_factory.mktemp("photos") / "table.jpg"
    cv2.imwrite(str(file), np.full((600, 800, 3), (90, 120, 150), np.uint8))
    return file


@pytest.fixture
def broken(tmp_path) -> Path:
    """A photo with garbage in its middle, over which decoders complain aloud."""
    data = bytearray(SCAN.read_bytes())
    data[len(data) // 2 : len(data) // 2 + 2000] = b"\xff\xd4" * 1000
    file = tmp_path / "broken.jpg"
    file.write_bytes(data)
    return file


def test_a_photo_gives_its_reading_with_a_score(capsys):
    code, (line,), said = read(capsys, SCAN)
    truth = json.loads(SCAN.with_suffix(".truth.json").read_text())
    assert code == 0
    assert line["photo"] == "scan.jpg"
    assert line["sheet"] == truth["sheet"]
    assert line["status"] in ("ok", "check")
    assert isinstance(line["score"]["total"], int)
    assert [row["rule"] for row in line["score"]["lines"]] == ["rats", "rooms", "families", "rare-treasures", "lessons"]
    assert said == ""


def test_lines_come_in_the_order_given_and_folders_in_the_order_of_names(capsys, tmp_path, table):
    folder = tmp_path / "boats"
    folder.mkdir()
    for name in ("b.jpg", "a.JPG", "c.jpeg"):
        shutil.copy(table, folder / name)
    for name in ("notes.txt", ".hidden.jpg"):
        (folder / name).write_text("no photo")
    code, lines, _ = read(capsys, tmp_path / "z.jpg", folder, tmp_path / "y.jpg")
    assert [line["photo"] for line in lines] == ["z.jpg", "a.JPG", "b.jpg", "c.jpeg", "y.jpg"]
    assert code == UNREADABLE


def test_photos_of_one_name_are_told_apart_by_their_folders(capsys, tmp_path):
    for folder in ("mon", "tue"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.jpg").write_bytes(b"")
    _, lines, _ = read(capsys, tmp_path / "mon", tmp_path / "tue")
    assert [line["photo"] for line in lines] == [str(tmp_path / folder / "a.jpg") for folder in ("mon", "tue")]


def test_what_is_no_photo_has_a_reason_and_no_score_and_stops_nobody(capsys, tmp_path, table):
    empty, text, nothing, folder = (tmp_path / name for name in ("empty.jpg", "text.jpg", "nothing.jpg", "folder"))
    empty.write_bytes(b"")
    text.write_text("hello")
    folder.mkdir()
    code, lines, _ = read(capsys, empty, text, nothing, folder, table, SCAN)
    assert code == UNREADABLE
    assert [line["status"] for line in lines[:-1]] == ["unreadable"] * 5
    assert all("score" not in line for line in lines[:-1])
    reasons = [line["reason"] for line in lines[:-1]]
    for words, reason in zip(
        ("is empty", "no photo", "no such file", "no photo in this folder", "No boat sheet"), reasons, strict=True
    ):
        assert words in reason
    assert "score" in lines[-1]


def test_two_sheets_in_a_photo_give_two_parts(capsys, tmp_path):
    scan = cv2.imread(str(SCAN))
    both = tmp_path / "both.jpg"
    cv2.imwrite(
        str(both), np.hstack([scan, np.full((len(scan), 60, 3), 90, np.uint8), cv2.rotate(scan, cv2.ROTATE_180)])
    )
    _, lines, _ = read(capsys, both)
    assert [(line["photo"], line["part"]) for line in lines] == [("both.jpg", 1), ("both.jpg", 2)]


def test_pages_of_a_pdf_are_parts_and_a_bad_page_is_one_of_them(capsys, tmp_path):
    from PIL import Image

    page, blank = Image.open(SCAN), Image.new("RGB", (1000, 700), "white")
    page.save(tmp_path / "boats.pdf", save_all=True, append_images=[blank, page])
    code, lines, _ = read(capsys, tmp_path / "boats.pdf")
    assert [(line["part"], line["status"] == "unreadable") for line in lines] == [(1, False), (2, True), (3, False)]
    assert code == UNREADABLE


def test_one_photo_can_be_piped_in():
    run = command("-", "--json", input=SCAN.read_bytes())
    assert run.returncode == 0
    assert json.loads(run.stdout)["photo"] == "standard input"


def test_nothing_but_lines_on_the_output_and_nothing_of_libraries_beside_it(broken, table):
    run = command(broken, table, "--json")
    assert run.returncode == UNREADABLE
    assert len([json.loads(line) for line in run.stdout.splitlines()]) == 2
    assert run.stderr == b""


def test_people_get_text_with_reasons(capsys, table):
    assert cli.main(["read", str(SCAN), str(table), "--lang", "fr"]) == UNREADABLE
    out = capsys.readouterr().out
    assert "scan.jpg" in out
    assert "Cabines" in out
    assert "table.jpg" in out


def test_a_lesson_sheet_of_ones_own_scores_the_lessons(capsys, tmp_path):
    sheet = tmp_path / "lessons.json"
    sheet.write_text("{}")
    assert read(capsys, SCAN, "--lessons", sheet)[0] == USE_WRONG
    ours = ROOT / "scoring" / "data" / "lessons" / "default.json"
    assert read(capsys, SCAN, "--lessons", ours)[1] == read(capsys, SCAN)[1]


# ------------------------------------------------------------------ choosing a sheet


def test_a_sheet_of_the_wanted_name_is_read_and_others_are_named(capsys):
    name = json.loads(SCAN.with_suffix(".truth.json").read_text())["sheet"]
    other = "boat-black-fr-letter"
    assert read(capsys, SCAN, "--sheet", name)[0] == 0
    code, (line,), _ = read(capsys, SCAN, "--sheet", other)
    assert code == UNREADABLE
    assert other in line["reason"]
    assert name in line["reason"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--sheet", "boat-pink-en-a4"), "no sheet called boat-pink-en-a4"),
        (("--sheet", "mine.sheet"), "no sheet called mine.sheet"),
        (("--workers", "0"), "--workers"),
        (("--same", "--workers", "2"), "--same"),
        (("--lessons", "nothing.json"), "nothing.json"),
        (("--skip-done", str(SCAN)), "JSON lines"),
    ],
)
def test_wrong_use_is_explained_and_shows_nothing(capsys, options, words):
    assert cli.main(["read", str(SCAN), *options]) == USE_WRONG
    out = capsys.readouterr()
    assert words in out.err
    assert out.out == ""


# ------------------------------------------------------------------ overlays


def test_overlays_of_every_sheet_are_written_under_names_of_their_own(capsys, tmp_path):
    for folder in ("mon", "tue"):
        (tmp_path / folder).mkdir()
        shutil.copy(SCAN, tmp_path / folder / "a.jpg")
    out = tmp_path / "new" / "folder"
    assert read(capsys, tmp_path / "mon", tmp_path / "tue", "--overlay", out)[0] == 0
    assert sorted(file.name for file in out.iterdir()) == [
        "a.flat.jpg",
        "a.jpg.flat.jpg",
        "a.jpg.photo.jpg",
        "a.photo.jpg",
    ]
    drawn = cv2.imread(str(out / "a.flat.jpg"))
    assert min(drawn.shape[:2]) > 800


def test_an_overlay_folder_that_cannot_be_made_is_wrong_use(capsys, tmp_path):
    (tmp_path / "file").write_text("")
    assert cli.main(["read", str(SCAN), "--overlay", str(tmp_path / "file")]) == USE_WRONG
    assert "--overlay" in capsys.readouterr().err


# ------------------------------------------------------------------ going on


def test_photos_with_a_line_are_left_out_when_going_on(capsys, tmp_path, table):
    lines = tmp_path / "out.jsonl"
    assert len(read(capsys, table, tmp_path / "x.jpg", "--skip-done", lines)[1]) == 2, "no file yet: nothing is done"
    lines.write_text('{"photo": "table.jpg", "status": "unreadable", "reason": ""}\n\n')
    code, left, said = read(capsys, table, tmp_path / "x.jpg", "--skip-done", lines)
    assert [line["photo"] for line in left] == ["x.jpg"]
    assert "1 of 2" in said
    assert read(capsys, table, "--skip-done", lines)[:2] == (0, [])


def test_a_line_cut_off_by_a_stop_is_found_before_going_on(capsys, tmp_path, table):
    lines = tmp_path / "out.jsonl"
    lines.write_text('{"photo": "a.jpg", "status": "unreadable"}\n{"photo": "b.jp')
    assert cli.main(["read", str(table), "--skip-done", str(lines)]) == USE_WRONG
    assert "line 2" in capsys.readouterr().err


# ------------------------------------------------------------------ side by side, and when we fail


def test_workers_give_the_same_lines_in_the_same_order(tmp_path, table):
    given = [table, SCAN, tmp_path / "nothing.jpg", PHOTOS / "try-3.jpg"]
    one, two = command(*given, "--json"), command(*given, "--json", "--workers", 2)
    assert two.stdout == one.stdout
    assert (two.returncode, two.stderr) == (UNREADABLE, b"")


def test_a_fault_of_ours_is_a_line_and_its_cause_is_said(capsys, monkeypatch, table):
    def fails(*_, **__):
        raise RuntimeError("nobody thought of that")

    monkeypatch.setattr("vision.read.find_sheets", fails)
    code, lines, said = read(capsys, SCAN, table)
    assert code == UNREADABLE
    assert [line["status"] for line in lines] == ["unreadable", "unreadable"]
    assert "our mistake" in lines[0]["reason"]
    assert "scan.jpg: RuntimeError: nobody thought of that (test_cli_read.py" in said


def test_no_cluster_is_wrong_use(capsys, monkeypatch, table):
    monkeypatch.setattr("vision.pools.CLUSTER_ANSWERS_S", 0.5)
    pytest.importorskip("distributed")
    assert cli.main(["read", str(table), "--cluster", "tcp://127.0.0.1:9"]) == USE_WRONG
    assert "No cluster answers" in capsys.readouterr().err


def test_without_dask_a_cluster_says_how_to_install_it(capsys, monkeypatch, table):
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert cli.main(["read", str(table), "--cluster", "tcp://127.0.0.1:9"]) == USE_WRONG
    assert "pip install" in capsys.readouterr().err


@pytest.mark.filterwarnings("ignore")
def test_a_cluster_gives_the_same_lines(capsys, tmp_path, table):
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None
    ) as cluster:
        code, far, _ = read(capsys, table, SCAN, tmp_path / "x.jpg", "--cluster", cluster.scheduler_address)
    assert (code, far) == read(capsys, table, SCAN, tmp_path / "x.jpg")[:2]


def test_a_pipe_that_closes_early_is_no_error(table):
    with subprocess.Popen(
        [sys.executable, "-m", "cli", "read", str(table), str(table), "--json"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        process.stdout.close()
        said = process.stderr.read()
    assert process.returncode == 0
    assert said == b""


# ------------------------------------------------------------------ one boat on several photos


def test_the_same_boat_on_several_photos_is_one_line(capsys, table):
    code, lines, said = read(capsys, "--same", SCAN, table, SCAN)
    assert code == 0
    assert len(lines) == 1
    assert "score" in lines[0]
    assert "table.jpg could not help" in said


def test_different_boats_are_not_taken_for_the_same(capsys):
    code, (line,), _ = read(capsys, "--same", PHOTOS / "try-1.jpg", PHOTOS / "try-2.jpg")
    assert code == UNREADABLE
    assert "do not show one boat" in line["reason"]


def test_reading_a_jpeg_loads_nothing_that_it_does_not_need():
    heavy = {"PIL", "scipy", "skimage", "streamlit", "sqlalchemy", "reportlab", "pypdfium2", "tqdm", "distributed"}
    code = f"import sys, cli; cli.main(['read', {str(SCAN)!r}, '--json']); print(*({heavy!r} & sys.modules.keys()))"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
    assert run.stdout.splitlines()[-1] == ""
