"""The main journeys in a real Chromium, on a server started by `boatscore serve`."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest
from at_the_page import reading_of
from playwright.sync_api import Browser, FilePayload, Page, expect
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from benchmarks.chromium import CHROMIUM, LAPTOP, PHONE, UPLOAD, at_rest, bring, chromium, served, total
from scoring.discoveries import Colour
from scoring.sister import Sister
from table.edits import split, with_lessons, with_sister
from table.result import score_reading
from vision.reading import Reading, reading_from_json, reading_json

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]
AXE = (Path(__file__).parent / "axe.min.js").read_text(encoding="utf-8")
SAMPLES = Path(__file__).parents[2] / "samples" / "photos"
ASKS = reading_of("asks.jpg", asked=True)
CLEAR = reading_of("clear.jpg")


@pytest.fixture(scope="module")
def address(tmp_path_factory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("served")) as url:
        yield url


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture
def visit(browser, address):
    """Opens the page for a visitor; what the browser asked of whom is in `page.asked`."""
    contexts = []

    def opened(path="", size=LAPTOP, locale="en-GB", scheme="light", frozen=False) -> Page:
        context = browser.new_context(
            viewport=size, locale=locale, color_scheme=scheme, has_touch=size is PHONE, accept_downloads=True
        )
        contexts.append(context)
        page = context.new_page()
        page.frozen = Frozen(page) if frozen else None
        page.asked = []
        page.on("request", lambda request: page.asked.append(request.url))
        page.goto(f"{address}/{path}")
        expect(page.locator(".stMainBlockContainer h1")).to_be_visible(timeout=20_000)
        return page

    yield opened
    for context in contexts:
        context.close()


def sent(reading: Reading) -> FilePayload:
    """A kept reading as a file to upload."""
    data = json.dumps(reading_json(reading)).encode()
    return {"name": f"{reading.photo}.json", "mimeType": "application/json", "buffer": data}


def shown(page: Page, reading: Reading) -> Page:
    bring(page, sent(reading))
    expect(page.locator(".total strong")).to_be_visible(timeout=15_000)
    return page


def downloaded(page: Page, name: str, path: Path) -> None:
    """Press this button, once the page that holds it is at rest: a run puts another in its place, or other files."""
    button = page.get_by_role("button", name=name)
    expect(button).to_be_visible(timeout=15_000)
    at_rest(page)
    with page.expect_download() as got:
        button.click()
    got.value.save_as(path)


def worth(reading: Reading) -> str:
    return str(score_reading(reading).total).replace("-", "−")


def square(page: Page, row: int, col: int):
    return page.locator(f"[data-square='{row},{col}']").first


def with_photos(test):
    """Only where sample photos are in the clone, as they are in every release."""
    return pytest.mark.skipif(not list(SAMPLES.glob("try-*.jpg")), reason="no sample photos")(test)


def truth_of(photo: Path) -> Reading:
    found = reading_from_json(json.loads(photo.with_suffix(".truth.json").read_text(encoding="utf-8")))
    assert isinstance(found, Reading)
    return found


@with_photos
def test_a_sample_photo_becomes_its_true_total(visit):
    photo = sorted(SAMPLES.glob("try-*.jpg"))[0]
    page = visit()
    bring(page, photo)
    expect(page.locator(".total strong")).to_have_text(worth(truth_of(photo)), timeout=20_000)
    expect(page.locator(".photo img")).to_be_visible()
    assert page.locator(".photo img").evaluate("img => img.naturalWidth") > 500


@with_photos
def test_a_newcomer_sees_it_all_within_one_tap(visit):
    page = visit(size=PHONE)
    page.get_by_role("button", name="Try it").click()
    expect(page.locator(".total strong")).to_be_visible(timeout=20_000)


def test_a_question_stands_on_top_and_its_answer_changes_the_score(visit):
    page = shown(visit(size=PHONE), ASKS)
    expect(page.locator(".total")).to_contain_text("One question for you")
    card = page.locator(".question")
    assert card.bounding_box()["y"] < page.locator(".total").bounding_box()["y"]
    card.get_by_role("button", name="2 blue cats").click()
    expect(card).to_have_count(0)
    expect(page.locator(".total")).not_to_contain_text("question")
    expect(square(page, 3, 3)).to_have_attribute("aria-label", re.compile("Blue cat, 2 squares"))


def test_touching_a_line_lights_its_squares_and_a_square_says_what_it_is_worth(visit):
    page = shown(visit(), CLEAR)
    page.locator("[data-key=line-families]").click()
    expect(page.locator(".frame")).to_be_visible()
    expect(page.locator(".reasons")).to_contain_text("These 3 red cats touch: 8 points")
    square(page, 4, 5).click()
    expect(page.locator(".about")).to_contain_text("Red cat, 1 square")
    expect(page.locator(".about")).to_contain_text("These 3 red cats touch: 8 points")


def test_a_cat_is_split_and_the_score_follows_and_undo_takes_it_back(visit):
    page = shown(visit(), CLEAR)
    page.locator("[data-key=toggle-edit]").click()
    page.locator("[data-key=tool-split]").click()
    square(page, 3, 4).click()
    page.locator("[data-key=act-cut]").click()
    expect(square(page, 3, 4)).to_have_attribute("aria-label", re.compile("Blue cat, 1 square"))
    expect(page.locator(".total")).to_contain_text("by hand")
    after = split(CLEAR, [min(s for s in CLEAR.seen[3].discovery.squares if s.col == 4)])
    expect(page.locator(".total strong")).to_have_text(worth(after))
    page.locator("[data-key=act-undo]").click()
    expect(square(page, 3, 4)).to_have_attribute("aria-label", re.compile("Blue cat, 3 squares"))


def test_a_boat_is_tapped_in_without_a_photo_and_no_quick_tap_is_lost(visit):
    page = visit(size=PHONE)
    page.get_by_text("No photo?").click()
    page.get_by_role("button", name="Blue boat").click()
    expect(page.locator(".tools")).to_be_visible(timeout=15_000)
    page.locator("[data-key=tool-green]").click()
    for col in range(2, 8):
        square(page, 4, col).dispatch_event("click")
    expect(square(page, 4, 7)).to_have_attribute("aria-label", re.compile("Green cat, 6 squares"))


def test_the_tool_in_hand_outlives_its_board(visit):
    """The page once put a new board in the place of the first while squares were tapped: the last of them was blue."""
    page = visit()
    tap_in(page)
    page.locator("[data-key=tool-green]").click()
    for col in range(2, 5):
        square(page, 4, col).dispatch_event("click")
    expect(square(page, 4, 4)).to_have_attribute("aria-label", re.compile("Green cat, 3 squares"))
    page.get_by_role("link", name="Sheets").click()
    expect(page.locator(".tools")).to_have_count(0, timeout=15_000)
    page.get_by_role("link", name="Score").click()
    expect(page.locator("[data-key=tool-green]")).to_have_attribute("aria-checked", "true", timeout=15_000)
    square(page, 4, 5).dispatch_event("click")
    expect(square(page, 4, 5)).to_have_attribute("aria-label", re.compile("Green cat, 4 squares"))


def test_what_is_pressed_while_the_boat_is_drawn_anew_is_tapped(visit):
    page = visit()
    tap_in(page)
    press(page, page.locator("[data-key=tool-green]"), meanwhile=square(page, 4, 2))
    expect(page.locator("[data-key=tool-green]")).to_have_attribute("aria-checked", "true")
    press(page, square(page, 4, 10), meanwhile=square(page, 4, 3))
    expect(square(page, 4, 10)).to_have_attribute("aria-label", re.compile("Green cat, 1 square"))
    expect(square(page, 4, 3)).to_have_attribute("aria-label", re.compile("Green cat"))


def tap_in(page: Page) -> None:
    page.get_by_text("No photo?").click()
    page.get_by_role("button", name="Blue boat").click()
    expect(page.locator(".tools")).to_be_visible(timeout=15_000)


def stands_alone(page: Page, total: str) -> None:
    """The page comes to show this score; while it changes over, the one before stands beside it for a moment."""
    totals = page.locator(".total strong")
    totals.filter(has_text=total).wait_for(timeout=15_000)
    expect(totals).to_have_count(1)
    expect(totals).to_have_text(total)


def press(page: Page, what, *, meanwhile) -> None:
    """Press and let go with the mouse; between the two the other square is tapped, which draws the boat anew."""
    what.hover()
    page.mouse.down()
    meanwhile.dispatch_event("click")
    page.mouse.up()


def test_a_file_still_on_its_way_when_the_page_changes_arrives(visit):
    page, held = visit(), []
    page.route("**/upload_file/**", lambda route: held.append(route) if not held else route.continue_())
    with page.expect_request("**/upload_file/**"):
        bring(page, sent(CLEAR))
    tap_in(at_rest(page))
    expect(page.locator("[data-key=line-families] .points")).to_have_text("0")
    held[0].continue_()
    stands_alone(page, worth(CLEAR))


def test_a_file_chosen_in_a_dialog_older_than_the_page_arrives(visit):
    page = at_rest(visit())
    with page.expect_file_chooser() as opened:
        page.locator("[data-testid=stFileUploaderDropzone] button").click()
    tap_in(page)
    at_rest(page)
    opened.value.element.evaluate(CHOOSE, [json.dumps(reading_json(CLEAR)), f"{CLEAR.photo}.json"])
    stands_alone(page, worth(CLEAR))


CHOOSE = """(input, [text, name]) => {
  const chosen = new DataTransfer();
  chosen.items.add(new File([text], name));
  input.files = chosen.files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}"""
"""What the browser does when its dialog closes; Playwright refuses to where the input has left the page."""


def test_of_files_brought_one_after_the_other_each_is_one_boat(visit):
    page = at_rest(visit())
    for name in ("a", "b", "c"):
        page.locator(UPLOAD).first.set_input_files([sent(replace(CLEAR, photo=name))])
    expect(page.locator(".standings tbody tr")).to_have_count(3, timeout=15_000)


def test_a_tap_on_a_boat_that_the_server_has_put_away_counts(visit):
    page = visit(frozen=True)
    tap_in(page)
    at_rest(page)
    page.frozen.freeze()
    page.locator(UPLOAD).first.set_input_files([sent(CLEAR)])
    page.frozen.wait_for_end_of_run(page)
    square(page, 4, 2).dispatch_event("click")
    page.frozen.thaw()
    expect(page.locator(".standings tbody tr")).to_have_count(2, timeout=15_000)
    at_rest(page).locator("[data-testid=stButtonGroup] button").first.click()
    expect(square(page, 4, 2)).to_have_attribute("aria-label", re.compile("Blue cat, 1 square"))


class Frozen:
    """Between page and server: what runs of the page show can be held back, so that a visitor sees what is no more."""

    def __init__(self, page: Page) -> None:
        self.holding = False
        self.held: list[bytes] = []
        page.route_web_socket("**/_stcore/stream", self._between)

    def _between(self, browser) -> None:
        self.browser = browser
        browser.connect_to_server().on_message(self._said)

    def _said(self, message) -> None:
        if self.holding and kind(message) != "file_urls_response":
            self.held.append(message)
        else:
            self.browser.send(message)

    def freeze(self) -> None:
        self.holding = True

    def wait_for_end_of_run(self, page: Page) -> None:
        for _ in range(1500):
            if any(ended(message) for message in self.held):
                return
            page.wait_for_timeout(20)
        raise TimeoutError("the run has not ended")

    def thaw(self) -> None:
        self.holding = False
        for message in self.held:
            self.browser.send(message)


def kind(message: bytes) -> str | None:
    return ForwardMsg.FromString(message).WhichOneof("type")


def ended(message: bytes) -> bool:
    """Whether it says that a run came to its end, rather than being broken off for another."""
    said = ForwardMsg.FromString(message)
    return kind(message) == "script_finished" and said.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY


def test_everything_on_the_boat_works_by_keyboard(visit):
    page = shown(visit(), CLEAR)
    page.locator("[data-key=toggle-edit]").focus()
    page.keyboard.press("Enter")
    page.locator("[data-key=tool-red]").focus()
    page.keyboard.press("Space")
    page.locator(".cell[tabindex='0']").focus()
    start = page.evaluate("document.activeElement.shadowRoot?.activeElement?.dataset.square")
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    here = page.evaluate(FOCUSED)
    assert start != here
    page.keyboard.press("Enter")
    expect(page.locator(f"[data-square='{here}']")).to_have_attribute("aria-label", re.compile("Red cat"))
    assert page.evaluate(FOCUSED) == here


FOCUSED = """() => {
  let at = document.activeElement;
  while (at.shadowRoot && at.shadowRoot.activeElement) at = at.shadowRoot.activeElement;
  return at.dataset.square;
}"""


def test_the_page_speaks_french_by_the_browser_and_by_the_switch(visit):
    page = visit(locale="fr-FR")
    expect(page.locator("h1")).to_contain_text("Que vaut votre bateau")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.get_by_role("button", name="English").click()
    expect(page.locator("h1")).to_contain_text("What is your boat worth")
    shown(page, CLEAR)
    page.get_by_role("button", name="Français").click()
    expect(page.locator("[data-key=line-rooms]")).to_contain_text("Cabines")
    expect(page.locator("html")).to_have_attribute("lang", "fr")


def test_the_report_downloads_and_says_what_the_page_says(visit, tmp_path):
    page = shown(visit(), CLEAR)
    page.get_by_text("Keep and share").click()
    downloaded(page, "Report (PDF)", tmp_path / "report.pdf")
    document = pypdfium2.PdfDocument(tmp_path / "report.pdf")
    text = document[0].get_textpage().get_text_range()
    document.close()
    assert f"{worth(CLEAR)} points" in text and "These 3 red cats touch: 8 points" in text.replace("\r\n", " ")
    downloaded(page, "Record to check later", tmp_path / "record.json")
    record = json.loads((tmp_path / "record.json").read_text(encoding="utf-8"))
    assert record["score"]["total"] == total(page) and record["corrections"] == []


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("broken.jpg", b"\xff\xd8\xff\xe0 and then nothing"),
        ("empty.png", b""),
        ("letter.txt", b"Dear cats"),
        ("x.json", b"{"),
    ],
)
def test_a_broken_file_gives_a_message_and_a_way_out(visit, name, data):
    page = visit()
    bring(page, {"name": name, "mimeType": "application/octet-stream", "buffer": data})
    message = page.locator("[data-testid=stAlert]")
    expect(message).to_contain_text(name, timeout=20_000)
    expect(message).to_contain_text(re.compile("send|choose", re.IGNORECASE))
    shown(page, CLEAR)
    expect(message).to_have_count(0)


def test_the_record_downloads_after_corrections_and_verify_holds(visit, tmp_path):
    from cli import main

    page = shown(visit(), CLEAR)
    page.locator("[data-key=toggle-edit]").click()
    page.locator("[data-key=tool-erase]").click()
    square(page, 3, 2).click()
    expect(square(page, 3, 2)).to_have_attribute("aria-label", re.compile("Nothing drawn"))
    page.get_by_text("Keep and share").click()
    downloaded(page, "Record to check later", tmp_path / "record.json")
    assert len(json.loads((tmp_path / "record.json").read_text())["corrections"]) == 1
    assert main(["verify", str(tmp_path / "record.json")]) == 0


def test_sheets_open_by_their_own_address_and_print(visit, tmp_path):
    page = visit("sheets", locale="fr-FR")
    expect(page.locator("h1")).to_contain_text("Imprimez")
    page.get_by_role("textbox").fill("Anne, Bastien")
    page.get_by_role("textbox").press("Enter")
    expect(page.get_by_role("button", name="Télécharger 2 feuilles")).to_be_visible(timeout=15_000)
    downloaded(page, "Télécharger 2 feuilles", tmp_path / "sheets.pdf")
    document = pypdfium2.PdfDocument(tmp_path / "sheets.pdf")
    assert len(document) == 4 and "Bastien" in document[2].get_textpage().get_text_range()
    document.close()


def test_two_visitors_see_nothing_of_each_other(visit):
    shown(visit(), CLEAR)
    other = visit()
    expect(other.locator("h1")).to_contain_text("What is your boat worth")
    expect(other.locator(".total")).to_have_count(0)


def test_the_browser_asks_nobody_but_us(visit, address):
    page = shown(visit(), CLEAR)
    page.locator("a[href=sheets]").click()
    expect(page.locator("h1")).to_contain_text("Print")
    strangers = [url for url in page.asked if not url.startswith((address, "blob:", "data:"))]
    assert len(page.asked) > 10 and strangers == []


VIEWS = [
    (PHONE, "light", "en-GB"),
    (PHONE, "dark", "fr-FR"),
    (LAPTOP, "light", "fr-FR"),
    (LAPTOP, "dark", "en-GB"),
]


@pytest.mark.parametrize(("size", "scheme", "locale"), VIEWS)
def test_every_view_fits_is_wide_enough_to_touch_and_passes_axe(visit, size, scheme, locale):
    page = visit(size=size, scheme=scheme, locale=locale)
    fits(page, "welcome")
    bring(page, sent(with_sister(with_lessons(ASKS, range(1, 32)), Sister(tuple(Colour), ("rats",)))), sent(CLEAR))
    expect(page.locator(".standings")).to_be_visible(timeout=15_000)
    fits(page, "boats")
    for opener in page.locator("[data-testid=stExpander] summary").all():
        opener.click()
    page.locator("[data-key=toggle-edit]").first.click()
    page.locator("[data-key=line-lessons]").first.click()
    expect(page.locator(".tools")).to_be_visible()
    fits(page, "everything open")
    page.locator("a[href=sheets]").click()
    expect(page.locator("[data-testid=stImage] img").last).to_be_visible()
    fits(page, "sheets")


def fits(page: Page, view: str) -> None:
    """No sideways scrolling, nothing smaller than 44 px to touch, nothing serious found by axe."""
    page.wait_for_timeout(300)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), view
    assert page.evaluate(SMALL) == [], view
    page.evaluate(AXE)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    serious = [
        (v["id"], [node["html"][:160] for node in v["nodes"]][:3])
        for v in found["violations"]
        if v["impact"] in ("serious", "critical")
    ]
    assert serious == [], view


SMALL = """() => {
  const small = [];
  const look = (root) => {
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot) look(element.shadowRoot);
      if (!element.matches("button, a[href], summary, input:not([type=file]), [role=button]")) continue;
      const box = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      if (box.width < 2 || box.height < 2 || style.visibility === "hidden") continue;
      const name = element.innerText || element.ariaLabel;
      if (box.height < 43.5 || box.width < 43.5) small.push([element.tagName, name, box.width, box.height]);
    }
  };
  look(document);
  return small;
}"""
