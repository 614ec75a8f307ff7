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


COMMANDS: tuple[Callable[["argparse._SubParsersAction[argparse.ArgumentParser]"], None], ...] = ()


if __name__ == "__main__":
    sys.exit(main())
