"""Refusals of the matches app. Codes are never renamed; docs/errors.md lists them."""

from engine.errors import Conflict, NotAllowed, Refused, RuleViolation, marked
from teams.errors import LogoNoImage, LogoTooLarge, LogoTooManyPixels


class SeasonIllegal(Refused):
    code = "season_illegal"
    message = marked("The season cannot begin like this. To be put right: {count}.")


class TeamOfAnotherLeague(RuleViolation):
    code = "team_of_another_league"
    message = marked("{team} does not play in this league.")


class ArrangementIllegal(Refused):
    code = "arrangement_illegal"
    message = marked("This match cannot be arranged. To be put right: {count}.")


class ArrangementChanged(Conflict):
    code = "arrangement_changed"
    message = marked("This match has been answered, called off or begun already.")


class KickOffHindered(Refused, Conflict):
    """What has to be done first: each of it, in words."""

    code = "kick_off_hindered"
    message = marked("The match cannot be kicked off yet. To be done first: {count}.")


class KickedOffAlready(Conflict):
    code = "kicked_off_already"
    message = marked("{home} against {away} has begun already, or has been played.")


class DrawsUnfit(RuleViolation):
    code = "draws_unfit"
    message = marked("“{draws}” is nothing that can become of a level score in this match: {ways}.")
    rule = "match-report.overtime"


class DrawsStand(Conflict):
    code = "draws_stand"
    message = marked("{home} against {away} has been reported: what becomes of a level score is settled.")


class KickOffStands(Conflict):
    code = "kick_off_stands"
    message = marked("Something has been told of this match: its kick-off cannot be taken back any more.")


class KickOffNotThere(Conflict):
    code = "kick_off_not_there"
    message = marked("{home} against {away} has not been kicked off here: there is nothing to take back.")


class DayToCome(RuleViolation):
    code = "day_to_come"
    message = marked(
        "{day} is still to come: today is {today}. A match has its place by the day on which it was played."
    )


class PlaceStands(Conflict):
    code = "place_stands"
    message = marked("{home} against {away} has its place in the order of play, or has none that could be told of.")


class MatchChanged(Conflict):
    code = "match_changed"
    message = marked("Something has happened to {home} against {away} since you looked: look again.")


class AlreadyReported(Conflict):
    code = "already_reported"
    message = marked("A report of this match has been filed already.")


class NotYourReport(NotAllowed):
    code = "not_your_report"
    message = marked("Only a commissioner files a report for somebody else.")


class MatchNotKickedOff(Conflict):
    code = "match_not_kicked_off"
    message = marked("{home} against {away} has not been kicked off here. What you told is kept on your device.")


class DeviceUnfit(RuleViolation):
    code = "device_unfit"
    message = marked("A device goes by 1 to {longest} small letters, digits and hyphens; yours begin with {begins}.")


class NothingToConfirm(Conflict):
    code = "nothing_to_confirm"
    message = marked("There is no report of this match that waits for a confirmation.")


class ReportChanged(Conflict):
    code = "report_changed"
    message = marked("The report of this match is not the one that was shown to you any more.")


class NoChoiceWaiting(Conflict):
    code = "no_choice_waiting"
    message = marked("This step does not wait for a choice.")


class AheadIllegal(Refused):
    """Dice that were typed in before anything asked for them, and cannot be: each of them."""

    code = "ahead_illegal"
    message = marked("These dice cannot be kept like this. To be put right: {count}.")
    rule = "dice"


class DiceOver(Conflict):
    code = "dice_over"
    message = marked("{home} against {away} asks for no more dice.")
    rule = "dice"


class NoDieWaiting(Conflict):
    code = "no_die_waiting"
    message = marked("This step does not wait for a roll.")


class ChoiceMade(Conflict):
    code = "choice_made"
    message = marked("“{chosen}” was chosen here already, by {coach}, on {at} UTC.")


class ChoiceTakenByTime(Conflict):
    code = "choice_taken_by_time"
    message = marked("Nobody had chosen here in time: “{chosen}” was taken on {at} UTC.")


class ChoiceNeedsDie(Conflict):
    code = "choice_needs_die"
    message = marked("This step waits for a roll first: type in {key}.")
    rule = "dice"


