"""What was seen on a photo, and its JSON. No cv2, no numpy: `boatscore score` starts without them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, TypeVar

from scoring.boats import BOAT_NAMES, boat
from scoring.discoveries import Colour, Discovery, Kind
from scoring.marked_boat import MarkedBoat, NotOnABoat, Special
from scoring.sister import Sister
from scoring.squares import Shape, Square

T = TypeVar("T")
Json = dict[str, Any]


class Status(StrEnum):
    """How far a photo was read."""

    OK = "ok"
    CHECK = "check"
    UNREADABLE = "unreadable"


class About(StrEnum):
    """What a question is about."""

    HOW_MANY = "one discovery or several?"
    COLOUR = "which colour?"
    LETTER = "common or rare treasure?"
    KIND = "cat or treasure?"
    DRAWN = "drawn on or empty?"
    SHAPE = "which squares belong together?"
    GLARE = "what is under the glare?"
    LESSON = "is this lesson ticked?"
    SPECIAL = "is this special marked?"


class ReadingWrong(ValueError):
    """A reading's JSON that cannot be used: names the place and what was expected there."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A discovery and how sure the reader is of it; a person's own word has confidence 1."""

    discovery: Discovery
    confidence: float = 1.0
    by_hand: bool = False
    """A person put it there or changed it."""


@dataclass(frozen=True, slots=True)
class Option:
    """One way to answer a question: what then is on the squares asked about, or in the box."""

    discoveries: tuple[Discovery, ...] = ()
    lessons: tuple[int, ...] = ()
    specials: tuple[Special, ...] = ()
    odds: float = 0.0


@dataclass(frozen=True, slots=True)
class Question:
    """What the reader asks a person. The first option is what the reading says now.

    To answer, the first option's content is taken out of the reading and the chosen one's put in; questions of
    one reading never share a discovery, so they can be answered in any order.
    """

    about: About
    squares: Shape
    options: tuple[Option, ...]
    lesson: int | None = None
    special: Special | None = None

    @property
    def name(self) -> str:
        """What it asks about, as a text: the same however many other questions are answered before it."""
        where = self.lesson or self.special or " ".join(f"{s.row},{s.col}" for s in sorted(self.squares))
        return f"{self.about} {where}"


@dataclass(frozen=True)
class Reading:
    """What the reader, or a person, saw on one sheet."""

    photo: str
    sheet: str
    boat: str
    seen: tuple[Seen, ...]
    lessons: tuple[int, ...] = ()
    specials: tuple[Special, ...] = ()
    questions: tuple[Question, ...] = ()
    sister: Sister | None = None
    part: int | None = None
    mirrored: bool = False

    @property
    def status(self) -> Status:
        """`ok` when nothing needs a person."""
        return Status.CHECK if self.questions else Status.OK

    @property
    def marked_boat(self) -> MarkedBoat:
        """What scoring takes."""
        return MarkedBoat(boat(self.boat), tuple(s.discovery for s in self.seen), self.lessons, self.specials)

    def answered(self, question: Question, choice: int) -> "Reading":
        """The reading after a person chose an option of one of its questions."""
        now, then = question.options[0], question.options[choice]
        kept = tuple(s for s in self.seen if s.discovery not in now.discoveries)
        return replace(
            self,
            seen=kept + tuple(Seen(d, by_hand=True) for d in then.discoveries),
            lessons=tuple(sorted({*self.lessons} - {*now.lessons} | {*then.lessons})),
            specials=tuple(s for s in Special if s in {*self.specials} - {*now.specials} | {*then.specials}),
            questions=tuple(q for q in self.questions if q != question),
        )


@dataclass(frozen=True, slots=True)
class Unread:
    """The other outcome: no score to show by mistake, a reason and what to do about it."""

    photo: str
    reason: str
    part: int | None = None
    problem: str = ""
    """The name of the problem's type in `vision.problems`, for fronts that say it in other languages."""


