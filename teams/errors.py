"""Refusals of the teams app. Codes are never renamed; docs/errors.md lists them."""

from typing import Any

from engine.errors import Conflict, Refused, RuleViolation, marked
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


class DealPartnerUnknown(RuleViolation):
    code = "deal_partner_unknown"
    message = marked("No team of this league goes by the number {team}.")
    rule = "deals"


class DealChanged(Conflict):
    code = "deal_changed"
    message = marked("This deal is not as you saw it any more. How it stands by now: {status}.")


class DealUndone(Conflict):
    code = "deal_undone"
    message = marked("This deal was undone already.")


class DealNeeded(Refused):
    """Voiding a deal leads to things that cannot have happened: all of them travel with the refusal."""

    code = "deal_needed"
    message = marked("What came after this deal needs it. What would not fit any more: {count}.")
    rule = "deals"


class TransferIllegal(Refused):
    code = "transfer_illegal"
    message = marked("The team cannot be handed over like this. To be put right: {count}.")
    rule = "commissioner"


class CoachUnknown(RuleViolation):
    code = "coach_unknown"
    message = marked("No coach of this league goes by the number {coach}.")
    rule = "commissioner"


class HandedOverMeanwhile(Conflict):
    code = "handed_over_meanwhile"
    message = marked("{team} was handed over since you opened this page; {coach} coaches it by now.")


class TeamNotRetired(Conflict):
    code = "team_not_retired"
    message = marked("{team} has not retired.")
