"""FoundSheet to FlatSheet: straightened, in sheet pixels, curl and folds measured on the printed lines."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from sheets.geometry import Geometry
from vision.find import FoundSheet, Homography, Points, project
from vision.photo import Bgr, Gray

Floats = NDArray[Any]


@dataclass(frozen=True, slots=True)
class FlattenTuning:
    """How the sheet's form is measured."""

    px_per_square: int = 32
    """A fine pen (0.4 mm) is a pixel wide and a letter 15 px tall; 12 MP photos have 40 to 60 px a square."""
    knot_mm: float = 30.0
    """The form's spline has a knot every three squares: a fold is followed, a pen line is not."""
    anchor_mm: float = 0.15
    """How far a marker's corner is off, as found."""
    line_mm: float = 0.5
    """How far a printed line is off, as measured: pens run beside it."""
    outlier_mm: float = 0.7
    """A line measured so far from its neighbours' form is a pen's."""
    bend_mm: float = 1.5
    """How far a knot leaves the line of its neighbours: a curl bends by 0.5, a fold by 2. Half of it leaves folds
    unflattened, twice follows pens. 60 photos of kitchen and hard, seed 900: 0.02 squares off on average."""
    reach_squares: float = 0.28
    """A printed line is looked for so far from where it should be."""
    rounds: int = 4
    """In so many rounds outliers lose their weight."""
    passes: int = 2
    """How often lines are measured and the form fitted; one does where markers have fixed it already."""
    many_anchors: float = 0.75
    """Share of the markers' corners that have fixed it."""
    folded_mm: float = 2.5
    """Paper that leaves a plane by more than a curl does: lines tell more of a fold than markers."""
    print_contrast: float = 0.3
    """Darkness, as a share of the paper, beyond which a line tells no more of its place: pens are darker than print."""
    waved_mm: float = 3.0
    """Paper that leaves a plane by more than this may also wave between the markers: every seventh photo's."""
    astray_mm: float = 0.9
    """A form that has lost the paper: where the boat's words and icons lie farther from where it has them. The squares
    of three of 1,330 photos lay 0.11 to 0.35 off, where they have 0.98 to 2.4. Of 225 others that wave 20 have more
    than 1 (pens lie over them), and their squares lie within 0.08 both ways. Beside the boat all may be in place."""
    map_step: int = 8
    """The warp is computed at every eighth pixel and interpolated: between them it bends by under 0.01 px."""


class Spline:
    """A smooth displacement of the page, in mm: cubic B-splines on a lattice of knots."""

    def __init__(self, page_mm: tuple[float, float], knot_mm: float) -> None:
        self.page_mm, self.knot_mm = page_mm, knot_mm
        self.shape = tuple(int(np.ceil(side / knot_mm)) + 3 for side in reversed(page_mm))
        self.knots: Floats = np.zeros((*self.shape, 2))

    def basis(self, mm: Floats, count: int) -> Floats:
        """The weight of each of `count` knots at these places along one side."""
        t = np.asarray(mm, dtype=np.float64)[:, None] / self.knot_mm + 1 - np.arange(count)[None]
        a = np.abs(t)
        near = 2 / 3 - a**2 + a**3 / 2
        far = np.maximum(2 - a, 0) ** 3 / 6
        weights: Floats = np.where(a < 1, near, far)
        return weights

    def at(self, mm: Points) -> Floats:
        """The displacement at each of these points."""
        by, bx = self.basis(mm[:, 1], self.shape[0]), self.basis(mm[:, 0], self.shape[1])
        rows, cols, axes = self.knots.shape
        along = (by @ self.knots.reshape(rows, cols * axes)).reshape(-1, cols, axes)
        moved: Floats = (bx[:, :, None] * along).sum(axis=1)
        return moved

    def over(self, xs: Floats, ys: Floats) -> Floats:
        """The displacement over a grid of places: len(ys) x len(xs) x 2."""
        by, bx = self.basis(ys, self.shape[0]), self.basis(xs, self.shape[1])
        return np.stack([by @ self.knots[:, :, d] @ bx.T for d in (0, 1)], axis=2)

    def rows(self, mm: Points) -> Floats:
        """One row a point: every knot's weight there."""
        by, bx = self.basis(mm[:, 1], self.shape[0]), self.basis(mm[:, 0], self.shape[1])
        rows: Floats = (by[:, :, None] * bx[:, None, :]).reshape(len(mm), self.knots[:, :, 0].size)
        return rows

    def stiff_rows(self) -> Floats:
        """Second differences of the knots along and across: what bending costs."""
        return _stiff_rows(self.shape)


