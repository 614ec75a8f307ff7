"""What a person changes on a boat: operations from a Reading to the next one. What they touch is by hand for ever."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from scoring.boats import boat
from scoring.discoveries import Colour, Discovery, Kind
from scoring.marked_boat import Special
from scoring.sister import Sister
from scoring.squares import Shape, Square, around, pieces
from vision.reading import Option, Question, Reading, Seen

Gesture = Mapping[str, Any]


class EditRefused(ValueError):
    """A change that cannot be made. `key` names the sentence that tells the person why."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


@dataclass(frozen=True, slots=True)
class Pen:
    """What a tap draws: a cat of one colour, or a treasure."""

    kind: Kind
    colour: Colour | None = None

    @property
    def name(self) -> str:
        """The pen's name in a gesture: the colour, `common` or `rare`."""
        return str(self.colour or self.kind)

    def on(self, squares: Shape) -> Discovery:
        """What this pen draws on these squares."""
        return Discovery(self.kind, squares, self.colour)

    def drew(self, discovery: Discovery) -> bool:
        """Whether the discovery is of this pen's kind and colour."""
        return (discovery.kind, discovery.colour) == (self.kind, self.colour)


PENS = (*(Pen(Kind.CAT, colour) for colour in Colour), Pen(Kind.COMMON), Pen(Kind.RARE))


@dataclass(frozen=True)
class History:
    """Every state of a boat since it was read, and which one is shown."""

    readings: tuple[Reading, ...]
    at: int = 0

    @property
    def now(self) -> Reading:
        """The reading that is shown."""
        return self.readings[self.at]

    @property
    def first(self) -> Reading:
        """What the reader saw, before anybody changed it."""
        return self.readings[0]

    @property
    def can_undo(self) -> bool:
        """Whether there is a change to take back."""
        return self.at > 0

    @property
    def can_redo(self) -> bool:
        """Whether a change was taken back."""
        return self.at + 1 < len(self.readings)

    def then(self, reading: Reading) -> "History":
        """The history after a change; what had been taken back is gone."""
        return self if reading == self.now else History((*self.readings[: self.at + 1], reading), self.at + 1)

    def undone(self) -> "History":
        """One change back, or this history when there is none."""
        return replace(self, at=max(0, self.at - 1))

    def redone(self) -> "History":
        """One change forward again, or this history when there is none."""
        return replace(self, at=min(len(self.readings) - 1, self.at + 1))


def empty_boat(name: str, sheet: str, boat_name: str) -> Reading:
    """A boat with nothing on it, for a person who taps everything in."""
    return Reading(photo=name, sheet=sheet, boat=boat_name, seen=())


def draw(reading: Reading, pen: Pen, square: Square, onto: Square | None = None) -> Reading:
    """A square drawn with this pen; on a discovery of another kind or colour, all of that made the pen's.

    An empty square joins the discovery that lies `onto` where that is the pen's own and touches, else it is a new one.
    """
    if square not in boat(reading.boat).squares:
        raise EditRefused("off-the-boat")
    there = seen_at(reading, square)
    if there is not None:
        return _recoloured(reading, there, pen)
    grown = seen_at(reading, onto) if onto is not None else None
    if grown is None or not pen.drew(grown.discovery) or square not in around(grown.discovery.squares):
        return _changed(reading, (), (pen.on(frozenset({square})),))
    return _changed(reading, (grown,), (replace(grown.discovery, squares=grown.discovery.squares | {square}),))


def erase(reading: Reading, square: Square) -> Reading:
    """The square empty again; what is left of its discovery stays, in as many pieces as it falls into."""
    there = _needed(reading, square)
    rest = there.discovery.squares - {square}
    return _changed(reading, (there,), tuple(replace(there.discovery, squares=part) for part in _sorted_pieces(rest)))


def erase_whole(reading: Reading, square: Square) -> Reading:
    """The discovery on this square gone."""
    return _changed(reading, (_needed(reading, square),), ())


def join(reading: Reading, square: Square, other: Square) -> Reading:
    """Two discoveries that touch, made one of the first one's kind and colour."""
    first, second = _needed(reading, square), _needed(reading, other)
    if first is second:
        raise EditRefused("already-one")
    if not around(first.discovery.squares) & second.discovery.squares:
        raise EditRefused("not-touching")
    whole = first.discovery.squares | second.discovery.squares
    return _changed(reading, (first, second), (replace(first.discovery, squares=whole),))


def split(reading: Reading, squares: Collection[Square]) -> Reading:
    """These squares of one discovery cut off as a discovery of their own; the rest stays, in its pieces."""
    if not squares:
        raise EditRefused("nothing-there")
    there = _needed(reading, min(squares))
    part = frozenset(squares)
    if not part <= there.discovery.squares:
        raise EditRefused("of-two")
    if part == there.discovery.squares:
        raise EditRefused("all-of-it")
    parts = (*_sorted_pieces(part), *_sorted_pieces(there.discovery.squares - part))
    return _changed(reading, (there,), tuple(replace(there.discovery, squares=p) for p in parts))


def call_oshax(reading: Reading, square: Square) -> Reading:
    """The cat on this square said to be an Oshax, or no longer said to be one."""
    there = _needed(reading, square)
    if there.discovery.kind is not Kind.CAT:
        raise EditRefused("only-cats")
    return _changed(reading, (there,), (replace(there.discovery, oshax=not there.discovery.oshax),))


