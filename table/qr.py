"""A link as a QR picture that a phone's camera opens."""

import io
import re

import segno

QUIET_SQUARES = 4
"""The white rim that the standard asks for; without it cameras miss the code on a dark page."""


def qr_svg(link: str) -> str:
    """The picture as an SVG that takes the size of its place; dark on white on every page."""
    out = io.BytesIO()
    segno.make(link, error="m", micro=False).save(
        out, kind="svg", border=QUIET_SQUARES, dark="#000000", light="#ffffff", xmldecl=False, omitsize=True, nl=False
    )
    return re.sub(r' class="[^"]*"', "", out.getvalue().decode("utf-8"))


def qr_png(link: str, px_per_square: int = 8) -> bytes:
    """The picture as a PNG, to share or print."""
    out = io.BytesIO()
    segno.make(link, error="m", micro=False).save(out, kind="png", border=QUIET_SQUARES, scale=px_per_square)
    return out.getvalue()
