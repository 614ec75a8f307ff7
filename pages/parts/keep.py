"""What a visitor takes home: report, picture, data, and a record that anyone can check later."""

import streamlit as st

from pages.parts import visit
from pages.parts.files import JSON, PDF, PNG, as_json, offer, stem_of
from pages.parts.visit import Player
from pages.parts.words import Words
from scoring.cards import ScoreCard
from table.record import record_json
from table.report import Report, report_pdf, report_png
from table.result import result_json


def show(player: Player, card: ScoreCard, words: Words) -> None:
    """Four files."""
    st.caption(words("keep_hint"))
    report = Report(player.name, player.reading, card, player.photo.data if player.photo else None, words.lang)
    company = visit.company_of(player.id, visit.players())
    record = record_json(player.history.first, player.reading, card, company, player.sha256)
    data = result_json(player.reading, card, words.lang)
    stem = stem_of(player.name, "boat")
    for key, made, name, mime, icon in (
        ("pdf", report_pdf(report), f"{stem}.pdf", PDF, ""),
        ("png", report_png(report), f"{stem}.png", PNG, ""),
        ("json", as_json(data), f"{stem}.json", JSON, ""),
        ("record", as_json(record), f"{stem}.record.json", JSON, "verified"),
    ):
        offer(words(f"keep_{key}"), made, name, mime, f"keep-{key}-{player.id}", icon)
