from matches.models.dice import DiceRoll, DiceSession
from matches.models.match import Match, MatchSheet, MatchStatus, Report
from matches.models.postmatch import PostMatchStep, StepStatus
from matches.models.season import Season, SeasonEntry
from matches.models.window import Window

__all__ = [
    "DiceRoll",
    "DiceSession",
    "Match",
    "MatchSheet",
    "MatchStatus",
    "PostMatchStep",
    "Report",
    "Season",
    "SeasonEntry",
    "StepStatus",
    "Window",
]
