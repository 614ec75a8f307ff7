"""`boatscore read`: photos in, lines out; what is shown and what is said of the rest. No cv2, no numpy."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from scoring.lesson_sheet import default_sheet, load_lesson_sheet
from sheets.layout import SHEET_NAMES
from table.result import read_report
from vision.sources import BatchWrong, Source, sources, without_done

if TYPE_CHECKING:
    from vision.batch import Done, Outcome, Wish

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Order:
    """What is asked for, as the command line names it."""

    photos: Sequence[str]
    json: bool = False
    overlay: Path | None = None
    sheet: str | None = None
    same: bool = False
    workers: int = 1
    cluster: str | None = None
    skip_done: Path | None = None
    lang: str = "en"
    lessons: str | None = None

    def __post_init__(self) -> None:
        if self.workers < 1:
            raise BatchWrong(f"--workers: expected 1 or more, found {self.workers}.")
        if self.same and (self.cluster is not None or self.workers > 1):
            raise BatchWrong("--same reads its photos together: leave out --workers and --cluster.")
        if self.sheet is not None and self.sheet not in SHEET_NAMES:
            raise BatchWrong(
                f"--sheet: there is no sheet called {self.sheet}. Names are like {SHEET_NAMES[0]}: "
                "boat, language and paper. Sheets of your own cannot be read yet."
            )


def read_photos(order: Order, show: Tell, say: Tell) -> int:
    """Shows a line for every sheet as soon as it and those before it are read; gives how many have no score."""
    from vision.batch import Wish

    lesson_sheet = load_lesson_sheet(Path(order.lessons)) if order.lessons else default_sheet()
    wanted = _wanted(order, say)
    if order.overlay is not None:
        _make_folder(order.overlay)
    without_score = 0
    for done in _all_read(order, wanted, Wish(order.sheet, order.overlay is not None, lesson_sheet), say):
        lines = [read_report(o.line, lesson_sheet, order.lang, as_json=order.json) for o in done.outcomes]
        show("\n".join(text for text, _ in lines))
        without_score += sum(not scored for _, scored in lines)
        _tell(done, order.overlay, say)
    return without_score


def _wanted(order: Order, say: Tell) -> list[Source]:
    wanted = sources(order.photos)
    if order.skip_done is None:
        return wanted
    left = without_done(wanted, order.skip_done)
    say(f"{len(wanted) - len(left)} of {len(wanted)} photos are in {order.skip_done} already.")
    return left


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise BatchWrong(f"--overlay: {folder} cannot be made: {problem.strerror}.") from problem


def _all_read(order: Order, wanted: list[Source], wish: "Wish", say: Tell) -> "Iterator[Done]":
    from vision import batch

    if order.same and wanted:
        together, unread = batch.read_same(wanted, wish)
        for one in unread:
            say(f"{one.photo} could not help: {one.reason}")
        return iter((together,))
    if order.cluster is not None:
        return _with_progress(batch.read_on_cluster(wanted, wish, order.cluster), len(wanted))
    if order.workers > 1:
        return _with_progress(batch.read_side_by_side(wanted, wish, order.workers), len(wanted))
    return _with_progress(batch.read_all(wanted, wish), len(wanted))


def _with_progress(done: "Iterable[Done]", count: int) -> "Iterator[Done]":
    """The same, with a bar on a terminal's error stream when there are several."""
    if count <= 1:
        return iter(done)
    from tqdm import tqdm

    return iter(tqdm(done, total=count, unit="photo", disable=None))


def _tell(done: "Done", folder: Path | None, say: Tell) -> None:
    """Writes the overlays, and says what went wrong."""
    for outcome in done.outcomes:
        if outcome.fault:
            say(f"{done.source.name}: {outcome.fault}")
        if folder is not None:
            _write(outcome, folder / done.source.pictures)


def _write(outcome: "Outcome", start: Path) -> None:
    for end, data in outcome.pictures:
        file = start.with_name(start.name + end)
        try:
            file.write_bytes(data)
        except OSError as problem:
            raise BatchWrong(f"--overlay: {file} cannot be written: {problem.strerror}.") from problem
