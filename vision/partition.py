"""The heaviest ways to part things into given groups, exactly: a set partitioning, solved as an integer programme."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import Bounds, LinearConstraint, linprog, milp
from scipy.sparse import csr_array, vstack


class Group(NamedTuple):
    """Things that may be one part."""

    things: frozenset[int]
    weight: float
    tells: bool = True
    """Whether it makes a difference that these are one part."""


HOPELESS = 10.0
"""Partitions so much lighter than the heaviest are not looked for: as log odds a twenty-thousandth."""
USUAL_GAP = 1.5
"""The heaviest partition is mostly no lighter than that below what shares of groups would reach."""


def best_partitions(things: int, groups: Sequence[Group], how_many: int) -> list[tuple[tuple[int, ...], float]]:
    """Up to so many partitions of 0…things-1 into these groups, heaviest first: the groups chosen, and their weight.

    No two have the same groups that tell: how the rest is parted makes no difference. With shares of groups instead
    of whole ones the task is quickly solved, and its prices say of each group by how much every partition that holds
    it is lighter, at least. What that rules out is left aside: of 1,200 groups 75 to 630 were left, and a knot that
    took 3 s takes a fifth of it.
    """
    bound, lighter = _relaxed(things, groups)
    slack = HOPELESS + USUAL_GAP
    while True:
        kept = np.flatnonzero(lighter <= slack).tolist()
        found = _heaviest(things, [groups[n] for n in kept], how_many)
        enough = bound - found[0][1] + HOPELESS if found else np.inf
        if enough <= slack or len(kept) == len(groups):
            return [(tuple(kept[n] for n in chosen), weight) for chosen, weight in found]
        slack = min(enough, 2 * slack) + USUAL_GAP


def _relaxed(things: int, groups: Sequence[Group]) -> tuple[float, NDArray[np.float64]]:
    """The weight that no partition exceeds, and by how much those with each group stay below it."""
    covers, weights = _covers(things, groups), np.array([g.weight for g in groups])
    solved = linprog(-weights, A_eq=covers, b_eq=np.ones(things), bounds=(0, None))
    if solved.x is None:
        return 0.0, np.zeros(len(groups))
    return float(-solved.fun), np.maximum(-weights - covers.T @ solved.eqlin.marginals, 0)


def _heaviest(things: int, groups: Sequence[Group], how_many: int) -> list[tuple[tuple[int, ...], float]]:
    """The same, each found as an integer programme that forbids those before."""
    covers = _covers(things, groups)
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


def _covers(things: int, groups: Sequence[Group]) -> csr_array:
    """Which things are in which groups: things x groups."""
    return csr_array(
        (
            np.ones(sum(len(g.things) for g in groups)),
            (
                [i for g in groups for i in sorted(g.things)],
                [n for n, g in enumerate(groups) for _ in g.things],
            ),
        ),
        shape=(things, len(groups)),
    )
