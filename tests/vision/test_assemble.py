"""Odds for squares and sides, divided into discoveries: exact, with honest doubt."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.discoveries import Kind
from scoring.squares import Square, pieces
from vision.assemble import AssembleTuning, Block, assemble
from vision.marks import MarkOdds

SURE, OPEN, SHUT = 0.9999, 0.9999, 0.0001
ANY_SIZE = AssembleTuning(small_cats=(1.0, 1.0, 1.0))
"""The boats drawn here are small."""


def odds_of(picture: str, doubts: dict[tuple[tuple[int, int], tuple[int, int]], float] | None = None) -> MarkOdds:
    """Sure odds of a boat drawn as text: '.' empty, letters discoveries (c… cats, C commons, R rares)."""
    rows = picture.split()
    owner = np.array([list(row) for row in rows])
    kinds = np.full((*owner.shape, 4), (1 - SURE) / 3)
    for (r, c), mark in np.ndenumerate(owner):
        kinds[r, c, {".": 0, "C": 2, "R": 3}.get(mark, 1)] = SURE
    right = np.where(owner[:, :-1] == owner[:, 1:], OPEN, SHUT)
    down = np.where(owner[:-1] == owner[1:], OPEN, SHUT)
    for (a, b), odds in (doubts or {}).items():
        (right if a[0] == b[0] else down)[a] = odds
    return MarkOdds(kinds, right, down, np.zeros((*owner.shape, 2)))


def squares_of(odds: MarkOdds) -> frozenset[Square]:
    return frozenset(Square(r, c) for r, c in np.ndindex(odds.kinds.shape[:2]))


def best_blocks(odds: MarkOdds) -> set[tuple[frozenset[Square], Kind | None]]:
    return {(b.squares, b.kind) for knot in assemble(odds, squares_of(odds), ANY_SIZE) for b in knot.ways[0].drawn}


def test_sure_squares_fall_into_the_discoveries_that_were_drawn():
    found = best_blocks(odds_of("aabb ..CC RR.. RR.."))
    assert (frozenset({Square(0, 0), Square(0, 1)}), Kind.CAT) in found
    assert (frozenset({Square(1, 2), Square(1, 3)}), Kind.COMMON) in found
    assert (frozenset(Square(r, c) for r in (2, 3) for c in (0, 1)), Kind.RARE) in found
    assert len(found) == 4


def test_a_side_in_doubt_leaves_both_ways_with_their_odds():
    odds = odds_of("aabbb ..... .....", {((0, 1), (0, 2)): 0.1})
    (knot,) = assemble(odds, squares_of(odds), ANY_SIZE)
    assert len(knot.ways[0].drawn) == 2
    assert 0.5 < knot.ways[0].odds < 0.8
    assert any(len(way.drawn) == 1 for way in knot.ways)


def test_what_is_sure_of_a_boat_tells_what_to_expect_of_the_rest():
    """A side in doubt would leave a cat of one square: none on a boat of the cards' cats, one on such a boat."""
    doubt = {((0, 0), (0, 1)): 0.3}
    cards = odds_of("abbbb ..... ccccc ..... ddddd ..... eeeee", doubt)
    singles = odds_of("abbbb ..... c.d.e ..... f.g.h ..... i.j.k", doubt)
    alone = [
        sum(len(b.squares) == 1 for k in assemble(o, squares_of(o)) for b in k.ways[0].drawn) for o in (cards, singles)
    ]
    assert alone == [0, 10]


BY_CARDS = "abbbb ..... ccccc ..... ddddd ..... eeeee ..... fffff ..... ggggg"
BY_OWN_RULES = "abbbb ..... cc.dd ..... e..ff ..... gg..h ..... ii.jj ..... k.l.m"
LINE = {((0, 0), (0, 1)): 0.0005}


def of_the_first_row(odds: MarkOdds) -> list[float]:
    """How likely the cats of the first row are two, and one."""
    knots = [knot for knot in assemble(odds, squares_of(odds)) if Square(0, 0) in knot.ways[0].drawn[0].squares]
    (knot,) = knots
    return [sum(way.odds for way in knot.ways if any(len(b.squares) == n for b in way.drawn)) for n in (1, 5)]


@pytest.mark.parametrize("same", [0.004, 0.0005, 0.00002])
def test_a_line_that_makes_two_odd_cats_of_one_from_a_card_may_be_struck_out(same: float):
    """Lines crossed out with a wave were read as lines, surely: of 160 photos four were silently wrong for that."""
    two, one = of_the_first_row(odds_of(BY_CARDS, {((0, 0), (0, 1)): same}))
    assert two > 0.05
    assert one > 0.5


def test_odd_cats_are_no_surprise_where_others_are_odd():
    assert of_the_first_row(odds_of(BY_OWN_RULES, LINE))[0] > 0.999


