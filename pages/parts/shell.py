"""What every page has around it: the language, the head with its links, the look."""

from collections.abc import Sequence
from pathlib import Path

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from pages.parts.words import LANGUAGES, Words, language_of

DATA = Path(__file__).parents[1] / "data"
LANG = st.components.v2.component("boatscore.lang", js=(DATA / "lang.js").read_text(encoding="utf-8"))


def words_here() -> Words:
    """The visitor's texts: the language chosen with the switch, at first the browser's."""
    if "lang" not in st.session_state:
        asked = st.query_params.get("lang")
        st.session_state["lang"] = asked if asked in LANGUAGES else language_of(st.context.locale)
    return Words(st.session_state["lang"])


def head(words: Words, rooms: Sequence[StreamlitPage]) -> None:
    """The row at the top: the boat, the pages, the language switch."""
    style = (DATA / "look.css").read_text(encoding="utf-8")
    texts = "".join(f'--say-{name}: "{words(f"upload.{name}")}";' for name in ("drop", "limit", "browse"))
    st.html(f"<style>:root {{{texts}}}\n{style}</style>")
    with st.container(horizontal=True, vertical_alignment="center", key="head"):
        st.image((DATA / "boat.svg").read_text(encoding="utf-8"), width=40)
        for room in rooms:
            st.page_link(room, label=room.title)
        other = next(lang for lang in LANGUAGES if lang != words.lang)
        st.button(words("other_language"), key="language", type="tertiary", on_click=_speak, args=(other,))
    said = {
        "lang": words.lang,
        "browse": words("upload.browse"),
        "photos": words("upload.label"),
        "skip": words("skip"),
    }
    LANG(key="page-language", data=said, height=1)


def foot(promise: str) -> None:
    """What is said under every page: what becomes of photos."""
    st.caption(promise)


def _speak(lang: str) -> None:
    st.session_state["lang"] = lang
