"""What a visitor takes home: report, picture, data, and a record that anyone can check later."""

import json

import streamlit as st

from pages.parts import visit
from pages.parts.visit import Player
from pages.parts.words import Words
from scoring.cards import ScoreCard
from table.record import record_json
from table.report import Report, report_pdf, report_png
from table.result import result_json

PDF, PNG, JSON = "application/pdf", "image/png", "application/json"


def show(player: Player, card: ScoreCard, words: Words) -> None:
    """Four downloads, each made when it is asked for."""
    st.caption(words("keep_hint"))
    report = Report(player.name, player.reading, card, player.photo.data if player.photo else None, words.lang)
    stem = "".join(letter if letter.isalnum() else "-" for letter in player.name).strip("-").lower() or "boat"

    def data() -> bytes:
        return _json(result_json(player.reading, card, words.lang))

    def record() -> bytes:
        company = visit.company_of(player.id, visit.players())
        return _json(record_json(player.history.first, player.reading, card, company, player.sha256))

    for key, make, name, mime, icon in (
        ("pdf", lambda: report_pdf(report), f"{stem}.pdf", PDF, "picture_as_pdf"),
        ("png", lambda: report_png(report), f"{stem}.png", PNG, "image"),
        ("json", data, f"{stem}.json", JSON, "data_object"),
        ("record", record, f"{stem}.record.json", JSON, "verified"),
    ):
        st.download_button(
            words(f"keep_{key}"),
            make,
            name,
            mime,
            key=f"keep-{key}-{player.id}",
            icon=f":material/{icon}:",
            width="stretch",
            on_click="ignore",
        )


def _json(value: object) -> bytes:
    return (json.dumps(value, indent=1, ensure_ascii=False) + "\n").encode()
