"""The README's pictures of the page, made anew: `python -m benchmarks.screenshots`."""

import io
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize

from benchmarks.chromium import LAPTOP, PHONE, bring, chromium, served

ROOT = Path(__file__).parent.parent
OUT = ROOT / "docs" / "screenshots"
PHOTOS = ROOT / "samples" / "photos"
QUALITY = 88
PATIENCE_MS = 90_000
SETTLES_MS = 1500


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture: the view and what a visitor has done before."""

    name: str
    size: ViewportSize
    scheme: Literal["dark", "light"]
    locale: str
    act: Callable[[Page], None]


def main() -> None:
    """Make every picture."""
    OUT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as address, chromium() as browser:
        for shot in SHOTS:
            _take(browser, address, shot)


def _take(browser: Browser, address: str, shot: Shot) -> None:
    context = browser.new_context(
        viewport=shot.size, color_scheme=shot.scheme, locale=shot.locale, has_touch=shot.size is PHONE
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.goto(address)
    page.wait_for_selector("[data-testid=stFileUploaderDropzone]")
    shot.act(page)
    page.wait_for_timeout(SETTLES_MS)
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    picture.save(OUT / f"{shot.name}.webp", quality=QUALITY, method=6)
    context.close()


def _score(page: Page) -> None:
    bring(page, PHOTOS / "try-1.jpg")
    page.wait_for_selector(".total strong")
    page.wait_for_timeout(SETTLES_MS)


def _settled(page: Page) -> None:
    """The score after every question was answered as the reader would."""
    _score(page)
    while page.locator(".question").count():
        page.locator(".question .answer").first.click()
        page.wait_for_timeout(SETTLES_MS)


def _families(page: Page) -> None:
    _settled(page)
    page.locator("[data-key=line-families]").click()


def _question(page: Page) -> None:
    bring(page, PHOTOS / "kitchen-1.jpg")
    page.wait_for_selector(".question")


def _sheets(page: Page) -> None:
    page.locator("a[href=sheets]").click()
    page.wait_for_selector("[data-testid=stImageCaption]")


SHOTS = (
    Shot("score-phone", PHONE, "light", "en-GB", _settled),
    Shot("families-laptop", LAPTOP, "light", "en-GB", _families),
    Shot("question-phone", PHONE, "dark", "fr-FR", _question),
    Shot("sheets-laptop", LAPTOP, "dark", "en-GB", _sheets),
)

if __name__ == "__main__":
    main()
