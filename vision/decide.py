"""Evidence to Reading: certainty is made here, once. What stays in doubt becomes a question.

Every item of the reading (a knot of squares, a pen's colour, a box) has its risk of being wrong, and its stake: the
part of it that would change the score. The largest stakes are asked about until the score is right with the wanted
probability; what changes nothing is asked about only where it is truly open.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.discoveries import Colour, Discovery, Kind
from scoring.lesson_sheet import LessonSheet
from scoring.marked_boat import Special
from scoring.squares import Shape, Square
from vision.assemble import Block, Division, Knot, assemble
from vision.boxes import Odds
from vision.colours import COLOURS, weigh_colours
from vision.crossed_out import without_crossed_out
from vision.evidence import Evidence, blurred_where_lost
from vision.letters import Letters, letters_of
from vision.lone_sides import LoneSides
from vision.mixed_lines import as_lines_say
from vision.problems import NoColours, TooUnclear
from vision.reading import About, Option, Question, Reading, Seen
from vision.rims import Rims, lines_of, middles_of, whose
from vision.size_habits import as_sizes_say
from vision.stakes import stakes

Floats = NDArray[Any]
NOBODY = -1
"""No cat's pen: the treasures'."""


@dataclass(frozen=True, slots=True)
class DecideTuning:
    """The only bars of the reader."""

    right_unasked: float = 0.995
    """`ok` means that the whole score is right with this probability."""
    always_ask: float = 0.02
    """An item with more at stake than this is asked about even when it is the only one."""
    open: float = 0.1
    """An item with more risk than this is asked about even when the score does not depend on it."""
    together: float = 0.01
    """Items with less risk than this are not wrong at once."""
    telling: float = 0.95
    """Discoveries surer than this tell whether doubtful ones are cats or treasures, on a boat marked in patterns."""
    least_option: float = 0.003
    """Less likely ways are not offered."""
    most_options: int = 4
    most_questions: int = 24
    """Beyond it a person is quicker with a new photo, or with tapping the boat in."""


@dataclass(frozen=True, slots=True)
class _Item:
    """Something that may be wrong, and what to ask about it."""

    risk: float
    question: Question
    stake: float = 1.0
    """How much of the risk would change the score."""

    def urgency(self, tuning: DecideTuning) -> float:
        """What decides whether it is asked about."""
        return self.risk if self.risk > tuning.open else min(self.risk, self.stake)


def decide(
    evidence: Evidence, name: str, lesson_sheet: LessonSheet | None = None, tuning: DecideTuning = DecideTuning()
) -> Reading:
    """The most probable reading, with questions where it may be wrong and that matters.

    Without a lesson sheet the score is that of the default one.
    """
    geometry = evidence.ink.flat.geometry
    knots, pens = _explained(evidence, tuning)
    items = [item for knot in knots if (item := _knot_item(knot, pens, evidence.lost, tuning)) is not None]
    items += _colour_items(knots, pens, tuning)
    items += _box_items(evidence)
    reading = Reading(
        photo=name,
        sheet=geometry.sheet,
        boat=geometry.boat.name,
        seen=tuple(sorted(_seen(knots, pens), key=lambda seen: min(seen.discovery.squares))),
        lessons=tuple(n for n, odds in sorted(evidence.boxes.lessons.items()) if odds.marked > 0.5),  # noqa: PLR2004
        specials=tuple(s for s, odds in evidence.boxes.specials.items() if odds.marked > 0.5),  # noqa: PLR2004
        mirrored=evidence.ink.flat.found.mirrored,
    )
    questions = _to_ask(items, tuning)
    if questions:
        questions = _to_ask(_with_stakes(items, reading, lesson_sheet, tuning), tuning)
    if len(questions) > tuning.most_questions:
        raise TooUnclear(f"Too much on the sheet is in doubt ({len(questions)} places).")
    return replace(reading, questions=questions)


def _explained(evidence: Evidence, tuning: DecideTuning) -> tuple[tuple[Knot, ...], "_Pens"]:
    """What lies where and in whose ink, found twice where the first time leaves lines that nobody drew."""
    squares = frozenset(evidence.ink.flat.geometry.squares)
    marks = blurred_where_lost(evidence.marks, evidence.lost)
    knots = assemble(marks, squares)
    if not evidence.key.friendly:  # there crosses and rings are patterns
        drawn = [b.squares for knot in knots for b in knot.ways[0].drawn]
        crossed = without_crossed_out(marks, drawn, evidence.dots, evidence.ink.flat.geometry.boat.rats)
        if crossed is not marks:
            marks = crossed
            knots = assemble(marks, squares)
    pens = _pens(evidence, knots, tuning)
    commons = [b.squares for knot in knots for b in knot.ways[0].drawn if b.kind is Kind.COMMON]
    sized = as_sizes_say(marks, pens.alike(knots), commons)
    if sized is not marks:
        marks = sized
        knots = assemble(marks, squares)
        pens = _pens(evidence, knots, tuning)
    if pens.lone is not None:
        told = pens.lone.shut_in(marks, pens.owners(knots), squares - evidence.lost)
        if told is not marks:
            knots = assemble(told, squares)
            pens = _pens(evidence, knots, tuning)
    middles = middles_of(evidence.dots) if pens.lone is None else pens.lone.lines.middles
    read, letters = _drawn(knots), letters_of(middles, knots)
    return tuple(_rimmed(knot, read, pens, letters, evidence.lost) for knot in knots), pens


def _drawn(knots: Iterable[Knot]) -> Shape:
    """All squares that are some discovery's, as it is read."""
    return frozenset().union(*(b.squares for knot in knots for b in knot.ways[0].drawn))


