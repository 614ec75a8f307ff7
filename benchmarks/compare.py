"""One reading beside the truth of its photo: what is wrong, where it began, and whether a person was asked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.discoveries import Discovery
from scoring.score import score
from scoring.squares import Square
from vision.reading import Option, Question, Reading, Unread, reading_from_json

Json = dict[str, Any]
Outcome = Reading | Unread

MISREGISTERED_TENTHS = 2.5
"""Grid corners off by more than this many tenths of a square: borders are then looked for in the wrong place."""
STEPS = ("found", "sheet", "registered", "drawn or empty", "letters", "colours", "partition", "boxes", "none")
"""Where a reading can first go wrong, in the order of the walk; `none` is a right one."""


@dataclass(frozen=True, slots=True)
class Errors:
    """What differs between a reading and the truth."""

    drawn: frozenset[Square]
    """Read as empty but drawn on, or the other way round."""
    letters: frozenset[Square]
    """A cat taken for a treasure, or a common one for a rare one."""
    colours: frozenset[Square]
    partition: frozenset[Square]
    """Read with the right mark, but together with the wrong squares."""
    lessons: frozenset[int]
    specials: frozenset[str]

    @property
    def squares(self) -> frozenset[Square]:
        """Squares read with the wrong mark."""
        return self.drawn | self.letters | self.colours

    @property
    def any(self) -> bool:
        """Whether anything differs at all."""
        return bool(self.squares or self.partition or self.lessons or self.specials)


def truths(truth: Json) -> list[Json]:
    """The sheets of a photo; most have one."""
    parts: list[Json] = truth.get("parts", [truth])
    return parts


def true_reading(part: Json) -> Reading | None:
    """What is on the sheet; None where a fair reader gives no reading."""
    if "discoveries" not in part:
        return None
    outcome = reading_from_json({**part, "photo": part.get("photo", ""), "status": "ok", "questions": []})
    return outcome if isinstance(outcome, Reading) else None


def errors(read: Reading, true: Reading) -> Errors:
    """Every difference between the two."""
    ours, theirs = _marks(read.marked_boat.discoveries), _marks(true.marked_boat.discoveries)
    wrong: dict[str, set[Square]] = {"drawn": set(), "letters": set(), "colours": set(), "partition": set()}
    for square in ours.keys() | theirs.keys():
        kind = _difference(ours.get(square), theirs.get(square))
        if kind:
            wrong[kind].add(square)
    return Errors(
        **{kind: frozenset(squares) for kind, squares in wrong.items()},
        lessons=frozenset({*read.lessons} ^ {*true.lessons}),
        specials=frozenset(str(s) for s in {*read.specials} ^ {*true.specials}),
    )


def _marks(discoveries: Sequence[Discovery]) -> dict[Square, Discovery]:
    return {square: d for d in discoveries for square in d.squares}


def _difference(ours: Discovery | None, theirs: Discovery | None) -> str:
    if ours is None or theirs is None:
        return "drawn" if ours is not theirs else ""
    if ours.kind is not theirs.kind:
        return "letters"
    if ours.colour is not theirs.colour:
        return "colours"
    return "partition" if ours.squares != theirs.squares else ""


def asked(reading: Reading, wrong: Errors) -> bool:
    """Whether the questions name everything that is wrong."""
    squares = frozenset().union(*(q.squares for q in reading.questions)) if reading.questions else frozenset()
    lessons = {n for q in reading.questions for o in q.options for n in o.lessons} | {
        q.lesson for q in reading.questions
    }
    specials = {str(s) for q in reading.questions for o in q.options for s in o.specials}
    specials |= {str(q.special) for q in reading.questions}
    boxes = wrong.lessons <= lessons and wrong.specials <= specials
    return boxes and wrong.squares | wrong.partition <= squares


def answered_by_truth(reading: Reading, true: Reading) -> Reading:
    """The reading after a person who knows the truth answered every question, as far as an option says it."""
    for question in reading.questions:
        best = max(range(len(question.options)), key=lambda i: _agrees(question, question.options[i], true))
        reading = reading.answered(question, best)
    return reading


def _agrees(question: Question, option: Option, true: Reading) -> tuple[float, float]:
    """How well an option says what is true: its discoveries, and its boxes."""
    theirs = {s.discovery for s in true.seen}
    ours = _marks(option.discoveries)
    held = _marks([d for d in theirs if d.squares & question.squares])
    squares = question.squares | ours.keys()
    right = sum(ours.get(s) == held.get(s) for s in squares) / max(1, len(squares))
    numbers = {n for o in question.options for n in o.lessons}
    specials = {s for o in question.options for s in o.specials}
    boxes = ({*option.lessons} == {*true.lessons} & numbers) + ({*option.specials} == {*true.specials} & specials)
    return right, float(boxes)


def registration_tenths(seen: NDArray[np.float64], part: Json) -> tuple[float, float]:
    """How far the reader's grid corners lie from the true ones, in tenths of a square: root mean square, and most.

    Only corners of squares that the boat has count.
    """
    true = np.array(part["corners_px"])
    reading = true_reading(part)
    squares = reading.marked_boat.boat.squares if reading else frozenset()
    held = sorted({(s.row + down, s.col + right) for s in squares for down in (0, 1) for right in (0, 1)})
    rows, cols = np.array(held).T
    side = np.linalg.norm(true[:, 1:] - true[:, :-1], axis=-1)
    size = np.concatenate([side, side[:, -1:]], axis=1)[rows, cols]
    off = 10 * np.linalg.norm(seen[rows, cols] - true[rows, cols], axis=-1) / size
    return float(np.sqrt((off**2).mean())), float(off.max())


def compared(outcome: Outcome | None, part: Json, corners: NDArray[np.float64] | None) -> Json:
    """All that the tables need of one sheet, as plain data."""
    true = true_reading(part)
    status = "unreadable" if outcome is None or isinstance(outcome, Unread) else str(outcome.status)
    line: Json = {"status": status, "fair": status in part["fair"], "owed": part["status"]}
    if isinstance(outcome, Unread):
        line |= {"reason": outcome.reason, "problem": outcome.problem}
    if true is None:
        return line | {"readable": False}
    line |= {"readable": True, "squares": len(true.marked_boat.boat.squares), "total": score(true.marked_boat).total}
    if not isinstance(outcome, Reading):
        return line | {"first_wrong": "found"}
    line["mirrored_right"] = outcome.mirrored == part.get("mirrored", False)
    if corners is not None and corners.shape == np.shape(part["corners_px"]):
        line["off_rms"], line["off_most"] = (round(v, 3) for v in registration_tenths(corners, part))
    return line | _reading_line(outcome, true, line)


def _reading_line(read: Reading, true: Reading, line: Mapping[str, Any]) -> Json:
    right_boat = read.boat == true.boat
    wrong = errors(read, true) if right_boat else None
    total = score(read.marked_boat).total
    known = {s.discovery for s in true.seen}
    settled = answered_by_truth(read, true) if right_boat else read
    return {
        "sheet_right": read.sheet == true.sheet,
        "exact_score": right_boat and total == score(true.marked_boat).total,
        "read_total": total,
        "exact": wrong is not None and not wrong.any,
        "exact_discoveries": right_boat and {s.discovery for s in read.seen} == known,
        "exact_answered": right_boat and not errors(settled, true).any,
        "asked": wrong is not None and asked(read, wrong),
        "questions": len(read.questions),
        "wrong": {} if wrong is None else _listed(wrong),
        "first_wrong": _first_wrong(right_boat, wrong, line.get("off_rms")),
        "confidences": [[round(s.confidence, 5), int(s.discovery in known)] for s in read.seen],
    }


def _listed(wrong: Errors) -> Json:
    return {
        "drawn": sorted(wrong.drawn),
        "letters": sorted(wrong.letters),
        "colours": sorted(wrong.colours),
        "partition": sorted(wrong.partition),
        "lessons": sorted(wrong.lessons),
        "specials": sorted(wrong.specials),
    }


def _first_wrong(right_boat: bool, wrong: Errors | None, off_rms: float | None) -> str:  # noqa: FBT001  (two facts)
    if not right_boat or wrong is None:
        return "sheet"
    if not wrong.any:
        return "none"
    if off_rms is not None and off_rms > MISREGISTERED_TENTHS:
        return "registered"
    kinds = (
        ("drawn or empty", wrong.drawn),
        ("letters", wrong.letters),
        ("colours", wrong.colours),
        ("partition", wrong.partition),
        ("boxes", wrong.lessons or wrong.specials),
    )
    return next(name for name, found in kinds if found)
