"""Whole seasons, played by the engine from a fixed script, and the state in which each of them ends."""
