"""What holds for every test."""

import sys
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def main_module_stays() -> Iterator[None]:
    """A page under test takes the place of `__main__` and leaves; processes started later would run it again."""
    main = sys.modules["__main__"]
    yield
    sys.modules["__main__"] = main
