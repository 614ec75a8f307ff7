"""The second page: what the lessons ask, how points are counted, the shapes of common treasures, how to draw."""

from scoring.discoveries import Colour
from scoring.families import POINTS_BY_SIZE, POINTS_PER_CAT_BEYOND
from scoring.lesson_sheet import default_sheet, lesson_text
from scoring.squares import Square
from scoring.texts import saying
from sheets import tones
from sheets.fonts import fitted, width_mm, wrapped
from sheets.geometry import Box
from sheets.layout import PAGE_MM, Lang, Paper
from sheets.scale_bar import scale_bar
from sheets.sea import sitting_cat
from sheets.shapes import Anchor, Drawing, Font, Paint, Shape, Text, circle, line, placed, rectangle
from sheets.texts import texts

LESSONS = Box(-134.0, -82.0, 186.0, 172.0)
COLUMNS = 3
LESSONS_A_COLUMN = 11
LESSON = Box(0.0, 0.0, 59.0, 14.2)
LESSON_STEP = (63.0, 15.7)
CARD = Box(61.0, -98.0, 73.0, 196.0)
CARD_EDGE_MM = 4.5
BODY_MM = 3.0
"""Size of running text."""
BODY_STEP_MM = 4.0
GAP_MM = 6.2
"""From a part's rule to the next part's heading."""

RULES = ("rats", "rooms", "families", "rare-treasures", "lessons")
COMMON_TREASURES = (
    (Square(0, 0),),
    (Square(0, 0), Square(0, 1)),
    (Square(0, 0), Square(0, 1), Square(0, 2)),
    (Square(0, 0), Square(1, 0), Square(1, 1)),
)
DRAWN = ("cats", "common", "rare")
TERMS = ("touching", "edge", "filled", "empty", "lonely")

FRAME = Paint(fill=tones.WHITE, line=tones.HULL, width_mm=0.4)
RULE = Paint(line=tones.HULL, width_mm=0.25)


def reference_page(lang: Lang, paper: Paper) -> Drawing:
    """The second page in this language on this paper."""
    width, height = PAGE_MM[paper]
    on_plan = (*_header(lang), *_lessons(lang), *_card(lang), *scale_bar(lang, (-134.0, 94.4)), *_cats())
    return placed(on_plan, (width / 2, height / 2))


def _header(lang: Lang) -> list[Shape]:
    words = texts(lang)
    title = Text(words["lessons"], (-134.0, -89.5), 7.0, Font.BOLD, tones.TITLE)
    after = -134.0 + width_mm(title.words, title.font, title.size_mm) + 5.0
    return [
        title,
        fitted(Text(words["lessons.explained"], (after, -89.5), 3.3, Font.TEXT, tones.LABEL), 52.0 - after),
    ]


def _cats() -> list[Shape]:
    """Five cats in the place that the last column leaves free."""
    x, y = LESSONS.x + 2 * LESSON_STEP[0] + 10.0, LESSONS.y + 9.35 * LESSON_STEP[1]
    return [
        shape
        for place, colour in enumerate(Colour)
        for shape in placed(sitting_cat(colour), (x + place * 9.5, y + 9.0), 1.1)
    ]


def _lessons(lang: Lang) -> list[Shape]:
    shapes: list[Shape] = []
    for place, number in enumerate(default_sheet().lessons):
        column, row = divmod(place, LESSONS_A_COLUMN)
        at = LESSONS.x + column * LESSON_STEP[0], LESSONS.y + row * LESSON_STEP[1]
        shapes += placed(lesson_drawing(number, lang), at)
    return shapes


def lesson_drawing(number: int, lang: Lang) -> Drawing:
    """A lesson's number, title, condition and points; its box starts at the origin."""
    text = lesson_text(number, lang)
    worth = Text(text.points, (LESSON.w - 3.0, 5.9), 3.1, Font.BOLD, tones.LABEL, Anchor.END)
    room = LESSON.w - 13.0 - 3.0
    return (
        rectangle(0, 0, LESSON.w, LESSON.h, FRAME, corner=2.0),
        circle(6.6, LESSON.h / 2, 4.3, Paint(fill=tones.DECK, line=tones.HULL, width_mm=0.3)),
        Text(str(number), (6.6, LESSON.h / 2 + 1.45), 4.0, Font.BOLD, tones.LABEL, Anchor.MIDDLE),
        fitted(
            Text(text.title, (13.0, 5.9), 3.4, Font.BOLD, tones.TITLE),
            room - width_mm(worth.words, worth.font, worth.size_mm) - 2.0,
        ),
        worth,
        fitted(Text(text.condition, (13.0, 10.8), 2.9, Font.TEXT, tones.LABEL), room),
    )


def _card(lang: Lang) -> list[Shape]:
    """The card at the right, from top to bottom; every part says where the next one starts."""
    shapes: list[Shape] = [rectangle(*CARD, FRAME, corner=3.0)]
    y = CARD.y + 8.5
    for part in (_rules, _treasures, _how_to_draw, _terms):
        drawn, y = part(lang, y)
        shapes += drawn
        if part is not _terms:
            shapes.append(line([(CARD.x, y - GAP_MM), (CARD.x + CARD.w, y - GAP_MM)], RULE))
            y += 1.2
    return shapes


