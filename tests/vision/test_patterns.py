"""Patterns drawn for the test, with a hand's unsteadiness; other ones than those of `samples` among them."""

import itertools

import numpy as np
import pytest
from drawn_ink import BLACK, BLUE, DrawnSheet

from scoring.discoveries import Colour, Kind
from scoring.squares import Square
from sheets.geometry import Box
from vision.patterns import COLOURS, pattern_odds
from vision.pen_key import PenKey, read_pen_key

TURN = np.linspace(0, 2 * np.pi, 20)
HEART = np.stack([16 * np.sin(TURN) ** 3, -13 * np.cos(TURN) + 5 * np.cos(2 * TURN) + 2 * np.cos(3 * TURN)], 1) / 17
STAMPS = {
    "rings": [np.stack([np.cos(TURN), np.sin(TURN)], 1)],
    "plus": [((-1, 0), (1, 0)), ((0, -1), (0, 1))],
    "dots": [((-0.1, 0), (0.1, 0))],
    "x": [((-0.8, -0.8), (0.8, 0.8)), ((0.8, -0.8), (-0.8, 0.8))],
    "hearts": [HEART],
    "triangles": [((-0.9, 0.8), (0.9, 0.8), (0, -0.8), (-0.9, 0.8))],
    "dashes": [((-0.9, 0), (0.9, 0))],
}
LINES = {"across": (0.0,), "upright": (np.pi / 2,), "rising": (-0.8,), "falling": (0.8,), "crossed": (0.8, -0.8)}


def draw(sheet, kind, box, rng, pen=BLACK, width_mm=0.5):
    """A pattern all over a box, never twice the same."""
    pitch = rng.uniform(0.88, 1.15)
    if kind == "solid":
        sheet.fill(box, pitch_mm=0.5, pen=pen, width_mm=0.7)
    for angle in LINES.get(kind, ()):
        _lines(sheet, box, angle + rng.normal(0, 0.06), 2.2 * pitch, rng, pen, width_mm)
    if kind in STAMPS:
        step = 3.0 * pitch
        for y in np.arange(box.y + step / 2, box.y + box.h - 0.5, step):
            for x in np.arange(box.x + step / 2, box.x + box.w - 0.5, step):
                for stroke in STAMPS[kind]:
                    at = np.array((x, y)) + rng.normal(0, 0.2, 2)
                    sheet.stroke(at + 0.95 * np.asarray(stroke), pen=pen, width_mm=width_mm)


def _lines(sheet, box, angle, pitch, rng, pen, width_mm):
    along, middle = np.array((np.cos(angle), np.sin(angle))), np.array((box.x + box.w / 2, box.y + box.h / 2))
    low, high = np.array((box.x, box.y)), np.array((box.x + box.w, box.y + box.h))
    for offset in np.arange(-40, 40, pitch) + rng.uniform(0, pitch):
        points = middle + (offset + rng.normal(0, 0.1)) * np.array((-along[1], along[0]))
        points = points + np.arange(-40, 40, 0.2)[:, None] * along
        points = points[((points > low) & (points < high)).all(axis=1)]
        if len(points) > 2:
            sheet.stroke(points[[0, -1]], pen=pen, width_mm=width_mm)


def boat_with(kinds, seed, pen=BLACK, width_mm=0.5):
    """A key with these patterns, and a cat of each: outlines of 2 x 2, 1 x 3 and 1 x 1 squares."""
    rng, sheet = np.random.default_rng(seed), DrawnSheet()
    for kind, box in zip(kinds, sheet.geometry.pen_key.values(), strict=True):
        draw(sheet, kind, Box(box.x + 1, box.y + 1, box.w - 2, box.h - 2), rng, pen, width_mm)
    cats, truth = [], []
    for place, kind in enumerate(kinds):
        for rows, cols, top in ((2, 2, 2), (1, 3, 4), (1, 1, 5)):
            corner = Square(top, 3 + 3 * place)
            cats.append(frozenset(Square(corner.row + r, corner.col + c) for r in range(rows) for c in range(cols)))
            truth.append(place)
            first = sheet.geometry.squares[corner]
            area = Box(first.x + 0.8, first.y + 0.8, cols * first.w - 1.6, rows * first.h - 1.6)
            x, y, w, h = area
            sheet.stroke([(x, y), (x + w, y), (x + w, y + h), (x, y + h), (x, y)], pen=pen, width_mm=0.8)
            draw(sheet, kind, Box(x + 0.5, y + 0.5, w - 1, h - 1), rng, pen, width_mm)
    return sheet, cats, np.array(truth)


