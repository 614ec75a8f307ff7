"""The command line: a thin front that asks, shows and writes, and decides nothing."""

import argparse
import sys
from collections.abc import Callable, Sequence

USE_WRONG = 2
Command = Callable[[argparse.Namespace], int]


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the number is the exit code."""
    args = _parser().parse_args(argv)
    command: Command = args.command
    return command(args)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="boatscore", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for add in COMMANDS:
        add(commands)
    return parser


def say(message: str) -> None:
    """A message for the person, apart from what is on standard output."""
    print(message, file=sys.stderr)  # noqa: T201  (a front speaks here and in the commands below)


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


COMMANDS: tuple[Callable[["argparse._SubParsersAction[argparse.ArgumentParser]"], None], ...] = (_add_sheet,)


if __name__ == "__main__":
    sys.exit(main())
