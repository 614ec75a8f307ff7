"""Where two readings of one boat part: two photos, two people, or before and after somebody's corrections."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from scoring.discoveries import Discovery
from scoring.marked_boat import Special
from scoring.squares import Shape, connected
from vision.reading import Reading, discovery_json


@dataclass(frozen=True, slots=True)
class Difference:
    """One place where two readings differ: discoveries on the same squares, or one box."""

    before: tuple[Discovery, ...] = ()
    after: tuple[Discovery, ...] = ()
    lesson: int | None = None
    special: Special | None = None
    ticked: bool = False
    """For a box: whether the second reading has it ticked."""

    @property
    def squares(self) -> Shape:
        """Every square that is not the same in both; none for a box."""
        return frozenset(s for d in (*self.before, *self.after) for s in d.squares)

    def as_json(self) -> dict[str, Any]:
        """The difference as a record keeps it."""
        if self.lesson is not None:
            return {"lesson": self.lesson, "before": not self.ticked, "after": self.ticked}
        if self.special is not None:
            return {"special": str(self.special), "before": not self.ticked, "after": self.ticked}
        return {
            "squares": [list(s) for s in sorted(self.squares)],
            "before": [discovery_json(d) for d in self.before],
            "after": [discovery_json(d) for d in self.after],
        }


def differences(before: Reading, after: Reading) -> tuple[Difference, ...]:
    """What differs, the discoveries first, from the boat's top left; empty when both say the same."""
    mine, theirs = _discoveries(before), _discoveries(after)
    only_before, only_after = mine - theirs, theirs - mine
    groups = connected(sorted(only_before | only_after, key=_place), lambda d: _meeting(d, only_before | only_after))
    drawn = [
        Difference(before=_ordered(group & only_before), after=_ordered(group & only_after))
        for group in sorted(groups, key=lambda group: min(map(_place, group)))
    ]
    lessons = [Difference(lesson=n, ticked=n in after.lessons) for n in sorted({*before.lessons} ^ {*after.lessons})]
    specials = [
        Difference(special=s, ticked=s in after.specials)
        for s in Special
        if (s in before.specials) != (s in after.specials)
    ]
    return (*drawn, *lessons, *specials)


def _discoveries(reading: Reading) -> frozenset[Discovery]:
    return frozenset(seen.discovery for seen in reading.seen)


def _meeting(discovery: Discovery, others: Collection[Discovery]) -> list[Discovery]:
    return [other for other in others if other.squares & discovery.squares]


def _ordered(group: Iterable[Discovery]) -> tuple[Discovery, ...]:
    return tuple(sorted(group, key=_place))


def _place(discovery: Discovery) -> tuple[Any, ...]:
    return (min(discovery.squares), str(discovery.kind), str(discovery.colour), discovery.oshax)
