"""Every boat at the table, open to all: photo, reading, score; objections and what became of them."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import streamlit as st

from pages.parts import visit
from pages.parts.board import board, gestures, shelve
from pages.parts.boat import after_gestures, boxes
from pages.parts.table_room import Visitor, Where, act, name_of, shown_name, shown_photo, tables, told, when
from pages.parts.table_seat import card_among
from pages.parts.visit import Player
from pages.parts.words import Words
from scoring.squares import Shape
from table.change import Change, change_between
from table.differences import differences
from table.plan import MOST_WORDS
from table.problems import TableProblem
from table.state import Objection, Seat, Standing, Submission
from table.table_report import change_said
from table.tables import Verdict
from vision.reading import Reading

SCRATCH = "table-scratch"


@dataclass(frozen=True)
class Scratch:
    """A boat with what a visitor would change about it; `of` is the submission it belongs to."""

    of: Submission
    player: Player


def show(visitor: Visitor, words: Words) -> None:
    """A choice of boats, the chosen one, and what is objected to it."""
    sent = {seat.number: seat for seat in visitor.look.state.seats if seat.latest is not None}
    if not sent:
        return
    st.subheader(words("table.boats_here"), anchor=False)
    unsettled = {o.seat for o in visitor.look.state.objections if o.standing is Standing.OPEN}
    if st.session_state.get("table-whose") not in sent:
        st.session_state["table-whose"] = next(iter(sent))
    number = st.pills(
        words("whose"),
        list(sent),
        format_func=lambda n: name_of(sent[n], words) + (" ⚑" if n in unsettled else ""),
        key="table-whose",
        required=True,
        label_visibility="collapsed",
    )
    seat = sent[number if number is not None else next(iter(sent))]
    told(Where.BOATS)
    if seat.latest is not None:
        _boat(seat, seat.latest, visitor, words)
    for objection in visitor.look.state.objections:
        if objection.seat == seat.number:
            _objection(objection, visitor, words)


def _boat(seat: Seat, submission: Submission, visitor: Visitor, words: Words) -> None:
    scratch = _scratch(submission, seat, words)
    left, right = st.columns([2, 3], gap="medium")
    with left:
        _photo(seat, submission, visitor, words)
    with right:
        key = f"table-view-{scratch.player.id}"
        shelve([scratch.player.flat])
        board(
            scratch.player,
            card_among(scratch.player.reading, visitor, seat.number),
            words,
            key=key,
            on_gesture=lambda: _take(submission.event, key),
            lit=st.session_state.get("table-lit", (frozenset(), 0))[0],
            lit_number=st.session_state.get("table-lit", (frozenset(), 0))[1],
        )
        with st.expander(words("boxes"), icon=":material/check_box:", key=f"table-view-boxes-{scratch.player.id}"):
            boxes(scratch.player, words, lambda change: _change(submission.event, change))
    if scratch.player.reading.marked_boat != submission.reading.marked_boat:
        _propose(scratch, visitor, words)


def _photo(seat: Seat, submission: Submission, visitor: Visitor, words: Words) -> None:
    try:
        picture = shown_photo(visitor.look.entry.table_id, submission.photo, visitor.link)
    except TableProblem:
        st.info(words("table.photo_away"), icon=":material/image_not_supported:")
        return
    caption = words("table.photo_of", name=name_of(seat, words), n=submission.version, when=when(submission.at))
    st.image(picture, caption=caption, width="stretch")
    if submission.read is None:
        st.caption(words("table.tapped_in"))
    elif changes := differences(submission.read, submission.sent):
        st.caption(words("table.put_right", n=len(changes)))


def _scratch(submission: Submission, seat: Seat, words: Words) -> Scratch:
    """The visitor's own copy of the boat, fresh whenever what counts has changed."""
    kept: dict[int, Scratch] = st.session_state.setdefault(SCRATCH, {})
    known = kept.get(submission.event)
    if known is None or known.of.reading != submission.reading:
        player = visit.of_reading(visit.next_id(), seat.name, submission.reading, words.lang)
        kept[submission.event] = known = Scratch(submission, replace(player, sha256=submission.original_sha256))
    return known


def _take(event: int, key: str) -> None:
    _on_player(event, lambda player: after_gestures(player, gestures(key, player.id)))


