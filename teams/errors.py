"""Refusals of the teams app. Codes are never renamed; docs/errors.md lists them."""

from typing import Any

from engine.errors import Conflict, Refused, RuleViolation, marked
from engine.history import Redecision


class TeamNameTaken(RuleViolation):
    code = "team_name_taken"
    message = marked("“{name}” already plays in this league.")


class TooManyTeams(RuleViolation):
    code = "too_many_teams"
    message = marked("{coach} has {teams} in this league already; a coach may have at most {most}.")
    rule = "house-rules"


class TooManyDrafts(RuleViolation):
    code = "too_many_drafts"
    message = marked("{drafts} drafts of yours are kept in this league; the most is {most}. Delete one first.")


class EditionDiffers(RuleViolation):
    code = "edition_differs"
    message = marked("{source} is of {theirs}, and this league plays {ours}: there is nothing to copy.")


class NothingToCopy(Conflict):
    code = "nothing_to_copy"
    message = marked("{team} was never drafted here, so there is no draft to copy.")


class DraftNeedsApproval(Conflict):
    code = "draft_needs_approval"
    message = marked("In this league the commissioner approves drafts: save yours and hand it in.")


class DraftChanged(Conflict):
    """Somebody did something to the draft since the page was opened; ``changes`` says what."""

    code = "draft_changed"
    message = marked("Since you opened this page the draft was changed: {changes}.")


class DraftGone(Conflict):
    code = "draft_gone"
    message = marked("This draft was deleted meanwhile.")


class DraftSettled(Conflict):
    code = "draft_settled"
    message = marked("This draft has become a team already: {team}.")


class DraftNotWaiting(Conflict):
    code = "draft_not_waiting"
    message = marked("This draft does not wait for the commissioner.")


class LogoTooLarge(RuleViolation):
    code = "logo_too_large"
    message = marked("The picture has {size} bytes; the most is {most}.")


class LogoTooManyPixels(RuleViolation):
    code = "logo_too_many_pixels"
    message = marked("The picture has {pixels} pixels; the most is {most}.")


class LogoNoImage(RuleViolation):
    code = "logo_no_image"
    message = marked("That is no picture: it has to be a PNG, JPEG, GIF or WebP that can be read.")


class LogoUnknown(RuleViolation):
    code = "logo_unknown"
    message = marked("The picture is not kept here any more; please choose it again.")


class ColourUnknown(RuleViolation):
    code = "colour_unknown"
    message = marked("There is no colour {colour}: they are numbered from 1 to {most}.")


class NotAMember(RuleViolation):
    code = "not_a_member"
    message = marked("{coach} is not in this league.")


class StarTaken(RuleViolation):
    """A star plays for one team of a league at a time."""

    code = "star_taken"
    message = marked("{star} is on the roster of {team}: nobody else can have him.")
    rule = "hiring.stars"


class EntryClosed(Conflict):
    code = "entry_closed"
    message = marked("“{name}” does not wait for anybody any more.")


class EntryChanged(Conflict):
    code = "entry_changed"
    message = marked("“{name}” was changed since you opened this page. Look at it again.")


class TeamChanged(Conflict):
    """A page that was opened before somebody else changed the team."""

    code = "team_changed"
    message = marked("{team} has changed since you opened this page: {changes}. Look again before you go on.")


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


class DealPartnerUnknown(RuleViolation):
    code = "deal_partner_unknown"
    message = marked("No team of this league goes by the number {team}.")
    rule = "deals"


class DealChanged(Conflict):
    code = "deal_changed"
    message = marked("This deal is not as you saw it any more. How it stands by now: {status}.")


class DealThrown(Conflict):
    code = "deal_thrown"
    message = marked("{player} has thrown for an improvement at {team} since: the deal cannot be undone.")
    rule = "deals"


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
