"""Photos that a fair reader must not read as one plain sheet: none, another grid, half of one, two, mirrored, dark."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from samples.camera import Bend
from samples.hands import surfaces
from samples.make import Drawn, Options, Sample, drawn_sheet, printed, sheet_truth
from samples.sensor import jpeg
from samples.shoot import Laid, Setup, Shot, set_up, take
from samples.tiers import GOOD, KITCHEN, Tier

Json = dict[str, Any]
OTHER_PX_PER_MM = 8.0
UNREADABLE: Mapping[str, Any] = {"status": "unreadable", "fair": ["unreadable"]}
CUT_OFF = (0.3, 0.7)
"""Share of the boat's squares that a half sheet shows: less than these leave no doubt, more could be answered for."""
GAP_MM = 12.0
MOST_TRIES = 200


def negative(rng: Generator, name: str, options: Options, how: Json) -> Sample:
    """One such photo; the kinds come in turn."""
    kinds = list(KINDS)
    kind = kinds[how["index"] % len(kinds)]
    tier = GOOD if rng.random() < 0.5 else KITCHEN
    data, truth = KINDS[kind](rng, tier, options)
    return Sample(
        name, data, {"photo": f"{name}.jpg", **truth, "made": {**how, "negative": kind, **truth.get("made", {})}}
    )


def _no_sheet(rng: Generator, tier: Tier, options: Options) -> tuple[bytes, Json]:
    setup = set_up(rng, tier, (297.0, 210.0), laminated=False)
    busy = replace(tier, things=(6, 14))
    return take(rng, busy, setup, [], _tops(options)).data, dict(UNREADABLE)


def _other_grid(rng: Generator, tier: Tier, options: Options) -> tuple[bytes, Json]:
    draw, page_mm = _OTHERS[int(rng.integers(len(_OTHERS)))]
    setup = set_up(rng, tier, page_mm, laminated=False)
    white = np.full((round(page_mm[1] * OTHER_PX_PER_MM), round(page_mm[0] * OTHER_PX_PER_MM), 4), 245, np.uint8)
    white[..., 3] = 255
    draw(rng, white)
    white[[0, -1]], white[:, [0, -1]] = 0, 0
    return take(rng, tier, setup, [Laid(setup.bend, white, OTHER_PX_PER_MM)], _tops(options)).data, dict(UNREADABLE)


def _half_a_sheet(rng: Generator, tier: Tier, options: Options) -> tuple[bytes, Json]:
    setup, drawn = _one(rng, tier, options)
    for _ in range(MOST_TRIES):
        away = np.array((*rng.uniform(-220, 220, 2), float(rng.uniform(0, 120))))
        moved = replace(setup, camera=replace(setup.camera, at_mm=setup.camera.at_mm + away))
        truth = sheet_truth(drawn, moved, setup.bend, np.zeros((0, 2)))
        if CUT_OFF[0] < _shown(truth, drawn, moved) < CUT_OFF[1]:
            break
    shot = _shot(rng, tier, moved, drawn, options)
    return shot.data, {**UNREADABLE, "made": drawn.facts}


def _shown(truth: Json, drawn: Drawn, setup: Setup) -> float:
    """Share of the boat's squares that are in the picture."""
    corners = np.array(truth["corners_px"])
    middles = np.array(
        [corners[s.row : s.row + 2, s.col : s.col + 2].mean(axis=(0, 1)) for s in drawn.geometry.squares]
    )
    return float(((middles > 0) & (middles < np.array(setup.camera.size_px))).all(axis=1).mean())


def _covered(rng: Generator, tier: Tier, options: Options) -> tuple[bytes, Json]:
    """A page lies over a large part of the boat."""
    setup, drawn = _one(rng, tier, options)
    wide, high = drawn.geometry.page_mm
    left, top = rng.uniform(0.1, 0.35) * wide, rng.uniform(0.0, 0.1) * high
    right, bottom = left + rng.uniform(0.4, 0.55) * wide, top + rng.uniform(0.6, 0.8) * high
    ring = np.array(((left, top), (right, top + rng.normal(0, 8)), (right, bottom), (left, bottom + rng.normal(0, 8))))
    colour = tuple(int(v) for v in rng.integers(30, 250, 3))
    bgra = drawn.bgra.copy()
    cv2.fillConvexPoly(bgra, np.round(ring * drawn.px_per_mm).astype(np.int32), (*colour, 255), cv2.LINE_AA)
    shot = _shot(rng, tier, setup, replace(drawn, bgra=bgra), options)
    return shot.data, {"status": "unreadable", "fair": ["unreadable", "check"], "made": drawn.facts}


