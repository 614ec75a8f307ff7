"""The board: one component that shows a boat, its lines and questions, and sends back what is tapped."""

from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import streamlit as st

from pages.parts import visit
from pages.parts.visit import Picture, Player
from pages.parts.words import Words
from scoring.cards import ScoreCard, ScoreLine
from scoring.discoveries import Colour, Discovery, Kind
from scoring.lesson_sheet import lesson_text
from scoring.rooms import room_said
from scoring.squares import Shape
from scoring.texts import saying
from sheets.geometry import Box, Geometry
from table.edits import PENS
from vision.reading import Option, Question, Reading, Seen

ASSETS = Path(__file__).parents[1] / "data" / "board"
MARGIN_MM = 3.0
SURE = 0.995
"""Below, a touched discovery says how sure the reader is of it."""
Json = dict[str, Any]


def _script(*names: str) -> str:
    return "\n".join((ASSETS / name).read_text(encoding="utf-8") for name in names)


BOARD = st.components.v2.component(
    "boatscore.board",
    html='<div class="board"></div>',
    css=(ASSETS / "board.css").read_text(encoding="utf-8"),
    js=_script(*sorted(path.name for path in ASSETS.glob("*.js") if path.name[0].isdigit())),
)
SHELF = st.components.v2.component("boatscore.shelf", js=_script("2-pictures.js", "shelf.js"))


def shelve(pictures: Sequence[Picture]) -> None:
    """Send pictures to the visitor's browser, apart from the boards that show them: those change at every tap."""
    for number, picture in {picture.id: picture for picture in pictures}.items():
        data = {"id": number, "type": picture.mime, "bytes": b64encode(picture.data).decode()}
        SHELF(key=f"shelf-{number}", data=data, height=1)


def board(
    player: Player,
    card: ScoreCard | None,
    words: Words,
    *,
    key: str,
    on_gesture: Callable[[], None],
    lit: Shape = frozenset(),
    lit_number: int = 0,
    editing: bool = False,
    among: Iterable[Player] = (),
) -> None:
    """Show a player's boat; without a score card it can only be looked at.

    `among` are the others whose taps `on_gesture` carries out too: their boards may have left the page with some.
    """
    listening = [player, *among] if card else []
    heard = {visit.address(each.id): each.heard for each in listening}
    data = board_data(player, card, words) | {"of": visit.address(player.id), "heard": heard}
    if lit_number:
        data["lit"] = {"number": lit_number, "squares": _squares(lit)}
    if editing:
        data["start"] = "edit"
    BOARD(key=key, data=data, on_gesture_change=on_gesture)


def gestures(key: str, number: int) -> list[object]:
    """What was tapped on the boat of this number and came through the board of this key, some carried out before.

    Nothing where the board has just left the page, although a slow browser still shows it: the next one sends it.
    """
    state = st.session_state.get(key)
    tapped = list(state.get("gesture") or []) if state else []
    return [each for each in tapped if isinstance(each, dict) and each.get("of") == visit.address(number)]


def board_data(player: Player, card: ScoreCard | None, words: Words) -> Json:
    """Everything the board shows, in the visitor's language."""
    reading, geometry = player.reading, player.geometry
    return {
        "words": _texts(words),
        "picture": {"id": player.flat.id, "area": [0, 0, *geometry.page_mm]},
        "photo": {"id": player.photo.id} if player.photo else None,
        "view": _view(geometry),
        "squares": _square_data(geometry, words.lang),
        "discoveries": [_discovery_data(seen, words) for seen in reading.seen],
        "questions": [_question_data(question, geometry, words) for question in reading.questions],
        "score": {
            "total": card.total,
            "unit": words("points_unit", n=card.total),
            "lines": [_line_data(line, words, f"rule.{line.rule}") for line in card.lines],
        }
        if card
        else None,
        "sister": {
            "total": card.sister.total,
            "lines": [_line_data(line, words, _sister_rule(line)) for line in card.sister.lines],
        }
        if card and card.sister
        else None,
        "winner": words(f"winner.{card.winner}") if card and card.winner else None,
        "findings": [{"text": f.why.text(words.lang), "squares": _squares(f.squares)} for f in card.audit]
        if card
        else [],
        "status": _status(player, words),
        "pens": [
            {"name": pen.name, "label": words(f"pen.{pen.name}"), "letter": words(f"letter.{pen.name}")} for pen in PENS
        ],
        "hints": {tool: words(f"hint.{tool}") for tool in ("pen", "erase", "join", "split")},
        "can": {"undo": player.history.can_undo, "redo": player.history.can_redo},
        "message": words(f"refused.{player.message}") if player.message else None,
        "editable": card is not None,
        "start": "look",
    }


def about_discovery(discovery: Discovery, words: Words) -> str:
    """A discovery in words: Blue cat, 4 squares."""
    what = words(f"pen.{discovery.colour or discovery.kind}")
    if discovery.oshax:
        what = words("oshax_of", what=what)
    return words("of_squares", what=what, n=len(discovery.squares))


def counted(discoveries: Sequence[Discovery], words: Words) -> str:
    """What lies there, counted: 2 blue cats + 1 common treasure; nothing drawn."""
    counts = Counter(d.colour or d.kind for d in discoveries)
    order: tuple[Colour | Kind, ...] = (*Colour, Kind.COMMON, Kind.RARE)
    said = [
        saying(f"cats.{thing}" if isinstance(thing, Colour) else f"{thing}-treasures", n=counts[thing]).text(words.lang)
        for thing in order
        if counts[thing]
    ]
    return " + ".join(said) or words("empty")


