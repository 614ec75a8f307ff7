"""A reading together with its score: the JSON line and the text for people. No cv2, no numpy."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from scoring.cards import ScoreCard, ScoreLine, SisterCard
from scoring.lesson_sheet import LessonSheet
from scoring.lessons import ALONE, Company, LessonNotOnSheet, check_lessons
from scoring.score import companies, score
from scoring.standings import Standings, standings
from scoring.texts import points_said, saying
from vision.reading import Reading, Unread, reading_json

Json = dict[str, Any]
Scored = tuple[Reading | Unread, ScoreCard | None]


def score_reading(reading: Reading, lesson_sheet: LessonSheet | None = None, company: Company = ALONE) -> ScoreCard:
    """The score of one reading, with its sister if it has one."""
    return score(reading.marked_boat, lesson_sheet=lesson_sheet, sister=reading.sister, company=company)


def score_table(outcomes: Sequence[Reading | Unread], lesson_sheet: LessonSheet | None = None) -> list[Scored]:
    """Each with its score, or None where nothing was read; lessons that compare players are settled across all.

    Who plays alone against the sister is compared with nobody.
    """
    together = [r for r in outcomes if isinstance(r, Reading) and r.sister is None]
    known = dict(zip(map(id, together), companies([r.marked_boat for r in together]), strict=True))
    return [
        (outcome, None)
        if isinstance(outcome, Unread)
        else (outcome, score_reading(outcome, lesson_sheet, known.get(id(outcome), ALONE)))
        for outcome in outcomes
    ]


def table_standings(scored: Sequence[Scored]) -> Standings:
    """Who wins among those who could be read, under the names of their photos."""
    named: list[tuple[str, ScoreCard]] = []
    for outcome, card in scored:
        if card is not None:
            named.append((_free_name(_name(outcome), {name for name, _ in named}), card))
    return standings(named)


def result_json(outcome: Reading | Unread, card: ScoreCard | None, lang: str = "en") -> Json:
    """The line of `read --json` and `score --json`: the reading and, where there is one, its score."""
    line = reading_json(outcome)
    return line if card is None else line | {"score": card.as_json(lang)}


def result_text(outcome: Reading | Unread, card: ScoreCard | None, lang: str = "en") -> str:
    """The same for people: the total, each rule with its reasons, what is in doubt."""
    if isinstance(outcome, Unread):
        return saying("report.unread", photo=_name(outcome), reason=outcome.reason).text(lang)
    if card is None:
        raise ValueError(f"{outcome.photo} was read and has no score")
    total = points_said(card.total)
    text = [saying("report.total", photo=_name(outcome), sheet=outcome.sheet or outcome.boat, points=total).text(lang)]
    text += [row for line in card.lines for row in _line_text(line, f"rule.{line.rule}.title", lang)]
    text.append("  " + saying("filled-rooms", n=card.filled_rooms).text(lang))
    if card.sister is not None:
        text += _sister_text(card.sister, lang)
        text.append(saying(f"report.winner.{card.winner}").text(lang))
    text += ["  ! " + finding.why.text(lang) for finding in card.audit]
    if outcome.questions:
        text.append(saying("report.questions", n=len(outcome.questions)).text(lang))
    return "\n".join(text)


def standings_text(result: Standings, lang: str = "en") -> str:
    """The standings for people."""
    text = [saying("report.standings").text(lang)]
    for place in result.places:
        rooms = saying("filled-rooms", n=place.filled_rooms).text(lang)
        text.append(f"  {place.rank}. {place.name}: {points_said(place.total).text(lang)}, {rooms}")
    winners = saying("report.winners", n=len(result.winners), names=", ".join(result.winners))
    return "\n".join([*text, winners.text(lang)])


def read_report(
    outcome: Reading | Unread, lesson_sheet: LessonSheet, lang: str = "en", *, as_json: bool = False
) -> tuple[str, bool]:
    """What `boatscore read` shows of one sheet, scored by itself; and whether it has a score."""
    if isinstance(outcome, Reading):
        try:
            check_lessons(outcome.lessons, lesson_sheet)
        except LessonNotOnSheet as problem:
            outcome = Unread(outcome.photo, f"{problem} Give the sheet that was played with.", outcome.part)
    card = score_reading(outcome, lesson_sheet) if isinstance(outcome, Reading) else None
    text = json.dumps(result_json(outcome, card, lang)) if as_json else result_text(outcome, card, lang)
    return text, card is not None


def score_report(scored: Sequence[Scored], lang: str = "en", *, as_json: bool = False) -> Iterator[str]:
    """What `boatscore score` shows: each score, and the standings where several boats have one."""
    several = sum(card is not None for _, card in scored) > 1
    if as_json:
        yield from (json.dumps(result_json(outcome, card, lang)) for outcome, card in scored)
        if several:
            yield json.dumps(table_standings(scored).as_json())
    else:
        yield from (result_text(outcome, card, lang) for outcome, card in scored)
        if several:
            yield standings_text(table_standings(scored), lang)


def _sister_text(sister: SisterCard, lang: str) -> list[str]:
    colours, lessons = sister.lines
    return [
        saying("report.sister", points=points_said(sister.total)).text(lang),
        *_line_text(colours, "rule.colours.title", lang),
        *_line_text(lessons, "rule.sister-lessons.title", lang),
    ]


def _line_text(line: ScoreLine, title: str, lang: str) -> Iterable[str]:
    """A rule with its reasons; a reason that is there several times is said once, with how often."""
    yield "  " + saying("report.line", title=saying(title), points=line.points).text(lang)
    reasons = Counter(
        (f"{item.number}. " if item.number is not None else "") + item.why.text(lang) for item in line.items
    )
    for reason, times in reasons.items():
        yield f"      {reason}" if times == 1 else f"      {times} × {reason}"
    yield from (f"      ({note.why.text(lang)})" for note in line.notes)


def _name(outcome: Reading | Unread) -> str:
    return outcome.photo if outcome.part is None else f"{outcome.photo}#{outcome.part}"


def _free_name(name: str, taken: set[str]) -> str:
    """The name, or with a number after it where another photo has the same."""
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name} ({number})"
    return free
