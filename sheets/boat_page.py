"""The page with the boat: what is drawn, shape by shape."""

from functools import cache
from pathlib import Path as FilePath

from scoring.boats import Boat
from scoring.marked_boat import Special
from scoring.texts import saying
from sheets import icons, tones
from sheets.deck import boat_drawing
from sheets.fonts import fitted, width_mm
from sheets.geometry import Box, Geometry, Marker
from sheets.layout import CLEAR_MM, SPECIAL_BOX, STEP_OF_FIVE, Lang
from sheets.scale_bar import scale_bar
from sheets.sea import sea
from sheets.shapes import (
    Anchor,
    Drawing,
    Font,
    Paint,
    Path,
    PointMm,
    Shape,
    Step,
    Text,
    drawn,
    line,
    merged,
    placed,
    rectangle,
)
from sheets.texts import texts

CODES = FilePath(__file__).parent / "data" / "marker_codes.txt"
MODULES = 6
"""A marker is this many modules across, and one black one on either side."""

BOX = Paint(fill=tones.WHITE, line=tones.BOX_LINE, width_mm=0.4)
RULE = Paint(line=tones.FAINT, width_mm=0.25)

SCORE = Box(72.0, 20.0, 50.0, 67.5)
SCORE_HEAD_MM = 9.0
SCORE_WORDS_MM = 31.0
SCORE_RULES = ("rats", "rooms", "families", "rare-treasures", "lessons")
SCALE_BAR = (-57.5, 94.4)


def boat_page(geometry: Geometry, lang: Lang, player: str = "") -> Drawing:
    """The page of this geometry in this language; a player's name is printed on its line."""
    middle = (geometry.page_mm[0] / 2, geometry.page_mm[1] / 2)
    on_plan = (
        *_header(geometry.boat, lang, player),
        *sea(),
        *boat_drawing(geometry.boat, lang),
        *_headings(lang),
        *_specials_words(lang),
        *_score_box(lang),
        *_footer(geometry, lang),
    )
    return (
        *placed(on_plan, middle),
        *_lessons(geometry),
        *_specials(geometry),
        *_pen_key(geometry, lang),
        *(shape for marker in geometry.markers for shape in marker_drawing(marker)),
    )


def _header(boat: Boat, lang: Lang, player: str) -> list[Shape]:
    words, y = texts(lang), -93.0
    shapes: list[Shape] = [
        *_flag(boat, (-118.5, -95.3)),
        fitted(Text(words[f"boat.{boat.name}"], (-110.5, y), 5.4, Font.BOLD, tones.TITLE), 37.5),
        *_line_to_fill(words["name"], -57.0, -8.0, y),
        *_line_to_fill(words["date"], 8.0, 57.0, y),
    ]
    if player:
        start = _after(words["name"], -57.0)
        shapes.append(fitted(Text(player, (start + 1.0, y), 5.0, Font.NAMES, tones.TITLE), -8.0 - start - 1.0))
    return shapes


def _line_to_fill(words: str, start: float, end: float, y: float) -> list[Shape]:
    return [
        Text(words, (start, y), 3.4, Font.TEXT, tones.LABEL),
        line([(_after(words, start), y + 1.2), (end, y + 1.2)], RULE),
    ]


def _after(words: str, start: float) -> float:
    return start + width_mm(words, Font.TEXT, 3.4) + 2.0


def _flag(boat: Boat, at: PointMm) -> Drawing:
    cloth = Paint(fill=tones.FLAGS[boat.name])
    pole = Paint(line=tones.LABEL, width_mm=0.6)
    return placed(
        (
            drawn("M -1.5 -4 C 0.5 -5.2 2.5 -2.6 5.4 -3.8 L 5.4 0 C 2.5 1.2 0.5 -1.4 -1.5 -0.2 Z", cloth),
            line([(-1.8, -4.4), (-1.8, 4.2)], pole),
        ),
        at,
    )


def _headings(lang: Lang) -> list[Shape]:
    shapes: list[Shape] = []
    for key, x, y in (("lessons", -120.0, 20.1), ("specials", -120.0, 57.3), ("pens", -120.0, 75.7)):
        shapes += _heading(key, (x, y), lang)
    return shapes


def _heading(key: str, at: PointMm, lang: Lang) -> list[Shape]:
    words = texts(lang)
    after = at[0] + width_mm(words[key], Font.BOLD, 3.4) + 3.0
    return [
        Text(words[key], at, 3.4, Font.BOLD, tones.LABEL),
        Text(words[f"{key}.hint"], (after, at[1]), 2.7, Font.TEXT, tones.FAINT),
    ]


def _lessons(geometry: Geometry) -> list[Shape]:
    shapes: list[Shape] = []
    for number, box in geometry.lessons.items():
        shapes.append(rectangle(*box, BOX))
        at = (box.x - 3.0, box.y + box.h - 1.8)
        shapes.append(Text(str(number), at, 3.25, Font.BOLD, tones.LABEL, Anchor.END))
    return shapes


