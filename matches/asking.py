"""Reading what was sent, for pages and programs alike."""

from engine.match.prematch import MaybeSide


def side_said(text: str) -> MaybeSide:
    """One of the two sides, or neither for whatever else was sent."""
    return "home" if text == "home" else "away" if text == "away" else ""
