"""A sheet that bends in space, a phone over it, and which point of the sheet each pixel sees.

Space is in mm: x to the right and y down on the table, z into it; what lies above the table has a negative z. Page
points are mm from the page's top left corner, as in `sheets.geometry`.
"""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]
Floats = NDArray[np.float32]

PROFILE_STEP_MM = 0.5
LIFT_ROUNDS = 6
"""Rounds of meeting a ray with the bent sheet; the error shrinks by slope times tan(tilt), at most 0.4, each."""
UNDISTORT_ROUNDS = 6


@dataclass(frozen=True, eq=False)
class Bend:
    """How a sheet leaves the table: bent along one direction without stretching, with small bumps on it."""

    page_mm: tuple[float, float]
    turn_rad: float
    """How the sheet lies on the table."""
    along_rad: float
    """Direction on the page along which the slope changes."""
    slopes_rad: Doubles
    """Slope at even steps from one end of the page to the other along that direction."""
    bumps_mm: Doubles
    """Heights at even places of the page (rows down, columns to the right)."""
    centre_mm: tuple[float, float] = (0.0, 0.0)
    """Where the page's middle lies on the table."""

    @cached_property
    def _profile(self) -> tuple[Doubles, Doubles, Doubles]:
        """Length along the paper, and where that lies along the table and above it."""
        half = float(np.hypot(*self.page_mm)) / 2 + 60
        length = np.arange(-half, half, PROFILE_STEP_MM)
        knots = np.linspace(-half + 60, half - 60, len(self.slopes_rad))
        slope = np.interp(length, knots, self.slopes_rad)
        reach = np.cumsum(np.cos(slope)) * PROFILE_STEP_MM
        height = np.cumsum(np.sin(slope)) * PROFILE_STEP_MM
        middle = len(length) // 2
        used = np.abs(length) < half - 60
        return length, reach - reach[middle], height - height[used].min()

    @property
    def _axes(self) -> Doubles:
        c, s = np.cos(self.along_rad), np.sin(self.along_rad)
        return np.array(((c, s), (-s, c)))

    @property
    def _lay(self) -> Doubles:
        c, s = np.cos(self.turn_rad), np.sin(self.turn_rad)
        return np.array(((c, -s), (s, c)))

    def height_mm(self, page: Doubles) -> Doubles:
        """How far page points are above the table."""
        length, _, height = self._profile
        along = (page - np.array(self.page_mm) / 2) @ self._axes[0]
        return np.asarray(np.interp(along, length, height) + self._bump(page))

    def _bump(self, page: Doubles) -> Doubles:
        if not self.bumps_mm.any():
            return np.zeros(page.shape[:-1])
        rows, cols = self.bumps_mm.shape
        flat = page.reshape(1, -1, 2).astype(np.float32)
        x = np.clip(flat[..., 0] / self.page_mm[0], 0, 1) * (cols - 1)
        y = np.clip(flat[..., 1] / self.page_mm[1], 0, 1) * (rows - 1)
        field = self.bumps_mm.astype(np.float32)
        wide = 32000  # cv2.remap takes no longer rows
        parts = [
            cv2.remap(field, x[:, i : i + wide], y[:, i : i + wide], cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
            for i in range(0, x.shape[1], wide)
        ]
        return np.asarray(np.maximum(0.0, np.concatenate(parts, axis=1).reshape(page.shape[:-1]).astype(float)))

    def to_space(self, page: Doubles) -> Doubles:
        """Page points in space."""
        length, reach, _ = self._profile
        local = (page - np.array(self.page_mm) / 2) @ self._axes.T
        local[..., 0] = np.interp(local[..., 0], length, reach)
        table = local @ self._axes @ self._lay.T + np.array(self.centre_mm)
        return np.concatenate([table, -self.height_mm(page)[..., None]], axis=-1)

    def to_page(self, table: Doubles) -> Doubles:
        """The page points that lie over (or under the eye at) these table points."""
        length, reach, _ = self._profile
        local = (table - np.array(self.centre_mm)) @ self._lay @ self._axes.T
        local[..., 0] = np.interp(local[..., 0], reach, length)
        return np.asarray(local @ self._axes + np.array(self.page_mm) / 2)


@dataclass(frozen=True, eq=False)
class Camera:
    """A phone: where it is, how it looks, and its lens."""

    size_px: tuple[int, int]
    """Wide, high."""
    focal_px: float
    turn: Doubles
    """3 x 3, from space to camera (x right, y down, z ahead)."""
    at_mm: Doubles
    shift_px: tuple[float, float] = (0.0, 0.0)
    distortion: tuple[float, float] = (0.0, 0.0)

    @property
    def _middle(self) -> Doubles:
        return np.asarray(np.array(self.size_px) / 2 - 0.5 + np.array(self.shift_px))

    def to_photo(self, space: Doubles) -> Doubles:
        """Where points in space are seen, in photo px (a pixel's centre is whole)."""
        seen = (space - self.at_mm) @ self.turn.T
        flat = seen[..., :2] / seen[..., 2:]
        return np.asarray(self._bent(flat) * self.focal_px + self._middle)

    def rays(self, photo_px: Doubles) -> Doubles:
        """The direction in which each photo point looks, in space."""
        bent = (photo_px - self._middle) / self.focal_px
        flat = bent
        for _ in range(UNDISTORT_ROUNDS):
            flat = bent * (flat / self._bent(flat) if any(self.distortion) else 1.0)
        ahead = np.concatenate([flat, np.ones((*flat.shape[:-1], 1))], axis=-1)
        return np.asarray(ahead @ self.turn)

    def _bent(self, flat: Doubles) -> Doubles:
        k1, k2 = self.distortion
        r2 = (flat * flat).sum(axis=-1, keepdims=True)
        return np.asarray(flat * (1 + k1 * r2 + k2 * r2 * r2) + 1e-12)

    def table_point(self, rays: Doubles, height_mm: Doubles | float = 0.0) -> Doubles:
        """Where rays come down to this height above the table, as table x, y."""
        down = np.maximum(rays[..., 2], 1e-3)
        far = (-height_mm - self.at_mm[2]) / down
        return np.asarray(self.at_mm[:2] + rays[..., :2] * far[..., None])


def looking_at(
    size_px: tuple[int, int], focal_px: float, tilt_rad: float, from_rad: float, roll_rad: float, distance_mm: float
) -> tuple[Doubles, Doubles]:
    """Turn and place of a camera that looks at the middle of the sheet from so far, tilted from straight down."""
    towards = np.array((np.sin(tilt_rad) * np.cos(from_rad), np.sin(tilt_rad) * np.sin(from_rad), -np.cos(tilt_rad)))
    ahead = -towards
    up_hint = np.array((np.cos(from_rad), np.sin(from_rad), 0.0))
    right = np.cross(ahead, -up_hint) if abs(ahead @ up_hint) < 1 else np.array((1.0, 0.0, 0.0))
    right /= np.linalg.norm(right)
    below = np.cross(ahead, right)
    c, s = np.cos(roll_rad), np.sin(roll_rad)
    turn = np.array((c * right + s * below, c * below - s * right, ahead))
    return turn, towards * distance_mm


@dataclass(frozen=True, eq=False)
class Seen:
    """For a coarse grid of pixels: what each sees. `fine` makes a full map of it."""

    step_px: int
    size_px: tuple[int, int]
    page: Doubles
    table: Doubles
    normal: Doubles
    eye: Doubles
    """Unit vectors from the sheet to the camera."""
    space: Doubles

    def fine(self, coarse: Doubles | Floats) -> Floats:
        """A coarse field at every pixel of the photo."""
        wide, high = self.size_px
        rows, cols = coarse.shape[:2]
        large = cv2.resize(
            coarse.astype(np.float32), (cols * self.step_px, rows * self.step_px), interpolation=cv2.INTER_LINEAR
        )
        return np.asarray(large[self.step_px : self.step_px + high, self.step_px : self.step_px + wide], np.float32)


def look(camera: Camera, bend: Bend, step_px: int) -> Seen:
    """What the pixels see, every few pixels, one step beyond each edge of the photo."""
    wide, high = camera.size_px
    x = (np.arange(-1, -(-wide // step_px) + 1) + 0.5) * step_px - 0.5
    y = (np.arange(-1, -(-high // step_px) + 1) + 0.5) * step_px - 0.5
    rays = camera.rays(np.stack(np.meshgrid(x, y), axis=-1))
    table = camera.table_point(rays)
    page = bend.to_page(table)
    height = np.zeros(page.shape[:-1])
    for _ in range(LIFT_ROUNDS):
        height = _clamped(bend, page)
        page = bend.to_page(camera.table_point(rays, height))
    over = camera.table_point(rays, height)
    space = np.concatenate([over, -height[..., None]], axis=-1)
    eye = camera.at_mm - space
    return Seen(
        step_px=step_px,
        size_px=camera.size_px,
        page=page,
        table=table,
        normal=_normals(bend, page),
        eye=eye / np.linalg.norm(eye, axis=-1, keepdims=True),
        space=space,
    )


def _clamped(bend: Bend, page: Doubles) -> Doubles:
    """Heights, with the table around the sheet taken as the sheet's nearest edge."""
    inside = np.clip(page, 0, np.array(bend.page_mm))
    return bend.height_mm(inside)


def _normals(bend: Bend, page: Doubles) -> Doubles:
    """Which way the sheet faces at these page points, in space, away from the table."""
    reach = 1.0
    right = bend.to_space(page + (reach, 0.0)) - bend.to_space(page - (reach, 0.0))
    below = bend.to_space(page + (0.0, reach)) - bend.to_space(page - (0.0, reach))
    normal = np.cross(below, right)
    return np.asarray(normal / np.linalg.norm(normal, axis=-1, keepdims=True))