@dataclass(frozen=True, slots=True, eq=False)
class FlatSheet:
    """The sheet as if it lay flat under the lens: `px_per_mm` pixels a mm from the page's top left corner."""

    found: FoundSheet
    bgr: Bgr
    px_per_mm: float
    form: Spline
    fit_mm: float
    """How far printed lines lie from where they should, after flattening: the best single sign of trust."""

    @property
    def geometry(self) -> Geometry:
        """What is printed."""
        return self.found.geometry

    def to_photo(self, mm: Points) -> Points:
        """Places on the page as they lie in the photo."""
        return project(self.found.mm_to_photo, Points(mm + self.form.at(mm)))


@dataclass(frozen=True, slots=True, eq=False)
class _Grid:
    """The boat's squares on the page, mm."""

    left: float
    top: float
    side: float
    rows: int
    cols: int


def grid_of(geometry: Geometry) -> _Grid:
    """Where the 22 x 9 grid lies, from its squares."""
    (square, box) = next(iter(geometry.squares.items()))
    boat = geometry.boat
    return _Grid(box.x - square.col * box.w, box.y - square.row * box.h, box.w, boat.rows, boat.cols)


def flatten(found: FoundSheet, tuning: FlattenTuning = FlattenTuning()) -> FlatSheet:
    """The sheet straightened; its form is fitted to markers and to the grid's printed lines together.

    Where paper waves between the markers, words and icons lead on.
    """
    flat = _flattened(found, tuning)
    if found.geometry.markers and float(np.abs(_anchor_offsets(found)[1]).max()) > tuning.waved_mm:
        from vision.print_patches import astray_mm, with_patches  # these need this module's spline; few sheets wave

        astray = astray_mm(found, flat.form)
        if astray > tuning.astray_mm:
            led = _flattened(with_patches(found), tuning)
            return led if astray_mm(found, led.form) < astray else flat
    return flat


def _flattened(found: FoundSheet, tuning: FlattenTuning) -> FlatSheet:
    grid = grid_of(found.geometry)
    px_per_mm = tuning.px_per_square / grid.side
    form = Spline(found.geometry.page_mm, tuning.knot_mm)
    anchors = _anchor_offsets(found)
    lines = _Lines.none()
    _fit(form, anchors, lines, tuning)
    soft = _softened(found, px_per_mm)
    green = replace(soft, pixels=np.asarray(cv2.extractChannel(soft.pixels, 1), np.uint8))
    many = len(found.anchors_mm) >= tuning.many_anchors * 4 * len(found.geometry.markers) > 0
    fixed = many and float(np.abs(anchors[1]).max()) < tuning.folded_mm
    for _ in range(1 if fixed else tuning.passes):
        gray = warp(green, found, form, _around_grid(grid), px_per_mm, tuning.map_step)
        lines = _measure(Gray(gray), grid, form, tuning)
        _fit(form, anchors, lines, tuning)
    page = (0.0, 0.0, *found.geometry.page_mm)
    bgr = Bgr(warp(soft, found, form, page, px_per_mm, tuning.map_step))
    return FlatSheet(found, bgr, px_per_mm, form, lines.misfit(form))


def warp_page(flat: FlatSheet, px_per_mm: float) -> Bgr:
    """The whole page, flat, at another size."""
    page = (0.0, 0.0, *flat.geometry.page_mm)
    return Bgr(warp(_softened(flat.found, px_per_mm), flat.found, flat.form, page, px_per_mm, FlattenTuning().map_step))


@dataclass(frozen=True, slots=True, eq=False)
class _Soft:
    """The photo smoothed to the flat sheet's resolution, so that thin lines are averaged, not skipped."""

    pixels: NDArray[np.uint8]
    shift: float


