"""Rulebook, "Cat families": 3 or more cats of one colour that touch; corners never count."""

from itertools import combinations

from scoring.cards import Note, ScoreItem, ScoreLine
from scoring.cats import cats, cats_said
from scoring.discoveries import Colour
from scoring.marked_boat import MarkedBoat
from scoring.squares import Shape, Square, connected
from scoring.texts import points_said, saying

SMALLEST_FAMILY = 3
POINTS_BY_SIZE = {3: 8, 4: 11, 5: 15, 6: 20}
LARGEST_IN_TABLE = max(POINTS_BY_SIZE)
POINTS_PER_CAT_BEYOND = 5

Group = frozenset[int]
"""Cats, by their place in `MarkedBoat.discoveries`."""


def family_points(cats: int) -> int:
    """What that many touching cats of one colour are worth."""
    beyond = max(0, cats - LARGEST_IN_TABLE)
    return POINTS_BY_SIZE.get(cats - beyond, 0) + POINTS_PER_CAT_BEYOND * beyond


def groups(marked: MarkedBoat) -> list[Group]:
    """Cats of one colour that touch each other, directly or through others; a cat alone is a group of 1."""
    colour = [discovery.colour for discovery in marked.discoveries]
    same = [[other for other in touched if colour[other] is colour[i]] for i, touched in enumerate(marked.touching)]
    return connected(cats(marked), same.__getitem__)


def families(marked: MarkedBoat) -> list[Group]:
    """The groups that are large enough to count, the largest first."""
    return sorted((group for group in groups(marked) if len(group) >= SMALLEST_FAMILY), key=len, reverse=True)


def lonely_cats(marked: MarkedBoat) -> Group:
    """The cats that touch no other cat of their own colour."""
    return frozenset().union(*(group for group in groups(marked) if len(group) == 1))


def colour_of(marked: MarkedBoat, group: Group) -> Colour:
    """The one colour of a group's cats."""
    colour = marked.discoveries[min(group)].colour
    if colour is None:
        raise ValueError("treasures have no colour and form no groups")
    return colour


def score_families(marked: MarkedBoat) -> ScoreLine:
    """One item a family, the largest first; notes where a corner keeps cats apart."""
    items = []
    for family in families(marked):
        points = family_points(len(family))
        who = cats_said(len(family), colour_of(marked, family))
        items.append(
            ScoreItem(marked.squares_of(family), points, saying("families.item", cats=who, points=points_said(points)))
        )
    return ScoreLine("families", tuple(items), tuple(_kept_apart(marked)))


def _kept_apart(marked: MarkedBoat) -> list[Note]:
    """A note for each two groups that would be a family, or a larger one, if a corner counted as touching."""
    notes = []
    by_colour: dict[Colour, list[Group]] = {}
    for group in groups(marked):
        by_colour.setdefault(colour_of(marked, group), []).append(group)
    for colour, same in by_colour.items():
        for one, other in combinations(same, 2):
            if len(one) + len(other) >= SMALLEST_FAMILY and (pair := _corner_pair(marked, one, other)):
                notes.append(Note(pair, saying("families.corner", cats=cats_said(2, colour))))
    return notes


def _corner_pair(marked: MarkedBoat, one: Group, other: Group) -> Shape:
    """The squares of two cats, one of each group, that meet at a corner; none if no two do."""
    for index in sorted(one):
        for row, col in marked.discoveries[index].squares:
            for place in ((row - 1, col - 1), (row - 1, col + 1), (row + 1, col - 1), (row + 1, col + 1)):
                if (met := marked.owner.get(Square(*place))) in other and met is not None:
                    return marked.squares_of((index, met))
    return frozenset()
