"""Small pictures of our own, each about 10 x 10 around the origin: scale 0.6 makes one 6 mm wide."""

from collections.abc import Callable

from scoring.discoveries import Colour
from scoring.marked_boat import Special
from sheets import tones
from sheets.shapes import Anchor, Drawing, Font, Paint, Text, circle, drawn, line, placed, rectangle

THIN = 0.45


def rat() -> Drawing:
    """A rat that looks to the bow."""
    solid, tail = Paint(fill=tones.ICON), Paint(line=tones.ICON, width_mm=0.55)
    return (
        drawn("M -2.9 1.9 C -4.8 2.2 -5.5 0.6 -4.6 -0.5 C -3.9 -1.3 -3.2 -0.6 -3.7 0", tail),
        drawn(
            "M -3.3 2.1 C -3.9 -0.4 -2.2 -2.4 0.2 -2.3 C 1.3 -2.3 2.1 -1.9 2.7 -1.3 C 3.7 -0.8 4.6 0.3 4.9 1.2"
            " C 5.1 1.7 4.8 2.1 4.2 2.2 C 3.4 2.5 2.6 2.5 2 2.5 L -2.6 2.5 C -3 2.5 -3.2 2.4 -3.3 2.1 Z",
            solid,
        ),
        drawn("M -1.8 2.4 L -1.3 3.1 L -0.5 3.1", tail),
        drawn("M 1.5 2.4 L 2 3.1 L 2.8 3.1", tail),
        circle(1.5, -2.1, 1.15, solid),
        circle(1.5, -2.1, 0.6, Paint(fill=tones.ICON_FILL)),
        circle(3.2, 0.2, 0.34, Paint(fill=tones.WHITE)),
    )


def treasure_map(colour: Colour, letter: str) -> Drawing:
    """A rolled out map with the letter of its colour."""
    paper = Paint(fill=tones.MAP_TINTS[colour], line=tones.GRID_LINE, width_mm=THIN)
    roll = Paint(fill=tones.WHITE, line=tones.GRID_LINE, width_mm=THIN)
    return (
        drawn(
            "M -4 -3.9 C -2.5 -3.3 -1.2 -4.4 0 -3.9 C 1.2 -3.4 2.5 -4.4 4 -3.9 L 4 3.9 C 2.5 3.4 1.2 4.4 0 3.9"
            " C -1.2 3.4 -2.5 4.4 -4 3.9 Z",
            paper,
        ),
        rectangle(-5.0, -4.6, 1.5, 9.2, roll, corner=0.7),
        rectangle(3.5, -4.6, 1.5, 9.2, roll, corner=0.7),
        Text(letter, (0, 2.25), 6.4, Font.BOLD, tones.ICON, Anchor.MIDDLE),
    )


def parrot(paint: Paint) -> Drawing:
    """A parrot that looks to the bow."""
    return (
        drawn("M -1.4 3.2 L -4.2 5 L -3 2.2 Z", paint),
        drawn(
            "M -0.5 -4.4 C 1.8 -4.9 3.3 -3.3 3.1 -1.5 C 2.8 1.4 0.8 3.2 -1.4 3.5 C -3.6 3.4 -4 -3.4 -0.5 -4.4 Z", paint
        ),
        drawn("M 2.6 -3.5 C 4.5 -3.7 5.1 -2 4 -0.5 C 3.8 -1.2 3.4 -1.5 3 -1.5 Z", paint),
        drawn("M -2 -0.8 C 0 -1.4 1.3 0 0.8 1.5 C 0 2.6 -1.6 2.7 -2.6 2.2 C -2.2 1.2 -2.4 0 -2 -0.8 Z", paint),
        circle(1.3, -2.7, 0.3, Paint(fill=paint.line)),
    )


def moon(paint: Paint) -> Drawing:
    """A crescent and a star."""
    return (
        drawn(
            "M 1 -4.6 C -2 -4.7 -4.4 -2.4 -4.4 0.3 C -4.4 3 -2.2 4.8 0.3 4.7 C 2.2 4.6 3.7 3.6 4.3 2.1"
            " C 1.6 2.9 -1.2 1.3 -1.4 -1.3 C -1.5 -2.7 -0.6 -4 1 -4.6 Z",
            paint,
        ),
        drawn("M 3 -3.4 L 3.4 -2.2 L 4.6 -1.8 L 3.4 -1.4 L 3 -0.2 L 2.6 -1.4 L 1.4 -1.8 L 2.6 -2.2 Z", paint),
    )