def _change(event: int, change: Callable[[Reading], Reading]) -> None:
    _on_player(event, lambda p: replace(p, history=p.history.then(change(p.reading)), message=None))


def _on_player(event: int, change: Callable[[Player], Player]) -> None:
    """Change the visitor's copy; nothing where it was dropped meanwhile."""
    kept: dict[int, Scratch] = st.session_state.get(SCRATCH, {})
    if event in kept:
        kept[event] = replace(kept[event], player=change(kept[event].player))


def _forget(event: int) -> None:
    st.session_state[SCRATCH].pop(event, None)


def _propose(scratch: Scratch, visitor: Visitor, words: Words) -> None:
    """What the visitor would change, to be proposed; one's own boat can be put right at once."""
    submission = scratch.of
    change = change_between(submission.reading, scratch.player.reading)
    own = visitor.seat is not None and visitor.seat.number == submission.seat
    with st.container(border=True, key="table-proposal"):
        st.markdown("**" + words("table.you_propose") + "**\n" + _listed(change, words))
        if visitor.look.state.closed or not (visitor.is_host or visitor.seat_link):
            st.info(words("table.closed_now" if visitor.look.state.closed else "table.sit_to_object"))
        else:
            why = f"table-why-{submission.event}"
            st.text_input(words("table.why"), max_chars=MOST_WORDS, key=why)
            st.button(
                words("table.put_own_right" if own else "table.object"), type="primary", icon=":material/flag:",
                key="table-object", on_click=_send, args=(scratch, change, why, own, visitor, words),
            )  # fmt: skip
        st.button(
            words("table.discard"), type="tertiary", key="table-unpropose", on_click=_forget, args=(submission.event,)
        )


def _send(scratch: Scratch, change: Change, why: str, own: bool, visitor: Visitor, words: Words) -> None:
    """Object with the words that stand under `why` now, not when the button was drawn."""

    def deed() -> None:
        said = str(st.session_state.get(why, ""))
        number = tables().object_to(visitor.acting_link, scratch.of.event, change, said)
        if own:
            tables().settle(visitor.acting_link, number, Verdict.ACCEPT)

    if act(deed, Where.BOATS, words):
        _forget(scratch.of.event)


def _listed(change: Change, words: Words) -> str:
    return "\n".join(f"- {change_said(difference, words.lang)}" for difference in change.differences)


def _objection(objection: Objection, visitor: Visitor, words: Words) -> None:
    """One objection: what it says, what became of it, and for owner and host the decision."""
    state = visitor.look.state
    who = shown_name(objection.name, words) if objection.name else words("table.the_host")
    head = words("table.objected", who=who, when=when(objection.at))
    standing = words(f"table_standing.{objection.standing}")
    with st.container(border=True, key=f"table-objection-{objection.event}"):
        st.markdown(f"⚑ {head} **{standing}**\n" + _listed(objection.change, words))
        if objection.words:
            st.text(f"“{objection.words}”")
        squares = objection.change.squares
        with st.container(horizontal=True):
            if squares:
                st.button(words("show_squares"), key=f"table-lit-{objection.event}", on_click=_light, args=(squares,))
            if objection.standing is Standing.OPEN and not state.closed and _may_settle(objection, visitor):
                for verdict, icon in ((Verdict.ACCEPT, "check"), (Verdict.REFUSE, "close")):
                    st.button(
                        words(f"table_verdict.{verdict}"), key=f"table-{verdict}-{objection.event}",
                        icon=f":material/{icon}:", on_click=_settle, args=(objection.event, verdict, visitor, words),
                    )  # fmt: skip


def _may_settle(objection: Objection, visitor: Visitor) -> bool:
    return visitor.is_host or (visitor.seat is not None and visitor.seat.number == objection.seat)


def _settle(event: int, verdict: Verdict, visitor: Visitor, words: Words) -> None:
    link = visitor.link if visitor.is_host else visitor.seat_link
    act(lambda: tables().settle(link, event, verdict), Where.BOATS, words)


def _light(squares: Shape) -> None:
    _, number = st.session_state.get("table-lit", (frozenset(), 0))
    st.session_state["table-lit"] = (squares, number + 1)
