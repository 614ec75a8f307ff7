"""Photo to FoundSheet by the print alone: for sheets without markers, or whose markers cannot be seen.

Features of the print (words, numbers, drawings) that the photo shows in one pattern tell where a sheet may lie;
then patches of the print are looked for around where they should be, and only a sheet on which most of them are
found, each a little off its place at most and all bending together, is one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find import FoundSheet, Homography, Points, project
from vision.flatten import Spline
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
    most_apart: float = 0.45
    """Features further apart in form (0 to 1.41) are not the same: of those that are, 98 % are nearer than 0.32."""
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
    patch_apart_mm: float = 7.0
    patch_edges: float = 0.0014
    """Least structure in two directions (smaller eigenvalue) of a patch that is looked for."""
    reaches_mm: tuple[float, ...] = (7.0, 5.0, 4.0, 4.0, 4.0, 4.0)
    """How far off their place patches are looked for: first by the pattern alone, then as the page lies."""
    fold_mm: float = 35.0
    """A folded corner lies so far from where a flat page has it."""
    near_mm: float = 40.0
    match_off_mm: float = 1.5
    slope: float = 0.12
    """Matches bear each other out when, so near, they lie off alike, but for their own error and the paper's slope."""
    least_neighbours: int = 3
    least_growth: float = 0.01
    """Rounds end when so few more patches are found."""
    last_reach_mm: float = 2.0
    alike: float = 0.5
    """Correlation of a patch that is seen."""
    flat_mm: float = 2.0
    """Many seen patches lie so near a flat page."""
    curl_mm: float = 4.0
    """Curled paper leaves a flat page by so much; a slip by one square would be 11."""
    knot_mm: float = 24.0
    stiff_mm: float = 1.0
    patch_off_mm: float = 0.3
    """How far a patch is off, as found."""
    scales_mm: tuple[float, ...] = (2.5, 1.5, 1.0, 0.8)
    """Patches so far from the form of the others lose their weight; beyond the last they are not seen."""
    pen_dark: float = 0.5
    """Darker than this tells nothing more of print."""
    same_cell: float = 0.008
    """Mean difference of darkness below which two members' cells are the same, drawn a part of a pixel apart."""
    sheet_bar: float = 0.35
    """The share of patches seen where they should be that makes a sheet."""


@dataclass(frozen=True, slots=True, eq=False)
class _Page:
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
class _Seen:
    """Patches of a print: where they are printed (mm from the grid's corner), where in the photo, how alike."""

    mm: Floats
    px: Floats
    alike: Floats
    """0 outside the picture."""

    def chosen(self, which: NDArray[Any]) -> "_Seen":
        """Those of them."""
        return _Seen(self.mm[which], self.px[which], self.alike[which])


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
        page = _seeded(index, homography, index.features.at[ours], features.at[theirs], tuning)
        sheet = _settled(index, photo, gray, page, mirrored, tuning)
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
        best = alike.argmax(axis=1)
        rows = np.flatnonzero(alike.max(axis=1) > 1 - tuning.most_apart**2 / 2)
        alike, best = alike[rows], best[rows]
        first = alike[np.arange(len(rows)), best]
        apart = np.abs(ours.at[None] - ours.at[best][:, None]).max(axis=2)
        alike[apart < tuning.elsewhere_mm] = -1
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
    start: _Page,
    mirrored: bool,
    tuning: FindPrintTuning,
) -> FoundSheet | None:
    """The sheet that lies there, or None when its print is not seen."""
    page = _spread(index.members[0], gray, start, tuning)
    if page is None:
        return None
    member = _which(index, gray, page, tuning)
    seen = _look(member, gray, page, _patches(member, tuning), tuning.last_reach_mm, tuning)
    sought, seen = int((seen.alike > 0).sum()), seen.chosen(seen.alike > tuning.alike)
    good = _along(seen, page, np.ones(len(seen.mm)), tuning)[1]
    if good.sum() < tuning.sheet_bar * sought:
        return None
    shift = np.eye(3)
    shift[:2, 2] = -member.origin_mm
    return FoundSheet(
        photo,
        member.geometry,
        Homography(page.homography @ shift),
        Points(seen.mm[good] + member.origin_mm),
        Points(seen.px[good]),
        mirrored,
    )