def test_a_shape_of_no_card_is_a_surprise_where_twelve_others_are_on_cards():
    """Holes that lines shut in, and lines in doubt, were asked about on boats that had no other such cat."""
    rows = [letter * 5 for letter in "bcdefghijklm"]
    odds = odds_of(" ..... ".join(["a.a..", *rows]))
    for col in (0, 2):
        odds.kinds[0, col] = (0.1, 0.9, 1e-5, 1e-5)
    knots = assemble(odds, squares_of(odds))
    single = [sum(w.odds for w in k.ways if any(len(b.squares) == 1 for b in w.drawn)) for k in knots]
    assert 0 < max(single) < 0.015


def test_cats_of_two_pens_are_two_whatever_they_would_make_together():
    odds = odds_of(BY_CARDS, LINE)
    odds.pens[0, 0] = (0.5, 0.0)
    assert of_the_first_row(odds)[0] > 0.999


def test_a_line_that_is_surer_than_any_struck_one_stands():
    assert of_the_first_row(odds_of(BY_CARDS, {((0, 0), (0, 1)): 2e-6}))[0] > 0.999


def pocket(boat: str, squares: str) -> float:
    """How likely a cat fills the squares of one letter in the first row, of which the network holds 3 % for a cat."""
    odds = odds_of(boat)
    for at, mark in enumerate(boat.split()[0]):
        if mark == squares:
            odds.kinds[0, at] = (0.97, 0.03, 1e-5, 1e-5)
    knots = assemble(odds, squares_of(odds))
    return max(k.sure_of(b) for k in knots for way in k.ways for b in way.drawn if Square(0, 1) in b.squares)


def test_a_pocket_of_a_cards_shape_is_likelier_a_cat_where_others_are_the_cards():
    """A pocket that a cat of the cards' fills was silently taken for a hole: of 316 boats on one, on three asked."""
    by_cards = pocket(".bbbbb ...... ccccc. ...... ddddd. ...... eeeee.", "b")
    assert by_cards > 2 * pocket(".bbbbb ...... cc.dd. ...... e..ff. ...... gg..h.", "b")
    assert by_cards < 0.5


def test_a_square_in_doubt_may_be_empty():
    odds = odds_of("aa. ... ...")
    odds.kinds[0, 2] = (0.6, 0.4, 1e-4, 1e-4)
    odds.right[0, 1] = 0.5
    knots = assemble(odds, squares_of(odds), ANY_SIZE)
    drawn = {s for knot in knots for b in knot.ways[0].drawn for s in b.squares}
    assert Square(0, 2) not in drawn
    assert min(knot.ways[0].odds for knot in knots) < 0.9


def test_size_decides_between_common_and_rare_where_the_letter_is_unclear():
    odds = odds_of("RRRR .... ....")
    odds.kinds[0, :] = (1e-4, 1e-4, 0.55, 0.45)
    ((squares, kind),) = best_blocks(odds)
    assert kind is Kind.RARE and len(squares) == 4


def test_where_other_treasures_have_their_sizes_one_of_a_wrong_size_is_no_doubt():
    """Eleven photos asked whether a treasure of one square is rare."""
    odds = odds_of("C.C.C.C.C. .......... C.C.C.C.C. .......... R.........")
    odds.kinds[4, 0] = (1e-4, 1e-4, 0.75, 0.25)
    alone = odds_of("R... ....")
    alone.kinds[0, 0] = (1e-4, 1e-4, 0.75, 0.25)
    common = [
        max(knot.sure_of(Block(frozenset({at}), Kind.COMMON)) for knot in assemble(boat, squares_of(boat)))
        for boat, at in ((alone, Square(0, 0)), (odds, Square(4, 0)))
    ]
    assert common[0] < 0.98 < 0.985 < common[1]


def test_where_other_treasures_have_their_sizes_four_squares_are_rare_though_their_letter_is_unlike_an_r():
    """Small r's were taken for C's, four squares in a row."""
    odds = odds_of("C.C.C.C.C. .......... C.C.C.C.C. .......... RRRR......")
    for col, common in enumerate((0.13, 0.7, 0.88, 0.97)):
        odds.kinds[4, col] = (1e-4, 1e-4, common, 1 - common)
    row = frozenset(Square(4, col) for col in range(4))
    assert max(knot.sure_of(Block(row, Kind.RARE)) for knot in assemble(odds, squares_of(odds))) > 0.85


def test_sides_that_contradict_each_other_become_a_doubt_not_a_certainty():
    """Three open sides around a block of four and one shut: one of the four was seen wrongly."""
    odds = odds_of("aa. aa. ...", {((0, 0), (0, 1)): 0.03})
    knots = assemble(odds, squares_of(odds), ANY_SIZE)
    assert max(len(knot.ways) for knot in knots) > 1


def test_a_plain_letter_on_a_size_of_the_other_kind_is_a_doubt_or_believed():
    """An R on three squares was silently a common treasure: home rules have such."""
    odds = odds_of("RRR.. .....")
    odds.kinds[0, :3] = (1e-4, 1e-4, 0.3, 0.7)
    (knot,) = assemble(odds, squares_of(odds))
    rare = sum(way.odds for way in knot.ways if any(b.kind is Kind.RARE for b in way.drawn))
    assert rare > 0.2


