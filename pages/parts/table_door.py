"""The way in: open a table, join one with its code, sit down."""

import json

import streamlit as st

from pages.parts.table_room import (
    CODE,
    LINK,
    SEAT_LINK,
    Visitor,
    Where,
    act,
    client,
    go_to,
    link_here,
    said,
    tables,
    told,
)
from pages.parts.words import Words
from scoring.boats import BOAT_NAMES
from table.plan import DAYS, MOST_DAYS, MOST_NAME, MOST_SEATS, Plan, SeatPlan
from table.problems import PlanWrong, TableProblem
from table.state import Seat
from table.tables import Lobby, Seated
from table.tokens import new_link

USUAL_SEATS = 4
MOST_NAMES = 600


def way_in(words: Words) -> None:
    """For somebody without a link: join with a code, or open a table."""
    st.html(f'<div class="hero"><h1>{words("table.title")}</h1><p>{words("table.text")}</p></div>')
    left, right = st.columns(2, gap="large")
    with left, st.container(border=True):
        st.subheader(words("table.join"), anchor=False)
        _join(words)
    with right, st.container(border=True):
        st.subheader(words("table.open"), anchor=False)
        _open(words)


def sit_here(visitor: Visitor, words: Words) -> None:
    """A seat for somebody who came with the host's or the guests' link."""
    state = visitor.look.state
    if all(seat.taken for seat in state.seats):
        return
    with st.expander(words("table.sit"), icon=":material/event_seat:", expanded=not visitor.is_host, key="table-sit"):
        chosen = _sit_form(state.seats, state.plan.boats, words)
        if chosen is None:
            told(Where.DOOR)
            return
        seated: list[Seated] = []
        if act(lambda: seated.append(_sat(visitor.link, *chosen)), Where.DOOR, words):
            go_to(**({LINK: visitor.link, SEAT_LINK: seated[0].link} if visitor.is_host else {LINK: seated[0].link}))
        st.rerun()


def _sat(link: str, name: str, boat: str) -> Seated:
    return tables().sit(link, name, boat, player_link=_prepared_link())


def _prepared_link() -> str:
    """Made before it is used, so that a second try after a lost answer finds the same seat."""
    prepared: str = st.session_state.setdefault("table-prepared", new_link())
    return prepared


def _join(words: Words) -> None:
    with st.form("table-join", border=False):
        typed = st.text_input(
            words("table.code"), link_here(CODE), max_chars=20, placeholder="ACFH-2346", key="table-typed"
        )
        asked = st.form_submit_button(words("table.look_in"), icon=":material/login:", width="stretch")
    if asked:
        go_to(**({CODE: typed} if typed.strip() else {}))
    code = link_here(CODE)
    if not code:
        return
    try:
        lobby = tables().lobby(code, client())
    except TableProblem as problem:
        st.error(said(problem, words), icon=":material/error:")
        return
    _lobby(code, lobby, words)


def _lobby(code: str, lobby: Lobby, words: Words) -> None:
    st.text(lobby.name)
    if lobby.closed:
        st.info(words("table_problem.table-closed"), icon=":material/lock:")
        return
    seats = tuple(Seat(number, name, boat, taken) for number, name, boat, taken in lobby.seats)
    chosen = _sit_form(seats, lobby.boats, words)
    if chosen is None:
        return
    seated: list[Seated] = []
    name, boat = chosen
    prepared = _prepared_link()
    if act(lambda: seated.append(tables().sit_by_code(code, client(), name, boat, None, prepared)), Where.DOOR, words):
        go_to(**{LINK: seated[0].link})
        st.rerun()
    told(Where.DOOR)


def _sit_form(seats: tuple[Seat, ...], boats: tuple[str, ...], words: Words) -> tuple[str, str] | None:
    """Name and boat, once somebody wants to sit down with them."""
    kept = [seat.name for seat in seats if seat.name and not seat.taken]
    known = st.pills(words("table.who"), kept, format_func=_label, key="table-who") if kept else None
    with st.form("table-sit-form", border=False):
        name = known or st.text_input(words("table.your_name"), max_chars=MOST_NAME, key="table-name")
        planned = next((seat.boat for seat in seats if seat.name == known), "") if known else ""
        boat = st.pills(
            words("table.your_boat"),
            boats,
            format_func=lambda boat: words(f"boat.{boat}"),
            default=planned or boats[0],
            required=True,
            key=f"table-boat-{planned}",
        )
        asked = st.form_submit_button(words("table.sit"), type="primary", icon=":material/event_seat:")
    return (name, boat or boats[0]) if asked else None


def _label(name: str) -> str:
    return "".join("\\" + letter if not letter.isalnum() and letter != " " else letter for letter in name)


def _open(words: Words) -> None:
    with st.form("table-open", border=False):
        name = st.text_input(words("table.name"), max_chars=MOST_NAME, placeholder=words("table.name_hint"))
        seats = st.number_input(words("table.seats"), 1, MOST_SEATS, USUAL_SEATS)
        with st.expander(words("table.more"), icon=":material/tune:"):
            names = st.text_input(words("table.names"), max_chars=MOST_NAMES, placeholder=words("sheets.players_hint"))
            boats = st.pills(
                words("table.boats"),
                BOAT_NAMES,
                selection_mode="multi",
                default=BOAT_NAMES,
                format_func=lambda boat: words(f"boat.{boat}"),
            )
            days = st.number_input(words("table.days"), 1, MOST_DAYS, DAYS)
            sheet = st.file_uploader(words("table.lesson_sheet"), type="json", max_upload_size=1)
        asked = st.form_submit_button(words("table.open"), type="primary", icon=":material/table_restaurant:")
    if not asked:
        return

    def open_it() -> None:
        kept = [part.strip() for part in names.split(",") if part.strip()]
        plan = Plan(
            name or words("table.name_hint"),
            tuple(SeatPlan(player) for player in kept) + (SeatPlan(),) * max(0, seats - len(kept)),
            tuple(boats),
            _lesson_sheet(sheet.getvalue()) if sheet else None,
            days,
        )
        go_to(**{LINK: tables().open_table(plan, client()).host})

    if act(open_it, Where.DOOR, words):
        st.rerun()
    told(Where.DOOR)


def _lesson_sheet(data: bytes) -> dict[str, object]:
    try:
        facts = json.loads(data)
    except ValueError as problem:
        raise PlanWrong(why="the lesson sheet is not JSON.") from problem
    if not isinstance(facts, dict):
        raise PlanWrong(why="the lesson sheet is not a JSON object.")
    return facts
