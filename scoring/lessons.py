"""Rulebook, "Lessons": what each ticked lesson earns on a boat. A condition is a function, a lesson is data."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from scoring.cards import ScoreItem, ScoreLine
from scoring.cats import cats, cats_on_edge, cats_said, oshax
from scoring.discoveries import Colour, Kind
from scoring.families import colour_of, families, family_points, lonely_cats
from scoring.lesson_sheet import Lesson, LessonSheet
from scoring.marked_boat import MarkedBoat
from scoring.outcome import Outcome, each, earned, missed
from scoring.rats import visible_rats
from scoring.rooms import empty_rooms, filled_rooms
from scoring.squares import Shape
from scoring.texts import Counted, points_said, saying
from scoring.treasures import treasures


class LessonNotOnSheet(ValueError):
    """A lesson is ticked that the lesson sheet does not have; `index` is its place among the ticked."""

    def __init__(self, number: int, index: int, sheet: LessonSheet) -> None:
        numbers = sorted(sheet.lessons)
        held = f"has the lessons {numbers[0]} to {numbers[-1]}" if numbers else "has no lessons"
        super().__init__(f"lesson {number} is not on the lesson sheet {sheet.name!r}, which {held}")
        self.index = index


@dataclass(frozen=True, slots=True)
class Company:
    """Who else plays, as far as lessons that compare players need to know."""

    largest_elsewhere: int | None = None
    """Cats in the largest family of any other boat; None where the other boats are not known."""
    sister: bool = False
    """The player is alone against the sister."""


ALONE = Company()
Condition = Callable[[MarkedBoat, Lesson, Company], Outcome]


def score_lessons(marked: MarkedBoat, sheet: LessonSheet, company: Company = ALONE) -> ScoreLine:
    """One item a ticked lesson, in the order of their numbers; one that earns nothing is there with 0 points."""
    check_lessons(marked.lessons, sheet)
    items = []
    for number in sorted(marked.lessons):
        lesson = sheet.lessons[number]
        points, squares, why = CONDITIONS[lesson.condition](marked, lesson, company)
        items.append(ScoreItem(squares, points, why, number, lesson.key))
    return ScoreLine("lessons", tuple(items))


def check_lessons(ticked: Sequence[int], sheet: LessonSheet) -> None:
    """Raise LessonNotOnSheet for the first ticked lesson that the sheet does not have."""
    for index, number in enumerate(ticked):
        if number not in sheet.lessons:
            raise LessonNotOnSheet(number, index, sheet)


def _exactly(things: str, have: int, lesson: Lesson, squares: Shape) -> Outcome:
    """Pays when the count is met; `things` is the text that counts them."""
    wanted, found = Counted(things, lesson.count), Counted(things, have)
    if have == lesson.count:
        if have == 0:
            return earned(lesson.points, squares, f"exactly.none.{things}")
        return earned(lesson.points, squares, "exactly.met", things=wanted)
    if lesson.count == 0:
        return missed(squares, "exactly.not-none", found=found)
    if have < lesson.count:
        return missed(squares, "exactly.short", have=have, things=wanted)
    return missed(squares, "exactly.over", found=found, count=lesson.count)


def _full(where: str, squares: Shape, marked: MarkedBoat, lesson: Lesson) -> Outcome:
    """Pays when nothing of these squares is empty; else shows those that are."""
    if not (left := squares & marked.empty):
        return earned(lesson.points, squares, f"{where}.met")
    return missed(left, f"{where}.short", n=len(left))


def _edge_full(marked: MarkedBoat, lesson: Lesson, _: Company) -> Outcome:
    return _full("edge-full", marked.boat.edge, marked, lesson)


def _middle_row_full(marked: MarkedBoat, lesson: Lesson, _: Company) -> Outcome:
    return _full("middle-row-full", marked.boat.middle_row, marked, lesson)


def _exactly_cats(marked: MarkedBoat, lesson: Lesson, _: Company) -> Outcome:
    counted = cats(marked, lesson.colour)
    things = f"cats.{lesson.colour}" if lesson.colour else "cats"
    return _exactly(things, len(counted), lesson, marked.squares_of(counted))


def _each_colour(marked: MarkedBoat, lesson: Lesson, _: Company) -> Outcome:
    lacking = [colour for colour in Colour if len(cats(marked, colour)) < lesson.count]
    if not lacking:
        return earned(lesson.points, marked.squares_of(cats(marked)), "each-colour.met", n=lesson.count)
    found = marked.squares_of(index for colour in lacking for index in cats(marked, colour))
    return missed(found, "each-colour.short", have=len(Colour) - len(lacking), n=lesson.count)


def _each_colour_on_edge(marked: MarkedBoat, lesson: Lesson, _: Company) -> Outcome:
    there = {marked.discoveries[index].colour for index in cats_on_edge(marked)}
    squares = marked.squares_of(cats_on_edge(marked))
    if len(there) == len(Colour):
        return earned(lesson.points, squares, "each-colour-on-edge.met")
    return missed(squares, "each-colour-on-edge.short", have=len(there))


def _best_colour_on_edge(marked: MarkedBoat, lesson: Lesson, _: Company) -> Outcome:
    best, colour = max(((cats_on_edge(marked, c), c) for c in Colour), key=lambda found: len(found[0]))
    if not best:
        return missed(frozenset(), "best-colour-on-edge.none")
    who = cats_said(len(best), colour)
    return earned(len(best) * lesson.points, marked.squares_of(best), "best-colour-on-edge.met", cats=who)


def _lonely_cats(marked: MarkedBoat, lesson: Lesson, _: Company) -> Outcome:
    lonely = lonely_cats(marked)
    return each("lonely-cats", len(lonely), lesson.points, marked.squares_of(lonely))


def _largest_family(marked: MarkedBoat, lesson: Lesson, company: Company) -> Outcome:
    """Pays for the largest family of all players, also in a tie; without other boats from `count` cats up."""
    if not (found := families(marked)):
        return missed(frozenset(), "largest-family.none")
    squares, size = marked.squares_of(found[0]), len(found[0])
    others = company.largest_elsewhere
    if others is None:
        key = "largest-family.sister" if company.sister else "largest-family.alone"
        points = lesson.points if size >= lesson.count else 0
        return earned(points, squares, key, size=size, count=lesson.count)
    if size < others:
        return missed(squares, "largest-family.short", size=size, others=others)
    how = "tie" if size == others else "met"
    return earned(lesson.points, squares, f"largest-family.{how}", size=size)


def _treasures_each(*kinds: Kind) -> Condition:
    things = f"{kinds[0]}-treasures" if len(kinds) == 1 else "treasures"

    def condition(marked: MarkedBoat, lesson: Lesson, _: Company) -> Outcome:
        found = treasures(marked, *kinds)
        return each(things, len(found), lesson.points, marked.squares_of(found))

    return condition


def _exactly_treasures(marked: MarkedBoat, lesson: Lesson, _: Company) -> Outcome:
    found = treasures(marked, Kind.COMMON, Kind.RARE)
    return _exactly("treasures", len(found), lesson, marked.squares_of(found))


def _exactly_rats(marked: MarkedBoat, lesson: Lesson, _: Company) -> Outcome:
    rats = visible_rats(marked)
    return _exactly("rats", len(rats), lesson, rats)


def _visible_rats(marked: MarkedBoat, lesson: Lesson, _: Company) -> Outcome:
    rats = visible_rats(marked)
    return each("rats", len(rats), lesson.points, rats)


def _ticked_lessons(marked: MarkedBoat, lesson: Lesson, _: Company) -> Outcome:
    return each("ticked-lessons", len(marked.lessons), lesson.points, frozenset())


def _exactly_lessons(marked: MarkedBoat, lesson: Lesson, _: Company) -> Outcome:
    return _exactly("ticked-lessons", len(marked.lessons), lesson, frozenset())


def _cats_on_edge(marked: MarkedBoat, lesson: Lesson, _: Company) -> Outcome:
    there = cats_on_edge(marked)
    points = len(there) // lesson.count * lesson.points
    who, per = cats_said(len(there)), points_said(lesson.points)
    return earned(points, marked.squares_of(there), "cats-on-edge.per", cats=who, each=per, count=lesson.count)


def _rooms(state: str, which: Callable[[MarkedBoat], tuple[int, ...]]) -> Condition:
    """Pays when all rooms with the icon are in this state; else shows what stands against it."""

    def condition(marked: MarkedBoat, lesson: Lesson, _: Company) -> Outcome:
        rooms = marked.boat.rooms_by_icon.get(lesson.icon, ())
        if not rooms:
            return missed(frozenset(), f"rooms-{state}.absent", icon=saying(f"icon.{lesson.icon}"))
        there = set(rooms) & set(which(marked))
        squares: Shape = frozenset().union(*(marked.boat.room_squares[room] for room in rooms))
        icon = Counted(f"rooms.{lesson.icon}", len(rooms))
        if len(there) == len(rooms):
            return earned(lesson.points, squares, f"rooms-{state}.met", n=len(rooms), rooms=icon)
        against = squares & marked.empty if state == "full" else squares - marked.empty
        return missed(against, f"rooms-{state}.short", rooms=icon, have=len(there), of=len(rooms), n=len(against))

    return condition


def _filled_rooms(marked: MarkedBoat, lesson: Lesson, _: Company) -> Outcome:
    rooms = filled_rooms(marked)
    squares: Shape = frozenset().union(*(marked.boat.room_squares[room] for room in rooms))
    return each("filled-rooms", len(rooms), lesson.points, squares)


def _big_families(marked: MarkedBoat, lesson: Lesson, _: Company) -> Outcome:
    big = [family for family in families(marked) if len(family) >= lesson.count]
    squares: Shape = frozenset().union(*(marked.squares_of(family) for family in big))
    return each("families-of", len(big), lesson.points, squares, size=lesson.count)


def _third_family_twice(marked: MarkedBoat, lesson: Lesson, _: Company) -> Outcome:
    found = families(marked)
    if len(found) < THE_THIRD:
        squares: Shape = frozenset().union(*(marked.squares_of(family) for family in found))
        return missed(squares, "third-family-twice.short", have=len(found), of=THE_THIRD)
    third = found[THE_THIRD - 1]
    who = cats_said(len(third), colour_of(marked, third))
    return earned(family_points(len(third)), marked.squares_of(third), "third-family-twice.met", cats=who)


def _oshax(marked: MarkedBoat, lesson: Lesson, _: Company) -> Outcome:
    found = oshax(marked)
    return each("oshax", len(found), lesson.points, marked.squares_of(found))


THE_THIRD = 3
CONDITIONS: Mapping[str, Condition] = {
    "edge-full": _edge_full,
    "exactly-cats": _exactly_cats,
    "each-colour": _each_colour,
    "each-colour-on-edge": _each_colour_on_edge,
    "best-colour-on-edge": _best_colour_on_edge,
    "lonely-cats": _lonely_cats,
    "largest-family": _largest_family,
    "rare-treasures": _treasures_each(Kind.RARE),
    "common-treasures": _treasures_each(Kind.COMMON),
    "all-treasures": _treasures_each(Kind.COMMON, Kind.RARE),
    "exactly-treasures": _exactly_treasures,
    "exactly-rats": _exactly_rats,
    "visible-rats": _visible_rats,
    "ticked-lessons": _ticked_lessons,
    "exactly-lessons": _exactly_lessons,
    "cats-on-edge": _cats_on_edge,
    "rooms-full": _rooms("full", filled_rooms),
    "rooms-empty": _rooms("empty", empty_rooms),
    "filled-rooms": _filled_rooms,
    "big-families": _big_families,
    "third-family-twice": _third_family_twice,
    "oshax": _oshax,
    "middle-row-full": _middle_row_full,
}