def _two_sheets(rng: Generator, tier: Tier, options: Options) -> tuple[bytes, Json]:
    papers = [printed(rng, options, laminated=False) for _ in range(2)]
    wide = max(p.geometry.page_mm[0] for p in papers)
    high = papers[0].geometry.page_mm[1] + papers[1].geometry.page_mm[1] + GAP_MM
    large = replace(tier, megapixels=(12.0,), fills=(0.9, 0.97), tilt_deg=(0, min(20, tier.tilt_deg[1])))
    setup = set_up(rng, large, (wide, high), laminated=False)
    drawn = [drawn_sheet(rng, tier, paper, setup.px_per_mm, options) for paper in papers]
    bends = [_part_of(setup.bend, place, d.geometry.page_mm, rng) for place, d in zip((-1, 1), drawn, strict=True)]
    laid = [Laid(bend, d.bgra, d.px_per_mm) for bend, d in zip(bends, drawn, strict=True)]
    shot = take(rng, tier, setup, laid, _tops(options))
    parts = [sheet_truth(d, setup, b, h) for d, b, h in zip(drawn, bends, shot.hidden, strict=True)]
    return shot.data, {"status": "ok", "fair": ["ok", "check"], "parts": parts, "made": setup.facts}


def _part_of(both: Bend, side: int, page_mm: tuple[float, float], rng: Generator) -> Bend:
    """One of two sheets that lie above each other on the area of both."""
    c, s = np.cos(both.turn_rad), np.sin(both.turn_rad)
    off = side * (both.page_mm[1] - page_mm[1]) / 2
    return replace(
        both,
        page_mm=page_mm,
        turn_rad=both.turn_rad + float(rng.normal(0, 0.04)),
        centre_mm=(float(-s * off), float(c * off)),
    )


def _mirrored(rng: Generator, tier: Tier, options: Options) -> tuple[bytes, Json]:
    """A selfie: the phone shows and stores the world mirrored."""
    setup, drawn = _one(rng, tier, options)
    shot = _shot(rng, tier, setup, drawn, options)
    flipped = np.asarray(cv2.flip(_upright(shot), 1), np.uint8)
    sensor = replace(setup.sensor, orientation=1, recompressed=None)
    truth = sheet_truth(drawn, setup, setup.bend, shot.hidden[0])
    last = shot.size_px[0] - 1
    corners = [[[round(last - x, 2), y] for x, y in row] for row in truth["corners_px"]]
    size = list(shot.size_px)
    return jpeg(flipped, sensor), truth | {
        "mirrored": True, "corners_px": corners, "size_px": size, "made": {**drawn.facts, **setup.facts},
    }  # fmt: skip


