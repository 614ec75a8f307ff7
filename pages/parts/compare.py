"""Two readings of one boat side by side, two photos or two people, with what differs lit."""

import streamlit as st

from pages.parts import visit
from pages.parts.board import about_discovery, board, lesson_name
from pages.parts.visit import Player
from pages.parts.words import Words
from scoring.squares import Shape
from table.differences import Difference, differences


def offer(player: Player, words: Words) -> None:
    """The comparison with another reading of the same boat, where there is one."""
    others = {p.id: p for p in visit.players().values() if p.id != player.id and p.reading.boat == player.reading.boat}
    if not others:
        return
    with st.expander(words("compare"), icon=":material/compare:", key=f"compare-{player.id}"):
        st.caption(words("compare_hint"))
        with_whom = st.pills(
            words("compare_with"),
            list(others),
            format_func=lambda number: others[number].name,
            key=f"compare-with-{player.id}",
            default=next(iter(others)),
            wrap=True,
        )
        if with_whom is not None:
            _side_by_side(player, others[with_whom], words)


def _side_by_side(one: Player, other: Player, words: Words) -> None:
    found = differences(one.reading, other.reading)
    lit: Shape = frozenset(square for difference in found for square in difference.squares)
    number = hash((one.reading, other.reading))
    for column, player in zip(st.columns(2, gap="medium"), (one, other), strict=True):
        with column:
            st.markdown(f"**{_as_text(player.name)}**")
            board(
                player, None, words, key=f"beside-{one.id}-{player.id}", on_gesture=_nothing, lit=lit, lit_number=number
            )
    if not found:
        st.success(words("same"), icon=":material/equal:")
    for difference in found:
        st.markdown(f"- {_said(difference, one, other, words)}")


def _said(difference: Difference, one: Player, other: Player, words: Words) -> str:
    left, right = _as_text(one.name), _as_text(other.name)
    if difference.lesson is not None or difference.special is not None:
        box = (
            words(f"special.{difference.special}") if difference.special else lesson_name(difference.lesson or 0, words)
        )
        return words("differs_box", box=box, who=right if difference.ticked else left)
    before = " + ".join(about_discovery(d, words) for d in difference.before) or words("empty")
    after = " + ".join(about_discovery(d, words) for d in difference.after) or words("empty")
    place = min(difference.squares)
    return words("differs", row=place.row + 1, col=place.col + 1, one=left, before=before, other=right, after=after)


def _as_text(name: str) -> str:
    return "".join("\\" + letter if letter in r"\`*_[]()<>#$:~!" else letter for letter in name)


def _nothing() -> None:
    """A board that is only looked at answers nothing."""
