"""A host and two players in three browsers, from opening the table to the final report."""

import json
import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pypdfium2
import pytest
from at_the_table import jpeg
from sqlalchemy.engine import URL

from pages.parts.serving import app_file, command
from pages.parts.table_live import WATCH_S

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
sync_api.expect.set_options(timeout=60_000)
pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[2]
OURS = str(Path(__file__).parent / "app_with_reader.py")
AXE = ROOT / "tests" / "fronts" / "axe.min.js"
CHROMIUM = next(
    (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None
)
LIVE_S = 20.0
"""Others' changes show within 2 s when the machine is free; tests share it with others."""


Start = Callable[..., str]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts page servers with a reader that sees what a photo's name says; the address of their table page."""
    servers = []

    def begin(**settings: str) -> str:
        port = _free_port()
        words = [OURS if word == str(app_file()) else word for word in command(port, "127.0.0.1")]
        path = os.pathsep.join((str(ROOT), str(Path(__file__).parent)))
        environ = {**os.environ, "PYTHONPATH": path, "BOATSCORE_DATA": str(tmp_path / "data"), **settings}
        with (tmp_path / f"{port}.log").open("w") as log:
            servers.append(subprocess.Popen(words, cwd=tmp_path, env=environ, stdout=log, stderr=log))
        _wait_for(port)
        return f"http://127.0.0.1:{port}/table"

    yield begin
    for server in servers:
        server.terminate()
        server.wait(20)


@pytest.fixture
def site(start: Start) -> str:
    return start()


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def _wait_for(port: int) -> None:
    until = time.monotonic() + 30
    while time.monotonic() < until:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError("the page server did not start")


@pytest.fixture
def browser() -> Iterator["sync_api.Browser"]:
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine")
    with sync_api.sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield running
        running.close()


def visit(
    browser: "sync_api.Browser", address: str, locale: str = "en-GB", width: int = 1280, scheme: str = "light"
) -> "sync_api.Page":
    context = browser.new_context(
        locale=locale, viewport={"width": width, "height": 2200}, color_scheme=scheme, accept_downloads=True
    )
    page = context.new_page()
    page.set_default_timeout(120_000)
    page.goto(address, wait_until="domcontentloaded")
    return page


def settled(page: "sync_api.Page") -> None:
    """Nothing of an earlier run of the page is left on it."""
    sync_api.expect(page.locator('[data-stale="true"]')).to_have_count(0)


def press(page: "sync_api.Page", name: str) -> None:
    settled(page)
    page.get_by_role("button", name=name, exact=True).last.click()


def photo(tmp_path: Path, name: str, seed: int) -> str:
    path = tmp_path / f"{name}.jpg"
    path.write_bytes(jpeg(seed, (800, 600)))
    return str(path)


def send_photo(page: "sync_api.Page", path: str) -> None:
    places = page.locator('.st-key-table-send input[type="file"]')
    sync_api.expect(places).to_have_count(1)  # the last one has gone
    places.set_input_files(path)


def totals(page: "sync_api.Page", players: int) -> list[str]:
    every = page.locator(".side-by-side .big")
    sync_api.expect(every).to_have_count(players)  # a page on its way to the next look has some of them
    return every.all_inner_texts()


def seen_within(page: "sync_api.Page", locator: "sync_api.Locator", seconds: float) -> None:
    """Without reloading: shown to somebody who did nothing."""
    sync_api.expect(locator).to_be_visible(timeout=1000 * seconds)


def downloaded(page: "sync_api.Page", name: str) -> bytes:
    """The file, and it is still there for somebody whose phone asks late: every other page's look at the table made
    the server forget it, so that one download in some failed."""
    with page.expect_download() as waiting:
        press(page, name)
    kept = Path(waiting.value.path()).read_bytes()
    page.wait_for_timeout(3000 * WATCH_S)
    late = page.request.get(waiting.value.url)
    assert (late.status, late.body()) == (200, kept)
    return kept


def test_a_host_and_two_players_from_opening_to_the_final_report(
    site: str, browser: "sync_api.Browser", tmp_path: Path
) -> None:
    host = visit(browser, site)
    elsewhere: list[str] = []
    host.on("request", lambda asked: elsewhere.append(asked.url) if site.split("/table")[0] not in asked.url else None)
    host.get_by_label("What is the table called?").fill("Friday <b>night</b>")
    host.get_by_label("Seats", exact=True).fill("2")
    press(host, "Open a table")
    code = host.locator(".code").inner_text()
    link = host.locator('[data-testid="stCode"]').first.inner_text().strip()
    assert re.fullmatch(r"[A-Z0-9]{4}-[A-Z0-9]{4}", code)
    assert host.get_by_role("heading", name="Friday <b>night</b>").is_visible()

    anna = visit(browser, link)
    anna.get_by_label("Your name").fill("Anna")
    press(anna, "Sit down")
    send_photo(anna, photo(tmp_path, "dark", 1))
    sync_api.expect(anna.get_by_text("more light")).to_be_visible()
    send_photo(anna, photo(tmp_path, "anna", 2))
    press(anna, "Send to the table")
    seen_within(host, host.locator(".side-by-side").get_by_text("Anna", exact=True), LIVE_S)

    ben = visit(browser, site, locale="fr-FR")
    ben.get_by_label("Le code de la table").fill(code.lower().replace("-", " "))
    press(ben, "Trouver la table")
    ben.get_by_label("Votre nom").fill("Bén")
    ben.get_by_role("radio", name="Bateau rouge").click()
    press(ben, "S’asseoir")
    send_photo(ben, photo(tmp_path, "ben", 3))
    sync_api.expect(ben.get_by_role("button", name="Envoyer à la table")).to_be_disabled()
    ben.get_by_text("2 chats bleus", exact=True).click()
    sync_api.expect(ben.get_by_role("button", name="Envoyer à la table")).to_be_enabled()
    press(ben, "Envoyer à la table")
    seen_within(anna, anna.locator(".side-by-side").get_by_text("Bén", exact=False), LIVE_S)
    first = totals(anna, 2)

    dispute(anna, ben, host)
    sync_api.expect(host.locator(".side-by-side .big")).not_to_have_text(first)
    finish(host, anna, elsewhere)


def dispute(anna: "sync_api.Page", ben: "sync_api.Page", host: "sync_api.Page") -> None:
    """Anna finds a cat on Ben's boat that is none; Ben accepts."""
    whose = anna.locator(".st-key-table-whose")
    whose.get_by_text("Bén").click()
    sync_api.expect(anna.get_by_text("Bén, photo 1")).to_be_visible()
    settled(anna)
    view = anna.locator('[class*="st-key-table-view-"]').first
    view.get_by_role("button", name="Put right").click()
    view.get_by_role("radio", name="Erase").click()
    view.locator('[data-square="4,4"]').click()
    anna.get_by_label("Why? (optional)").fill("<i>no cat</i>")
    press(anna, "Object")
    seen_within(host, host.get_by_text("⚑").first, LIVE_S)
    seen_within(ben, ben.get_by_text("⚑").first, LIVE_S)  # a tap while the page takes up the news may be lost
    settled(ben)
    ben.locator(".st-key-table-whose").get_by_text("Bén").click()
    sync_api.expect(ben.get_by_text("“<i>no cat</i>”")).to_be_visible()
    press(ben, "Accepter")
    sync_api.expect(ben.get_by_text("acceptée")).to_be_visible()
    sync_api.expect(anna.get_by_text("accepted", exact=True)).to_be_visible()


def finish(host: "sync_api.Page", anna: "sync_api.Page", elsewhere: list[str]) -> None:
    """The host closes; the report tells everything; then the table is deleted for good."""
    host.get_by_text("Run the table").click()
    press(host, "Close the table")
    seen_within(anna, anna.get_by_text("The table is closed."), LIVE_S)
    sync_api.expect(anna.get_by_text("Result:")).to_be_visible()
    anna.get_by_text("Report of the table").click()
    report = pypdfium2.PdfDocument(downloaded(anna, "Report (PDF)"))
    words = " ".join(report[n].get_textpage().get_text_range() for n in range(len(report)))
    for expected in ("Friday <b>night</b>", "Anna", "Bén", "<i>no cat</i>", "Accepted by Bén"):
        assert expected in " ".join(words.split())
    kept = json.loads(downloaded(anna, "Data (JSON)"))
    assert [kept["standings"][0]["name"], kept["objections"][0]["standing"]] == ["Anna", "accepted"]
    assert [f"{p['total']}".replace("-", "−") for p in kept["standings"]] == totals(anna, 2)
    host.get_by_text("Run the table").scroll_into_view_if_needed()
    press(host, "Delete the table")
    press(host, "Delete for good")
    sync_api.expect(anna.get_by_text("No table is found here")).to_be_visible()
    assert elsewhere == []


@pytest.mark.postgres
def test_two_page_servers_and_one_postgresql_serve_one_table(
    start: Start, postgres_url: URL, browser: "sync_api.Browser", tmp_path: Path
) -> None:
    database = postgres_url.render_as_string(hide_password=False)
    one, other = (start(BOATSCORE_DATABASE_URL=database) for _ in range(2))
    host = visit(browser, one)
    press(host, "Open a table")
    link = host.locator('[data-testid="stCode"]').first.inner_text().strip()
    assert link.startswith(one)
    anna = visit(browser, link.replace(one, other))
    anna.get_by_label("Your name").fill("Anna")
    press(anna, "Sit down")
    send_photo(anna, photo(tmp_path, "anna", 2))
    press(anna, "Send to the table")
    seen_within(host, host.locator(".side-by-side").get_by_text("Anna", exact=True), LIVE_S)
    host.get_by_text("Run the table").click()
    press(host, "Close the table")
    seen_within(anna, anna.get_by_text("The table is closed."), LIVE_S)
    sync_api.expect(host.get_by_role("img").last).to_be_visible()


SMALL = """() => [...document.querySelectorAll("button, a[href], summary, input:not([type=file])")]
    .map((element) => [element, (element.closest("label") || element).getBoundingClientRect()])
    .filter(([element, box]) => box.width > 1 && box.height > 1 && getComputedStyle(element).visibility !== "hidden")
    .filter(([element, box]) => box.width < 43.5 || box.height < 43.5)
    .map(([element, box]) => [element.outerHTML.slice(0, 120), box.width, box.height])"""


def fits(page: "sync_api.Page", view: str) -> None:
    """No sideways scrolling, nothing too small to touch, nothing serious found by axe."""
    page.wait_for_timeout(500)
    settled(page)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), view
    assert page.evaluate(SMALL) == [], view
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    serious = [
        (violation["id"], [node["html"][:160] for node in violation["nodes"]][:3])
        for violation in found["violations"]
        if violation["impact"] in ("serious", "critical")
    ]
    assert serious == [], view


