"""The ledger: adding causes, and revising history. Called inside ``write()`` by the services that know why."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.db.models import Max, Q

from engine import history
from engine.dice import Dice, ReplayDice
from engine.effects import TeamEffect
from engine.effects import from_data as effect_from
from engine.history import Cause as EngineCause
from engine.history import Decision, DiceFor, Redecided, Redecision, Resolution
from engine.match.report import MatchReport
from engine.rulesets import Ruleset
from engine.team.sheet import TeamSheet
from engine.version import ENGINE_VERSION
from leagues.mapping import ruleset_of
from leagues.models import Coach, League, StoredRuleset
from teams.errors import HistoryConflict, NoRoomInHistory
from teams.mapping import ToldRow, cause_of, effect_rows, project, sheet_in, sheet_of
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
    stored: Sequence[EngineCause] | None = None,
    rules: Mapping[int, str] | None = None,
) -> Redecision:
    """What would change if these causes (by id) had other ``inputs``, another ``place``, or were ``voided``.

    ``stored`` and ``rules`` (the hash of each cause's) save reading them again.
    """
    stored = league_causes(league) if stored is None else stored
    by_key = {cause.key: cause for cause in stored}
    changed = {str(pk): _revised(by_key[str(pk)], changes) for pk, changes in revised.items()}
    return history.redecide(
        stored,
        changed,
        rules=_rules_by_cause(league) if rules is None else lambda cause: ruleset_of(rules[int(cause.key)]),
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
    history_keep(league=league, preview=preview, revised=revised, resolutions=resolutions, reason=reason, actor=actor)
    return preview


def history_keep(
    *,
    league: League,
    preview: Redecision,
    revised: Mapping[int, Mapping[str, Any]],
    resolutions: Mapping[int, Resolution] | None = None,
    reason: str,
    actor: Coach | None,
) -> tuple[tuple[Revision, Revision], ...]:
    """Write what was previewed under this very lock; each revision as it was, and as it is now."""
    if preview.conflicts or preview.wanted:
        raise HistoryConflict(preview)
    stands = {pk: {"stands": True} for pk, resolution in (resolutions or {}).items() if resolution == "gift"}
    told = {pk: {**revised.get(pk, {}), **stands.get(pk, {})} for pk in (*revised, *stands)}
    written = [
        (one, told.get(int(one.cause.key), {}))
        for one in preview.decided
        if one.to_be_kept or int(one.cause.key) in told
    ]
    kept = _revise(written, reason, actor)
    keys = {*preview.before, *preview.after}
    changed = [key for key in keys if preview.before.get(key) != preview.after.get(key)]
    for team in Team.objects.filter(league=league, key__in=changed).order_by("pk"):
        project(team, sheet_in(preview.after, team))
    return kept


def history_head(league: League) -> int:
    """The last thing that was written into the league's history: whoever saw another one has seen another history."""
    return int(Revision.objects.filter(cause__league=league).aggregate(last=Max("pk"))["last"] or 0)


def history_again(league: League) -> Redecision:
    """Every cause decided again from its stored inputs: over what nobody has touched it changes nothing."""
    return history.redecide(league_causes(league), rules=_rules_by_cause(league), all_again=True)


def league_causes(league: League) -> tuple[EngineCause, ...]:
    """The league's whole history as it stands, in the order of play.

    It is read as plain values: of a long season there are thousands, and nobody needs their rows.
    """
    teams = dict(Team.objects.filter(league=league).values_list("pk", "key"))
    of_cause: dict[int, list[str]] = defaultdict(list)
    for cause, team in Cause.teams.through.objects.filter(cause__league=league).values_list("cause", "team"):
        of_cause[cause].append(teams[team])
    effects: dict[int, list[TeamEffect]] = defaultdict(list)
    rows = EffectRow.objects.filter(revision__entry__league=league).order_by("revision", "nth")
    for revision, team, data in rows.values_list("revision", "team", "data"):
        effects[revision].append(TeamEffect(teams[team], effect_from(data)))
    entries = HistoryEntry.objects.filter(league=league).order_by("place", "step", "cause")
    return tuple(
        cause_of(ToldRow(*row), of_cause[row[0]], effects[row[1]]) for row in entries.values_list(*ToldRow._fields)
    )


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


def occasion_revision(league: League, occasion: str, kind: str = "match") -> int:
    """The latest revision of what was told of an occasion, by its number: a revision is a fact and never changes."""
    entries = HistoryEntry.objects.filter(league=league, cause__occasion=occasion, cause__kind=kind)
    return int(entries.values_list("revision", flat=True).get())


def revision_inputs(revision: int) -> dict[str, Any]:
    return dict(Revision.objects.values_list("inputs", flat=True).get(pk=revision))


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
    follow: list[tuple[Redecided, Mapping[str, Any]]] = [
        (one, {}) for one in preview.decided if one.to_be_kept and one.cause.key != new.key
    ]
    _revise(follow, follows_from(new.kind, new.occasion), actor)


def follows_from(kind: str, occasion: str) -> str:
    """The reason on record of what was decided again because something was told late."""
    return f"follows from {kind} {occasion}"


def _keep(league: League, told: Told, decision: Decision, actor: Coach | None) -> Cause:
    cause = Cause.objects.create(league=league, kind=told.kind, occasion=told.occasion)
    # It is new: nobody is there who would have to be looked for first.
    cause.teams.through.objects.bulk_create(cause.teams.through(cause=cause, team=team) for team in told.teams)
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
    # What is told otherwise is decided by the rules again.
    stands = cause.stands and "inputs" not in changes
    return replace(
        cause,
        inputs=changes.get("inputs", cause.inputs),
        rolls=changes.get("rolls", cause.rolls),
        effects=changes.get("effects", cause.effects),
        voided=changes.get("voided", cause.voided),
        stands=changes.get("stands", stands),
        place=(changes.get("place", place), changes.get("step", step), nth),
    )


def _revise(
    written: Sequence[tuple[Redecided, Mapping[str, Any]]], reason: str, actor: Coach | None
) -> tuple[tuple[Revision, Revision], ...]:
    """Add revisions: the facts stay, the entries of the history point at the new telling of them."""
    entries = {
        entry.cause_id: entry
        for entry in HistoryEntry.objects.filter(cause__in=[int(one.cause.key) for one, _ in written])
        .select_related("revision", "cause")
        .prefetch_related("cause__teams")
    }
    told = [(one, _revised(one.cause, changes), entries[int(one.cause.key)]) for one, changes in written]
    new = Revision.objects.bulk_create(
        Revision(
            cause_id=entry.cause_id,
            number=entry.revision.number + 1,
            place=cause.place[0],
            step=cause.place[1],
            inputs=dict(cause.inputs),
            rolls=[roll.to_data() for roll in one.rolls],
            voided=cause.voided,
            stands=cause.stands,
            ruleset_id=entry.revision.ruleset_id,
            engine_version=ENGINE_VERSION,
            reason=reason,
            actor=actor,
        )
        for one, cause, entry in told
    )
    rows, kept = [], []
    for (one, cause, entry), revision in zip(told, new, strict=True):
        rows += effect_rows(one.effects, revision.pk, {team.key: team for team in entry.cause.teams.all()})
        kept.append((entry.revision, revision))
        entry.revision, entry.place, entry.step = revision, cause.place[0], cause.place[1]
    EffectRow.objects.bulk_create(rows)
    HistoryEntry.objects.bulk_update(entries.values(), ["revision", "place", "step"])
    return tuple(kept)


def _project_from_nothing(league: League) -> None:
    world = history.fold(league_causes(league))
    for team in Team.objects.filter(league=league).order_by("pk"):
        project(team, sheet_in(world, team))