Part = tuple[list[Shape], float]


def _title(words: str, y: float) -> Text:
    return Text(words, (CARD.x + CARD_EDGE_MM, y), 4.4, Font.BOLD, tones.TITLE)


def _rules(lang: Lang, y: float) -> Part:
    words = texts(lang)
    shapes: list[Shape] = [_title(words["score"], y)]
    y += 6.0
    for rule in RULES:
        told = words.get(f"card.{rule}") or saying(f"rule.{rule}.text").text(lang)
        drawn, y = _entry(saying(f"rule.{rule}.title").text(lang), told, y)
        shapes += drawn
        if rule == "families":
            shapes += _family_table(lang, y - 2.6)
            y += 11.5
    drawn, y = _entry(words["tie"], words["card.tie"], y)
    return [*shapes, *drawn], y + GAP_MM


def _entry(head: str, told: str, y: float) -> Part:
    """A bold word and its sentence, which goes on below it."""
    x, most = CARD.x + CARD_EDGE_MM, CARD.w - 2 * CARD_EDGE_MM
    indent = width_mm(head, Font.BOLD, BODY_MM) + 1.6
    first, *_ = wrapped(told, Font.TEXT, BODY_MM, most - indent)
    rest = wrapped(told[len(first) :].strip(), Font.TEXT, BODY_MM, most)
    shapes: list[Shape] = [
        Text(head, (x, y), BODY_MM, Font.BOLD, tones.LABEL),
        Text(first, (x + indent, y), BODY_MM, Font.TEXT, tones.LABEL),
    ]
    for words in rest:
        y += BODY_STEP_MM
        shapes.append(Text(words, (x, y), BODY_MM, Font.TEXT, tones.LABEL))
    return shapes, y + BODY_STEP_MM + 0.9


def _family_table(lang: Lang, y: float) -> list[Shape]:
    """Cats in a family, and under them what it is worth."""
    words = texts(lang)
    columns = [(words["cats"], words["points"])]
    columns += [(str(size), str(points)) for size, points in POINTS_BY_SIZE.items()]
    columns += [("+1", f"+{POINTS_PER_CAT_BEYOND}")]
    left, height = CARD.x + CARD_EDGE_MM, 5.0
    head, step = 14.0, (CARD.w - 2 * CARD_EDGE_MM - 14.0) / (len(columns) - 1)
    shapes: list[Shape] = [
        rectangle(left, y, CARD.w - 2 * CARD_EDGE_MM, height, Paint(fill=tones.DECK), corner=1.2),
    ]
    for place, column in enumerate(columns):
        middle = left + (head / 2 if place == 0 else head + (place - 0.5) * step)
        for row, value in enumerate(column):
            font = Font.TEXT if place == 0 else Font.BOLD
            at = (middle, y + 3.6 + row * height)
            shapes.append(fitted(Text(value, at, 3.2, font, tones.LABEL, Anchor.MIDDLE), head - 1))
    return shapes


def _treasures(lang: Lang, y: float) -> Part:
    words = texts(lang)
    shapes: list[Shape] = [_title(words["common"], y)]
    x, square = CARD.x + CARD_EDGE_MM, 5.2
    y += 3.4
    for treasure in COMMON_TREASURES:
        for row, col in treasure:
            cell = Paint(fill=tones.DECK, line=tones.FAINT, width_mm=0.4)
            shapes.append(rectangle(x + col * square, y + row * square, square, square, cell))
        x += (1 + max(col for _, col in treasure)) * square + 5.6
    y += 2 * square + 4.8
    told, y = _sentences(words["card.maps"], y)
    return [*shapes, *told], y + GAP_MM


def _sentences(told: str, y: float) -> Part:
    shapes: list[Shape] = []
    for words in wrapped(told, Font.TEXT, BODY_MM, CARD.w - 2 * CARD_EDGE_MM):
        shapes.append(Text(words, (CARD.x + CARD_EDGE_MM, y), BODY_MM, Font.TEXT, tones.LABEL))
        y += BODY_STEP_MM
    return shapes, y + 0.9


def _how_to_draw(lang: Lang, y: float) -> Part:
    told, end = _entries(lang, [f"draw.{key}" for key in DRAWN], y + 6.0)
    return [_title(texts(lang)["draw"], y), *told], end + GAP_MM


def _terms(lang: Lang, y: float) -> Part:
    told, end = _entries(lang, [f"term.{key}" for key in TERMS], y + 6.0)
    return [_title(texts(lang)["terms"], y), *told], end + GAP_MM


def _entries(lang: Lang, keys: list[str], y: float) -> Part:
    words = texts(lang)
    shapes: list[Shape] = []
    for key in keys:
        drawn, y = _entry(words[key], words[f"{key}.told"], y)
        shapes += drawn
    return shapes, y
