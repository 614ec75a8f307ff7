"""Photo to FoundSheet by the print alone: for sheets without markers, or whose markers cannot be seen.

Features of the print (words, numbers, drawings) that the photo shows in one pattern tell where a sheet may lie;
then patches of the print are looked for around where they should be, and only a sheet on which most of them are
found, each a little off its place at most and all bending together, is one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find import FoundSheet, Homography, Points, project
from vision.photo import Bgr, Photo
from vision.print_index import PX_PER_MM, Features, Member, PrintIndex, features_in, our_index

Floats = NDArray[Any]


@dataclass(frozen=True, slots=True)
class FindPrintTuning:
    """How a print is looked for and when it is found."""

    long_sides: tuple[int, ...] = (1000, 1600)
    """Features are looked for on a copy so large; the larger one, for small sheets, only when the smaller fails."""
    most_features: tuple[int, ...] = (4000, 7000)
    contrast: float = 0.02
    light_share: float = 0.03
    """Paper is white within so much of the picture's long side of everything printed."""
    darkest: float = 0.25
    """Paper lit by less than this share of the brightest is taken as dark: its noise would be features."""
    paper_share: float = 0.4
    """Paper gives back so much of the light of the whitest place near: less where a shadow's edge runs across."""
    near_share: float = 0.2
    """Near, as a share of the picture's long side."""
    ratio: float = 0.8
    """A feature's best match is so much nearer than the next that lies elsewhere."""
    elsewhere_mm: float = 2.5
    turn_deg: float = 30.0
    """Matches of one sheet turn alike, within so much: tilt turns some more than others."""
    least_matches: int = 8
    """Fewer matches in one pattern: nothing to start from."""
    pose_mm: float = 3.0
    """A match agrees with a flat sheet within so much."""
    most_sheets: int = 4
    tries: int = 3
    """Patterns of matches that are no sheet before one gives up."""
    light_mm: float = 9.0
    """The same on the flattened page."""
    patch_mm: float = 10.0
    """A patch holds a word or an icon."""
    patch_apart_mm: float = 6.0
    patch_edges: float = 0.0015
    """Least structure in two directions (smaller eigenvalue) of a patch that is looked for."""
    reaches_mm: tuple[float, ...] = (7.0, 4.0, 2.5)
    """How far off their place patches are looked for: first by the pattern alone, then as the page lies."""
    alike: float = 0.5
    """Correlation of a patch that is seen."""
    flat_mm: float = 2.0
    """Half of the seen patches lie so near a flat page."""
    curl_mm: float = 6.0
    """Curled paper leaves a flat page by so much at most; a slip by one square would be 11."""
    bend_mm: float = 0.7
    """A seen patch moves with its neighbours, within so much."""
    neighbours: int = 9
    smooth_mm: float = 14.0
    pen_dark: float = 0.5
    """Darker than this tells nothing more of print."""
    same_cell: float = 0.008
    """Mean difference of darkness below which two members' cells are the same, drawn a part of a pixel apart."""
    sheet_bar: float = 0.35
    """The share of patches seen where they should be that makes a sheet."""


@dataclass(frozen=True, slots=True, eq=False)
class _Page:
    """How a page lies in the photo: flat, and how far its parts leave that."""

    homography: Homography
    """From mm from the grid's corner to px."""
    mm: Floats
    """Places on the page, from the grid's corner ..."""
    off: Floats
    """... and how far off they lie, mm as the homography sees them."""

    @staticmethod
    def flat(homography: Homography) -> "_Page":
        """A page of which no more is known."""
        return _Page(homography, np.zeros((0, 2)), np.zeros((0, 2)))

    def over(self, mm: Floats, smooth_mm: float) -> Floats:
        """How far these places (N x 2) lie off: as their neighbours do."""
        if not len(self.mm):
            return np.zeros_like(mm)
        apart = (mm[:, 0, None] - self.mm[None, :, 0]) ** 2 + (mm[:, 1, None] - self.mm[None, :, 1]) ** 2
        apart -= apart.min(axis=1, keepdims=True)
        weight = np.exp(apart / (-2 * smooth_mm**2))
        off: Floats = weight @ self.off / weight.sum(axis=1, keepdims=True)
        return off


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """Patches found: where they are printed (mm from the grid's corner), where in the photo, how alike."""

    mm: Floats
    px: Floats
    alike: Floats
    share: float
    """Of all patches that should be in the picture."""


