from teams.models.deal import Deal, DealStatus
from teams.models.draft import Draft, DraftKind, DraftStatus, Logo
from teams.models.ledger import Cause, EffectRow, HistoryEntry, Revision
from teams.models.team import PlayerRow, Team

__all__ = [
    "Cause",
    "Deal",
    "DealStatus",
    "Draft",
    "DraftKind",
    "DraftStatus",
    "EffectRow",
    "HistoryEntry",
    "Logo",
    "PlayerRow",
    "Revision",
    "Team",
]
