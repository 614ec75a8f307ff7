"""Draws the prints that come with boatscore anew: `python -m sheets.make_prints`."""

import io

from PIL import Image

from sheets.boat_page import boat_page
from sheets.layout import SHEET_NAMES, Lang, geometry_by_name
from sheets.png import picture
from sheets.prints import PRINTS, PX_PER_MM

TONES = 255
"""Greys and colours kept in a print, as many as a palette holds: none of them is further off than 2 of 255."""


def main() -> None:
    """Write one print for every sheet."""
    PRINTS.mkdir(parents=True, exist_ok=True)
    for name in SHEET_NAMES:
        (PRINTS / f"{name}.png").write_bytes(print_png(name))


def print_png(name: str) -> bytes:
    """The print of this sheet as it is drawn now, in few tones."""
    data = io.BytesIO()
    drawn_now(name).quantize(TONES, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(
        data, "PNG", optimize=True
    )
    return data.getvalue()


def drawn_now(name: str) -> Image.Image:
    """The sheet as it is drawn now, at a print's scale, in all tones."""
    geometry = geometry_by_name(name)
    return picture(geometry.page_mm, boat_page(geometry, Lang(name.split("-")[2])), PX_PER_MM)


if __name__ == "__main__":
    main()
