"""How a page lies in a photo, patch by patch: each of its words and icons is looked for near where it should be.

A sheet is curled, folded, photographed through a lens: a homography has it several millimetres off. Features give a
start; patches of the print that are found refine it and lead to the patches around them.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from sheets.geometry import Box
from vision.find import FoundSheet, Homography, Points, project
from vision.flatten import Spline
from vision.print_index import PX_PER_MM, Member, our_index

Floats = NDArray[Any]


@dataclass(frozen=True, slots=True)
class PatchTuning:
    """How patches of a print are looked for and told from accidents. In mm on the page."""

    light_mm: float = 9.0
    """Paper is white within so much of everything printed."""
    pen_dark: float = 0.5
    """Darker than this tells nothing more of print."""
    patch_mm: float = 13.0
    """A patch holds a word or an icon. At 10 more of them look like something else, and folds are lost."""
    patch_apart_mm: float = 7.0
    patch_edges: float = 0.0012
    """Least structure in two directions (smaller eigenvalue) of a patch that is looked for: 0.003 leaves the rats
    out, 0.0008 takes plain crossings of the grid in, of which one is like the next."""
    reaches_mm: tuple[float, ...] = (9.0, 8.0, 7.0, 6.0, 5.0, 4.0)
    """How far off their place patches are looked for, in each round; less than a square, so that none slips by one.
    Beginning with 7, folds of 2 cm were not followed."""
    least_growth: float = 0.003
    """Rounds end when so few more patches are found."""
    around: int = 12
    """So many patches beside the boat, where no pen draws, are asked how many of them are seen ..."""
    beside_mm: float = 25.0
    """... around each that is so near the boat."""
    drawn_mm: float = 3.0
    ticked_mm: float = 6.0
    """Pens run so far over the boat's edge and over boxes."""
    alike: float = 0.5
    """Correlation of a patch that is seen."""
    least: int = 8
    """Fewer seen patches or matches do not tell how a page lies."""
    flat_mm: float = 2.0
    """Many seen patches lie so near a flat page."""
    curl_mm: float = 4.0
    """A patch so far from where the others lead it weighs a quarter."""
    knot_mm: float = 24.0
    stiff_mm: float = 1.0
    """How far a knot of the form leaves the line of its neighbours: at 0.5 folds of 2 cm are not followed, at 2 wrong
    patches are."""
    patch_off_mm: float = 0.3
    """How far a patch is off, as found."""
    scales_mm: tuple[float, ...] = (2.5, 1.5, 1.0, 0.8)
    """Patches so far from the form of the others lose their weight; beyond the last they are not seen."""
    fold_mm: float = 35.0
    """A folded corner lies so far from where a flat page has it."""
    same_mm: float = 2.5
    """Matches so near are of one and the same thing."""
    near_mm: float = 40.0
    match_off_mm: float = 1.5
    slope: float = 0.12
    """Matches bear each other out when, so near, they lie off alike, but for their own error and the paper's slope."""
    least_neighbours: int = 3
    plainest: int = 80
    """So many patches on the boat tell whether the page lies as it is taken to, pens or not,"""
    plain: float = 0.6
    """those that correlate so well,"""
    most: float = 0.8
    """and of these so many must lie there."""


@dataclass(frozen=True, slots=True, eq=False)
class Page:
    """How a page lies in the photo: as a flat one would, and how far it leaves that."""

    homography: Homography
    """From mm from the grid's corner to px."""
    form: Spline
    """In mm on the page."""
    origin_mm: Floats
    """The grid's corner on that page."""

    def off(self, mm: Floats) -> Floats:
        """How far these places (mm from the grid's corner) lie off, mm as the homography sees them."""
        return self.form.at(Points(mm + self.origin_mm))

    def px(self, mm: Floats) -> Points:
        """Where in the photo these places lie."""
        return project(self.homography, Points(mm + self.off(mm)))


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """Patches of a print: where they are printed (mm from the grid's corner), where in the photo, how alike."""

    mm: Floats
    px: Floats
    alike: Floats
    """0 outside the picture."""

    def chosen(self, which: NDArray[Any]) -> "Seen":
        """Those of them."""
        return Seen(self.mm[which], self.px[which], self.alike[which])


