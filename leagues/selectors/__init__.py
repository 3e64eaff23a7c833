"""Reading leagues: what may be seen, with its joins."""
