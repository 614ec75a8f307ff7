"""Photo to FoundSheet: which sheets lie in the photo, where, and whether the photo is mirrored."""

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any, NewType

import cv2
import numpy as np
from numpy.typing import NDArray

from sheets.geometry import Box, Geometry, Marker
from sheets.layout import geometry_by_name, sheet_of_marker
from vision.faint_tags import tag_offset
from vision.photo import Bgr, Gray, Photo
from vision.problems import SheetCut, SheetNotFound
from vision.tags import Tag, tags

Points = NewType("Points", NDArray[Any])
"""N x 2."""
Homography = NewType("Homography", NDArray[Any])
"""3 x 3, from mm on the page to photo px."""

CORNERS = 4


@dataclass(frozen=True, slots=True)
class FindTuning:
    """How markers are looked for and when they agree."""

    search_long_sides: tuple[int, ...] = (1000, 2000)
    """Markers are looked for on a grey copy so large; the larger one only when the smaller shows too few."""
    windows: tuple[int, ...] = (13, 31)
    """Threshold windows, px; the second is for large markers and uneven light."""
    enough_markers: int = 6
    """So many spread over a sheet fix its place even when some are wrong."""
    agree_mm: float = 4.0
    """A corner agrees with a flat sheet within so much; curled paper leaves it by up to 3 mm."""
    same_sheet_mm: float = 25.0
    """Markers of a folded sheet leave the flat one by so much; those of another sheet of the same boat by far more."""
    least_corners: int = 8
    """Two markers: one alone gives a direction too coarse to find squares by."""
    bent_mm: float = 50.0
    """Paper bends together over about so much: what a missing marker's neighbours tell of it."""
    stiff_mm: float = 3.0
    """Corners are off by 0.3 mm and paper leans by about 0.1: the slope that corners alone give is not trusted."""
    far_mm: float = 25.0
    """A fold on a steep photo moves a marker by so much from where its neighbours have it."""
    far_px_per_mm: float = 5.0
    """It is looked for at up to so many pixels a mm: five a module."""
    overview: int = 300
    """Other sheets are seen on a copy so large."""
    as_bright: tuple[float, float] = (0.75, 1.4)
    as_large: tuple[float, float] = (0.5, 2.0)
    as_written: tuple[float, float] = (0.5, 2.0)
    """A second sheet is so bright, so large and has so many dark lines beside the first."""
    rectangular: float = 0.75
    """And fills so much of a rectangle: of 190 tables one has such a thing, a newspaper, which costs a second look."""
    line_levels: int = 25
    table_bgr: tuple[int, int, int] = (90, 90, 90)
    """What a sheet that was found is painted over with."""
    outside_squares: float = 0.1
    """A square may leave the picture by so much of its side and still be read."""


@dataclass(frozen=True, slots=True, eq=False)
class FoundSheet:
    """One sheet in a photo: what is printed on it and where it lies."""

    photo: Photo
    geometry: Geometry
    mm_to_photo: Homography
    anchors_mm: Points
    """Printed points that were found, on the page."""
    anchors_px: Points
    """The same points in the photo."""
    mirrored: bool = False
    """The photo is a mirror picture; `photo` here is turned right already."""

    @property
    def px_per_mm(self) -> float:
        """How large the sheet is in the photo, at the middle of what was found of it."""
        steps = np.array([(0.0, 0.0), (10.0, 0.0), (0.0, 10.0)]) + np.mean(self.anchors_mm, axis=0)
        px = project(self.mm_to_photo, Points(steps))
        return float(np.linalg.norm(px[1:] - px[0], axis=1).mean()) / 10


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """Markers found: their sheet and corners, on the page and in the photo."""

    sheets: list[str] = field(default_factory=list)
    mm: list[NDArray[Any]] = field(default_factory=list)
    px: list[NDArray[Any]] = field(default_factory=list)
    mirrored: set[int] = field(default_factory=set)
    """Numbers of those that are seen as in a mirror."""

    def enough(self, tuning: FindTuning) -> bool:
        """Whether more looks would tell no more."""
        return max(len(self.sheets), len(self.mirrored)) >= tuning.enough_markers


def find_sheets(photo: Photo, tuning: FindTuning = FindTuning()) -> list[FoundSheet]:
    """Every sheet in the photo, from left to right; none raises SheetNotFound."""
    found = _by_markers(photo, tuning, mirrored=False) or _by_print(photo, tuning)
    if not found:
        raise SheetNotFound("No boat sheet is to be seen in the picture.")
    return sorted(found, key=lambda sheet: float(sheet.anchors_px[:, 0].mean()))