@pytest.mark.parametrize(
    ("kinds", "seed", "pen"),
    [
        (("across", "upright", "rising", "falling", "crossed"), 1, BLACK),
        (("rings", "plus", "dots", "x", "triangles"), 1, BLUE),
        (("hearts", "solid", "dashes", "dots", "rising"), 2, BLACK),
        (("rings", "hearts", "crossed", "plus", "none"), 2, BLUE),
    ],
)
def test_cats_are_matched_to_the_key(kinds, seed, pen):
    sheet, cats, truth = boat_with(kinds, seed, pen)
    ink = sheet.seen(blur_mm=0.2, noise=0.02, seed=seed)
    key = read_pen_key(ink)
    assert key.friendly
    odds = pattern_odds(ink, cats, len(cats), key).colours
    best = odds.argmax(axis=1)
    sure = odds.max(axis=1) > 0.99
    assert (best == truth)[sure].all()
    assert (best == truth).mean() > 0.9
    assert sure.mean() > 0.6


def test_without_a_key_every_colour_is_as_likely():
    sheet = DrawnSheet()
    odds = pattern_odds(sheet.seen(), [frozenset({Square(3, 4)})], 1, PenKey()).colours
    assert odds == pytest.approx(np.full((1, len(COLOURS)), 0.2))


def test_a_pattern_that_is_in_no_box_is_asked_about():
    kinds = ("across", "upright", "dots", "plus", "rings")
    sheet, cats, _ = boat_with(kinds, 3)
    area = sheet.geometry.squares[Square(6, 4)]
    draw(sheet, "solid", area, np.random.default_rng(0))
    ink = sheet.seen()
    odds = pattern_odds(ink, [*cats, frozenset({Square(6, 4)})], len(cats) + 1, read_pen_key(ink)).colours
    assert odds[-1].max() < 0.99


@pytest.mark.parametrize("seed", [1, 2])
def test_a_letter_on_paper_is_no_pattern(seed):
    """Single patterned squares were asked about, or read as treasures."""
    sheet, cats, _ = boat_with(("across", "upright", "rings", "plus", "crossed"), seed)
    first = sheet.geometry.squares[Square(7, 8)]
    for box in (first, sheet.geometry.squares[Square(7, 9)]):
        sheet.mark(box, ((0.5, -0.5), (0, -0.7), (-0.5, 0), (0, 0.7), (0.5, 0.5)), width_mm=0.6)
    treasures = [frozenset({Square(7, 8)}), frozenset({Square(7, 9)})]
    ink = sheet.seen(blur_mm=0.2, noise=0.02, seed=seed)
    patterned = pattern_odds(ink, [*cats, *treasures], len(cats), read_pen_key(ink)).patterned
    assert (patterned[-2:] < 0).all()
    assert np.median(patterned[:-2]) > 3


def test_a_letter_in_each_square_is_no_pattern_where_treasures_have_it():
    """Four R, one in each square, were as likely a pattern of their own, for all that other treasures had them too."""
    seed = 1
    letter = ((-0.4, 0.7), (-0.4, -0.7), (0.2, -0.7), (0.4, -0.3), (0.1, 0.0), (-0.4, 0.0), (0.4, 0.7))
    sheet, cats, _ = boat_with(("hearts", "rings", "plus", "triangles", "x"), seed)
    rng = np.random.default_rng(seed)
    rares = [frozenset(Square(row, col) for col in range(first, first + 4)) for row in (6, 7) for first in (6, 11)]
    for square in frozenset().union(*rares):
        jitter = rng.normal(0, 0.08, (len(letter), 2))
        sheet.mark(sheet.geometry.squares[square], np.array(letter) * 0.55 + jitter, width_mm=0.7)
    ink = sheet.seen(blur_mm=0.2, noise=0.02, seed=seed)
    sure = [*((cat, Kind.CAT) for cat in cats), *((rare, Kind.RARE) for rare in rares[1:])]
    every, key = [*cats, rares[0]], read_pen_key(ink)
    told = pattern_odds(ink, every, len(cats), key, sure).patterned
    assert told[-1] < -3 and np.median(told[:-1]) > 3
    assert told[-1] < pattern_odds(ink, every, len(cats), key).patterned[-1] - 1


