"""The network's odds for squares and sides."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
from inked import FELT, a_cat, ink_of

from vision.marks import weigh_marks


def test_many_visitors_weigh_ink_at_the_same_time():
    """A network holds one picture: two threads in it at once failed, or took each other's."""
    inks = [ink_of({a_cat(4, col): passes}) for col, passes in enumerate(FELT.values())]
    alone = [weigh_marks(ink).kinds for ink in inks]
    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(lambda turn: weigh_marks(inks[turn % 5]).kinds, range(20)))
    for turn, kinds in enumerate(together):
        assert np.array_equal(kinds, alone[turn % 5])
