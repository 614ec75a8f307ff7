"""The page: which rooms it has, and what is around them. Run by `boatscore serve` or `streamlit run app.py`."""

import os

import streamlit as st

from pages import score, sheets, table
from pages.parts import shell, warm

TABLE = "table"


def main() -> None:
    """Show the page that the address names, in the visitor's language."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy: its threads spin over our small matrices
    words = shell.words_here()
    st.set_page_config(page_title=words("title"), page_icon="⛵", layout="wide", initial_sidebar_state="collapsed")
    rooms = [
        st.Page(score.page, title=words("page.score"), url_path="score", default=True),
        st.Page(table.page, title=words("page.table"), url_path=TABLE),
        st.Page(sheets.page, title=words("page.sheets"), url_path="sheets"),
    ]
    room = st.navigation(rooms, position="hidden")
    shell.head(words, rooms)
    room.run()
    shell.foot(words("privacy_table" if room.url_path == TABLE else "privacy"))
    warm.up()


if __name__ == "__main__":
    main()
