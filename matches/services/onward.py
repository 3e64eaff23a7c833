"""A match goes on by itself: its post-match sequence, and the matches that have waited for it."""

from matches.models import Match
from matches.services.counting import agreed_after, agreed_count
from matches.services.postmatch import sequence_advance


def match_advance(*, match: Match) -> None:
    """As far as it goes without anybody. Safe to run twice, and by several at once."""
    sequence_advance(match=match)
    for later in agreed_after(match):
        if agreed_count(match=later):
            match_advance(match=later)
