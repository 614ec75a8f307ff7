"""What to look for in a photo of sheets without markers: features of the print, and small pictures of it.

Sheets that share a plan (everything lies alike but for words, rats, maps and walls) share one index: their common
features tell where the sheet lies, their small pictures which of them it is. The index of our own sheets comes
along ready (`python -m vision.print_index` makes it again); one of any other print is made by `index_of`.
"""

import hashlib
import io
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from sheets.geometry import Geometry
from sheets.layout import SHEET_NAMES, geometry_by_name, without_markers
from sheets.prints import PRINTS, SheetPrint, load_print, print_without_markers

Floats = NDArray[Any]
READY = Path(__file__).parent / "data" / "print_index.npz"
PX_PER_MM = 2.5
"""Of the small pictures: text of 2 mm is just there, as in a photo at half size."""


@dataclass(frozen=True, slots=True)
class IndexTuning:
    """Which features of a print are worth looking for."""

    px_per_mm: tuple[float, ...] = (1.5, 2.2, 3.2)
    """The print is drawn at these sizes: text loses its fine features in small photos, and large ones show more."""
    contrast: float = 0.02
    """Weaker features (of SIFT, on a scale where 0.04 is usual): the pale sea drawings are wanted."""
    light_mm: float = 12.0
    """Paper is white within so much of everything printed."""
    same_mm: float = 0.5
    same_distance: float = 0.35
    """Features of two prints so near in place and form (0 to 1.41) are one."""
    least_share: float = 0.25
    """A feature is kept when so many of the prints have it: words of a language are, one boat's rats are not,
    because the same rat elsewhere is another boat's."""


_KEPT_OF_POINTS = ("pt", "angle", "size", "response")


@dataclass(frozen=True, slots=True, eq=False)
class Features:
    """Places that look like nothing else, with what they look like."""

    at: Floats
    """N x 2: mm from the grid's corner on a print, px in a photo."""
    angle: Floats
    """Degrees, clockwise from the right."""
    size: Floats
    forms: Floats
    """N x 128, of length 1: their dot product is 1 for equal ones."""

    def chosen(self, which: NDArray[Any]) -> "Features":
        """Those of them."""
        return Features(self.at[which], self.angle[which], self.size[which], self.forms[which])

    def mirrored(self, width: int) -> "Features":
        """As they are in the mirror picture."""
        at = np.stack([width - 1 - self.at[:, 0], self.at[:, 1]], 1)
        forms = self.forms.reshape(-1, 4, 4, 8)[:, ::-1][..., (-np.arange(8)) % 8].reshape(-1, 128)
        return Features(at, (180 - self.angle) % 360, self.size, np.ascontiguousarray(forms))


@dataclass(frozen=True, slots=True, eq=False)
class Member:
    """One sheet of an index."""

    geometry: Geometry
    """Without markers."""
    dark: NDArray[np.uint8]
    """The page's darkness (0 white, 255 black), PX_PER_MM pixels a mm; the grid's corner lies between pixels."""
    corner: tuple[int, int]
    """The grid's corner in `dark`: columns left of it, rows above it."""
    origin_mm: Floats
    """The grid's corner on the page."""


@dataclass(frozen=True, slots=True, eq=False)
class PrintIndex:
    """Sheets that share a plan."""

    members: tuple[Member, ...]
    features: Features


def features_in(light: NDArray[np.uint8], contrast: float) -> Features:
    """SIFT features of a picture whose paper is evenly white."""
    return strong_features(light, contrast, 0)[0]


def strong_features(light: NDArray[np.uint8], contrast: float, most: int) -> tuple[Features, Floats]:
    """At most so many of the strongest (0: all), and how strong each is."""
    sift = cv2.SIFT.create(most, 3, contrast, 12, 1.6)
    points, found = sift.detectAndCompute(light, None)
    if found is None:
        return Features(np.zeros((0, 2)), np.zeros(0), np.zeros(0), np.zeros((0, 128), np.float32)), np.zeros(0)
    forms = np.sqrt(found / np.maximum(found.sum(axis=1, keepdims=True), 1e-6))
    at, angle, size, strength = (np.array([getattr(p, name) for p in points]) for name in _KEPT_OF_POINTS)
    return Features(at, angle, size, forms.astype(np.float32)), strength


def index_of(prints: Iterable[SheetPrint], tuning: IndexTuning = IndexTuning()) -> PrintIndex:
    """The index of these prints, which share a plan."""
    members, each = [], []
    for print_ in prints:
        members.append(member_of(print_))
        each.append(_features_of(print_, members[-1].origin_mm, tuning))
    return PrintIndex(tuple(members), _pooled(each, tuning))


