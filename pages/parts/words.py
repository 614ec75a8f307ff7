"""Every text of the page: one catalogue a language in `data/texts`, and which language a visitor reads."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

DATA = Path(__file__).parents[1] / "data" / "texts"
LANGUAGES = ("en", "fr")
Template = str | Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Words:
    """The texts of one language: `words("undo")`, `words("status.check", n=3)`."""

    lang: str

    def __call__(self, key: str, **values: object) -> str:
        """The text of this key with its gaps filled; one with forms (`one`, `other`) is chosen by `n`."""
        template = catalogue(self.lang)[key]
        if not isinstance(template, str):
            template = template[_form(values["n"], self.lang)]
        return template.format(**values) if values else template

    def knows(self, key: str) -> bool:
        """Whether the catalogue has this key."""
        return key in catalogue(self.lang)


@cache
def catalogue(lang: str) -> Mapping[str, Template]:
    """Every text of a language by its key."""
    texts: dict[str, Template] = json.loads((DATA / f"{lang}.json").read_text(encoding="utf-8"))
    return MappingProxyType(texts)


def language_of(locale: str | None) -> str:
    """The language for a browser's locale, such as `fr-CA`; English for those we do not speak."""
    spoken = (locale or "").replace("_", "-").split("-")[0].lower()
    return spoken if spoken in LANGUAGES else LANGUAGES[0]


def _form(number: object, lang: str) -> str:
    """French counts 0 with 1, English counts it with many."""
    if not isinstance(number, int):
        raise TypeError(f"a text with forms is chosen by a number, not by {number!r}")
    return "one" if abs(number) == 1 or (lang == "fr" and number == 0) else "other"
