"""From an upload to what a player looks at: the one place where the page meets the reader."""

from collections.abc import Callable
from dataclasses import dataclass

from pages.parts.visit import Picture
from pages.parts.words import Words
from scoring.lesson_sheet import LessonSheet
from sheets.geometry import Geometry
from vision.reading import Reading, Unread

READERS_OWN = "en"
"""The language in which the reader says why it cannot read a photo."""


@dataclass(frozen=True)
class Look:
    """One sheet as the reader saw it."""

    reading: Reading
    geometry: Geometry
    flat: Picture
    """The straightened page, nothing drawn over it."""
    photo: Picture
    """The photo with the reading drawn over it."""


def looks(
    data: bytes, name: str, on_step: Callable[[str], None], lesson_sheet: LessonSheet | None = None
) -> list[Look | Unread]:
    """Every sheet in the photo, read; what cannot be read says why."""
    from vision.overlay import flat_picture, photo_picture
    from vision.read import read_photo

    found: list[Look | Unread] = []
    for outcome in read_photo(data, name, lesson_sheet=lesson_sheet, on_step=on_step):
        if isinstance(outcome, Unread):
            found.append(outcome)
            continue
        found.append(
            Look(
                outcome.reading,
                outcome.flat.geometry,
                Picture(flat_picture(outcome), "image/jpeg"),
                Picture(photo_picture(outcome), "image/jpeg"),
            )
        )
    return found


def unread_reason(unread: Unread, words: Words) -> str:
    """Why a photo could not be read and what to do: the reader's own words, in other languages those for its kind."""
    translated = f"unread.{unread.problem}"
    return words(translated) if words.lang != READERS_OWN and words.knows(translated) else unread.reason
