"""The ledger: adding causes, and revising history. Called inside ``write()`` by the services that know why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.db.models import Max, Q

from engine import history
from engine.dice import Dice, ReplayDice
from engine.history import Cause as EngineCause
from engine.history import Decision, DiceFor, Redecided, Redecision, Resolution
from engine.match.report import MatchReport
from engine.rulesets import Ruleset
from engine.team.sheet import TeamSheet
from engine.version import ENGINE_VERSION
from leagues.mapping import ruleset_of
from leagues.models import Coach, League, StoredRuleset
from teams.errors import HistoryConflict, NoRoomInHistory
from teams.mapping import cause_of, effect_rows, project, sheet_in, sheet_of
from teams.models import Cause, EffectRow, HistoryEntry, Revision, Team

# Places leave room for what is told late: a new occasion stands this far behind the last one, and one that is
# put between two others stands close behind the earlier, so that a whole series fits in one gap.
GAP = 2**32
NEAR = 2**16


@dataclass(frozen=True, slots=True)
class Told:
    """A cause as it is told: what the ledger needs to decide and keep it."""

    kind: str
    occasion: str
    place: int
    teams: Sequence[Team]
    inputs: Mapping[str, Any]
    ruleset: StoredRuleset
    step: int = 0
    report: MatchReport | None = None
    dice: Dice = field(default_factory=lambda: ReplayDice(()))  # unless given, there is nothing to throw


def league_lock(league: League) -> League:
    """One writer of a league's history at a time. On SQLite the whole database already has one.

    Not the key: who merely points at the league (an audit row, a new member) need not wait.
    """
    return League.objects.select_for_update(no_key=True).get(pk=league.pk)


def last_place(league: League) -> int:
    """Of what has been told, and of what has its place and tells later: a match that is being played."""
    places = League.objects.filter(pk=league.pk).aggregate(told=Max("history__place"), given=Max("place_given"))
    return max(int(places["told"] or 0), int(places["given"] or 0))


def place_at_end(league: League) -> int:
    return last_place(league) + GAP


def place_give(league: League) -> int:
    """Give away the place at the end of history: what happens from now on stands behind it. Called under the lock."""
    place = place_at_end(league)
    League.objects.filter(pk=league.pk).update(place_given=place)
    return place


def next_occasion(league: League, kind: str, stem: str) -> str:
    """A name for something that happens besides matches: ``r1`` for the first change of rules, ``r2``, ..."""
    told = Cause.objects.filter(league=league, kind=kind).values("occasion").distinct().count()
    return f"{stem}{told + 1}"


def place_before(league: League, place: int, taken: Iterable[int] = ()) -> int:
    """A free place directly before ``place``; ``taken`` are those of what has not told anything yet."""
    entries = HistoryEntry.objects.filter(league=league, place__lt=place)
    told = int(entries.aggregate(last=Max("place"))["last"] or 0)
    earlier = max([told, *(one for one in taken if one < place)])
    room = place - earlier
    if room < 2:
        raise NoRoomInHistory
    return earlier + min(NEAR, room // 2)


def cause_record(
    *,
    league: League,
    told: Told,
    late_dice: DiceFor | None = None,
    later_stands: bool = False,
    actor: Coach | None,
) -> tuple[Decision, Cause | None]:
    """Decide a cause and keep it. One that waits for a choice is decided, but not kept yet.

    A cause told late takes its place, and everything after it is decided again (``late_dice`` throws what that
    asks for). What does not fit any more is refused or, where the ``later_stands``, kept as it was told.
    """
    engine_cause = _engine_cause(told)
    late = _later_entries(league, told).exists()
    sheets = _sheets_at(league, told) if late else {team.key: sheet_of(team) for team in told.teams}
    decision = history.decide(engine_cause, sheets, told.report, told.dice, _rules(told.ruleset))
    if decision.choice is not None:
        return decision, None
    if late:
        arriving = replace(engine_cause, rolls=decision.rolls)
        _make_room(
            league, _arrival(league, arriving, told.ruleset, late_dice, later_stands=later_stands), arriving, actor
        )
    row = _keep(league, told, decision, actor)
    if late:
        _project_from_nothing(league)
    else:
        world = history.fold([replace(engine_cause, effects=decision.effects)], sheets)
        for team in told.teams:
            project(team, sheet_in(world, team))
    return decision, row


def arrival_preview(*, league: League, told: Told, dice: DiceFor) -> Redecision | None:
    """What would change if this were told now; None when nothing that has been told comes after it."""
    if not _later_entries(league, told).exists():
        return None
    return _arrival(league, _engine_cause(told), told.ruleset, dice)


def causes_before(league: League, place: int) -> tuple[EngineCause, ...]:
    """The history up to a place, in the order of play."""
    return tuple(cause for cause in league_causes(league) if cause.place < (place, 0, 2**62))


def history_preview(
    *,
    league: League,
    revised: Mapping[int, Mapping[str, Any]],
    resolutions: Mapping[int, Resolution] | None = None,
    dice: DiceFor | None = None,
) -> Redecision:
    """What would change if these causes (by id) had other ``inputs``, another ``place``, or were ``voided``."""
    stored = league_causes(league)
    by_key = {cause.key: cause for cause in stored}
    changed = {str(pk): _revised(by_key[str(pk)], changes) for pk, changes in revised.items()}
    return history.redecide(
        stored,
        changed,
        rules=_rules_by_cause(league),
        dice=dice,
        resolutions={str(pk): resolution for pk, resolution in (resolutions or {}).items()},
    )


def history_revise(
    *,
    league: League,
    revised: Mapping[int, Mapping[str, Any]],
    resolutions: Mapping[int, Resolution] | None = None,
    dice: DiceFor | None = None,
    reason: str,
    actor: Coach | None,
) -> Redecision:
    """Revise causes and everything that follows from them. Refused as long as something does not fit."""
    league_lock(league)
    preview = history_preview(league=league, revised=revised, resolutions=resolutions, dice=dice)
    if preview.conflicts or preview.wanted:
        raise HistoryConflict(preview)
    for one in preview.decided:
        changes = revised.get(int(one.cause.key))
        if one.changed or changes is not None:
            _revise(one, changes or {}, reason, actor)
    _project_from_nothing(league)
    return preview


def history_again(league: League) -> Redecision:
    """Every cause decided again from its stored inputs: over what nobody has touched it changes nothing."""
    return history.redecide(league_causes(league), rules=_rules_by_cause(league), all_again=True)


def league_causes(league: League) -> tuple[EngineCause, ...]:
    """The league's whole history as it stands, in the order of play."""
    entries = (
        HistoryEntry.objects.filter(league=league)
        .select_related("cause", "revision")
        .prefetch_related("cause__teams", "revision__effects")
        .order_by("place", "step", "cause")
    )
    # Whatever happened to a team, a cause of its own happened before: its draft.
    keys = {team.pk: team.key for entry in entries for team in entry.cause.teams.all()}
    return tuple(cause_of(entry, keys) for entry in entries)


