"""A boat and what is drawn and ticked on it: the one input of scoring."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from scoring.boats import Boat
from scoring.discoveries import Colour, Discovery
from scoring.squares import Shape, Square, connected, named


class Special(StrEnum):
    """The five special actions, in the order in which they are printed."""

    EXTRA_CARD = "extra-card"
    CARD_PER_ROW = "card-per-row"
    ROW = "row"
    CAT_TWICE = "cat-twice"
    TREASURE_TWICE = "treasure-twice"


class NotOnABoat(ValueError):
    """A discovery that cannot be on the boat: `index` is its place in the list, `squares` says where."""

    def __init__(self, message: str, index: int, squares: Shape) -> None:
        super().__init__(message)
        self.index = index
        self.squares = squares


@dataclass(frozen=True)
class MarkedBoat:
    """What a player has drawn; discoveries lie inside the boat and never overlap."""

    boat: Boat
    discoveries: tuple[Discovery, ...]
    lessons: tuple[int, ...] = ()
    specials: tuple[Special, ...] = ()

    def __post_init__(self) -> None:
        seen: dict[Square, int] = {}
        for index, discovery in enumerate(self.discoveries):
            if outside := discovery.squares - self.boat.squares:
                raise NotOnABoat(f"discovery {index + 1} leaves the boat at {named(outside)}", index, outside)
            if overlap := frozenset(discovery.squares & seen.keys()):
                other = seen[min(overlap)]
                raise NotOnABoat(f"discoveries {other + 1} and {index + 1} overlap at {named(overlap)}", index, overlap)
            seen.update(dict.fromkeys(discovery.squares, index))
        for name, ticked in (("lesson", self.lessons), ("special", self.specials)):
            if twice := {str(t) for t in ticked if ticked.count(t) > 1}:
                raise ValueError(f"{name} {', '.join(sorted(twice))} is ticked twice; once is all a box can hold")

    @cached_property
    def owner(self) -> dict[Square, int]:
        """Which discovery, by its place in `discoveries`, covers a square; squares left empty are absent."""
        return {s: index for index, d in enumerate(self.discoveries) for s in d.squares}

    @cached_property
    def empty(self) -> Shape:
        """The squares nothing is drawn on."""
        return self.boat.squares - self.owner.keys()

    @cached_property
    def touching(self) -> tuple[frozenset[int], ...]:
        """For each discovery, by its place in `discoveries`, the others that share a side with it."""
        found: list[set[int]] = [set() for _ in self.discoveries]
        owner = self.owner.get
        for square, neighbour in self.boat.borders:
            one, other = owner(square), owner(neighbour)
            if one != other and one is not None and other is not None:
                found[one].add(other)
                found[other].add(one)
        return tuple(map(frozenset, found))

    @cached_property
    def cats(self) -> Mapping[Colour, tuple[int, ...]]:
        """The cats of each colour, by their place in `discoveries`."""
        found: dict[Colour, tuple[int, ...]] = dict.fromkeys(Colour, ())
        for index, discovery in enumerate(self.discoveries):
            if discovery.colour is not None:
                found[discovery.colour] += (index,)
        return found

    @cached_property
    def groups(self) -> tuple[frozenset[int], ...]:
        """Cats of one colour that touch each other, directly or through others; a cat alone is a group of 1."""
        colour = [discovery.colour for discovery in self.discoveries]
        alike = [[o for o in touched if colour[o] is colour[i]] for i, touched in enumerate(self.touching)]
        return tuple(connected([i for cats in self.cats.values() for i in cats], alike.__getitem__))

    def squares_of(self, indices: Iterable[int]) -> Shape:
        """Every square of these discoveries together."""
        return frozenset().union(*(self.discoveries[index].squares for index in indices))
