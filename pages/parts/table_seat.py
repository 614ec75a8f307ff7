"""A player's own part of the table: print the sheet, send a photo, answer what is asked, submit; a draft is kept."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from pages.parts import files, visit
from pages.parts.arrival import Refused, from_photo
from pages.parts.board import board, gestures, shelve
from pages.parts.boat import after_gestures, boxes
from pages.parts.table_room import Visitor, Where, act, said, tables, tell, told, untell
from pages.parts.uploads import uploader
from pages.parts.visit import Player
from pages.parts.words import Words
from scoring.cards import ScoreCard
from scoring.score import companies, score
from sheets.layout import Paper
from sheets.order import Order, OrderWrong, order, order_pdf
from table.problems import StorageFull, TableAway, TableProblem
from table.standings import sheet_of
from table.state import Seat
from table.tables import Sending
from table.tokens import new_link
from vision.reading import Reading

DRAFT, CAME, UNREAD = "table-draft", "table-came", "table-unread"
AGAIN_S = 4.0
"""How often a draft that could not be sent is tried again."""


@dataclass(frozen=True)
class Draft:
    """What a player is about to send. `key` is the sending's own name: tried again, it is kept once."""

    player: Player
    data: bytes
    key: str
    link: str
    by_hand: bool = False
    """The photo could not be read; the player tapped the boat in."""
    again: bool = False
    """It could not be sent, through no fault of the player's, and is tried again by itself."""


def show(visitor: Visitor, words: Words) -> None:
    """Send a boat, or see that it was sent."""
    seat = visitor.seat
    if seat is None:
        return
    draft = _draft(visitor)
    sent = seat.latest
    if sent is not None:
        st.success(words("table.sent", n=sent.version), icon=":material/task_alt:")
    if not visitor.look.state.closed:
        title = words("table.send_again") if sent is not None else words("table.send")
        opened = sent is None or draft is not None
        with st.expander(title, icon=":material/add_a_photo:", expanded=opened, key="table-send"):
            if draft is None:
                _choose(visitor, words)
            else:
                _check(draft, visitor, words)
    elif draft is not None:
        st.warning(words("table.draft_late"), icon=":material/lock:")
    st.caption(words("table.keep_seat"))
    if (panel := files.panel(words("table.print"), "print", "table-print")) is not None:
        with panel:
            _print(visitor, words)


def keep_draft(words: Words) -> None:
    """While the table is away: say that what the player made is still here."""
    if DRAFT in st.session_state:
        st.info(words("table.draft_kept"), icon=":material/inventory_2:")


def _draft(visitor: Visitor) -> Draft | None:
    """What is about to be sent from this seat; a draft of another seat is not."""
    draft: Draft | None = st.session_state.get(DRAFT)
    return draft if draft is not None and draft.link == visitor.seat_link else None


def _print(visitor: Visitor, words: Words) -> None:
    seat = visitor.seat
    if seat is None:
        return
    paper = st.segmented_control(
        words("sheets.paper"), list(Paper), format_func=lambda name: words(f"paper.{name}"), default=Paper.A4,
        required=True, key="table-paper",
    )  # fmt: skip
    wanted = _sheet_for(seat, words.lang, paper or Paper.A4)
    name = f"boatscore-{seat.boat}.pdf"
    files.offer(words("sheets.download", n=1), order_pdf(wanted), name, files.PDF, "table-sheet", "print")


def _sheet_for(seat: Seat, lang: str, paper: Paper) -> Order:
    """The player's sheet with their name on it, or without where the name does not fit or has no printed letters."""
    try:
        return order(seat.boat, lang, paper, players=seat.name.replace(",", " "))
    except OrderWrong:
        return order(seat.boat, lang, paper)


def _choose(visitor: Visitor, words: Words) -> None:
    uploader(words("table.photo"), "table-photo", _take_photo, several=False)
    if (file := st.session_state.get(CAME)) is not None:
        _read(visitor, file.name, file.getvalue(), words)
        st.session_state.pop(CAME)
        st.rerun()
    if UNREAD in st.session_state:
        reason, name, data = st.session_state[UNREAD]
        st.error(reason, icon=":material/error:")
        st.button(
            words("table.by_hand"), icon=":material/edit:", key="table-by-hand",
            on_click=_by_hand, args=(visitor, name, data, words),
        )  # fmt: skip


def _take_photo(files: Sequence[UploadedFile]) -> None:
    """Have the last one read: it is what the player means to send."""
    st.session_state[CAME] = files[-1]


def _read(visitor: Visitor, name: str, data: bytes, words: Words) -> None:
    """The photo's boat as a draft; of several sheets the one with the player's own boat."""
    st.session_state.pop(UNREAD, None)
    with st.status(words("reading.start")) as told:
        try:
            found = from_photo(name, data, words, told, sheet_of(visitor.look.state.plan.lesson_sheet))
        except Refused as refused:
            st.session_state[UNREAD] = (str(refused), name, data)
            return
    seat = visitor.seat
    mine = [p for p in found if seat is not None and p.reading.boat == seat.boat]
    _keep(Draft((mine or found)[0], data, new_link(), visitor.seat_link))