def _softened(found: FoundSheet, px_per_mm: float) -> _Soft:
    width = int(found.px_per_mm / px_per_mm + 0.3)
    if width <= 1:
        return _Soft(found.photo.bgr, 0.0)
    soft = cv2.blur(found.photo.bgr, (width, width)).astype(np.uint8, copy=False)
    return _Soft(soft, (width // 2) - (width - 1) / 2)


def warp(
    soft: _Soft, found: FoundSheet, form: Spline, box: tuple[float, float, float, float], px_per_mm: float, step: int
) -> NDArray[np.uint8]:
    """The part of the page in this box (left, top, right, bottom; mm), flat."""
    width, height = round((box[2] - box[0]) * px_per_mm), round((box[3] - box[1]) * px_per_mm)
    cells_x, cells_y = -(-width // step) + 2, -(-height // step) + 2
    xs = box[0] + ((np.arange(cells_x) - 0.5) * step) / px_per_mm
    ys = box[1] + ((np.arange(cells_y) - 0.5) * step) / px_per_mm
    mm = np.stack(np.meshgrid(xs, ys), axis=2) + form.over(xs, ys)
    coarse = project(found.mm_to_photo, Points(mm.reshape(-1, 2))).reshape(cells_y, cells_x, 2) + soft.shift
    fine = cv2.resize(coarse.astype(np.float32), None, fx=step, fy=step, interpolation=cv2.INTER_LINEAR)
    places = np.ascontiguousarray(fine[step : step + height, step : step + width])
    one_map: Any = None  # x and y together: OpenCV's types know only maps apart, which take twice as long
    flat = cv2.remap(soft.pixels, places, one_map, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(flat, np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class _Lines:
    """Printed lines as measured: where, which way they tell (0: x, 1: y), the displacement there, and weight."""

    mm: Floats
    axis: NDArray[np.intp]
    offset_mm: Floats
    weight: Floats

    @staticmethod
    def none() -> "_Lines":
        """No line measured yet."""
        return _Lines(np.zeros((0, 2)), np.zeros(0, np.intp), np.zeros(0), np.zeros(0))

    def misfit(self, form: Spline) -> float:
        """The weighted median of how far these lines lie from the form, mm."""
        if not len(self.mm):
            return float("inf")
        off = np.abs(self.offset_mm - form.at(Points(self.mm))[np.arange(len(self.mm)), self.axis])
        order = np.argsort(off)
        heavy = np.cumsum(self.weight[order])
        return float(off[order][np.searchsorted(heavy, heavy[-1] / 2)])


def _around_grid(grid: _Grid) -> tuple[float, float, float, float]:
    """The grid with a square's margin."""
    return (
        grid.left - grid.side,
        grid.top - grid.side,
        grid.left + (grid.cols + 1) * grid.side,
        grid.top + (grid.rows + 1) * grid.side,
    )


def _anchor_offsets(found: FoundSheet) -> tuple[Points, Floats]:
    back = np.linalg.inv(found.mm_to_photo)
    return found.anchors_mm, project(Homography(back), found.anchors_px) - found.anchors_mm


def _measure(gray: Gray, grid: _Grid, form: Spline, tuning: FlattenTuning) -> _Lines:
    """Where each printed side of the boat's squares lies, across it."""
    side = tuning.px_per_square
    light = cv2.blur(cv2.dilate(gray, np.ones((9, 9), np.uint8)), (side, side)).astype(np.float32)
    dark = np.clip(1 - gray / np.maximum(light, 1), 0, tuning.print_contrast)
    across = _line_shifts(dark, grid.rows, grid.cols, tuning)
    along = _line_shifts(dark.T, grid.cols, grid.rows, tuning)
    mm_per_px = grid.side / side
    cols, rows = np.meshgrid(np.arange(grid.cols + 1), np.arange(grid.rows) + 0.5)
    upright = np.stack([grid.left + cols * grid.side, grid.top + rows * grid.side], 2).reshape(-1, 2)
    rows, cols = np.meshgrid(np.arange(grid.rows + 1), np.arange(grid.cols) + 0.5)
    level = np.stack([grid.left + cols * grid.side, grid.top + rows * grid.side], 2).reshape(-1, 2)
    mm = np.concatenate([upright, level])
    axis = np.repeat([0, 1], [len(upright), len(level)])
    shift = np.concatenate([across[0].ravel(), along[0].ravel()]) * mm_per_px
    weight = np.concatenate([across[1].ravel(), along[1].ravel()])
    now = form.at(Points(mm))[np.arange(len(mm)), axis]
    known = weight > 0
    return _Lines(mm[known], axis[known], (now + shift)[known], weight[known])


def _line_shifts(dark: Floats, rows: int, cols: int, tuning: FlattenTuning) -> tuple[Floats, Floats]:
    """For each upright line of each row (rows x cols + 1): its shift in px, and how plainly it is seen."""
    side = tuning.px_per_square
    reach = round(tuning.reach_squares * side)
    middle = slice(side // 6, side - side // 6)
    strips = dark[side : (rows + 1) * side].reshape(rows, side, -1)[:, middle].mean(axis=1)
    places = (np.arange(cols + 1) + 1)[:, None] * side - 0.5 + np.arange(-reach - 1, reach + 2)[None]
    low = np.floor(places).astype(np.intp)
    profile = (strips[:, low] + strips[:, low + 1]) / 2
    smooth = profile[:, :, :-2] / 4 + profile[:, :, 1:-1] / 2 + profile[:, :, 2:] / 4
    near = 1 - 0.5 * (np.arange(-reach, reach + 1) / reach) ** 2
    best = np.argmax(smooth * near, axis=2)
    peak = np.take_along_axis(smooth, best[:, :, None], 2)[:, :, 0]
    left = np.take_along_axis(smooth, np.maximum(best - 1, 0)[:, :, None], 2)[:, :, 0]
    right = np.take_along_axis(smooth, np.minimum(best + 1, 2 * reach)[:, :, None], 2)[:, :, 0]
    bend = np.maximum(2 * peak - left - right, 1e-6)
    shift = best - reach + np.clip((right - left) / (2 * bend), -0.5, 0.5)
    plain = np.clip((peak - np.median(smooth, axis=2)) / 0.08, 0, 1)
    plain[(best == 0) | (best == 2 * reach)] = 0
    return shift.astype(np.float64), plain.astype(np.float64)


def _fit(form: Spline, anchors: tuple[Points, Floats], lines: _Lines, tuning: FlattenTuning) -> None:
    """Fit the form's knots: least squares, outliers losing weight over a few rounds."""
    stiff = form.stiff_rows() / tuning.bend_mm
    anchor_rows, line_rows = form.rows(anchors[0]), form.rows(Points(lines.mm))
    calm = stiff.T @ stiff + np.eye(stiff.shape[1]) * 1e-4
    for axis in (0, 1):
        mine = lines.axis == axis
        rows = np.concatenate([anchor_rows, line_rows[mine]])
        target = np.concatenate([anchors[1][:, axis], lines.offset_mm[mine]])
        trust = np.concatenate(
            [np.full(len(anchor_rows), tuning.anchor_mm**-2), lines.weight[mine] * tuning.line_mm**-2]
        )
        knots = form.knots[:, :, axis].ravel()
        for _ in range(tuning.rounds if len(lines.mm) else 1):  # markers alone have no outliers
            off = (target - rows @ knots) / tuning.outlier_mm if len(lines.mm) else np.zeros(len(target))
            weight = trust / (1 + off**2) ** 2
            knots = np.linalg.solve(calm + rows.T @ (rows * weight[:, None]), rows.T @ (weight * target))
        form.knots[:, :, axis] = knots.reshape(form.shape)


@lru_cache(maxsize=4)
def _stiff_rows(shape: tuple[int, ...]) -> Floats:
    index = np.arange(shape[0] * shape[1]).reshape(shape)
    triples = [
        *zip(index[:-2].ravel(), index[1:-1].ravel(), index[2:].ravel(), strict=True),
        *zip(index[:, :-2].ravel(), index[:, 1:-1].ravel(), index[:, 2:].ravel(), strict=True),
    ]
    rows = np.zeros((len(triples), index.size))
    at = np.arange(len(triples))
    for place, weight in enumerate((1.0, -2.0, 1.0)):
        rows[at, [t[place] for t in triples]] = weight
    rows.setflags(write=False)
    return rows