def sheet_at(team: Team, place: int, step: int) -> TeamSheet:
    """The team as it stood at this place of the history, or stands now if nothing has happened to it since."""
    return sheets_at([team], place, step)[team.key]


def sheets_at(teams: Sequence[Team], place: int, step: int) -> dict[str, TeamSheet]:
    """The same for teams of one league, by their keys. One that was drafted later is nothing but a name there."""
    league = teams[0].league
    here = Told("", "", place, teams, {}, teams[0].ruleset, step=step)
    if not _later_entries(league, here).exists():
        return {team.key: sheet_of(team) for team in teams}
    world = _sheets_at(league, here)
    return {team.key: world.get(team.key) or TeamSheet(team.key, name=team.name) for team in teams}


def occasion_inputs(league: League, occasion: str, kind: str = "match") -> dict[str, Any]:
    """What was told of an occasion, as its latest revision has it."""
    entry = HistoryEntry.objects.select_related("revision").get(
        league=league, cause__occasion=occasion, cause__kind=kind
    )
    return dict(entry.revision.inputs)


def _engine_cause(told: Told) -> EngineCause:
    return EngineCause(
        key=f"{told.kind}/{told.occasion}/{told.step}",
        kind=told.kind,
        occasion=told.occasion,
        # Behind every cause that stands at this very place already.
        place=(told.place, told.step, 2**62),
        teams=tuple(team.key for team in told.teams),
        inputs=told.inputs,
    )


def _later_entries(league: League, told: Told) -> Any:
    behind = Q(place__gt=told.place) | Q(place=told.place, step__gt=told.step)
    return HistoryEntry.objects.filter(behind, league=league, cause__teams__in=[team.pk for team in told.teams])


