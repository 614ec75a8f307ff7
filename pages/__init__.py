"""The page's rooms: each asks, shows and writes, and decides nothing."""