def reading_json(outcome: Reading | Unread) -> Json:
    """The reading as DESIGN names it, without its score."""
    line: Json = {"photo": outcome.photo}
    if outcome.part is not None:
        line["part"] = outcome.part
    if isinstance(outcome, Unread):
        return line | {"status": str(Status.UNREADABLE), "reason": outcome.reason}
    line |= {"sheet": outcome.sheet, "boat": outcome.boat, "status": str(outcome.status)}
    if outcome.mirrored:
        line["mirrored"] = True
    line["discoveries"] = [_seen_json(seen) for seen in outcome.seen]
    line |= {"lessons": list(outcome.lessons), "specials": [str(s) for s in outcome.specials]}
    line["questions"] = [_question_json(question) for question in outcome.questions]
    if outcome.sister is not None:
        line["sister"] = {
            "colours": [str(c) for c in outcome.sister.colours],
            "lessons": list(outcome.sister.lessons),
        }
    return line


def discovery_json(discovery: Discovery) -> Json:
    """A discovery as DESIGN names it."""
    line: Json = {"kind": str(discovery.kind)}
    if discovery.colour is not None:
        line["colour"] = str(discovery.colour)
    if discovery.oshax:
        line["oshax"] = True
    return line | {"squares": _squares_json(discovery.squares)}


def reading_from_json(line: object) -> Reading | Unread:
    """The reading that this JSON holds, or ReadingWrong with the place and what was expected."""
    facts = _object(line, "the reading")
    photo = _text(facts.get("photo", "reading"), "photo")
    part = _optional(facts.get("part"), "part", _whole)
    status = _one_of(facts.get("status", "ok"), "status", Status)
    if status is Status.UNREADABLE:
        return Unread(photo, _text(facts.get("reason", ""), "reason"), part)
    sheet = _text(facts.get("sheet", ""), "sheet")
    reading = Reading(
        photo=photo,
        sheet=sheet,
        boat=_boat_name(facts, sheet),
        seen=_list(facts.get("discoveries"), "discoveries", _seen),
        lessons=_each_once(_list(facts.get("lessons", []), "lessons", _whole), "lessons"),
        specials=_each_once(
            _list(facts.get("specials", []), "specials", lambda v, at: _one_of(v, at, Special)), "specials"
        ),
        questions=_list(facts.get("questions", []), "questions", _question),
        sister=_optional(facts.get("sister"), "sister", _sister),
        part=part,
        mirrored=_flag(facts.get("mirrored", False), "mirrored"),
    )
    try:
        reading.marked_boat  # noqa: B018  (overlaps and squares off the boat are told here, once)
    except NotOnABoat as problem:
        raise ReadingWrong(f"discoveries[{problem.index}]: {problem}") from problem
    return reading


def _squares_json(squares: Shape) -> list[list[int]]:
    return [list(square) for square in sorted(squares)]


def _seen_json(seen: Seen) -> Json:
    line = discovery_json(seen.discovery) | {"confidence": round(seen.confidence, 5)}
    return line | {"by_hand": True} if seen.by_hand else line


def _question_json(question: Question) -> Json:
    line: Json = {"about": str(question.about), "squares": _squares_json(question.squares)}
    if question.lesson is not None:
        line["lesson"] = question.lesson
    if question.special is not None:
        line["special"] = str(question.special)
    line["options"] = [
        {
            "discoveries": [discovery_json(d) for d in option.discoveries],
            "lessons": list(option.lessons),
            "specials": [str(s) for s in option.specials],
            "odds": round(option.odds, 5),
        }
        for option in question.options
    ]
    return line


def _boat_name(facts: Json, sheet: str) -> str:
    named = facts.get("boat") or next((n for n in BOAT_NAMES if sheet.startswith(f"boat-{n}-")), None)
    if named not in BOAT_NAMES:
        raise ReadingWrong(
            f'sheet: expected "boat-COLOUR-…" or a key "boat", one of {", ".join(BOAT_NAMES)}; found {sheet!r}'
        )
    return str(named)


def _discovery(value: object, at: str) -> Discovery:
    facts = _object(value, at)
    colour = _optional(facts.get("colour"), f"{at}.colour", lambda v, where: _one_of(v, where, Colour))
    squares = _each_once(_list(facts.get("squares"), f"{at}.squares", _square), f"{at}.squares")
    kind = _one_of(facts.get("kind"), f"{at}.kind", Kind)
    try:
        return Discovery(kind, frozenset(squares), colour, _flag(facts.get("oshax", False), f"{at}.oshax"))
    except ValueError as problem:
        raise ReadingWrong(f"{at}: {problem}") from problem


