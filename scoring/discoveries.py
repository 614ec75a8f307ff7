"""What a player draws: cats in five colours, common and rare treasures."""

from dataclasses import dataclass
from enum import StrEnum

from scoring.squares import Shape, Square, named, pieces


class Colour(StrEnum):
    """The colours of cats, always in this order."""

    BLUE = "blue"
    GREEN = "green"
    ORANGE = "orange"
    PURPLE = "purple"
    RED = "red"


class Kind(StrEnum):
    """The kinds of discovery."""

    CAT = "cat"
    COMMON = "common"
    RARE = "rare"


@dataclass(frozen=True, slots=True)
class Discovery:
    """One thing drawn on a boat: any connected squares; a cat has a colour, a treasure has none."""

    kind: Kind
    squares: Shape
    colour: Colour | None = None
    oshax: bool = False
    """The player says that this cat is an Oshax, whatever its shape."""

    def __post_init__(self) -> None:
        if (self.kind is Kind.CAT) != (self.colour is not None):
            raise ValueError(f"a {self.kind} with colour {self.colour}: every cat has a colour, a treasure has none")
        if self.oshax and self.kind is not Kind.CAT:
            raise ValueError(f"a {self.kind} cannot be an Oshax: Oshax are cats")
        if not self.squares:
            raise ValueError(f"a {self.kind} without squares: a discovery covers at least one")
        parts = pieces(self.squares)
        if len(parts) != 1:
            raise ValueError(
                f"a discovery is one connected piece, this one is in {len(parts)}: "
                + " | ".join(named(part) for part in parts)
            )


def cat(colour: Colour, *squares: tuple[int, int], oshax: bool = False) -> Discovery:
    """A cat on these (row, col) squares."""
    return Discovery(Kind.CAT, frozenset(Square(*s) for s in squares), colour, oshax)


def common(*squares: tuple[int, int]) -> Discovery:
    """A common treasure on these (row, col) squares."""
    return Discovery(Kind.COMMON, frozenset(Square(*s) for s in squares))


def rare(*squares: tuple[int, int]) -> Discovery:
    """A rare treasure on these (row, col) squares."""
    return Discovery(Kind.RARE, frozenset(Square(*s) for s in squares))
