"""Pictures for people: the flattened boat and the photo, with what was read drawn over them.

Colour is never the only sign: every colour has its own lines and its letter, questions have a question mark.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.discoveries import Colour, Discovery, Kind
from scoring.squares import Shape, Square
from vision.find import Points
from vision.flatten import grid_of, warp_page
from vision.photo import Bgr
from vision.read import Walk

Pixels = NDArray[Any]
ToPx = Callable[[Points], Pixels]
SHOWN_PX_PER_MM = 5.0
"""Twice what reading needs: people want to see the pen."""
SHOWN_LONG_SIDE = 1600
JPEG_QUALITY = 85
INK: Mapping[Colour | None, tuple[int, int, int]] = {
    Colour.BLUE: (200, 90, 20),
    Colour.GREEN: (60, 140, 20),
    Colour.ORANGE: (20, 130, 245),
    Colour.PURPLE: (170, 40, 130),
    Colour.RED: (40, 30, 215),
    None: (30, 30, 30),
}
LINES: Mapping[Colour | None, tuple[tuple[float, float], ...]] = {
    Colour.BLUE: ((1, 0),),
    Colour.GREEN: ((0, 1),),
    Colour.ORANGE: ((1, 1),),
    Colour.PURPLE: ((1, -1),),
    Colour.RED: ((1, 0), (0, 1)),
    None: (),
}
"""The directions of each colour's lines."""
ASKED = (0, 200, 255)


def flat_picture(walk: Walk) -> bytes:
    """The straightened page with nothing drawn over it, as a JPEG."""
    return _jpeg(warp_page(walk.flat, SHOWN_PX_PER_MM))


def photo_picture(walk: Walk) -> bytes:
    """The photo with the reading drawn over it, as a JPEG."""
    return _jpeg(photo_overlay(walk))


def overlay_pictures(walk: Walk) -> dict[str, bytes]:
    """Both pictures with the reading drawn over them, by how their files' names end."""
    return {"flat.jpg": _jpeg(flat_overlay(walk)), "photo.jpg": _jpeg(photo_overlay(walk))}


def flat_overlay(walk: Walk) -> Bgr:
    """The straightened page with the reading drawn over it."""
    return _drawn(warp_page(walk.flat, SHOWN_PX_PER_MM).copy(), walk, lambda mm: mm * SHOWN_PX_PER_MM)


def photo_overlay(walk: Walk) -> Bgr:
    """The upright photo, no larger than a screen, with the reading drawn over it."""
    bgr = walk.found.photo.bgr
    scale = min(1.0, SHOWN_LONG_SIDE / max(bgr.shape))
    small = cv2.resize(bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return _drawn(np.array(small, np.uint8), walk, lambda mm: walk.flat.to_photo(mm) * scale)


def _jpeg(bgr: Bgr) -> bytes:
    _, data = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    return data.tobytes()


def _drawn(picture: Pixels, walk: Walk, to_px: ToPx) -> Bgr:
    grid = grid_of(walk.flat.geometry)

    def at(points: Iterable[tuple[float, float]]) -> Pixels:
        """Grid coordinates (col, row) as px, with four bits of fraction."""
        mm = np.array([(grid.left + x * grid.side, grid.top + y * grid.side) for x, y in points])
        return np.round(to_px(Points(mm)) * 16).astype(np.int32).reshape(-1, 1, 2)

    for seen in walk.reading.seen:
        _draw_discovery(picture, seen.discovery, at)
    for question in walk.reading.questions:
        _draw_asked(picture, question.squares, at)
    for number, box in walk.flat.geometry.lessons.items():
        if number in walk.reading.lessons:
            corners = np.array(
                [(box.x, box.y), (box.x + box.w, box.y), (box.x + box.w, box.y + box.h), (box.x, box.y + box.h)]
            )
            px = np.round(to_px(Points(corners)) * 16).astype(np.int32).reshape(-1, 1, 2)
            cv2.polylines(picture, [px], True, (0, 160, 0), 2, cv2.LINE_AA, 4)
    return Bgr(picture)


def _draw_discovery(
    picture: Pixels, discovery: Discovery, at: Callable[[Iterable[tuple[float, float]]], Pixels]
) -> None:
    ink = INK[discovery.colour]
    for square in discovery.squares:
        for way in LINES[discovery.colour]:
            for line in _square_lines(square, way):
                cv2.polylines(picture, [at(line)], False, ink, 1, cv2.LINE_AA, 4)
        for start, end, inside in _outer_sides(square, discovery.squares):
            shift = (inside[0] * 0.06, inside[1] * 0.06)
            moved = [(start[0] + shift[0], start[1] + shift[1]), (end[0] + shift[0], end[1] + shift[1])]
            cv2.polylines(picture, [at(moved)], False, ink, 2, cv2.LINE_AA, 4)
    first = min(discovery.squares)
    letter = (
        str(discovery.colour)[0].upper()
        if discovery.kind is Kind.CAT
        else ("C" if discovery.kind is Kind.COMMON else "R")
    )
    _write(picture, at([(first.col + 0.12, first.row + 0.88)])[0, 0] / 16, letter, ink, discovery.kind is not Kind.CAT)


def _square_lines(square: Square, way: tuple[float, float]) -> list[list[tuple[float, float]]]:
    """Three thin lines through the square."""
    x, y = square.col, square.row
    dx, dy = way
    if dx and dy:
        up = dy < 0
        return [
            [(x + a, y + (1 - b if up else b)), (x + c, y + (1 - d if up else d))]
            for a, b, c, d in ((0, 0, 1, 1), (0, 0.5, 0.5, 1), (0.5, 0, 1, 0.5))
        ]
    if dx:
        return [[(x, y + t), (x + 1, y + t)] for t in (0.25, 0.5, 0.75)]
    return [[(x + t, y), (x + t, y + 1)] for t in (0.25, 0.5, 0.75)]


def _outer_sides(square: Square, squares: Shape) -> Iterable[tuple[tuple[int, int], tuple[int, int], tuple[int, int]]]:
    """The square's sides on the discovery's outline: start, end, and the way inside."""
    row, col = square
    sides = (
        ((col, row), (col + 1, row), (0, 1)),
        ((col, row), (col, row + 1), (1, 0)),
        ((col + 1, row), (col + 1, row + 1), (-1, 0)),
        ((col, row + 1), (col + 1, row + 1), (0, -1)),
    )
    return (side for side, beyond in zip(sides, square.neighbours, strict=True) if beyond not in squares)


def _draw_asked(picture: Pixels, squares: Shape, at: Callable[[Iterable[tuple[float, float]]], Pixels]) -> None:
    for square in squares:
        for start, end, _ in _outer_sides(square, squares):
            cv2.polylines(picture, [at([start, end])], False, ASKED, 3, cv2.LINE_AA, 4)
    if squares:
        first = min(squares)
        _write(picture, at([(first.col + 0.55, first.row + 0.88)])[0, 0] / 16, "?", (0, 90, 200), True)


def _write(picture: Pixels, where: Pixels, text: str, ink: tuple[int, int, int], strong: bool) -> None:
    place = (int(where[0]), int(where[1]))
    for colour, width in (((255, 255, 255), 5), (ink, 2 if strong else 1)):
        cv2.putText(picture, text, place, cv2.FONT_HERSHEY_SIMPLEX, 0.6, colour, width, cv2.LINE_AA)
