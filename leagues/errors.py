"""Refusals of the leagues app. Codes are never renamed; docs/errors.md lists them."""

from engine.errors import Conflict, NotAllowed, RuleViolation, marked


class InvitationUnknown(NotAllowed):
    code = "invitation_unknown"
    message = marked("This invitation does not open that league.")


class NameInvalid(RuleViolation):
    code = "name_invalid"
    message = marked("A name has 1 to {longest} characters, all of which can be seen.")


class RulesetNotPlayable(RuleViolation):
    code = "ruleset_not_playable"
    message = marked(
        "{ruleset}: these rules are from before matches were played by them. Change over to the edition as it is now."
    )


class RemarkTooLong(RuleViolation):
    code = "remark_too_long"
    message = marked("A remark has at most {longest} characters; this one has {length}.")


class ReasonMissing(RuleViolation):
    code = "reason_missing"
    message = marked("Say why: the reason is part of the record.")
    rule = "commissioner"


class MailTaken(Conflict):
    code = "mail_taken"
    message = marked("A coach with this mail address is registered already.")


class LinkSpent(Conflict):
    code = "link_spent"
    message = marked("This link was used already, or is too old.")


class OnlyCommissioner(Conflict):
    code = "only_commissioner"
    message = marked("Nobody else is a commissioner of {leagues}. Hand it over first.")


class PinMalformed(RuleViolation):
    code = "pin_malformed"
    message = marked("A PIN has {least} to {most} digits.")


class JobKindUnknown(RuleViolation):
    code = "job_kind_unknown"
    message = marked("There is no long work of the kind “{kind}”.")


class JobUnderWay(Conflict):
    code = "job_under_way"
    message = marked("“{job}” is under way already: {done} of {total}.")


class JobOver(Conflict):
    code = "job_over"
    message = marked("This job has ended already.")


class JobTaken(Conflict):
    code = "job_taken"
    message = marked("Somebody else has come on with this job.")
