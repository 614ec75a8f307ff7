"""The whole score: every rule in the rulebook's order."""

from collections.abc import Sequence
from dataclasses import replace

from scoring.audit import audit
from scoring.cards import ScoreCard
from scoring.families import families, score_families
from scoring.lesson_sheet import LessonSheet, default_sheet
from scoring.lessons import ALONE, Company, score_lessons
from scoring.marked_boat import MarkedBoat
from scoring.rats import score_rats
from scoring.rooms import filled_rooms, score_rooms
from scoring.shapes import Catalogue
from scoring.sister import Sister, score_sister
from scoring.treasures import score_rare_treasures


def score(
    marked: MarkedBoat,
    *,
    lesson_sheet: LessonSheet | None = None,
    sister: Sister | None = None,
    company: Company = ALONE,
    shapes: Catalogue | None = None,
) -> ScoreCard:
    """What the boat is worth and why.

    `company` tells lessons that compare players about the other boats; `shapes` asks the audit to look at shapes.
    """
    if sister is not None:
        company = replace(company, sister=True)
    return ScoreCard(
        lines=(
            score_rats(marked),
            score_rooms(marked),
            score_families(marked),
            score_rare_treasures(marked),
            score_lessons(marked, lesson_sheet or default_sheet(), company),
        ),
        filled_rooms=len(filled_rooms(marked)),
        audit=audit(marked, shapes),
        sister=None if sister is None else score_sister(marked, sister),
    )


def companies(boats: Sequence[MarkedBoat]) -> list[Company]:
    """For each boat of one table what its lessons need to know of the others; one boat is alone."""
    if len(boats) == 1:
        return [ALONE]
    largest = [max((len(family) for family in families(boat)), default=0) for boat in boats]
    return [Company(max(largest[:i] + largest[i + 1 :])) for i in range(len(boats))]