def _seeded(index: PrintIndex, homography: Homography, mm: Floats, px: Floats, tuning: FindPrintTuning) -> _Page:
    """How the page lies by those matches that neighbours bear out: a folded corner has its own."""
    member = index.members[0]
    page = _Page(homography, Spline(member.geometry.page_mm, tuning.knot_mm), member.origin_mm)
    off = project(Homography(np.linalg.inv(homography)), Points(px.astype(np.float64))) - mm
    near = np.linalg.norm(off, axis=1) < tuning.fold_mm
    mm, px, off = mm[near], px[near], off[near]
    apart = np.linalg.norm(mm[:, None] - mm[None], axis=2)
    differ = np.linalg.norm(off[:, None] - off[None], axis=2)
    bears = (apart > tuning.elsewhere_mm) & (apart < tuning.near_mm)
    bears &= differ < tuning.match_off_mm + tuning.slope * apart
    good = bears.sum(axis=1) >= tuning.least_neighbours
    if good.sum() < tuning.least_matches:
        return page
    seen = _Seen(mm[good], px[good].astype(np.float64), np.ones(int(good.sum())))
    form, _ = _along(seen, page, np.ones(len(seen.mm)), tuning)
    return _Page(homography, form, member.origin_mm)


def _spread(member: Member, gray: NDArray[np.uint8], start: _Page, tuning: FindPrintTuning) -> _Page | None:
    """How the page lies, from where patches are found; each round looks for the rest where those before lead."""
    page: _Page | None = start
    centres = _patches(member, tuning)
    seen = _Seen(np.zeros((len(centres), 2)), np.zeros((len(centres), 2)), np.zeros(len(centres)))
    along = np.zeros(len(centres), bool)
    for reach in tuning.reaches_mm:
        if page is None:
            return None
        new = _look(member, gray, page, centres[~along], reach, tuning)
        seen.mm[~along], seen.px[~along], seen.alike[~along] = new.mm, new.px, new.alike
        before = int(along.sum())
        alike = seen.alike > tuning.alike
        page, along[alike] = _nearer(page, seen.chosen(alike), tuning)
        along &= alike
        if along.sum() < (1 + tuning.least_growth) * before:
            break
    return page


def _look(
    member: Member,
    gray: NDArray[np.uint8],
    page: _Page,
    centres: NDArray[np.intp],
    reach_mm: float,
    tuning: FindPrintTuning,
) -> _Seen:
    """Each of these patches of the print, where it is most alike within reach."""
    dark = _flattened(member, gray, page, tuning)
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
    return _Seen(mm, px, np.where(inside, np.maximum(alike, 1e-3), 0))


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


def _nearer(page: _Page, seen: _Seen, tuning: FindPrintTuning) -> tuple[_Page | None, NDArray[np.bool_]]:
    """The page as these patches show it, None when they show none; and which of them do."""
    none = np.zeros(len(seen.mm), bool)
    if len(seen.mm) < tuning.least_matches:
        return None, none
    px_per_mm = np.sqrt(np.abs(np.linalg.det(_jacobian(page.homography, seen.mm.mean(axis=0)))))
    homography, agreed = cv2.findHomography(seen.mm, seen.px, cv2.RANSAC, tuning.flat_mm * px_per_mm)
    if homography is None or agreed.sum() < tuning.least_matches or np.linalg.det(homography) <= 0:
        return None, none
    flat = _Page(Homography(homography), Spline(page.form.page_mm, tuning.knot_mm), page.origin_mm)
    off = np.linalg.norm(seen.px - page.px(seen.mm), axis=1) / px_per_mm
    form, good = _along(seen, flat, 1 / (1 + (off / tuning.curl_mm) ** 2) ** 2, tuning)
    if good.sum() < tuning.least_matches:
        return None, none
    return _Page(flat.homography, form, page.origin_mm), good


def _along(seen: _Seen, page: _Page, weight: Floats, tuning: FindPrintTuning) -> tuple[Spline, NDArray[np.bool_]]:
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


def _flattened(member: Member, gray: NDArray[np.uint8], page: _Page, tuning: FindPrintTuning) -> NDArray[np.uint8]:
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
def _patches(member: Member, tuning: FindPrintTuning) -> NDArray[np.intp]:
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
    flat = np.pad(_flattened(first, gray, page, tuning), 1, mode="edge")
    alike = np.zeros(forms.shape[:2])
    for right, down in product((0, 1, 2), repeat=2):
        moved = flat[down : down + first.dark.shape[0], right : right + first.dark.shape[1]]
        seen = _normal(_cells(moved, first.corner, _common(index), tuning)[telling])
        np.maximum(alike, np.einsum("mcp,cp->mc", forms, seen), out=alike)
    return np.asarray(alike.sum(axis=1))


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
