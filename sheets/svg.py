"""Drawings as SVG, the fonts that they use inside the file."""

import base64
from html import escape

from sheets.fonts import FONTS
from sheets.shapes import Drawing, Font, Path, PointMm, Shape, Text


def svg(page_mm: PointMm, drawing: Drawing, title: str) -> bytes:
    """The page as an SVG of its true size; one unit is a millimetre."""
    width, height = page_mm
    fonts = sorted({shape.font for shape in drawing if isinstance(shape, Text)})
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm" '
        f'viewBox="0 0 {width:g} {height:g}">',
        f"<title>{escape(title)}</title>",
        f"<style>{''.join(_face(font) for font in fonts)}path{{stroke-linecap:round;stroke-linejoin:round}}</style>",
        f'<rect width="{width:g}" height="{height:g}" fill="#ffffff"/>',
        *(_element(shape) for shape in drawing),
        "</svg>",
    ]
    return ("\n".join(lines) + "\n").encode()


def _face(font: Font) -> str:
    data = base64.b64encode((FONTS / f"{font}.ttf").read_bytes()).decode("ascii")
    return f"@font-face{{font-family:{font};src:url(data:font/ttf;base64,{data})}}"


def _element(shape: Shape) -> str:
    if isinstance(shape, Text):
        return (
            f'<text x="{shape.at[0]:.3f}" y="{shape.at[1]:.3f}" font-family="{shape.font}" '
            f'font-size="{shape.size_mm:.3f}" text-anchor="{shape.anchor}" fill="{shape.colour}">'
            f"{escape(shape.words)}</text>"
        )
    return _path(shape)


def _path(shape: Path) -> str:
    data = " ".join(letter + " ".join(f"{number:.3f}" for number in numbers) for letter, numbers in shape.steps)
    paint = shape.paint
    line = f' stroke="{paint.line}" stroke-width="{paint.width_mm:.3f}"' if paint.line else ""
    return f'<path d="{data}" fill="{paint.fill or "none"}"{line}/>'
