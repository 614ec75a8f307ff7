"""What is decided, what is asked: by risk, and never two questions about one discovery."""

from dataclasses import replace

import numpy as np
import pytest
from inked import FELT, a_cat, ink_of, said

from scoring.discoveries import Colour, Kind
from scoring.marked_boat import MarkedBoat, Special
from scoring.score import score
from scoring.squares import Square
from sheets.layout import geometry_by_name
from vision.boxes import BoxEvidence, Odds
from vision.colours import dots_of
from vision.decide import DecideTuning, decide
from vision.evidence import Evidence
from vision.flatten import grid_of
from vision.marks import MarkOdds
from vision.patterns import PatternOdds
from vision.pen_key import PenKey
from vision.problems import TooUnclear
from vision.reading import About, Reading, Status, reading_from_json, reading_json

BOAT = geometry_by_name("boat-blue-en-a4").boat
BLACK = (0.06, 0.06, 0.06)
CATS = {a_cat(4, 1 + 4 * i): passes for i, passes in enumerate(FELT.values())}


def evidence_of(cats=CATS, lessons=None, side=None, kinds=None, lost=frozenset()) -> Evidence:
    """A boat with these outlined cats, seen surely but for what is named."""
    table = np.full((BOAT.rows, BOAT.cols, 4), 1e-6)
    table[:, :, 0] = 1
    right, down = np.full((BOAT.rows, BOAT.cols - 1), 1e-6), np.full((BOAT.rows - 1, BOAT.cols), 1e-6)
    for squares in cats:
        for s in squares:
            table[s] = (1e-6, 1, 1e-6, 1e-6)
            if Square(s.row, s.col + 1) in squares:
                right[s] = 1 - 1e-6
    for s, odds in (kinds or {}).items():
        table[s] = odds
    for s, odds in (side or {}).items():
        right[s] = odds
    marks = MarkOdds(table / table.sum(axis=2, keepdims=True), right, down, said(cats))
    boxes = {n: Odds(1e-6, 0.0) for n in range(1, 32)} | (lessons or {})
    specials = {special: Odds(1e-6, 0.0) for special in Special}
    ink = ink_of(cats)
    return Evidence(ink, dots_of(ink), marks, BoxEvidence(boxes, specials), PenKey(), frozenset(lost))


def test_a_sure_boat_is_read_without_a_question():
    reading = decide(evidence_of(lessons={3: Odds(1 - 1e-6, 0.0)}), "sure")
    assert reading.status is Status.OK
    assert {s.discovery.squares: s.discovery.colour for s in reading.seen} == dict(zip(CATS, FELT, strict=True))
    assert reading.lessons == (3,)


def test_a_side_in_doubt_is_one_question_that_names_its_squares_only():
    reading = decide(evidence_of(side={Square(4, 2): 0.8}), "doubt")
    (question,) = reading.questions
    assert question.about is About.HOW_MANY
    assert question.squares == a_cat(4, 1)
    now = {s.discovery for s in reading.seen}
    assert set(question.options[0].discoveries) <= now
    assert len(question.options[1].discoveries) == 2


def test_an_answer_puts_the_chosen_discoveries_into_the_reading():
    reading = decide(evidence_of(side={Square(4, 2): 0.8}), "doubt")
    answered = reading.answered(reading.questions[0], 1)
    assert answered.status is Status.OK
    assert len(answered.seen) == len(reading.seen) + 1
    assert sum(s.by_hand for s in answered.seen) == 2


def test_common_or_rare_is_asked_where_letter_and_size_leave_it_open():
    squares = frozenset({Square(4, 1), Square(4, 2), Square(4, 3), Square(4, 4)})
    odds = {s: (1e-6, 1e-6, 0.8, 0.2) for s in squares}
    boat = evidence_of({squares: (0.05, 0.05, 0.05)}, kinds=odds)
    (question,) = [q for q in decide(boat, "letter").questions if q.squares & squares]
    assert question.about is About.LETTER
    assert {o.discoveries[0].kind for o in question.options} == {Kind.COMMON, Kind.RARE}


def test_one_pen_of_unclear_colour_is_one_question_for_all_its_cats():
    """Reddish orange alone: no other pen to compare it with."""
    between = (0.85, 0.16, 0.09)
    reading = decide(evidence_of({a_cat(4, 1): between, a_cat(4, 6): between, a_cat(4, 11): between}), "orange?")
    (question,) = reading.questions
    assert question.about is About.COLOUR
    assert question.squares == a_cat(4, 1) | a_cat(4, 6) | a_cat(4, 11)
    assert {o.discoveries[0].colour for o in question.options} >= {Colour.ORANGE, Colour.RED}


