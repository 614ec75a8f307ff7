"""The bar that proves the print's size with a ruler."""

from sheets import tones
from sheets.layout import Lang
from sheets.shapes import Anchor, Font, Paint, PointMm, Shape, Text, line
from sheets.texts import texts

LENGTH_MM = 50
TICK_MM = 10
HEIGHT_MM = 1.8


def scale_bar(lang: Lang, at: PointMm) -> list[Shape]:
    """A bar of 50 mm with its words below; `at` is its left end's upper tip."""
    x, y = at
    ink = Paint(line=tones.LABEL, width_mm=0.3)
    middle = y + HEIGHT_MM / 2
    words = Text(
        texts(lang)["scale"], (x + LENGTH_MM / 2, y + HEIGHT_MM + 2.6), 2.4, Font.TEXT, tones.LABEL, Anchor.MIDDLE
    )
    ticks = [line([(x + tick, y), (x + tick, y + HEIGHT_MM)], ink) for tick in range(0, LENGTH_MM + 1, TICK_MM)]
    return [line([(x, middle), (x + LENGTH_MM, middle)], ink), *ticks, words]