def test_a_small_letter_on_much_paper_is_no_strokes_of_a_pattern():
    """An r drawn small is an upright and a dash: a rare treasure of four was read as a cat, surely, on ten boats."""
    kinds = ("across", "plus", "solid", "dots", "crossed")
    sheet, cats, _ = boat_with(kinds, 3)
    large = frozenset(Square(1, 8 + col) for col in range(4))
    first = sheet.geometry.squares[min(large)]
    area = Box(first.x + 0.8, first.y + 0.8, 4 * first.w - 1.6, first.h - 1.6)
    x, y, w, h = area
    sheet.stroke([(x, y), (x + w, y), (x + w, y + h), (x, y + h), (x, y)], width_mm=0.8)
    r = np.array(((-1, -1.3), (-1, 1.3), (-1, -0.5), (-0.3, -1.2), (0.8, -1.0)))
    sheet.stroke(np.array((x + w / 2, y + h / 2)) + 1.3 * r, width_mm=0.8)
    ink = sheet.seen(blur_mm=0.2, noise=0.02)
    told = pattern_odds(ink, [*cats, large], len(cats), read_pen_key(ink), [(c, Kind.CAT) for c in cats])
    assert told.patterned[-1] < -6  # the likeness to patterns alone says no more than -5
    assert told.marked[-1] >= 3
    large_cats = [at for at, squares in enumerate(cats) if len(squares) > 1]
    assert (told.patterned[large_cats] > 3).all()


def test_odds_are_in_the_order_of_colours():
    assert tuple(Colour) == COLOURS


def waves(sheet, box, high, pitch):
    xs = np.arange(box.x + 0.8, box.x + box.w - 0.8, 0.2)
    for y in np.arange(box.y + high + 0.8, box.y + box.h - high, pitch):
        sheet.stroke(np.stack([xs, y + high * np.sin(xs * 1.9 / high)], 1), width_mm=0.6)


def few_dots(sheet, box, rows):
    for x, y in itertools.product((4, 9, 14), rows):
        sheet.stroke([(box.x + x, box.y + y), (box.x + x + 0.2, box.y + y)], width_mm=0.5, strength=0.5)


def within(first, squares):
    """The middle of so many squares along both sides, or of a box."""
    return Box(first.x + 1, first.y + 1, squares * first.w - 2, squares * first.h - 2)


def test_waves_that_are_larger_in_the_key_are_not_the_dots():
    """Ten cats in waves were taken for dots, to which the key's one large wave left them as near; but cats in dots lie
    five times nearer to the dots.
    """
    rng, sheet = np.random.default_rng(5), DrawnSheet()
    dots, wave, *others = (within(box, 1) for box in sheet.geometry.pen_key.values())
    few_dots(sheet, dots, (3,))
    waves(sheet, wave, 2.6, 99)
    for kind, box in zip(("falling", "upright", "solid"), others, strict=True):
        draw(sheet, kind, box, rng)
    corners = [Square(3, 3), Square(3, 6), Square(5, 3), Square(5, 6), Square(5, 9)]
    areas = [within(sheet.geometry.squares[corner], 2) for corner in corners]
    for area in areas[:2]:
        few_dots(sheet, area, (4, 9, 14))
    for area in areas[2:]:
        waves(sheet, area, 0.6, 3.4)
    cats = [frozenset(Square(c.row + r, c.col + k) for r, k in itertools.product((0, 1), (0, 1))) for c in corners]
    ink = sheet.seen()
    told = pattern_odds(ink, cats, len(cats), read_pen_key(ink))
    assert told.group.tolist() == [0, 0, 1, 1, 1]
    assert told.colours[:2, 0].min() > 0.99
    assert told.colours[2:, 0].max() < 0.01
    assert told.colours[2:].max() < 0.99  # the wave in the key is four times as large: a person is asked


