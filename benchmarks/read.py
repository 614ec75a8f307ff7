"""How well photos are read, how fast, and how honest the reader is about it; stops and goes on where it was."""

import argparse
import hashlib
import json
import os
import platform
import subprocess
import sys
import time
import traceback
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from tqdm import tqdm

from benchmarks.compare import compared, truths
from benchmarks.gallery import keep
from benchmarks.plots import exact_plot, reliability_plot, time_plot
from benchmarks.reader import Answer, read
from benchmarks.summary import by_tier, page, slices, tier_numbers
from samples.folder import SamplesWrong, options
from samples.make import Options, Sample, make
from samples.tiers import TIER_NAMES

Json = dict[str, Any]
ROOT = Path(__file__).parent.parent
CODE = ("scoring", "sheets", "samples", "vision", "benchmarks")
"""What a result depends on: when a file of these changes, photos are read anew."""
OUT = Path("out") / "bench-read"
USE_WRONG = 2
DECODED_TIMES = 3
WEIGHED = 3
"""Photos whose peak memory is measured, the largest ones, each in a process of its own."""
WEIGH = """
import sys
from pathlib import Path
from benchmarks.memory import peak_mb
from benchmarks.reader import read
read(Path(sys.argv[1]).read_bytes(), sys.argv[1])
print(round(peak_mb()))
"""


@dataclass(frozen=True, slots=True)
class Job:
    """One photo to read: made from its seed, or from a folder."""

    tier: str
    seed: int
    index: int
    options: Options
    file: Path | None = None

    @property
    def name(self) -> str:
        """A name of its own among all jobs of one run."""
        return self.file.stem if self.file else f"{self.tier}-{self.seed}-{self.index:04d}"

    def sample(self) -> Sample:
        """The photo with its truth."""
        if self.file is None:
            return make(self.seed, self.tier, self.index, self.options)
        truth = json.loads(self.file.with_suffix(".truth.json").read_text(encoding="utf-8"))
        return Sample(self.file.stem, self.file.read_bytes(), truth)


def main(args: Sequence[str] = ()) -> int:
    """Read every photo, print the table, write report.json, report.md, plots and the gallery of failures."""
    asked = _parser().parse_args(args)
    try:
        jobs = _jobs(asked)
    except SamplesWrong as problem:
        print(problem, file=sys.stderr)
        return USE_WRONG
    results = []
    try:
        for result in tqdm(_results(jobs, asked), total=len(jobs), unit="photo", file=sys.stderr):
            results.append(result)
    except KeyboardInterrupt:
        print("Stopped; the same command goes on where it was.", file=sys.stderr)
    if results:
        order = {job.name: place for place, job in enumerate(jobs)}
        report = _report(sorted(results, key=lambda r: order[r["photo"]]), asked)
        print(page(report))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="boatscore bench read", description=__doc__)
    parser.add_argument("--tier", choices=TIER_NAMES, action="append", help="may be given several times; else all")
    parser.add_argument("--count", type=int, default=20, help="photos of each tier")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--photos", type=Path, metavar="FOLDER", help="read these, NAME.jpg beside NAME.truth.json")
    parser.add_argument("--part", choices=("tune", "report"), default="report", help="writers and tables to take from")
    parser.add_argument("--realdata", type=Path, metavar="DIR", help="a folder of more handwriting and tables")
    parser.add_argument("--sheet", metavar="NAME")
    parser.add_argument("--colour-friendly", action="store_true")
    parser.add_argument("--no-markers", action="store_true")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--out", type=Path, default=OUT, help="where report, plots, gallery and cache go")
    parser.add_argument("--fresh", action="store_true", help="read photos again that were read before")
    return parser


def _jobs(asked: argparse.Namespace) -> list[Job]:
    wanted = options(
        part=asked.part,
        sheet=asked.sheet,
        colour_friendly=True if asked.colour_friendly else None,
        markers=False if asked.no_markers else None,
        realdata=asked.realdata,
    )
    if asked.photos is None:
        return [Job(t, asked.seed, i, wanted) for t in asked.tier or TIER_NAMES for i in range(asked.count)]
    files = sorted(p for p in asked.photos.glob("*.jp*g") if p.with_suffix(".truth.json").is_file())
    if not files:
        raise SamplesWrong(f"{asked.photos} holds no NAME.jpg with a NAME.truth.json beside it.")
    return [Job("photos", 0, place, wanted, file) for place, file in enumerate(files)]


def _results(jobs: Sequence[Job], asked: argparse.Namespace) -> Iterator[Json]:
    """A result a photo, those known from before first."""
    state = _state()
    todo = []
    for job in jobs:
        kept = _kept(job, state, asked.out)
        if kept.is_file() and not asked.fresh:
            yield json.loads(kept.read_text(encoding="utf-8"))
        else:
            todo.append((job, kept))
    if asked.workers == 1:
        cv2.setNumThreads(1)
        yield from (one_photo(job, kept, asked.out) for job, kept in todo)
        return
    with ProcessPoolExecutor(asked.workers, get_context("spawn"), cv2.setNumThreads, (1,)) as pool:
        try:
            for done in as_completed([pool.submit(one_photo, job, kept, asked.out) for job, kept in todo]):
                yield done.result()
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _state() -> str:
    """A mark that changes with the code: results of other code are not taken over."""
    whole = hashlib.sha256()
    for folder in CODE:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                whole.update(str(path.relative_to(ROOT)).encode() + path.read_bytes())
    return whole.hexdigest()[:16]