def find_by_print(
    photo: Photo, indexes: Sequence[PrintIndex] = (), tuning: FindPrintTuning = FindPrintTuning()
) -> list[FoundSheet]:
    """Every sheet whose print is seen in the photo; of our own sheets, or those of other indexes."""
    gray = np.asarray(cv2.cvtColor(photo.bgr, cv2.COLOR_BGR2GRAY), np.uint8)
    for long_side, most in zip(tuning.long_sides, tuning.most_features, strict=True):
        scale = min(1.0, long_side / max(gray.shape))
        features = _photo_features(photo.bgr, scale, most, tuning)
        for mirrored in (False, True):
            if mirrored:
                photo, gray = _mirror(photo), np.ascontiguousarray(gray[:, ::-1])
                features = features.mirrored(gray.shape[1])
            found = [
                sheet
                for index in indexes or (our_index(),)
                for sheet in _sheets_of(index, photo, gray, features, mirrored, tuning)
            ]
            if found:
                return found
        photo, gray = _mirror(photo), np.ascontiguousarray(gray[:, ::-1])
        if scale == 1:
            break
    return []


def _mirror(photo: Photo) -> Photo:
    return Photo(photo.name, Bgr(np.ascontiguousarray(photo.bgr[:, ::-1])), photo.reduced)


