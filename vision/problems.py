"""What can go wrong with a photo: what was seen, and what to do about it."""


class Unreadable(Exception):
    """A photo that cannot be read. Its text is for players: what was seen, then the advice."""

    advice = ""

    def __init__(self, seen: str) -> None:
        super().__init__(f"{seen} {self.advice}".strip())


class NotAPhoto(Unreadable):
    """The bytes are no picture that can be opened."""

    advice = "Send a photo (JPEG, PNG, WebP, HEIC, AVIF, TIFF) or a PDF."


class BrokenPhoto(Unreadable):
    """A picture whose end or middle is missing."""

    advice = "Send it again, or take a new photo."


class WrongSize(Unreadable):
    """A picture too small to read or too large to open."""

    advice = "Send the photo as your phone took it, neither shrunk nor enlarged."


class SheetNotFound(Unreadable):
    """No sheet that we know lies in the picture."""

    advice = "Photograph the whole sheet from above, in good light, with a little table around it."


class SheetCut(Unreadable):
    """Part of the boat lies outside the picture."""

    advice = "Take the photo again with the whole boat in it."


class TooUnclear(Unreadable):
    """A sheet is there, but what is drawn on it cannot be told."""

    advice = "Take the photo again: more light, the phone held still, no reflections on the sheet."


class NoColours(Unreadable):
    """A picture in black and white of cats that colours tell apart."""

    advice = "Send the picture in colour."


class DifferentSheets(Unreadable):
    """Photos said to show one boat show several sheets."""

    advice = "Read the photos without --same, or give only those of one boat."
