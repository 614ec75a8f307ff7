"""Rulebook, "Solo scoring": what the sister scores with the player's boat."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from scoring.cards import ScoreItem, ScoreLine, SisterCard
from scoring.cats import cats, cats_on_edge, cats_said
from scoring.discoveries import Colour, Kind
from scoring.families import colour_of, families, family_points, lonely_cats
from scoring.marked_boat import MarkedBoat
from scoring.outcome import Outcome, each, earned, missed
from scoring.rats import visible_rats
from scoring.rooms import filled_rooms
from scoring.squares import Shape
from scoring.texts import Counted
from scoring.treasures import covered_maps, treasures

POINTS_BY_PLACE = (5, 4, 3, 2, 1)
"""Rulebook, "Cat colours": points a cat, by the order in which the colour cards were revealed."""
FEW_TREASURES = 9
MANY_CATS = 15
MOST_LESSONS = 7
"""Rulebook, "Sister setup": three cards, and four advanced ones at most."""
DIFFICULTY_BY_LESSONS = {3: "easy", 4: "medium", 5: "hard", 6: "very-hard", 7: "expert"}
BEST_TWICE = "best-lesson-twice"


@dataclass(frozen=True, slots=True)
class Sister:
    """The solo sister's cards: colours in the order revealed, lessons by key."""

    colours: tuple[Colour, ...]
    lessons: tuple[str, ...]

    def __post_init__(self) -> None:
        if len(self.colours) != len(Colour) or set(self.colours) != set(Colour):
            raise ValueError(
                f"colours: expected each of {', '.join(Colour)} once, in the order revealed; "
                f"found {', '.join(self.colours) or 'none'}"
            )
        for index, key in enumerate(self.lessons):
            if key not in LESSON_KEYS:
                raise ValueError(f"lessons[{index}]: expected one of {', '.join(LESSON_KEYS)}; found {key!r}")
            if key in self.lessons[:index]:
                raise ValueError(f"lessons[{index}]: {key} is there twice; there is one card of each")
        if len(self.lessons) > MOST_LESSONS:
            raise ValueError(f"lessons: the sister has at most {MOST_LESSONS} lessons, found {len(self.lessons)}")

    @property
    def difficulty(self) -> str | None:
        """The rulebook's word for that many lessons; None for a number that the rulebook does not have."""
        return DIFFICULTY_BY_LESSONS.get(len(self.lessons))


def score_sister(marked: MarkedBoat, sister: Sister) -> SisterCard:
    """Her colours and her lessons, in the order of her cards."""
    return SisterCard((_score_colours(marked, sister), _score_lessons(marked, sister)))


def _score_colours(marked: MarkedBoat, sister: Sister) -> ScoreLine:
    items = []
    for colour, points in zip(sister.colours, POINTS_BY_PLACE, strict=True):
        found = cats(marked, colour)
        total, squares, why = each(f"cats.{colour}", len(found), points, marked.squares_of(found))
        items.append(ScoreItem(squares, total, why, key=str(colour)))
    return ScoreLine("colours", tuple(items))


def _score_lessons(marked: MarkedBoat, sister: Sister) -> ScoreLine:
    outcomes = {key: CONDITIONS[key](marked) for key in sister.lessons if key != BEST_TWICE}
    if BEST_TWICE in sister.lessons:
        outcomes[BEST_TWICE] = _best_twice(list(outcomes.values()))
    items = (
        ScoreItem(outcomes[key].squares, outcomes[key].points, outcomes[key].why, key=key) for key in sister.lessons
    )
    return ScoreLine("lessons", tuple(items))


def _best_twice(others: list[Outcome]) -> Outcome:
    if not others:
        return missed(frozenset(), "sister.best-lesson-twice.none")
    best = max(others, key=lambda outcome: outcome.points)
    return earned(best.points, best.squares, "sister.best-lesson-twice")


def _touched_by(marked: MarkedBoat, indices: tuple[int, ...]) -> frozenset[int]:
    """The discoveries that touch any of these."""
    return frozenset().union(*(marked.touching[index] for index in indices))


def _colours_without(marked: MarkedBoat, found: frozenset[int], key: str) -> Outcome:
    """5 points for each colour that has no cat among those found."""
    there = {marked.discoveries[index].colour for index in found}
    away = [colour for colour in Colour if colour not in there]
    squares = marked.squares_of(index for colour in away for index in cats(marked, colour))
    return each(f"sister.{key}", len(away), 5, squares)


def _colours_away_from_treasure(marked: MarkedBoat) -> Outcome:
    near = _touched_by(marked, treasures(marked, Kind.COMMON, Kind.RARE))
    return _colours_without(marked, near & {*cats(marked)}, "colours-away-from-treasure")