@dataclass(frozen=True, slots=True, eq=False)
class Spread:
    """A page with the patches that show how it lies."""

    page: Page
    patches: Seen
    sought_mm: Floats
    found: NDArray[np.bool_]
    """Which of the patches that should be in the picture are seen where the others lead."""

    @property
    def share(self) -> float:
        """How many of them."""
        return float(self.found.mean()) if len(self.found) else 0.0

    def weakest(self, member: Member, bare: NDArray[np.bool_], tuning: PatchTuning) -> float:
        """That share where it is least beside the boat: near 0 where a fold was not followed.

        Where the paper is not `bare`, something lies on it: what is not seen there tells nothing.
        """
        geometry = member.geometry
        ticked = [*geometry.lessons.values(), *geometry.specials.values(), *geometry.pen_key.values()]
        away = _away(self.sought_mm + member.origin_mm, geometry.squares.values())
        beside = (
            (bare | self.found)
            & (away > tuning.drawn_mm)
            & (_away(self.sought_mm + member.origin_mm, ticked) > tuning.ticked_mm)
        )
        mm, found = self.sought_mm[beside], self.found[beside]
        near = np.flatnonzero(away[beside] < tuning.beside_mm)
        if len(mm) < tuning.around or not len(near):
            return self.share
        apart = ((mm[near][:, None] - mm[None]) ** 2).sum(axis=2)
        nearest = np.argpartition(apart, tuning.around - 1, axis=1)[:, : tuning.around]
        return float(found[nearest].mean(axis=1).min())


def _away(mm: Floats, boxes: Iterable[Box]) -> Floats:
    """How far each of these places lies from the nearest box."""
    away = np.full(len(mm), np.inf)
    for box in boxes:
        middle, half = np.array([box.x + box.w / 2, box.y + box.h / 2]), np.array([box.w, box.h]) / 2
        away = np.minimum(away, np.linalg.norm(np.maximum(np.abs(mm - middle) - half, 0), axis=1))
    return away


def darkness(gray: NDArray[np.uint8], light_px: float, darkest: float = 0.0) -> Floats:
    """How much darker each pixel is than the paper around it: 0 paper, 1 black."""
    step = max(1, int(light_px / 8))
    reach = max(3, 2 * round(light_px / step / 2) + 1)
    small = cv2.resize(gray, None, fx=1 / step, fy=1 / step, interpolation=cv2.INTER_AREA)
    light = cv2.blur(cv2.dilate(small, np.ones((reach, reach), np.uint8)), (reach, reach))
    light = np.maximum(light, max(1.0, darkest * float(np.percentile(light, 98)))).astype(np.float32)
    light = cv2.resize(light, gray.shape[::-1], interpolation=cv2.INTER_LINEAR)
    dark: Floats = np.clip(1 - gray / light, 0, 1)
    return dark


def seeded(member: Member, homography: Homography, mm: Floats, px: Floats, tuning: PatchTuning) -> Page:
    """How the page lies by those matches that neighbours bear out: a folded corner has its own."""
    page = Page(homography, Spline(member.geometry.page_mm, tuning.knot_mm), member.origin_mm)
    off = project(Homography(np.linalg.inv(homography)), Points(px.astype(np.float64))) - mm
    near = np.linalg.norm(off, axis=1) < tuning.fold_mm
    mm, px, off = mm[near], px[near], off[near]
    apart = np.linalg.norm(mm[:, None] - mm[None], axis=2)
    differ = np.linalg.norm(off[:, None] - off[None], axis=2)
    bears = (apart > tuning.same_mm) & (apart < tuning.near_mm)
    bears &= differ < tuning.match_off_mm + tuning.slope * apart
    good = bears.sum(axis=1) >= tuning.least_neighbours
    if good.sum() < tuning.least:
        return page
    seen = Seen(mm[good], px[good].astype(np.float64), np.ones(int(good.sum())))
    form, _ = _along(seen, page, np.ones(len(seen.mm)), tuning)
    return Page(homography, form, member.origin_mm)