def lesson_name(number: int, words: Words) -> str:
    """A lesson's number and title, as on the sheet: 12 · Full edge."""
    try:
        return f"{number} · {lesson_text(number, words.lang).title}"
    except KeyError:
        return str(number)


def _texts(words: Words) -> Json:
    keys = (
        "empty", "boat_label", "questions_title", "questions_hint", "on_photo", "score_label", "lines_label",
        "findings_title", "sister_title", "edit", "done", "large", "show_all", "touch_hint", "worth_nothing",
        "erase_whole", "is_oshax", "tools", "erase", "join", "split", "undo", "redo", "cut", "next_one",
        "photo_enlarge", "photo_alt", "photo_caption",
    )  # fmt: skip
    return {key: words(key) for key in keys}


def _view(geometry: Geometry) -> list[float]:
    boxes = geometry.squares.values()
    left, top = min(b.x for b in boxes) - MARGIN_MM, min(b.y for b in boxes) - MARGIN_MM
    right, bottom = max(b.x + b.w for b in boxes) + MARGIN_MM, max(b.y + b.h for b in boxes) + MARGIN_MM
    return [round(length, 2) for length in (left, top, right - left, bottom - top)]


def _square_data(geometry: Geometry, lang: str) -> list[Json]:
    """Each square with its box and its name, from the top left."""
    words = Words(lang)
    boat = geometry.boat
    data = []
    for square, box in sorted(geometry.squares.items()):
        room = boat.rooms[square]
        label = words("square", row=square.row + 1, col=square.col + 1, room=room_said(boat, room).text(lang))
        if square in boat.rats:
            label += words("square_rat")
        if square in boat.maps:
            label += words("square_map", colour=words(f"map.{boat.maps[square]}"))
        data.append({"at": list(square), "box": [round(length, 2) for length in box], "label": label})
    return data


def _discovery_data(seen: Seen, words: Words) -> Json:
    discovery = seen.discovery
    note = words("by_hand") if seen.by_hand else ""
    if not seen.by_hand and seen.confidence < SURE:
        note = words("how_sure", percent=f"{seen.confidence:.0%}".replace("%", ""))
    return _shape_data(discovery, words) | {
        "label": about_discovery(discovery, words),
        "hand": seen.by_hand,
        "note": note,
        "cat": discovery.kind is Kind.CAT,
        "oshax": discovery.oshax,
    }


def _shape_data(discovery: Discovery, words: Words) -> Json:
    pen = str(discovery.colour or discovery.kind)
    return {"squares": _squares(discovery.squares), "pen": pen, "letter": words(f"letter.{pen}")}


def _question_data(question: Question, geometry: Geometry, words: Words) -> Json:
    boxes: Mapping[Any, Box] = {**geometry.lessons, **geometry.specials}
    box = boxes.get(question.lesson if question.lesson is not None else question.special)
    return {
        "name": question.name,
        "title": _question_title(question, words),
        "squares": _squares(question.squares),
        "box": list(box) if box else None,
        "options": [_option_data(option, question, words) for option in question.options],
    }


def _question_title(question: Question, words: Words) -> str:
    if question.lesson is not None:
        return words("ask.lesson", lesson=lesson_name(question.lesson, words))
    if question.special is not None:
        return words("ask.special", special=words(f"special.{question.special}"))
    return words(f"ask.{question.about.name.lower()}")


def _option_data(option: Option, question: Question, words: Words) -> Json:
    ticked = bool(option.lessons or option.specials)
    boxed = question.lesson is not None or question.special is not None
    return {
        "label": words("ticked" if ticked else "not_ticked") if boxed else counted(option.discoveries, words),
        "discoveries": [_shape_data(d, words) | {"hand": False} for d in option.discoveries],
        "ticked": ticked,
    }


def _line_data(line: ScoreLine, words: Words, rule: str) -> Json:
    lang = words.lang
    return {
        "rule": line.rule,
        "title": saying(f"{rule}.title").text(lang),
        "rule_text": saying(f"{rule}.text").text(lang),
        "points": line.points,
        "count": f"× {len(line.items)}" if line.items else "",
        "items": [
            {
                "text": (f"{lesson_name(item.number, words)}: " if item.number is not None else "")
                + item.why.text(lang),
                "squares": _squares(item.squares),
                "points": item.points,
            }
            for item in line.items
        ],
        "notes": [note.why.text(lang) for note in line.notes],
    }


def _sister_rule(line: ScoreLine) -> str:
    return "rule.sister-lessons" if line.rule == "lessons" else f"rule.{line.rule}"


def _status(player: Player, words: Words) -> Json:
    reading: Reading = player.reading
    if reading.questions:
        return {"kind": "check", "sign": "?", "text": words("status.check", n=len(reading.questions))}
    if player.sha256 is None:
        return {"kind": "hand", "sign": "✎", "text": words("status.tapped")}
    if reading != player.history.first:
        return {"kind": "hand", "sign": "✎", "text": words("status.hand")}
    return {"kind": "ok", "sign": "✓", "text": words("status.ok")}


def _squares(squares: Shape) -> list[list[int]]:
    return [list(square) for square in sorted(squares)]
