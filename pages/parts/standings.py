"""Who is ahead: everybody's total, and whose boat is shown."""

from collections.abc import Mapping
from html import escape

import streamlit as st

from pages.parts import visit
from pages.parts.words import Words
from scoring.cards import ScoreCard
from scoring.standings import Place, standings


def choose(cards: Mapping[int, ScoreCard], words: Words) -> int:
    """The id of the player whose boat is shown; with several, the standings and a choice above it."""
    seated = visit.players()
    if st.session_state.get("chosen") not in seated:
        st.session_state["chosen"] = next(iter(seated))
    if len(seated) > 1:
        _table(cards, words)
        names = {number: player.name for number, player in seated.items()}
        st.session_state["whose"] = st.session_state["chosen"]
        st.pills(
            words("whose"),
            list(names),
            format_func=lambda number: names[number],
            key="whose",
            required=True,
            wrap=True,
            on_change=_choose,
        )
    chosen: int = st.session_state["chosen"]
    return chosen


def _choose() -> None:
    st.session_state["chosen"] = st.session_state["whose"]


def _table(cards: Mapping[int, ScoreCard], words: Words) -> None:
    seated = visit.players()
    found = standings([(seated[number].name, card) for number, card in cards.items()])
    heads = [(words("rank"), "n"), (words("player_head"), ""), (words("total_head"), "n"), (words("rooms_head"), "n")]
    top = "".join(f'<th scope="col" class="{kind}">{escape(text)}</th>' for text, kind in heads)
    rows = "".join(_row(place, place.name in found.winners) for place in found.places)
    st.html(f'<table class="standings"><thead><tr>{top}</tr></thead><tbody>{rows}</tbody></table>')
    st.caption(_outcome(found.places, found.winners, words))


def _row(place: Place, won: bool) -> str:
    crown = " ★" if won else ""
    return (
        f'<tr class="{"won" if won else ""}"><td class="n">{place.rank}</td><td>{escape(place.name)}{crown}</td>'
        f'<td class="n big">{str(place.total).replace("-", "−")}</td><td class="n">{place.filled_rooms}</td></tr>'
    )


def _outcome(places: tuple[Place, ...], winners: tuple[str, ...], words: Words) -> str:
    """Who wins, and why where points alone do not say it."""
    if len(winners) > 1:
        return words("shared", names=_and(winners, words))
    tied = sum(place.total == places[0].total for place in places) > 1
    return words("won_rooms" if tied else "won", name=winners[0])


def _and(names: tuple[str, ...], words: Words) -> str:
    return words("and").join([", ".join(names[:-1]), names[-1]])
