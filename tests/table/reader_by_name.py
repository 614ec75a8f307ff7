"""A reader that sees what a photo's name says: for tests of everything around the reading."""

from collections.abc import Callable

from at_the_table import family

from pages.parts import visit
from pages.parts.reader import Look
from pages.parts.visit import Picture
from scoring.discoveries import Colour, cat, rare
from scoring.lesson_sheet import LessonSheet
from sheets.layout import geometry_by_name
from vision.reading import About, Option, Question, Reading, Seen, Unread

ONE = cat(Colour.BLUE, (6, 6), (6, 7), (6, 8))
TWO = (cat(Colour.BLUE, (6, 6)), cat(Colour.BLUE, (6, 7), (6, 8)))
BOATS = {
    "anna": ("blue", (*family(5), rare((5, 4), (5, 5), (5, 6), (5, 7))), False),
    "ben": ("red", (*family(4), ONE), True),
    "better": ("red", (*family(6), ONE), False),
}


def looks(
    data: bytes, name: str, on_step: Callable[[str], None], lesson_sheet: LessonSheet | None
) -> list[Look | Unread]:
    """A boat for `anna.jpg`, one with a question for `ben.jpg`; anything else is too dark."""
    on_step("find")
    known = BOATS.get(name.split(".")[0])
    if known is None:
        return [Unread(name, "Too dark to tell. More light.", None, "TooUnclear")]
    boat, drawn, asks = known
    question = Question(About.HOW_MANY, ONE.squares, (Option((ONE,), odds=0.6), Option(TWO, odds=0.4)))
    geometry = geometry_by_name(f"boat-{boat}-en-a4")
    seen = tuple(Seen(discovery, 0.999) for discovery in drawn)
    reading = Reading(name, geometry.sheet, boat, seen, questions=(question,) if asks else ())
    return [Look(reading, geometry, visit.printed(geometry), Picture(data, "image/jpeg"))]
