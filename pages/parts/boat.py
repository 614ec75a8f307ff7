"""One boat on the page: its board, its boxes, the sister, the dispute, and what to keep of it."""

from collections.abc import Callable, Iterable
from dataclasses import replace

import streamlit as st

from pages.parts import dispute, files, keep, visit
from pages.parts.board import board, gestures, lesson_name
from pages.parts.visit import Player
from pages.parts.words import Words
from scoring.cards import ScoreCard
from scoring.discoveries import Colour
from scoring.lesson_sheet import default_sheet, lesson_text
from scoring.marked_boat import Special
from scoring.sister import LESSON_KEYS, MOST_LESSONS, Sister
from table.edits import EditRefused, changed_by, with_lessons, with_sister, with_specials
from vision.reading import Reading

Change = Callable[[Reading], Reading]


def show(player: Player, card: ScoreCard, words: Words) -> None:
    """Everything about one player's boat."""
    _title(player, words)
    key = f"board-{player.id}"
    lit, number = st.session_state.get("lit", (frozenset(), 0))
    board(
        player,
        card,
        words,
        key=key,
        on_gesture=lambda: _take(key),
        lit=lit,
        lit_number=number,
        editing=st.session_state.get("start_editing") == player.id,
        among=visit.players().values(),
    )
    left, right = st.columns(2, gap="medium")
    with left:
        with st.expander(words("boxes"), icon=":material/check_box:", key=f"boxes-{player.id}"):
            boxes(player, words, lambda change: _change(player.id, change))
        with st.expander(words("alone"), icon=":material/person:", key=f"alone-{player.id}"):
            _sister(player, words)
    with right:
        with st.expander(words("dispute"), icon=":material/balance:", key=f"dispute-{player.id}"):
            dispute.show(player, card, words)
        if (panel := files.panel(words("keep"), "download", f"keep-{player.id}")) is not None:
            with panel:
                keep.show(player, card, words)


def _title(player: Player, words: Words) -> None:
    key = f"name-{player.id}"
    st.text_input(
        words("name"),
        player.name,
        max_chars=40,
        key=key,
        label_visibility="collapsed",
        on_change=lambda: _rename(player.id, st.session_state[key]),
    )


def _rename(number: int, name: str) -> None:
    if name.strip():
        visit.keep(replace(visit.players()[number], name=name.strip()))


def _take(key: str) -> None:
    """Carry out what was tapped since last time, on whatever boat; a board sends again what it has no answer to."""
    for number, player in visit.players().items():
        visit.keep(after_gestures(player, gestures(key, number)))


def after_gestures(player: Player, tapped: Iterable[object]) -> Player:
    """The player after what was tapped; what was carried out before is passed over."""
    for gesture in tapped:
        if not isinstance(gesture, dict) or not _new(gesture, player):
            continue
        try:
            player = replace(player, history=changed_by(player.history, gesture), message=None)
        except EditRefused as refused:
            player = replace(player, message=refused.key)
        player = replace(player, heard=gesture["number"])
    return player


def _new(gesture: dict[str, object], player: Player) -> bool:
    number = gesture.get("number")
    return isinstance(number, int) and number > player.heard


def _change(number: int, change: Change) -> None:
    player = visit.players()[number]
    visit.keep(replace(player, history=player.history.then(change(player.reading)), message=None))


def boxes(player: Player, words: Words, change: Callable[[Change], None]) -> None:
    """Ticks of lessons and specials, as on the sheet; `change` is told what a tap makes of the reading."""
    st.caption(words("boxes_hint"))
    numbers = sorted(default_sheet().lessons)
    lessons, specials = f"lessons-{player.id}", f"specials-{player.id}"
    st.session_state[lessons] = [number for number in numbers if number in player.reading.lessons]
    st.session_state[specials] = list(player.reading.specials)
    st.pills(
        words("lessons"),
        numbers,
        selection_mode="multi",
        wrap=True,
        key=lessons,
        on_change=lambda: change(lambda reading: with_lessons(reading, st.session_state[lessons])),
    )
    st.pills(
        words("specials"),
        list(Special),
        selection_mode="multi",
        wrap=True,
        format_func=lambda special: words(f"special.{special}"),
        key=specials,
        on_change=lambda: change(lambda reading: with_specials(reading, st.session_state[specials])),
    )
    with st.popover(words("lesson_list")):
        st.markdown("\n".join(_lesson_row(number, words) for number in numbers))


def _lesson_row(number: int, words: Words) -> str:
    text = lesson_text(number, words.lang)
    return f"- **{lesson_name(number, words)}**: {text.condition} ({text.points})"


def _sister(player: Player, words: Words) -> None:
    """The solo sister's cards, tapped in; she scores once all five colours are there."""
    st.caption(words("alone_hint"))
    colours, lessons = f"sister-colours-{player.id}", f"sister-lessons-{player.id}"
    st.session_state.setdefault(colours, list(player.reading.sister.colours) if player.reading.sister else [])
    tapped: list[Colour] = st.session_state[colours]
    said = " → ".join(words(f"map.{colour}") for colour in tapped)
    st.write(words("revealed", colours=said) if said else words("revealed_none"))
    with st.container(horizontal=True):
        for colour in Colour:
            st.button(
                words(f"map.{colour}"),
                key=f"{colours}-{colour}",
                disabled=colour in tapped,
                on_click=_reveal,
                args=(player.id, [*tapped, colour]),
            )
        st.button(words("start_over"), key=f"{colours}-none", type="tertiary", on_click=_reveal, args=(player.id, []))
    if lessons not in st.session_state:
        st.session_state[lessons] = list(player.reading.sister.lessons) if player.reading.sister else []
    st.pills(
        words("sister_lessons"),
        list(LESSON_KEYS),
        selection_mode="multi",
        wrap=True,
        format_func=lambda key: words(f"sister.{key}"),
        key=lessons,
        on_change=lambda: _reveal(player.id, tapped),
    )


def _reveal(number: int, colours: list[Colour]) -> None:
    """Keep the sister's cards; with five colours she plays."""
    st.session_state[f"sister-colours-{number}"] = colours
    lessons = tuple(st.session_state.get(f"sister-lessons-{number}", ()))[:MOST_LESSONS]
    sister = Sister(tuple(colours), lessons) if len(colours) == len(Colour) else None
    _change(number, lambda reading: with_sister(reading, sister))
