"""How long it takes to score a boat with all 31 lessons, every sentence and the audit."""

import argparse
import gc
import random
import statistics
import time
from collections.abc import Sequence

from scoring.boats import BOAT_NAMES, boat
from scoring.discoveries import Colour, Discovery, Kind
from scoring.lesson_sheet import default_sheet
from scoring.marked_boat import MarkedBoat
from scoring.score import score
from scoring.shapes import Catalogue, catalogue
from scoring.squares import Shape, Square

MOST_MS = 1.0
"""Issue 2: later parts score thousands of what-ifs."""
KINDS = (Kind.CAT, Kind.CAT, Kind.CAT, Kind.CAT, Kind.COMMON, Kind.RARE)
"""Four of six discoveries are cats, about as in a game."""
TRIES = 60
"""How often a shape is tried before the next one is drawn from the catalogue."""


def main(args: Sequence[str] = ()) -> int:
    """Print milliseconds a boat; the exit code is 1 if the median is beyond the budget."""
    parser = argparse.ArgumentParser(prog="boatscore bench score", description=__doc__)
    parser.add_argument("--boats", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(args)
    rng = random.Random(options.seed)
    boats = [random_boat(rng) for _ in range(options.boats)]
    drawn = statistics.mean(len(marked.discoveries) for marked in boats)
    print(f"score: {len(boats)} random boats, {drawn:.0f} discoveries each on average, 31 lessons ticked")  # noqa: T201  (a table for people)
    medians = []
    for what, langs in (("points alone", ()), ("with sentences, one language", ("en",)), ("both", ("en", "fr"))):
        times = sorted(_milliseconds(marked, langs) for marked in boats)
        medians.append(statistics.median(times))
        print(f"  {what:<30} median {medians[-1]:.3f} ms   slowest {times[-1]:.3f} ms")  # noqa: T201  (the same)
    return int(medians[1] > MOST_MS)


def random_boat(rng: random.Random, most: int = 45) -> MarkedBoat:
    """A boat filled with shapes of the game, each touching another, every lesson ticked."""
    marked = boat(rng.choice(BOAT_NAMES))
    free, near = set(marked.squares), set(marked.squares)
    drawn = []
    for _ in range(most):
        kind = rng.choice(KINDS)
        if place := _place(rng, _shapes(catalogue(), kind), free, near):
            colour = rng.choice(list(Colour)) if kind is Kind.CAT else None
            drawn.append(Discovery(kind, place, colour))
            free -= place
            near = {n for square in marked.squares - free for n in marked.neighbours[square]} & free
    return MarkedBoat(marked, tuple(drawn), tuple(default_sheet().lessons))


def _shapes(shapes: Catalogue, kind: Kind) -> list[Shape]:
    by_kind = {Kind.CAT: shapes.cats | shapes.oshax, Kind.COMMON: shapes.common, Kind.RARE: shapes.rare}
    return sorted(by_kind[kind], key=sorted)


def _place(rng: random.Random, shapes: list[Shape], free: set[Square], near: set[Square]) -> Shape | None:
    """A shape on free squares, one of which is near; None if none fits after some tries."""
    targets = sorted(near)
    for _ in range(TRIES if targets else 0):
        shape, target = rng.choice(shapes), rng.choice(targets)
        anchor = rng.choice(sorted(shape))
        down, right = target.row - anchor.row, target.col - anchor.col
        place = frozenset(Square(row + down, col + right) for row, col in shape)
        if place <= free:
            return place
    return None


def _milliseconds(marked: MarkedBoat, langs: Sequence[str]) -> float:
    """The time of one scoring of a boat never scored before: nothing that is worked out once may help."""
    fresh = MarkedBoat(marked.boat, marked.discoveries, marked.lessons, marked.specials)
    gc.disable()
    start = time.perf_counter()
    card = score(fresh)
    for lang in langs:
        card.as_json(lang)
    taken = time.perf_counter() - start
    gc.enable()
    return taken * 1000
