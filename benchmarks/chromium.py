"""A real Chromium on a real server: what the browser tests and the page's bench stand on."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

CHROMIUM = os.environ.get("BOATSCORE_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
ARGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
PHONE: ViewportSize = {"width": 390, "height": 844}
LAPTOP: ViewportSize = {"width": 1280, "height": 800}
AT_REST = "[data-test-script-state=notRunning]"
REST_MS = 15_000
UPLOAD = "[data-testid=stFileUploaderDropzoneInput]"
STARTS_WITHIN_S = 40.0


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a page served from elsewhere than the clone, as for an installed package."""
    with served_by(folder) as (address, _):
        yield address


@contextmanager
def served_by(folder: Path) -> Iterator[tuple[str, int]]:
    """The same, and the server's process."""
    port = _free_port()
    command = [sys.executable, "-m", "cli", "serve", "--port", str(port), "--address", "127.0.0.1"]
    with (folder / "serve.log").open("w") as log:
        server = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log)
        try:
            _wait_for(f"http://127.0.0.1:{port}/_stcore/health", server)
            yield f"http://127.0.0.1:{port}", server.pid
        finally:
            server.terminate()
            server.wait(timeout=20)


@contextmanager
def chromium() -> Iterator[Browser]:
    """A headless Chromium of this machine."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        try:
            yield browser
        finally:
            browser.close()


def at_rest(page: Page) -> Page:
    """The page once its run has ended: a busy one may put up a new uploader or board in the place of what is seen."""
    page.locator(AT_REST).first.wait_for(state="attached", timeout=REST_MS)
    return page


def bring(page: Page, *files: Any) -> None:
    """Send these files, paths or payloads, through the uploader."""
    at_rest(page).locator(UPLOAD).first.set_input_files(list(files))


def total(page: Page) -> int:
    """The big number."""
    return int(page.locator(".total strong").first.inner_text().replace("−", "-"))


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def _wait_for(url: str, server: "subprocess.Popen[bytes]") -> None:
    until = time.monotonic() + STARTS_WITHIN_S
    while time.monotonic() < until:
        try:
            with urllib.request.urlopen(url, timeout=1):
                return
        except OSError:
            if server.poll() is not None:
                break
            time.sleep(0.1)
    raise RuntimeError(f"the page did not start within {STARTS_WITHIN_S:.0f} s")
