"""What a player asks to print, and writing it."""

import json
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TypeVar
from unicodedata import normalize

from scoring.boats import BOAT_NAMES, boat
from sheets.boat_page import boat_page
from sheets.fonts import letters_without_shape
from sheets.geometry import Geometry
from sheets.layout import PAGE_MM, Lang, Paper, sheet_geometry
from sheets.shapes import Font

ALL_BOATS = "all"
DPI = (36.0, 1200.0)
"""Below, squares are 16 pixels wide and letters are gone; above, the picture fills the memory of a small computer."""

LONGEST_NAME = 30
"""Longer names would be set so small that nobody reads them."""

KINDS = (".pdf", ".png", ".svg", ".json")


class OrderWrong(ValueError):
    """What cannot be printed; the message says why and what to write instead."""


@dataclass(frozen=True)
class Order:
    """Sheets to print: boats in their order, and the players who get one each (none: names are left open)."""

    boats: tuple[str, ...]
    lang: Lang
    paper: Paper
    players: tuple[str, ...] = ()
    markers: bool = True

    @property
    def sheets(self) -> tuple[tuple[Geometry, str], ...]:
        """A geometry and a player's name for each boat page: players share out the boats in turn."""
        boats = [sheet_geometry(boat(name), self.lang, self.paper, markers=self.markers) for name in self.boats]
        if not self.players:
            return tuple((geometry, "") for geometry in boats)
        return tuple((boats[place % len(boats)], name) for place, name in enumerate(self.players))


Choice = TypeVar("Choice", bound=StrEnum)


def order(boat_name: str, lang: str, paper: str, *, players: str = "", markers: bool = True) -> Order:
    """The order in these words, or OrderWrong with what could have been meant."""
    if boat_name not in (*BOAT_NAMES, ALL_BOATS):
        raise OrderWrong(f"No boat is called {boat_name!r}. Choose {', '.join(BOAT_NAMES)}, or {ALL_BOATS}.")
    return Order(
        boats=BOAT_NAMES if boat_name == ALL_BOATS else (boat_name,),
        lang=_one_of(Lang, lang, "language"),
        paper=_one_of(Paper, paper, "paper"),
        players=_names(players),
        markers=markers,
    )


def _names(players: str) -> tuple[str, ...]:
    names = tuple(normalize("NFC", " ".join(name.split())) for name in players.split(",") if name.strip())
    for name in names:
        if len(name) > LONGEST_NAME:
            raise OrderWrong(f"The name {name!r} is too long for its line; {LONGEST_NAME} letters fit.")
        if unknown := letters_without_shape(name, Font.NAMES):
            raise OrderWrong(f"The name {name!r} has letters that our font cannot print: {unknown}")
    return names


def _one_of(kind: type[Choice], word: str, what: str) -> Choice:
    try:
        return kind(word.lower())
    except ValueError:
        raise OrderWrong(f"There is no {what} {word!r} here. Choose {' or '.join(kind)}.") from None


def write(what: Order, out: str, dpi: float) -> None:
    """Write the order into a file of the kind that its name ends with."""
    path = Path(out)
    kind = path.suffix.lower()
    if kind not in KINDS:
        raise OrderWrong(f"{out}: the name must end with one of {', '.join(KINDS)}.")
    if not DPI[0] <= dpi <= DPI[1]:
        raise OrderWrong(f"{dpi:g} dpi cannot be printed well. Choose {DPI[0]:g} to {DPI[1]:g}; 300 is usual.")
    data = _bytes(what, kind, dpi)
    try:
        path.write_bytes(data)
    except OSError as problem:
        raise OrderWrong(f"{out} cannot be written: {problem.strerror or problem}. Choose another place.") from None


def _bytes(what: Order, kind: str, dpi: float) -> bytes:
    if kind == ".pdf":
        return order_pdf(what)
    if len(what.sheets) > 1:
        raise OrderWrong("Several sheets fit into a PDF only: let the name end with .pdf, or order one boat.")
    geometry, player = what.sheets[0]
    if kind == ".json":
        return (json.dumps(geometry.as_json(), indent=1, ensure_ascii=False) + "\n").encode()
    page = boat_page(geometry, what.lang, player)
    if kind == ".svg":
        from sheets.svg import svg

        return svg(geometry.page_mm, page, geometry.sheet)
    from sheets.png import png

    return png(geometry.page_mm, page, dpi)


def order_pdf(what: Order) -> bytes:
    """Each boat page with the reference page behind it: printed on both sides, a player holds one paper."""
    from sheets.pdf import pdf
    from sheets.reference_page import reference_page

    behind = (PAGE_MM[what.paper], reference_page(what.lang, what.paper))
    pages = []
    for geometry, player in what.sheets:
        pages += [(geometry.page_mm, boat_page(geometry, what.lang, player)), behind]
    return pdf(pages, f"boatscore · {' · '.join(dict.fromkeys(geometry.sheet for geometry, _ in what.sheets))}")
