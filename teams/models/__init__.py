from teams.models.ledger import Cause, EffectRow, HistoryEntry, Revision
from teams.models.team import PlayerRow, Team

__all__ = ["Cause", "EffectRow", "HistoryEntry", "PlayerRow", "Revision", "Team"]