def _seen(value: object, at: str) -> Seen:
    facts = _object(value, at)
    confidence = _share(facts.get("confidence", 1.0), f"{at}.confidence")
    return Seen(_discovery(value, at), confidence, _flag(facts.get("by_hand", False), f"{at}.by_hand"))


def _option(value: object, at: str) -> Option:
    facts = _object(value, at)
    return Option(
        discoveries=_list(facts.get("discoveries", []), f"{at}.discoveries", _discovery),
        lessons=_list(facts.get("lessons", []), f"{at}.lessons", _whole),
        specials=_list(facts.get("specials", []), f"{at}.specials", lambda v, w: _one_of(v, w, Special)),
        odds=_share(facts.get("odds", 0.0), f"{at}.odds"),
    )


def _question(value: object, at: str) -> Question:
    facts = _object(value, at)
    return Question(
        about=_one_of(facts.get("about"), f"{at}.about", About),
        squares=frozenset(_list(facts.get("squares", []), f"{at}.squares", _square)),
        options=_list(facts.get("options", []), f"{at}.options", _option),
        lesson=_optional(facts.get("lesson"), f"{at}.lesson", _whole),
        special=_optional(facts.get("special"), f"{at}.special", lambda v, w: _one_of(v, w, Special)),
    )


def _sister(value: object, at: str) -> Sister:
    facts = _object(value, at)
    colours = _list(facts.get("colours", []), f"{at}.colours", lambda v, w: _one_of(v, w, Colour))
    lessons = _list(facts.get("lessons", []), f"{at}.lessons", _text)
    try:
        return Sister(colours, lessons)
    except ValueError as problem:
        raise ReadingWrong(f"{at}.{problem}") from problem


def _object(value: object, at: str) -> Json:
    if not isinstance(value, dict):
        raise ReadingWrong(f"{at}: expected an object, found {_short(value)}")
    return value


def _list(value: object, at: str, item: Callable[[object, str], T]) -> tuple[T, ...]:
    if not isinstance(value, list):
        raise ReadingWrong(f"{at}: expected a list, found {_short(value)}")
    return tuple(item(entry, f"{at}[{index}]") for index, entry in enumerate(value))


def _each_once(values: tuple[T, ...], at: str) -> tuple[T, ...]:
    for index, value in enumerate(values):
        if value in values[:index]:
            raise ReadingWrong(f"{at}[{index}]: {value} is there twice; expected each once")
    return values


def _optional(value: object, at: str, item: Callable[[object, str], T]) -> T | None:
    return None if value is None else item(value, at)


def _square(value: object, at: str) -> Square:
    if not (isinstance(value, list) and len(value) == len(Square._fields) and all(type(n) is int for n in value)):
        raise ReadingWrong(f"{at}: expected [row, col], found {_short(value)}")
    return Square(*value)


def _whole(value: object, at: str) -> int:
    if type(value) is not int:
        raise ReadingWrong(f"{at}: expected a whole number, found {_short(value)}")
    return value


def _share(value: object, at: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise ReadingWrong(f"{at}: expected a number from 0 to 1, found {_short(value)}")
    return float(value)


def _text(value: object, at: str) -> str:
    if not isinstance(value, str):
        raise ReadingWrong(f"{at}: expected a text, found {_short(value)}")
    return value


def _flag(value: object, at: str) -> bool:
    if not isinstance(value, bool):
        raise ReadingWrong(f"{at}: expected true or false, found {_short(value)}")
    return value


E_ = TypeVar("E_", bound=StrEnum)


def _one_of(value: object, at: str, words: type[E_]) -> E_:
    known: Mapping[str, E_] = {str(word): word for word in words}
    if not isinstance(value, str) or value not in known:
        raise ReadingWrong(f"{at}: expected one of {', '.join(known)}, found {_short(value)}")
    return known[value]


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "…"  # noqa: PLR2004  (a line of a terminal)