def _upright(shot: Shot) -> NDArray[np.uint8]:
    return np.asarray(cv2.imdecode(np.frombuffer(shot.data, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def _black(rng: Generator, tier: Tier, options: Options) -> tuple[bytes, Json]:
    setup, drawn = _one(rng, replace(tier, exposure=(0.0005, 0.004)), options)
    return _shot(rng, tier, setup, drawn, options).data, {**UNREADABLE, "made": drawn.facts}


def _blurred(rng: Generator, tier: Tier, options: Options) -> tuple[bytes, Json]:
    setup, drawn = _one(rng, replace(tier, defocus=(0, 0), megapixels=(1.6, 3.1)), options)
    blur = float(rng.uniform(2.2, 4.0)) * setup.px_per_mm
    far_off = replace(setup, sensor=replace(setup.sensor, defocus_px=blur))
    return _shot(rng, tier, far_off, drawn, options).data, {**UNREADABLE, "made": drawn.facts}


def _blank_sheet(rng: Generator, tier: Tier, options: Options) -> tuple[bytes, Json]:
    """A sheet that nobody has drawn on: read, and empty."""
    paper = printed(rng, options, laminated=False)
    setup = set_up(rng, tier, paper.geometry.page_mm, laminated=False)
    drawn = drawn_sheet(rng, tier, paper, setup.px_per_mm, options)
    clean = paper.with_edge(paper.light(drawn.px_per_mm), drawn.px_per_mm)
    empty = replace(drawn, marked=replace(drawn.marked, discoveries=(), lessons=(), specials=()), bgra=clean)
    shot = _shot(rng, tier, setup, empty, options)
    truth = sheet_truth(empty, setup, setup.bend, shot.hidden[0])
    return shot.data, truth | {
        "size_px": list(shot.size_px),
        "made": {"markers": bool(paper.geometry.markers), **setup.facts},
    }


def _one(rng: Generator, tier: Tier, options: Options) -> tuple[Setup, Drawn]:
    paper = printed(rng, options, laminated=False)
    setup = set_up(rng, tier, paper.geometry.page_mm, laminated=False)
    return setup, drawn_sheet(rng, tier, paper, setup.px_per_mm, options)


def _shot(rng: Generator, tier: Tier, setup: Setup, drawn: Drawn, options: Options) -> Shot:
    return take(rng, tier, setup, [Laid(setup.bend, drawn.bgra, drawn.px_per_mm)], _tops(options))


def _tops(options: Options) -> tuple[Any, ...]:
    return surfaces(options.part, options.realdata)


def _lines(
    picture: NDArray[np.uint8], at_mm: tuple[float, float], cells: tuple[int, int], cell_mm: float, px: int
) -> None:
    """A grid of so many cells across and down."""
    (x, y), (across, down) = at_mm, cells
    for col in range(across + 1):
        _line(picture, (x + col * cell_mm, y), (x + col * cell_mm, y + down * cell_mm), px)
    for row in range(down + 1):
        _line(picture, (x, y + row * cell_mm), (x + across * cell_mm, y + row * cell_mm), px)


def _line(picture: NDArray[np.uint8], start: tuple[float, float], end: tuple[float, float], px: int) -> None:
    a, b = (tuple(int(round(v * OTHER_PX_PER_MM)) for v in p) for p in (start, end))
    cv2.line(picture, a, b, (30, 30, 30, 255), px, cv2.LINE_AA)


def _text(picture: NDArray[np.uint8], text: str, at_mm: tuple[float, float], high_mm: float) -> None:
    where = tuple(int(v * OTHER_PX_PER_MM) for v in at_mm)
    scale = high_mm * OTHER_PX_PER_MM / 22
    cv2.putText(
        picture, text, where, cv2.FONT_HERSHEY_DUPLEX, scale, (40, 35, 35, 255), max(1, int(2 * scale)), cv2.LINE_AA
    )


def _sudoku(rng: Generator, picture: NDArray[np.uint8]) -> None:
    cell = 19.0
    _lines(picture, (19.0, 40.0), (9, 9), cell, 3)
    _lines(picture, (19.0, 40.0), (3, 3), 3 * cell, 9)
    for row, col in np.argwhere(rng.random((9, 9)) < 0.4):
        _text(picture, str(rng.integers(1, 10)), (19 + col * cell + 6, 40 + row * cell + 14), 8)


def _crossword(rng: Generator, picture: NDArray[np.uint8]) -> None:
    cell = 11.0
    _lines(picture, (16.0, 30.0), (16, 16), cell, 3)
    for row, col in np.argwhere(rng.random((16, 16)) < 0.2):
        a = np.round(np.array((16 + col * cell, 30 + row * cell)) * OTHER_PX_PER_MM).astype(int)
        b = a + int(cell * OTHER_PX_PER_MM)
        cv2.rectangle(picture, tuple(a.tolist()), tuple(b.tolist()), (25, 25, 25, 255), -1)
    for row in range(20):
        _line(picture, (16, 220 + 3.5 * row), (float(rng.uniform(60, 190)), 220 + 3.5 * row), 4)


def _squared_paper(rng: Generator, picture: NDArray[np.uint8]) -> None:
    _lines(picture, (0.0, 0.0), (60, 42), 5.0, 1)
    for _ in range(int(rng.integers(3, 9))):
        at, size = rng.uniform((20, 20), (240, 160)), rng.integers(2, 9, 2) * 5
        a, b = np.round(at / 5) * 5, np.round(at / 5) * 5 + size
        colour = tuple(int(v) for v in rng.integers(10, 200, 3))
        ring = np.array(((a[0], a[1]), (b[0], a[1]), (b[0], b[1]), (a[0], b[1]))) * OTHER_PX_PER_MM
        cv2.polylines(picture, [np.round(ring).astype(np.int32)], True, (*colour, 255), 9, cv2.LINE_AA)


def _form(rng: Generator, picture: NDArray[np.uint8]) -> None:
    for row in range(22):
        y = 30 + row * 11.0
        _text(picture, f"{row + 1}", (18, y + 5), 4)
        for col in range(5):
            _lines(picture, (40 + col * 16.0, y), (1, 1), 6.0, 2)
        _line(picture, (125, y + 5), (float(rng.uniform(150, 195)), y + 5), 3)


_OTHERS: tuple[tuple[Callable[[Generator, NDArray[np.uint8]], None], tuple[float, float]], ...] = (
    (_sudoku, (210.0, 297.0)),
    (_crossword, (210.0, 297.0)),
    (_squared_paper, (297.0, 210.0)),
    (_form, (210.0, 297.0)),
)

KINDS: Mapping[str, Callable[[Generator, Tier, Options], tuple[bytes, Json]]] = {
    "no sheet": _no_sheet,
    "another grid": _other_grid,
    "half a sheet": _half_a_sheet,
    "two sheets": _two_sheets,
    "mirrored": _mirrored,
    "black": _black,
    "far too blurred": _blurred,
    "covered": _covered,
    "blank sheet": _blank_sheet,
}
