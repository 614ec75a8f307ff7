"""The uploader: a new one for every turn, and a hand that holds each file until the server has it."""

from collections.abc import Callable, Sequence
from pathlib import Path

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

HAND = st.components.v2.component(
    "boatscore.hand", js=(Path(__file__).parents[1] / "data" / "hand.js").read_text(encoding="utf-8")
)
MEBIBYTE = 1 << 20
Taker = Callable[[Sequence[UploadedFile]], None]


def uploader(label: str, name: str, take: Taker, *, several: bool, place: str = "") -> None:
    """Where files are dropped or chosen; `take` keeps what came, before the run that may be broken off.

    What came is taken at once and a new uploader put up, in another place too, so a file can be on its way to one that
    has left the page: the visitor's browser holds it until it is among the accepted, and gives it to the new one.
    """
    key = f"{name}-{place}{st.session_state.setdefault(f'{name}-turn', 0)}"
    st.session_state[f"{name}-now"] = key
    st.file_uploader(
        label,
        accept_multiple_files=several,
        key=key,
        label_visibility="collapsed",
        on_change=_accept,
        args=(name, key, take),
    )
    most = st.get_option("server.maxUploadSize") * MEBIBYTE
    HAND(key=f"hand-{name}", data={"name": name, "key": key, "most": most, "accepted": _accepted()}, height=1)


def _accept(name: str, key: str, take: Taker) -> None:
    """Take what came, once: an uploader already replaced is not heard, its files are given to the new one."""
    came = st.session_state.get(key) or []
    files = came if isinstance(came, list) else [came]
    if files and st.session_state[f"{name}-now"] == key:
        take(list({(file.name, file.getvalue()): file for file in files}.values()))
        _accepted().extend([key, file.size] for file in files)
        st.session_state[f"{name}-turn"] += 1
        st.session_state[f"{name}-now"] = None


def _accepted() -> list[list[str | int]]:
    """The uploader and the size of every file of this visit that was taken."""
    found: list[list[str | int]] = st.session_state.setdefault("accepted", [])
    return found
