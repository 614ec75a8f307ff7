"""What happened at a table, and its score at any time."""

from collections.abc import Iterable

import streamlit as st

from pages.parts.table_room import Visitor, said, shown_name, tables, when
from pages.parts.words import Words
from scoring.texts import points_said
from table.events import Event, What
from table.problems import TableProblem
from table.standings import scores_over_time
from table.state import Objection, TableState, after, replayed


def show(visitor: Visitor, words: Words) -> None:
    """The history, opened when somebody wants it."""
    with st.expander(words("table.history"), icon=":material/history:", key="table-history"):
        if not st.toggle(words("table.history_show"), key="table-history-on"):
            return
        try:
            events = tables().history(visitor.link)
        except TableProblem as problem:
            st.error(said(problem, words), icon=":material/cloud_off:")
            return
        _replay(events, words)
        st.markdown("\n".join(f"- {line}" for line in _told(events, words)))


def _replay(events: tuple[Event, ...], words: Words) -> None:
    """The totals after each change of the score."""
    for moment in scores_over_time(events):
        totals = ", ".join(
            f"{shown_name(moment.names[seat], words)} {points_said(total).text(words.lang).replace('-', '−')}"
            for seat, total in moment.totals.items()
        )
        st.markdown(f"{when(moment.event.at)} · **{totals}**")


def _told(events: tuple[Event, ...], words: Words) -> Iterable[str]:
    """Each event as a sentence, with the names of that time."""
    state: TableState | None = None
    for event in events:
        before = state
        state = replayed([event]) if state is None else after(state, event)
        yield f"{when(event.at)} · {_sentence(event, before or state, state, words)}"


def _sentence(event: Event, before: TableState, now: TableState, words: Words) -> str:
    who = shown_name(before.name_of(event.who), words) if before.name_of(event.who) else words("table.the_host")
    seat = event.facts.get("seat")
    boat = event.facts.get("boat")
    about = before.submission(event.facts.get("submission", 0)) or _about(event, before)
    name = now.seat(seat).name or before.seat(seat).name if seat is not None else ""
    facts = {
        "who": who,
        "name": shown_name(name, words),
        "boat": words(f"boat.{boat}") if boat else "",
        "owner": shown_name(before.seat(about.seat).name, words) if about is not None else "",
        "n": event.facts.get("version", seat or 0),
    }
    return words(f"table_event.{event.what}", **facts)


def _about(event: Event, before: TableState) -> Objection | None:
    """The objection that a decision is about."""
    return before.objection(event.facts["objection"]) if event.what in (What.ACCEPTED, What.REFUSED) else None
