"""A claim against the card: where they part, with the squares and the rule in words."""

from dataclasses import replace

import streamlit as st

from pages.parts import visit
from pages.parts.visit import Player
from pages.parts.words import Words
from scoring.cards import ScoreCard
from scoring.squares import Shape
from scoring.texts import saying
from table.claims import TOTAL, Parting, partings, sum_wrong

MOST_POINTS = 999


def show(player: Player, card: ScoreCard, words: Words) -> None:
    """What a player claims, line by line, and what the card says to it."""
    st.caption(words("dispute_hint"))
    claim = {}
    for rule in (*(line.rule for line in card.lines), TOTAL):
        title = words("total_head") if rule == TOTAL else saying(f"rule.{rule}.title").text(words.lang)
        value = st.number_input(
            title,
            value=player.claim.get(rule),
            step=1,
            min_value=-MOST_POINTS,
            max_value=MOST_POINTS,
            placeholder=words("leave_blank"),
            key=f"claim-{player.id}-{rule}",
        )
        if value is not None:
            claim[rule] = int(value)
    if claim != player.claim:
        visit.keep(replace(player, claim=claim))
    if claim:
        _answer(card, claim, words)


def _answer(card: ScoreCard, claim: dict[str, int], words: Words) -> None:
    found = partings(card, claim)
    if (added := sum_wrong(card, claim)) is not None:
        st.warning(words("claim_sum", added=added, total=claim[TOTAL]), icon=":material/calculate:")
    if not found:
        st.success(words("agree"), icon=":material/handshake:")
    for parting in found:
        _part(parting, words)


def _part(parting: Parting, words: Words) -> None:
    lang = words.lang
    title = saying(f"rule.{parting.rule}.title").text(lang) if parting.line else words("total_head")
    st.markdown(f"**{title}**: " + words("parting", claimed=parting.claimed, found=parting.found))
    if parting.line is None:
        return
    st.caption(saying(f"rule.{parting.rule}.text").text(lang))
    for item in parting.line.items:
        st.markdown(f"- {item.why.text(lang)}")
    if not parting.line.items:
        st.markdown("- " + words("no_items"))
    squares: Shape = frozenset(square for item in parting.line.items for square in item.squares)
    if squares:
        st.button(words("show_squares"), key=f"lit-{parting.rule}", on_click=_light, args=(squares,))


def _light(squares: Shape) -> None:
    """Have the board light these squares."""
    _, number = st.session_state.get("lit", (frozenset(), 0))
    st.session_state["lit"] = (squares, number + 1)
