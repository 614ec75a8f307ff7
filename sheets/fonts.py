"""The two fonts of the sheets (Nunito, SIL Open Font License, see data/fonts/OFL.txt)."""

from pathlib import Path

FONTS = Path(__file__).parent / "data" / "fonts"
