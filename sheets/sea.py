"""What lives around the boat: line art in the free corners of the page, far from squares and boxes."""

from scoring.discoveries import Colour
from sheets import tones
from sheets.shapes import Anchor, Drawing, Font, Paint, PointMm, Shape, Text, circle, drawn, ellipse, placed, polygon

SKETCH = Paint(line=tones.WAVE, width_mm=0.5)
FILLED = Paint(fill=tones.FOAM, line=tones.WAVE, width_mm=0.5)
DOT = Paint(fill=tones.WAVE)


def sea() -> Drawing:
    """Everything around the boat, from the page's centre."""
    return (
        *placed(whale(), (-119.0, -77.0), 0.72),
        *placed(compass(), (116.5, -75.0), 1.0),
        *placed(fish(), (-122.0, 5.0), 0.66),
        *placed(fish(), (-116.5, 12.0), 0.42),
        *placed(turtle(), (119.5, 8.0), 0.72),
        *(shape for at in WAVES for shape in placed(wave(), at)),
        *placed(sleeping_cat(), (40.0, 48.6), 0.85),
        *(
            shape
            for place, colour in enumerate(Colour)
            for shape in placed(sitting_cat(colour), (79 + 9.5 * place, -95.6), 0.82)
        ),
    )


def _lookout(place: int, colour: Colour) -> Drawing:
    return placed(sitting_cat(colour), (80.0 + 8.5 * place, -95.0), 0.78)


WAVES: tuple[PointMm, ...] = (
    *((-84.0, -84.0), (76.0, -84.5), (109.0, -62.0), (130.0, -48.5)),
    *((-84.0, 12.0), (78.0, 10.5), (110.0, -4.5), (130.0, -20.5)),
)


def wave() -> Drawing:
    """Two little waves, one behind the other."""
    return (
        drawn("M -4 0 C -3 -1.2 -2.4 -1.2 -1.4 -0.3 C -0.4 0.6 0.2 0.6 1.2 -0.3 C 2.2 -1.2 2.8 -1.2 3.8 0", SKETCH),
        drawn("M -1.4 1.9 C -0.7 1.1 -0.2 1.1 0.5 1.7 C 1.2 2.3 1.7 2.3 2.4 1.7", SKETCH),
    )


def whale() -> Drawing:
    """A friendly whale that swims to the stern."""
    return (
        drawn(
            "M -9 1 C -9 -3.5 -4 -6 1 -5.5 C 5 -5 7.2 -2.6 8.4 -0.4 C 9 -1.4 9 -2.6 8.4 -4"
            " C 10 -4.4 11.2 -3.6 11.5 -2.4 C 12.2 -3.8 13.6 -4.2 15 -3.4 C 14.6 -1.4 13.2 0.2 11.4 0.8"
            " C 11 4.2 8 6 3 6 L -4 6 C -7.5 6 -9 4 -9 1 Z",
            FILLED,
        ),
        drawn("M -8.8 2.8 C -6.4 4.6 -2 4.8 1 3", SKETCH),
        drawn("M 0.4 3.4 C 1 5 2.4 5.6 4 5.4 C 4 3.6 3 2.4 1.6 2.2", FILLED),
        circle(-5.4, 0.4, 0.6, DOT),
        drawn("M -1.6 -6.6 C -1.4 -8.8 -3 -10 -4.6 -9", SKETCH),
        drawn("M -1.6 -6.6 C -1.8 -8.8 -0.2 -10 1.4 -9", SKETCH),
    )


def compass() -> Drawing:
    """A compass card; its north is up."""
    return (
        circle(0, 0, 6.6, SKETCH),
        circle(0, 0, 5.6, Paint(line=tones.WAVE, width_mm=0.2)),
        polygon(_star(4.2, 1.2, turned=True), FILLED),
        polygon(_star(8.4, 1.5, turned=False), Paint(fill=tones.WHITE, line=tones.WAVE, width_mm=0.5)),
        polygon([(0, -8.4), (1.06, -1.06), (0, 0)], DOT),
        polygon([(0, 8.4), (-1.06, 1.06), (0, 0)], DOT),
        polygon([(8.4, 0), (1.06, 1.06), (0, 0)], DOT),
        polygon([(-8.4, 0), (-1.06, -1.06), (0, 0)], DOT),
    )


def _star(far: float, near: float, *, turned: bool) -> list[PointMm]:
    """A star of four points, on the axes or between them."""
    side = 0.7071
    straight = [(0, -far), (far, 0), (0, far), (-far, 0)]
    between = [
        (near * side, -near * side),
        (near * side, near * side),
        (-near * side, near * side),
        (-near * side, -near * side),
    ]
    points = [point for pair in zip(straight, between, strict=True) for point in pair]
    return [((x - y) * side, (x + y) * side) for x, y in points] if turned else points