def _surely(knots: Iterable[Knot], tuning: DecideTuning) -> list[tuple[Shape, Kind]]:
    """The discoveries that tell what doubtful ones are like."""
    ways = (knot.ways[0] for knot in knots if knot.ways[0].odds > tuning.telling)
    return [(b.squares, b.kind) for way in ways for b in way.drawn if b.kind is not None]


def _with_stakes(
    items: Sequence[_Item], reading: Reading, lesson_sheet: LessonSheet | None, tuning: DecideTuning
) -> list[_Item]:
    """The items that may be asked about with what is at stake; the others' risk is too small to look at.

    What glare hides is a question whatever it changes.
    """
    least = (1 - tuning.right_unasked) / max(len(items), 1) / 2
    doubtful = [item for item in items if item.risk > least and item.question.about is not About.GLARE]
    found = stakes(reading, [(item.risk, item.question) for item in doubtful], lesson_sheet, tuning.together)
    weighed = [replace(item, stake=stake) for item, stake in zip(doubtful, found, strict=True)]
    return [*weighed, *(item for item in items if item not in doubtful)]


@dataclass(frozen=True, eq=False)
class _Pens:
    """The colour of every cat that may be on the boat: its odds, and which pen drew it."""

    odds: dict[Shape, tuple[float, ...]]
    group: dict[Shape, int]
    member: Mapping[Shape, Floats] = field(default_factory=dict)
    """How likely it is each pen's, where there is more than one."""
    lone: LoneSides | None = None
    """Whose ink the boat's lines show, where there is more than one pen."""
    patterned: Mapping[Shape, float] = field(default_factory=dict)
    """The log odds that a pattern fills what may be a cat, where boats are drawn in patterns,"""
    marked: Mapping[Shape, float] = field(default_factory=dict)
    """and that a pattern or a letter does, against squares that were left empty."""

    def best(self, squares: Shape) -> Colour:
        """The likeliest colour."""
        return COLOURS[int(np.argmax(self.odds[squares]))]

    def sure(self, squares: Shape) -> float:
        """How likely it is that one."""
        return max(self.odds[squares])

    def owners(self, knots: Iterable[Knot]) -> dict[Square, int]:
        """Which pen drew each square; the treasures' is none of the cats'."""
        return {
            s: self.group[b.squares] if b.kind is Kind.CAT else NOBODY
            for knot in knots
            for b in knot.ways[0].drawn
            for s in b.squares
        }

    def alike(self, knots: Iterable[Knot]) -> list[list[Shape]]:
        """The cats of each pen, or pattern."""
        found: dict[int, list[Shape]] = {}
        for knot in knots:
            for b in knot.ways[0].drawn:
                if b.kind is Kind.CAT:
                    found.setdefault(self.group[b.squares], []).append(b.squares)
        return list(found.values())

    def discovery(self, block: Block) -> Discovery:
        """The block as a discovery."""
        assert block.kind is not None  # noqa: S101  (callers pass drawn blocks)
        return Discovery(block.kind, block.squares, self.best(block.squares) if block.kind is Kind.CAT else None)