def _photo_features(bgr: Bgr, scale: float, most: int, tuning: FindPrintTuning) -> Features:
    """Features of the photo with its light evened out, at the photo's own size."""
    small = np.asarray(cv2.resize(bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    gray = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
    dark = darkness(gray, tuning.light_share * max(gray.shape), tuning.darkest) * _paperlike(small, tuning)
    seen = features_in((255 * (1 - dark)).astype(np.uint8), tuning.contrast, most)
    return Features((seen.at + 0.5) / scale - 0.5, seen.angle, seen.size / scale, seen.forms)


def _paperlike(bgr: NDArray[np.uint8], tuning: FindPrintTuning) -> Floats:
    """1 where there may be paper: no much darker, in its weakest channel, than the whitest place near."""
    around = 2 * round(tuning.light_share * max(bgr.shape) / 8) + 1
    blocks = cv2.resize(bgr, None, fx=1 / 4, fy=1 / 4, interpolation=cv2.INTER_AREA)
    light = cv2.dilate(cv2.blur(blocks, (3, 3)), np.ones((around, around), np.uint8)).astype(np.float32)
    white = (light / np.maximum(np.percentile(light.reshape(-1, 3), 98, axis=0), 1)).min(axis=2)
    coarse = cv2.resize(white, None, fx=1 / 8, fy=1 / 8, interpolation=cv2.INTER_AREA)
    far = 2 * round(tuning.near_share * max(coarse.shape)) + 1
    best = cv2.blur(cv2.dilate(coarse, np.ones((far, far), np.uint8)), (far // 2, far // 2))
    best = cv2.resize(best, white.shape[::-1], interpolation=cv2.INTER_LINEAR)
    paper = (white > tuning.paper_share * best).astype(np.float32)
    wide: Floats = cv2.resize(paper, bgr.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    return wide


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


def _sheets_of(
    index: PrintIndex,
    photo: Photo,
    gray: NDArray[np.uint8],
    features: Features,
    mirrored: bool,
    tuning: FindPrintTuning,
) -> Iterator[FoundSheet]:
    """Sheets of this index, one after the other, each without the features of those before."""
    ours, theirs = _matches(index.features, features, tuning)
    fails = found = 0
    while len(ours) >= tuning.least_matches and fails < tuning.tries and found < tuning.most_sheets:
        pose = _pose(index.features.chosen(ours), features.chosen(theirs), tuning)
        if pose is None:
            return
        homography, agreed = pose
        sheet = _settled(index, photo, gray, homography, mirrored, tuning)
        if sheet is None:
            fails += 1
            ours, theirs = ours[~agreed], theirs[~agreed]
        else:
            found += 1
            yield sheet
            taken = _on_page(sheet, features.at[theirs])
            ours, theirs = ours[~taken], theirs[~taken]


def _on_page(sheet: FoundSheet, px: Floats) -> NDArray[np.bool_]:
    mm = project(Homography(np.linalg.inv(sheet.mm_to_photo)), Points(px.astype(np.float64)))
    return np.asarray(((mm > 0) & (mm < np.array(sheet.geometry.page_mm))).all(axis=1))


def _matches(ours: Features, theirs: Features, tuning: FindPrintTuning) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Pairs that look alike, and like nothing else on the print."""
    if not len(theirs.at):
        return np.zeros(0, np.intp), np.zeros(0, np.intp)
    kept_ours, kept_theirs = [], []
    for start in range(0, len(theirs.at), 500):
        alike = theirs.forms[start : start + 500] @ ours.forms.T
        rows = np.arange(len(alike))
        best = alike.argmax(axis=1)
        first = alike[rows, best]
        near = (np.abs(ours.at[:, 0][None] - ours.at[best, 0][:, None]) < tuning.elsewhere_mm) & (
            np.abs(ours.at[:, 1][None] - ours.at[best, 1][:, None]) < tuning.elsewhere_mm
        )
        alike[near] = -1
        clear = 1 - first < tuning.ratio**2 * (1 - alike.max(axis=1))
        kept_ours.append(best[clear])
        kept_theirs.append(start + rows[clear])
    return np.concatenate(kept_ours), np.concatenate(kept_theirs)


def _pose(ours: Features, theirs: Features, tuning: FindPrintTuning) -> tuple[Homography, NDArray[np.bool_]] | None:
    """Where a flat sheet would lie, by most matches, and which these are."""
    turn = np.deg2rad(theirs.angle - ours.angle)
    toward = np.exp(1j * turn)
    votes = (np.cos(turn[:, None] - np.deg2rad(np.arange(0, 360, 10))[None]) > np.cos(np.deg2rad(tuning.turn_deg))).sum(
        0
    )
    alike = np.abs(np.angle(toward * np.exp(-1j * np.deg2rad(10 * int(votes.argmax()))))) < np.deg2rad(tuning.turn_deg)
    if alike.sum() < tuning.least_matches:
        return None
    px_per_mm = float(np.median(theirs.size[alike] / ours.size[alike]))
    homography, agreed = cv2.findHomography(
        ours.at[alike], theirs.at[alike], cv2.USAC_MAGSAC, tuning.pose_mm * px_per_mm, maxIters=5000, confidence=0.9999
    )
    if homography is None or np.linalg.det(homography) <= 0 or agreed.sum() < tuning.least_matches:
        return None
    which = np.zeros(len(ours.at), bool)
    which[np.flatnonzero(alike)[agreed.ravel() > 0]] = True
    return Homography(homography), which


def _settled(
    index: PrintIndex,
    photo: Photo,
    gray: NDArray[np.uint8],
    homography: Homography,
    mirrored: bool,
    tuning: FindPrintTuning,
) -> FoundSheet | None:
    """The sheet that lies there, or None when its print is not seen."""
    member, page = index.members[0], _Page.flat(homography)
    for reach in tuning.reaches_mm[:-1]:
        seen = _look(member, gray, page, reach, tuning)
        nearer = _flattest(seen, page, tuning)
        if nearer is None:
            return None
        page = nearer
    member = _which(index, gray, page, tuning)
    seen = _look(member, gray, page, tuning.reaches_mm[-1], tuning)
    if seen.share < tuning.sheet_bar:
        return None
    shift = np.eye(3)
    shift[:2, 2] = -member.origin_mm
    return FoundSheet(
        photo,
        member.geometry,
        Homography(page.homography @ shift),
        Points(seen.mm + member.origin_mm),
        Points(seen.px),
        mirrored,
    )


def _look(member: Member, gray: NDArray[np.uint8], page: _Page, reach_mm: float, tuning: FindPrintTuning) -> _Seen:
    """Each patch of the print where it is most alike within reach, if it moved with its neighbours."""
    dark = _flattened(member, gray, page, tuning)
    centres = _patches(member, tuning)
    half, reach = round(tuning.patch_mm / 2 * PX_PER_MM), round(reach_mm * PX_PER_MM)
    around = cv2.copyMakeBorder(dark, reach, reach, reach, reach, cv2.BORDER_REPLICATE)
    shift, alike = np.zeros((len(centres), 2)), np.zeros(len(centres))
    for at, (x, y) in enumerate(centres):
        patch = member.dark[y - half : y + half + 1, x - half : x + half + 1]
        where = around[y - half : y + half + 1 + 2 * reach, x - half : x + half + 1 + 2 * reach]
        found = cv2.matchTemplate(where, np.minimum(patch, round(255 * tuning.pen_dark)), cv2.TM_CCOEFF_NORMED)
        shift[at], alike[at] = _peak(found)
    mm = (centres + 0.5 - member.corner) / PX_PER_MM
    there = mm + shift / PX_PER_MM
    px = project(page.homography, Points(there + page.over(there, tuning.smooth_mm)))
    inside = ((px > 0) & (px < np.array(gray.shape[::-1]) - 1)).all(axis=1)
    good = inside & (alike > tuning.alike)
    good[good] = _together(mm[good], shift[good] / PX_PER_MM, tuning)
    return _Seen(mm[good], px[good], alike[good], float(good.sum() / max(1, inside.sum())))


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


def _together(mm: Floats, shift: Floats, tuning: FindPrintTuning) -> NDArray[np.bool_]:
    """Which of these move as the median of their neighbours does."""
    if len(mm) <= tuning.neighbours:
        return np.zeros(len(mm), bool)
    apart = ((mm[:, None] - mm[None]) ** 2).sum(axis=2)
    near = np.argpartition(apart, tuning.neighbours, axis=1)[:, : tuning.neighbours + 1]
    off = np.linalg.norm(shift - np.median(shift[near], axis=1), axis=1)
    together: NDArray[np.bool_] = off < tuning.bend_mm
    return together


def _flattest(seen: _Seen, page: _Page, tuning: FindPrintTuning) -> _Page | None:
    """The page as these patches show it."""
    if len(seen.mm) < tuning.least_matches:
        return None
    px_per_mm = np.sqrt(np.abs(np.linalg.det(_jacobian(page.homography, seen.mm.mean(axis=0)))))
    homography, agreed = cv2.findHomography(seen.mm, seen.px, cv2.RANSAC, tuning.flat_mm * px_per_mm)
    if homography is None or agreed.sum() < tuning.least_matches or np.linalg.det(homography) <= 0:
        return None
    off = project(Homography(np.linalg.inv(homography)), Points(seen.px)) - seen.mm
    inside = np.linalg.norm(off, axis=1) < tuning.curl_mm
    return _Page(Homography(homography), seen.mm[inside], off[inside])


def _jacobian(homography: Homography, mm: Floats) -> Floats:
    steps = project(homography, Points(np.array([mm, mm + (1, 0), mm + (0, 1)])))
    return np.stack([steps[1] - steps[0], steps[2] - steps[0]], axis=1)


def _flattened(member: Member, gray: NDArray[np.uint8], page: _Page, tuning: FindPrintTuning) -> NDArray[np.uint8]:
    """The page's darkness as the member's small picture has it."""
    height, width = member.dark.shape
    step = 16
    xs = (np.arange(0, width + step, step) + 0.5 - member.corner[0]) / PX_PER_MM
    ys = (np.arange(0, height + step, step) + 0.5 - member.corner[1]) / PX_PER_MM
    mm = np.stack(np.meshgrid(xs, ys), axis=2).reshape(-1, 2)
    px = project(page.homography, Points(mm + page.over(mm, tuning.smooth_mm)))
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
def _patches(member: Member, tuning: FindPrintTuning) -> NDArray[np.intp]:
    """Middles (x, y) of patches that cannot be moved without notice, in the member's picture."""
    block = 2 * round(tuning.patch_mm / 2 * PX_PER_MM) + 1
    dark = np.minimum(member.dark.astype(np.float32) / 255, tuning.pen_dark)
    edges = cv2.cornerMinEigenVal(cv2.GaussianBlur(dark, (3, 3), 0), block, ksize=3)
    apart = 2 * round(tuning.patch_apart_mm / 2 * PX_PER_MM) + 1
    best = (edges >= cv2.dilate(edges, np.ones((apart, apart), np.uint8))) & (edges > tuning.patch_edges)
    half = block // 2
    best[:half] = best[-half:] = False
    best[:, :half] = best[:, -half:] = False
    ys, xs = np.nonzero(best)
    return np.stack([xs, ys], axis=1)


def _which(index: PrintIndex, gray: NDArray[np.uint8], page: _Page, tuning: FindPrintTuning) -> Member:
    """The member that the page shows: by the cells in which members differ."""
    scores = _scores(index, gray, page, tuning)
    return index.members[int(np.argmax(scores))]


def _scores(index: PrintIndex, gray: NDArray[np.uint8], page: _Page, tuning: FindPrintTuning) -> Floats:
    """How alike each member is to the page, summed over the cells that tell members apart."""
    first = index.members[0]
    if len(index.members) == 1:
        return np.ones(1)
    forms, telling = _telling_cells(index, tuning)
    flat = _flattened(first, gray, page, tuning)
    seen = _normal(_cells(flat, first.corner, _common(index), tuning)[telling])
    return np.asarray(np.clip((forms * seen[None]).sum(axis=2), 0, 1).sum(axis=1))


@lru_cache(maxsize=8)
def _telling_cells(index: PrintIndex, tuning: FindPrintTuning) -> tuple[Floats, NDArray[np.bool_]]:
    """The cells in which members differ, as each member has them, and which cells these are."""
    most = round(255 * tuning.pen_dark)
    common = _common(index)
    cells = np.stack([_cells(np.minimum(m.dark, most), m.corner, common, tuning) for m in index.members])
    for at in range(1, len(cells)):
        for before in range(at):
            same = np.abs(cells[at] - cells[before]).mean(axis=1) < tuning.same_cell
            cells[at, same] = cells[before, same]
    telling = (np.abs(cells - cells[:1]).max(axis=2) > 0).any(axis=0)
    return _normal(cells[:, telling]), telling


def _common(index: PrintIndex) -> tuple[int, int, int, int]:
    """What is in every member's picture: columns and rows before the grid's corner, and after it."""
    corners = np.array([member.corner for member in index.members])
    sizes = np.array([member.dark.shape[::-1] for member in index.members])
    before, after = corners.min(axis=0), (sizes - corners).min(axis=0)
    return int(before[0]), int(before[1]), int(after[0]), int(after[1])


def _cells(
    dark: NDArray[np.uint8], corner: tuple[int, int], common: tuple[int, int, int, int], tuning: FindPrintTuning
) -> Floats:
    """The common area cut into cells: cells x pixels, 0 to 1."""
    side = round(tuning.patch_mm * PX_PER_MM)
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
