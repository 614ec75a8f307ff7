"""Marked sheets and photos of them, with exact truth."""