def check_inside(found: FoundSheet, tuning: FindTuning = FindTuning()) -> None:
    """Raise SheetCut, naming the side, when part of the boat lies outside the picture."""
    boxes = np.array(list(found.geometry.squares.values()))
    x, y = boxes[:, 0] + boxes[:, 2] / 2, boxes[:, 1] + boxes[:, 3] / 2
    reach = 0.5 - tuning.outside_squares
    corners = np.concatenate(
        [np.stack([x + dx * boxes[:, 2], y + dy * boxes[:, 3]], 1) for dx in (-reach, reach) for dy in (-reach, reach)]
    )
    px = project(found.mm_to_photo, Points(corners))
    height, width = found.photo.bgr.shape[:2]
    out = (px < 0).any(1) | (px[:, 0] > width - 1) | (px[:, 1] > height - 1)
    if out.any():
        middle = np.array([x.mean(), y.mean()])
        away = (corners[out] - middle).mean(0)
        if abs(away[0]) > abs(away[1]):
            side = "bow (right)" if away[0] > 0 else "stern (left)"
        else:
            side = "lower" if away[1] > 0 else "upper"
        raise SheetCut(f"The {side} side of the boat is outside the picture.")


def project(homography: Homography, points: Points) -> Points:
    """The points as the homography sees them."""
    return Points(cv2.perspectiveTransform(points.reshape(-1, 1, 2), homography).reshape(-1, 2))


def _mirror(photo: Photo) -> Photo:
    return Photo(photo.name, Bgr(np.ascontiguousarray(photo.bgr[:, ::-1])), photo.reduced)


def _by_markers(photo: Photo, tuning: FindTuning, *, mirrored: bool) -> list[FoundSheet]:
    gray = Gray(cv2.cvtColor(photo.bgr, cv2.COLOR_BGR2GRAY).astype(np.uint8, copy=False))
    seen = _Seen()
    for long_side in tuning.search_long_sides:
        seen = _markers(gray, long_side, tuning)
        if seen.enough(tuning):
            break
        if long_side >= max(gray.shape):
            break
    if len(seen.mirrored) > len(seen.sheets) and not mirrored:
        return _by_markers(_mirror(photo), tuning, mirrored=True)
    found = [
        _with_faint_markers(one, gray, tuning)
        for name in sorted(set(seen.sheets))
        for one in _sheets_named(name, photo, seen, tuning, mirrored=mirrored)
    ]
    return [*found, *_beside(found, gray, tuning)]


def _with_faint_markers(found: FoundSheet, gray: Gray, tuning: FindTuning) -> FoundSheet:
    """The sheet with the corners of those markers too that show only faintly, each looked for beside known ones."""
    mm, px = found.anchors_mm, found.anchors_px
    known = {(float(x), float(y)) for x, y in mm}
    missing = [marker for marker in found.geometry.markers if (marker.box.x, marker.box.y) not in known]
    while missing:
        away = [np.hypot(*(mm - (one.box.x, one.box.y)).T).min() for one in missing]
        marker = missing.pop(int(np.argmin(away)))
        here = Homography(found.mm_to_photo @ _bent(found.mm_to_photo, mm, px, marker.box, tuning))
        corners = _corners(marker.box)
        if offset := tag_offset(gray, here, marker, found.px_per_mm):
            mm, px = _joined(mm, px, corners, project(here, Points(corners + offset)))
        elif (seen := _seen_far_off(gray, here, marker, found.px_per_mm, tuning)) is not None:
            mm, px = _joined(mm, px, corners, seen)
    return replace(found, anchors_mm=mm, anchors_px=px)


def _joined(mm: Points, px: Points, more_mm: Points, more_px: Points) -> tuple[Points, Points]:
    return Points(np.concatenate([mm, more_mm])), Points(np.concatenate([px, more_px]))