@pytest.mark.parametrize("odds", [Odds(0.6, 0.0), Odds(0.02, 0.4)])
def test_a_box_in_doubt_or_taken_back_is_asked_about(odds):
    reading = decide(evidence_of(lessons={7: odds}), "box")
    (question,) = reading.questions
    assert question.about is About.LESSON and question.lesson == 7
    assert reading.answered(question, 0).lessons == reading.lessons
    assert reading.answered(question, 1).lessons != reading.lessons


def test_small_doubts_together_are_asked_until_the_rest_is_right_with_the_wanted_probability():
    earning = [n for n in range(1, 32) if score(MarkedBoat(BOAT, (), (n,))).lines[-1].points][:5]
    lessons = {n: Odds(0.003, 0.0) for n in earning}
    asked = decide(evidence_of({}, lessons=lessons), "many").questions
    left = len(earning) - len(asked)
    assert 0 < left < len(earning)
    assert 0.997**left > DecideTuning().right_unasked > 0.997 ** (left + 1)


def test_what_glare_hides_is_asked_not_guessed():
    lost = {Square(2, 5)}
    boat = evidence_of(kinds={Square(2, 5): (0.7, 0.3, 1e-6, 1e-6)}, lost=lost)
    assert About.GLARE in {q.about for q in decide(boat, "glare").questions}


def test_too_many_doubts_are_an_unreadable_photo():
    lessons = {n: Odds(0.5, 0.0) for n in range(1, 31)}
    with pytest.raises(TooUnclear):
        decide(evidence_of(lessons=lessons), "blur")


def test_questions_of_one_reading_share_no_discovery_and_survive_json():
    between = (0.85, 0.16, 0.09)
    cats = {a_cat(4, 1): between, a_cat(4, 4): between, a_cat(4, 11): between}
    reading = decide(evidence_of(cats, side={Square(4, 3): 0.2}), "both")
    seen: set = set()
    for question in reading.questions:
        squares = {s for option in question.options for d in option.discoveries for s in d.squares}
        assert not squares & seen
        seen |= squares
    back = reading_from_json(reading_json(reading))
    assert isinstance(back, Reading)
    assert [q.options[0].discoveries for q in back.questions] == [q.options[0].discoveries for q in reading.questions]


def test_what_two_ways_have_in_common_is_in_no_option_so_answers_in_any_order_make_a_boat():
    """A cat of unclear colour touched two that may be one: after its colour was answered, the answer about those two
    brought it in once more, in its old colour, on top of itself."""
    between, purple = (0.85, 0.16, 0.09), FELT[Colour.PURPLE]
    long = frozenset(Square(4, col) for col in range(4, 10))
    boat = evidence_of({a_cat(4, 1): between, long: purple}, side={Square(4, 3): 0.006, Square(4, 7): 0.5})
    boats = []
    for order in (1, -1):
        reading = decide(boat, "both")
        assert {q.about for q in reading.questions} == {About.COLOUR, About.HOW_MANY}
        for question in reading.questions[::order]:
            reading = reading.answered(question, 1)
        boats.append({d.squares: d.colour for d in reading.marked_boat.discoveries})
    assert boats[0] == boats[1]


def test_what_something_hides_is_shut_in_by_nothing(monkeypatch):
    """The rim of a gold coin was taken for the lines of an orange cat under it."""
    asked_about = []

    def shut_in(lone, marks, owner, squares):
        asked_about.append(squares)
        return marks

    monkeypatch.setattr("vision.decide.LoneSides.shut_in", shut_in)
    decide(evidence_of(lost={Square(2, 5)}), "coin")
    assert asked_about == [frozenset(BOAT.squares) - {Square(2, 5)}]


def test_no_side_is_lone_beside_what_the_same_way_draws_or_something_hides(monkeypatch):
    """A cat's side towards one that only a rival way has was lone there too: it was held against both."""
    asked = []

    def against_a_cat(lone, squares, pen, taken):
        asked.append((squares, taken))
        return 0.0

    monkeypatch.setattr("vision.decide.LoneSides.against_a_cat", against_a_cat)
    cat, beside, hidden = a_cat(4, 1), Square(4, 4), Square(2, 5)
    kinds = {beside: (0.6, 0.4, 1e-6, 1e-6)}
    decide(evidence_of({cat: FELT[Colour.PURPLE]}, kinds=kinds, side={Square(4, 3): 0.02}, lost={hidden}), "rival")
    ways = [taken for squares, taken in asked if squares == cat]
    assert {beside in taken for taken in ways} == {True, False}
    assert all(hidden in taken for taken in ways)


