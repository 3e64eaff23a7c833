"""Refusals of the teams app. Codes are never renamed; docs/errors.md lists them."""

from typing import Any

from engine.errors import Conflict, RuleViolation, marked
from engine.history import Redecision


class TeamNameTaken(RuleViolation):
    code = "team_name_taken"
    message = marked("“{name}” already plays in this league.")


class ColourUnknown(RuleViolation):
    code = "colour_unknown"
    message = marked("There is no colour {colour}: they are numbered from 1 to {most}.")


class NotAMember(RuleViolation):
    code = "not_a_member"
    message = marked("{coach} is not in this league.")


class StarPlaysElsewhere(RuleViolation):
    """A star is on one roster of a league at a time."""

    code = "star_plays_elsewhere"
    message = marked("{star} is on the roster of {team}.")
    rule = "hiring.stars"


class RemarkMissing(RuleViolation):
    code = "remark_missing"
    message = marked("Say why.")
    rule = "commissioner"


class EntryClosed(Conflict):
    code = "entry_closed"
    message = marked("“{name}” does not wait for anybody any more.")


class EntryChanged(Conflict):
    code = "entry_changed"
    message = marked("“{name}” was changed since you opened this page. Look at it again.")


class TeamChanged(Conflict):
    """A page that was opened before somebody else changed the team."""

    code = "team_changed"
    message = marked("{team} has changed since you opened this page: {changes}.")


class RulingChangesNothing(RuleViolation):
    code = "ruling_changes_nothing"
    message = marked("{team} is like that already.")
    rule = "commissioner"


class RulingUndone(Conflict):
    code = "ruling_undone"
    message = marked("This ruling has been undone already.")


class NoRoomInHistory(Conflict):
    code = "no_room_in_history"
    message = marked("Too many matches were put at this very place of the league's history.")


class HistoryConflict(Conflict):
    """What is to be changed leads to things that cannot have happened; the preview travels with the refusal."""

    code = "history_conflict"
    message = marked("{conflicts} later event(s) do not fit any more and {wanted} die or dice were never thrown.")

    def __init__(self, preview: Redecision, **params: Any) -> None:
        self.preview = preview
        super().__init__(conflicts=len(preview.conflicts), wanted=len(preview.wanted), **params)
