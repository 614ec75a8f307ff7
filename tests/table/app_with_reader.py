"""The real page with the reader of reader_by_name."""

from reader_by_name import looks

import app
from pages.parts import arrival

arrival.looks = looks
app.main()
