"""What is at stake in a doubt: how likely the score is another than the reading's because of it.

Which of two touching blue cats a square belongs to, or the colour of a lonely cat, often changes nothing; asking about
it would only cost time.
"""

from collections.abc import Sequence
from typing import NamedTuple

from scoring.families import families
from scoring.lesson_sheet import LessonSheet
from scoring.score import score
from vision.reading import Question, Reading

Worth = tuple[int, ...]
Doubt = tuple[float, Question]
"""How likely the first option is wrong, and what would be asked."""


def stakes(reading: Reading, doubts: Sequence[Doubt], sheet: LessonSheet | None, together: float) -> list[float]:
    """For each doubt how likely the score is wrong because of it, alone or with another one.

    Two doubts are weighed together when both are likelier than `together`.
    """
    now = _worth(reading, sheet)
    others = [_others(reading, question, sheet) for _, question in doubts]
    found = []
    for (risk, _), mine in zip(doubts, others, strict=True):
        changed = sum(other.odds for other in mine if other.worth != now)
        found.append(min(risk, changed + max(0.0, risk - sum(other.odds for other in mine))))
    likely = [i for i, (risk, _) in enumerate(doubts) if risk > together]
    for i in likely:
        for j in likely:
            if i != j and found[i] < doubts[i][0]:
                found[i] += _with_other(doubts[i][1], others[j], sheet)
    return [min(stake, risk) for stake, (risk, _) in zip(found, doubts, strict=True)]


class _Other(NamedTuple):
    """The reading had another option of a question been right."""

    odds: float
    reading: Reading
    worth: Worth | None


def _others(reading: Reading, question: Question, sheet: LessonSheet | None) -> list[_Other]:
    changed = [(option.odds, reading.answered(question, n)) for n, option in enumerate(question.options)][1:]
    return [_Other(odds, other, _worth(other, sheet)) for odds, other in changed]


def _with_other(one: Question, others: Sequence[_Other], sheet: LessonSheet | None) -> float:
    """How likely the first doubt changes the score given that another is not as read."""
    return sum(
        other.odds * mine.odds
        for other in others
        if other.worth is not None
        for mine in _others(other.reading, one, sheet)
        if mine.worth not in (other.worth, None)
    )


def _worth(reading: Reading, sheet: LessonSheet | None) -> Worth | None:
    """Everything that a score, a tie or a comparison of players rests on; None when it cannot be scored."""
    try:
        boat = reading.marked_boat
        card = score(boat, lesson_sheet=sheet)
    except ValueError:  # two answers that exclude each other; a lesson that the sheet does not have
        return None
    largest = max((len(family) for family in families(boat)), default=0)
    return (*(line.points for line in card.lines), card.filled_rooms, largest)
