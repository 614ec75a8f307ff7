"""Which of the sheets that share a plan a page is: by the cells that tell them apart, then by the paper's size."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo import Photo
from vision.print_index import PX_PER_MM, Member, PrintIndex
from vision.print_patches import Page, PatchTuning, flattened

Floats = NDArray[Any]


@dataclass(frozen=True, slots=True)
class WhichTuning:
    """How sheets of one plan are told apart."""

    cell_mm: float = 10.0
    same_cell: float = 0.07
    """Largest difference of darkness, softened, below which two members' cells are the same, drawn a part of a
    pixel apart: that makes up to 0.066, the foot line's words 0.085, an icon 0.19."""
    soft_px: float = 0.7
    """So much softer than a print's edges are cells compared: it is the same edge however pixels lie on it."""
    close: float = 0.2
    """Members whose alikeness differs by less differ in the foot line only: then the paper's size decides."""
    edge_mm: tuple[float, ...] = (1.0, 2.0, 3.0)
    """So far inside and outside its border the paper is compared with the table."""
    patch: PatchTuning = PatchTuning()


def which(index: PrintIndex, photo: Photo, gray: NDArray[np.uint8], page: Page, tuning: WhichTuning) -> Member:
    """The member that the page shows: by the cells in which members differ, then by where the paper ends."""
    scores = _scores(index, gray, page, tuning)
    best = index.members[int(np.argmax(scores))]
    close = [m for m, score in zip(index.members, scores, strict=True) if score > scores.max() - tuning.close]
    rivals = {m.geometry.page_mm: m for m in [*close, best] if m.geometry.boat is best.geometry.boat}
    if len(rivals) == 1:
        return best
    return max(rivals.values(), key=lambda member: _edge(member, photo, page, tuning))


def _edge(member: Member, photo: Photo, page: Page, tuning: WhichTuning) -> float:
    """How plainly the paper ends where this member's page does: the step of colour across, of the plainest sides."""
    width, height = member.geometry.page_mm
    steps = []
    for length, breadth, turned in ((width, height, False), (height, width, True)):
        places = np.arange(length * 0.1, length * 0.9, 4.0)
        across = np.array(tuning.edge_mm)
        for at, outward in ((0.0, -1), (breadth, 1)):
            lines = np.stack(
                np.meshgrid(np.concatenate([at - outward * across, at + outward * across]), places), axis=2
            )
            mm = lines.reshape(-1, 2) if turned else lines.reshape(-1, 2)[:, ::-1]
            px = page.px(mm - member.origin_mm).astype(np.float32).reshape(len(places), -1, 2)
            seen = cv2.remap(photo.bgr, px[:, :, 0], px[:, :, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            seen = seen.astype(np.float32)
            inside, outside = seen[:, : len(across)].mean(axis=1), seen[:, len(across) :].mean(axis=1)
            off = np.abs(inside - outside).max(axis=1) / np.maximum(np.maximum(inside, outside).max(axis=1), 8)
            steps.append(float(np.median(off)))
    return float(np.mean(steps))


def _scores(index: PrintIndex, gray: NDArray[np.uint8], page: Page, tuning: WhichTuning) -> Floats:
    """How alike each member is to the page, summed over the cells that tell members apart."""
    first = index.members[0]
    if len(index.members) == 1:
        return np.ones(1)
    forms, telling = _telling_cells(index, tuning)
    flat = np.pad(_soft(flattened(first, gray, page, tuning.patch), tuning), 1, mode="edge")
    alike = np.zeros(forms.shape[:2])
    for right, down in product((0, 1, 2), repeat=2):
        moved = flat[down : down + first.dark.shape[0], right : right + first.dark.shape[1]]
        seen = _normal(_cells(moved, first.corner, _common(index), tuning)[telling])
        np.maximum(alike, np.einsum("mcp,cp->mc", forms, seen), out=alike)
    return np.asarray(alike.sum(axis=1))


@lru_cache(maxsize=8)
def _telling_cells(index: PrintIndex, tuning: WhichTuning) -> tuple[Floats, NDArray[np.bool_]]:
    """The cells in which members differ, as each member has them, and which cells these are."""
    most = round(255 * tuning.patch.pen_dark)
    common = _common(index)
    cells = np.stack([_cells(_soft(np.minimum(m.dark, most), tuning), m.corner, common, tuning) for m in index.members])
    telling = (cells.max(axis=0) - cells.min(axis=0)).max(axis=1) > tuning.same_cell
    return _normal(cells[:, telling]), telling


def _soft(dark: Floats, tuning: WhichTuning) -> Floats:
    return np.asarray(cv2.GaussianBlur(dark, (0, 0), tuning.soft_px))


def _common(index: PrintIndex) -> tuple[int, int, int, int]:
    """What is in every member's picture: columns and rows before the grid's corner, and after it."""
    corners = np.array([member.corner for member in index.members])
    sizes = np.array([member.dark.shape[::-1] for member in index.members])
    before, after = corners.min(axis=0), (sizes - corners).min(axis=0)
    return int(before[0]), int(before[1]), int(after[0]), int(after[1])


def _cells(dark: Floats, corner: tuple[int, int], common: tuple[int, int, int, int], tuning: WhichTuning) -> Floats:
    """The common area cut into cells: cells x pixels, 0 to 1."""
    side = round(tuning.cell_mm * PX_PER_MM)
    left, top = corner[0] - common[0], corner[1] - common[1]
    width, height = common[0] + common[2], common[1] + common[3]
    columns, rows = -(-width // side), -(-height // side)
    area = np.zeros((rows * side, columns * side), np.float32)
    area[:height, :width] = dark[top : top + height, left : left + width] / 255
    return area.reshape(rows, side, columns, side).swapaxes(1, 2).reshape(rows * columns, side * side)


def _normal(cells: Floats) -> Floats:
    """Each cell with mean 0 and length 1: the product of two is their correlation."""
    bare = cells - cells.mean(axis=-1, keepdims=True)
    normal: Floats = bare / np.maximum(np.linalg.norm(bare, axis=-1, keepdims=True), 0.05)
    return normal
