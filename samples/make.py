"""A photo of a marked sheet with its truth: the same seed gives the same bytes."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from samples.camera import Bend
from samples.fills import one_each
from samples.games import random_game
from samples.hands import Part, hands, surfaces
from samples.marks import Player, style
from samples.pen import Page, film, one_dark_pen, pen_kit
from samples.scene import linear, srgb
from samples.shoot import Laid, Setup, set_up, take
from samples.tiers import NEGATIVES, TIER_NAMES, TIERS, Tier
from scoring.discoveries import Colour
from scoring.marked_boat import MarkedBoat
from sheets.boat_page import boat_page
from sheets.geometry import Box, Geometry, Marker
from sheets.layout import SHEET_NAMES, Lang, geometry_by_name, without_markers
from sheets.png import picture

Json = dict[str, Any]
DRAWN_PX_PER_MM = 10.0
LEAST_GAP_MM = 0.45
LEAST_GAP_PX = 1.6
"""White between filled cats of one colour, at least so much on the sheet and in the photo: else no eye parts them."""
FRIENDLY = 0.06
"""Share of colour-friendly boats when nothing is asked for."""
NO_MARKERS = 0.12
ROUGH, SMOOTH = (0.006, 0.022), (0.002, 0.008)
"""Spread of the light that plain and laminated paper gives back from place to place, as seen on real photos."""
BARE_EDGE_MM = 3.5
"""Clear plastic around a laminated sheet."""


@dataclass(frozen=True, slots=True)
class Options:
    """What the photos are to be like beyond their tier; None leaves it to chance."""

    colour_friendly: bool | None = None
    markers: bool | None = None
    sheet: str | None = None
    part: Part = Part.REPORT
    realdata: Path | None = None


@dataclass(frozen=True, slots=True)
class Sample:
    """A photo as a file, and what is on it."""

    name: str
    photo_bytes: bytes
    truth: Json


def make(seed: int, tier: str, index: int = 0, options: Options = Options()) -> Sample:
    """The photo of this seed, tier and place in its row."""
    if tier not in TIER_NAMES:
        raise ValueError(f"no tier is called {tier!r}; there are {', '.join(TIER_NAMES)}")
    rng = np.random.default_rng([seed, index, TIER_NAMES.index(tier)])
    name = f"{tier}-{seed}-{index:04d}"
    how = {"tier": tier, "seed": seed, "index": index}
    if tier == NEGATIVES:
        from samples.negatives import negative

        return negative(rng, name, options, how)
    return photographed(rng, name, TIERS[tier], options, how)


def photographed(rng: Generator, name: str, tier: Tier, options: Options, how: Json) -> Sample:
    """One sheet, marked and photographed."""
    laminated = bool(rng.random() < tier.laminated)
    paper = printed(rng, options, laminated=laminated)
    setup = set_up(rng, tier, paper.geometry.page_mm, laminated=laminated)
    drawn = drawn_sheet(rng, tier, paper, setup.px_per_mm, options)
    laid = Laid(setup.bend, drawn.bgra, drawn.px_per_mm)
    shot = take(rng, tier, setup, [laid], surfaces(options.part, options.realdata))
    truth = {"photo": f"{name}.jpg", **sheet_truth(drawn, setup, setup.bend, shot.hidden[0])}
    truth |= {"size_px": list(shot.size_px), "made": {**how, **drawn.facts, **setup.facts}}
    return Sample(name, shot.data, truth)


@dataclass(frozen=True, eq=False)
class Drawn:
    """A sheet with marks on it, as a picture and as truth."""

    geometry: Geometry
    marked: MarkedBoat
    bgra: NDArray[np.uint8]
    px_per_mm: float
    facts: Json


def drawn_sheet(rng: Generator, tier: Tier, paper: "Printed", photo_px_per_mm: float, options: Options) -> Drawn:
    """A game on this print, drawn as finely as the photo will show it."""
    scale = float(np.clip(1.25 * photo_px_per_mm, 4.5, DRAWN_PX_PER_MM))
    page = Page(paper.light(scale), scale, rng)
    marked = random_game(rng, paper.geometry.boat, list(paper.geometry.lessons))
    gap = max(LEAST_GAP_MM, LEAST_GAP_PX / photo_px_per_mm)
    facts = draw(rng, page, paper.geometry, marked, tier, options, laminated=paper.edge_mm > 0, gap_mm=gap)
    facts["markers"] = bool(paper.geometry.markers)
    return Drawn(paper.geometry, marked, paper.with_edge(page.light, scale), scale, facts)


def sheet_truth(drawn: Drawn, setup: Setup, bend: Bend, hidden: NDArray[np.float64]) -> Json:
    """What is on this sheet and where it is in the photo; a person is asked about squares that glare hides."""
    covered = _hidden_squares(drawn.geometry, hidden)
    return {
        "sheet": drawn.geometry.sheet,
        "boat": drawn.geometry.boat.name,
        "status": "check" if covered else "ok",
        "fair": ["check", "unreadable"] if covered else ["ok", "check"],
        **marked_json(drawn.marked),
        "hidden": covered,
        "corners_px": corners_px(drawn.geometry, setup, bend),
    }


@dataclass(frozen=True, eq=False)
class Printed:
    """A sheet from a printer, perhaps smaller than meant, perhaps between plastic."""

    blank: NDArray[np.uint8]
    to_page: NDArray[np.float64]
    """2 x 3, from the drawing's mm to the page's."""
    geometry: Geometry
    black: float
    white: tuple[float, float, float]
    edge_mm: float
    grain: NDArray[np.float32]
    """Unevenness of the paper, in shares of the light; a tile that repeats."""

    def light(self, px_per_mm: float) -> NDArray[np.float32]:
        """The light that the print gives back, linear RGB."""
        wide, high = (round(side * px_per_mm) for side in self.geometry.page_mm)
        scale = px_per_mm / DRAWN_PX_PER_MM
        # pixel centres lie half a pixel off the corner that mm count from
        move = self.to_page[:, 2] * px_per_mm + 0.5 * self.to_page[:, :2].sum(axis=1) * scale - 0.5
        matrix = np.column_stack([self.to_page[:, :2] * scale, move])
        shrunk, matrix = _halved(self.blank, matrix)
        bgr = cv2.warpAffine(shrunk, matrix, (wide, high), flags=cv2.INTER_AREA, borderValue=(255, 255, 255))
        out = linear(np.asarray(bgr, np.uint8))[..., ::-1] * (1 - self.black) + self.black
        side = self.grain.shape[0]
        for y, x in product(range(0, high, side), range(0, wide, side)):
            part = out[y : y + side, x : x + side]
            part *= 1 + self.grain[: part.shape[0], : part.shape[1], None]
        return np.ascontiguousarray(out * np.array(self.white, np.float32))

    def with_edge(self, light: NDArray[np.float32], px_per_mm: float) -> NDArray[np.uint8]:
        """The drawn sheet as bytes, BGR and how far it hides what lies below: plastic edges hardly do."""
        out = np.empty((*light.shape[:2], 4), np.uint8)
        out[..., :3] = _SRGB[(np.clip(light[..., ::-1], 0, 1) * (len(_SRGB) - 1)).astype(np.uint16)]
        out[..., 3] = 255
        edge = round(self.edge_mm * px_per_mm)
        if edge:
            for rim in (out[:edge], out[-edge:], out[:, :edge], out[:, -edge:]):
                rim[..., 3] = 70
        out[[0, -1]], out[:, [0, -1]] = 0, 0
        return out


_SRGB = np.round(255 * srgb(np.linspace(0, 1, 4096))).astype(np.uint8)


def _halved(bgr: NDArray[np.uint8], matrix: NDArray[np.float64]) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """The picture at the scale it is wanted in, so that fine print does not flicker, and the way that is left."""
    scale = float(np.linalg.norm(matrix[:, 0]))
    if scale > 0.95:  # as good as full size
        return bgr, matrix
    high, wide = bgr.shape[:2]
    size = (round(wide * scale), round(high * scale))
    small = cv2.resize(bgr, size, interpolation=cv2.INTER_AREA)
    by = np.array((wide / size[0], high / size[1]))
    # a pixel centre c of the small picture lies at by * (c + 0.5) - 0.5 of the large one
    left = matrix[:, :2] * by
    return np.asarray(small, np.uint8), np.column_stack([left, matrix[:, 2] + matrix[:, :2] @ ((by - 1) / 2)])


def printed(rng: Generator, options: Options, *, laminated: bool) -> Printed:
    """A sheet as a home printer makes it."""
    name = options.sheet or SHEET_NAMES[int(rng.integers(len(SHEET_NAMES)))]
    with_markers = options.markers if options.markers is not None else bool(rng.random() >= NO_MARKERS)
    whole = geometry_by_name(name)
    drawn = whole if with_markers else without_markers(whole)
    shrink = 1.0 if laminated or rng.random() < 0.5 else float(rng.uniform(0.93, 1.0))
    edge = BARE_EDGE_MM if laminated else 0.0
    shift = rng.normal(0, 0.5, 2) + np.array(drawn.page_mm) * (1 - shrink) / 2 + edge
    skew = float(rng.normal(0, 0.003))
    to_page = np.array(((shrink, -skew, shift[0]), (skew, shrink, shift[1])))
    grey = bool(rng.random() < 0.12)  # a black and white printer
    warm = float(rng.uniform(-0.02, 0.05))
    white = float(rng.uniform(0.86, 0.98))
    return Printed(
        blank=_blank(name, with_markers, grey),
        to_page=to_page,
        geometry=_moved(drawn, to_page, edge),
        black=float(rng.uniform(0.0, 0.12)) if not laminated else float(rng.uniform(0, 0.05)),
        white=(white, white * (1 - warm / 3), white * (1 - warm)),
        edge_mm=edge,
        grain=film(rng) * float(rng.uniform(*(SMOOTH if laminated else ROUGH))),
    )


@lru_cache(maxsize=4)
def _blank(name: str, with_markers: bool, grey: bool) -> NDArray[np.uint8]:  # noqa: FBT001  (cache key)
    """The sheet before anyone drew on it, BGR."""
    geometry = geometry_by_name(name)
    geometry = geometry if with_markers else without_markers(geometry)
    rgb = np.array(picture(geometry.page_mm, boat_page(geometry, Lang(name.split("-")[2])), DRAWN_PX_PER_MM))
    if grey:
        rgb = np.repeat(cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY)[..., None], 3, axis=2)
    return np.ascontiguousarray(rgb[..., ::-1])


def _moved(geometry: Geometry, to_page: NDArray[np.float64], edge_mm: float) -> Geometry:
    """Where everything lies on the page as it came out; boxes stay upright, the skew is below what pens notice."""

    def box(at: Box) -> Box:
        middle = to_page[:, :2] @ (at.x + at.w / 2, at.y + at.h / 2) + to_page[:, 2]
        wide, high = at.w * to_page[0, 0], at.h * to_page[1, 1]
        return Box(float(middle[0] - wide / 2), float(middle[1] - high / 2), float(wide), float(high))

    wide, high = geometry.page_mm
    return replace(
        geometry,
        page_mm=(wide + 2 * edge_mm, high + 2 * edge_mm),
        squares={k: box(b) for k, b in geometry.squares.items()},
        pen_key={k: box(b) for k, b in geometry.pen_key.items()},
        lessons={k: box(b) for k, b in geometry.lessons.items()},
        specials={k: box(b) for k, b in geometry.specials.items()},
        swatches={k: box(b) for k, b in geometry.swatches.items()},
        markers=tuple(Marker(m.number, box(m.box)) for m in geometry.markers),
    )


def draw(
    rng: Generator,
    page: Page,
    geometry: Geometry,
    marked: MarkedBoat,
    tier: Tier,
    options: Options,
    *,
    laminated: bool,
    gap_mm: float,
) -> Json:
    """Mark the sheet as a player would; returns what a person would say about the marks."""
    friendly = _chance(rng, options.colour_friendly, FRIENDLY)
    kinds = ("wipe-off", "wipe-off", "wipe-off fine") if laminated else ("fineliner", "felt", "felt", "wipe-off fine")
    kind = kinds[int(rng.integers(len(kinds)))]
    kit = one_dark_pen(rng, kind) if friendly else pen_kit(rng, kind)
    hand = hands(options.part, options.realdata).writer(rng)
    way = style(rng, kit.pens[None].width_mm, hard=float(rng.uniform(*tier.careless)))
    player = Player(rng, page, geometry, kit, hand, way, gap_mm)
    patterns = dict(zip(Colour, one_each(rng, len(Colour)), strict=True)) if friendly else {}
    if friendly:
        player.mark_in_patterns(marked, patterns)
    else:
        player.mark(marked)
    return {
        "pens": kit.kind,
        "pen_mm": round(kit.pens[None].width_mm, 2),
        "writer": hand.name,
        "inset_mm": round(way.inset_mm, 2),
        "shared": round(way.shared, 2),
        "fills": list(way.fills),
        "ticks": way.ticks.favourite,
        "ghosts": way.ghosts,
        "friendly": friendly,
        "patterns": {str(colour): pattern for colour, pattern in patterns.items()},
    }


def marked_json(marked: MarkedBoat) -> Json:
    """What is on the boat, in the words of a reading."""
    found = []
    for d in marked.discoveries:
        colour: Mapping[str, str] = {} if d.colour is None else {"colour": str(d.colour)}
        found.append({"kind": str(d.kind), **colour, "squares": [list(s) for s in sorted(d.squares)]})
    return {"discoveries": found, "lessons": list(marked.lessons), "specials": [str(s) for s in marked.specials]}


def corners_px(geometry: Geometry, setup: Setup, bend: Bend) -> list[list[list[float]]]:
    """Where the corners of the grid are in the upright photo, [rows + 1][cols + 1][x, y]; also off the boat."""
    places = np.array([(s.col, s.row, 1.0) for s in geometry.squares])
    at_mm = np.array([(b.x, b.y) for b in geometry.squares.values()])
    fit, *_ = np.linalg.lstsq(places, at_mm, rcond=None)
    rows, cols = np.mgrid[0 : geometry.boat.rows + 1, 0 : geometry.boat.cols + 1]
    page = np.stack([cols, rows, np.ones_like(rows)], axis=-1) @ fit
    px = setup.camera.to_photo(bend.to_space(page))
    return [[[round(float(v), 2) for v in corner] for corner in row] for row in px]


def _hidden_squares(geometry: Geometry, points: NDArray[np.float64]) -> list[list[int]]:
    """The squares that glare hides from a person too."""
    out = []
    for square, box in sorted(geometry.squares.items()):
        inside = (points > (box.x, box.y)) & (points < (box.x + box.w, box.y + box.h))
        if len(points) and inside.all(axis=1).any():
            out.append(list(square))
    return out


def _chance(rng: Generator, asked: bool | None, share: float) -> bool:  # noqa: FBT001  (None is chance)
    drawn = bool(rng.random() < share)
    return drawn if asked is None else asked
