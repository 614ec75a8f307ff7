"""The page as a server: Streamlit started on app.py with our settings, from a clone or an installed package."""

import importlib.util
import os
import socket
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

SETTINGS = Path(__file__).parents[1] / "data" / "config.toml"


class PortTaken(Exception):
    """Something else listens there already."""


def serve(port: int, address: str, say: Callable[[str], None]) -> int:
    """Serve the page until it is stopped; the number is the exit code.

    Where the system can, this process becomes the server: whoever stops it stops the page.
    """
    _check_free(port, address)
    say(f"boatscore is served at http://{address or 'localhost'}:{port} (Ctrl+C stops it)")
    if sys.platform != "win32":
        sys.stderr.flush()
        os.execv(sys.executable, command(port, address))
    return subprocess.run(command(port, address), check=False).returncode


def command(port: int, address: str = "") -> list[str]:
    """The command line that starts the page."""
    place = ["--server.port", str(port), *(["--server.address", address] if address else [])]
    return [sys.executable, "-m", "streamlit", "run", str(app_file()), *_flags(), *place]


def app_file() -> Path:
    """Where app.py lies, in a clone or in an installed package."""
    found = importlib.util.find_spec("app")
    if found is None or found.origin is None:
        raise FileNotFoundError("app.py is not installed beside pages/: install boatscore again")
    return Path(found.origin)


def _flags() -> Iterator[str]:
    settings = tomllib.loads(SETTINGS.read_text(encoding="utf-8"))
    yield from _named(settings, "")


def _named(settings: dict[str, object], prefix: str) -> Iterator[str]:
    """Every setting as a flag: --theme.light.textColor=#1b2a38."""
    for key, value in settings.items():
        if isinstance(value, dict):
            yield from _named(value, f"{prefix}{key}.")
        else:
            yield f"--{prefix}{key}={str(value).lower() if isinstance(value, bool) else value}"


def _check_free(port: int, address: str) -> None:
    with socket.socket() as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind((address, port))
        except OSError as problem:
            raise PortTaken(
                f"Port {port} cannot be used: {problem.strerror}. Choose another: boatscore serve --port {port + 1}"
            ) from problem
