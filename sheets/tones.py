"""The colours of a sheet.

What lies under pens is pale and without colour, so that every pen stands out, in poor light too.
"""

from scoring.discoveries import Colour

WHITE = "#ffffff"
MARKER = "#000000"

GRID_LINE = "#cccfd2"
"""Lines between squares, and outlines of icons: about 62 % of white paper's light."""
WALL = "#b4b7ba"
"""Walls between rooms: 47 %."""
EDGE = "#a5a8ab"
"""The boat's outline: 39 %, so that it can be found without markers."""
ICON = "#c9cccf"
"""Rats and letters of treasure maps: 60 %."""
ICON_FILL = "#eceef0"
DECK = "#f3f4f5"
"""The hull around the squares: 90 %."""
HULL = "#b9bec3"
HULL_RAIL = "#d6dade"
PLANK = "#e4e7ea"
WAVE = "#cdd6dd"
FOAM = "#f4f7f9"

BOX_LINE = "#b4b7ba"
LABEL = "#5b6268"
FAINT = "#868d94"
TITLE = "#3d444a"

PENS = {
    Colour.BLUE: "#1f5fc4",
    Colour.GREEN: "#2b9348",
    Colour.ORANGE: "#f08c1a",
    Colour.PURPLE: "#7a3ea8",
    Colour.RED: "#d3262f",
}
"""Swatches beside the pen key."""

MAP_TINTS = {
    Colour.BLUE: "#edf1f8",
    Colour.GREEN: "#ecf4ee",
    Colour.ORANGE: "#f8f2ea",
    Colour.PURPLE: "#f2eef6",
    Colour.RED: "#f8eeee",
}
"""The paper of treasure maps, hardly coloured."""

FLAGS = {
    "blue": "#5b86cf",
    "green": "#5fae75",
    "red": "#d96b6f",
    "purple": "#9b77bd",
    "orange": "#e9a957",
    "black": "#5a5f65",
}
"""The boat's own colour, on its flag: outside the boat, where no one draws."""

COATS = {
    Colour.BLUE: "#b5cbee",
    Colour.GREEN: "#b4dcbf",
    Colour.ORANGE: "#f7d7ae",
    Colour.PURPLE: "#d2c0e4",
    Colour.RED: "#f0b9bb",
}
"""The five cats at the top of the page."""