def _sheets_at(league: League, told: Told) -> dict[str, TeamSheet]:
    """The teams as they stood at this place of the history."""
    before = [cause for cause in league_causes(league) if cause.place < (told.place, told.step, 2**62)]
    return history.fold(before)


def _rules(stored: StoredRuleset) -> Ruleset:
    return ruleset_of(stored.pk)


def _rules_by_cause(league: League) -> history.RulesFor:
    hashes = {
        str(cause): ruleset
        for cause, ruleset in HistoryEntry.objects.filter(league=league).values_list("cause", "revision__ruleset")
    }
    return lambda cause: ruleset_of(hashes[cause.key])


def _arrival(
    league: League, new: EngineCause, ruleset: StoredRuleset, dice: DiceFor | None, *, later_stands: bool = False
) -> Redecision:
    """Everything after a cause that is told late, decided again."""
    stored, rules = league_causes(league), _rules_by_cause(league)
    resolutions: dict[str, Resolution] = {}
    while True:
        preview = history.redecide(
            stored,
            {new.key: new},
            rules=lambda cause: _rules(ruleset) if cause.key == new.key else rules(cause),
            dice=dice,
            resolutions=resolutions,
        )
        found = {one.cause.key for one in preview.conflicts} - {new.key}
        if not later_stands or not found:
            return preview
        resolutions |= dict.fromkeys(found, "keep")


def _make_room(league: League, preview: Redecision, new: EngineCause, actor: Coach | None) -> None:
    """Keep what a cause that is told late makes of those after it."""
    if preview.conflicts or preview.wanted:
        raise HistoryConflict(preview)
    for one in preview.decided:
        if one.changed and one.cause.key != new.key:
            _revise(one, {}, follows_from(new.kind, new.occasion), actor)


def follows_from(kind: str, occasion: str) -> str:
    """The reason on record of what was decided again because something was told late."""
    return f"follows from {kind} {occasion}"


def _keep(league: League, told: Told, decision: Decision, actor: Coach | None) -> Cause:
    cause = Cause.objects.create(league=league, kind=told.kind, occasion=told.occasion)
    cause.teams.set(told.teams)
    revision = Revision.objects.create(
        cause=cause,
        number=1,
        place=told.place,
        step=told.step,
        inputs=dict(told.inputs),
        rolls=[roll.to_data() for roll in decision.rolls],
        ruleset=told.ruleset,
        engine_version=ENGINE_VERSION,
        actor=actor,
    )
    HistoryEntry.objects.create(cause=cause, revision=revision, league=league, place=told.place, step=told.step)
    EffectRow.objects.bulk_create(effect_rows(decision.effects, revision.pk, {team.key: team for team in told.teams}))
    return cause


def _revised(cause: EngineCause, changes: Mapping[str, Any]) -> EngineCause:
    place, step, nth = cause.place
    return replace(
        cause,
        inputs=changes.get("inputs", cause.inputs),
        voided=changes.get("voided", cause.voided),
        place=(changes.get("place", place), changes.get("step", step), nth),
    )


def _revise(one: Redecided, changes: Mapping[str, Any], reason: str, actor: Coach | None) -> None:
    """Add a revision: the fact stays, the entry of the history points at the new telling of it."""
    entry = HistoryEntry.objects.select_related("revision", "cause").get(cause=int(one.cause.key))
    last = entry.revision
    cause = _revised(one.cause, changes)
    revision = Revision.objects.create(
        cause=entry.cause,
        number=last.number + 1,
        place=cause.place[0],
        step=cause.place[1],
        inputs=dict(cause.inputs),
        rolls=[roll.to_data() for roll in one.rolls],
        voided=cause.voided,
        ruleset_id=last.ruleset_id,
        engine_version=ENGINE_VERSION,
        reason=reason,
        actor=actor,
    )
    teams = {team.key: team for team in entry.cause.teams.all()}
    EffectRow.objects.bulk_create(effect_rows(one.effects, revision.pk, teams))
    entry.revision, entry.place, entry.step = revision, cause.place[0], cause.place[1]
    entry.save()


def _project_from_nothing(league: League) -> None:
    world = history.fold(league_causes(league))
    for team in Team.objects.filter(league=league).order_by("pk"):
        project(team, sheet_in(world, team))