def fish() -> Drawing:
    """A fish that swims to the bow, and its bubbles."""
    return (
        drawn("M -4.6 0 L -8.4 -3 C -7.4 -1 -7.4 1 -8.4 3 Z", FILLED),
        drawn("M 6.5 0 C 3.5 -4.4 -2 -4 -5.4 0 C -2 4 3.5 4.4 6.5 0 Z", FILLED),
        drawn("M 2.6 -2.4 C 1.6 -1 1.6 1 2.6 2.4", SKETCH),
        drawn("M -0.6 -1 C -0.2 -0.4 -0.2 0.4 -0.6 1", SKETCH),
        drawn("M -2.8 -0.9 C -2.4 -0.3 -2.4 0.3 -2.8 0.9", SKETCH),
        circle(4.2, -0.7, 0.5, DOT),
        circle(8.6, -2.2, 0.7, SKETCH),
        circle(10.2, -4.4, 0.5, SKETCH),
    )


def turtle() -> Drawing:
    """A sea turtle, seen from above."""
    flippers = (
        "M 2.6 -3 C 4 -6 6.6 -7 8 -6.6 C 7.6 -4.6 6 -2.8 4.2 -2 Z",
        "M 2.6 3 C 4 6 6.6 7 8 6.6 C 7.6 4.6 6 2.8 4.2 2 Z",
        "M -3.4 -2.6 C -4.4 -4.6 -5.8 -5 -6.6 -4.6 C -6.4 -3.2 -5.6 -2 -4.4 -1.6 Z",
        "M -3.4 2.6 C -4.4 4.6 -5.8 5 -6.6 4.6 C -6.4 3.2 -5.6 2 -4.4 1.6 Z",
    )
    scales = (
        "M -1.6 -1.5 L 1.4 -1.5 L 2.6 0 L 1.4 1.5 L -1.6 1.5 L -2.8 0 Z",
        "M -1.6 -1.5 L -2.2 -3.2",
        "M 1.4 -1.5 L 2 -3.3",
        "M -1.6 1.5 L -2.2 3.2",
        "M 1.4 1.5 L 2 3.3",
        "M 2.6 0 L 5 0",
        "M -2.8 0 L -5 0",
    )
    return (
        *(drawn(data, FILLED) for data in flippers),
        ellipse(6.4, 0, 2, 1.6, FILLED),
        circle(7.2, -0.7, 0.3, DOT),
        circle(7.2, 0.7, 0.3, DOT),
        ellipse(0, 0, 5, 4, Paint(fill=tones.WHITE, line=tones.WAVE, width_mm=0.5)),
        *(drawn(data, SKETCH) for data in scales),
    )


def sleeping_cat() -> Drawing:
    """A cat asleep, curled up."""
    return (
        drawn("M 9.4 3.2 C 12.6 3.6 12.8 -0.6 10 -1", Paint(line=tones.WAVE, width_mm=1.6)),
        drawn("M -7.6 4.4 C -9.6 1.4 -6.4 -3.6 0 -3.8 C 6.4 -4 10.2 -0.6 9.8 2.8 C 9.6 4 8.8 4.4 7.6 4.4 Z", FILLED),
        drawn("M 4.6 4.2 C 3.2 2.2 5 -0.4 7.4 0", SKETCH),
        drawn(
            "M -9.8 3.4 C -11 1.8 -10.6 -0.4 -10 -2.9 L -8.2 -1.4 C -7.3 -1.7 -6.5 -1.7 -5.6 -1.4 L -3.8 -2.9"
            " C -3.2 -0.4 -2.8 1.8 -4 3.4 C -5.2 4.8 -8.6 4.8 -9.8 3.4 Z",
            FILLED,
        ),
        drawn("M -9.2 1 C -8.8 1.6 -8.2 1.6 -7.8 1", SKETCH),
        drawn("M -6 1 C -5.6 1.6 -5 1.6 -4.6 1", SKETCH),
        drawn("M -7.4 2.6 C -7.2 3 -7 3 -6.9 2.5 C -6.8 3 -6.6 3 -6.4 2.6", SKETCH),
        Text("z", (12.0, -1.6), 2.6, Font.BOLD, tones.WAVE, Anchor.MIDDLE),
        Text("z", (14.4, -3.4), 3.4, Font.BOLD, tones.WAVE, Anchor.MIDDLE),
    )


def sitting_cat(colour: Colour) -> Drawing:
    """A cat of this colour that looks out to sea."""
    coat = Paint(fill=tones.COATS[colour])
    shapes: list[Shape] = [
        drawn("M 1.8 3.8 C 4.2 4.6 5.2 2.4 3.8 0.8", Paint(line=tones.COATS[colour], width_mm=1.0)),
        drawn(
            "M -2.4 4.4 C -3.4 1.8 -2.6 -0.4 -1.7 -1.3 C -2.5 -2.2 -2.6 -3.6 -2.2 -5.4 L -0.9 -4.2"
            " C -0.3 -4.4 0.3 -4.4 0.9 -4.2 L 2.2 -5.4 C 2.6 -3.6 2.5 -2.2 1.7 -1.3 C 2.6 -0.4 3.4 1.8 2.4 4.4 Z",
            coat,
        ),
    ]
    return tuple(shapes)