@pytest.mark.parametrize("seed", [4, 5])
def test_a_box_drawn_in_a_hurry_is_the_one_that_no_other_pattern_has(seed):
    """Zigzags of 6 boats in 24 were taken for another box's pattern, each cat for itself and surely: of all together
    the other box's own cats lie far nearer to it.
    """
    rng, sheet = np.random.default_rng(seed), DrawnSheet()
    kinds = ("rings", "upright", "across", "dots")
    first, *boxes = sheet.geometry.pen_key.values()
    waves(sheet, within(first, 1), 1.0, 99)
    for kind, box in zip(kinds, boxes, strict=True):
        draw(sheet, kind, within(box, 1), rng)
    cats = []
    for place, kind in enumerate(("waves", *kinds)):
        for row in (3, 6):
            area = within(sheet.geometry.squares[Square(row, 3 + 3 * place)], 2)
            if kind == "waves":
                waves(sheet, area, 0.7, 3.0)
            else:
                draw(sheet, kind, area, rng)
            cats.append(frozenset(Square(row + r, 3 + 3 * place + c) for r, c in itertools.product((0, 1), (0, 1))))
    ink = sheet.seen(blur_mm=0.2, noise=0.02, seed=seed)
    told = pattern_odds(ink, cats, len(cats), read_pen_key(ink))
    assert told.colours.argmax(axis=1).tolist() == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
    assert told.colours.max(axis=1).min() > 0.9


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_crosses_that_stand_close_in_the_key_are_not_its_dots(seed):
    """Of 24 boats of a simulator five took them for the dots, which stand as far apart as the cats' crosses do."""
    rng, sheet = np.random.default_rng(seed), DrawnSheet()

    def stamp(kind, area, step, size):
        for x, y in itertools.product(
            *(np.arange(a + step / 2, a + w, step) for a, w in zip(area[:2], area[2:], strict=True))
        ):
            for stroke in STAMPS[kind]:
                at = np.array((x, y)) + rng.normal(0, 0.2, 2)
                sheet.stroke(at + size * np.asarray(stroke), width_mm=0.9)

    dots, crosses, *others = (within(box, 1) for box in sheet.geometry.pen_key.values())
    stamp("dots", dots, 3.6, 1)
    stamp("x", crosses, 3.3, 1.2)
    for kind, box in zip(("across", "rising", "solid"), others, strict=True):
        draw(sheet, kind, box, rng)
    cats = []
    for place in range(6):
        for row in (3, 6):
            area = within(sheet.geometry.squares[Square(row, 2 + 3 * place)], 2)
            stamp("x", area, 5.4, 1.3)
            cats.append(frozenset(Square(row + r, 2 + 3 * place + c) for r, c in itertools.product((0, 1), (0, 1))))
    ink = sheet.seen(blur_mm=0.2, noise=0.02, seed=seed)
    told = pattern_odds(ink, cats, len(cats), read_pen_key(ink)).colours
    assert told[:, 1].min() > 0.9


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_a_fill_with_streaks_is_not_the_hatch_that_runs_the_same_way(seed):
    """All eight cats were one pattern, and four of them surely the other's colour."""
    rng, sheet = np.random.default_rng(seed), DrawnSheet()

    def fill(kind, area):
        if kind == "streaks":
            _lines(sheet, area, LINES["rising"][0], 0.9, rng, BLACK, 0.7)
        else:
            draw(sheet, kind, area, rng)

    kinds, cats = ("dots", "rising", "upright", "hearts", "streaks"), []
    for kind, box in zip(kinds, sheet.geometry.pen_key.values(), strict=True):
        fill(kind, within(box, 1))
    for place, kind in enumerate(kinds):
        for rows, cols, top, left in ((2, 2, 2, 0), (1, 3, 4, 0), (2, 1, 5, 0), (2, 2, 5, 1)):
            corner = Square(top, 3 + 3 * place + left)
            first = sheet.geometry.squares[corner]
            fill(kind, within(first._replace(w=cols * first.w, h=rows * first.h), 0.8))
            cats.append(frozenset(Square(top + r, corner.col + c) for r in range(rows) for c in range(cols)))
    ink = sheet.seen()
    told = pattern_odds(ink, cats, len(cats), read_pen_key(ink)).colours
    assert told.argmax(axis=1).tolist() == [place for place in range(5) for _ in range(4)]
    assert told.max(axis=1).min() > 0.95


def test_a_pattern_whose_box_was_left_empty_is_that_boxs():
    rng, sheet = np.random.default_rng(3), DrawnSheet()
    kinds = ("rings", "upright", "across", "dots", "solid")
    for kind, box in zip(kinds[:4], sheet.geometry.pen_key.values(), strict=False):
        draw(sheet, kind, within(box, 1), rng)
    cats = []
    for place, kind in enumerate(kinds):
        draw(sheet, kind, within(sheet.geometry.squares[Square(4, 3 + 3 * place)], 2), rng)
        cats.append(frozenset(Square(4 + r, 3 + 3 * place + c) for r, c in itertools.product((0, 1), (0, 1))))
    ink = sheet.seen(blur_mm=0.2)
    assert pattern_odds(ink, cats, len(cats), read_pen_key(ink)).colours.argmax(axis=1).tolist() == [0, 1, 2, 3, 4]
