"""The game: what a marked boat is worth, and why. Standard library only."""
