"""The fonts of the sheets (Nunito, SIL Open Font License, see data/fonts/OFL.txt), and how wide words are in them."""

from dataclasses import replace
from functools import cache
from pathlib import Path

from sheets.shapes import Font, Text

FONTS = Path(__file__).parent / "data" / "fonts"


@cache
def load_fonts() -> None:
    """Make the fonts known to reportlab, once."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    for font in Font:
        pdfmetrics.registerFont(TTFont(str(font), str(FONTS / f"{font}.ttf")))


def width_mm(words: str, font: Font, size_mm: float) -> float:
    """How wide the words are in this font."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    load_fonts()
    return float(stringWidth(words, str(font), size_mm))


def letters_without_shape(words: str, font: Font) -> str:
    """The letters that this font does not hold, each once."""
    from reportlab.pdfbase.pdfmetrics import getFont

    load_fonts()
    held = getFont(str(font)).face.charToGlyph
    return "".join(dict.fromkeys(letter for letter in words if ord(letter) not in held))


def fitted(text: Text, most_mm: float) -> Text:
    """The text, set smaller if it would be wider than this."""
    width = width_mm(text.words, text.font, text.size_mm)
    return text if width <= most_mm else replace(text, size_mm=text.size_mm * most_mm / width)


def wrapped(words: str, font: Font, size_mm: float, most_mm: float) -> list[str]:
    """The words in lines no wider than this; French marks keep the word before them."""
    lines: list[str] = []
    for word in _kept_together(words):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_mm(longer, font, size_mm) <= most_mm:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _kept_together(words: str) -> list[str]:
    parts: list[str] = []
    for word in words.split():
        if parts and word in (":", ";", "!", "?", "»", "%"):
            parts[-1] += f"\u00a0{word}"
        else:
            parts.append(word)
    return parts
