"""Real handwriting and real table tops, one part to tune a reader on and another to report on."""

import json
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

DATA = Path(__file__).parent / "data"
Path2d = NDArray[np.float64]
"""Points of one pen stroke, N x 2: x to the right, y down."""


class Part(StrEnum):
    """Which writers and table tops: the two parts share none."""

    TUNE = "tune"
    REPORT = "report"


WRITERS = {Part.TUNE: "train", Part.REPORT: "test"}
"""Part names of the handwriting set, which is split by writer."""

TUNE_SURFACES = (
    *("phone_001", "phone_005", "phone_032", "phone_034", "phone_035", "phone_053", "phone_057", "phone_072"),
    *("phone_087", "phone_090", "phone_107", "phone_115", "omr_wood_right"),
    *("robosuite_light-wood", "robosuite_gray-felt", "robosuite_red-wood"),
)
"""Of a folder of real data; photos of one table stay on one side. Grass and gravel are no tables and stay out."""
NO_TABLES = ("skimage_grass", "skimage_gravel", "robosuite_white-bricks")


@dataclass(frozen=True, eq=False)
class Hands:
    """Letters as real writers write them."""

    by_writer: dict[str, dict[str, list[list[Path2d]]]]

    def writer(self, rng: Generator) -> "Hand":
        """One writer who has both a C and an R."""
        both = sorted(name for name, letters in self.by_writer.items() if {"C", "R"} <= letters.keys())
        return Hand(self, both[int(rng.integers(len(both)))])


@dataclass(frozen=True, eq=False)
class Hand:
    """One writer; letters that this writer did not leave are borrowed from the others."""

    hands: Hands
    name: str

    def letter(self, rng: Generator, letter: str) -> list[Path2d]:
        """The strokes of a letter, its longer side 1 and its top left corner at (0, 0)."""
        own = self.hands.by_writer[self.name].get(letter, [])
        every = own or [s for name in sorted(self.hands.by_writer) for s in self.hands.by_writer[name].get(letter, [])]
        return every[int(rng.integers(len(every)))]


@cache
def hands(part: Part, realdata: Path | None = None) -> Hands:
    """The shipped writers of this part, or all of a folder of real data."""
    where = DATA / "hands.npz" if realdata is None else realdata / "letters" / "strokes.npz"
    out: dict[str, dict[str, list[list[Path2d]]]] = {}
    bad = set() if realdata is None else _illegible()
    with np.load(where) as held:
        facts = {key: held[key] for key in ("pts", "stroke_off", "sample_off", "label", "writer", "part")}
    for index in np.flatnonzero(facts["part"] == WRITERS[part]):
        if int(index) in bad:
            continue
        first, last = facts["sample_off"][index : index + 2]
        ends = facts["stroke_off"][first : last + 1]
        strokes = [facts["pts"][a:b].astype(float) / 1000 for a, b in zip(ends, ends[1:], strict=False) if b > a]
        out.setdefault(str(facts["writer"][index]), {}).setdefault(str(facts["label"][index]), []).append(strokes)
    return Hands(out)


def _illegible() -> set[int]:
    found = json.loads((DATA / "illegible.json").read_text(encoding="utf-8"))
    return {*found["C"], *found["R"]}


@cache
def surfaces(part: Part, realdata: Path | None = None) -> tuple[Path, ...]:
    """The photos of table tops of this part."""
    if realdata is None:
        return tuple(sorted((DATA / "surfaces").glob(f"{part}-*.jpg")))
    every = sorted(p for p in (realdata / "textures").glob("*.jpg") if p.stem not in NO_TABLES)
    return tuple(p for p in every if (p.stem in TUNE_SURFACES) is (part is Part.TUNE))


@cache
def surface(path: Path) -> NDArray[np.uint8]:
    """A table top, BGR."""
    bgr = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if bgr is None:
        raise ValueError(f"{path}: not a picture that can be read")
    return np.asarray(bgr, np.uint8)
