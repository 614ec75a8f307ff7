"""Which photos to read: files, folders, standard input; and which of them have been read before. No cv2, no numpy."""

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

STANDARD_INPUT = "-"
STANDARD_INPUT_NAME = "standard input"
ENDINGS = frozenset(("jpg", "jpeg", "png", "webp", "heic", "heif", "avif", "tif", "tiff", "bmp", "pdf"))
"""Files of a folder that are taken for photos."""
MOST_BYTES = 150_000_000
"""More of a file is not even loaded: `vision.photo` refuses it from its size alone."""


class BatchWrong(ValueError):
    """Photos cannot be read as asked: says what is wrong and what to do."""


@dataclass(frozen=True, slots=True)
class Source:
    """One file to read."""

    name: str
    """What its line calls it: the file's name, and its folder too where two files have one name."""
    path: Path | None
    """None is standard input."""
    pictures: str
    """How names of overlay pictures begin; no two sources share one."""


def sources(arguments: Sequence[str]) -> list[Source]:
    """The files that these arguments name; folders give their photos in the order of names."""
    paths = [path for argument in arguments for path in _expanded(argument)]
    bare = [_bare(path) for path in paths]
    taken: set[str] = set()
    return [
        Source(
            name if path is None or bare.count(name) == 1 else str(path),
            path,
            _free(name if path is None else path.stem, name, taken),
        )
        for path, name in zip(paths, bare, strict=True)
    ]


def _expanded(argument: str) -> list[Path | None]:
    if argument == STANDARD_INPUT:
        return [None]
    path = Path(argument)
    if not path.is_dir():
        return [path]
    try:
        inside = sorted(path.iterdir())
    except OSError:
        return [path]  # reading it will say what is wrong
    photos: list[Path | None] = [p for p in inside if p.suffix[1:].lower() in ENDINGS and not p.name.startswith(".")]
    return photos or [path]


def _bare(path: Path | None) -> str:
    return STANDARD_INPUT_NAME if path is None else path.name or str(path)


def _free(stem: str, name: str, taken: set[str]) -> str:
    """The first of stem, name, and name with a number, that no other photo has."""
    number, free = 1, stem
    while free in taken:
        free = name if number == 1 else f"{name} ({number})"
        number += 1
    taken.add(free)
    return free


def without_done(wanted: Sequence[Source], lines: Path) -> list[Source]:
    """Those of which no line is in this file of JSON lines; a file that is not there yet has none."""
    try:
        text = lines.read_text(encoding="utf-8")
    except FileNotFoundError:
        return list(wanted)
    except (OSError, UnicodeDecodeError) as problem:
        raise BatchWrong(f"{lines}: cannot be read as JSON lines: {problem}") from problem
    done = {_photo_of(line, f"{lines}, line {number}") for number, line in enumerate(text.splitlines(), 1) if line}
    return [source for source in wanted if source.name not in done]


def _photo_of(line: str, where: str) -> str:
    try:
        return str(json.loads(line)["photo"])
    except (ValueError, KeyError, TypeError) as problem:
        raise BatchWrong(f"{where}: not a line of a reading, perhaps cut off. Take it out, then go on.") from problem


def load(source: Source) -> bytes:
    """The file's bytes; a file too large to be a photo is loaded in part only, to be refused."""
    if source.path is None:
        return sys.stdin.buffer.read(MOST_BYTES)
    with source.path.open("rb") as file:
        return file.read(MOST_BYTES)
