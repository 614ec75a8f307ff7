"""Pictures for people: the flattened boat and the photo, with what was read drawn over them.

Colour is never the only sign: every colour has its own lines and its letter on a round plate, treasures have a square
one, and what is in doubt has a black and yellow border and a question mark.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.discoveries import Colour, Discovery, Kind
from scoring.squares import Shape, Square
from sheets.geometry import Box
from vision.find import Points
from vision.flatten import grid_of, warp_page
from vision.photo import Bgr
from vision.read import Walk

Pixels = NDArray[Any]
ToPx = Callable[[Points], Pixels]
Point = tuple[float, float]
Ink = tuple[int, int, int]
SHOWN_PX_PER_MM = 5.0
"""Twice what reading needs: people want to see the pen."""
SHOWN_LONG_SIDE = 1600
"""A photo is shown no larger, as long as its squares can be told apart."""
SHOWN_SQUARE_PX = 24
JPEG_QUALITY = 85
FINE = 4
"""Bits of fraction in the coordinates that OpenCV draws at."""
INK: Mapping[Colour | None, Ink] = {
    Colour.BLUE: (200, 90, 20),
    Colour.GREEN: (60, 140, 20),
    Colour.ORANGE: (10, 110, 235),
    Colour.PURPLE: (170, 40, 130),
    Colour.RED: (40, 30, 215),
    None: (30, 30, 30),
}
LINES: Mapping[Colour | None, tuple[Point, ...]] = {
    Colour.BLUE: ((1, 0),),
    Colour.GREEN: ((0, 1),),
    Colour.ORANGE: ((1, 1),),
    Colour.PURPLE: ((1, -1),),
    Colour.RED: ((1, 0), (0, 1)),
    None: (),
}
"""The directions of each colour's lines."""
ASKED: Ink = (0, 220, 255)
TICKED: Ink = (0, 140, 0)
WHITE: Ink = (255, 255, 255)
BLACK: Ink = (0, 0, 0)


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
    """The upright photo, hardly larger than a screen, with the reading drawn over it; a mirrored one turned right."""
    bgr = walk.found.photo.bgr
    scale = min(1.0, max(SHOWN_LONG_SIDE / max(bgr.shape), SHOWN_SQUARE_PX / _square_px(walk, walk.flat.to_photo)))
    small = cv2.resize(bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return _drawn(np.array(small, np.uint8), walk, lambda mm: (walk.flat.to_photo(mm) + 0.5) * scale - 0.5)


def _jpeg(bgr: Bgr) -> bytes:
    _, data = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    return data.tobytes()


def _square_px(walk: Walk, to_px: ToPx) -> float:
    """How long a square's side is in the picture, in the middle of the boat."""
    grid = grid_of(walk.flat.geometry)
    x, y = grid.left + grid.cols * grid.side / 2, grid.top + grid.rows * grid.side / 2
    px = to_px(Points(np.array([(x, y), (x + grid.side, y), (x, y + grid.side)])))
    return float(max(1.0, np.linalg.norm(px[1:] - px[0], axis=1).mean()))


@dataclass(frozen=True, slots=True, eq=False)
class _Canvas:
    """A picture that is drawn on in millimetres of the page."""

    picture: Pixels
    to_px: ToPx
    square_px: float
    left: float
    top: float
    side: float

    def on_page(self, point: Point) -> Point:
        """A place given in squares (column, row), in mm."""
        return self.left + point[0] * self.side, self.top + point[1] * self.side

    def px(self, points: Iterable[Point]) -> Pixels:
        """Places in mm as OpenCV draws them."""
        exact = self.to_px(Points(np.array(list(points), np.float64)))
        return np.round(exact * (1 << FINE)).astype(np.int32).reshape(-1, 1, 2)

    def wide(self, squares: float) -> int:
        """A line's width in px, given in squares."""
        return max(1, round(squares * self.square_px))

    def line(self, points: Iterable[Point], ink: Ink, width: float, *, closed: bool = False) -> None:
        """A line through places in mm, so wide in squares."""
        cv2.polylines(self.picture, [self.px(points)], closed, ink, self.wide(width), cv2.LINE_AA, FINE)

    def strokes(self, ends: Iterable[tuple[Point, Point]], ink: Ink, width: float) -> None:
        """Many straight lines between places in mm: where they lie in the picture is worked out in one go."""
        points = [point for pair in ends for point in pair]
        if points:
            lines = list(self.px(points).reshape(-1, 2, 1, 2))
            cv2.polylines(self.picture, lines, False, ink, self.wide(width), cv2.LINE_AA, FINE)

    def plate(self, middle: Point, radius: float, letter: str, plate: Ink, ink: Ink, *, is_round: bool) -> None:
        """A letter on a plate, with a white rim, around a place in mm; the radius in squares."""
        x, y = (int(v) for v in self.px([middle])[0, 0] >> FINE)
        reach = max(4, round(radius * self.square_px))
        for size, colour in ((reach + self.wide(0.04), WHITE), (reach, plate)):
            if is_round:
                cv2.circle(self.picture, (x, y), size, colour, -1, cv2.LINE_AA)
            else:
                cv2.rectangle(self.picture, (x - size, y - size), (x + size, y + size), colour, -1, cv2.LINE_AA)
        self._letter(letter, (x, y), reach, ink)

    def _letter(self, letter: str, middle: tuple[int, int], reach: int, ink: Ink) -> None:
        (_, tall), _ = cv2.getTextSize(letter, cv2.FONT_HERSHEY_DUPLEX, 1.0, 1)
        scale = 1.25 * reach / max(1, tall)
        width = max(1, reach // 6)
        (wide, tall), _ = cv2.getTextSize(letter, cv2.FONT_HERSHEY_DUPLEX, scale, width)
        start = (middle[0] - wide // 2, middle[1] + tall // 2)
        cv2.putText(self.picture, letter, start, cv2.FONT_HERSHEY_DUPLEX, scale, ink, width, cv2.LINE_AA)


def _drawn(picture: Pixels, walk: Walk, to_px: ToPx) -> Bgr:
    grid, geometry, reading = grid_of(walk.flat.geometry), walk.flat.geometry, walk.reading
    canvas = _Canvas(picture, to_px, _square_px(walk, to_px), grid.left, grid.top, grid.side)
    for seen in reading.seen:
        _draw_discovery(canvas, seen.discovery)
    for box in (
        *(geometry.lessons[n] for n in reading.lessons if n in geometry.lessons),
        *(geometry.specials[s] for s in reading.specials if s in geometry.specials),
    ):
        _draw_ticked(canvas, box)
    for question in reading.questions:
        _draw_asked_squares(canvas, question.squares)
    for seen in reading.seen:
        _draw_letter(canvas, seen.discovery)
    for question in reading.questions:
        _draw_question_mark(canvas, question.squares)
        if question.lesson is not None and question.lesson in geometry.lessons:
            _draw_asked_box(canvas, geometry.lessons[question.lesson])
        if question.special is not None and question.special in geometry.specials:
            _draw_asked_box(canvas, geometry.specials[question.special])
    return Bgr(picture)


def _draw_discovery(canvas: _Canvas, discovery: Discovery) -> None:
    ink = INK[discovery.colour]
    inside = [
        (canvas.on_page(start), canvas.on_page(end))
        for square in discovery.squares
        for way in LINES[discovery.colour]
        for start, end in _square_lines(square, way)
    ]
    canvas.strokes(inside, ink, 0.03)
    outline = [(canvas.on_page(start), canvas.on_page(end)) for start, end in _outline(discovery.squares, 0.07)]
    for colour, width in ((WHITE, 0.16), (ink, 0.09)):
        canvas.strokes(outline, colour, width)


def _draw_letter(canvas: _Canvas, discovery: Discovery) -> None:
    """Cats have their colour's letter on a round plate; treasures C or R on a square one, beside the pen's."""
    is_cat = discovery.kind is Kind.CAT
    letter = str(discovery.colour if is_cat else discovery.kind)[0].upper()
    row, col = _middle_square(discovery.squares)
    ink = INK[discovery.colour]
    right, down, radius = (0.5, 0.5, 0.26) if is_cat else (0.27, 0.73, 0.19)
    canvas.plate(canvas.on_page((col + right, row + down)), radius, letter, ink, WHITE, is_round=is_cat)


def _draw_ticked(canvas: _Canvas, box: Box) -> None:
    """A frame around the box and a tick at its corner."""
    gap = 0.08 * canvas.side
    for colour, width in ((WHITE, 0.16), (TICKED, 0.09)):
        canvas.line(_corners(box, gap), colour, width, closed=True)
    x, y, step = box.x + box.w, box.y, 0.16 * canvas.side
    tick = [(x - step, y), (x, y + step), (x + 1.6 * step, y - 1.6 * step)]
    for colour, width in ((WHITE, 0.2), (TICKED, 0.1)):
        canvas.line(tick, colour, width)


def _draw_asked_box(canvas: _Canvas, box: Box) -> None:
    corners = _corners(box, 0.2 * canvas.side)
    for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
        _barred(canvas, start, end)
    canvas.plate(corners[1], 0.24, "?", ASKED, BLACK, is_round=True)


def _draw_asked_squares(canvas: _Canvas, squares: Shape) -> None:
    for start, end in _outline(squares, 0.0):
        _barred(canvas, canvas.on_page(start), canvas.on_page(end))


def _draw_question_mark(canvas: _Canvas, squares: Shape) -> None:
    if squares:
        row, col = min(squares)
        canvas.plate(canvas.on_page((col + 0.1, row + 0.1)), 0.24, "?", ASKED, BLACK, is_round=True)


def _barred(canvas: _Canvas, start: Point, end: Point) -> None:
    """A black line with yellow bars, to be seen on any ground."""
    canvas.line((start, end), BLACK, 0.11)
    (x, y), (dx, dy) = start, (end[0] - start[0], end[1] - start[1])
    bars = max(2, round(float(np.hypot(dx, dy)) / canvas.side * 4))
    at = [(x + dx * bar / bars, y + dy * bar / bars) for bar in range(bars + 1)]
    canvas.strokes(zip(at[:-1:2], at[1::2], strict=True), ASKED, 0.11)


def _corners(box: Box, gap: float) -> list[Point]:
    left, top, right, bottom = box.x - gap, box.y - gap, box.x + box.w + gap, box.y + box.h + gap
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def _middle_square(squares: Shape) -> Square:
    """The square with the most neighbours of its own, the one nearest to the middle among several."""
    rows, cols = (float(np.mean(values)) for values in zip(*squares, strict=True))
    return min(
        sorted(squares),
        key=lambda s: (-sum(n in squares for n in s.neighbours), (s.row - rows) ** 2 + (s.col - cols) ** 2),
    )


def _square_lines(square: Square, way: Point) -> list[tuple[Point, Point]]:
    """Three thin lines through the square."""
    x, y = square.col, square.row
    dx, dy = way
    if dx and dy:
        up = dy < 0
        return [
            ((x + a, y + (1 - b if up else b)), (x + c, y + (1 - d if up else d)))
            for a, b, c, d in ((0, 0, 1, 1), (0, 0.5, 0.5, 1), (0.5, 0, 1, 0.5))
        ]
    if dx:
        return [((x, y + t), (x + 1, y + t)) for t in (0.25, 0.5, 0.75)]
    return [((x + t, y), (x + t, y + 1)) for t in (0.25, 0.5, 0.75)]


def _outline(squares: Shape, inset: float) -> Iterator[tuple[Point, Point]]:
    """The sides around these squares, so far inside them."""
    for row, col in sorted(squares):
        sides = (
            ((col, row), (col + 1, row), (0, 1)),
            ((col, row), (col, row + 1), (1, 0)),
            ((col + 1, row), (col + 1, row + 1), (-1, 0)),
            ((col, row + 1), (col + 1, row + 1), (0, -1)),
        )
        for (start, end, (dx, dy)), beyond in zip(sides, Square(row, col).neighbours, strict=True):
            if beyond not in squares:
                shift = (dx * inset, dy * inset)
                yield (start[0] + shift[0], start[1] + shift[1]), (end[0] + shift[0], end[1] + shift[1])
