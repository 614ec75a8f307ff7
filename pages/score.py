"""The page that scores: photographs in, boats out."""

from functools import cache
from pathlib import Path

import streamlit as st

from pages.parts import arrival, boat, compare, standings, visit
from pages.parts.board import shelve
from pages.parts.shell import words_here
from pages.parts.words import Words
from table.record import kept_reading
from table.report import Report, report_png
from table.result import score_reading

EXAMPLE = Path(__file__).parent / "data" / "example.json"


def page() -> None:
    """The whole page: a welcome at first, then the boats."""
    words = words_here()
    if not visit.players():
        _welcome(words)
        return
    arrival.problems(words)
    shelve([picture for player in visit.players().values() for picture in visit.pictures(player)])
    _boats()
    with st.expander(words("more_boats"), icon=":material/add_a_photo:", key="more"):
        arrival.ways(words, "more")
    st.button(words("remove"), icon=":material/close:", key="remove", type="tertiary", on_click=_remove)


def _remove() -> None:
    visit.forget(st.session_state["chosen"])


def _welcome(words: Words) -> None:
    left, right = st.columns([5, 4], gap="large", vertical_alignment="center")
    with left:
        st.html(f'<div class="hero"><h1>{words("hero.title")}</h1><p>{words("hero.text")}</p></div>')
        arrival.problems(words)
        arrival.ways(words, "welcome")
    with right:
        st.image(example(words.lang), caption=words("hero.picture"), width="stretch")


@cache
def example(lang: str) -> bytes:
    """A scored boat as a picture, so that a newcomer sees what comes out."""
    reading = kept_reading(EXAMPLE.read_bytes())
    return report_png(Report(Words(lang)("hero.name"), reading, score_reading(reading), None, lang))


@st.fragment
def _boats() -> None:
    """Everything that answers to a tap; the rest of the page stays as it is."""
    words = words_here()
    cards = visit.cards()
    chosen = standings.choose(cards, words)
    boat.show(visit.players()[chosen], cards[chosen], words)
    compare.offer(visit.players()[chosen], words)


if __name__ == "__main__":  # Streamlit takes files in pages/ for pages of their own until app.py has run once
    from app import main

    main()