def _pens(evidence: Evidence, knots: Sequence[Knot], tuning: DecideTuning) -> _Pens:
    """Colours of the cats of the best ways, learnt together; other ways' cats are weighed beside them."""
    read = _drawn(knots)
    best = [b.squares for knot in knots for b in knot.ways[0].drawn if b.kind is Kind.CAT]
    every = dict.fromkeys(best)
    for knot in knots:
        for way in knot.ways[1:]:
            every |= dict.fromkeys(b.squares for b in way.drawn if b.kind is Kind.CAT)
    cats = list(every)
    weighed = weigh_colours(evidence.dots, evidence.marks.pens, cats, len(best), evidence.key.inks, read)
    grey = [at for at in range(len(best)) if weighed.grey[at]]
    if best and evidence.key.colourless and not evidence.key.friendly:
        raise NoColours("The picture is black and white, so the cats' colours are not to be seen.")
    if evidence.key.friendly or (best and len(grey) > len(best) / 2):
        from vision.patterns import pattern_odds  # few boats have patterns, and weighing them loads more

        told = pattern_odds(evidence.ink, cats, len(best), evidence.key, _surely(knots, tuning))
        return _Pens(
            {c: tuple(told.colours[i]) for i, c in enumerate(cats)},
            dict(zip(cats, told.group.tolist(), strict=True)),
            patterned={c: float(told.patterned[i]) for i, c in enumerate(cats)},
            marked={c: float(told.marked[i]) for i, c in enumerate(cats)},
        )
    lines = lines_of(evidence.dots, weighed.pens)
    member = whose(weighed.member, cats, lines)
    treasures = read - frozenset().union(*best)
    member = as_lines_say(member, cats, len(best), treasures, evidence.ink, weighed.pens)
    lone, taken = LoneSides(lines), read | evidence.lost
    member = lone.whose(member, cats, taken)
    group = member.argmax(axis=1)
    unknown = np.array([lone.unknown(cat, pen, taken) for cat, pen in zip(cats, group.tolist(), strict=True)])[:, None]
    missing = weighed.missing()
    unknown = unknown * missing.max()
    odds = (1 - unknown) * (member @ weighed.by_group) + unknown * missing / max(float(missing.sum()), 1e-9)
    return _Pens(
        {c: tuple(odds[i]) for i, c in enumerate(cats)},
        {c: int(group[i]) for i, c in enumerate(cats)},
        dict(zip(cats, member, strict=True)),
        lone,
    )


