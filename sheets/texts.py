"""The words that are only on paper, in each language."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from sheets.layout import Lang

DATA = Path(__file__).parent / "data"


@cache
def texts(lang: Lang) -> Mapping[str, str]:
    """The printed words of this language by their key."""
    return MappingProxyType(json.loads((DATA / f"texts.{lang}.json").read_text(encoding="utf-8")))
