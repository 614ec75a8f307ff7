"""The heaviest ways to part things into given groups, exactly: a set partitioning, solved as an integer programme."""

from collections.abc import Sequence

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array, vstack


def best_partitions(
    things: int, groups: Sequence[tuple[frozenset[int], float]], how_many: int
) -> list[tuple[tuple[int, ...], float]]:
    """Up to so many partitions of 0…things-1 into these groups, heaviest first: the groups chosen, and their weight."""
    covers = csr_array(
        (
            np.ones(sum(len(g) for g, _ in groups)),
            ([i for g, _ in groups for i in sorted(g)], [n for n, (g, _) in enumerate(groups) for _ in g]),
        ),
        shape=(things, len(groups)),
    )
    weights = np.array([weight for _, weight in groups])
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
        not_again = csr_array((np.ones(len(chosen)), (np.zeros(len(chosen)), chosen)), shape=(1, len(groups)))
        covers = vstack([covers, not_again], format="csr")
        low, high = np.append(low, -np.inf), np.append(high, len(chosen) - 1)
    return found
