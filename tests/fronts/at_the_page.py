"""Boats, a reader of our own and a visitor's hands, for tests of the page."""

from dataclasses import replace
from pathlib import Path

from streamlit.testing.v1 import AppTest

from pages.parts import visit
from pages.parts.reader import Look
from pages.parts.visit import Picture
from scoring.discoveries import Colour, cat, common, rare
from sheets.layout import geometry_by_name
from vision.reading import About, Option, Question, Reading, Seen, Unread

ROOT = Path(__file__).parents[2]
FAMILY = tuple(cat(Colour.RED, (row, 5)) for row in (3, 4, 5))
ONE = cat(Colour.BLUE, (3, 2), (3, 3), (3, 4))
TWO = (cat(Colour.BLUE, (3, 2)), cat(Colour.BLUE, (3, 3), (3, 4)))
SEEN = (*FAMILY, ONE, common((4, 6)), rare((3, 10), (3, 11), (4, 10), (4, 11)))
SHEET = "boat-blue-en-a4"


def reading_of(name: str, *, asked: bool = False) -> Reading:
    """A boat of 6 discoveries; with a question whether the blue cat is one or two."""
    question = Question(About.HOW_MANY, ONE.squares, (Option((ONE,), odds=0.6), Option(TWO, odds=0.4)))
    seen = tuple(Seen(discovery, 0.999) for discovery in SEEN)
    return Reading(name, SHEET, "blue", seen, (12,), (), (question,) if asked else ())


def read(data, name, on_step, lesson_sheet):
    """The reading that the photo's bytes ask for."""
    for step in ("photo", "find", "flatten", "ink", "weigh", "decide"):
        on_step(step)
    if data == b"dark":
        return [Unread(name, "Too dark to tell. More light.", None, "TooUnclear")]
    if data == b"strange":
        return [Unread(name, "A reason without a translation.")]
    geometry = geometry_by_name(SHEET)
    flat = visit.printed(geometry)
    photo = Picture(flat.data, flat.mime)
    readings = [reading_of(name, asked=data == b"asks")]
    if data == b"two sheets":
        readings = [replace(readings[0], part=part) for part in (1, 2)]
    return [Look(reading, geometry, flat, photo) for reading in readings]


def upload(app: AppTest, *files: tuple[str, bytes]) -> AppTest:
    """The page after these files were sent."""
    app.file_uploader[0].set_value([(name, data, "application/octet-stream") for name, data in files])
    return app.run()


def chosen(app: AppTest) -> visit.Player:
    """The player whose boat is shown."""
    return app.session_state["players"][app.session_state["chosen"]]


def says(app: AppTest) -> str:
    """Every word on the page outside the board."""
    parts = [*app.markdown, *app.caption, *app.error, *app.warning, *app.success]
    return "\n".join(part.value for part in parts) + "\n".join(str(html.value) for html in app.get("html"))
