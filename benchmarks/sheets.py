"""How long it takes to write a sheet, within a running program and as a command of its own."""

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from sheets.layout import SHEET_NAMES
from sheets.order import order, write
from sheets.prints import load_print

MOST_SECONDS = {".pdf": 0.5, ".png": 1.0, ".svg": 1.0, ".json": 0.5}
"""Issue 3 for PDF and PNG; nobody should wait longer for the others."""
MOST_SECONDS_TO_LOAD = 0.03
DPI = 300


def main(args: Sequence[str] = ()) -> int:
    """Print seconds a sheet; the exit code is 1 if the median of a kind is beyond its budget."""
    parser = argparse.ArgumentParser(prog="boatscore bench sheets", description=__doc__)
    parser.add_argument("--sheets", type=int, default=len(SHEET_NAMES), help="how many of the sheets")
    parser.add_argument("--commands", type=int, default=5, help="how often each kind is written by a command")
    options = parser.parse_args(args)
    names = SHEET_NAMES[: options.sheets]
    _say(f"sheets: {len(names)} sheets, PNG at {DPI} dpi")
    with tempfile.TemporaryDirectory() as folder:
        within = [
            _row(f"{kind[1:]}, in a running program", most, [_seconds(_writing(name, folder, kind)) for name in names])
            for kind, most in MOST_SECONDS.items()
        ]
        alone = [
            _row(f"{kind[1:]}, as a command", most, [_seconds(_command(folder, kind)) for _ in range(options.commands)])
            for kind, most in MOST_SECONDS.items()
        ]
    loading = _row("a ready print loaded", MOST_SECONDS_TO_LOAD, [_seconds(_loading(name)) for name in names])
    return int(not all((*within, *alone, loading)))


def _row(what: str, most: float, seconds: list[float]) -> bool:
    """Print a line; true if the median keeps to the budget."""
    middle = statistics.median(seconds)
    _say(f"  {what:<30} median {middle * 1000:6.1f} ms   slowest {max(seconds) * 1000:6.1f} ms")
    return middle <= most


def _say(line: str) -> None:
    print(line)


def _seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _writing(name: str, folder: str, kind: str) -> Callable[[], object]:
    _, boat, lang, paper = name.split("-")
    return lambda: write(order(boat, lang, paper), f"{folder}/{name}{kind}", DPI)


def _command(folder: str, kind: str) -> Callable[[], object]:
    words = ["sheet", "--boat", "blue", "--out", f"{folder}/command{kind}", "--dpi", str(DPI)]
    root = Path(__file__).parent.parent
    return lambda: subprocess.run([sys.executable, root / "cli.py", *words], check=True, capture_output=True, cwd=root)


def _loading(name: str) -> Callable[[], object]:
    return lambda: load_print(name)