@pytest.mark.parametrize(("width", "scheme", "locale"), [(390, "dark", "fr-FR"), (1280, "light", "en-GB")])
def test_every_view_of_the_table_fits_a_phone_and_a_laptop_and_passes_axe(
    site: str, browser: "sync_api.Browser", tmp_path: Path, width: int, scheme: str, locale: str
) -> None:
    host = visit(browser, site, locale, width, scheme)
    sync_api.expect(host.locator('input[type="number"]').first).to_be_visible()
    fits(host, "the way in")
    host.locator('[data-testid="stFormSubmitButton"] button').last.click()
    link = host.locator('[data-testid="stCode"]').first.inner_text().strip()
    anna = visit(browser, link, locale, width, scheme)
    anna.locator(".st-key-table-name input").fill("Anna " * 7)
    fits(anna, "a guest")
    anna.locator('[data-testid="stFormSubmitButton"] button').last.click()
    send_photo(anna, photo(tmp_path, "anna", 2))
    sync_api.expect(anna.locator(".st-key-table-submit button")).to_be_visible()
    fits(anna, "a draft")
    anna.locator(".st-key-table-submit button").click()
    sync_api.expect(anna.locator(".side-by-side")).to_be_visible()
    sync_api.expect(anna.locator(".total strong")).to_be_visible()
    fits(anna, "standings and boats")
    sync_api.expect(host.locator(".total strong")).to_be_visible()
    for part in ("table-history", "table-keep", "table-manage"):
        host.locator(f".st-key-{part} summary").click()
    sync_api.expect(host.locator(".st-key-table-close button")).to_be_visible()
    fits(host, "everything of the host's open")
