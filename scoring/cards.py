"""The score card: lines, their items, and the JSON that DESIGN names."""

from dataclasses import dataclass
from typing import Any

from scoring.squares import Shape
from scoring.texts import Saying

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class ScoreItem:
    """One reason for points: where, how many, why. Of a lesson also its number and key."""

    squares: Shape
    points: int
    why: Saying
    number: int | None = None
    key: str | None = None

    def as_json(self, lang: str) -> Json:
        """The item as DESIGN names it, with its sentence."""
        line: Json = {} if self.number is None else {"number": self.number}
        if self.key is not None:
            line["key"] = self.key
        return line | {
            "squares": [list(square) for square in sorted(self.squares)],
            "points": self.points,
            "text": self.why.text(lang),
        }


@dataclass(frozen=True, slots=True)
class Note:
    """Something a player may wonder about that is worth no points."""

    squares: Shape
    why: Saying

    def as_json(self, lang: str) -> Json:
        """Where, and the sentence."""
        return {"squares": [list(square) for square in sorted(self.squares)], "text": self.why.text(lang)}


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One rule of scoring and what it gives."""

    rule: str
    items: tuple[ScoreItem, ...]
    notes: tuple[Note, ...] = ()

    @property
    def points(self) -> int:
        """What the line is worth."""
        return sum(item.points for item in self.items)

    def as_json(self, lang: str) -> Json:
        """The line as DESIGN names it; notes only where there are some."""
        line: Json = {"rule": self.rule, "points": self.points, "items": [item.as_json(lang) for item in self.items]}
        return line | {"notes": [note.as_json(lang) for note in self.notes]} if self.notes else line


@dataclass(frozen=True, slots=True)
class Finding:
    """Something on a boat that the rules of placement do not allow, or that the boat alone cannot prove."""

    key: str
    rule: str
    squares: Shape
    why: Saying
    certain: bool = True
    """False where only the people at the table can know whether a rule was broken."""

    def as_json(self, lang: str) -> Json:
        """The finding as DESIGN names it: the sentence first; key, rule and certain are for programs."""
        return {
            "finding": self.why.text(lang),
            "key": self.key,
            "rule": self.rule,
            "certain": self.certain,
            "squares": [list(square) for square in sorted(self.squares)],
        }


@dataclass(frozen=True, slots=True)
class SisterCard:
    """What the sister scores with the player's boat."""

    lines: tuple[ScoreLine, ...]

    @property
    def total(self) -> int:
        """Her points."""
        return sum(line.points for line in self.lines)

    def as_json(self, lang: str) -> Json:
        """Her card as DESIGN names it."""
        return {"total": self.total, "lines": [line.as_json(lang) for line in self.lines]}


@dataclass(frozen=True, slots=True)
class ScoreCard:
    """What a marked boat is worth and why, and what on it breaks a rule of placement."""

    lines: tuple[ScoreLine, ...]
    filled_rooms: int
    audit: tuple[Finding, ...] = ()
    sister: SisterCard | None = None

    @property
    def total(self) -> int:
        """The player's points."""
        return sum(line.points for line in self.lines)

    @property
    def winner(self) -> str | None:
        """Who wins against the sister; a tie is hers. None where she does not play."""
        if self.sister is None:
            return None
        return "player" if self.total > self.sister.total else "sister"

    def as_json(self, lang: str = "en") -> Json:
        """The card as DESIGN names it, with its sentences in this language."""
        card: Json = {
            "total": self.total,
            "lines": [line.as_json(lang) for line in self.lines],
            "filled_rooms": self.filled_rooms,
            "audit": [finding.as_json(lang) for finding in self.audit],
        }
        if self.sister is not None:
            card |= {"sister": self.sister.as_json(lang), "winner": self.winner}
        return card
