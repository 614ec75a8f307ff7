import numpy as np
import pytest

from samples.games import GameTuning, random_game
from scoring.boats import BOAT_NAMES, boat
from scoring.discoveries import Kind
from scoring.shapes import catalogue
from scoring.squares import around

GAMES = range(25)
LESSONS = range(1, 32)
USUAL = GameTuning()


def game(seed: int, tuning: GameTuning = USUAL):
    return random_game(np.random.default_rng(seed), boat(BOAT_NAMES[seed % 6]), LESSONS, tuning)


@pytest.mark.parametrize("seed", GAMES)
def test_every_discovery_after_the_first_touches_another(seed):
    marked = game(seed)
    assert len(marked.discoveries) > 1
    for index, discovery in enumerate(marked.discoveries):
        others = marked.owner.keys() - discovery.squares
        assert around(discovery.squares) & others, index


@pytest.mark.parametrize("seed", GAMES)
def test_treasures_are_as_large_as_the_game_has_them(seed):
    for discovery in game(seed).discoveries:
        if discovery.kind is Kind.COMMON:
            assert 1 <= len(discovery.squares) <= 3
        if discovery.kind is Kind.RARE:
            assert 4 <= len(discovery.squares) <= 5


@pytest.mark.parametrize("seed", GAMES)
def test_no_hole_closed_by_cats_of_one_colour_is_left_to_be_taken_for_a_cat(seed):
    marked = game(seed)
    for region in regions(marked):
        walls = [n for s in region for n in s.neighbours if n not in region]
        if all(n in marked.boat.squares for n in walls):
            colours = [marked.discoveries[marked.owner[n]].colour for n in walls]
            most = max((colours.count(c) for c in set(colours) if c is not None), default=0)
            assert most <= len(walls) / 2


def regions(marked):
    left = set(marked.empty)
    while left:
        region, todo = set(), [min(left)]
        while todo:
            square = todo.pop()
            if square in left:
                left.remove(square)
                region.add(square)
                todo += square.neighbours
        yield region


def test_without_free_shapes_boats_that_are_not_filled_up_hold_catalogue_shapes():
    tuning = GameTuning(free_games=0, all_full=0)
    off = [d for seed in range(12) for d in game(seed, tuning).discoveries if not catalogue().knows(d)]
    every = [d for seed in range(12) for d in game(seed, tuning).discoveries]
    assert len(off) < 0.05 * len(every)  # only what closes holes may be free


def test_boats_are_from_two_fifths_to_wholly_full():
    full = [1 - len(game(seed).empty) / len(game(seed).boat.squares) for seed in range(60)]
    assert min(full) >= 0.38
    assert max(full) == 1.0


def test_games_have_touching_cats_of_one_colour_and_free_single_squares():
    games = [game(seed) for seed in range(30)]
    assert sum(len(group) > 1 for g in games for group in g.groups) > 30
    assert any(len(d.squares) == 1 and d.kind is Kind.CAT for g in games for d in g.discoveries)
    assert any(len(d.squares) >= 8 for g in games for d in g.discoveries)
