"""The page that prints: choose a boat, a language, a paper and players; see the sheet; take it home."""

from functools import lru_cache

import streamlit as st

from pages.parts.files import PDF, offer
from pages.parts.shell import words_here
from pages.parts.words import LANGUAGES
from scoring.boats import BOAT_NAMES
from sheets.boat_page import boat_page
from sheets.layout import Paper
from sheets.order import ALL_BOATS, Order, order, order_pdf

PREVIEW_DPI = 110.0
KEPT_SHEETS = 24
MOST_CHARS = 300


def page() -> None:
    """Choices on one side, the sheet on the other."""
    words = words_here()
    st.html(f'<div class="hero"><h1>{words("sheets.title")}</h1><p>{words("sheets.text")}</p></div>')
    left, right = st.columns([2, 3], gap="large")
    with left:
        boat = st.pills(
            words("sheets.boat"),
            [*BOAT_NAMES, ALL_BOATS],
            format_func=lambda name: words(f"boat.{name}"),
            default=BOAT_NAMES[0],
            wrap=True,
            required=True,
        )
        lang = st.segmented_control(
            words("sheets.lang"),
            LANGUAGES,
            format_func=lambda name: words(f"language.{name}"),
            default=words.lang,
            required=True,
        )
        paper = st.segmented_control(
            words("sheets.paper"),
            list(Paper),
            format_func=lambda name: words(f"paper.{name}"),
            default=Paper.A4,
            required=True,
        )
        players = st.text_input(words("sheets.players"), max_chars=MOST_CHARS, placeholder=words("sheets.players_hint"))
        wanted = order(boat or BOAT_NAMES[0], lang or words.lang, paper or Paper.A4, players=players)
        label, name = words("sheets.download", n=len(wanted.sheets)), f"boatscore-{boat}-{lang}-{paper}.pdf"
        offer(label, printed(wanted), name, PDF, "sheets-pdf", "print", main=True)
        st.caption(words("sheets.print_hint"))
    with right:
        st.image(preview(wanted), caption=words("sheets.preview"), width="stretch")


@lru_cache(maxsize=KEPT_SHEETS)
def printed(wanted: Order) -> bytes:
    """The sheets as a PDF."""
    return order_pdf(wanted)


@lru_cache(maxsize=KEPT_SHEETS)
def preview(wanted: Order) -> bytes:
    """The first boat page as a PNG."""
    from sheets.png import png

    geometry, player = wanted.sheets[0]
    return png(geometry.page_mm, boat_page(geometry, wanted.lang, player), PREVIEW_DPI)


if __name__ == "__main__":  # Streamlit takes files in pages/ for pages of their own until app.py has run once
    from app import main

    main()