def _specials(geometry: Geometry) -> list[Shape]:
    shapes: list[Shape] = []
    for special, box in geometry.specials.items():
        shapes.append(rectangle(*box, BOX))
        shapes += placed(icons.special(special), (box.x + 16.6, box.y + 2.7), 0.66)
    return shapes


def _specials_words(lang: Lang) -> list[Shape]:
    """A few words under each pictogram, ending before the next box's clear space."""
    after, y = SPECIAL_BOX.w + CLEAR_MM + 0.2, SPECIAL_BOX.y + SPECIAL_BOX.h - 0.4
    return [
        fitted(
            Text(
                texts(lang)[f"special.{special}"],
                (SPECIAL_BOX.x + after + STEP_OF_FIVE * place, y),
                2.7,
                Font.TEXT,
                tones.LABEL,
            ),
            STEP_OF_FIVE - after - CLEAR_MM,
        )
        for place, special in enumerate(Special)
    ]


def _pen_key(geometry: Geometry, lang: Lang) -> list[Shape]:
    shapes: list[Shape] = []
    for colour, box in geometry.pen_key.items():
        swatch = geometry.swatches[colour]
        shapes.append(rectangle(*box, BOX))
        shapes.append(rectangle(*swatch, Paint(fill=tones.PENS[colour])))
        under = (swatch.x + swatch.w / 2, box.y + box.h - 0.6)
        name = Text(texts(lang)[f"colour.{colour}"], under, 3.0, Font.TEXT, tones.LABEL, Anchor.MIDDLE)
        shapes.append(fitted(name, swatch.w))
    return shapes


def _score_box(lang: Lang) -> list[Shape]:
    """A line for each rule: its name, what it is worth, and a place for the player's own count."""
    words, right, counts = texts(lang), SCORE.x + SCORE.w, SCORE.x + SCORE_WORDS_MM
    frame = Paint(fill=tones.WHITE, line=tones.FAINT, width_mm=0.35)
    shapes: list[Shape] = [
        rectangle(*SCORE, frame, corner=2.0),
        Text(words["score"], (SCORE.x + 3, SCORE.y + 6), 4.2, Font.BOLD, tones.LABEL),
        Text(words["score.hint"], (right - 3, SCORE.y + 6), 2.7, Font.TEXT, tones.FAINT, Anchor.END),
        line([(counts, SCORE.y + SCORE_HEAD_MM), (counts, SCORE.y + SCORE.h)], RULE),
    ]
    step = (SCORE.h - SCORE_HEAD_MM) / (len(SCORE_RULES) + 1)
    for place, rule in enumerate((*SCORE_RULES, None)):
        top = SCORE.y + SCORE_HEAD_MM + place * step
        shapes.append(line([(SCORE.x, top), (right, top)], RULE))
        shapes += _score_line(rule, (SCORE.x + 3, top + 4.6), lang)
    return shapes


def _score_line(rule: str | None, at: PointMm, lang: Lang) -> list[Shape]:
    """The words of a rule's line; without a rule, of the total's."""
    words, room = texts(lang), SCORE_WORDS_MM - 5
    if rule is None:
        return [Text(words["score.total"], (at[0], at[1] + 1.6), 4.2, Font.BOLD, tones.LABEL)]
    title = saying(f"rule.{rule}.title").text(lang)
    return [
        fitted(Text(title, at, 3.3, Font.TEXT, tones.LABEL), room),
        fitted(Text(words[f"worth.{rule}"], (at[0], at[1] + 3.6), 2.5, Font.TEXT, tones.FAINT), room),
    ]


def _footer(geometry: Geometry, lang: Lang) -> list[Shape]:
    name = f"boatscore · {geometry.sheet}"
    return [
        *scale_bar(lang, SCALE_BAR),
        fitted(Text(texts(lang)["photo"], (-97.5, 96.2), 2.8, Font.TEXT, tones.LABEL, Anchor.MIDDLE), 52.0),
        fitted(Text(name, (97.5, 96.2), 2.4, Font.TEXT, tones.FAINT, Anchor.MIDDLE), 52.0),
    ]


@cache
def _codes() -> tuple[int, ...]:
    return tuple(int(code, 16) for code in CODES.read_text(encoding="ascii").split())


def marker_drawing(marker: Marker) -> list[Shape]:
    """A marker: a black square with the white modules of its code, all in one path so that no seams show."""
    box, module = marker.box, marker.box.w / (MODULES + 2)
    code = _codes()[marker.number]
    modules: list[Step] = []
    for row in range(MODULES):
        bits = code >> MODULES * (MODULES - 1 - row)
        for start, end in merged(col for col in range(MODULES) if bits >> (MODULES - 1 - col) & 1):
            left, top = box.x + (start + 1) * module, box.y + (row + 1) * module
            modules += rectangle(left, top, (end - start) * module, module, Paint()).steps
    return [rectangle(*box, Paint(fill=tones.MARKER)), Path(tuple(modules), Paint(fill=tones.WHITE))]
