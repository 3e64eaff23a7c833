"""Reading the dice of a match."""

from matches.models import DiceSession, Match


def dice_session(match: Match) -> DiceSession:
    """Where the dice of a match began to fall, with all that fell, and the session that went on from it."""
    sessions = DiceSession.objects.select_related("later").prefetch_related("rolls")
    return sessions.get(league=match.league_id, occasion=match.key)
