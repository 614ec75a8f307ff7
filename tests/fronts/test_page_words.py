"""Every text of the page in every language."""

import re
import string
from pathlib import Path

import pytest

from pages.parts.words import LANGUAGES, Words, catalogue, language_of
from scoring.boats import BOAT_NAMES
from scoring.sister import LESSON_KEYS
from sheets.layout import Paper
from table.edits import PENS
from vision.problems import Unreadable
from vision.reading import About

PAGES = Path(__file__).parents[2]
SOURCES = [PAGES / "app.py", *sorted((PAGES / "pages").rglob("*.py"))]


def gaps(template):
    texts = [template] if isinstance(template, str) else list(template.values())
    return {name for text in texts for _, name, _, _ in string.Formatter().parse(text) if name}


def test_both_languages_have_the_same_texts_with_the_same_gaps():
    english, french = catalogue("en"), catalogue("fr")
    assert english.keys() == french.keys()
    for key, template in english.items():
        assert gaps(template) | {"n"} == gaps(french[key]) | {"n"}, key
        assert isinstance(template, str) == isinstance(french[key], str), key


def test_every_text_that_the_pages_name_is_in_the_catalogue():
    named = {key for path in SOURCES for key in re.findall(r'words\(\s*"([^"]+)"', path.read_text(encoding="utf-8"))}
    assert len(named) > 60
    assert named <= catalogue("en").keys()


def test_every_word_of_the_game_has_a_text():
    keys = [f"boat.{name}" for name in (*BOAT_NAMES, "all")]
    keys += [f"{kind}.{pen.name}" for pen in PENS for kind in ("pen", "letter")]
    keys += [f"sister.{key}" for key in LESSON_KEYS]
    keys += [f"paper.{paper}" for paper in Paper]
    keys += [f"ask.{about.name.lower()}" for about in About]
    keys += [f"unread.{problem.__name__}" for problem in Unreadable.__subclasses__()]
    assert [key for key in keys if key not in catalogue("en")] == []


def test_no_text_is_left_over():
    code = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)
    families = re.findall(r'words(?:\.knows)?\(f"([a-z_]+[._])\{', code) + ["refused.", "unread."]
    unused = [
        key
        for key in catalogue("en")
        if f'"{key}"' not in code and not any(key.startswith(family) for family in families)
    ]
    assert unused == []


@pytest.mark.parametrize(
    ("locale", "lang"), [("fr-CA", "fr"), ("FR", "fr"), ("en-GB", "en"), ("de", "en"), ("", "en"), (None, "en")]
)
def test_the_browsers_language_is_spoken_or_english(locale, lang):
    assert language_of(locale) == lang


@pytest.mark.parametrize("lang", LANGUAGES)
def test_numbers_choose_their_form(lang):
    words = Words(lang)
    assert words("status.check", n=1) != words("status.check", n=2)
    assert ("questions" in words("status.check", n=0)) == (lang == "en")
