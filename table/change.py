"""What an objection proposes: some discoveries and ticks of a boat taken out, others put in."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from scoring.marked_boat import Special
from scoring.squares import Shape
from table.differences import Difference, differences
from table.problems import NothingToChange, OutOfDate, ReadingUnusable
from vision.reading import Reading, ReadingWrong, Seen, reading_from_json, reading_json

Json = dict[str, Any]
T = TypeVar("T")


@dataclass(frozen=True)
class Change:
    """Two pieces of a reading: what is said now (`before`) and what should be said (`after`), and nothing else."""

    before: Reading
    after: Reading

    @property
    def squares(self) -> Shape:
        """Every square that the change is about."""
        return frozenset(s for difference in self.differences for s in difference.squares)

    @property
    def differences(self) -> tuple[Difference, ...]:
        """The change place by place."""
        return differences(self.before, self.after)

    def applied(self, reading: Reading) -> Reading:
        """The reading after the change; OutOfDate when what the change takes out is no longer there."""
        there = {seen.discovery for seen in reading.seen}
        gone = {seen.discovery for seen in self.before.seen}
        lessons = _swapped(reading.lessons, self.before.lessons, self.after.lessons)
        specials = _swapped(reading.specials, self.before.specials, self.after.specials)
        if not gone <= there:
            raise OutOfDate()
        changed = replace(
            reading,
            seen=(*(seen for seen in reading.seen if seen.discovery not in gone), *self.after.seen),
            lessons=tuple(sorted(lessons)),
            specials=tuple(s for s in Special if s in specials),
        )
        try:
            changed.marked_boat  # noqa: B018  (a second change may have taken the squares)
        except ValueError as problem:
            raise OutOfDate() from problem
        return changed

    def as_json(self) -> Json:
        """The change as an event keeps it."""
        return {"before": _piece_json(self.before), "after": _piece_json(self.after)}


def change_between(before: Reading, after: Reading) -> Change:
    """What must be taken out of `before` and put in to say what `after` says; NothingToChange when they agree."""
    if before.boat != after.boat:
        raise ReadingUnusable(why="a proposal is about the same boat.")
    if not differences(before, after):
        raise NothingToChange()
    return Change(_only_in(before, after), _only_in(after, before))


def change_from_json(facts: Json, reading: Reading) -> Change:
    """The change that an event keeps, about a boat of this reading's kind."""
    before, after = (_piece(facts[side], reading) for side in ("before", "after"))
    return Change(before, after)


def _only_in(one: Reading, other: Reading) -> Reading:
    said = {seen.discovery for seen in other.seen}
    return Reading(
        photo="",
        sheet=one.sheet,
        boat=one.boat,
        seen=tuple(Seen(seen.discovery, by_hand=True) for seen in one.seen if seen.discovery not in said),
        lessons=tuple(sorted({*one.lessons} - {*other.lessons})),
        specials=tuple(s for s in one.specials if s not in other.specials),
    )


def _swapped(now: Collection[T], out: Collection[T], into: Collection[T]) -> set[T]:
    if not {*out} <= {*now} or {*into} & {*now}:
        raise OutOfDate()
    return {*now} - {*out} | {*into}


def _piece_json(piece: Reading) -> Json:
    whole = reading_json(piece)
    return {key: whole[key] for key in ("discoveries", "lessons", "specials")}


def _piece(facts: Json, reading: Reading) -> Reading:
    piece = reading_from_json({"sheet": reading.sheet, "boat": reading.boat, **facts})
    if not isinstance(piece, Reading):
        raise ReadingWrong("a change is made of readings")
    return piece
