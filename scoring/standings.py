"""Rulebook, "Scoring" and "Tiebreaker": who wins among any number of players."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scoring.cards import ScoreCard


@dataclass(frozen=True, slots=True)
class Place:
    """One player's place; players with equal points and equally many filled rooms share a rank."""

    name: str
    rank: int
    total: int
    filled_rooms: int


@dataclass(frozen=True, slots=True)
class Standings:
    """All places, the best first; those who share one stay in the order given."""

    places: tuple[Place, ...]

    @property
    def winners(self) -> tuple[str, ...]:
        """Who shares the first place."""
        return tuple(place.name for place in self.places if place.rank == 1)

    def as_json(self) -> dict[str, Any]:
        """The standings as DESIGN names them."""
        places = [
            {"photo": place.name, "rank": place.rank, "total": place.total, "filled_rooms": place.filled_rooms}
            for place in self.places
        ]
        return {"standings": places, "winners": list(self.winners)}


def standings(players: Sequence[tuple[str, ScoreCard]]) -> Standings:
    """Points decide, then filled rooms; who is still equal shares the rank, and the next ranks stay free."""
    worth = [(card.total, card.filled_rooms) for _, card in players]
    places = [
        Place(name, 1 + sum(other > mine for other in worth), *mine)
        for (name, _), mine in zip(players, worth, strict=True)
    ]
    return Standings(tuple(sorted(places, key=lambda place: place.rank)))
