"""A folder of sample photos, each beside its truth."""

import json
from collections.abc import Iterator
from pathlib import Path

from samples.hands import Part
from samples.make import Options, Sample, make
from sheets.layout import SHEET_NAMES


class SamplesWrong(ValueError):
    """Photos that cannot be made as asked: says why."""


def options(
    *, part: str, sheet: str | None, colour_friendly: bool | None, markers: bool | None, realdata: Path | None
) -> Options:
    """What the photos are to be like, or SamplesWrong with what was expected."""
    if sheet is not None and sheet not in SHEET_NAMES:
        raise SamplesWrong(f"No sheet is called {sheet!r}; a name is like {SHEET_NAMES[0]}.")
    if realdata is not None and not (realdata / "letters" / "strokes.npz").is_file():
        raise SamplesWrong(f"{realdata} holds no letters/strokes.npz; leave --realdata out to use what comes along.")
    return Options(colour_friendly, markers, sheet, Part(part), realdata)


def fill_folder(out: Path, count: int, tier: str, seed: int, wanted: Options) -> Iterator[Sample]:
    """Make the photos one by one and put each in the folder with its truth beside it."""
    out.mkdir(parents=True, exist_ok=True)
    for index in range(count):
        sample = make(seed, tier, index, wanted)
        (out / f"{sample.name}.jpg").write_bytes(sample.photo_bytes)
        truth = json.dumps(sample.truth, separators=(",", ":"))
        (out / f"{sample.name}.truth.json").write_text(truth + "\n", encoding="utf-8")
        yield sample
