"""Many photos: order, bounded memory, and workers that die."""

import os
from pathlib import Path

import pytest

from vision import batch
from vision.batch import BROKE_DOWN, Outcome, Wish, read_all, read_side_by_side
from vision.pools import Pool
from vision.reading import Unread
from vision.sources import Source, sources

DEADLY = b"kills its worker"


def answers(data: bytes, name: str, wish: Wish) -> tuple[Outcome, ...]:
    """Stands in for the reader; runs in worker processes too."""
    if data == DEADLY:
        os._exit(3)
    return (Outcome(Unread(name, f"{len(data)} bytes")),)


@pytest.fixture
def files(tmp_path, monkeypatch) -> list[Source]:
    monkeypatch.setattr(batch, "read_source", answers)
    for number in range(6):
        (tmp_path / f"{number}.jpg").write_bytes(DEADLY if number == 2 else b"x" * number)
    return sources([str(tmp_path), str(tmp_path / "nothing.jpg")])


def test_a_photo_that_kills_its_worker_is_told_and_takes_no_other_with_it(files):
    lines = [outcome.line for done in read_side_by_side(files, Wish(), 2) for outcome in done.outcomes]
    assert [line.photo for line in lines] == [f"{number}.jpg" for number in range(6)] + ["nothing.jpg"]
    assert lines[2].reason == BROKE_DOWN
    assert [lines[number].reason for number in (0, 1, 3, 4, 5)] == [f"{number} bytes" for number in (0, 1, 3, 4, 5)]
    assert "no such file" in lines[6].reason


class Lazy(Pool):
    """A pool that does its work when asked for the result, and counts what it holds."""

    room = 3

    def __init__(self) -> None:
        self.held = self.most = 0
        self.closed = False

    def submit(self, work, *what):
        self.held += 1
        self.most = max(self.most, self.held)
        pool = self

        class Later:
            def result(self):
                pool.held -= 1
                return work(*what)

        return Later()

    def alone(self, work, *what):
        raise AssertionError("nothing failed")

    def close(self):
        self.closed = True


def test_no_more_photos_are_on_their_way_than_there_is_room_for(files):
    pool = Lazy()
    wanted = [file for file in files if file.name != "2.jpg"] * 5
    assert len(list(batch._in_order(iter(wanted), Wish(), pool))) == len(wanted)
    assert pool.most == pool.room


def test_the_first_line_comes_before_the_last_photo_is_opened(files):
    pool = Lazy()
    opened = []
    lines = batch._in_order((opened.append(file) or file for file in files[3:]), Wish(), pool)
    assert next(lines).source.name == "3.jpg"
    assert len(opened) < len(files[3:])
    lines.close()
    assert pool.closed, "workers end when nobody wants more"


def test_one_after_the_other_opens_a_photo_only_when_its_turn_comes(files):
    lines = read_all((file for file in files), Wish())
    assert next(lines).outcomes[0].line.photo == "0.jpg"


def test_a_file_is_loaded_only_so_far_as_it_could_be_a_photo(tmp_path, monkeypatch):
    monkeypatch.setattr("vision.sources.MOST_BYTES", 10)
    file = tmp_path / "film.mp4"
    file.write_bytes(bytes(1000))
    from vision.sources import load

    assert len(load(sources([str(file)])[0])) == 10


def test_overlay_names_are_never_shared():
    given = ["a/x.jpg", "a/x.png", "b/x.jpg", "-", "c/x.jpg"]
    named = sources(given)
    assert len({source.pictures for source in named}) == len(given)
    assert [source.name for source in named] == ["a/x.jpg", "x.png", "b/x.jpg", "standard input", "c/x.jpg"]
    assert named[0].path == Path("a/x.jpg")
