"""What a player says each rule gives, against the score card: where the two part."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.cards import ScoreCard, ScoreLine

TOTAL = "total"


@dataclass(frozen=True, slots=True)
class Parting:
    """A rule, or the total, about which claim and card do not agree."""

    rule: str
    claimed: int
    found: int
    line: ScoreLine | None = None
    """The card's reasons; the total has none of its own."""

    @property
    def points(self) -> int:
        """How much more the player claims."""
        return self.claimed - self.found


def partings(card: ScoreCard, claim: Mapping[str, int]) -> tuple[Parting, ...]:
    """Where they part, in the rules' order, the total last; what is left blank is not compared."""
    found = [
        Parting(line.rule, claim[line.rule], line.points, line)
        for line in card.lines
        if line.rule in claim and claim[line.rule] != line.points
    ]
    if TOTAL in claim and claim[TOTAL] != card.total:
        found.append(Parting(TOTAL, claim[TOTAL], card.total))
    return tuple(found)


def sum_wrong(card: ScoreCard, claim: Mapping[str, int]) -> int | None:
    """What the claimed lines add up to, where all are given and the claimed total says something else."""
    if TOTAL not in claim or any(line.rule not in claim for line in card.lines):
        return None
    added = sum(claim[line.rule] for line in card.lines)
    return added if added != claim[TOTAL] else None
