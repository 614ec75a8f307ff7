"""Drawings as pixels, through the same PDF that is printed."""

import io
import math

import pypdfium2
from PIL import Image

from sheets.pdf import POINTS_PER_MM, PageMm, pdf
from sheets.shapes import Drawing

MM_PER_INCH = 25.4
A_HAIR = 0.01
"""Pixels taken off a page, because pdfium rounds its size up and would stretch the page over one pixel more."""


def picture(page_mm: PageMm, drawing: Drawing, px_per_mm: float) -> Image.Image:
    """The page at exactly this scale; where the page ends within a pixel, that pixel is added whole."""
    whole = tuple((math.ceil(round(side * px_per_mm, 3)) - A_HAIR) / px_per_mm for side in page_mm)
    document = pypdfium2.PdfDocument(pdf([((whole[0], whole[1]), drawing)], "boatscore"))
    try:
        bitmap = document[0].render(scale=px_per_mm / POINTS_PER_MM, rev_byteorder=True)
        image: Image.Image = bitmap.to_pil()
        return image.convert("RGB")
    finally:
        document.close()


def png(page_mm: PageMm, drawing: Drawing, dpi: float) -> bytes:
    """The page as a PNG that knows its dpi."""
    data = io.BytesIO()
    picture(page_mm, drawing, dpi / MM_PER_INCH).save(data, "PNG", dpi=(dpi, dpi), compress_level=3)
    return data.getvalue()
