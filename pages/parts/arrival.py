"""How a boat comes to the page: a photo, the camera, a sample, a kept file, or an empty boat to tap in."""

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import PurePath
from typing import NamedTuple

import streamlit as st
from streamlit.elements.lib.mutable_status_container import StatusContainer
from streamlit.runtime.uploaded_file_manager import UploadedFile

from pages.parts import visit
from pages.parts.reader import Look, looks, unread_reason
from pages.parts.uploads import uploader
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


class Arrival(NamedTuple):
    """A file as it came, and how to get its bytes."""

    name: str
    data: Callable[[], bytes]


def ways(words: Words, place: str) -> None:
    """Every way to bring a boat; what comes is read at once and the page shows it."""
    uploader(words("upload.label"), "upload", _take, several=True, place=f"{place}-")
    with st.container(horizontal=True, key="ways"):
        st.button(words("try"), icon=":material/auto_awesome:", key="try", on_click=_try)
        with st.popover(words("tap_in"), icon=":material/edit:", key="tap-in"):
            _tap_in(words)
        with st.popover(words("camera"), icon=":material/photo_camera:", key="camera"):
            _camera(words)
    if _waiting():
        _read_all(words)
        st.rerun()


def _waiting() -> list[Arrival]:
    """What came and is not read yet. Kept apart from the way it came: a run may be broken off at any word it says."""
    found: list[Arrival] = st.session_state.setdefault("waiting", [])
    return found


def _bring(arrivals: Iterable[Arrival]) -> None:
    """Have these read; what was wrong with the last ones is told no more."""
    if not _waiting():
        st.session_state["problems"] = []
    _waiting().extend(arrivals)


def _take(files: Iterable[UploadedFile]) -> None:
    _bring(Arrival(file.name, file.getvalue) for file in files)


def _try() -> None:
    tried = st.session_state.setdefault("tried", 0)
    st.session_state["tried"] = tried + 1
    sample = visit.TRY[tried % len(visit.TRY)]
    _bring([Arrival(sample.name, sample.read_bytes)])


def _camera(words: Words) -> None:
    key = f"camera-{st.session_state.setdefault('camera-turn', 0)}"
    st.camera_input(
        words("camera"), key=key, resolution="1080p", label_visibility="collapsed", on_change=_shoot, args=(key, words)
    )


def _shoot(key: str, words: Words) -> None:
    if (shot := st.session_state.get(key)) is not None:
        _bring([Arrival(words("camera_name"), shot.getvalue)])
        st.session_state["camera-turn"] += 1


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


def _read_all(words: Words) -> None:
    """Read what waits, each once: between two words to the visitor it is both kept and no longer waiting."""
    waiting = _waiting()
    with st.status(words("reading.start")) as told:
        while waiting:
            _read(waiting[0], words, told)
            waiting.pop(0)


def _read(came: Arrival, words: Words, told: StatusContainer) -> None:
    data = came.data()
    try:
        kept = came.name.lower().endswith(KEPT)
        found = _kept(came.name, data, words) if kept else from_photo(came.name, data, words, told)
    except Refused as refused:
        st.session_state["problems"].append((came.name, str(refused)))
    else:
        _seat(found)


def _seat(found: Iterable[Player]) -> None:
    for player in found:
        visit.keep(player)
        st.session_state["chosen"] = player.id


def _kept(name: str, data: bytes, words: Words) -> list[Player]:
    """The boat in a kept record or reading."""
    _room_for(1, words)
    with _faults_told(words):
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
    with _faults_told(words):
        try:
            with reading_slot(lambda place: told.update(label=words("reading.place", n=place)) if place else None):
                found = looks(data, name, lambda step: told.update(label=words(f"reading.{step}")), lesson_sheet)
        except QueueFull as full:
            raise Refused(words("queue_full")) from full
        seen = [look for look in found if isinstance(look, Look)]
        if not seen:
            raise Refused(" ".join(unread_reason(each, words) for each in found if isinstance(each, Unread)))
        _room_for(len(seen), words)
        return [_player(look, name, data, words) for look in seen]


@contextmanager
def _faults_told(words: Words) -> Iterator[None]:
    """What goes wrong by our own fault refuses the file: it would break every run until it is gone."""
    try:
        yield
    except Refused:
        raise
    except Exception as fault:
        LOG.exception("a file made the page fail")
        raise Refused(words("reader_failed")) from fault


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