def _colours_off_edge(marked: MarkedBoat) -> Outcome:
    return _colours_without(marked, frozenset(cats_on_edge(marked)), "colours-off-edge")


def _colours_away_from_rats(marked: MarkedBoat) -> Outcome:
    neighbours = marked.boat.neighbours
    near = {marked.owner[n] for rat in visible_rats(marked) for n in neighbours[rat] if n in marked.owner}
    return _colours_without(marked, frozenset(near) & {*cats(marked)}, "colours-away-from-rats")


def _largest_family_size(marked: MarkedBoat) -> Outcome:
    largest = next(iter(families(marked)), frozenset())
    return each("sister.largest-family-size", len(largest), 2, marked.squares_of(largest))


def _few_treasures(marked: MarkedBoat) -> Outcome:
    found = treasures(marked, Kind.COMMON, Kind.RARE)
    said, squares = Counted("treasures", len(found)), marked.squares_of(found)
    points = 10 if len(found) < FEW_TREASURES else 0
    return earned(points, squares, "sister.few-treasures", treasures=said, limit=FEW_TREASURES)


def _rats(marked: MarkedBoat) -> Outcome:
    rats = visible_rats(marked)
    return each("rats", len(rats), 5, rats)


def _cats_over_15(marked: MarkedBoat) -> Outcome:
    found = cats(marked)
    beyond = max(0, len(found) - MANY_CATS)
    return each("sister.cats-over-15", beyond, 5, marked.squares_of(found), limit=MANY_CATS)


def _filled_rooms(marked: MarkedBoat) -> Outcome:
    rooms = filled_rooms(marked)
    squares: Shape = frozenset().union(*(marked.boat.room_squares[room] for room in rooms))
    return each("filled-rooms", len(rooms), 3, squares)


def _lonely_cats(marked: MarkedBoat) -> Outcome:
    lonely = lonely_cats(marked)
    return each("lonely-cats", len(lonely), 5, marked.squares_of(lonely))


def _your_lessons(marked: MarkedBoat) -> Outcome:
    return each("ticked-lessons", len(marked.lessons), 3, frozenset())


def _family_by_size(rank: int, key: str) -> Callable[[MarkedBoat], Outcome]:
    """The points of the family at this rank, 0 the largest."""

    def condition(marked: MarkedBoat) -> Outcome:
        found = families(marked)
        if len(found) <= rank:
            return missed(frozenset(), f"sister.{key}.none")
        family = found[rank]
        who = cats_said(len(family), colour_of(marked, family))
        return earned(family_points(len(family)), marked.squares_of(family), f"sister.{key}", cats=who)

    return condition


def _common_treasures(marked: MarkedBoat) -> Outcome:
    found = treasures(marked, Kind.COMMON)
    return each("common-treasures", len(found), 3, marked.squares_of(found))


def _cats_without_treasure(marked: MarkedBoat) -> Outcome:
    away = {*cats(marked)} - _touched_by(marked, treasures(marked, Kind.COMMON, Kind.RARE))
    return each("sister.cats-without-treasure", len(away), 3, marked.squares_of(away))


def _covered_maps(marked: MarkedBoat) -> Outcome:
    covered = covered_maps(marked)
    return each("sister.covered-maps", len(covered), 4, frozenset(covered))


def _families(marked: MarkedBoat) -> Outcome:
    found = families(marked)
    squares: Shape = frozenset().union(*(marked.squares_of(family) for family in found))
    return each("sister.families", len(found), 5, squares)


def _cats_on_edge(marked: MarkedBoat) -> Outcome:
    found = cats_on_edge(marked)
    return each("sister.cats-on-edge", len(found), 1, marked.squares_of(found))


CONDITIONS: Mapping[str, Callable[[MarkedBoat], Outcome]] = {
    "colours-away-from-treasure": _colours_away_from_treasure,
    "largest-family-size": _largest_family_size,
    "few-treasures": _few_treasures,
    "rats": _rats,
    "cats-over-15": _cats_over_15,
    "colours-off-edge": _colours_off_edge,
    "filled-rooms": _filled_rooms,
    "lonely-cats": _lonely_cats,
    "your-lessons": _your_lessons,
    "largest-family": _family_by_size(0, "largest-family"),
    "second-family": _family_by_size(1, "second-family"),
    "common-treasures": _common_treasures,
    "cats-without-treasure": _cats_without_treasure,
    "covered-maps": _covered_maps,
    "families": _families,
    "cats-on-edge": _cats_on_edge,
    "colours-away-from-rats": _colours_away_from_rats,
}
LESSON_KEYS = (*CONDITIONS, BEST_TWICE)
"""The 18 lessons the sister can have."""
