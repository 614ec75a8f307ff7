"""Where tables and photos are kept: from the environment, else the user's data folder."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import platformdirs
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

POSTGRES_NAMES = ("postgres", "postgresql")
POSTGRES_DRIVER = "postgresql+psycopg"


class SettingWrong(ValueError):
    """An environment variable that cannot be used: names it and what was expected."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Where one server keeps its tables."""

    database_url: URL
    photos_url: str
    """A folder, or the URL of any store that fsspec knows."""


def settings(environ: Mapping[str, str]) -> Settings:
    """What BOATSCORE_DATA, BOATSCORE_DATABASE_URL and BOATSCORE_PHOTOS_URL say, with the data folder as default."""
    told = environ.get("BOATSCORE_DATA", "").strip()
    data = Path(told).expanduser().absolute() if told else platformdirs.user_data_path("boatscore", appauthor=False)
    return Settings(
        database_url=_database_url(environ.get("BOATSCORE_DATABASE_URL", "").strip(), data),
        photos_url=environ.get("BOATSCORE_PHOTOS_URL", "").strip() or str(data / "photos"),
    )


def folder_settings(data: Path) -> Settings:
    """Everything in this one folder."""
    return settings({"BOATSCORE_DATA": str(data)})


def _database_url(told: str, data: Path) -> URL:
    if not told:
        return URL.create("sqlite", database=str(data / "tables.sqlite"))
    try:
        url = make_url(told)
    except (ArgumentError, ValueError) as problem:
        raise SettingWrong(f"BOATSCORE_DATABASE_URL: expected postgresql://… or sqlite:///…: {problem}") from problem
    if url.drivername in POSTGRES_NAMES:
        return url.set(drivername=POSTGRES_DRIVER)
    if url.drivername not in ("sqlite", POSTGRES_DRIVER):
        raise SettingWrong(
            f"BOATSCORE_DATABASE_URL: expected postgresql://… or sqlite:///…, found {url.drivername}://…"
        )
    return url