def _rimmed(knot: Knot, read: Shape, pens: _Pens, letters: Letters, lost: Shape) -> Knot:
    """The knot with its ways weighed anew.

    An outline in several colours, or with gaps, is no cat's; one in colour, or without the letter that all others have,
    is no treasure's; a line between empty squares, or a pattern on them, is somebody's. Between two treasures
    a line runs all along.
    """
    if len(knot.ways) == 1:
        return knot
    drawn = [frozenset().union(*(b.squares for b in way.drawn)) for way in knot.ways]
    every, others = frozenset().union(*drawn), read - drawn[0]
    logs = [
        sum(_rim(b, mine | others | lost, pens, letters) for b in way.drawn if not b.squares & lost)
        for way, mine in zip(knot.ways, drawn, strict=True)
    ]
    empty = [every - mine - lost for mine in drawn]
    if pens.lone is None:
        logs = [log + min(-pens.marked.get(left, 0.0), 0.0) for log, left in zip(logs, empty, strict=True)]
    else:
        lines = pens.lone.lines
        logs = [
            log + lines.ink.lines_of_nobody(lines.bare(left), others | mine | left) + _parted(way, lines.ink, lost)
            for log, way, mine, left in zip(logs, knot.ways, drawn, empty, strict=True)
        ]
    return knot.weighed(logs)


def _parted(way: Division, ink: Rims, lost: Shape) -> float:
    """What the lines between this way's treasures say against them: log odds of 0, or less."""
    treasures = [b.squares for b in way.drawn if b.kind is not Kind.CAT and not b.squares & lost]
    return sum(ink.against_two(one, other) for one, other in combinations(treasures, 2))


def _rim(block: Block, taken: Shape, pens: _Pens, letters: Letters) -> float:
    """What its outline, its pattern or its missing letter says against this block: log odds of 0, or less.

    `taken` are the squares beside which no side is lone.
    """
    cat = block.kind is Kind.CAT
    forgotten = 0.0 if cat else letters.against_a_treasure(block.squares)
    if pens.lone is None:
        patterned = pens.patterned.get(block.squares, 0.0)
        return forgotten + min(patterned if cat else -patterned, 0.0)
    lone, lines = pens.lone, pens.lone.lines
    if not cat:
        coloured = lines.black.against_a_treasure(block.squares) + lone.against_a_treasure(block.squares, taken)
        return forgotten + coloured
    against = [
        own.against_a_cat(block.squares) + lone.against_a_cat(block.squares, pen, taken)
        for pen, own in enumerate(lines.own)
    ]
    return float(np.log(pens.member[block.squares] @ np.exp(against)))


def _seen(knots: Iterable[Knot], pens: _Pens) -> Iterable[Seen]:
    for knot in knots:
        for block in knot.ways[0].drawn:
            sure = knot.sure_of(block) * (pens.sure(block.squares) if block.kind is Kind.CAT else 1.0)
            yield Seen(pens.discovery(block), min(sure, 1.0))


def _knot_item(knot: Knot, pens: _Pens, lost: Shape, tuning: DecideTuning) -> _Item | None:
    """What to ask about how a knot is divided."""
    best = knot.ways[0]
    ways = [w for w in knot.ways if w is best or w.odds > tuning.least_option * best.odds][: tuning.most_options]
    if len(knot.ways) == 1:
        return None
    rivals = ways[1:] or knot.ways[1:2]
    doubt = frozenset().union(*(_differing(best, way) for way in rivals))
    options = [
        Option(tuple(pens.discovery(b) for b in way.drawn if b.squares & doubt), odds=way.odds)
        for way in (best, *rivals)
    ]
    return _Item(1 - best.odds, Question(_about(best, rivals[0], lost), doubt, tuple(options)))


def _differing(a: Division, b: Division) -> Shape:
    """The squares that the two ways explain differently."""
    blocks = {*a.blocks} ^ {*b.blocks}
    return frozenset().union(*(block.squares for block in blocks))


def _about(best: Division, other: Division, lost: Shape) -> About:
    if _differing(best, other) & lost:
        return About.GLARE
    drawn = frozenset().union(*(b.squares for b in best.drawn)), frozenset().union(*(b.squares for b in other.drawn))
    if drawn[0] != drawn[1]:
        return About.DRAWN
    if {b.squares for b in best.drawn} == {b.squares for b in other.drawn}:
        kinds = {b.kind for b in {*best.drawn} ^ {*other.drawn}}
        return About.LETTER if Kind.CAT not in kinds else About.KIND
    return About.HOW_MANY if len(best.drawn) != len(other.drawn) else About.SHAPE


