"""What is kept of a whole table, and the picture of its link."""

import io
import json
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest
from at_the_table import Clock, family, jpeg, plan, reading, sending
from PIL import Image

from scoring.discoveries import Colour, cat
from table.change import change_between
from table.database import Database
from table.photo_store import PhotoStore
from table.qr import qr_png, qr_svg
from table.settings import folder_settings
from table.table_report import TableHistory, table_json, table_pdf
from table.tables import Opened, Sending, Tables, Verdict


@pytest.fixture
def played(tmp_path: Path, clock: Clock) -> tuple[Tables, Opened]:
    where = folder_settings(tmp_path)
    database = Database(where.database_url)
    database.upgrade()
    tables = Tables(database, PhotoStore(where.photos_url), now=clock)
    opened = tables.open_table(plan(3), "host")
    anna = tables.sit(opened.guest, "Anna", "blue")
    zoe = tables.sit(opened.guest, "Zoé Ø. Ивана", "red")
    tables.sit(opened.guest, "Late", "green")
    sent = reading(*family(4), cat(Colour.RED, (5, 4), (5, 5)))
    event = tables.submit(anna.link, Sending(jpeg(size=(800, 600)), sent, reading(*family(4)))).event
    tables.submit(zoe.link, sending(*family(5, Colour.BLUE), boat="red", seed=3))
    split = change_between(sent, reading(*family(4), cat(Colour.RED, (5, 4)), cat(Colour.RED, (5, 5))))
    objection = tables.object_to(zoe.link, event, split, "zwei <b>Katzen</b>")
    clock.wait(minutes=3)
    tables.settle(anna.link, objection, Verdict.ACCEPT)
    tables.close(opened.host)
    return tables, opened


def test_the_json_holds_the_whole_table(played: tuple[Tables, Opened]) -> None:
    tables, opened = played
    history = TableHistory(tables.history(opened.host))
    kept = json.loads(json.dumps(table_json(history)))
    assert [(p["name"], p["rank"]) for p in kept["standings"]] == [("Anna", 1), ("Zoé Ø. Ивана", 2)]
    assert kept["decided_by"] == "points"
    assert kept["closed_at"] == "2026-03-01T12:03:00+00:00"
    assert [p["name"] for p in kept["players"]] == ["Anna", "Zoé Ø. Ивана", "Late"]
    anna = kept["players"][0]["submissions"][0]
    assert [len(anna[key]["discoveries"]) for key in ("read", "sent", "reading")] == [4, 5, 6]
    assert len(anna["corrections"]) == 1
    assert kept["players"][0]["score"]["total"] == kept["standings"][0]["total"]
    objection = kept["objections"][0]
    assert (objection["name"], objection["standing"], objection["settled_by"]) == ("Zoé Ø. Ивана", "accepted", "seat-1")
    assert objection["changes"][0]["squares"] == [[5, 4], [5, 5]]
    assert [e["number"] for e in kept["events"]] == list(range(1, len(kept["events"]) + 1))
    assert len(kept["totals_over_time"]) == 3


def pdf_text(data: bytes) -> list[str]:
    document = pypdfium2.PdfDocument(data)
    return [document[n].get_textpage().get_text_range() for n in range(len(document))]


@pytest.mark.parametrize(
    ("lang", "won", "accepted"),
    [("en", "Most points: Anna wins", "Accepted by Anna"), ("fr", "Anna gagne", "Acceptée par Anna")],
)
def test_the_pdf_tells_standings_objections_history_and_every_boat(
    played: tuple[Tables, Opened], lang: str, won: str, accepted: str
) -> None:
    tables, opened = played
    state = tables.look(opened.host).state
    photos = {s.photo: tables.photo(opened.host, s.photo) for s in state.sent}
    first, anna, zoe = pdf_text(table_pdf(TableHistory(tables.history(opened.host)), photos, lang))
    words = " ".join(first.split())
    for expected in ("Friday", "Zoé Ø. Ивана", won, accepted, "zwei <b>Katzen</b>", "2026-03-01 12:03 UTC", "Late"):
        assert expected in words
    assert "Anna" in anna
    assert "Zoé" in zoe


def test_a_table_with_very_many_objections_goes_on_over_pages(tmp_path: Path) -> None:
    where = folder_settings(tmp_path)
    database = Database(where.database_url)
    database.upgrade()
    tables = Tables(database, PhotoStore(where.photos_url))
    opened = tables.open_table(plan(24), "host")
    links = [tables.sit(opened.guest, f"Player with a long name {n:02}", "blue").link for n in range(24)]
    for n, link in enumerate(links):
        event = tables.submit(link, sending(*family(1 + n % 8), seed=n)).event
    for n in range(30):
        change = change_between(sending(*family(8)).reading, sending(*family(7)).reading)
        tables.settle(opened.host, tables.object_to(opened.host, event, change, f"objection {n}"), Verdict.REFUSE)
    pages = pdf_text(table_pdf(TableHistory(tables.history(opened.host)), {}, "en"))
    before_boats = " ".join(" ".join(pages[:-24]).split())
    for n in range(30):
        assert f"objection {n}”" in before_boats
    for n in range(24):
        assert f"Player with a long name {n:02}" in before_boats


def test_a_table_nobody_has_sent_to_still_has_a_report(tmp_path: Path, clock: Clock) -> None:
    where = folder_settings(tmp_path)
    database = Database(where.database_url)
    database.upgrade()
    tables = Tables(database, PhotoStore(where.photos_url), now=clock)
    opened = tables.open_table(plan(2), "host")
    history = TableHistory(tables.history(opened.host))
    assert table_json(history)["winners"] == []
    assert "Nobody has sent" in pdf_text(table_pdf(history, {}, "en"))[0]


LINK = "https://boats.example:8501/table?t=" + "x" * 32


def test_the_qr_picture_leads_to_the_link() -> None:
    picture = np.asarray(Image.open(io.BytesIO(qr_png(LINK))).convert("L"))
    told, *_ = cv2.QRCodeDetector().detectAndDecode(picture)
    assert told == LINK


def test_the_qr_drawing_brings_no_markup_of_the_link_and_scales() -> None:
    drawing = qr_svg(LINK + '"><script>')
    assert drawing.startswith("<svg")
    assert "viewBox" in drawing
    assert "script" not in drawing
