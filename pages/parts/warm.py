"""The reader made ready while the first visitor looks for the photo, so that the first photo waits for nothing."""

import gc
import threading
from functools import cache


@cache
def up() -> None:
    """Load the reader once, beside the page."""
    threading.Thread(target=_load, name="warm-up", daemon=True).start()


def _load() -> None:
    import vision.overlay
    import vision.read  # noqa: F401

    gc.freeze()  # Streamlit collects garbage after each run: 50 ms for all that is loaded, which is never garbage
