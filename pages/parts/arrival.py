"""How a boat comes to the page: a photo, the camera, a sample, a kept file, or an empty boat to tap in."""

import logging
from collections.abc import Iterable
from hashlib import sha256
from pathlib import PurePath

import streamlit as st
from streamlit.elements.lib.mutable_status_container import StatusContainer

from pages.parts import visit
from pages.parts.reader import Look, looks, unread_reason
from pages.parts.visit import Player
from pages.parts.words import Words
from scoring.boats import BOAT_NAMES
from scoring.lesson_sheet import LessonSheet
from table.edits import History
from table.problems import QueueFull
from table.queue import reading_slot
from table.record import RecordWrong, kept_reading
from vision.reading import Unread

LOG = logging.getLogger(__name__)
MOST_MB = 40
MEGABYTE = 1_000_000
MOST_BOATS = 24
"""Each holds about a megabyte of pictures for the visit."""
KEPT = ".json"
MARKUP = r"\`*_{}[]()<>#+-.!|~:$"


def ways(words: Words) -> None:
    """Every way to bring a boat; what comes is read at once and the page shows it."""
    turn = st.session_state.setdefault("turn", 0)
    files = st.file_uploader(
        words("upload.label"), accept_multiple_files=True, key=f"upload-{turn}", label_visibility="collapsed"
    )
    with st.container(horizontal=True, key="ways"):
        tried = st.button(words("try"), icon=":material/auto_awesome:", key="try")
        with st.popover(words("tap_in"), icon=":material/edit:", key="tap-in"):
            _tap_in(words)
        with st.popover(words("camera"), icon=":material/photo_camera:", key="camera"):
            shot = st.camera_input(
                words("camera"), key=f"camera-{turn}", resolution="1080p", label_visibility="collapsed"
            )
    came = [(file.name, file.getvalue()) for file in files] + (
        [(words("camera_name"), shot.getvalue())] if shot else []
    )
    if tried:
        sample = visit.TRY[turn % len(visit.TRY)]
        came.append((sample.name, sample.read_bytes()))
    if came:
        _read_all(came, words)
        st.session_state["turn"] = turn + 1
        st.rerun()


def problems(words: Words) -> None:
    """What could not be used of what came last, each with its reason."""
    for name, reason in st.session_state.get("problems", ()):
        st.error(words("problem", name=plain(name), reason=reason), icon=":material/error:")


def _tap_in(words: Words) -> None:
    st.write(words("tap_in_hint"))
    for name in BOAT_NAMES:
        st.button(words(f"boat.{name}"), key=f"by-hand-{name}", width="stretch", on_click=_by_hand, args=(name, words))


def _by_hand(boat_name: str, words: Words) -> None:
    number = visit.next_id()
    visit.keep(visit.by_hand(number, words("player", n=number), boat_name, words.lang))
    st.session_state["problems"] = []
    st.session_state["chosen"] = number
    st.session_state["start_editing"] = number


class Refused(Exception):
    """A file that the page cannot use, with the reason in the visitor's language."""


def _read_all(came: Iterable[tuple[str, bytes]], words: Words) -> None:
    wrong: list[tuple[str, str]] = []
    with st.status(words("reading.start")) as told:
        for name, data in came:
            try:
                found = _kept(name, data, words) if name.lower().endswith(KEPT) else from_photo(name, data, words, told)
            except Refused as refused:
                wrong.append((name, str(refused)))
            else:
                _seat(found)
    st.session_state["problems"] = wrong


def _seat(found: Iterable[Player]) -> None:
    for player in found:
        visit.keep(player)
        st.session_state["chosen"] = player.id


def _kept(name: str, data: bytes, words: Words) -> list[Player]:
    """The boat in a kept record or reading."""
    _room_for(1, words)
    try:
        reading = kept_reading(data)
    except RecordWrong as wrong:
        raise Refused(words("kept_wrong", why=str(wrong))) from wrong
    number = visit.next_id()
    return [visit.of_reading(number, _title(name), reading, words.lang)]


def from_photo(
    name: str, data: bytes, words: Words, told: StatusContainer, lesson_sheet: LessonSheet | None = None
) -> list[Player]:
    """A player for each sheet in the photo; Refused when there is none to be read."""
    if len(data) > MOST_MB * MEGABYTE:
        raise Refused(words("too_large", found=f"{len(data) / MEGABYTE:.0f}", most=MOST_MB))
    try:
        with reading_slot(on_place=lambda place: told.update(label=words("reading.place", n=place)) if place else None):
            found = looks(data, name, lambda step: told.update(label=words(f"reading.{step}")), lesson_sheet)
    except QueueFull as full:
        raise Refused(words("queue_full")) from full
    except Exception as fault:
        LOG.exception("a photo made the reader fail")
        raise Refused(words("reader_failed")) from fault
    seen = [look for look in found if isinstance(look, Look)]
    if not seen:
        raise Refused(" ".join(unread_reason(each, words) for each in found if isinstance(each, Unread)))
    _room_for(len(seen), words)
    return [_player(look, name, data, words) for look in seen]


def _player(look: Look, name: str, data: bytes, words: Words) -> Player:
    number = visit.next_id()
    history = History((look.reading,))
    return Player(
        number, words("player", n=number), history, look.geometry, look.flat, look.photo, sha256(data).hexdigest(), name
    )


def _room_for(more: int, words: Words) -> None:
    if len(visit.players()) + more > MOST_BOATS:
        raise Refused(words("too_many_boats", most=MOST_BOATS))


def _title(name: str) -> str:
    return PurePath(name).stem[:40]


def plain(text: str) -> str:
    """A text from outside, as text: nothing in it is taken for markup."""
    return "".join("\\" + letter if letter in MARKUP else letter for letter in text)
