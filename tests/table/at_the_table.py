"""A clock to turn, small photos, and boats to send."""

import io
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from PIL import Image

from scoring.discoveries import Colour, Discovery, cat
from table.plan import Plan, SeatPlan
from table.tables import Sending, Tables
from vision.reading import Reading, Seen

Server = Callable[[], Tables]


class Clock:
    """A clock that a test turns."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def wait(self, **time: float) -> None:
        self.now += timedelta(**time)


def plan(seats: int = 4, **more: Any) -> Plan:
    return Plan("Friday", (SeatPlan(),) * seats, **more)


def jpeg(seed: int = 0, size: tuple[int, int] = (60, 40)) -> bytes:
    """A small photo, another one for every seed."""
    out = io.BytesIO()
    picture = Image.new("RGB", size, "white")
    for bit in range(20):
        if seed >> bit & 1:
            picture.paste("black", (8 * (bit % 7), 8 * (bit // 7), 8 * (bit % 7) + 8, 8 * (bit // 7) + 8))
    picture.save(out, "JPEG", quality=90)
    return out.getvalue()


def family(cats: int, colour: Colour = Colour.RED, row: int = 4) -> tuple[Discovery, ...]:
    """So many cats of one square in a row, all touching."""
    return tuple(cat(colour, (row, col)) for col in range(4, 4 + cats))


def reading(*discoveries: Discovery, boat: str = "blue", lessons: tuple[int, ...] = ()) -> Reading:
    return Reading("photo.jpg", f"boat-{boat}-en-a4", boat, tuple(Seen(d, 0.99) for d in discoveries), lessons)


def sending(*discoveries: Discovery, seed: int = 0, boat: str = "blue", lessons: tuple[int, ...] = ()) -> Sending:
    seen = reading(*discoveries, boat=boat, lessons=lessons)
    return Sending(jpeg(seed), seen, seen)
