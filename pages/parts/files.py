"""Files to take home.

A file is made as its button is shown, and the server keeps it for as long as the page shows the button. Streamlit makes
files at the tap as well, but forgets those after the next two looks of any visitor: every open table takes one a
second, so on a busy server they were gone before the browser asked for them. What takes long is made in a panel, when
somebody opens it.
"""

import json

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

PDF, PNG, JSON = "application/pdf", "image/png", "application/json"
ICONS = {PDF: "picture_as_pdf", PNG: "image", JSON: "data_object"}


def panel(label: str, icon: str, key: str) -> DeltaGenerator | None:
    """A panel that somebody has opened; while it is closed it is shown, but there is nothing to fill."""
    found = st.expander(label, icon=f":material/{icon}:", key=key, on_change="rerun")
    return found if found.open else None


def offer(label: str, data: bytes, name: str, mime: str, key: str, icon: str = "", *, main: bool = False) -> None:
    """A button that hands out this file; the page stays as it is."""
    st.download_button(
        label,
        data,
        name,
        mime,
        key=key,
        icon=f":material/{icon or ICONS[mime]}:",
        type="primary" if main else "secondary",
        width="content" if main else "stretch",
        on_click="ignore",
    )


def as_json(value: object) -> bytes:
    """As people can read it too."""
    return (json.dumps(value, indent=1, ensure_ascii=False) + "\n").encode()


def stem_of(name: str, otherwise: str) -> str:
    """What somebody called it, as the name of a file."""
    return "".join(letter if letter.isalnum() else "-" for letter in name).strip("-").lower() or otherwise
