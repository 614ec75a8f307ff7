"""Words on the pages: measured with the fonts that print them."""

import re
from itertools import combinations

import pytest

from scoring.shapes import catalogue, normalised
from scoring.squares import Square
from sheets import texts as words_on_paper
from sheets.boat_page import SCORE, SCORE_WORDS_MM, boat_page
from sheets.fonts import fitted, width_mm, wrapped
from sheets.geometry import Box
from sheets.layout import PAGE_MM, QUIET_MM, SHEET_NAMES, Lang, Paper, geometry_by_name, moved
from sheets.reference_page import CARD, COMMON_TREASURES, LESSON, lesson_drawing, reference_page
from sheets.shapes import Anchor, Drawing, Font, Text

LEAST_MM = 2.0
"""The smallest em that is still read at arm's length."""
ASCENT, DESCENT = 0.74, 0.22
"""Of Nunito's letters, as shares of the em."""

every_sheet = pytest.mark.parametrize("name", SHEET_NAMES)
every_lang = pytest.mark.parametrize("lang", Lang)
every_paper = pytest.mark.parametrize("paper", Paper)


def place(text: Text) -> Box:
    width = width_mm(text.words, text.font, text.size_mm)
    shift = {Anchor.START: 0.0, Anchor.MIDDLE: 0.5, Anchor.END: 1.0}[text.anchor]
    x, y = text.at
    return Box(x - shift * width, y - ASCENT * text.size_mm, width, (ASCENT + DESCENT) * text.size_mm)


def texts_of(drawing: Drawing) -> list[Text]:
    return [shape for shape in drawing if isinstance(shape, Text)]


def overlap(one: Box, other: Box) -> bool:
    return (
        one.x < other.x + other.w and other.x < one.x + one.w and one.y < other.y + other.h and other.y < one.y + one.h
    )


def holds(outer: Box, inner: Box) -> bool:
    return (
        outer.x <= inner.x
        and outer.y <= inner.y
        and inner.x + inner.w <= outer.x + outer.w
        and inner.y + inner.h <= outer.y + outer.h
    )


def grown(box: Box, by: float) -> Box:
    return Box(box.x - by, box.y - by, box.w + 2 * by, box.h + 2 * by)


def page_of(name: str, player: str = "") -> Drawing:
    return boat_page(geometry_by_name(name), Lang(name.split("-")[2]), player)


@every_sheet
def test_no_words_run_into_each_other_or_into_boxes_markers_and_swatches(name):
    geometry, texts = geometry_by_name(name), texts_of(page_of(name, "Maximiliane Hohenstein-Wu"))
    for one, other in combinations(texts, 2):
        assert not overlap(place(one), place(other)), (one.words, other.words)
    taken = [*geometry.lessons.values(), *geometry.specials.values(), *geometry.pen_key.values()]
    taken += [*geometry.swatches.values(), *(grown(marker.box, QUIET_MM) for marker in geometry.markers)]
    for text in texts:
        for box in taken:
            assert not overlap(place(text), box), (text.words, box)


@every_sheet
def test_words_stay_on_the_printable_page_and_large_enough_to_read(name):
    width, height = geometry_by_name(name).page_mm
    for text in texts_of(page_of(name)):
        assert holds(Box(5, 5, width - 10, height - 10), place(text)), text.words
        assert text.size_mm >= LEAST_MM, text.words


@every_sheet
def test_the_words_of_the_score_box_stay_left_of_the_place_for_counts(name):
    geometry = geometry_by_name(name)
    box = moved(SCORE, geometry.page_mm[0] / 2, geometry.page_mm[1] / 2)
    within = [text for text in texts_of(page_of(name)) if overlap(place(text), box)]
    assert len(within) == 2 + 5 * 2 + 1
    for text in within[2:]:
        assert holds(Box(box.x, box.y, SCORE_WORDS_MM, box.h), place(text)), text.words


@every_lang
@pytest.mark.parametrize("number", range(1, 32))
def test_the_words_of_a_lesson_stay_in_its_box_apart_from_each_other(lang, number):
    texts = texts_of(lesson_drawing(number, lang))
    assert len(texts) == 4
    for text in texts:
        assert holds(LESSON, place(text)), text.words
        assert text.size_mm >= LEAST_MM, text.words
    for one, other in combinations(texts, 2):
        assert not overlap(place(one), place(other)), (one.words, other.words)


@every_lang
@every_paper
def test_the_second_page_holds_its_words_in_its_frames(lang, paper):
    width, height = PAGE_MM[paper]
    texts = texts_of(reference_page(lang, paper))
    card = moved(CARD, width / 2, height / 2)
    for text in texts:
        assert holds(Box(5, 5, width - 10, height - 10), place(text)), text.words
        if place(text).x > card.x:
            assert holds(card, place(text)), text.words
    for one, other in combinations(texts, 2):
        assert not overlap(place(one), place(other)), (one.words, other.words)


def test_both_languages_have_the_same_words():
    english, french = (words_on_paper.texts(lang) for lang in Lang)
    assert english.keys() == french.keys()
    assert all(english.values()) and all(french.values())


def test_french_treasure_maps_have_french_letters():
    letters = [
        words_on_paper.texts(Lang.FR)[f"map.{colour}"] for colour in ("blue", "green", "orange", "purple", "red")
    ]
    assert letters == ["B", "V", "O", "M", "R"]


@every_lang
def test_our_fonts_hold_every_letter_that_we_print(lang):
    from sheets.fonts import letters_without_shape

    pages = (*page_of(f"boat-blue-{lang}-a4"), *reference_page(lang, Paper.A4))
    for text in texts_of(pages):
        assert letters_without_shape(text.words, text.font) == "", text.words


def test_the_printed_common_treasures_are_those_of_the_game():
    printed = {normalised(frozenset(Square(*square) for square in treasure)) for treasure in COMMON_TREASURES}
    assert len(printed) == 4
    assert printed <= catalogue().common
    assert sorted(len(shape) for shape in printed) == [1, 2, 3, 3]


def test_long_words_are_set_smaller_and_short_ones_left_alone():
    text = Text("Bartholomäus", (0, 0), 5.0, Font.NAMES, "#000000")
    assert fitted(text, 100.0) == text
    narrow = fitted(text, 20.0)
    assert width_mm(narrow.words, narrow.font, narrow.size_mm) == pytest.approx(20.0)


def test_wrapped_words_keep_to_their_width_and_lose_nothing():
    told = "le plus de cabines pleines : voilà ce qui l’emporte !"
    lines = wrapped(told, Font.TEXT, 3.0, 22.0)
    assert len(lines) > 2
    assert all(width_mm(line, Font.TEXT, 3.0) <= 22.0 for line in lines)
    assert " ".join(lines).replace("\u00a0", " ") == told


def test_a_french_mark_never_starts_a_line():
    for most in range(12, 60):
        for line in wrapped("le plus de cabines pleines : voilà ce qui l’emporte !", Font.TEXT, 3.0, float(most)):
            assert not re.match(r"[:!]", line)
