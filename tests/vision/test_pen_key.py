import numpy as np
import pytest
from drawn_ink import BLACK, BLUE, ORANGE, RED, TICK, DrawnSheet

from scoring.discoveries import Colour
from vision.pen_key import read_pen_key

GREEN = (1.9, 0.7, 2.4)
PURPLE = (1.1, 2.1, 1.3)
PENS = dict(zip(Colour, (BLUE, GREEN, ORANGE, PURPLE, RED), strict=True))


def hatched(sheet, box, angle, pen, pitch_mm=1.8, width_mm=0.6):
    """Parallel lines inside a box."""
    along = np.array((np.cos(angle), np.sin(angle)))
    middle = np.array((box.x + box.w / 2, box.y + box.h / 2))
    half = min(abs(box.w / 2 / max(abs(along[0]), 1e-6)), abs(box.h / 2 / max(abs(along[1]), 1e-6))) - 0.8
    for offset in np.arange(-3, 3.1, pitch_mm):
        start = middle + offset * np.array((-along[1], along[0])) - half * along
        sheet.stroke([start, start + 2 * half * along], pen=pen, width_mm=width_mm)


@pytest.fixture
def sheet():
    return DrawnSheet()


def test_an_unused_key_has_no_pens_but_its_swatches(sheet):
    key = read_pen_key(sheet.seen())
    assert not key.pens and not key.friendly and not key.inks
    assert key.printed_in_colour and key.colour_seen == pytest.approx(1, abs=0.25)
    assert key.swatches[Colour.RED].seen[2] < key.swatches[Colour.RED].seen[1]


@pytest.mark.parametrize("width_mm", [0.5, 1.6])
def test_each_pen_is_learnt_as_it_is(sheet, width_mm):
    for colour, pen in PENS.items():
        hatched(sheet, sheet.geometry.pen_key[colour], 0.9, pen, width_mm=width_mm)
    key = read_pen_key(sheet.seen())
    assert set(key.pens) == set(Colour) and not key.friendly
    for colour, pen in PENS.items():
        direction = np.array(pen) / np.linalg.norm(pen)
        assert np.linalg.norm(key.pens[colour].direction - direction) < 0.22, colour
        nearest = min(PENS, key=lambda c: np.abs(key.inks[colour] - np.array(PENS[c]) / np.linalg.norm(PENS[c])).max())
        assert nearest is colour


def test_boxes_filled_throughout_are_pens(sheet):
    for colour, pen in PENS.items():
        sheet.fill(sheet.geometry.pen_key[colour], pitch_mm=0.5, pen=pen, width_mm=0.9, strength=0.5)
    key = read_pen_key(sheet.seen())
    assert set(key.pens) == set(Colour) and not key.friendly


def test_a_dot_or_a_wiped_line_in_a_box_is_no_pen(sheet):
    boxes = sheet.geometry.pen_key
    sheet.mark(boxes[Colour.RED], ((0.0, 0.0), (0.03, 0.0)), width_mm=1.1, pen=RED)
    hatched(sheet, boxes[Colour.BLUE], 0.9, tuple(0.06 * d for d in BLACK))
    assert not read_pen_key(sheet.seen()).pens


def test_one_pen_in_all_boxes_is_a_key_of_patterns(sheet):
    for turn, colour in enumerate(Colour):
        hatched(sheet, sheet.geometry.pen_key[colour], 0.6 * turn, BLACK)
    square = next(iter(sheet.geometry.squares.values()))
    sheet.mark(square, TICK)
    key = read_pen_key(sheet.seen())
    assert key.friendly and not key.inks and set(key.patterns) == set(Colour)


def test_a_box_that_looks_greyer_holds_the_same_pen(sheet):
    """Noise on one pale box of five had made a boat of patterns one of five unknown colours."""
    greyer = (1.0, 1.9, 2.3)
    for turn, colour in enumerate(Colour):
        hatched(sheet, sheet.geometry.pen_key[colour], 0.6 * turn, greyer if colour is Colour.RED else BLUE)
    for box in list(sheet.geometry.squares.values())[:40]:
        sheet.mark(box, TICK, pen=BLUE, width_mm=1.5)
    assert read_pen_key(sheet.seen()).friendly


@pytest.mark.parametrize(("turn", "patterns"), [(0.0, False), (0.6, True)])
def test_one_pen_in_the_key_of_a_boat_in_many_is_a_key_of_patterns_where_each_box_has_its_own(sheet, turn, patterns):
    """Boats whose cats had patterns, each in any pen, were read by their pens: ten of eleven wrongly."""
    for number, colour in enumerate(Colour):
        hatched(sheet, sheet.geometry.pen_key[colour], 0.4 + turn * number, BLACK)
    for place, box in enumerate(list(sheet.geometry.squares.values())[:40]):
        sheet.mark(box, TICK, pen=list(PENS.values())[place % 5], width_mm=1.5)
    assert read_pen_key(sheet.seen()).friendly == patterns


@pytest.mark.parametrize(
    ("pens", "turn", "patterns"),
    [
        ((RED, GREEN, ORANGE, GREEN, BLACK), 0.6, True),
        ((ORANGE, PURPLE, BLACK, RED, BLUE), 0.6, True),
        (tuple(PENS.values()), 0.6, False),
        ((RED, GREEN, ORANGE, GREEN, BLACK), 0.0, False),
    ],
    ids=["any pens", "each another colour's", "the colours' own", "all drawn alike"],
)
def test_other_colours_pens_each_drawn_in_its_own_way_are_a_key_of_patterns(sheet, pens, turn, patterns):
    """Six of a simulator's boats in patterns had keys in any pens: they were read by their pens, all wrongly."""
    for number, (colour, pen) in enumerate(zip(Colour, pens, strict=True)):
        hatched(sheet, sheet.geometry.pen_key[colour], 0.4 + turn * number, pen)
    for place, box in enumerate(list(sheet.geometry.squares.values())[:40]):
        sheet.mark(box, TICK, pen=list(PENS.values())[place % 5], width_mm=1.5)
    assert read_pen_key(sheet.seen()).friendly == patterns


def test_grey_swatches_tell_of_a_black_and_white_printer(sheet):
    ink = sheet.seen()
    grey = np.repeat(ink.flat.bgr.mean(axis=2, keepdims=True).astype(np.uint8), 3, axis=2)
    object.__setattr__(ink.flat, "bgr", grey)
    assert not read_pen_key(ink).printed_in_colour
