"""Rulebook, "Cat families": 3 or more cats of one colour that touch; corners never count."""

from collections.abc import Iterable

from scoring.cards import Note, ScoreItem, ScoreLine
from scoring.cats import cats_said
from scoring.discoveries import Colour
from scoring.marked_boat import MarkedBoat
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


def families(marked: MarkedBoat) -> list[Group]:
    """The groups that are large enough to count, the largest first."""
    return sorted((group for group in marked.groups if len(group) >= SMALLEST_FAMILY), key=len, reverse=True)


def lonely_cats(marked: MarkedBoat) -> Group:
    """The cats that touch no other cat of their own colour."""
    return frozenset().union(*(group for group in marked.groups if len(group) == 1))


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


def _kept_apart(marked: MarkedBoat) -> Iterable[Note]:
    """A note for each two groups that would be a family, or a larger one, if a corner counted as touching."""
    group_of = {index: group for group in marked.groups for index in group}
    told = set()
    for square, corner in marked.boat.corners:
        one, other = marked.owner.get(square), marked.owner.get(corner)
        if one == other or one not in group_of or other not in group_of:
            continue
        colour, pair = marked.discoveries[one].colour, frozenset({group_of[one], group_of[other]})
        if colour is not marked.discoveries[other].colour or len(pair) == 1 or pair in told:
            continue
        if sum(map(len, pair)) >= SMALLEST_FAMILY:
            told.add(pair)
            yield Note(marked.squares_of((one, other)), saying("families.corner", cats=cats_said(2, colour)))
