"""The command line: a thin front that asks, shows and writes, and decides nothing."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vision.reading import Reading, Unread

USE_WRONG = 2
SOME_UNREADABLE = 1
DOES_NOT_HOLD = 1
STOPPED = 130
"""What shells give a command that Ctrl-C ended."""
BENCHES = ("score", "sheets", "read", "page", "table")
"""Each is `main(options)` of the module of that name in `benchmarks`, which gives the exit code."""
Command = Callable[[argparse.Namespace], int]


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the number is the exit code."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # its threads spin for seconds over our small matrices
    args = _parser().parse_args(argv)
    command: Command = args.command
    try:
        return command(args)
    except KeyboardInterrupt:
        say("Stopped.")
        return STOPPED
    except BrokenPipeError:  # the next program in the pipe has read all it wanted, as `| head -1` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="boatscore", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for add in COMMANDS:
        add(commands)
    return parser


def say(message: str) -> None:
    """A message for the person, apart from what is on standard output."""
    print(message, file=sys.stderr)  # noqa: T201  (a front speaks here and in `show`)


def show(line: str) -> None:
    """A result on standard output, at once, so that the next program in a pipe need not wait."""
    print(line, flush=True)  # noqa: T201  (the other place where a front speaks)


def _add_sheet(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    from sheets.layout import BOAT_NAMES, Lang, Paper

    parser = commands.add_parser("sheet", help="write a sheet to print, or its geometry")
    parser.add_argument("--boat", required=True, metavar="BOAT", help=f"{', '.join(BOAT_NAMES)}, or all")
    parser.add_argument("--lang", default="en", help=" or ".join(Lang))
    parser.add_argument("--paper", default="a4", help=" or ".join(Paper))
    parser.add_argument("--out", required=True, help="FILE.pdf, FILE.png, FILE.svg or FILE.json")
    parser.add_argument("--dpi", type=float, default=300.0, help="how fine a PNG is")
    parser.add_argument("--players", default="", help='names to print, a sheet each: "Ann,Bo"')
    parser.add_argument("--no-markers", action="store_true", help="print without the black markers")
    parser.set_defaults(command=_run_sheet)


def _run_sheet(args: argparse.Namespace) -> int:
    from sheets.order import OrderWrong, order, write

    try:
        write(
            order(args.boat, args.lang, args.paper, players=args.players, markers=not args.no_markers),
            args.out,
            args.dpi,
        )
    except OrderWrong as problem:
        say(str(problem))
        return USE_WRONG
    say(f"{args.out} is written.")
    return 0


def _add_score(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    from scoring.texts import LANGUAGES

    parser = commands.add_parser("score", help="score readings, no photo needed; several give standings")
    parser.add_argument("readings", nargs="+", metavar="READING.json", help="one reading, JSON lines of them, or -")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="the language of the sentences")
    parser.add_argument("--lessons", metavar="FILE", help="your own lesson sheet")
    parser.set_defaults(command=_run_score)


def _run_score(args: argparse.Namespace) -> int:
    from scoring.lesson_sheet import LessonSheetWrong, default_sheet, load_lesson_sheet
    from table.readings_file import load_readings
    from table.result import score_report, score_table
    from vision.reading import ReadingWrong

    try:
        sheet = load_lesson_sheet(Path(args.lessons)) if args.lessons else default_sheet()
        outcomes = [outcome for file in args.readings for outcome in load_readings(file, sheet)]
    except (LessonSheetWrong, ReadingWrong) as problem:
        say(str(problem))
        return USE_WRONG
    scored = score_table(outcomes, sheet)
    for line in score_report(scored, args.lang, as_json=args.json):
        show(line)
    return SOME_UNREADABLE if any(card is None for _, card in scored) else 0


def _add_read(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    from scoring.texts import LANGUAGES

    parser = commands.add_parser("read", help="read photos of boats and score them")
    parser.add_argument(
        "photos", nargs="+", metavar="PHOTO", help="photos, PDFs, folders of them, or - for one piped in"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.add_argument("--overlay", metavar="DIR", type=Path, help="draw what was read over the sheet and the photo")
    parser.add_argument("--sheet", metavar="NAME", help="read sheets of this name only, like boat-blue-en-a4")
    parser.add_argument("--same", action="store_true", help="all photos show one boat: what one hides another shows")
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="so many photos side by side")
    parser.add_argument("--cluster", metavar="ADDRESS", help="read on a dask cluster, like tcp://10.0.0.1:8786")
    parser.add_argument("--skip-done", metavar="OUT.jsonl", type=Path, help="leave out photos with a line in this file")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="the language of the sentences")
    parser.add_argument("--lessons", metavar="FILE", help="your own lesson sheet")
    parser.set_defaults(command=_run_read)


def _run_read(args: argparse.Namespace) -> int:
    from scoring.lesson_sheet import LessonSheetWrong
    from table.read_photos import Order, read_photos
    from vision.quiet import quiet_libraries
    from vision.sources import BatchWrong

    try:
        order = Order(**{name: value for name, value in vars(args).items() if name in Order.__match_args__})
        with quiet_libraries():
            return SOME_UNREADABLE if read_photos(order, show, say) else 0
    except (BatchWrong, LessonSheetWrong) as problem:
        say(str(problem))
        return USE_WRONG


def _add_bench(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("bench", help="accuracy, speed and load tables")
    parser.add_argument("name", nargs="?", choices=BENCHES, help="which one; without a name all of them")
    parser.add_argument("options", nargs=argparse.REMAINDER, help="options of that one; --help lists them")
    parser.set_defaults(command=_run_bench)


def _run_bench(args: argparse.Namespace) -> int:
    names = BENCHES if args.name is None else (args.name,)
    benches: list[Callable[[Sequence[str]], int]] = [import_module(f"benchmarks.{name}").main for name in names]
    return max(bench(args.options) for bench in benches)


def _add_samples(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    from samples.tiers import TIER_NAMES

    parser = commands.add_parser("samples", help="make photos of marked sheets, each with its truth")
    parser.add_argument("out", metavar="OUT", type=Path, help="the folder for the photos")
    parser.add_argument("--count", type=int, default=12)
    parser.add_argument("--tier", choices=TIER_NAMES, default="kitchen")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same photos")
    parser.add_argument("--sheet", metavar="NAME", help="one sheet, like boat-blue-en-a4; else any")
    parser.add_argument("--colour-friendly", action="store_true", help="one dark pen and a pattern for each colour")
    parser.add_argument("--no-markers", action="store_true", help="sheets printed without markers")
    parser.add_argument("--part", choices=("tune", "report"), default="report", help="writers and tables to take from")
    parser.add_argument("--realdata", metavar="DIR", type=Path, help="a folder of more handwriting and tables")
    parser.set_defaults(command=_run_samples)


def _run_samples(args: argparse.Namespace) -> int:
    from samples.folder import SamplesWrong, fill_folder, options

    try:
        wanted = options(
            part=args.part,
            sheet=args.sheet,
            colour_friendly=True if args.colour_friendly else None,
            markers=False if args.no_markers else None,
            realdata=args.realdata,
        )
        for number, sample in enumerate(fill_folder(args.out, args.count, args.tier, args.seed, wanted), 1):
            say(f"{number} of {args.count}: {sample.name}.jpg")
    except SamplesWrong as problem:
        say(str(problem))
        return USE_WRONG
    return 0


def _add_serve(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("serve", help="the page, in a browser")
    parser.add_argument("--port", type=int, default=8501, help="where it listens (8501)")
    parser.add_argument("--address", default="", help="listen on this address only, such as localhost")
    parser.set_defaults(command=_run_serve)


def _run_serve(args: argparse.Namespace) -> int:
    from pages.parts.serving import PortTaken, serve

    try:
        return serve(args.port, args.address, say)
    except PortTaken as problem:
        say(str(problem))
        return USE_WRONG


def _add_verify(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("verify", help="does a kept record still hold")
    parser.add_argument("record", metavar="RECORD.json", help="a record that the page wrote")
    parser.add_argument("photo", metavar="PHOTO", nargs="?", help="its photo, to be read again")
    parser.set_defaults(command=_run_verify)


def _run_verify(args: argparse.Namespace) -> int:
    from table.record import RecordWrong, record_from_json, verify

    try:
        record = record_from_json(Path(args.record).read_bytes())
        photo = (Path(args.photo).read_bytes(), Path(args.photo).name) if args.photo else None
    except (OSError, RecordWrong) as problem:
        say(
            f"{args.record}: {problem}"
            if isinstance(problem, RecordWrong)
            else f"{problem.filename}: {problem.strerror}"
        )
        return USE_WRONG
    checks = verify(record, photo, _read_again)
    marks = {True: "holds ", False: "BROKEN", None: "open  "}
    for check in checks:
        show(f"{marks[check.holds]}  {check.key}: {check.says}")
    return DOES_NOT_HOLD if any(check.holds is False for check in checks) else 0


def _read_again(data: bytes, name: str) -> "list[Reading | Unread]":
    from vision.read import Walk, read_photo

    return [outcome.reading if isinstance(outcome, Walk) else outcome for outcome in read_photo(data, name)]


COMMANDS: tuple[Callable[["argparse._SubParsersAction[argparse.ArgumentParser]"], None], ...] = (
    _add_sheet,
    _add_read,
    _add_score,
    _add_bench,
    _add_samples,
    _add_serve,
    _add_verify,
)


if __name__ == "__main__":
    sys.exit(main())
