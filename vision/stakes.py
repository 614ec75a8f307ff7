"""What is at stake in a doubt: how likely the score is another than the reading's because of it.

Which of two touching blue cats a square belongs to, or the colour of a lonely cat, often changes nothing; asking about
it would only cost time.
"""

from collections.abc import Sequence

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
    found = []
    for risk, question in doubts:
        others = question.options[1:]
        known = sum(option.odds for option in others)
        changed = sum(
            option.odds
            for choice, option in enumerate(others, 1)
            if _worth(reading.answered(question, choice), sheet) != now
        )
        found.append(min(risk, changed + max(0.0, risk - known)))
    likely = [i for i, (risk, _) in enumerate(doubts) if risk > together]
    for i in likely:
        for j in likely:
            if i != j and found[i] < doubts[i][0]:
                found[i] += _with_other(reading, doubts[i][1], doubts[j][1], sheet)
    return [min(stake, risk) for stake, (risk, _) in zip(found, doubts, strict=True)]


def _with_other(reading: Reading, one: Question, other: Question, sheet: LessonSheet | None) -> float:
    """How likely the first doubt changes the score given that the other is not as read."""
    total = 0.0
    for choice, option in enumerate(other.options[1:], 1):
        changed = reading.answered(other, choice)
        now = _worth(changed, sheet)
        for mine, way in enumerate(one.options[1:], 1):
            if now is not None and _worth(changed.answered(one, mine), sheet) not in (now, None):
                total += option.odds * way.odds
    return total


def _worth(reading: Reading, sheet: LessonSheet | None) -> Worth | None:
    """Everything that a score, a tie or a comparison of players rests on; None when it cannot be scored."""
    try:
        boat = reading.marked_boat
        card = score(boat, lesson_sheet=sheet)
    except ValueError:  # two answers that exclude each other; a lesson that the sheet does not have
        return None
    largest = max((len(family) for family in families(boat)), default=0)
    return (*(line.points for line in card.lines), card.filled_rooms, largest)
