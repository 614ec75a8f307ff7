"""The page for people who play apart: open a table or join one, send a boat, watch the standings, settle disputes."""

from pathlib import Path

import streamlit as st

from pages.parts import table_boats, table_door, table_history, table_host, table_live, table_seat
from pages.parts.shell import words_here
from pages.parts.table_room import (
    LINK,
    SEAT_LINK,
    Visitor,
    go_to,
    link_here,
    name_of,
    said,
    tables,
    when,
)
from pages.parts.words import Words
from table.events import Role
from table.journal import Look
from table.problems import NoSuchTable, TableProblem
from table.standings import standings

LOOK = (Path(__file__).parent / "data" / "table.css").read_text(encoding="utf-8")


def page() -> None:
    """The way in, or the table that the address leads to."""
    words = words_here()
    st.html(f"<style>{LOOK}</style>")
    link = link_here(LINK)
    if not link:
        if gone := st.session_state.pop("table-gone", None):
            st.success(gone, icon=":material/delete:")
        table_door.way_in(words)
        return
    try:
        visitor = _visitor(link, link_here(SEAT_LINK))
    except NoSuchTable as problem:
        st.error(said(problem, words), icon=":material/error:")
        st.button(words("table.way_in"), key="table-leave", on_click=go_to)
        return
    except TableProblem as problem:
        st.error(said(problem, words), icon=":material/cloud_off:")
        table_seat.keep_draft(words)
        table_live.wait_for_table()
        return
    _table(visitor, words)


def _visitor(link: str, seat_link: str) -> Visitor:
    look = tables().look(link)
    if look.entry.role is Role.PLAYER:
        seat_link = link
    number = _seat_number(seat_link, look) if seat_link else None
    return Visitor(
        link,
        seat_link if number is not None else "",
        look,
        standings(look.state),
        look.state.seat(number) if number is not None else None,
        look.entry.role is Role.HOST,
    )


def _seat_number(seat_link: str, look: Look) -> int | None:
    """The seat that this link still opens at this table; none when it was freed or given to somebody else."""
    try:
        entry = tables().look(seat_link).entry
    except NoSuchTable:
        return None
    return entry.seat if entry.table_id == look.entry.table_id else None


def _table(visitor: Visitor, words: Words) -> None:
    """Each part in a place of its own: what appears in one does not move, and so redraw, the others."""
    table_live.watch(visitor.link, visitor.look.state.version)
    _head(visitor, words)
    for part in (_invite, _own, table_live.show, table_boats.show, table_history.show, table_host.keep, _manage):
        with st.container():
            part(visitor, words)


def _invite(visitor: Visitor, words: Words) -> None:
    if visitor.is_host:
        table_host.invite(visitor, words)


def _own(visitor: Visitor, words: Words) -> None:
    if visitor.seat is not None:
        table_seat.show(visitor, words)
    elif not visitor.look.state.closed:
        table_door.sit_here(visitor, words)


def _manage(visitor: Visitor, words: Words) -> None:
    if visitor.is_host:
        table_host.manage(visitor, words)


def _head(visitor: Visitor, words: Words) -> None:
    state = visitor.look.state
    st.html(f'<div class="hero"><h1>{table_live.as_html(state.plan.name)}</h1></div>')
    if visitor.seat is not None:
        you = words("table.you_sit", name=name_of(visitor.seat, words), boat=words(f"boat.{visitor.seat.boat}"))
    else:
        you = words("table.you_host") if visitor.is_host else words("table.you_guest")
    until = words("table.until", when=when(visitor.look.expires_at)[:10])
    st.caption(f"{you} {words('table.closed_now') if state.closed else ''} {until}")
