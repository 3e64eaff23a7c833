from matches.models.agreement import Dispute, DisputeRuling, ReportDraft, RulingWay, Verdict, WriteUp
from matches.models.confirming import Confirmation, ConfirmedBy, PinTries, Reminder, Reopening, ReopeningAnswer
from matches.models.correction import Correction, CorrectionRevision, CorrectionStatus
from matches.models.dice import DiceRoll, DiceSession, TypedAhead
from matches.models.match import (
    OPEN,
    TO_COME,
    UNDER_WAY,
    Draws,
    Match,
    MatchKind,
    MatchSheet,
    MatchStatus,
    Report,
    ReportSide,
)
from matches.models.matchday import LiveEvent, MatchDay
from matches.models.postmatch import PostMatchStep, StepStatus
from matches.models.season import Season, SeasonEntry
from matches.models.window import Window

__all__ = [
    "OPEN",
    "TO_COME",
    "UNDER_WAY",
    "Confirmation",
    "ConfirmedBy",
    "Correction",
    "CorrectionRevision",
    "CorrectionStatus",
    "DiceRoll",
    "DiceSession",
    "Dispute",
    "DisputeRuling",
    "Draws",
    "LiveEvent",
    "Match",
    "MatchDay",
    "MatchKind",
    "MatchSheet",
    "MatchStatus",
    "PinTries",
    "PostMatchStep",
    "Reminder",
    "Reopening",
    "ReopeningAnswer",
    "Report",
    "ReportDraft",
    "ReportSide",
    "RulingWay",
    "Season",
    "SeasonEntry",
    "StepStatus",
    "TypedAhead",
    "Verdict",
    "Window",
    "WriteUp",
]
