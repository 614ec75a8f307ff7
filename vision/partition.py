"""The heaviest ways to part things into given groups, exactly: a set partitioning, solved as an integer programme."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array, vstack


class Group(NamedTuple):
    """Things that may be one part."""

    things: frozenset[int]
    weight: float
    tells: bool = True
    """Whether it makes a difference that these are one part."""


def best_partitions(things: int, groups: Sequence[Group], how_many: int) -> list[tuple[tuple[int, ...], float]]:
    """Up to so many partitions of 0…things-1 into these groups, heaviest first: the groups chosen, and their weight.

    No two have the same groups that tell: how the rest is parted makes no difference.
    """
    covers = csr_array(
        (
            np.ones(sum(len(g.things) for g in groups)),
            (
                [i for g in groups for i in sorted(g.things)],
                [n for n, g in enumerate(groups) for _ in g.things],
            ),
        ),
        shape=(things, len(groups)),
    )
    weights, tell = np.array([g.weight for g in groups]), np.array([g.tells for g in groups])
    low, high = np.ones(things), np.ones(things)
    found: list[tuple[tuple[int, ...], float]] = []
    while len(found) < how_many:
        solved = milp(
            -weights,
            integrality=np.ones(len(groups)),
            bounds=Bounds(0, 1),
            constraints=LinearConstraint(covers, low, high),
        )
        if solved.x is None:
            break
        chosen = np.flatnonzero(solved.x > 0.5)  # noqa: PLR2004  (0 or 1)
        found.append((tuple(int(n) for n in chosen), float(weights[chosen].sum())))
        telling = chosen[tell[chosen]]
        not_again = np.where(tell, -1.0, 0.0)
        not_again[telling] = 1
        covers = vstack([covers, csr_array(not_again[None])], format="csr")
        low, high = np.append(low, -np.inf), np.append(high, len(telling) - 1)
    return found
