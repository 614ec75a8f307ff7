"""The heaviest partitions are those that trying them all would find."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.partition import HOPELESS, Group, best_partitions

THINGS = 5
PARTS = [frozenset(part) for size in (1, 2, 3) for part in combinations(range(THINGS), size)]


def every_partition(groups, left=frozenset(range(THINGS))):
    """By brute force: the chosen groups' numbers."""
    if not left:
        yield ()
        return
    for number, group in enumerate(groups):
        if min(left) in group.things and group.things <= left:
            for rest in every_partition(groups, left - group.things):
                yield (number, *rest)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.floats(-40, 40), min_size=len(PARTS), max_size=len(PARTS)))
def test_no_way_that_matters_is_left_aside(weights):
    groups = [Group(part, weight) for part, weight in zip(PARTS, weights, strict=True)]
    heavy = sorted((sum(weights[n] for n in chosen) for chosen in every_partition(groups)), reverse=True)
    found = [weight for _, weight in best_partitions(THINGS, groups, 4)]
    matter = [weight for weight in heavy[:4] if weight > heavy[0] - HOPELESS]
    assert found[: len(matter)] == pytest.approx(matter, abs=1e-4)


def test_things_that_no_group_covers_have_no_partition():
    assert best_partitions(2, [Group(frozenset((0,)), 1.0)], 3) == []
