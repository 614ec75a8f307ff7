"""The standings, and the watch that brings every change to the page by itself."""

from dataclasses import replace
from html import escape

import streamlit as st

from pages.parts.table_room import Visitor, name_of, tables, when
from pages.parts.words import Words
from scoring.texts import saying
from table.problems import NoSuchTable, TableProblem
from table.standings import Decided, Placed, TableStandings
from table.table_report import decision_said, listed

WATCH_S = 1.0
"""How often a page asks whether something happened: one short query. Others' changes are to show within 2 s."""
AWAY_S = 3.0


def as_html(text: str) -> str:
    """Somebody's text where markup is written: letters only, and no link or tag."""
    return escape(text)


@st.fragment(run_every=WATCH_S)
def watch(link: str, version: int) -> None:
    """Show the page anew when something has happened since this version."""
    try:
        changed = tables().version(link) != version
    except NoSuchTable:
        changed = True
    except TableProblem:
        changed = False
    if changed:
        st.rerun()


@st.fragment(run_every=AWAY_S)
def wait_for_table() -> None:
    """Show the page anew from time to time, until the table answers again."""
    if st.session_state.pop("table-waited", False):
        st.rerun()
    st.session_state["table-waited"] = True


def show(visitor: Visitor, words: Words) -> None:
    """Who has sent, totals, lines side by side, what decides, who wins."""
    result = visitor.standings
    st.subheader(words("table.standings"), anchor=False)
    if result.placed:
        st.html(_table(result, is_final(visitor), words))
    st.markdown(_outcome(visitor, words))
    waiting = [name_of(seat, words) for seat in result.missing if seat.taken]
    if waiting:
        st.caption(words("table.waiting", names=listed(waiting, words.lang)))
    if free := sum(not seat.taken for seat in visitor.look.state.seats):
        st.caption(words("table.free", n=free))


def is_final(visitor: Visitor) -> bool:
    """Whether nobody is still to send: everybody who can has, or the table is closed."""
    everybody_sits = all(seat.taken for seat in visitor.look.state.seats)
    return visitor.look.state.closed or (visitor.standings.complete and everybody_sits)


def _outcome(visitor: Visitor, words: Words) -> str:
    """The winner and what decided, once that is final; before, who is ahead."""
    result = _escaped(visitor.standings, words)
    if result.decided is Decided.NOBODY_YET:
        return words("table.nobody_yet")
    if is_final(visitor):
        return "**" + words("table.result") + f"** {decision_said(result, words.lang)}"
    names = [placed.seat.name for placed in result.winners]
    return words("table.ahead", n=len(names), names=listed(names, words.lang))


def _escaped(result: TableStandings, words: Words) -> TableStandings:
    """The same with names that can stand in Markdown."""
    placed = tuple(replace(p, seat=replace(p.seat, name=name_of(p.seat, words))) for p in result.placed)
    return replace(result, placed=placed)


def _table(result: TableStandings, final: bool, words: Words) -> str:
    """Wide screens show a column a line; narrow ones the lines under the name."""
    rules = [line.rule for line in result.placed[0].card.lines]
    titles = [saying(f"rule.{rule}.title").text(words.lang) for rule in rules]
    heads = [
        (words("rank"), "n"),
        (words("player_head"), ""),
        *((title, "n wide") for title in titles),
        (words("total_head"), "n"),
        (words("rooms_head"), "n wide"),
    ]
    top = "".join(f'<th scope="col" class="{kind}">{escape(title)}</th>' for title, kind in heads)
    rows = "".join(_row(placed, placed.rank == 1 and final, titles, words) for placed in result.placed)
    return f'<table class="standings side-by-side"><thead><tr>{top}</tr></thead><tbody>{rows}</tbody></table>'


def _row(placed: Placed, won: bool, titles: list[str], words: Words) -> str:
    points = [_signed(line.points) for line in placed.card.lines]
    under = " · ".join(
        [f"{escape(title)} {number}" for title, number in zip(titles, points, strict=True)]
        + [saying("filled-rooms", n=placed.card.filled_rooms).text(words.lang)]
    )
    sent = words("table.sent_at", n=placed.submission.version, when=when(placed.submission.at))
    boat = words(f"boat.{placed.seat.boat}")
    return (
        f'<tr class="{"won" if won else ""}"><td class="n">{placed.rank}</td>'
        f'<td><span class="who">{escape(placed.seat.name)}{" ★" if won else ""}</span>'
        f'<small>{escape(boat)} · {escape(sent)}</small><small class="narrow">{under}</small></td>'
        + "".join(f'<td class="n wide">{number}</td>' for number in points)
        + f'<td class="n big">{_signed(placed.card.total)}</td>'
        f'<td class="n wide">{placed.card.filled_rooms}</td></tr>'
    )


def _signed(points: int) -> str:
    return str(points).replace("-", "−")
