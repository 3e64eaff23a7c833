"""What a correction would do: its changes and resolutions as the ledger reads them, and the history decided again."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine import effects as fx
from engine.choosing import options_of
from engine.dice import ReplayDice, Roll
from engine.history import Cause, Redecided, Redecision, Resolution, report_of
from engine.match.report import MatchReport
from engine.match.throwing import thrower_of
from leagues.mapping import ruleset_of
from matches.errors import CauseNotHere
from matches.models import Correction, Match
from matches.services.correction_dice import CorrectionDice
from teams.models import HistoryEntry
from teams.services.ledger import history_head, history_preview, league_causes

TAKEN_BACK = ("drop", "ask")  # resolutions that take something out of history


@dataclass(frozen=True, slots=True)
class Looked:
    """A correction, and all that it would change."""

    correction: Correction
    head: int  # of the history that was looked at
    causes: Mapping[int, Cause]  # as they stand
    revised: Mapping[int, Mapping[str, Any]]
    resolutions: Mapping[int, Resolution]
    redecision: Redecision
    dice: CorrectionDice
    rules: Mapping[int, str]  # the hash of the rules of each cause

    def decided(self, pk: int) -> Redecided:
        """A cause as it would be, with its teams before it; of one that nothing reaches, as it is."""
        found = next((one for one in self.redecision.decided if one.cause.key == str(pk)), None)
        if found is None:
            raise CauseNotHere(cause=pk)
        return found

    def inputs(self, pk: int) -> Mapping[str, Any]:
        """What it says, with what this correction makes of it."""
        said: Mapping[str, Any] = self.revised.get(pk, {}).get("inputs", self.causes[pk].inputs)
        return said

    def report(self, occasion: str) -> MatchReport | None:
        """What this correction makes the report of an occasion say."""
        for pk, cause in self.causes.items():
            if cause.kind == "match" and cause.occasion == occasion:
                return report_of(_with(cause, self.revised.get(pk, {})))
        return None

    def options(self, pk: int) -> tuple[str, ...]:
        """What could be chosen at the place of a cause, by the history as it would be."""
        one = self.decided(pk)
        dice = ReplayDice(one.rolls, fresh=ReplayDice(self.dice.lying(one.cause.occasion)))
        ruleset, report = ruleset_of(self.rules[pk]), self.report(one.cause.occasion)
        return options_of(_with(self.causes[pk], self.revised.get(pk, {})), one.sheets, report, dice, ruleset)

    @property
    def thrown_by_the_server(self) -> set[str]:
        """The occasions at which something is asked for that the server throws."""
        return {
            one.cause.occasion
            for one, key in self.wanted
            if thrower_of(key, ruleset_of(self.rules[int(one.cause.key)])) != "table"
        }

    @property
    def wanted(self) -> tuple[tuple[Redecided, str], ...]:
        """Dice that nobody has thrown, each with what asks for it."""
        found = [(one, one.wanted) for one in self.redecision.wanted]
        for one in self.redecision.decided:
            if one.cause.kind == "match":
                found += [(one, key) for key in self.dice.wanted_of_match(one.cause.occasion)]
        return tuple(found)


def look(correction: Correction, throws: Collection[str] = ()) -> Looked:
    """Decide the history again as the correction has it. Nothing is written.

    ``throws`` are occasions at which the server throws what is asked for.
    """
    league = correction.league
    head, stored = history_head(league), league_causes(league)
    causes = {int(cause.key): cause for cause in stored}
    revised, resolutions = _revised(correction, causes), _resolutions(correction, causes)
    rules = dict(HistoryEntry.objects.filter(league=league).values_list("cause", "revision__ruleset"))
    by_occasion = {cause.occasion: ruleset_of(rules[pk]) for pk, cause in causes.items()}
    typed = {at: {key: tuple(faces) for key, faces in rolls.items()} for at, rolls in correction.typed.items()}
    dice = CorrectionDice(league, typed, by_occasion, throws)
    redecision = history_preview(
        league=league, revised=revised, resolutions=resolutions, dice=dice, stored=stored, rules=rules
    )
    return Looked(correction, head, causes, revised, resolutions, redecision, dice, rules)


def matches_taken_back(looked: Looked) -> list[Match]:
    """Matches that do not count any more."""
    keys = [
        looked.causes[pk].occasion
        for pk, changes in looked.revised.items()
        if changes.get("voided") and looked.causes[pk].kind == "match"
    ]
    found = Match.objects.filter(league=looked.correction.league_id, key__in=keys)
    return list(found.select_related("league", "home", "away").order_by("pk"))


def _revised(correction: Correction, causes: Mapping[int, Cause]) -> dict[int, dict[str, Any]]:
    told = {int(key): _typed_back(changes) for key, changes in correction.changes.items()}
    for key, way in correction.resolutions.items():
        if way in TAKEN_BACK:
            told[int(key)] = {"voided": True}
    found = {pk: changes for pk, changes in told.items() if pk in causes}
    gone = {causes[pk].occasion for pk, one in found.items() if one.get("voided") and causes[pk].kind == "match"}
    # A match takes with it whatever was done after it and belongs to it.
    for pk, cause in causes.items():
        if cause.occasion in gone and not cause.voided:
            found[pk] = {"voided": True}
    return found


def _typed_back(changes: Mapping[str, Any]) -> dict[str, Any]:
    found = dict(changes)
    if "rolls" in found:
        found["rolls"] = tuple(map(Roll.from_data, found["rolls"]))
    if "effects" in found:
        found["effects"] = tuple(fx.TeamEffect(one["team"], fx.from_data(one["effect"])) for one in found["effects"])
    return found


def _resolutions(correction: Correction, causes: Mapping[int, Cause]) -> dict[int, Resolution]:
    return {int(key): "gift" for key, way in correction.resolutions.items() if way == "gift" and int(key) in causes}


def _with(cause: Cause, changes: Mapping[str, Any]) -> Cause:
    return replace(cause, inputs=changes.get("inputs", cause.inputs), voided=False)
