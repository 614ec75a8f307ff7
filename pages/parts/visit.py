"""What one visitor has on the page: boats and their history, in memory for the visit and nowhere else."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from secrets import token_hex

import streamlit as st

from scoring.boats import boat
from scoring.cards import ScoreCard
from scoring.lessons import ALONE, Company
from scoring.score import companies
from sheets.geometry import Geometry
from sheets.layout import SHEET_NAMES, Paper, geometry_by_name, sheet_geometry
from table.edits import History, empty_boat
from table.result import score_reading
from vision.reading import Reading

HERE = Path(__file__).parents[1]
PRINTS = HERE.parent / "sheets" / "data" / "prints"
TRY = tuple(HERE.parent / "samples" / "photos" / f"try-{number}.jpg" for number in (1, 2, 3))
"""Sample photos, so that a newcomer sees it all within one tap."""


@dataclass(frozen=True, slots=True)
class Picture:
    """An encoded picture and the id under which the visitor's browser keeps it."""

    data: bytes
    mime: str

    @property
    def id(self) -> str:
        """Short, and the same for the same picture."""
        return sha256(self.data).hexdigest()[:24]


@dataclass(frozen=True)
class Player:
    """One boat on the page: where it came from, everything done to it, what it looks like."""

    id: int
    name: str
    history: History
    geometry: Geometry
    flat: Picture
    """The straightened page; of a boat without a photo, the printed sheet."""
    photo: Picture | None = None
    """The photo with what was read on it."""
    sha256: str | None = None
    """Of the photo's bytes as they came."""
    file: str | None = None
    """The photo's name as it came."""
    claim: Mapping[str, int] = field(default_factory=dict)
    heard: int = 0
    """The number of the last gesture that was carried out."""
    message: str | None = None
    """Why the last gesture was not carried out: a key of the catalogue."""

    @property
    def reading(self) -> Reading:
        """The reading as it stands."""
        return self.history.now


def players() -> dict[int, Player]:
    """Every boat of this visit by its id, in the order they came."""
    found: dict[int, Player] = st.session_state.setdefault("players", {})
    return found


def keep(player: Player) -> None:
    """Put this player in the place of the one with the same id, or at the end."""
    players()[player.id] = player


def forget(number: int) -> None:
    """Take a boat off the page."""
    players().pop(number, None)


def next_id() -> int:
    """An id no boat of this visit has had."""
    number: int = st.session_state.get("last_id", 0) + 1
    st.session_state["last_id"] = number
    return number


def address(number: int) -> str:
    """What the visitor's browser calls this boat; none of another visit, as before a restart, is called the same."""
    visit: str = st.session_state.setdefault("visit", token_hex(4))
    return f"{visit}-{number}"


def by_hand(number: int, name: str, boat_name: str, lang: str) -> Player:
    """A player who taps a boat in, on the sheet of this language."""
    return of_reading(number, name, empty_boat(name, f"boat-{boat_name}-{lang}-a4", boat_name), lang)


def of_reading(number: int, name: str, reading: Reading, lang: str) -> Player:
    """A player whose boat is known without a photo."""
    geometry = geometry_of(reading, lang)
    return Player(number, name, History((reading,)), geometry, printed(geometry))


def pictures(player: Player) -> list[Picture]:
    """What the visitor's browser needs to show this player."""
    return [player.flat, *([player.photo] if player.photo else [])]


def geometry_of(reading: Reading, lang: str) -> Geometry:
    """Where things lie on the sheet of this reading; of a sheet not ours, on ours for the same boat."""
    if reading.sheet in SHEET_NAMES:
        return geometry_by_name(reading.sheet)
    return sheet_geometry(boat(reading.boat), lang, Paper.A4)


def printed(geometry: Geometry) -> Picture:
    """The sheet as printed, for a boat without a photo."""
    return Picture((PRINTS / f"{geometry.sheet}.png").read_bytes(), "image/png")


def cards() -> dict[int, ScoreCard]:
    """Everybody's score card; lessons that compare players are settled among them."""
    seated = players()
    return {
        number: score_reading(player.reading, company=company_of(number, seated)) for number, player in seated.items()
    }


def company_of(number: int, seated: Mapping[int, Player]) -> Company:
    """What this player's lessons need to know of the others; who plays against the sister is compared with nobody."""
    together = [player for player in seated.values() if player.reading.sister is None]
    known = companies([player.reading.marked_boat for player in together]) if together else []
    return next((c for player, c in zip(together, known, strict=True) if player.id == number), ALONE)