def _kept(job: Job, state: str, out: Path) -> Path:
    what = hashlib.sha256(f"{job.options} {job.file}".encode()).hexdigest()[:8]
    return out / "cache" / state / f"{job.name}-{what}.json"


def one_photo(job: Job, kept: Path, out: Path) -> Json:
    """Read one photo on one core, compare it with its truth, keep the result and, of failures, the pictures."""
    sample = job.sample()
    decode_seconds, size = _decoding(sample.photo_bytes)
    result: Json = {
        "photo": job.name,
        "tier": sample.truth.get("made", {}).get("tier", job.tier) if job.file is None else job.tier,
        "megapixels": round(size[0] * size[1] / 1e6, 2),
        "decode_seconds": decode_seconds,
        "made": sample.truth.get("made", {}),
    }
    answers: list[Answer] = []
    start = time.perf_counter()
    try:
        answers = read(sample.photo_bytes, f"{sample.name}.jpg")
    except Exception:  # noqa: BLE001  (a bench counts the reader's bugs and goes on)
        result["crash"] = traceback.format_exc()
    result["seconds"] = round(time.perf_counter() - start, 4)
    parts = truths(sample.truth)
    pairs = paired(answers, parts)
    result["sheets"] = [_sheet(answer, part) for answer, part in zip(pairs, parts, strict=True)]
    result["invented"] = max(0, len(answers) - len(parts))
    keep(sample, pairs, result, out / "gallery")
    kept.parent.mkdir(parents=True, exist_ok=True)
    part_written = kept.with_suffix(f".{os.getpid()}")
    part_written.write_text(json.dumps(result), encoding="utf-8")
    part_written.replace(kept)
    return result


def _sheet(answer: Answer | None, part: Json) -> Json:
    return compared(answer.outcome if answer else None, part, answer.corners_px if answer else None)


def paired(answers: Sequence[Answer], parts: Sequence[Json]) -> list[Answer | None]:
    """The answer that belongs to each true sheet: those whose grids lie nearest to each other, else as given."""
    apart = {(a, p): _distance(answer, part) for a, answer in enumerate(answers) for p, part in enumerate(parts)}
    out: list[Answer | None] = [None] * len(parts)
    while apart:
        a, p = min(apart, key=apart.__getitem__)
        out[p] = answers[a]
        apart = {pair: far for pair, far in apart.items() if a != pair[0] and p != pair[1]}
    return out


def _distance(answer: Answer, part: Json) -> float:
    if answer.corners_px is None or "corners_px" not in part:
        return 1e9
    true = np.array(part["corners_px"])
    return float(np.linalg.norm(answer.corners_px.mean(axis=(0, 1)) - true.mean(axis=(0, 1))))


def _decoding(data: bytes) -> tuple[float, tuple[int, int]]:
    """Seconds to decode the file at full size with one core, the least of a few times, and its size."""
    held = np.frombuffer(data, np.uint8)
    times, size = [], (0, 0)
    for _ in range(DECODED_TIMES):
        start = time.perf_counter()
        bgr = cv2.imdecode(held, cv2.IMREAD_COLOR)
        times.append(time.perf_counter() - start)
        size = (bgr.shape[1], bgr.shape[0]) if bgr is not None else size
    return round(min(times), 5), size


def _report(results: list[Json], asked: argparse.Namespace) -> Json:
    """The whole report, written beside its plots."""
    asked.out.mkdir(parents=True, exist_ok=True)
    tiers = {tier: tier_numbers(found) for tier, found in by_tier(results).items()}
    report = {
        "how": _how(asked, len(results)),
        "tiers": tiers,
        "slices": slices(results),
        "memory": _memory(results, asked),
        "photos": results,
    }
    (asked.out / "report.json").write_text(json.dumps(report), encoding="utf-8")
    (asked.out / "report.md").write_text(page(report), encoding="utf-8")
    exact_plot(tiers, asked.out / "exact.png")
    reliability_plot(tiers, asked.out / "reliability.png")
    time_plot(results, asked.out / "time.png")
    return report


def _how(asked: argparse.Namespace, count: int) -> str:
    where = f"photos of {asked.photos}" if asked.photos else f"seed {asked.seed}, part {asked.part}"
    return (
        f"{count} photos, {where}; Python {platform.python_version()}, OpenCV {cv2.__version__}, {platform.machine()}."
    )


def _memory(results: Sequence[Json], asked: argparse.Namespace) -> list[Json]:
    """Peak memory of fresh processes that read the largest photos."""
    wanted = {job.name: job for job in _jobs(asked)}
    out = []
    for result in sorted(results, key=lambda r: -r["megapixels"])[:WEIGHED]:
        file = asked.out / "weighed.jpg"
        file.write_bytes(wanted[result["photo"]].sample().photo_bytes)
        command = [sys.executable, "-c", WEIGH, str(file)]
        done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
        file.unlink()
        if done.returncode == 0:
            peak = int(done.stdout.split()[-1])
            out.append({"photo": result["photo"], "megapixels": result["megapixels"], "peak_mb": peak})
    return out


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
