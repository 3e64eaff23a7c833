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
