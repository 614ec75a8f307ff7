"""Makes the sample photos in `samples/photos` again: `python -m samples.ready`."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from samples.hands import Part
from samples.make import Options, Sample, photographed
from samples.negatives import KINDS, negative
from samples.tiers import GOOD, HARD, KITCHEN, SCAN, Tier

PHOTOS = Path(__file__).parent / "photos"


@dataclass(frozen=True, slots=True)
class Ready:
    """How one of the photos is made."""

    seed: int
    tier: Tier
    sheet: str
    megapixels: float = 2.0
    friendly: bool = False
    markers: bool = True


EASY = replace(GOOD, careless=(0, 0.4), glare=0, shadow=0, fingers=0, quality=(86, 90))
PLAIN: Mapping[str, Ready] = {
    "try-1": Ready(3, EASY, "boat-blue-en-a4"),
    "try-2": Ready(5, EASY, "boat-red-fr-a4"),
    "try-3": Ready(11, replace(EASY, laminated=1), "boat-green-en-letter"),
    "kitchen-1": Ready(21, KITCHEN, "boat-purple-en-a4"),
    "kitchen-2": Ready(22, replace(KITCHEN, laminated=1, glare=1), "boat-orange-fr-a4"),
    "colour-friendly": Ready(23, KITCHEN, "boat-black-en-a4", friendly=True),
    "no-markers": Ready(24, KITCHEN, "boat-blue-fr-a4", markers=False),
    "hard-1": Ready(25, HARD, "boat-green-fr-a4", megapixels=1.6),
    "hard-2": Ready(26, replace(HARD, fingers=1), "boat-red-en-letter", megapixels=3.0),
    "scan": Ready(27, SCAN, "boat-purple-fr-letter", megapixels=2.2),
}
"""Photos of one sheet."""
OTHERS: Mapping[str, tuple[str, int]] = {"not-a-sheet": ("another grid", 31), "mirrored": ("mirrored", 32)}
"""Photos of other things: their kind and seed."""


def main() -> None:
    """Write the photos, each with its truth beside it."""
    PHOTOS.mkdir(exist_ok=True)
    for name, ready in PLAIN.items():
        _write(plain(name, ready))
    for name, (kind, seed) in OTHERS.items():
        how = {"tier": "negatives", "seed": seed, "index": list(KINDS).index(kind)}
        _write(negative(np.random.default_rng(seed), name, Options(sheet="boat-blue-en-a4"), how))


def plain(name: str, ready: Ready) -> Sample:
    """The photo of this name, made again."""
    wanted = Options(ready.friendly, ready.markers, ready.sheet, Part.REPORT)
    tier = replace(ready.tier, megapixels=(ready.megapixels,))
    return photographed(np.random.default_rng(ready.seed), name, tier, wanted, {"tier": name, "seed": ready.seed})


def _write(sample: Sample) -> None:
    (PHOTOS / f"{sample.name}.jpg").write_bytes(sample.photo_bytes)
    truth = json.dumps(sample.truth, separators=(",", ":"))
    (PHOTOS / f"{sample.name}.truth.json").write_text(truth + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
