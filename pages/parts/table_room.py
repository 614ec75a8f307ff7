"""What all parts of the table's page share: the tables themselves, links, problems in words, names as text, time."""

import io
import os
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import streamlit as st

from pages.parts.arrival import plain
from pages.parts.words import Words
from table.journal import Look
from table.problems import TableProblem
from table.settings import settings
from table.standings import TableStandings
from table.state import Seat
from table.tables import Tables, start_tables

SHOWN_LONG_SIDE = 1500
"""Enough to read a letter in a square on a phone, and a tenth of a photo's bytes."""
KEPT_SHOWN = 60
LINK, SEAT_LINK, CODE = "t", "p", "code"
"""Names in the page's address: the link one came with, a host's own seat, a short code."""


@dataclass(frozen=True)
class Visitor:
    """Somebody at a table: the link they came with, their seat's link if they sit, and the table as they see it."""

    link: str
    seat_link: str
    look: Look
    standings: TableStandings
    seat: Seat | None
    is_host: bool

    @property
    def acting_link(self) -> str:
        """The link with which one objects: the player's own where there is one."""
        return self.seat_link or self.link


@st.cache_resource(show_spinner=False)
def tables() -> Tables:
    """The tables of this server, started by the first visitor who needs them."""
    return start_tables(settings(os.environ))


def link_here(name: str) -> str:
    """A link or code from the page's address, or as this visit remembers it."""
    told = st.query_params.get(name, "")
    if told:
        st.session_state[f"table-{name}"] = told
    return told or str(st.session_state.get(f"table-{name}", ""))


def go_to(**links: str) -> None:
    """Make this page the one of these links; without any, the way in."""
    for name in (LINK, SEAT_LINK, CODE):
        st.session_state.pop(f"table-{name}", None)
        if name in st.query_params:
            del st.query_params[name]
    for name, link in links.items():
        st.session_state[f"table-{name}"] = link
        st.query_params[name] = link


def address(**links: str) -> str:
    """The whole address of this page with these links, for somebody else."""
    here = (st.context.url or "").rstrip("/")
    return f"{here}?" + "&".join(f"{name}={link}" for name, link in links.items())


def client() -> str:
    """The visitor, for rate limits only; not kept."""
    return st.context.ip_address or "this machine"


def said(problem: TableProblem, words: Words) -> str:
    """A problem in the visitor's language."""
    return words(f"table_problem.{problem.key}", **problem.facts)


class Where(StrEnum):
    """The part of the page where something was done, and where what went wrong is told."""

    DOOR = "door"
    SEAT = "seat"
    BOATS = "boats"
    HOST = "host"


def act(deed: Callable[[], object], where: Where, words: Words) -> bool:
    """Do this; what goes wrong is told in that part of the page."""
    try:
        deed()
    except TableProblem as problem:
        tell(where, said(problem, words))
        return False
    untell()
    return True


def tell(where: Where, what: str) -> None:
    """Have that part of the page say what went wrong."""
    st.session_state["table-problem"] = (where, what)


def untell() -> None:
    """Nothing is wrong any more."""
    st.session_state.pop("table-problem", None)


def told(where: Where) -> None:
    """What went wrong in this part last, until the next deed."""
    part, what = st.session_state.get("table-problem", ("", ""))
    with st.container():
        if part == where:
            st.error(what, icon=":material/error:")


def when(moment: datetime) -> str:
    """A moment on the visitor's own clock."""
    try:
        zone = ZoneInfo(st.context.timezone or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        zone = ZoneInfo("UTC")
    return f"{moment.astimezone(zone):%Y-%m-%d %H:%M}"


def name_of(seat: Seat, words: Words) -> str:
    """A player's name as text; an open seat is called so."""
    return shown_name(seat.name, words)


def shown_name(name: str, words: Words) -> str:
    """A name where Markdown is written: letters only."""
    return plain(name) if name else words("table.open_seat")


@lru_cache(maxsize=KEPT_SHOWN)
def shown_photo(table_id: str, name: str, link: str) -> bytes:
    """A submission's photo, upright and as large as the page shows it."""
    from PIL import Image, ImageOps

    with Image.open(io.BytesIO(tables().photo(link, name))) as image:
        image.draft("RGB", (SHOWN_LONG_SIDE, SHOWN_LONG_SIDE))
        upright = ImageOps.exif_transpose(image).convert("RGB")
    upright.thumbnail((SHOWN_LONG_SIDE, SHOWN_LONG_SIDE))
    out = io.BytesIO()
    upright.save(out, "JPEG", quality=85)
    return out.getvalue()
