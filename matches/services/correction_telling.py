"""One thing told otherwise in a correction: what may be said of it, and how the draft keeps it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from engine.dice import Roll, check_faces
from engine.errors import ChoiceUnknown, DieImpossible, Problem, ReportIllegal
from engine.history import Cause
from engine.match import checks, played
from engine.match.report import MatchReport
from engine.match.throwing import DieOfTheServer, thrower_of
from engine.team.hiring import Act
from engine.typed import plain
from leagues.mapping import ruleset_of
from leagues.names import clean_name
from matches.errors import CauseNotHere, ChangeUnfit, DieLies, ReportOfOtherTeams
from matches.models import Correction, Match
from matches.services.checking import of_this_kind, report_measured
from matches.services.correction_plan import Looked, look

What = Literal["report", "void", "choice", "die", "act", "restore"]
Way = Literal["", "gift", "drop", "ask"]
CHOSEN = ("post-match", "improvement", "journeymen")  # what somebody chooses
VOIDABLE = ("match", "hiring", "improvement")  # what may be told never to have happened


@dataclass(frozen=True, slots=True)
class CorrectionChange:
    """What is told otherwise of one cause: its `report`, its `choice`, a `die` of the table, an `act`; that it never
    happened (`void`), or that it stays as it was (`restore`).
    """

    cause: int
    what: What
    report: MatchReport | None = None
    choice: str = ""
    words: str = ""  # said with the choice: a name
    die: str = ""  # the key of the roll
    faces: tuple[int, ...] = ()
    act: Act | None = None


def told_otherwise(row: Correction, change: CorrectionChange, looked: Looked) -> None:
    """Take a change into the draft. ``looked`` is the correction without it."""
    cause = here(row, change.cause, looked)
    _TOLD[change.what](row, cause, change, looked)


def resolved(row: Correction, pk: int, way: Way, looked: Looked) -> None:
    """What becomes of something that does not fit any more."""
    cause = here(row, pk, looked)
    if way == "ask" and cause.kind != "post-match":
        raise ChangeUnfit(cause=pk)
    if pk in looked.revised and str(pk) in row.changes:
        # It was told otherwise: that is taken back first.
        row.changes = {key: one for key, one in row.changes.items() if key != str(pk)}
    row.resolutions = {key: one for key, one in row.resolutions.items() if key != str(pk)}
    if way:
        row.resolutions[str(pk)] = way


def here(row: Correction, pk: int, looked: Looked) -> Cause:
    """Something that this match, or anything that came after it, has to tell."""
    cause = looked.causes.get(pk)
    if cause is None or cause.place[0] < (row.match.place or 0):
        raise CauseNotHere(cause=pk)
    return cause


def report_problems(match: Match, report: MatchReport, pk: int, looked: Looked) -> tuple[Problem, ...]:
    """Everything that is wrong with a report at its place, as the correction makes the teams."""
    sheets, ruleset = looked.decided(pk).sheets, ruleset_of(looked.rules[pk])
    lying = {roll.key: roll for roll in looked.dice.lying(match.key)}
    servers = {key: roll.faces for key, roll in lying.items() if roll.source != "table"}
    found = played.problems(match.key, report, sheets, ruleset)
    against = (replace(one, severity="error") for one in checks.told_against_dice(report, sheets, servers))
    return (*found, *against, *_against_the_server(report, servers))


def _against_the_server(report: MatchReport, servers: Mapping[str, tuple[int, ...]]) -> Iterator[Problem]:
    for key, faces in report.dice.items():
        if key in servers and servers[key] != faces:
            error = DieLies(key=key)
            yield Problem(error.code, error.message, error.rule, f"dice.{key}", error.params)


def _report(row: Correction, cause: Cause, change: CorrectionChange, looked: Looked) -> None:
    if cause.kind != "match" or change.report is None:
        raise ChangeUnfit(cause=change.cause)
    match = _match_of(row, cause)
    report = of_this_kind(match, change.report)
    if (report.home.team, report.away.team) != (match.home.key, match.away.key):
        raise ReportOfOtherTeams(home=match.home.name, away=match.away.name)
    report_measured(report)
    if hindering := checks.blocking(report_problems(match, report, change.cause, looked), report):
        raise ReportIllegal(hindering)
    _say(row, change.cause, {"inputs": {"report": plain(report)}})


def _void(row: Correction, cause: Cause, change: CorrectionChange, looked: Looked) -> None:
    if cause.kind not in VOIDABLE:
        raise ChangeUnfit(cause=change.cause)
    _say(row, change.cause, {"voided": True})


def _choice(row: Correction, cause: Cause, change: CorrectionChange, looked: Looked) -> None:
    options = looked.options(change.cause) if cause.kind in CHOSEN else ()
    if not options:
        raise ChangeUnfit(cause=change.cause)
    if change.choice not in options:
        raise ChoiceUnknown(chosen=change.choice, options=", ".join(options))
    _say(row, change.cause, {"inputs": _chosen(cause, change)})


def _chosen(cause: Cause, change: CorrectionChange) -> dict[str, Any]:
    if cause.kind == "improvement":
        return {"improvement": {**cause.inputs["improvement"], "choice": change.choice}}
    if cause.kind == "journeymen":
        return {"position": change.choice}
    words = {"words": clean_name(change.words)} if change.words else {}
    return {**cause.inputs, "choice": change.choice, **words}


def _die(row: Correction, cause: Cause, change: CorrectionChange, looked: Looked) -> None:
    """A roll of the table that was mistyped; or one that is asked for now, and that coaches have thrown meanwhile."""
    fallen = next((roll for roll in looked.decided(change.cause).rolls if roll.key == change.die), None)
    if fallen is not None and fallen.source == "scripted":
        fallen = None  # it lies on its lowest face because nobody has thrown it
    lying = fallen or next((one for one in looked.dice.lying(cause.occasion) if one.key == change.die), None)
    if lying is None:
        _asked_die(row, cause, change, looked)
    elif lying.source != "table":
        raise DieLies(key=change.die)
    else:
        check_faces(lying.key, lying.sides, change.faces)
        _mistyped(row, cause, replace(lying, faces=change.faces), looked)


def _asked_die(row: Correction, cause: Cause, change: CorrectionChange, looked: Looked) -> None:
    if change.die not in {key for _, key in looked.wanted} or not change.faces:
        raise ChangeUnfit(cause=change.cause)
    if thrower_of(change.die, ruleset_of(looked.rules[change.cause])) == "server":
        raise DieOfTheServer(dice="die", key=change.die)
    before = row.typed
    row.typed = {**before, cause.occasion: {**before.get(cause.occasion, {}), change.die: list(change.faces)}}
    found = look(row).redecision.decided  # which dice it takes, only what asks for it knows
    wrong = next((one.conflict for one in found if one.conflict and one.conflict.code == DieImpossible.code), None)
    if wrong is not None:
        raise DieImpossible(key=change.die, dice=wrong.params["dice"], faces=wrong.params["faces"])


def _mistyped(row: Correction, cause: Cause, roll: Roll, looked: Looked) -> None:
    """Whoever went by it goes by the other faces; in a report that tells of it, it is told otherwise."""
    for pk, one in looked.causes.items():
        if one.occasion != cause.occasion or one.voided:
            continue
        said = looked.inputs(pk)
        if one.kind == "match" and roll.key in said["report"].get("dice", {}):
            dice = {**said["report"]["dice"], roll.key: list(roll.faces)}
            _say(row, pk, {"inputs": {"report": {**said["report"], "dice": dice}}})
        elif any(other.key == roll.key for other in one.rolls):
            rolls = {other.key: other.to_data() for other in looked.revised.get(pk, {}).get("rolls", one.rolls)}
            changes = {**row.changes.get(str(pk), {}), "rolls": [*{**rolls, roll.key: roll.to_data()}.values()]}
            _say(row, pk, changes)


def _act(row: Correction, cause: Cause, change: CorrectionChange, looked: Looked) -> None:
    """The same kind of act, about the same player, told otherwise. Whether it could be, the preview says."""
    if cause.kind != "hiring" or change.act is None:
        raise ChangeUnfit(cause=change.cause)
    was = cause.inputs["act"]
    act = replace(change.act, kind=was["kind"])
    if act.kind in ("hire", "raise"):
        act = replace(act, player=was["player"])
    # Who comes keeps the number and the name that he has, unless he is given others.
    act = replace(act, number=act.number or was.get("number", 0), name=act.name or was.get("name", ""))
    if act.name:
        act = replace(act, name=clean_name(act.name))
    _say(row, change.cause, {"inputs": {"act": plain(act)}})


def _restore(row: Correction, cause: Cause, change: CorrectionChange, looked: Looked) -> None:
    key = str(change.cause)
    row.changes = {pk: one for pk, one in row.changes.items() if pk != key}
    row.resolutions = {pk: one for pk, one in row.resolutions.items() if pk != key}


def _say(row: Correction, pk: int, changes: dict[str, Any]) -> None:
    row.changes = {**row.changes, str(pk): changes}
    row.resolutions = {key: one for key, one in row.resolutions.items() if key != str(pk)}


def _match_of(row: Correction, cause: Cause) -> Match:
    return Match.objects.select_related("league", "home", "away").get(league=row.league_id, key=cause.occasion)


_TOLD: Mapping[What, Callable[[Correction, Cause, CorrectionChange, Looked], None]] = {
    "report": _report,
    "void": _void,
    "choice": _choice,
    "die": _die,
    "act": _act,
    "restore": _restore,
}
