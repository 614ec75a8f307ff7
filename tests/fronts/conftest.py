"""The page with a reader of its own, so that flows are tested whatever a photo looks like."""

import pytest
from at_the_page import ROOT, read
from streamlit.testing.v1 import AppTest

from pages.parts import arrival


@pytest.fixture
def app(monkeypatch) -> AppTest:
    """The page as a visitor with an English browser opens it."""
    monkeypatch.setattr(arrival, "looks", read)
    monkeypatch.setattr("pages.parts.warm.up", lambda: None)
    return AppTest.from_file(str(ROOT / "app.py"), default_timeout=20).run()
