"""How the players of a table stand, from the readings that count; lessons that compare players settled across it."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from scoring.cards import ScoreCard
from scoring.lesson_sheet import LessonSheet, LessonSheetWrong, default_sheet, lesson_sheet_from_json
from scoring.score import companies, score
from scoring.standings import Place
from scoring.standings import standings as ranked
from table.events import Event
from table.problems import PlanWrong, ReadingUnusable
from table.state import Seat, Submission, TableState, after, replayed
from vision.reading import Reading

Json = dict[str, Any]
MOST_SHEET_CHARS = 50_000


class Decided(StrEnum):
    """What made the winner."""

    NOBODY_YET = "nobody-yet"
    POINTS = "points"
    FILLED_ROOMS = "filled-rooms"
    SHARED = "shared"
    """As many points and as many filled rooms: all of them win."""


@dataclass(frozen=True)
class Placed:
    """A player who has sent a boat: its score and the place it takes; equal boats share a place."""

    seat: Seat
    submission: Submission
    card: ScoreCard
    rank: int


@dataclass(frozen=True)
class TableStandings:
    """Who stands where after `version` events, the best first, and who has still to send."""

    version: int
    placed: tuple[Placed, ...]
    missing: tuple[Seat, ...]
    decided: Decided

    @property
    def winners(self) -> tuple[Placed, ...]:
        """Everybody on the first place."""
        return tuple(p for p in self.placed if p.rank == 1)

    @property
    def complete(self) -> bool:
        """Whether everybody who sits here has sent."""
        return bool(self.placed) and not any(seat.taken for seat in self.missing)

    def of_seat(self, number: int) -> Placed | None:
        """The line of one player."""
        return next((p for p in self.placed if p.seat.number == number), None)


@dataclass(frozen=True)
class Moment:
    """The totals, and the players' names then, by seat after an event that changed a total."""

    event: Event
    totals: dict[int, int]
    names: dict[int, str]


def sheet_of(facts: Json | None) -> LessonSheet:
    """The table's lesson sheet; the one that comes with boatscore when the host named none."""
    return default_sheet() if facts is None else lesson_sheet_from_json(facts, "lesson sheet")


def check_lesson_sheet(facts: Json | None) -> None:
    """PlanWrong when this cannot be a table's lesson sheet."""
    if facts is not None and len(json.dumps(facts)) > MOST_SHEET_CHARS:
        raise PlanWrong(why=f"the lesson sheet has more than {MOST_SHEET_CHARS} characters.")
    try:
        sheet_of(facts)
    except LessonSheetWrong as problem:
        raise PlanWrong(why=f"the lesson sheet cannot be used: {problem}") from problem


def check_scores(reading: Reading, sheet: Json | None) -> None:
    """ReadingUnusable when scoring refuses the reading, as with a lesson that is not on the table's sheet."""
    try:
        score(reading.marked_boat, lesson_sheet=sheet_of(sheet))
    except ValueError as problem:
        raise ReadingUnusable(why=str(problem)) from problem


def standings(state: TableState) -> TableStandings:
    """The standings of a table as it is in this state."""
    sheet = sheet_of(state.plan.lesson_sheet)
    boats = [submission.reading.marked_boat for submission in state.sent]
    cards = [
        score(boat, lesson_sheet=sheet, company=company) for boat, company in zip(boats, companies(boats), strict=True)
    ]
    sent = {str(submission.seat): (submission, card) for submission, card in zip(state.sent, cards, strict=True)}
    places = ranked([(number, card) for number, (_, card) in sent.items()]).places
    return TableStandings(
        state.version,
        tuple(Placed(state.seat(int(place.name)), *sent[place.name], place.rank) for place in places),
        tuple(seat for seat in state.seats if seat.latest is None),
        _decided(places),
    )


def scores_over_time(events: Iterable[Event]) -> list[Moment]:
    """The table's history replayed: every event after which somebody's total was another, with all totals then."""
    moments: list[Moment] = []
    state: TableState | None = None
    for event in events:
        state = replayed([event]) if state is None else after(state, event)
        totals = {p.seat.number: p.card.total for p in standings(state).placed}
        if totals != (moments[-1].totals if moments else {}):
            moments.append(Moment(event, totals, {seat.number: seat.name for seat in state.seats}))
    return moments


def _decided(places: Sequence[Place]) -> Decided:
    if not places:
        return Decided.NOBODY_YET
    if sum(place.rank == 1 for place in places) > 1:
        return Decided.SHARED
    level = sum(place.total == places[0].total for place in places) > 1
    return Decided.FILLED_ROOMS if level else Decided.POINTS