class DieThrown(Conflict):
    code = "die_thrown"
    message = marked("{key} lies on the table already: {faces}.")
    rule = "dice"


class StepTaken(Conflict):
    code = "step_taken"
    message = marked("Somebody else has run this step.")


class PostMatchRunning(Conflict):
    code = "post_match_running"
    message = marked("{team} is still in the post-match sequence of its last match; finish that first.")


class WindowNotYet(Conflict):
    code = "window_not_yet"
    message = marked("{team} may hire and fire when the sequence after its last match has come to that.")
    rule = "hiring"


class NextMatchBegun(Conflict):
    code = "next_match_begun"
    message = marked(
        "{home} against {away} was kicked off on {on}: what {team} was to do before it can only be closed now."
    )
    rule = "hiring"


class WindowShut(Conflict):
    code = "window_shut"
    message = marked("{team} may hire and fire after its next match, or when the commissioner opens a window.")
    rule = "hiring"


class SaleComesFirst(Conflict):
    code = "sale_comes_first"
    message = marked(
        "A stadium is sold at the start of a window: {team} has done {done} things in this one. Take them back first."
    )
    rule = "residency"


class WindowByCommissioner(Conflict):
    code = "window_by_commissioner"
    message = marked("In this league {team} may hire and buy only when the commissioner opens a window.")
    rule = "hiring"


class WindowOpenAlready(Conflict):
    code = "window_open_already"
    message = marked("{team} may hire and fire already.")
    rule = "hiring"


class NoWindowOpen(Conflict):
    code = "no_window_open"
    message = marked("The commissioner has opened no window for {team} that could be closed.")
    rule = "hiring"


class NotTakenBack(Conflict):
    code = "not_taken_back"
    message = marked("Only what was done in the window that is open can be taken back.")
    rule = "hiring"


class LaterDoesNotFit(Refused):
    """What has happened since would not have been possible: each of it, in words."""

    code = "later_does_not_fit"
    message = marked("What has happened since does not fit that. To be put right: {count}.")
    rule = "hiring"


class MatchUnderWay(Conflict):
    code = "match_under_way"
    message = marked("{home} against {away} has begun and is not finished; finish that first.")


class ImprovementOpen(Conflict):
    code = "improvement_open"
    message = marked("The dice for {player} of {team} have been thrown: he chooses his improvement before he goes.")


class NothingThrown(Conflict):
    code = "nothing_thrown"
    message = marked("The dice of this improvement have not been thrown yet.")


class ThrowOnTheTable(Conflict):
    code = "throw_on_the_table"
    message = marked("{player} has thrown for something else already: take what that throw offers first.")


class ImprovedMeanwhile(Conflict):
    code = "improved_meanwhile"
    message = marked("{player} has had {taken} improvements by now; what you sent was about number {nth}. Look again.")


class RulesChangedMeanwhile(Conflict):
    code = "rules_changed_meanwhile"
    message = marked(
        "The league has changed its rules since you opened this page. Read the report once more and file it."
    )


class PreviewOutdated(Conflict):
    code = "preview_outdated"
    message = marked("Something has changed since you looked: look again at what the new rules would do.")


class ReportOfOtherTeams(RuleViolation):
    code = "report_of_other_teams"
    message = marked("This match is {home} against {away}; the report is about other teams.")
    rule = "match-report"


class ReportDraftChanged(Conflict):
    code = "report_draft_changed"
    message = marked("This draft was saved elsewhere since you opened it: load it again, or save yours over it.")


class ReportDraftTooLong(RuleViolation):
    code = "report_draft_too_long"
    message = marked("A draft has at most {most} characters; this one has {length}.")


class NothingToCompare(Conflict):
    code = "nothing_to_compare"
    message = marked("Of this match there are not two reports that could be compared.")


class PinNotSet(Conflict):
    code = "pin_not_set"
    message = marked("{coach} has no PIN. He sets one on the page of his account.")


class PinWrong(RuleViolation):
    code = "pin_wrong"
    message = marked("That is not the PIN of {coach}. Tries that are left: {left}.")


class PinLocked(Conflict):
    code = "pin_locked"
    message = marked("Too many wrong PINs of {coach}. He may try again in {minutes} min, or confirm on his own phone.")


