"""Marks drawn for a test on a real sheet's print: strokes in mm, seen through the reader's own ink step."""

from functools import lru_cache

import cv2
import numpy as np

from sheets.geometry import Box, Geometry
from sheets.prints import load_print
from vision.find import FoundSheet, Homography, Points
from vision.flatten import FlatSheet, Spline
from vision.ink import LINEAR, Ink, boat_part, density_of, print_density
from vision.photo import Bgr, Photo

BLACK = (3.0, 3.0, 3.0)
PENCIL = (0.9, 0.9, 0.9)
ORANGE = (2.2, 0.8, 0.05)
RED = (2.0, 2.4, 0.35)
BLUE = (0.5, 2.3, 3.2)
PX_PER_MM = 32 / 11
FINE = 3
LEVELS = np.concatenate([[0.0], (LINEAR[1:] + LINEAR[:-1]) / 2])
TICK = ((-0.7, 0.0), (-0.2, 0.7), (0.9, -0.9))
CROSS = (((-0.8, -0.8), (0.8, 0.8)), ((0.8, -0.8), (-0.8, 0.8)))


@lru_cache(maxsize=2)
def _paper(name):
    sheet_print = load_print(name)
    width, height = (round(side * PX_PER_MM) * FINE for side in sheet_print.geometry.page_mm)
    big = cv2.resize(sheet_print.bgr, (width, height), interpolation=cv2.INTER_LINEAR)
    return sheet_print, -np.log(np.maximum(LINEAR[big], 0.02))


class DrawnSheet:
    """A sheet that a test draws on."""

    def __init__(self, name="boat-blue-en-a4"):
        self.sheet_print, printed = _paper(name)
        self.density = printed.copy()

    @property
    def geometry(self) -> Geometry:
        return self.sheet_print.geometry

    def stroke(self, points_mm, pen=BLACK, width_mm=0.7, strength=1.0):
        """One stroke; where strokes cross, ink lies twice."""
        px = np.asarray(points_mm, float) * PX_PER_MM * FINE - 0.5
        width = max(1, round(width_mm * PX_PER_MM * FINE))
        corner = np.maximum(px.min(axis=0).astype(int) - width - 2, 0)
        wide, high = px.max(axis=0).astype(int) + width + 2 - corner
        mask = np.zeros((high, wide), np.uint8)
        points = np.round((px - corner) * 16).astype(np.int32).reshape(-1, 1, 2)
        cv2.polylines(mask, [points], False, 255, width, cv2.LINE_AA, 4)
        part = self.density[corner[1] : corner[1] + high, corner[0] : corner[0] + wide]
        part += mask[: part.shape[0], : part.shape[1], None] / np.float32(255) * np.array(pen, np.float32) * strength

    def mark(self, box: Box, *strokes, size=1.0, shift=(0.0, 0.0), **how):
        """Strokes on the square from -1 to 1 laid over a box."""
        middle = np.array((box.x + box.w / 2, box.y + box.h / 2)) + shift
        for stroke in strokes:
            self.stroke(middle + np.asarray(stroke) * box.w / 2 * size, **how)

    def fill(self, box: Box, pitch_mm=0.6, over_mm=0.0, **how):
        """A scribble over the whole box."""
        ys = np.arange(box.y - over_mm, box.y + box.h + over_mm, pitch_mm)
        ends = (box.x - over_mm, box.x + box.w + over_mm)
        self.stroke([(ends[(i + side) % 2], y) for i, y in enumerate(ys) for side in (0, 1)], **how)

    def circle(self, box: Box, radius=1.5, turn=1.0, shift=(0.0, 0.0), **how):
        angle = np.linspace(0, 2 * np.pi * turn, 40)
        self.mark(box, np.stack([radius * np.cos(angle), radius * np.sin(angle)], 1), shift=shift, **how)

    def seen(self, *, blur_mm=0.15, noise=0.006, seed=0, light=None) -> Ink:
        """The ink that the reader sees: blurred, with noise, under this light (a share for each pixel)."""
        rng = np.random.default_rng(seed)
        linear = cv2.GaussianBlur(np.exp(-self.density), (0, 0), blur_mm * PX_PER_MM * FINE)
        linear = cv2.resize(linear, None, fx=1 / FINE, fy=1 / FINE, interpolation=cv2.INTER_AREA) * np.float32(0.8)
        if light is not None:
            linear *= light[..., None]
        linear += noise * rng.standard_normal(linear.shape, np.float32)
        bgr = (np.searchsorted(LEVELS, np.clip(linear, 0, 1)) - 1).clip(0, 255).astype(np.uint8)
        flat = _flat(bgr, self.geometry)
        printed = print_density(self.sheet_print, PX_PER_MM)
        density, paper = density_of(bgr, printed, boat_part(flat))
        burnt = np.zeros(tuple(side // 8 for side in bgr.shape[:2]), np.float32)
        return Ink(flat, density, paper, burnt, printed[:, :, 1])


def _flat(bgr, geometry) -> FlatSheet:
    scale = Homography(np.diag((PX_PER_MM, PX_PER_MM, 1.0)))
    corners = Points(np.array([(0.0, 0.0), (100.0, 0.0), (0.0, 100.0), (100.0, 100.0)]))
    found = FoundSheet(Photo("drawn", Bgr(bgr)), geometry, scale, corners, Points(corners * PX_PER_MM))
    return FlatSheet(found, Bgr(bgr), PX_PER_MM, Spline(geometry.page_mm, 24.0), 0.0)
