"""Several photos of one boat as one: what one hides another shows; where they disagree, doubt stays."""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from drawn_ink import DrawnSheet

from scoring.discoveries import Colour
from scoring.squares import Square
from vision.boxes import Odds
from vision.evidence import Evidence, weigh
from vision.flatten import grid_of
from vision.pen_key import KeyPen
from vision.problems import DifferentSheets
from vision.read import Walk, read_photo, read_same
from vision.reading import About, Unread
from vision.same import combined

EMPTY, CAT = 0, 1
SURE = 0.9999
HERE, THERE = Square(4, 5), Square(4, 6)
PHOTO = Path(__file__).parents[2] / "samples" / "photos" / "try-3.jpg"


@cache
def blank(name: str = "boat-blue-en-a4") -> Evidence:
    return weigh(DrawnSheet(name).seen())


def photo(
    kind: int = EMPTY,
    *,
    sure: float = SURE,
    goes_on: float = 0.5,
    glare: tuple[Square, ...] = (),
    boxes: Odds | None = None,
) -> Evidence:
    """A photo that says this of the square HERE and of the side between it and the next one."""
    one = blank()
    kinds, right = one.marks.kinds.copy(), one.marks.right.copy()
    kinds[HERE] = (1 - sure) / 3
    kinds[HERE][kind] = sure
    right[HERE] = goes_on
    burnt, density = one.ink.burnt.copy(), one.ink.density.copy()
    grid, per_mm = grid_of(one.ink.flat.geometry), one.ink.flat.px_per_mm
    for square in glare:
        for values, scale in ((burnt, per_mm * burnt.shape[1] / density.shape[1]), (density, per_mm)):
            rows, cols = (
                slice(round((start + at * grid.side) * scale), round((start + (at + 1) * grid.side) * scale))
                for start, at in ((grid.top, square.row), (grid.left, square.col))
            )
            values[rows, cols] = 1 if values is burnt else 0
    return replace(
        one,
        ink=replace(one.ink, burnt=burnt, density=density),
        marks=replace(one.marks, kinds=kinds, right=right),
        boxes=one.boxes if boxes is None else replace(one.boxes, lessons={**one.boxes.lessons, 3: boxes}),
        lost=frozenset(glare),
    )


def together(*photos: Evidence) -> Evidence:
    return combined(photos)[0]


def test_one_photo_is_what_it_was():
    one = photo(CAT, goes_on=0.8)
    both, base = combined([one])
    assert base == 0
    assert np.allclose(both.marks.kinds, one.marks.kinds)
    assert np.allclose(both.marks.right, one.marks.right)
    assert np.allclose(both.marks.down, one.marks.down)
    for number, odds in one.boxes.lessons.items():
        assert both.boxes.lessons[number].marked == pytest.approx(odds.marked)


def test_two_photos_that_say_the_same_are_as_sure_as_one():
    both = together(photo(CAT, sure=0.9), photo(CAT, sure=0.9))
    assert both.marks.kinds[HERE][CAT] == pytest.approx(0.9)


def test_photos_that_contradict_each_other_leave_doubt():
    both = together(photo(CAT, goes_on=SURE), photo(EMPTY, goes_on=1 - SURE))
    assert both.marks.kinds[HERE][CAT] == pytest.approx(0.5, abs=0.05)
    assert both.marks.right[HERE] == pytest.approx(0.5, abs=0.01)


@pytest.mark.parametrize("order", [1, -1])
def test_what_glare_hides_in_one_photo_the_other_shows(order):
    hidden, plain = photo(EMPTY, glare=(HERE,)), photo(CAT, glare=(THERE,))
    both = together(*[hidden, plain][::order])
    assert both.lost == frozenset()
    assert both.marks.kinds[HERE][CAT] > 0.99


def test_what_every_photo_hides_stays_lost():
    both = together(photo(glare=(HERE, THERE)), photo(glare=(HERE,)))
    assert both.lost == {HERE}


def test_the_ink_of_hidden_squares_comes_from_the_photo_that_shows_them():
    drawn = DrawnSheet()
    drawn.fill(drawn.geometry.squares[HERE])
    shown = weigh(drawn.seen())
    hidden = photo(glare=(HERE,))
    shown = replace(shown, lost=frozenset({THERE, Square(0, 12)}))  # so that the other one is the plainest
    both, base = combined([shown, hidden])
    assert base == 1
    grid, per_mm = grid_of(both.ink.flat.geometry), both.ink.flat.px_per_mm
    x, y = (round((start + (at + 0.5) * grid.side) * per_mm) for start, at in ((grid.left, 5), (grid.top, 4)))
    around = np.s_[y - 8 : y + 8, x - 8 : x + 8]
    assert both.ink.density[around].mean() == pytest.approx(shown.ink.density[around].mean())
    assert hidden.ink.density[around].max() == 0, "what came in is not changed"


def test_a_box_is_as_the_surest_photo_sees_it():
    hidden, plain = photo(boxes=Odds(0.12, 0.0)), photo(boxes=Odds(SURE, 0.0))
    assert together(hidden, plain).boxes.lessons[3].marked > 0.98


def test_a_box_that_two_photos_see_differently_is_in_doubt():
    both = together(photo(boxes=Odds(1 - SURE, 0.0)), photo(boxes=Odds(SURE, 0.0)))
    assert both.boxes.lessons[3].marked == pytest.approx(0.5, abs=0.01)


def test_a_mark_that_one_photo_shows_taken_back_stays_a_question():
    assert together(photo(boxes=Odds(0.99, 0.0)), photo(boxes=Odds(0.5, 0.6))).boxes.lessons[3].taken_back == 0.6


def test_pens_come_from_the_photo_that_shows_the_key():
    pen = KeyPen(np.ones(3), np.ones(3), 0.1, 50.0)
    with_key = photo()
    with_key = replace(with_key, key=replace(with_key.key, pens={Colour.RED: pen}))
    assert together(photo(), with_key).key is with_key.key


def test_two_different_sheets_are_not_one_boat():
    with pytest.raises(DifferentSheets, match="boat-blue-en-a4, boat-red-en-a4"):
        combined([blank(), blank("boat-red-en-a4")])


def test_two_photos_with_glare_in_different_places_read_as_the_clean_one():
    data = PHOTO.read_bytes()
    corners = np.array(json.loads(PHOTO.with_suffix(".truth.json").read_text())["corners_px"])
    clean = found(read_photo(data, "clean.jpg")[0])
    glaring = [(with_glare(data, corners[5, col]), f"{col}.jpg") for col in (5, 15)]
    assert all(asks_about_glare(read_photo(*one)[0]) for one in glaring)
    both, unread = read_same(glaring)
    assert both.evidence.lost == frozenset()
    assert found(both) == clean
    assert unread == ()
    assert both.reading.photo == "5.jpg"


def asks_about_glare(outcome: Walk | Unread) -> bool:
    return isinstance(outcome, Unread) or any(q.about is About.GLARE for q in outcome.reading.questions)


def found(walk: Walk) -> set:
    return {(seen.discovery.kind, seen.discovery.colour, seen.discovery.squares) for seen in walk.reading.seen}


def with_glare(data: bytes, middle: np.ndarray) -> bytes:
    bgr = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR).astype(np.float32)
    y, x = np.mgrid[: bgr.shape[0], : bgr.shape[1]]
    share = np.exp(-((np.hypot(x - middle[0], y - middle[1]) / 70) ** 4))[..., None]
    return cv2.imencode(".jpg", np.clip(bgr * (1 - share) + 330 * share, 0, 255).astype(np.uint8))[1].tobytes()