def apple(paint: Paint) -> Drawing:
    """An apple with a leaf."""
    return (
        drawn(
            "M 0 -1.8 C 1.2 -2.9 4.3 -2.9 4.3 0.5 C 4.3 3.1 2.5 4.8 1.2 4.8 C 0.6 4.8 0.5 4.5 0 4.5"
            " C -0.5 4.5 -0.6 4.8 -1.2 4.8 C -2.5 4.8 -4.3 3.1 -4.3 0.5 C -4.3 -2.9 -1.2 -2.9 0 -1.8 Z",
            paint,
        ),
        drawn("M 0 -1.8 C 0 -3 -0.3 -3.8 -0.9 -4.6", Paint(line=paint.line, width_mm=paint.width_mm)),
        drawn("M 0.2 -2.9 C 1 -4.6 2.6 -4.8 3.6 -4.3 C 3.2 -2.9 1.6 -2.2 0.2 -2.9 Z", paint),
    )


def corn(paint: Paint) -> Drawing:
    """A cob of corn in its leaves."""
    bare = Paint(line=paint.line, width_mm=paint.width_mm * 0.7)
    return (
        drawn("M 0 -4.9 C 2.3 -3.7 2.6 0.2 1.5 3.6 L -1.5 3.6 C -2.6 0.2 -2.3 -3.7 0 -4.9 Z", paint),
        *(line([(-1.7, y), (1.7, y)], bare) for y in (-2.8, -1.4, 0.0)),
        line([(-0.6, -4.2), (-0.6, 1)], bare),
        line([(0.6, -4.2), (0.6, 1)], bare),
        drawn("M -0.2 4.9 C -4.3 3.4 -4.5 0.2 -3.9 -1.8 C -2.9 0.6 -0.7 1.6 -0.2 4.9 Z", paint),
        drawn("M 0.2 4.9 C 4.3 3.4 4.5 0.2 3.9 -1.8 C 2.9 0.6 0.7 1.6 0.2 4.9 Z", paint),
    )


ROOMS: dict[str, Callable[[Paint], Drawing]] = {"parrot": parrot, "moon": moon, "apple": apple, "corn": corn}


def cat_head(paint: Paint) -> Drawing:
    """A cat's face."""
    bare = Paint(line=paint.line, width_mm=paint.width_mm)
    return (
        drawn(
            "M -3.3 3 C -4.5 1 -4.3 -1.4 -3.7 -4.4 L -1.5 -2.6 C -0.5 -2.9 0.5 -2.9 1.5 -2.6 L 3.7 -4.4"
            " C 4.3 -1.4 4.5 1 3.3 3 C 2 4.5 -2 4.5 -3.3 3 Z",
            paint,
        ),
        circle(-1.6, 0, 0.45, Paint(fill=paint.line)),
        circle(1.6, 0, 0.45, Paint(fill=paint.line)),
        drawn("M -1.1 2.2 C -0.6 2.8 -0.1 2.6 0 1.8 C 0.1 2.6 0.6 2.8 1.1 2.2", bare),
    )


def gem(paint: Paint) -> Drawing:
    """A cut stone."""
    return (
        drawn("M -4.2 -1.2 L -2.2 -3.8 L 2.2 -3.8 L 4.2 -1.2 L 0 4.2 Z", paint),
        drawn("M -4.2 -1.2 L 4.2 -1.2", paint),
        drawn("M -1.8 -1.2 L 0 4.2 L 1.8 -1.2 L 0 -3.8 Z", Paint(line=paint.line, width_mm=paint.width_mm)),
    )


PICTOGRAM = Paint(fill=tones.WHITE, line=tones.FAINT, width_mm=0.5)
CHOSEN = Paint(fill="#b9c0c6", line=tones.FAINT, width_mm=0.5)


def _cards(chosen: set[tuple[int, int]]) -> Drawing:
    """The island's three rows of four cards."""
    return tuple(
        rectangle(-6.6 + 3.4 * col, -5 + 3.5 * row, 2.6, 2.9, CHOSEN if (row, col) in chosen else PICTOGRAM, 0.4)
        for row in range(3)
        for col in range(4)
    )


def special(name: Special) -> Drawing:
    """What stands beside a special's box, 13 x 10."""
    match name:
        case Special.EXTRA_CARD:
            plus = Paint(line=tones.FAINT, width_mm=0.8)
            extra = (line([(-2.6, -0.05), (0.4, -0.05)], plus), line([(-1.1, -1.55), (-1.1, 1.45)], plus))
            column = tuple(rectangle(-6.6, -5 + 3.5 * row, 2.6, 2.9, CHOSEN, 0.4) for row in range(3))
            return (*column, *extra, rectangle(1.8, -1.5, 2.6, 2.9, CHOSEN, 0.4))
        case Special.CARD_PER_ROW:
            return _cards({(0, 2), (1, 0), (2, 3)})
        case Special.ROW:
            return _cards({(1, col) for col in range(4)})
        case Special.CAT_TWICE:
            return _twice(cat_head)
        case Special.TREASURE_TWICE:
            return _twice(gem)


def _twice(picture: Callable[[Paint], Drawing]) -> Drawing:
    return (*placed(picture(CHOSEN), (-2.6, -0.6), 0.95), *placed(picture(PICTOGRAM), (2.6, 0.8), 0.95))
