"""Silence for libraries that write to the error stream on their own, such as decoders of damaged photos."""

import logging
import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr
from pathlib import Path
from typing import Any

ERROR_STREAM = 2


@contextmanager
def quiet_libraries() -> Iterator[None]:
    """Inside, the error stream shows only what we print there: decoders speak to it of their own."""
    sys.stderr.flush()
    kept = os.dup(ERROR_STREAM)
    ours = sys.stderr
    try:
        if _is_error_stream(ours):
            ours = os.fdopen(os.dup(kept), "w", buffering=1, encoding=ours.encoding, errors="backslashreplace")
        with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
            os.dup2(nowhere.fileno(), ERROR_STREAM)
        with redirect_stderr(ours), warnings.catch_warnings():
            _hush_python()
            yield
    finally:
        logging.disable(logging.NOTSET)
        os.dup2(kept, ERROR_STREAM)
        os.close(kept)


def hush() -> None:
    """From here on this process writes nothing to the error stream on its own."""
    _hush_python()
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
        os.dup2(nowhere.fileno(), ERROR_STREAM)


def _hush_python() -> None:
    warnings.simplefilter("ignore")
    logging.disable(logging.ERROR)


def _is_error_stream(stream: Any) -> bool:
    try:
        return bool(stream.fileno() == ERROR_STREAM)
    except (OSError, ValueError, AttributeError):
        return False