def member_of(print_: SheetPrint) -> Member:
    """A small picture of the print."""
    gray = np.asarray(cv2.cvtColor(print_.bgr, cv2.COLOR_BGR2GRAY), np.uint8)
    origin_mm = grid_origin(print_.geometry)
    corner = _corner(origin_mm)
    size = [
        int((page - at) * PX_PER_MM) + left
        for page, at, left in zip(print_.geometry.page_mm, origin_mm, corner, strict=True)
    ]
    coarser = print_.px_per_mm / PX_PER_MM
    first = (origin_mm - np.array(corner) / PX_PER_MM) * print_.px_per_mm + coarser / 2 - 0.5
    placed = np.array([[coarser, 0, first[0]], [0, coarser, first[1]]])
    soft = cv2.GaussianBlur(gray, (0, 0), 0.45 * coarser)
    small = cv2.warpAffine(
        soft, placed, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE
    )
    return Member(print_.geometry, np.asarray(255 - small, np.uint8), corner, origin_mm)


def _corner(origin_mm: Floats) -> tuple[int, int]:
    """Whole pixels that fit on the page left of and above the grid's corner."""
    return int(origin_mm[0] * PX_PER_MM), int(origin_mm[1] * PX_PER_MM)


def grid_origin(geometry: Geometry) -> Floats:
    """The corner of the boat's grid on the page, mm."""
    square, box = next(iter(geometry.squares.items()))
    return np.array([box.x - square.col * box.w, box.y - square.row * box.h])


def _resized(gray: NDArray[np.uint8], scale: float) -> NDArray[np.uint8]:
    return np.asarray(cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)


def _features_of(print_: SheetPrint, origin_mm: Floats, tuning: IndexTuning) -> Features:
    gray = np.asarray(cv2.cvtColor(print_.bgr, cv2.COLOR_BGR2GRAY), np.uint8)
    parts = []
    for px_per_mm in tuning.px_per_mm:
        seen = features_in(_resized(gray, px_per_mm / print_.px_per_mm), tuning.contrast)
        parts.append(Features((seen.at + 0.5) / px_per_mm - origin_mm, seen.angle, seen.size / px_per_mm, seen.forms))
    return _joined(parts)


def _joined(parts: Sequence[Features]) -> Features:
    return Features(
        *(np.concatenate([getattr(part, name) for part in parts]) for name in ("at", "angle", "size", "forms"))
    )


def _pooled(each: Sequence[Features], tuning: IndexTuning) -> Features:
    """Features that enough of the prints have, each once."""
    pool, votes = each[0], np.ones(len(each[0].at))
    for more in each[1:]:
        known = np.zeros(len(more.at), bool)
        hit = np.zeros(len(pool.at), bool)
        for at in range(len(more.at)):
            near = np.flatnonzero(np.abs(pool.at - more.at[at]).max(axis=1) < tuning.same_mm)
            alike = near[pool.forms[near] @ more.forms[at] > 1 - tuning.same_distance**2 / 2]
            known[at] = len(alike) > 0
            hit[alike] = True
        votes = np.concatenate([votes + hit, np.ones(int((~known).sum()))])
        pool = _joined([pool, more.chosen(~known)])
    return pool.chosen(votes >= tuning.least_share * len(each))


@lru_cache(maxsize=1)
def our_index() -> PrintIndex:
    """The index of our own sheets, as it comes along."""
    with np.load(READY) as ready:
        members = tuple(
            Member(geometry, _unpacked(ready[name]), _corner(origin_mm), origin_mm)
            for name in SHEET_NAMES
            for geometry in [without_markers(geometry_by_name(name))]
            for origin_mm in [grid_origin(geometry)]
        )
        forms = ready["forms"].astype(np.float32)
        forms /= np.linalg.norm(forms, axis=1, keepdims=True)
        return PrintIndex(members, Features(ready["at"].astype(float), ready["angle"], ready["size"], forms))


def prints_digest() -> str:
    """What the prints were when an index was made of them."""
    digest = hashlib.sha256()
    for name in SHEET_NAMES:
        digest.update((PRINTS / f"{name}.png").read_bytes())
    return digest.hexdigest()


def _packed(dark: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.asarray(cv2.imencode(".png", dark, [cv2.IMWRITE_PNG_COMPRESSION, 9])[1], np.uint8)


def _unpacked(packed: NDArray[np.uint8]) -> NDArray[np.uint8]:
    picture = cv2.imdecode(packed, cv2.IMREAD_GRAYSCALE)
    if picture is None:
        raise ValueError(f"{READY} is damaged; `python -m vision.print_index` makes it again")
    return np.asarray(picture, np.uint8)


def write_ready(path: Path = READY) -> None:
    """Make the index of our own sheets; features from A4, whose plan Letter shares."""
    index = index_of(print_without_markers(load_print(name)) for name in SHEET_NAMES if name.endswith("a4"))
    arrays: dict[str, Any] = {
        name: _packed(member_of(print_without_markers(load_print(name))).dark) for name in SHEET_NAMES
    }
    features = index.features
    arrays |= {"at": features.at.astype(np.float32), "angle": features.angle.astype(np.float32)}
    arrays |= {"size": features.size.astype(np.float32), "forms": np.round(features.forms * 255).astype(np.uint8)}
    arrays["prints"] = np.array(prints_digest())
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, array in arrays.items():
            held = io.BytesIO()
            np.save(held, array)
            archive.writestr(zipfile.ZipInfo(f"{name}.npy"), held.getvalue(), zipfile.ZIP_DEFLATED)


if __name__ == "__main__":
    write_ready()
