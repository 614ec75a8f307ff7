"""Every sentence of the game in every language: the catalogue in `data/texts`, one file a language."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType

DATA = Path(__file__).parent / "data" / "texts"
LANGUAGES = ("en", "fr")
Template = str | Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Counted:
    """So many of something: 1 point, 8 points. Said so often that each is put together only once."""

    key: str
    n: int

    def text(self, lang: str) -> str:
        """The number with its word in this language."""
        return _counted(self.key, self.n, lang)


@dataclass(frozen=True, slots=True)
class Saying:
    """What is to be said, in no language yet: a key of the catalogue and what fills its gaps.

    A text with forms (`one`, `other`) is chosen by the number `n`. A gap may hold a saying of its own.
    """

    key: str
    values: Mapping[str, "int | str | Counted | Saying"] = field(default_factory=dict)

    def text(self, lang: str) -> str:
        """The sentence in this language."""
        template = catalogue(lang)[self.key]
        if not isinstance(template, str):
            template = template[_form(self.values["n"], lang)]
        return template.format_map({k: v if isinstance(v, str | int) else v.text(lang) for k, v in self.values.items()})


def saying(key: str, **values: int | str | Counted | Saying) -> Saying:
    """The text of the catalogue with its gaps filled."""
    return Saying(key, values)


def points_said(points: int) -> Counted:
    """A number of points with its word: 1 point, 8 points."""
    return Counted("points", points)


@cache
def catalogue(lang: str) -> Mapping[str, Template]:
    """Every text of a language by its key."""
    if lang not in LANGUAGES:
        raise ValueError(f"no language is called {lang!r}; there are {', '.join(LANGUAGES)}")
    texts: dict[str, Template] = json.loads((DATA / f"{lang}.json").read_text(encoding="utf-8"))
    return MappingProxyType(texts)


@lru_cache(maxsize=4096)
def _counted(key: str, n: int, lang: str) -> str:
    return Saying(key, {"n": n}).text(lang)


def _form(number: object, lang: str) -> str:
    """French counts 0 with 1, English counts it with many; below zero the sign does not matter."""
    if not isinstance(number, int):
        raise TypeError(f"a text with forms is chosen by a number, not by {number!r}")
    singular = abs(number) == 1 or (lang == "fr" and number == 0)
    return "one" if singular else "other"