class CodeExpired(Conflict):
    code = "code_expired"
    message = marked("This code is too old. Let the other coach show a new one.")


class DisputeIllegal(Refused):
    code = "dispute_illegal"
    message = marked("The report cannot be disputed like this. To be put right: {count}.")
    rule = "match-report"


class NothingDisputed(Conflict):
    code = "nothing_disputed"
    message = marked("Nothing of this report is disputed any more.")


class DisputeOver(Conflict):
    code = "dispute_over"
    message = marked("This line has been settled already.")


class NothingProposed(Conflict):
    code = "nothing_proposed"
    message = marked("The other coach has not said what the line should say: a commissioner has to rule.")


class OwnMatch(NotAllowed):
    code = "own_match"
    message = marked("You play in this match, and another commissioner does not: he rules.")


class NothingToReopen(Conflict):
    code = "nothing_to_reopen"
    message = marked("No report of this match counts that could be reopened.")


class ReopeningAsked(Conflict):
    code = "reopening_asked"
    message = marked("To reopen this match has been asked already.")


class ReopeningNotAsked(Conflict):
    code = "reopening_not_asked"
    message = marked("Nobody waits for an answer about reopening this match.")


class PlayedOn(Conflict):
    code = "played_on"
    message = marked("{team} has kicked off again since: {home} against {away} stays as it is.")


class StepRunning(Conflict):
    code = "step_running"
    message = marked("A step of the post-match sequence is being run right now; ask again in a moment.")


class ReopeningDoesNotFit(Refused):
    """What has happened since needs what this match did: each of it, in words."""

    code = "reopening_does_not_fit"
    message = marked("What has happened since needs this match as it stands. In the way: {count}.")


class WriteUpChanged(Conflict):
    code = "write_up_changed"
    message = marked("This write-up was changed elsewhere since you opened it.")


class WriteUpTooLong(RuleViolation):
    code = "write_up_too_long"
    message = marked("A write-up has at most {most} characters; this one has {length}.")


class WriteUpEmpty(RuleViolation):
    code = "write_up_empty"
    message = marked("Write something, or choose a picture.")


class PrematchIllegal(Refused):
    code = "prematch_illegal"
    message = marked("It cannot have been so before the match. To be put right: {count}.")


class PrematchChanged(Conflict):
    code = "prematch_changed"
    message = marked("Somebody has recorded something here meanwhile. Look at what lies there now.")


class ThrownAlready(Conflict):
    code = "thrown_already"
    message = marked("Nothing is left to throw here: look at what has fallen already.")


class PrematchOver(Conflict):
    code = "prematch_over"
    message = marked(
        "The report of {home} against {away} is filed, and what happened before the match is part of it. "
        "Send the report back to change it."
    )


class StepNotPlayed(RuleViolation):
    code = "step_not_played"
    message = marked("By the rules of this match, “{step}” is no step before it.")


class HandIsAnothers(NotAllowed):
    code = "hand_is_anothers"
    message = marked("Only the coach of {team} sees these cards.")
    rule = "special-play-cards"


class DealtByHand(RuleViolation):
    code = "dealt_by_hand"
    message = marked("This league deals its cards at the table: say which you hold.")
    rule = "special-play-cards"


class DealtByServer(RuleViolation):
    code = "dealt_by_server"
    message = marked("The server deals the cards of this match: they cannot be written down.")
    rule = "special-play-cards"


class PurchasesSealed(Conflict):
    code = "purchases_sealed"
    message = marked("{other} has sealed what it buys: {team} says first what it buys, if only nothing.")
    rule = "inducements"


class DecksShown(Conflict):
    code = "decks_shown"
    message = marked("The seed of this match has been shown, and with it how its decks lie: no card is dealt any more.")
    rule = "special-play-cards"


class MatchEventNotDue(Conflict):
    code = "match_event_not_due"
    message = marked("Nothing happens to {team} in turn {turn} of half {half}.")
    rule = "match-events"


class MatchEventNotPlayed(Conflict):
    code = "match_event_not_played"
    message = marked(
        "{home} against {away} is not being played here: what the server has drawn is asked for from the kick-off on, "
        "until the report is filed. What was drawn at the table can be recorded."
    )
    rule = "match-events"


