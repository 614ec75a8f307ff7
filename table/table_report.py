"""Everything about a table for keeping: JSON for programs, PDF for people."""

import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from scoring.discoveries import Discovery, Kind
from scoring.texts import points_said, saying
from sheets.fonts import fitted, letters_without_shape, wrapped
from sheets.shapes import Anchor, Drawing, Font, Paint, Shape, Text, line
from table.differences import Difference, differences
from table.events import Event, What, Who
from table.report import ACCENT, INK, RIM, SOFT, Report, report_pdf
from table.standings import Placed, TableStandings, scores_over_time, standings
from table.state import Objection, Standing, Submission, TableState, replayed
from vision.reading import reading_json

Json = dict[str, Any]
FORMAT = 1
SHORT_NAME = 12
"""Of a photo's SHA-256: enough to tell photos apart on paper."""
A4 = (210.0, 297.0)
MARGIN = 15.0
WIDE = A4[0] - 2 * MARGIN
BOTTOM = A4[1] - 18.0
TEXT_MM, LEADING_MM, GAP_MM = 3.4, 5.0, 3.0
ROW_MM = 8.0
HEAD_MM = 2.9
PLACE_MM, NAME_MM, NUMBER_MM = 9.0, 47.0, 17.0
"""Columns of the standings: place, name with boat, then a number each."""


@dataclass(frozen=True)
class TableHistory:
    """A table's events and what follows from them."""

    events: tuple[Event, ...]

    @property
    def state(self) -> TableState:
        """The table after all of them."""
        return replayed(self.events)

    @property
    def closed_at(self) -> datetime | None:
        """When the host closed it; none while it is open."""
        if not self.state.closed:
            return None
        return next(event.at for event in reversed(self.events) if event.what is What.CLOSED)


def table_json(history: TableHistory, lang: str = "en") -> Json:
    """The whole table: standings, every submission with its reading and score, objections, events."""
    state = history.state
    result = standings(state)
    return {
        "boatscore_table": FORMAT,
        "name": state.plan.name,
        "opened_at": state.opened_at.isoformat(),
        "closed_at": history.closed_at.isoformat() if history.closed_at else None,
        "lesson_sheet": state.plan.lesson_sheet,
        "boats": list(state.plan.boats),
        "standings": [_placed_json(placed) for placed in result.placed],
        "winners": [placed.seat.name for placed in result.winners],
        "decided_by": str(result.decided),
        "players": [
            {
                "seat": seat.number,
                "name": seat.name,
                "boat": seat.boat,
                "submissions": [_submission_json(submission) for submission in seat.submissions],
                "score": placed.card.as_json(lang) if (placed := result.of_seat(seat.number)) else None,
            }
            for seat in state.seats
            if seat.taken
        ],
        "objections": [_objection_json(objection) for objection in state.objections],
        "totals_over_time": [
            {"event": moment.event.number, "at": moment.event.at.isoformat(), "totals": _by_text(moment.totals)}
            for moment in scores_over_time(history.events)
        ],
        "events": [event.as_json() for event in history.events],
    }


def table_pdf(history: TableHistory, photos: Mapping[str, bytes], lang: str) -> bytes:
    """The standings, objections and history, then a page a player: photo, boat, lines, reasons.

    `photos` holds the submissions' photos by name; a player whose photo is not there gets a page without.
    """
    from sheets.pdf import pdf

    state = history.state
    result = standings(state)
    title = f"{saying('table.report').text(lang)}: {state.plan.name}"
    parts = [pdf([(A4, page) for page in _pages(history, result, lang)], title)]
    for placed in result.placed:
        photo = photos.get(placed.submission.photo)
        reading = replace(placed.submission.reading, photo=f"{placed.submission.photo[:SHORT_NAME]}…")
        report = Report(placed.seat.name, reading, placed.card, _as_jpeg(photo) if photo else None, lang)
        parts.append(report_pdf(report))
    return _joined(parts)


def change_said(difference: Difference, lang: str) -> str:
    """One place of a change in words: row and column from 1, what is not there and what is."""
    if difference.lesson is not None or difference.special is not None:
        box = (
            saying(f"special.{difference.special}")
            if difference.special is not None
            else saying("table.lesson", n=difference.lesson or 0)
        )
        return saying(f"table.difference.{'' if difference.ticked else 'not-'}ticked", box=box).text(lang)
    place = min(difference.squares)
    before, after = (_things_said(things, lang) for things in (difference.before, difference.after))
    return saying("table.difference", row=place.row + 1, col=place.col + 1, before=before, after=after).text(lang)


def decision_said(result: TableStandings, lang: str) -> str:
    """Who wins and what decided it."""
    names = listed([placed.seat.name for placed in result.winners], lang)
    return saying(f"table.decided.{result.decided}", names=names).text(lang)