@pytest.mark.parametrize("crossed", [False, True])
def test_a_line_around_what_is_crossed_out_is_nobodys(monkeypatch, crossed):
    asked = []

    def lines_of_nobody(rims, empty, drawn):
        asked.append((empty, drawn))
        return 0.0

    monkeypatch.setattr("vision.rims.Rims.lines_of_nobody", lines_of_nobody)
    monkeypatch.setattr("vision.rims.Lines.bare", lambda lines, squares: frozenset() if crossed else squares)
    cat = a_cat(4, 1)
    decide(evidence_of(kinds=dict.fromkeys(cat, (0.4, 0.6, 1e-6, 1e-6))), "crossed")
    assert (cat in {empty for empty, _ in asked}) is not crossed
    assert all(cat <= drawn for _, drawn in asked), "and its squares' sides among each other are nobody's either"


@pytest.mark.parametrize("friendly", [False, True])
def test_crosses_and_rings_are_patterns_where_the_pen_key_has_some(monkeypatch, friendly):
    """Of 24 colour-friendly boats two had a pattern taken for a cross."""
    asked = []

    def without_crossed_out(marks, drawn, dots, rats):
        asked.append(rats)
        return marks

    monkeypatch.setattr("vision.decide.without_crossed_out", without_crossed_out)
    same = PatternOdds(np.full((5, 5), 0.2), np.arange(5), np.zeros(5), np.zeros(5))
    monkeypatch.setattr("vision.patterns.pattern_odds", lambda ink, cats, read, key, sure: same)
    evidence = evidence_of()
    decide(replace(evidence, key=PenKey(friendly=friendly)), "patterns")
    assert asked == ([] if friendly else [BOAT.rats])


def test_lines_that_are_not_one_pens_leave_a_cat_that_may_be_anothers(monkeypatch):
    """A cat was taken for none because its lines were not those of the likelier pen."""
    monkeypatch.setattr("vision.decide.LoneSides.whose", lambda lone, member, cats, taken: np.full_like(member, 0.2))
    doubtful = a_cat(4, 1)
    boat = evidence_of(kinds=dict.fromkeys(doubtful, (0.02, 0.98, 1e-6, 1e-6)))
    there = []
    for pens in ({0}, set(range(5))):
        monkeypatch.setattr(
            "vision.decide.LoneSides.against_a_cat", lambda lone, squares, of, taken, p=pens: -12.0 * (of in p)
        )
        there.append(any(d.squares == doubtful for d in decide(boat, "either").marked_boat.discoveries))
    assert there == [True, False]


def test_a_pen_that_nobody_knows_has_a_colour_that_none_of_the_others_has(monkeypatch):
    """Purple cats between red ones were asked about, on boats of all five colours."""
    purple = a_cat(4, 1 + 4 * list(FELT).index(Colour.PURPLE))
    monkeypatch.setattr("vision.decide.LoneSides.unknown", lambda lone, squares, *of: 0.3 * (squares == purple))
    assert decide(evidence_of(), "all five").status is Status.OK
    without_green = {squares: felt for squares, felt in CATS.items() if felt != FELT[Colour.GREEN]}
    (question,) = decide(evidence_of(without_green), "four").questions
    assert question.about is About.COLOUR
    assert [option.discoveries[0].colour for option in question.options] == [Colour.PURPLE, Colour.GREEN]


def test_one_pens_cats_that_all_have_a_rare_treasures_size_are_treasures():
    """Black r's by lamplight were faces in a fifth pen's cats: six treasures of a boat were read so."""
    bars = [frozenset(Square(row, col) for col in range(9, 13)) for row in (1, 2, 6)]
    seen = {
        s.discovery.squares: s.discovery.kind for s in decide(evidence_of(CATS | dict.fromkeys(bars, BLACK)), "r").seen
    }
    assert all(seen[bar] is Kind.RARE for bar in bars) and all(seen[cat] is Kind.CAT for cat in CATS)


@pytest.mark.parametrize(("patterned", "kind"), [(5.0, Kind.CAT), (-5.0, Kind.COMMON)])
def test_a_pattern_makes_a_cat_where_one_pen_drew_all(monkeypatch, patterned, kind):
    odds = PatternOdds(np.full((1, 5), 0.2), np.zeros(1, int), np.array([patterned]), np.array([patterned]))
    monkeypatch.setattr("vision.patterns.pattern_odds", lambda ink, cats, read, key, sure: odds)
    squares = frozenset({Square(4, 1), Square(4, 2)})
    boat = evidence_of({squares: (0.05, 0.05, 0.05)}, kinds=dict.fromkeys(squares, (1e-6, 0.5, 0.5, 1e-6)))
    (seen,) = decide(replace(boat, key=PenKey(friendly=True)), "patterns").seen
    assert seen.discovery.kind is kind