def _seen_far_off(gray: Gray, here: Homography, marker: Marker, px_per_mm: float, tuning: FindTuning) -> Points | None:
    """The corners in the photo of a marker that folded paper has moved, or turned away, too far for its picture."""
    scale, box, around = min(px_per_mm, tuning.far_px_per_mm), marker.box, tuning.far_mm
    to_mm = np.array([[1 / scale, 0, box.x - around], [0, 1 / scale, box.y - around], [0, 0, 1]])
    size = (round((box.w + 2 * around) * scale), round((box.h + 2 * around) * scale))
    patch = cv2.warpPerspective(gray, here @ to_mm, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    for window in tuning.windows:
        for tag in tags(Gray(np.asarray(patch, np.uint8)), window):
            if tag.number == marker.number and not tag.mirrored:
                return project(Homography(here @ to_mm), Points(tag.corners.astype(np.float64)))
    return None


def _bent(mm_to_photo: Homography, mm: Points, px: Points, box: Box, tuning: FindTuning) -> Homography:
    """How the paper near this box leaves the flat sheet, from the anchors around: an affine map of the page."""
    off = project(Homography(np.linalg.inv(mm_to_photo)), px) - mm
    steps = mm - (box.x + box.w / 2, box.y + box.h / 2)
    near = np.exp(-np.hypot(*steps.T) / tuning.bent_mm)[:, None]
    rows = np.concatenate([near * np.column_stack([np.ones(len(mm)), steps]), np.eye(3)[1:] * tuning.stiff_mm])
    fitted = np.linalg.lstsq(rows, np.concatenate([near * off, np.zeros((2, 2))]), rcond=None)[0]
    bent = np.eye(3)
    bent[:2, :2] += fitted[1:].T
    bent[:2, 2] = fitted[0] - fitted[1:].T @ (box.x + box.w / 2, box.y + box.h / 2)
    return Homography(bent)


def _beside(found: list[FoundSheet], gray: Gray, tuning: FindTuning) -> list[FoundSheet]:
    """Sheets without markers beside those with; looked for only where so much paper, and print on it, is left."""
    pages = [project(one.mm_to_photo, _corners(Box(0, 0, *one.geometry.page_mm))) for one in found]
    if not pages or not _more_paper(gray, pages, tuning):
        return []
    photo = found[0].photo
    bgr = photo.bgr.copy()
    for page in pages:
        cv2.fillConvexPoly(bgr, page.round().astype(np.int32), tuning.table_bgr)
    others = _by_print(replace(photo, bgr=Bgr(bgr)), tuning)
    return [replace(one, photo=photo, mirrored=found[0].mirrored) for one in others if not one.mirrored]


def _more_paper(gray: Gray, pages: list[Points], tuning: FindTuning) -> bool:
    """Whether beside these pages something lies that is as large, as bright, and has as many dark lines on it."""
    step = max(1, max(gray.shape) // tuning.overview)
    small = np.ascontiguousarray(gray[::step, ::step])
    known = np.zeros(small.shape, np.uint8)
    for page in pages:
        cv2.fillConvexPoly(known, (page / step).round().astype(np.int32), 255)
    if not known.any():
        return False
    light = cv2.dilate(small, np.ones((7, 7), np.uint8))
    lines = light.astype(np.int16) - small > tuning.line_levels
    first = known > 0
    size = np.count_nonzero(first) / len(pages)
    usual = float(np.median(light[first])), float(lines[first].mean())
    beyond = cv2.dilate(known, np.ones((9, 9), np.uint8)) == 0
    bright = ((light > tuning.as_bright[0] * usual[0]) & beyond).astype(np.uint8)
    _, things, stats, _ = cv2.connectedComponentsWithStats(cv2.morphologyEx(bright, cv2.MORPH_OPEN, np.ones((9, 9))))
    areas = stats[:, cv2.CC_STAT_AREA] / size
    as_large = (areas > tuning.as_large[0]) & (areas < tuning.as_large[1])
    as_large[0] = False  # what is not bright
    return any(_like_paper(things == number, light, lines, usual, tuning) for number in np.flatnonzero(as_large))


def _like_paper(
    thing: NDArray[np.bool_],
    light: NDArray[Any],
    lines: NDArray[np.bool_],
    usual: tuple[float, float],
    tuning: FindTuning,
) -> bool:
    """Whether this thing is as bright, as written on and as rectangular as a page with such light and so many lines."""
    inside = cv2.erode(thing.astype(np.uint8), np.ones((9, 9), np.uint8)) > 0  # its edge is no line on it
    if not inside.any():
        return False
    brighter, written = np.median(light[inside]) / max(usual[0], 1), lines[inside].mean() / max(usual[1], 1e-3)
    if not (
        tuning.as_bright[0] < brighter < tuning.as_bright[1] and tuning.as_written[0] < written < tuning.as_written[1]
    ):
        return False
    _, (width, height), _ = cv2.minAreaRect(cv2.convexHull(np.argwhere(thing).astype(np.int32)))
    return bool(np.count_nonzero(thing) > tuning.rectangular * width * height)


def _by_print(photo: Photo, tuning: FindTuning) -> list[FoundSheet]:
    """Sheets found without markers; a single marker that is seen still says which sheet it is."""
    from vision.find_print import find_by_print  # which needs this module's types, and only when markers fail

    found = find_by_print(photo)
    if not found:
        return []
    gray = Gray(cv2.cvtColor(found[0].photo.bgr, cv2.COLOR_BGR2GRAY).astype(np.uint8, copy=False))
    seen = _markers(gray, tuning.search_long_sides[-1], tuning)
    return [_named(sheet, seen, tuning) for sheet in found]


def _named(found: FoundSheet, seen: _Seen, tuning: FindTuning) -> FoundSheet:
    """The sheet under the name on its markers and with their corners, if it has any."""
    middle = np.array(found.geometry.page_mm) / 2
    back = Homography(np.linalg.inv(found.mm_to_photo))
    here: list[tuple[str, NDArray[Any], NDArray[Any]]] = []
    for name, mm, px in zip(seen.sheets, seen.mm, seen.px, strict=True):
        centred = mm - np.array(geometry_by_name(name).page_mm) / 2
        if np.abs(project(back, Points(px)) - middle - centred).max() < tuning.same_sheet_mm:
            here.append((name, centred, px))
    if not here:
        return found
    geometry = geometry_by_name(Counter(name for name, _, _ in here).most_common(1)[0][0])
    shift = np.array(geometry.page_mm) / 2 - middle
    moved = np.array([[1, 0, -shift[0]], [0, 1, -shift[1]], [0, 0, 1]])
    return replace(
        found,
        geometry=geometry,
        mm_to_photo=Homography(found.mm_to_photo @ moved),
        anchors_mm=Points(np.concatenate([found.anchors_mm + shift, *(mm + middle + shift for _, mm, _ in here)])),
        anchors_px=Points(np.concatenate([found.anchors_px, *(px for _, _, px in here)])),
    )


def _markers(gray: Gray, long_side: int, tuning: FindTuning) -> _Seen:
    """Every marker of ours, with corners refined at the photo's own size."""
    scale = min(1.0, long_side / max(gray.shape))
    small = gray
    if scale < 1:
        small = Gray(np.asarray(cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8))
    seen = _Seen()
    for window in tuning.windows:
        for tag in tags(small, window):
            _keep(seen, tag)
        if seen.enough(tuning):
            break
    for at, quad in enumerate(seen.px):
        full = ((quad + 0.5) / scale - 0.5).astype(np.float32).reshape(-1, 1, 2)
        reach = max(2, round(np.linalg.norm(full[0] - full[1]) / 16))
        cv2.cornerSubPix(gray, full, (reach, reach), (-1, -1), (cv2.TERM_CRITERIA_EPS, 12, 0.02))
        seen.px[at] = full.reshape(CORNERS, 2).astype(np.float64)
    return seen


def _keep(seen: _Seen, tag: Tag) -> None:
    try:
        name, _ = sheet_of_marker(tag.number)
    except LookupError:
        return
    if tag.mirrored:
        seen.mirrored.add(tag.number)
        return
    quad = tag.corners.astype(np.float64)
    box = next(marker.box for marker in geometry_by_name(name).markers if marker.number == tag.number)
    if seen.px and np.abs(np.mean(seen.px, axis=1) - quad.mean(0)).max(axis=1).min() < 2:  # noqa: PLR2004  (px: seen before)
        return
    seen.sheets.append(name)
    seen.mm.append(_corners(box))
    seen.px.append(quad)


def _corners(box: Box) -> Points:
    """From the top left clockwise."""
    right, low = box.x + box.w, box.y + box.h
    return Points(np.array([(box.x, box.y), (right, box.y), (right, low), (box.x, low)]))


def _sheets_named(name: str, photo: Photo, seen: _Seen, tuning: FindTuning, *, mirrored: bool) -> list[FoundSheet]:
    """Sheets of this name: each a set of markers that agree on one place; two of a kind give two."""
    mm = np.concatenate([m for m, sheet in zip(seen.mm, seen.sheets, strict=True) if sheet == name])
    px = np.concatenate([p for p, sheet in zip(seen.px, seen.sheets, strict=True) if sheet == name])
    found = []
    px_per_mm = float(np.median(_sides(px)) / np.median(_sides(mm)))
    while len(mm) >= tuning.least_corners:
        homography, agreed = cv2.findHomography(mm, px, cv2.RANSAC, tuning.agree_mm * px_per_mm, maxIters=2000)
        if homography is None or int(agreed.sum()) < tuning.least_corners or np.linalg.det(homography) <= 0:
            break
        off = np.linalg.norm(project(Homography(homography), Points(mm)) - px, axis=1)
        inside = agreed.ravel().astype(bool) | (off < tuning.same_sheet_mm * px_per_mm)
        found.append(
            FoundSheet(
                photo, geometry_by_name(name), Homography(homography), Points(mm[inside]), Points(px[inside]), mirrored
            )
        )
        mm, px = mm[~inside], px[~inside]
    return found


def _sides(corners: NDArray[Any]) -> NDArray[Any]:
    quads = corners.reshape(-1, CORNERS, 2)
    sides: NDArray[Any] = np.linalg.norm(quads - np.roll(quads, 1, axis=1), axis=2)
    return sides