def listed(names: Sequence[str], lang: str) -> str:
    """Names as a sentence lists them: A, B and C."""
    if len(names) < 2:  # noqa: PLR2004  (one name needs no "and")
        return "".join(names)
    return ", ".join(names[:-1]) + saying("table.and").text(lang) + names[-1]


def _things_said(things: Iterable[Discovery], lang: str) -> str:
    said = []
    for thing in things:
        key = {Kind.CAT: f"cats.{thing.colour}", Kind.COMMON: "common-treasures", Kind.RARE: "rare-treasures"}[
            thing.kind
        ]
        squares = saying("table.squares", n=len(thing.squares))
        said.append(saying("table.thing", thing=saying(key, n=1), squares=squares).text(lang))
    return " + ".join(said) or saying("table.nothing").text(lang)


def _placed_json(placed: Placed) -> Json:
    return {
        "seat": placed.seat.number,
        "name": placed.seat.name,
        "boat": placed.seat.boat,
        "rank": placed.rank,
        "total": placed.card.total,
        "filled_rooms": placed.card.filled_rooms,
        "lines": {score_line.rule: score_line.points for score_line in placed.card.lines},
    }


def _submission_json(submission: Submission) -> Json:
    corrections = differences(submission.read, submission.sent) if submission.read is not None else ()
    return {
        "event": submission.event,
        "version": submission.version,
        "at": submission.at.isoformat(),
        "photo": submission.photo,
        "original_sha256": submission.original_sha256,
        "read": reading_json(submission.read) if submission.read is not None else None,
        "corrections": [difference.as_json() for difference in corrections],
        "sent": reading_json(submission.sent),
        "reading": reading_json(submission.reading),
    }


def _objection_json(objection: Objection) -> Json:
    return {
        "event": objection.event,
        "seat": objection.seat,
        "submission": objection.submission,
        "who": str(objection.who),
        "name": objection.name,
        "at": objection.at.isoformat(),
        "words": objection.words,
        "changes": [difference.as_json() for difference in objection.change.differences],
        "standing": str(objection.standing),
        "settled_by": str(objection.settled_by) if objection.settled_by else None,
        "settled_at": objection.settled_at.isoformat() if objection.settled_at else None,
    }


def _by_text(totals: Mapping[int, int]) -> dict[str, int]:
    return {str(seat): total for seat, total in totals.items()}


def _pages(history: TableHistory, result: TableStandings, lang: str) -> list[Drawing]:
    """The pages before the players': head and standings, then objections and history as far as they reach."""
    state = history.state
    head = [*_head(history, lang), *_standings(result, lang)]
    top = 52 + ROW_MM * (len(result.placed) + 1)
    rows = [(decision_said(result, lang), Font.BOLD)]
    if waiting := [seat.name for seat in result.missing if seat.taken]:
        rows.append((saying("table.missing", names=listed(waiting, lang)).text(lang), Font.TEXT))
    rows += [("", Font.TEXT), (saying("table.objections").text(lang), Font.BOLD)]
    rows += [(said, Font.TEXT) for objection in state.objections for said in _objection_said(objection, state, lang)]
    if not state.objections:
        rows.append((saying("table.no-objections").text(lang), Font.TEXT))
    rows += [("", Font.TEXT), (saying("table.history").text(lang), Font.BOLD)]
    rows += [(said, Font.TEXT) for said in _history_said(history, lang)]
    return _flowed(head, top, rows)


def _head(history: TableHistory, lang: str) -> Iterable[Shape]:
    state = history.state
    closed = history.closed_at
    yield Text(saying("table.report").text(lang), (MARGIN, 17), 4.0, Font.TEXT, SOFT)
    yield fitted(Text(state.plan.name, (MARGIN, 27), 9, Font.NAMES, INK), WIDE)
    opened = saying("table.opened", when=_when(state.opened_at)).text(lang)
    ended = saying("table.closed", when=_when(closed)).text(lang) if closed else saying("table.still-open").text(lang)
    yield Text(f"{opened} · {ended}", (MARGIN, 34), 3.6, Font.TEXT, SOFT)
    yield line([(MARGIN, 39), (A4[0] - MARGIN, 39)], Paint(line=RIM, width_mm=0.4))


def _standings(result: TableStandings, lang: str) -> Iterable[Shape]:
    """The lines of all players side by side."""
    heads = [saying("table.total").text(lang)]
    if result.placed:
        heads += [saying(f"rule.{li.rule}.title").text(lang) for li in result.placed[0].card.lines]
        heads.append(saying("table.filled-rooms").text(lang))
    y = 47.0
    yield Text(saying("table.player").text(lang), (MARGIN + PLACE_MM, y), 3.2, Font.TEXT, SOFT)
    for column, title in enumerate(heads):
        for row, part in enumerate(reversed(wrapped(title, Font.TEXT, HEAD_MM, NUMBER_MM - 2))):
            at = (_right(column), y - row * HEAD_MM * 1.15)
            yield fitted(Text(part, at, HEAD_MM, Font.TEXT, SOFT, Anchor.END), NUMBER_MM - 2)
    for placed in result.placed:
        y += ROW_MM
        yield from _row(placed, y, lang)