@settings(max_examples=40, deadline=None)
@given(st.lists(st.floats(0.02, 0.98), min_size=4, max_size=4), st.lists(st.floats(0.3, 0.999), min_size=4, max_size=4))
def test_no_partition_explains_the_odds_better_than_the_best_way(sides: list[float], drawn: list[float]):
    """Against a plain enumeration of every labelling of a 2 x 2 boat."""
    tuning = AssembleTuning(off_catalogue=1.0, wrong_size=1.0, large_cat=1.0, small_cats=(1.0, 1.0, 1.0))
    kinds = np.full((2, 2, 4), 1e-9)
    kinds[:, :, 1] = np.array(drawn).reshape(2, 2)
    kinds[:, :, 0] = 1 - kinds[:, :, 1]
    odds = MarkOdds(kinds, np.array(sides[:2]).reshape(2, 1), np.array(sides[2:]).reshape(1, 2), np.zeros((2, 2, 2)))
    squares = sorted(squares_of(odds))
    every = (_blocks_of(squares, labels) for labels in itertools.product(range(5), repeat=4))
    most = max(_weight(blocks, squares, odds) for blocks in every if blocks is not None)
    found = [sorted(b.squares) for knot in assemble(odds, frozenset(squares), tuning) for b in knot.ways[0].drawn]
    assert np.isclose(_weight(found, squares, odds), most)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000))
def test_a_knot_solved_as_a_programme_is_divided_as_by_enumeration(seed: int):
    rng = np.random.default_rng(seed)
    kinds = rng.dirichlet((0.3, 1, 0.2, 0.2), (2, 3))
    odds = MarkOdds(kinds, rng.uniform(0.05, 0.95, (2, 2)), rng.uniform(0.05, 0.95, (1, 3)), np.zeros((2, 3, 2)))
    listed = assemble(odds, squares_of(odds), AssembleTuning(enumerated=9))
    solved = assemble(odds, squares_of(odds), AssembleTuning(enumerated=0))
    assert {frozenset(k.ways[0].drawn) for k in listed} == {frozenset(k.ways[0].drawn) for k in solved}


def test_squares_shut_in_by_neighbours_are_empty_together_or_not_at_all():
    """Six squares that are surely one, each empty at one in ten: not a million to one against all six."""
    kinds = np.tile([0.1, 0.9, 1e-6, 1e-6], (2, 3, 1))
    odds = MarkOdds(kinds, np.full((2, 2), 0.999), np.full((1, 3), 0.999), np.zeros((2, 3, 2)))
    (knot,) = assemble(odds, squares_of(odds))
    best, other = knot.ways[:2]
    assert len(best.drawn) == 1
    assert not other.drawn
    assert 1e-5 < other.odds < 0.1


def test_the_ways_of_a_knot_come_best_first():
    rng = np.random.default_rng(363)
    kinds = rng.dirichlet((0.3, 1, 0.2, 0.2), (2, 3))
    odds = MarkOdds(kinds, rng.uniform(0.05, 0.95, (2, 2)), rng.uniform(0.05, 0.95, (1, 3)), np.zeros((2, 3, 2)))
    for tuning in (AssembleTuning(enumerated=9), AssembleTuning(enumerated=0)):
        for knot in assemble(odds, squares_of(odds), tuning):
            assert [w.odds for w in knot.ways] == sorted((w.odds for w in knot.ways), reverse=True)


def _weight(blocks, squares, odds):
    covered = {s for block in blocks for s in block}
    bare = [s for s in squares if s not in covered]
    weight = sum(np.log(odds.kinds[s.row, s.col, 0]) for s in bare) + _between_empty(bare, odds)
    return weight + sum(sum(np.log(odds.kinds[s.row, s.col, 1]) for s in b) + _inner(b, odds) for b in blocks)


def _between_empty(bare, odds):
    """A side between two empty squares tells nothing: it takes away what it would cost to end a discovery there."""
    right = [odds.right[s.row, s.col] for s in bare if Square(s.row, s.col + 1) in bare]
    down = [odds.down[s.row, s.col] for s in bare if Square(s.row + 1, s.col) in bare]
    return -sum(np.log(1 - p) for p in (*right, *down))


def _blocks_of(squares, labels):
    blocks = [[s for s, label in zip(squares, labels, strict=True) if label == n] for n in sorted({*labels} - {0})]
    return blocks if all(len(pieces(b)) == 1 for b in blocks) else None


def _inner(block, odds):
    total = 0.0
    for s in block:
        if Square(s.row, s.col + 1) in block:
            p = odds.right[s.row, s.col]
            total += np.log(p / (1 - p))
        if Square(s.row + 1, s.col) in block:
            p = odds.down[s.row, s.col]
            total += np.log(p / (1 - p))
    return total


def test_a_block_of_a_knot_knows_how_sure_it_is():
    odds = odds_of("aabbb ..... .....", {((0, 1), (0, 2)): 0.1})
    (knot,) = assemble(odds, squares_of(odds), ANY_SIZE)
    left = Block(frozenset({Square(0, 0), Square(0, 1)}), Kind.CAT)
    assert knot.sure_of(left) == sum(way.odds for way in knot.ways if left in way.blocks)