class MatchEventHalfUnknown(RuleViolation):
    code = "match_event_half_unknown"
    message = marked("There is no half {half} in this match: the last is {halves}.")
    rule = "match-events"


class MatchEventTurnUnknown(RuleViolation):
    code = "match_event_turn_unknown"
    message = marked("There is no turn {turn} in half {half}: the last is {turns}.")
    rule = "match-events"


class MatchEventTooSoon(Conflict):
    code = "match_event_too_soon"
    message = marked(
        "By what was tapped in and asked, {team} can be in turn {next_turn} of half {next_half} at the latest, not in "
        "turn {turn} of half {half}. Ask turn by turn, or tap in what has been played."
    )
    rule = "match-events"


class MatchEventAskedLater(Conflict):
    code = "match_event_asked_later"
    message = marked(
        "{team} has asked in turn {asked_turn} of half {asked_half} already: turn {turn} of half {half} is over."
    )
    rule = "match-events"


class MatchEventShown(Conflict):
    code = "match_event_shown"
    message = marked("The match event of {team} has been revealed already.")
    rule = "match-events"


class NotYourTurn(Conflict):
    code = "not_your_turn"
    message = marked("It is not the turn of {team} to buy inducements: {other} buys first.")
    rule = "inducements"


class FirstUndecided(Conflict):
    code = "first_undecided"
    message = marked("Both teams are worth the same: the coaches find out first who buys first.")
    rule = "inducements"


class FirstIsDecided(Conflict):
    code = "first_is_decided"
    message = marked("Who buys first is not for {coach} to say here.")
    rule = "inducements"


class InducementsStand(Conflict):
    code = "inducements_stand"
    message = marked("What {team} has bought stands: {other} has gone by it, or the match has begun.")
    rule = "inducements"


class NothingToCorrect(Conflict):
    code = "nothing_to_correct"
    message = marked("{home} against {away} does not count: there is nothing to correct about it.")


class CauseNotHere(RuleViolation):
    code = "cause_not_here"
    message = marked("Number {cause} is nothing that this match, or anything after it, has to tell.")


class CorrectionChanged(Conflict):
    code = "correction_changed"
    message = marked("Correction {number} is not as you saw it any more. Look at it again.")


class HistoryMoved(Conflict):
    """Between the look and the confirmation something else was written."""

    code = "history_moved"
    message = marked("Something has happened in this league since you looked. Look again at what would change.")


class CorrectionUnsettled(Refused, Conflict):
    """What does not fit, and what nobody has thrown: each of it, in words."""

    code = "correction_unsettled"
    message = marked("The correction cannot count yet. To be settled first: {count}.")


class CorrectionEmpty(RuleViolation):
    code = "correction_empty"
    message = marked("Nothing is said otherwise yet.")


class CorrectionStepsDue(Conflict):
    code = "correction_steps_due"
    message = marked("The post-match sequence of {home} against {away} is going on right now. Ask again in a moment.")


class CorrectionBuiltOn(Conflict):
    code = "correction_built_on"
    message = marked("Correction {number} cannot be undone: what it said was told anew since. Undo that first.")


class CorrectionStands(Conflict):
    code = "correction_stands"
    message = marked("Correction {number} does not count, or is undone already: there is nothing to undo.")


class NothingToThrow(Conflict):
    code = "nothing_to_throw"
    message = marked("Nothing is asked for that the server throws.")


class ChangeUnfit(RuleViolation):
    code = "change_unfit"
    message = marked("That cannot be said of number {cause}: it is something else.")


class DieLies(RuleViolation):
    """Dice are never thrown again: what no report asks for any more simply counts for nothing."""

    code = "die_lies"
    message = marked("The server threw {key}: it lies as it lies. Correct what asked for it instead.")
    rule = "dice"


class PictureNoImage(LogoNoImage):
    """Of a write-up. It says what is said of a logo, by a code of its own."""

    code = "picture_no_image"


class PictureTooLarge(LogoTooLarge):
    code = "picture_too_large"


class PictureTooManyPixels(LogoTooManyPixels):
    code = "picture_too_many_pixels"