def _row(placed: Placed, y: float, lang: str) -> Iterable[Shape]:
    won = placed.rank == 1
    boat = saying(f"boat.{placed.seat.boat}").text(lang)
    yield Text(f"{placed.rank}.", (MARGIN, y), 4.2, Font.BOLD, ACCENT if won else INK)
    yield fitted(Text(placed.seat.name, (MARGIN + PLACE_MM, y - 0.8), 4.2, Font.NAMES, INK), NAME_MM - 3)
    yield Text(boat, (MARGIN + PLACE_MM, y + 2.4), 2.7, Font.TEXT, SOFT)
    numbers = [placed.card.total, *(li.points for li in placed.card.lines), placed.card.filled_rooms]
    for column, number in enumerate(numbers):
        font, colour = (Font.BOLD, ACCENT if won else INK) if column == 0 else (Font.TEXT, INK)
        yield Text(_signed(number), (_right(column), y), 4.2, font, colour, Anchor.END)
    yield line([(MARGIN, y + 3.6), (A4[0] - MARGIN, y + 3.6)], Paint(line=RIM, width_mm=0.25))


def _right(column: int) -> float:
    return MARGIN + PLACE_MM + NAME_MM + (column + 1) * NUMBER_MM + 4


def _objection_said(objection: Objection, state: TableState, lang: str) -> Iterable[str]:
    owner = state.seat(objection.seat).name
    what = "; ".join(change_said(difference, lang) for difference in objection.change.differences)
    who = objection.name or saying("table.host").text(lang)
    said = saying("table.objection", when=_when(objection.at), who=who, owner=owner, what=what).text(lang)
    if objection.words:
        said += " " + saying("table.objection.words", words=objection.words).text(lang)
    yield f"{said} {_settled_said(objection, state, owner, lang)}"


def _settled_said(objection: Objection, state: TableState, owner: str, lang: str) -> str:
    if objection.standing is Standing.OVERTAKEN:
        return saying("table.objection.overtaken", owner=owner).text(lang)
    if objection.settled_at is None or objection.settled_by is None:
        return saying("table.objection.open").text(lang)
    by, when = _person(objection.settled_by, state, lang), _when(objection.settled_at)
    return saying(f"table.objection.{objection.standing}", who=by, when=when).text(lang)


def _person(who: Who, state: TableState, lang: str) -> str:
    return state.name_of(who) or saying("table.host").text(lang)


def _history_said(history: TableHistory, lang: str) -> Iterable[str]:
    for moment in scores_over_time(history.events):
        totals = ", ".join(
            saying("table.moment.one", name=moment.names[seat], points=points_said(total)).text(lang)
            for seat, total in moment.totals.items()
        )
        yield saying("table.moment", when=_when(moment.event.at), totals=totals).text(lang)


def _flowed(head: Sequence[Shape], top: float, rows: Iterable[tuple[str, Font]]) -> list[Drawing]:
    """The rows under the head, and on as many pages after it as they need."""
    pages: list[list[Shape]] = [[*head]]
    y = top
    for words, font in rows:
        for part in wrapped(words, font, TEXT_MM, WIDE) or [""]:
            if y > BOTTOM:
                pages.append([])
                y = 25.0
            shown = Font.NAMES if letters_without_shape(part, font) else font
            colour = INK if font is Font.BOLD else SOFT
            pages[-1].append(fitted(Text(part, (MARGIN, y), TEXT_MM, shown, colour), WIDE))
            y += LEADING_MM
        y += GAP_MM - 2
    for number, page in enumerate(pages, start=1):
        page.append(Text(f"boatscore · {number}", (A4[0] - MARGIN, A4[1] - 8), 3.0, Font.TEXT, SOFT, Anchor.END))
    return [tuple(page) for page in pages]


def _when(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M} UTC"


def _signed(points: int) -> str:
    return str(points).replace("-", "−")


def _as_jpeg(photo: bytes) -> bytes:
    """The photo upright and no larger than its place on the page needs."""
    from PIL import Image, ImageOps

    with Image.open(io.BytesIO(photo)) as image:
        image.draft("RGB", (1400, 1400))
        upright = ImageOps.exif_transpose(image).convert("RGB")
    upright.thumbnail((1400, 1400))
    out = io.BytesIO()
    upright.save(out, "JPEG", quality=85)
    return out.getvalue()


def _joined(parts: Sequence[bytes]) -> bytes:
    import pypdfium2

    whole = pypdfium2.PdfDocument(parts[0])
    try:
        for part in parts[1:]:
            other = pypdfium2.PdfDocument(part)
            whole.import_pages(other)
            other.close()
        out = io.BytesIO()
        whole.save(out)
        return out.getvalue()
    finally:
        whole.close()
