"""What is refused.

An *impossible act* is an exception with a stable code, named data and the rule it comes from. An *imperfect state*
is data: a tuple of ``Problem``, all of them at once. Messages are English templates; the edge translates
them from the code and the data.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

Severity = Literal["error", "warning"]


def marked(message: str) -> str:
    """Marks a message for translation without translating it: the engine speaks no language."""
    return message


def sentence(message: str, params: Mapping[str, Any]) -> str:
    """A message with its data in place. Numbers are written as people read them: 1,060,000."""
    read = {name: f"{value:,}" if isinstance(value, int) else value for name, value in params.items()}
    return message.format(**read)


class EngineError(Exception):
    """A refusal. Subclasses set ``code``, ``message`` and ``rule``; codes are never renamed."""

    code: ClassVar[str] = "engine_error"
    message: ClassVar[str] = marked("That is not possible.")
    rule: ClassVar[str] = ""

    def __init__(self, **params: Any) -> None:
        self.params = params
        super().__init__(sentence(self.message, params))


class RuleViolation(EngineError):
    """The rules of the game say no."""

    code = "rule_violation"


class Conflict(EngineError):
    """Possible once, but not in the state things are in now."""

    code = "conflict"


class NotAllowed(EngineError):
    """Somebody else may do this."""

    code = "not_allowed"
    message = marked("You may not do that here.")


class DieMissing(EngineError):
    code = "die_missing"
    message = marked("A {dice} for {key} has not been thrown yet.")


class DieImpossible(RuleViolation):
    code = "die_impossible"
    message = marked("{faces} cannot be thrown with {dice}.")
    rule = "dice"


class DiceDiverged(EngineError):
    code = "dice_diverged"
    message = marked("{key} was recorded as {recorded}, but {asked} is asked for.")


class ScriptExhausted(EngineError):
    code = "script_exhausted"
    message = marked("The script has no faces left for {dice} ({key}).")


class ChoiceMissing(EngineError):
    code = "choice_missing"
    message = marked("{key} waits for a choice: {options}.")


class ChoiceUnknown(RuleViolation):
    code = "choice_unknown"
    message = marked("“{chosen}” is not one of the choices: {options}.")


class UnknownName(RuleViolation):
    """A key that the ruleset does not know: a roster, a position, a table."""

    code = "unknown_name"
    message = marked("There is no {kind} “{name}” in {ruleset}.")


class NotEnoughGold(RuleViolation):
    code = "not_enough_gold"
    message = marked("{team} needs {needed} gp but has {available} gp.")
    rule = "treasury"


class UnknownTeam(Conflict):
    code = "unknown_team"
    message = marked("Team {team} does not exist at that point of the league's history.")


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that does not fit: what, by which rule, where on the form, with both numbers in ``params``.

    An error blocks. A warning is something that is possible and unlikely: whoever files it says that it is so.
    """

    code: str
    message: str
    rule: str = ""
    where: str = ""
    params: Mapping[str, Any] = field(default_factory=dict)
    severity: Severity = "error"

    def __str__(self) -> str:
        return sentence(self.message, self.params)

    def to_data(self) -> dict[str, Any]:
        return {
            "code": self.code,
            "title": str(self),
            "rule": self.rule,
            "where": self.where,
            "params": dict(self.params),
            "severity": self.severity,
        }


class Refused(RuleViolation):
    """A whole submission that has problems: all of them travel with the refusal."""

    code = "refused"
    message = marked("To be put right first: {count}.")

    def __init__(self, problems: tuple[Problem, ...], **params: Any) -> None:
        self.problems = problems
        super().__init__(count=len(problems), **params)


class ChangeoverIllegal(Refused):
    code = "changeover_illegal"
    message = marked("The rules cannot be changed like this. To be put right: {count}.")


class ImprovementIllegal(Refused):
    code = "improvement_illegal"
    message = marked("He cannot improve like this. To be put right: {count}.")
    rule = "improvement"


class HiringIllegal(Refused):
    code = "hiring_illegal"
    message = marked("The rules do not let the team do that. To be put right: {count}.")
    rule = "hiring"


class DealIllegal(Refused):
    code = "deal_illegal"
    message = marked("This deal cannot be made. To be put right: {count}.")
    rule = "deals"


class TeamRetiredAlready(Conflict):
    code = "team_retired_already"
    message = marked("{team} has retired already.")


class EntryIllegal(Refused):
    code = "entry_illegal"
    message = marked("The team cannot be entered like this. To be put right: {count}.")
    rule = "draft"


class EntryUnfit(Refused):
    """Another league may have allowed it: whoever may, accepts it by its codes."""

    code = "entry_unfit"
    message = marked("The team does not fit the rules of this league. To be put right or accepted: {count}.")
    rule = "commissioner"


class RulingIllegal(Refused):
    code = "ruling_illegal"
    message = marked("That cannot be ruled. To be put right: {count}.")
    rule = "commissioner"


class DraftIllegal(Refused):
    code = "draft_illegal"
    message = marked("The draft is not legal yet. To be put right: {count}.")
    rule = "draft"


class ReportIllegal(Refused):
    code = "report_illegal"
    message = marked("The report cannot be true as it stands. To be put right: {count}.")
    rule = "match-report"