def _colour_items(knots: Iterable[Knot], pens: _Pens, tuning: DecideTuning) -> list[_Item]:
    """One question a pen whose colour is in doubt; a cat that may be of two pens has one of its own."""
    cats = [b.squares for knot in knots for b in knot.ways[0].drawn if b.kind is Kind.CAT]
    together: dict[tuple[int, Colour], list[Shape]] = {}
    for squares in cats:
        together.setdefault((pens.group[squares], pens.best(squares)), []).append(squares)
    items = []
    for members in together.values():
        shared = max(pens.sure(s) for s in members)
        alike = [s for s in members if pens.sure(s) >= shared - tuning.always_ask]
        for asked in (alike, *([s] for s in members if s not in alike)):
            odds = np.mean([pens.odds[s] for s in asked], axis=0)
            order = [i for i in np.argsort(-odds) if odds[i] > tuning.least_option][:3]
            order += [int(np.argsort(-odds)[1])] if len(order) < 2 else []  # noqa: PLR2004  (a question has two sides)
            options = tuple(
                Option(tuple(Discovery(Kind.CAT, s, COLOURS[i]) for s in asked), odds=float(odds[i])) for i in order
            )
            squares = frozenset().union(*asked)
            items.append(_Item(1 - float(odds[order[0]]), Question(About.COLOUR, squares, options)))
    return items


def _box_items(evidence: Evidence) -> list[_Item]:
    items = []
    for number, odds in evidence.boxes.lessons.items():
        ticked, empty = Option(lessons=(number,), odds=odds.marked), Option(odds=1 - odds.marked)
        items.append(
            _Item(_box_risk(odds), Question(About.LESSON, frozenset(), _likelier(ticked, empty), lesson=number))
        )
    for special, odds in evidence.boxes.specials.items():
        ticked, empty = Option(specials=(Special(special),), odds=odds.marked), Option(odds=1 - odds.marked)
        question = Question(About.SPECIAL, frozenset(), _likelier(ticked, empty), special=special)
        items.append(_Item(_box_risk(odds), question))
    return items


def _box_risk(odds: Odds) -> float:
    """A mark taken back is a question, whatever the reader makes of it."""
    return max(min(odds.marked, 1 - odds.marked), odds.taken_back)


def _likelier(ticked: Option, empty: Option) -> tuple[Option, ...]:
    return (ticked, empty) if ticked.odds > empty.odds else (empty, ticked)


def _to_ask(items: Sequence[_Item], tuning: DecideTuning) -> tuple[Question, ...]:
    """The most urgent items, until the rest is right together; no two of them about the same discovery."""
    questions: list[Question] = []
    left = sorted(((item.urgency(tuning), i) for i, item in enumerate(items)))
    while left and (left[-1][0] > tuning.always_ask or np.prod([1 - u for u, _ in left]) < tuning.right_unasked):
        question = items[left.pop()[1]].question
        taken = {d for q in questions for o in q.options for d in o.discoveries}
        taken_squares = frozenset().union(*(d.squares for d in taken))
        free = _without(question, taken_squares)
        if free is not None:
            questions.append(free)
    return tuple(questions)


def _without(question: Question, taken: Shape) -> Question | None:
    """The question without discoveries that another one asks about already; None when nothing is left to ask."""
    if not question.squares & taken:
        return question
    options = tuple(
        Option(tuple(d for d in o.discoveries if not d.squares & taken), o.lessons, o.specials, o.odds)
        for o in question.options
    )
    if question.about is not About.COLOUR or not options[0].discoveries:
        return None
    squares = frozenset().union(*(d.squares for d in options[0].discoveries))
    return Question(question.about, squares, options)