def astray_mm(found: FoundSheet, form: Spline, tuning: PatchTuning = PatchTuning()) -> float:
    """How far most of the plainest patches on the boat of a sheet of ours lie from where this form has them."""
    member, gray = _member(found), _gray(found)
    page = replace(_flat_page(found, member, tuning), form=form)
    centres = _patches(member, tuning)
    away = _away((centres + 0.5 - member.corner) / PX_PER_MM + member.origin_mm, member.geometry.squares.values())
    centres = centres[away == 0][: tuning.plainest]
    seen = _look(member, gray, page, centres, tuning.reaches_mm[-1], tuning)
    away = np.linalg.norm(seen.px - page.px(seen.mm), axis=1)[seen.alike > tuning.plain]
    return float(np.quantile(away, tuning.most)) / found.px_per_mm if len(away) >= tuning.least else 0.0


def with_patches(found: FoundSheet, tuning: PatchTuning = PatchTuning()) -> FoundSheet:
    """A sheet of ours found by its markers, anchored by the patches of its print too: each leads to those around it."""
    member, gray = _member(found), _gray(found)
    flat = _flat_page(found, member, tuning)
    anchors = Seen(found.anchors_mm - member.origin_mm, found.anchors_px, np.ones(len(found.anchors_mm)))
    form, _ = _along(anchors, flat, anchors.alike, tuning)
    seen = spread(member, gray, replace(flat, form=form), tuning)
    if seen is None:
        return found
    return replace(
        found,
        anchors_mm=Points(np.concatenate([found.anchors_mm, seen.patches.mm + member.origin_mm])),
        anchors_px=Points(np.concatenate([found.anchors_px, seen.patches.px])),
    )


def _member(found: FoundSheet) -> Member:
    return next(one for one in our_index().members if one.geometry.sheet == found.geometry.sheet)


def _gray(found: FoundSheet) -> NDArray[np.uint8]:
    return np.asarray(cv2.cvtColor(found.photo.bgr, cv2.COLOR_BGR2GRAY), np.uint8)


def _flat_page(found: FoundSheet, member: Member, tuning: PatchTuning) -> Page:
    """The page without a form of its own."""
    shift = np.eye(3)
    shift[:2, 2] = member.origin_mm
    form = Spline(member.geometry.page_mm, tuning.knot_mm)
    return Page(Homography(found.mm_to_photo @ shift), form, member.origin_mm)


def spread(member: Member, gray: NDArray[np.uint8], start: Page, tuning: PatchTuning) -> Spread | None:
    """How the page lies, from where patches are found; each round looks for the rest where those before lead."""
    page = start
    centres = _patches(member, tuning)
    seen = Seen(np.zeros((len(centres), 2)), np.zeros((len(centres), 2)), np.zeros(len(centres)))
    along = np.zeros(len(centres), bool)
    for reach in tuning.reaches_mm:
        new = _look(member, gray, page, centres[~along], reach, tuning)
        seen.mm[~along], seen.px[~along], seen.alike[~along] = new.mm, new.px, new.alike
        before = int(along.sum())
        alike = seen.alike > tuning.alike
        nearer, along[alike] = _nearer(page, seen.chosen(alike), tuning)
        along &= alike
        if nearer is None:
            return None
        page = nearer
        if along.all() or along.sum() < (1 + tuning.least_growth) * before:
            break
    inside = seen.alike > 0
    return Spread(page, seen.chosen(along), seen.mm[inside], along[inside])


