"""Drawings as PDF pages: vector, fonts embedded, at their true size."""

import io
from collections.abc import Iterable

from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import Canvas

from sheets.fonts import load_fonts, width_mm
from sheets.shapes import Anchor, Drawing, Font, Path, Text

POINTS_PER_MM = 72 / 25.4

ROUND = 1
PageMm = tuple[float, float]


def pdf(pages: Iterable[tuple[PageMm, Drawing]], title: str) -> bytes:
    """A PDF of these pages, each with its size."""
    load_fonts()
    data = io.BytesIO()
    canvas = Canvas(data, invariant=True, pageCompression=1, initialFontName=str(Font.TEXT))
    canvas.setTitle(title)
    canvas.setAuthor("boatscore")
    canvas.setCreator("boatscore")
    canvas.setSubject("sheets to print at 100 %")
    canvas.setViewerPreference("PrintScaling", "None")
    for (width, height), drawing in pages:
        canvas.setPageSize((width * POINTS_PER_MM, height * POINTS_PER_MM))
        canvas.transform(POINTS_PER_MM, 0, 0, -POINTS_PER_MM, 0, height * POINTS_PER_MM)
        canvas.setLineCap(ROUND)
        canvas.setLineJoin(ROUND)
        for shape in drawing:
            if isinstance(shape, Text):
                _write(canvas, shape)
            else:
                _paint(canvas, shape)
        canvas.showPage()
    canvas.save()
    return data.getvalue()


def _paint(canvas: Canvas, shape: Path) -> None:
    path = canvas.beginPath()
    draw = {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo, "Z": path.close}
    for letter, numbers in shape.steps:
        draw[letter](*numbers)
    paint = shape.paint
    if paint.fill:
        canvas.setFillColor(HexColor(paint.fill))
    if paint.line:
        canvas.setStrokeColor(HexColor(paint.line))
        canvas.setLineWidth(paint.width_mm)
    canvas.drawPath(path, stroke=int(bool(paint.line)), fill=int(bool(paint.fill)))


def _write(canvas: Canvas, text: Text) -> None:
    shift = {Anchor.START: 0.0, Anchor.MIDDLE: 0.5, Anchor.END: 1.0}[text.anchor] * width_mm(
        text.words, text.font, text.size_mm
    )
    canvas.saveState()
    canvas.translate(text.at[0] - shift, text.at[1])
    canvas.scale(1, -1)
    canvas.setFillColor(HexColor(text.colour))
    canvas.setFont(str(text.font), text.size_mm)
    canvas.drawString(0, 0, text.words)
    canvas.restoreState()
