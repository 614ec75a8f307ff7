"""The reader as benches see it: bytes in, for every sheet what was read and where its grid was taken to be."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.read import Walk, read_photo
from vision.reading import Reading, Unread


@dataclass(frozen=True, eq=False)
class Answer:
    """What the reader says of one sheet."""

    outcome: Reading | Unread
    corners_px: NDArray[np.float64] | None
    """Corners of the grid in the upright photo, [rows + 1, cols + 1, 2]; None when nothing was read."""
    walk: Walk | None


def read(data: bytes, name: str) -> list[Answer]:
    """The reader's answers, one a sheet."""
    return [
        Answer(found, None, None)
        if isinstance(found, Unread)
        else Answer(found.reading, np.asarray(found.square_corners_in_photo(), float), found)
        for found in read_photo(data, name)
    ]