def _by_hand(visitor: Visitor, name: str, data: bytes, words: Words) -> None:
    seat = visitor.seat
    if seat is None:
        return
    player = visit.by_hand(visit.next_id(), seat.name, seat.boat, words.lang)
    st.session_state.pop(UNREAD, None)
    _keep(Draft(player, data, new_link(), visitor.seat_link, by_hand=True))


def _keep(draft: Draft) -> None:
    st.session_state[DRAFT] = draft


def _check(draft: Draft, visitor: Visitor, words: Words) -> None:
    """The draft as it was read, to be put right and sent."""
    player, seat = draft.player, visitor.seat
    if seat is None:
        return
    shelve(visit.pictures(player))
    key = f"table-board-{player.id}"
    board(
        player, card_among(player.reading, visitor, seat.number), words, key=key,
        on_gesture=lambda: _take(key), editing=draft.by_hand,
    )  # fmt: skip
    with st.expander(words("boxes"), icon=":material/check_box:", key=f"table-boxes-{player.id}"):
        boxes(player, words, _change)
    _ready(draft, visitor, words)


def _ready(draft: Draft, visitor: Visitor, words: Words) -> None:
    reading, seat = draft.player.reading, visitor.seat
    if seat is None:
        return
    other = reading.boat != seat.boat
    told(Where.SEAT)
    with st.container():
        if other:
            _other_boat(reading, seat, visitor, words)
        if reading.questions:
            st.info(words("table.answer_first", n=len(reading.questions)), icon=":material/help:")
    with st.container(horizontal=True):
        st.button(
            words("table.submit"),
            type="primary",
            icon=":material/send:",
            key="table-submit",
            disabled=bool(reading.questions) or other,
            on_click=_submit,
            args=(words,),
        )
        st.button(words("table.discard"), type="tertiary", key="table-discard", on_click=_discard)
    if draft.again:
        st.warning(words("table.trying_again"), icon=":material/cloud_off:")
        _try_again(words)


def _other_boat(reading: Reading, seat: Seat, visitor: Visitor, words: Words) -> None:
    shown, yours = words(f"boat.{reading.boat}"), words(f"boat.{seat.boat}")
    st.warning(words("table.other_boat", shown=shown, yours=yours), icon=":material/sailing:")
    if reading.boat in visitor.look.state.plan.boats:
        st.button(
            words("table.change_boat", boat=shown),
            key="table-change-boat",
            on_click=_change_boat,
            args=(visitor.seat_link, reading.boat, words),
        )


def _change_boat(link: str, boat: str, words: Words) -> None:
    act(lambda: tables().change_boat(link, boat), Where.SEAT, words)


def _submit(words: Words) -> None:
    """Send the draft; it is dropped only when the table has confirmed that it is kept."""
    draft: Draft | None = st.session_state.get(DRAFT)
    if draft is None:
        return
    read = None if draft.by_hand else draft.player.history.first
    sending = Sending(draft.data, replace(draft.player.reading, sister=None), read)
    untell()
    try:
        tables().submit(draft.link, sending, draft.key)
    except TableProblem as problem:
        tell(Where.SEAT, said(problem, words))
        _keep(replace(draft, again=isinstance(problem, TableAway | StorageFull)))
    else:
        _discard()


@st.fragment(run_every=AGAIN_S)
def _try_again(words: Words) -> None:
    """Send the draft once more, every few seconds after the first."""
    if not st.session_state.pop("table-paused", False):
        st.session_state["table-paused"] = True
        return
    _submit(words)
    draft: Draft | None = st.session_state.get(DRAFT)
    if draft is None or not draft.again:
        st.rerun()


def _discard() -> None:
    st.session_state.pop(DRAFT, None)


def _take(key: str) -> None:
    _on_player(lambda player: after_gestures(player, gestures(key, player.id)))


def _change(change: Callable[[Reading], Reading]) -> None:
    _on_player(lambda p: replace(p, history=p.history.then(change(p.reading)), message=None))


def _on_player(change: Callable[[Player], Player]) -> None:
    """A changed boat is another sending: what was confirmed under the old key stays what it was."""
    draft: Draft | None = st.session_state.get(DRAFT)
    if draft is None:
        return
    player = change(draft.player)
    same = player.reading == draft.player.reading
    _keep(replace(draft, player=player, key=draft.key if same else new_link()))


def card_among(reading: Reading, visitor: Visitor, seat: int) -> ScoreCard:
    """What this reading would be worth on that seat, lessons that compare players settled among the boats sent."""
    others = [s.reading.marked_boat for s in visitor.look.state.sent if s.seat != seat]
    company = companies([reading.marked_boat, *others])[0]
    return score(reading.marked_boat, lesson_sheet=sheet_of(visitor.look.state.plan.lesson_sheet), company=company)