def _look(
    member: Member,
    gray: NDArray[np.uint8],
    page: Page,
    centres: NDArray[np.intp],
    reach_mm: float,
    tuning: PatchTuning,
) -> Seen:
    """Each of these patches of the print, where it is most alike within reach."""
    dark = flattened(member, gray, page, tuning)
    half, reach = round(tuning.patch_mm / 2 * PX_PER_MM), round(reach_mm * PX_PER_MM)
    around = cv2.copyMakeBorder(dark, reach, reach, reach, reach, cv2.BORDER_REPLICATE)
    shift, alike = np.zeros((len(centres), 2)), np.zeros(len(centres))
    print_ = np.minimum(member.dark, round(255 * tuning.pen_dark))
    for at, (x, y) in enumerate(centres):
        patch = print_[y - half : y + half + 1, x - half : x + half + 1]
        where = around[y - half : y + half + 1 + 2 * reach, x - half : x + half + 1 + 2 * reach]
        shift[at], alike[at] = _peak(cv2.matchTemplate(where, patch, cv2.TM_CCOEFF_NORMED))
    mm = (centres + 0.5 - member.corner) / PX_PER_MM
    px = page.px(mm + shift / PX_PER_MM)
    inside = ((px > 0) & (px < np.array(gray.shape[::-1]) - 1)).all(axis=1)
    return Seen(mm, px, np.where(inside, np.maximum(alike, 1e-3), 0))


def _peak(found: Floats) -> tuple[tuple[float, float], float]:
    """The place of the largest value, from the middle, between pixels; and that value."""
    _, most, _, (x, y) = cv2.minMaxLoc(found)
    height, width = found.shape
    place = [float(x), float(y)]
    for axis, (at, size) in enumerate(((x, width), (y, height))):
        if 0 < at < size - 1:
            low, high = (found[y, x - 1], found[y, x + 1]) if axis == 0 else (found[y - 1, x], found[y + 1, x])
            place[axis] += float((high - low) / (2 * max(2 * most - low - high, 1e-6)))
    return (place[0] - (width - 1) / 2, place[1] - (height - 1) / 2), float(most)


def _nearer(page: Page, seen: Seen, tuning: PatchTuning) -> tuple[Page | None, NDArray[np.bool_]]:
    """The page as these patches show it, None when they show none; and which of them do."""
    none = np.zeros(len(seen.mm), bool)
    if len(seen.mm) < tuning.least:
        return None, none
    px_per_mm = np.sqrt(np.abs(np.linalg.det(_jacobian(page.homography, seen.mm.mean(axis=0)))))
    homography, agreed = cv2.findHomography(seen.mm, seen.px, cv2.RANSAC, tuning.flat_mm * px_per_mm)
    if homography is None or agreed.sum() < tuning.least or np.linalg.det(homography) <= 0:
        return None, none
    flat = Page(Homography(homography), Spline(page.form.page_mm, tuning.knot_mm), page.origin_mm)
    off = np.linalg.norm(seen.px - page.px(seen.mm), axis=1) / px_per_mm
    form, good = _along(seen, flat, 1 / (1 + (off / tuning.curl_mm) ** 2) ** 2, tuning)
    if good.sum() < tuning.least:
        return None, none
    return Page(flat.homography, form, page.origin_mm), good


def _along(seen: Seen, page: Page, weight: Floats, tuning: PatchTuning) -> tuple[Spline, NDArray[np.bool_]]:
    """The smooth form that most patches follow, those of weight first, and which do."""
    off = project(Homography(np.linalg.inv(page.homography)), Points(seen.px)) - seen.mm
    form = Spline(page.form.page_mm, tuning.knot_mm)
    rows = form.rows(Points(seen.mm + page.origin_mm))
    stiff = form.stiff_rows() / tuning.stiff_mm
    calm = stiff.T @ stiff + 1e-3 * np.eye(stiff.shape[1])
    left = off
    for scale in tuning.scales_mm:
        heavy = rows * (weight / tuning.patch_off_mm**2)[:, None]
        knots = np.linalg.solve(calm + rows.T @ heavy, heavy.T @ off)
        form.knots[:] = knots.reshape(form.knots.shape)
        left = off - rows @ knots
        weight = 1 / (1 + (left**2).sum(axis=1) / scale**2) ** 2
    return form, np.asarray(np.linalg.norm(left, axis=1) < tuning.scales_mm[-1])