def with_lessons(reading: Reading, lessons: Collection[int]) -> Reading:
    """The reading with exactly these lessons ticked; questions about a changed one are answered by that."""
    changed = {*lessons} ^ {*reading.lessons}
    kept = tuple(q for q in reading.questions if q.lesson not in changed)
    return replace(reading, lessons=tuple(sorted({*lessons})), questions=_renewed(kept, changed, frozenset()))


def with_specials(reading: Reading, specials: Collection[Special]) -> Reading:
    """The reading with exactly these specials marked; questions about a changed one are answered by that."""
    changed = {*specials} ^ {*reading.specials}
    kept = tuple(q for q in reading.questions if q.special not in changed)
    ordered = tuple(s for s in Special if s in specials)
    return replace(reading, specials=ordered, questions=_renewed(kept, frozenset(), changed))


def with_sister(reading: Reading, sister: Sister | None) -> Reading:
    """The reading with the solo sister's cards; None when nobody plays alone."""
    return replace(reading, sister=sister)


def changed_by(history: History, gesture: Gesture) -> History:
    """The history after what a person tapped, or EditRefused with the reason."""
    do = gesture.get("do")
    if do == "undo":
        return history.undone()
    if do == "redo":
        return history.redone()
    act = _ACTS.get(str(do))
    if act is None:
        raise EditRefused("unknown")
    return history.then(act(history.now, gesture))


def seen_at(reading: Reading, square: Square) -> Seen | None:
    """What lies on this square, if anything."""
    return next((seen for seen in reading.seen if square in seen.discovery.squares), None)


def _needed(reading: Reading, square: Square) -> Seen:
    there = seen_at(reading, square)
    if there is None:
        raise EditRefused("nothing-there")
    return there


def _recoloured(reading: Reading, there: Seen, pen: Pen) -> Reading:
    if pen.drew(there.discovery):
        return reading
    return _changed(reading, (there,), (pen.on(there.discovery.squares),))


def _changed(reading: Reading, old: tuple[Seen, ...], new: tuple[Discovery, ...]) -> Reading:
    """The reading with `old` replaced, in its place, by `new`; questions that named the old are settled."""
    gone = {seen.discovery for seen in old}
    drawn = frozenset(s for d in new for s in d.squares)
    at = next((i for i, seen in enumerate(reading.seen) if seen.discovery in gone), len(reading.seen))
    before = reading.seen[:at]
    after = tuple(seen for seen in reading.seen[at:] if seen.discovery not in gone)
    return replace(
        reading,
        seen=(*before, *(Seen(d, by_hand=True) for d in new), *after),
        questions=tuple(q for q in reading.questions if not _settled(q, gone, drawn)),
    )


def _settled(question: Question, gone: Collection[Discovery], drawn: Shape) -> bool:
    """Whether a change has answered the question: what it took for granted is no longer there, or is drawn over."""
    asked = frozenset(s for option in question.options for d in option.discoveries for s in d.squares)
    return any(d in gone for d in question.options[0].discoveries) or bool(drawn & (asked | question.squares))


def _renewed(
    questions: tuple[Question, ...], lessons: Collection[int], specials: Collection[Special]
) -> tuple[Question, ...]:
    """Questions whose options name none of these boxes any more."""

    def without(option: Option) -> bool:
        return not ({*option.lessons} & {*lessons} or {*option.specials} & {*specials})

    return tuple(q for q in questions if all(without(option) for option in q.options))


def _sorted_pieces(squares: Shape) -> list[Shape]:
    return sorted(pieces(squares), key=min)


def _square(value: object) -> Square:
    if not (
        isinstance(value, list | tuple) and len(value) == len(Square._fields) and all(type(n) is int for n in value)
    ):
        raise EditRefused("unknown")
    return Square(*value)


def _pen(value: object) -> Pen:
    pen = next((pen for pen in PENS if pen.name == value), None)
    if pen is None:
        raise EditRefused("unknown")
    return pen


def _draw(reading: Reading, gesture: Gesture) -> Reading:
    onto = gesture.get("onto")
    return draw(
        reading, _pen(gesture.get("pen")), _square(gesture.get("square")), _square(onto) if onto is not None else None
    )


def _split(reading: Reading, gesture: Gesture) -> Reading:
    squares = gesture.get("squares")
    if not isinstance(squares, list):
        raise EditRefused("unknown")
    return split(reading, [_square(s) for s in squares])


def _answer(reading: Reading, gesture: Gesture) -> Reading:
    name, choice = gesture.get("question"), gesture.get("choice")
    question = next((q for q in reading.questions if q.name == name), None)
    if question is None:
        raise EditRefused("stale")
    if type(choice) is not int or not 0 <= choice < len(question.options):
        raise EditRefused("unknown")
    return reading.answered(question, choice)


_ACTS: Mapping[str, Callable[[Reading, Gesture], Reading]] = {
    "draw": _draw,
    "erase": lambda reading, g: erase(reading, _square(g.get("square"))),
    "erase-whole": lambda reading, g: erase_whole(reading, _square(g.get("square"))),
    "join": lambda reading, g: join(reading, _square(g.get("square")), _square(g.get("other"))),
    "split": _split,
    "oshax": lambda reading, g: call_oshax(reading, _square(g.get("square"))),
    "answer": _answer,
}