def test_what_a_pattern_fills_is_not_empty_where_one_pen_drew_all(monkeypatch):
    """The C on a treasure of one square is seen as a pattern; that made an empty square likelier than the treasure."""
    odds = PatternOdds(np.full((1, 5), 0.2), np.zeros(1, int), np.array([5.0]), np.array([5.0]))
    monkeypatch.setattr("vision.patterns.pattern_odds", lambda ink, cats, read, key, sure: odds)
    square = frozenset({Square(4, 1)})
    boat = evidence_of({}, kinds={Square(4, 1): (0.02, 0.001, 0.98, 1e-6)})
    (seen,) = decide(replace(boat, key=PenKey(friendly=True)), "letter").seen
    assert seen.discovery.squares == square and seen.discovery.kind is Kind.COMMON


@pytest.mark.parametrize(("marked", "read"), [(0.0, False), (3.0, True)])
def test_a_letter_on_a_boat_in_patterns_is_somebodys(monkeypatch, marked, read):
    """A small r was neither a pattern nor, to the network, a letter: a treasure was read as empty."""

    def odds(ink, cats, read, key, sure):
        n = len(cats)
        return PatternOdds(np.full((n, 5), 0.2), np.zeros(n, int), np.full(n, -6.0), np.full(n, marked))

    monkeypatch.setattr("vision.patterns.pattern_odds", odds)
    boat = replace(evidence_of({}, kinds={Square(4, 1): (0.6, 0.02, 0.38, 1e-3)}), key=PenKey(friendly=True))
    assert any(seen.discovery.kind is Kind.COMMON for seen in decide(boat, "small letter").seen) is read


@pytest.mark.parametrize(("lettered", "read"), [(0, True), (8, False)])
def test_a_bare_square_shut_in_is_no_treasure_where_all_others_have_letters(lettered, read):
    """Where a player writes C on everything, what has none is a hole between treasures."""
    others = [Square(1, col) for col in range(6, 14)]
    bare = Square(4, 8)
    black = (0.05, 0.05, 0.05)
    sure = dict.fromkeys(others, (1e-6, 1e-6, 1.0, 1e-6))
    boat = evidence_of(
        dict.fromkeys([frozenset({s}) for s in (*others, bare)], black), kinds=sure | {bare: (0.3, 1e-6, 0.7, 1e-6)}
    )
    grid, per_mm = grid_of(boat.ink.flat.geometry), boat.ink.flat.px_per_mm
    for s in others[:lettered]:
        y, x = (round((start + at * grid.side) * per_mm) for start, at in ((grid.top, s.row), (grid.left, s.col)))
        boat.ink.density[y + 10 : y + 22, x + 10 : x + 14] = 3.0
    found = decide(replace(boat, dots=dots_of(boat.ink)), "letters").marked_boat.discoveries
    assert (frozenset({bare}) in {d.squares for d in found}) is read


@pytest.mark.parametrize(("gap", "asked"), [(0, True), (8, False)])
def test_between_two_treasures_a_line_runs_all_along(gap, asked):
    """A treasure with a C in each of its squares was asked about as several."""
    squares = a_cat(4, 1)
    boat = evidence_of(
        {**CATS, squares: (0.03, 0.03, 0.03)},
        kinds=dict.fromkeys(squares, (1e-6, 1e-6, 1, 1e-6)),
        side={Square(4, 1): 0.6},
    )
    density, grid, per_mm = boat.ink.density.copy(), grid_of(boat.ink.flat.geometry), boat.ink.flat.px_per_mm
    y, x = round((grid.top + 4 * grid.side) * per_mm), round((grid.left + 2 * grid.side) * per_mm)
    density[y + 16 - gap : y + 16 + gap, x - 6 : x + 7] = 0
    ink = replace(boat.ink, density=density)
    questions = decide(replace(boat, ink=ink, dots=dots_of(ink)), "letters").questions
    assert [q.about for q in questions] == [About.HOW_MANY] * asked


def test_a_small_doubt_that_changes_no_score_is_not_asked_a_large_one_is():
    """A lonely cat's squares: asked about when they are truly open only."""
    small, large = (decide(evidence_of(side={Square(4, 2): odds}), "lonely") for odds in (0.95, 0.6))
    assert small.status is Status.OK and min(s.confidence for s in small.seen) < 0.99
    assert large.status is Status.CHECK