def _jacobian(homography: Homography, mm: Floats) -> Floats:
    steps = project(homography, Points(np.array([mm, mm + (1, 0), mm + (0, 1)])))
    return np.stack([steps[1] - steps[0], steps[2] - steps[0]], axis=1)


def flattened(member: Member, gray: NDArray[np.uint8], page: Page, tuning: PatchTuning) -> NDArray[np.uint8]:
    """The page's darkness as the member's small picture has it."""
    height, width = member.dark.shape
    step = 16
    xs = (np.arange(0, width + step, step) + 0.5 - member.corner[0]) / PX_PER_MM
    ys = (np.arange(0, height + step, step) + 0.5 - member.corner[1]) / PX_PER_MM
    mm = np.stack(np.meshgrid(xs, ys), axis=2).reshape(-1, 2)
    px = page.px(mm)
    middle = (np.array([width, height]) / 2 - member.corner) / PX_PER_MM
    px_per_mm = float(np.sqrt(np.abs(np.linalg.det(_jacobian(page.homography, middle)))))
    scale = min(1.0, 1.2 * PX_PER_MM / px_per_mm)
    small = cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    coarse = ((px + 0.5) * scale - 0.5).reshape(len(ys), len(xs), 2).astype(np.float32)
    columns, rows = np.meshgrid(np.arange(width, dtype=np.float32) / step, np.arange(height, dtype=np.float32) / step)
    fine = cv2.remap(coarse, columns, rows, cv2.INTER_LINEAR)
    flat = cv2.remap(small, fine[:, :, 0], fine[:, :, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    dark = darkness(np.asarray(flat, np.uint8), tuning.light_mm * PX_PER_MM)
    return np.asarray(np.minimum(255 * dark, round(255 * tuning.pen_dark)), np.uint8)


@lru_cache(maxsize=8)
def _patches(member: Member, tuning: PatchTuning) -> NDArray[np.intp]:
    """Middles (x, y) of patches that cannot be moved without notice, in the member's picture."""
    dark = np.minimum(member.dark.astype(np.float32) / 255, tuning.pen_dark)
    across, down = cv2.Scharr(dark, cv2.CV_32F, 1, 0, scale=1 / 16), cv2.Scharr(dark, cv2.CV_32F, 0, 1, scale=1 / 16)
    wide = tuning.patch_mm / 4 * PX_PER_MM
    xx, yy, xy = (cv2.GaussianBlur(p, (0, 0), wide) for p in (across * across, down * down, across * down))
    edges = (xx + yy) / 2 - np.sqrt((xx - yy) ** 2 / 4 + xy * xy)
    half = round(tuning.patch_mm / 2 * PX_PER_MM)
    middle = np.zeros(edges.shape, bool)
    middle[half:-half, half:-half] = True
    ys, xs = np.nonzero(middle & (edges > tuning.patch_edges))
    strongest = np.argsort(-edges[ys, xs], kind="stable")
    free = np.ones(edges.shape, np.uint8)
    chosen = []
    for x, y in zip(xs[strongest].tolist(), ys[strongest].tolist(), strict=True):
        if free[y, x]:
            chosen.append((x, y))
            cv2.circle(free, (x, y), round(tuning.patch_apart_mm * PX_PER_MM), 0, -1)
    return np.array(chosen, np.intp).reshape(-1, 2)
