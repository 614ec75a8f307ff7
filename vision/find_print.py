"""Photo to FoundSheet by the print alone: for sheets without markers, or whose markers cannot be seen.

Features of the print (words, numbers, drawings) that the photo shows in one pattern tell where a sheet may lie;
then patches of the print are looked for around where they should be, and only a sheet on which most of them are
found, each a little off its place at most and all bending together, is one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find import FoundSheet, Homography, Points, project
from vision.photo import Bgr, Photo
from vision.print_index import Features, PrintIndex, our_index, strong_features
from vision.print_patches import Page, PatchTuning, Spread, darkness, seeded, spread
from vision.which_print import WhichTuning, which

Floats = NDArray[Any]


@dataclass(frozen=True, slots=True)
class FindPrintTuning:
    """How a print is looked for and when it is found."""

    long_sides: tuple[int, ...] = (640, 1000, 1600)
    """Features are looked for on a copy so large; a larger one, for small sheets, only when the smaller fails. (One of
    100 photos is found on the second and on none of the others.)"""
    most_features: tuple[int, ...] = (3000, 4000, 7000)
    alone: float = 0.35
    """The smallest copy decides where sheets fill so much of the photo, as on 30 of 31 photos without markers: beside
    a smaller one others may lie that are not seen on it."""
    strip_px: int = 450_000
    """The peak of memory of a photo lies here: SIFT needs 160 bytes a pixel."""
    strip_overlap_px: int = 100
    """Strips overlap by the reach of the largest features that are matched."""
    overview: int = 500
    """Things as large as a sheet are seen on a copy so large."""
    narrow: int = 15
    """Of that copy: what is narrower is a stripe of the table cloth."""
    things: int = 2
    least_thing: float = 0.02
    """Share of the photo: a smaller sheet could not be read."""
    most_thing: float = 0.7
    """What fills more of the photo was seen well enough in the whole ..."""
    as_large: float = 0.7
    seen_well: float = 0.5
    """... and what is so long beside it, if so many of the whole's features lie there: of a sheet on a coarse carpet
    a fifth, of other pages 0.4 to 0.97."""
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
    most_members: int = 4
    """So often a sheet is looked at again as what the last look took it for."""
    sheet_bar: float = 0.4
    """The share of patches seen where they should be that makes a sheet: accidents reach 0.25, sheets blurred past
    reading 0.35, marked sheets 0.7 (0.45 with a page over a large part of them)."""
    followed_bar: float = 0.3
    """The least share in any place beside the boat: at most 0.17 where a fold was not followed (squares then lie up
    to 4 off their place), else at least 0.58, but for a photo that is mostly noise."""
    thing_far_mm: float = 20.0
    thing_near_mm: float = 4.0
    thing_light: float = 0.7
    thing_share: float = 0.25
    """A pen or cup lies where, so near, so much is darker in one channel than that share of the whitest paper so far
    around. Print covers less, and tells of a fold all the same where it is seen."""
    patch: PatchTuning = PatchTuning()
    which: WhichTuning = WhichTuning()


def find_by_print(
    photo: Photo, indexes: Sequence[PrintIndex] = (), tuning: FindPrintTuning = FindPrintTuning()
) -> list[FoundSheet]:
    """Every sheet whose print is seen in the photo; of our own sheets, or those of other indexes."""
    indexes = indexes or (our_index(),)
    before: list[FoundSheet] = []
    for number, seen in enumerate(_looks(photo.bgr, tuning)):
        found = _on_look(indexes, photo, seen, False, tuning)
        if not found:
            found = _on_look(indexes, _mirror(photo), seen.mirrored(photo.bgr.shape[1]), True, tuning)
        if found and (number > 0 or _filled(found) > tuning.alone):
            return found
        if before:
            return before
        before = found
    return before


def _on_look(
    indexes: Sequence[PrintIndex], photo: Photo, seen: Features, mirrored: bool, tuning: FindPrintTuning
) -> list[FoundSheet]:
    """Every sheet that these features of the photo lead to."""
    gray = np.asarray(cv2.cvtColor(photo.bgr, cv2.COLOR_BGR2GRAY), np.uint8)
    return [sheet for index in indexes for sheet in _sheets_of(index, photo, gray, seen, mirrored, tuning)]


def _filled(sheets: Sequence[FoundSheet]) -> float:
    """The share of the photo that these sheets fill."""
    areas = []
    for sheet in sheets:
        width, height = sheet.geometry.page_mm
        corners = project(sheet.mm_to_photo, Points(np.array([(0.0, 0.0), (width, 0), (width, height), (0, height)])))
        areas.append(cv2.contourArea(corners.astype(np.float32)) / np.prod(sheet.photo.bgr.shape[:2]))
    return float(sum(areas))


def _looks(bgr: Bgr, tuning: FindPrintTuning) -> Iterator[Features]:
    """Features of the whole photo, coarser and finer, then of each thing in it that may be a sheet."""
    for long_side, most in zip(tuning.long_sides, tuning.most_features, strict=True):
        scale = min(1.0, long_side / max(bgr.shape))
        whole = _photo_features(bgr, scale, most, tuning)
        yield whole
        if scale == 1:
            break
    for left, top, part in _bright_things(bgr, whole.at, tuning):
        scale = min(1.0, tuning.long_sides[-1] / max(part.shape))
        seen = _photo_features(part, scale, tuning.most_features[-1], tuning)
        yield replace(seen, at=seen.at + (left, top))


def _bright_things(bgr: Bgr, seen: Floats, tuning: FindPrintTuning) -> Iterator[tuple[int, int, Bgr]]:
    """The largest things that are brighter than most: paper on a table full of pattern, or far away.

    Each with its left and top, and nothing around it: a carpet's features are stronger than a pale print's. What was
    seen well in the whole, where most features lie on it, is no use to look at again.
    """
    scale = min(1.0, tuning.overview / max(bgr.shape))
    small = cv2.resize(bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    weakest = cv2.blur(small, (5, 5)).min(axis=2)
    _, bright = cv2.threshold(weakest, 0, 255, cv2.THRESH_OTSU)
    strokes = np.ones((tuning.narrow, tuning.narrow), np.uint8)
    _, number, stats, _ = cv2.connectedComponentsWithStats(cv2.morphologyEx(bright, cv2.MORPH_OPEN, strokes))
    largest = sorted(range(1, len(stats)), key=lambda thing: -stats[thing, cv2.CC_STAT_AREA])[: tuning.things]
    at = np.minimum((seen * scale).astype(int), np.array(weakest.shape[::-1]) - 1)
    for thing in largest:
        if tuning.least_thing < stats[thing, cv2.CC_STAT_AREA] / weakest.size < tuning.most_thing:
            whole = _whole(number == thing, tuning)
            left, top, width, height = cv2.boundingRect(whole)
            large = max(width, height) > tuning.as_large * max(weakest.shape)
            if not large or np.sum(whole[at[:, 1], at[:, 0]]) < tuning.seen_well * len(at):
                yield _cut_out(bgr, whole, (left, top, width, height), scale)


def _whole(thing: NDArray[np.bool_], tuning: FindPrintTuning) -> NDArray[np.uint8]:
    """The thing with what was drawn on it, between its corners."""
    corners = cv2.convexHull(cv2.findNonZero(thing.astype(np.uint8)))
    whole = cv2.fillConvexPoly(np.zeros(thing.shape, np.uint8), corners, 1)
    return np.asarray(cv2.dilate(whole, np.ones((tuning.narrow, tuning.narrow), np.uint8)), np.uint8)


def _cut_out(
    bgr: Bgr, whole: NDArray[np.uint8], bounds: tuple[int, int, int, int], scale: float
) -> tuple[int, int, Bgr]:
    """The part of the photo where a thing lies, in its own colour where it does not reach."""
    left, top, width, height = bounds
    x, y = int(left / scale), int(top / scale)
    part = bgr[y : int((top + height) / scale), x : int((left + width) / scale)].copy()
    inside = cv2.resize(whole[top : top + height, left : left + width], part.shape[1::-1]) > 0
    part[~inside] = np.median(part[inside][::16], axis=0)
    return x, y, Bgr(part)


def _mirror(photo: Photo) -> Photo:
    return Photo(photo.name, Bgr(np.ascontiguousarray(photo.bgr[:, ::-1])), photo.reduced)


def _photo_features(bgr: Bgr, scale: float, most: int, tuning: FindPrintTuning) -> Features:
    """Features of the photo with its light evened out, at the photo's own size."""
    small = np.asarray(cv2.resize(bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    gray = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
    dark = darkness(gray, tuning.light_share * max(gray.shape), tuning.darkest) * _paperlike(small, tuning)
    seen = _in_strips((255 * (1 - dark)).astype(np.uint8), most, tuning)
    return Features((seen.at + 0.5) / scale - 0.5, seen.angle, seen.size / scale, seen.forms)


def _in_strips(light: NDArray[np.uint8], most: int, tuning: FindPrintTuning) -> Features:
    """The picture's strongest features, looked for strip by strip to save memory."""
    height, width = light.shape
    strips = -(-height * width // tuning.strip_px)
    kept, strengths = [], []
    for number in range(strips):
        first, end = number * height // strips, (number + 1) * height // strips
        top = max(0, first - tuning.strip_overlap_px)
        seen, strength = strong_features(light[top : end + tuning.strip_overlap_px], tuning.contrast, most)
        seen = replace(seen, at=seen.at + (0, top))
        inside = (seen.at[:, 1] >= first) & (seen.at[:, 1] < end)
        kept.append(seen.chosen(inside))
        strengths.append(strength[inside])
    every = Features(
        np.concatenate([seen.at for seen in kept]),
        np.concatenate([seen.angle for seen in kept]),
        np.concatenate([seen.size for seen in kept]),
        np.concatenate([seen.forms for seen in kept]),
    )
    return every.chosen(np.argsort(-np.concatenate(strengths), kind="stable")[:most])


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


def _bare(bgr: Bgr, seen: Spread, tuning: FindPrintTuning) -> NDArray[np.bool_]:
    """Which of the patches that were sought lie where paper is to be seen, and no pen, cup or hand."""
    px = seen.page.px(seen.sought_mm)
    scale = 1 / 4
    per_mm = scale * float(np.median(np.ptp(px, axis=0) / np.ptp(seen.sought_mm, axis=0)))
    small = cv2.resize(bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    weakest = cv2.min(cv2.min(small[:, :, 0], small[:, :, 1]), small[:, :, 2])
    far, near = (2 * round(reach * per_mm) + 1 for reach in (tuning.thing_far_mm, tuning.thing_near_mm))
    white = cv2.dilate(cv2.blur(weakest, (3, 3)), np.ones((far, far), np.uint8))
    dark = (weakest < tuning.thing_light * white).astype(np.float32)
    covered = cv2.blur(dark, (near, near))
    height, width = covered.shape
    x, y = (
        np.clip(np.round(at * scale).astype(int), 0, most - 1) for at, most in zip(px.T, (width, height), strict=True)
    )
    return np.asarray(covered[y, x] < tuning.thing_share)


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
        page = seeded(index.members[0], homography, index.features.at[ours], features.at[theirs], tuning.patch)
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
    xs, ys = ours.at.T.astype(np.float32)
    kept_ours, kept_theirs = [], []
    for start in range(0, len(theirs.at), 500):
        alike = theirs.forms[start : start + 500] @ ours.forms.T
        best = alike.argmax(axis=1)
        rows = np.flatnonzero(alike.max(axis=1) > 1 - tuning.most_apart**2 / 2)
        alike, best = alike[rows], best[rows]
        first = alike[np.arange(len(rows)), best]
        near = np.abs(xs[None] - xs[best][:, None]) < tuning.elsewhere_mm
        near &= np.abs(ys[None] - ys[best][:, None]) < tuning.elsewhere_mm
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
    start: Page,
    mirrored: bool,
    tuning: FindPrintTuning,
) -> FoundSheet | None:
    """The sheet that lies there, or None when its print is not seen."""
    member = index.members[0]
    seen = spread(member, gray, start, tuning.patch)
    tried = {member}
    for _ in range(tuning.most_members):
        if seen is None:
            return None
        better = which(index, photo, gray, seen.page, tuning.which)
        if better in tried:
            break
        member = better
        tried.add(member)
        seen = spread(member, gray, seen.page, tuning.patch)
    if seen is None or seen.share < tuning.sheet_bar:
        return None
    if seen.weakest(member, _bare(photo.bgr, seen, tuning), tuning.patch) < tuning.followed_bar:
        return None
    shift = np.eye(3)
    shift[:2, 2] = -member.origin_mm
    return FoundSheet(
        photo,
        member.geometry,
        Homography(seen.page.homography @ shift),
        Points(seen.patches.mm + member.origin_mm),
        Points(seen.patches.px),
        mirrored,
    )
