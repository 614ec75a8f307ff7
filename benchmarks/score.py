"""How long it takes to score a boat with all 31 lessons, every sentence and the audit."""

import argparse
import gc
import statistics
import time
from collections.abc import Sequence

import numpy as np

from samples.games import random_game
from scoring.boats import BOAT_NAMES, boat
from scoring.lesson_sheet import default_sheet
from scoring.marked_boat import MarkedBoat
from scoring.score import score

MOST_MS = 1.0
"""For one language; later parts score thousands of what-ifs."""


def main(args: Sequence[str] = ()) -> int:
    """Print milliseconds a boat; the exit code is 1 if the median with sentences is beyond the budget."""
    parser = argparse.ArgumentParser(prog="boatscore bench score", description=__doc__)
    parser.add_argument("--boats", type=int, default=200, help="how many random games")
    parser.add_argument("--seed", type=int, default=1, help="which random games")
    options = parser.parse_args(args)
    rng = np.random.default_rng(options.seed)
    games = [random_game(rng, boat(BOAT_NAMES[i % len(BOAT_NAMES)]), ()) for i in range(options.boats)]
    drawn = statistics.mean(len(game.discoveries) for game in games)
    print(f"{len(games)} random games, {drawn:.0f} discoveries on average, 31 lessons ticked")
    medians = []
    for what, langs in (("points alone", ()), ("with sentences", ("en",)), ("in both languages", ("en", "fr"))):
        times = sorted(_milliseconds(game, langs) for game in games)
        medians.append(statistics.median(times))
        print(f"  {what:<18} median {medians[-1]:.3f} ms   slowest {times[-1]:.3f} ms")
    return int(medians[1] > MOST_MS)


def _milliseconds(game: MarkedBoat, langs: Sequence[str]) -> float:
    """The time of one scoring of a boat never scored before: nothing worked out earlier may help."""
    fresh = MarkedBoat(game.boat, game.discoveries, tuple(default_sheet().lessons), game.specials)
    gc.disable()
    start = time.perf_counter()
    card = score(fresh)
    for lang in langs:
        card.as_json(lang)
    taken = time.perf_counter() - start
    gc.enable()
    return taken * 1000
