"""The ledger: facts are only added, rows are folds of them, and history can be told again from any point."""

from dataclasses import fields
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.models import F, Model

from config.facts import FactsAreForever
from config.guards import fact_models
from config.writing import write
from engine import rulesets
from engine.dice import ScriptedDice, SeededDice
from engine.team.sheet import Player, TeamSheet
from engine.typed import plain
from leagues.mapping import ruleset_keep
from leagues.models import League
from matches.mapping import report_from
from matches.models import Match
from teams.errors import HistoryConflict
from teams.mapping import player_columns, sheet_of, team_columns
from teams.models import Cause, EffectRow, HistoryEntry, PlayerRow, Revision, Team
from teams.services import ledger
from teams.services.verification import league_differences, league_redecided
from tests import cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def old_world() -> League:
    return cast.league()


@pytest.fixture
def two_matches(old_world: League) -> list[Match]:
    """Ann and Bob meet twice; both matches are played to the end."""
    season = cast.season(old_world, legs=2)
    return [cast.play(cast.match(season)) for _ in range(2)]


def state(league: League) -> dict[str, Any]:
    """Everything the rows of a league's teams say, but for how often they were written."""
    skipped = {"version", "_state", "_prefetched_objects_cache"}
    rows: list[Model] = [*Team.objects.filter(league=league), *PlayerRow.objects.filter(team__league=league)]
    return {
        f"{row._meta.model_name} {getattr(row, 'team_id', '')} {getattr(row, 'key', '')}": {
            name: value for name, value in vars(row).items() if name not in {*skipped, "id"}
        }
        for row in rows
    }


def cause(kind: str, match: Match, step: int = 0) -> Cause:
    return Cause.objects.get(kind=kind, occasion=match.key, revisions__step=step, revisions__number=1)


def revise(league: League, reason: str = "a test", **told: Any) -> None:
    with write("history.revised", actor=None, league=league) as writing:
        ledger.history_revise(league=league, reason=reason, actor=None, **told)
        writing.done(None)


def test_a_fold_of_the_effects_is_what_the_rows_say(two_matches: list[Match]) -> None:
    assert list(league_differences(two_matches[0].league)) == []


def test_check_ledger_ends_with_its_counts(two_matches: list[Match]) -> None:
    out = StringIO()
    call_command("check_ledger", stdout=out)
    effects = EffectRow.objects.count()
    assert out.getvalue().splitlines()[-1] == f"1 leagues, 2 teams, 24 players, {effects} effects, 0 differences"


@pytest.mark.parametrize(("column", "forged"), [("treasury", 999_999), ("value", 1), ("goods", {"reroll": 8})])
def test_check_ledger_finds_a_forged_team(two_matches: list[Match], column: str, forged: object) -> None:
    Team.objects.filter(pk=two_matches[0].home_id).update(**{column: forged})
    out, err = StringIO(), StringIO()
    with pytest.raises(SystemExit) as stop:
        call_command("check_ledger", stdout=out, stderr=err)
    assert stop.value.code == 1
    assert f"{column} is" in err.getvalue()
    assert out.getvalue().strip().endswith("1 differences")


def test_check_ledger_finds_a_forged_player(two_matches: list[Match]) -> None:
    PlayerRow.objects.filter(team=two_matches[0].home_id, key="p4").update(spp=6)
    assert [difference.what for difference in league_differences(two_matches[0].league)] == ["p4.spp"]


def test_check_ledger_finds_a_history_that_points_elsewhere(two_matches: list[Match]) -> None:
    """The entries of the history are a projection as well: each is the latest revision, where that says it stands."""
    league, first = two_matches[0].league, cause("match", two_matches[0])
    HistoryEntry.objects.filter(cause=first).update(place=F("place") + 1)
    assert [one.what for one in league_differences(league)] == ["history"]
    HistoryEntry.objects.filter(cause=first).update(place=F("place") - 1)
    assert list(league_differences(league)) == []
    HistoryEntry.objects.filter(cause__kind="post-match").order_by("-pk")[0].delete()
    assert "history" in [one.what for one in league_differences(league)]


def test_check_ledger_finds_a_team_that_was_drafted_by_other_rules(two_matches: list[Match]) -> None:
    other = ruleset_keep(rulesets.get("lrb6"))
    Team.objects.filter(pk=two_matches[0].home_id).update(drafted_under=other)
    assert "drafted_under" in [one.what for one in league_differences(two_matches[0].league)]


# What a team's row has that no effect brings: who and where it is, how it looks, and what counts writes and keys.
NO_PART_OF_THE_GAME = {
    "id", "league", "key", "coach", "colour", "logo", "drafted_at", "version", "players_made", "drafted_under",
}  # fmt: skip


def test_every_column_of_a_team_is_folded_or_no_part_of_the_game(two_matches: list[Match]) -> None:
    """A column that were neither could be changed without an effect, and nobody would ever find out."""
    team = cast.again(two_matches[0].home)
    sheet = sheet_of(team)
    folded = {name.removesuffix("_id") for name in team_columns(team, sheet)}
    columns = {field.name for field in Team._meta.concrete_fields}
    assert folded | NO_PART_OF_THE_GAME == columns
    assert folded & NO_PART_OF_THE_GAME == set()
    (some, *_) = player_columns(team, sheet).values()
    assert set(some) | {"id", "team"} == {field.name for field in PlayerRow._meta.concrete_fields}


def test_no_column_of_a_sheet_is_lost_in_its_row() -> None:
    """What the engine knows of a team or a player, the rows keep: else a fold would differ from the rows it wrote."""
    kept = {field.name for field in Team._meta.concrete_fields} | {"players"}
    # The balance is the treasury, less the debt of a history that was told again. No effect brings what is of one day.
    of_the_day = {"induced", "sits_out"}
    assert {field.name for field in fields(TeamSheet)} - {"balance"} - of_the_day <= kept
    assert {field.name for field in fields(Player)} <= {field.name for field in PlayerRow._meta.concrete_fields}


def test_the_database_keeps_gold_from_going_below_zero(old_world: League) -> None:
    team = cast.team(old_world)
    with pytest.raises(IntegrityError), transaction.atomic():
        Team.objects.filter(pk=team.pk).update(treasury=-1)


def test_every_ledger_table_is_a_fact() -> None:
    assert {Cause, Revision, EffectRow} <= set(fact_models())


@pytest.mark.parametrize("act", ["update", "delete"])
def test_no_service_can_update_or_delete_a_fact(two_matches: list[Match], act: str) -> None:
    for model in (Cause, Revision, EffectRow):
        with pytest.raises(FactsAreForever):
            model.objects.update(pk=1) if act == "update" else model.objects.all().delete()


def test_the_database_itself_refuses_to_change_a_fact(two_matches: list[Match]) -> None:
    """Not only the ORM: plain SQL is refused too, on every table of facts that has a row."""
    tried = 0
    for model in fact_models():
        if not model._default_manager.exists():
            continue
        table, key = model._meta.db_table, model._meta.pk.column
        for statement in (f'UPDATE "{table}" SET "{key}" = "{key}"', f'DELETE FROM "{table}"'):
            tried += 1
            with pytest.raises(DatabaseError, match="facts are only ever added"), transaction.atomic():
                connection.cursor().execute(statement)
    assert tried >= 12


def test_deciding_unchanged_inputs_again_changes_nothing(two_matches: list[Match]) -> None:
    league = two_matches[0].league
    again = ledger.history_again(league)
    assert again.changes == again.conflicts == again.wanted == ()
    assert again.before == again.after
    assert len(again.decided) == Cause.objects.count() > 10
    call_command("check_ledger", "--again", stdout=StringIO())


def test_deciding_again_finds_an_effect_that_its_inputs_do_not_bring(two_matches: list[Match]) -> None:
    """Somebody with the keys to the database adds a fact: the fold believes it, deciding again does not."""
    step = HistoryEntry.objects.filter(revision__effects__kind="gold_changed").order_by("-pk")[0]
    gift = step.revision.effects.get(kind="gold_changed")
    EffectRow.objects.create(revision=step.revision, nth=99, team=gift.team, kind=gift.kind, data=gift.data)
    assert [one.cause.key for one in league_redecided(two_matches[0].league)] == [str(step.cause_id)]
    with pytest.raises(SystemExit):
        call_command("check_ledger", "--again", stdout=StringIO(), stderr=StringIO())


def test_voiding_a_match_takes_back_what_followed_from_it(old_world: League) -> None:
    season = cast.season(old_world, legs=2)
    before = state(old_world)
    match = cast.play(cast.match(season))
    assert state(old_world) != before
    revise(old_world, revised={cause("match", match).pk: {"voided": True}})
    assert state(old_world) == before
    assert list(league_differences(old_world)) == []


def test_a_voided_match_can_be_restored_exactly(two_matches: list[Match]) -> None:
    league = two_matches[0].league
    before, first = state(league), cause("match", two_matches[0]).pk
    fresh: dict[str, Any] = {"dice": lambda cause: SeededDice(f"late {cause.occasion}".encode())}
    revise(league, revised={first: {"voided": True}}, **fresh)
    assert state(league) != before
    revise(league, revised={first: {"voided": False}}, **fresh)
    assert state(league) == before


def test_revisions_are_added_and_the_old_ones_stay_readable(two_matches: list[Match]) -> None:
    row = cause("match", two_matches[1])
    told = row.revisions.get(number=1)
    effects = list(told.effects.values_list("data", flat=True))
    revise(two_matches[1].league, "never happened", revised={row.pk: {"voided": True}})
    latest = row.revisions.get(number=2)
    assert (latest.voided, latest.reason, latest.effects.count()) == (True, "never happened", 0)
    assert list(Revision.objects.get(pk=told.pk).effects.values_list("data", flat=True)) == effects
    assert HistoryEntry.objects.get(cause=row).revision == latest


def test_a_corrected_report_decides_the_later_matches_again(old_world: League) -> None:
    """A player who turns out to have died in round 1 cannot have scored in round 2: a conflict, to be resolved."""
    season = cast.season(old_world, legs=2)
    first, second = (cast.play(cast.match(season), (1, 1)) for _ in range(2))
    row, later = cause("match", first), cause("match", second)
    dead = {"dice": {f"casualty/{first.home.key}/p10": [6, 1]}}
    told = cast.report(first, (1, 1), home={"casualties": [{"victim": "p10", "cause": "crowd"}]}, **dead)
    corrected = {row.pk: {"inputs": {"report": told}}}

    preview = ledger.history_preview(league=old_world, revised=corrected)
    assert [(one.cause.key, one.conflict.code) for one in preview.conflicts if one.conflict] == [
        (str(later.pk), "report_illegal")
    ]
    with pytest.raises(HistoryConflict) as refusal:
        revise(old_world, revised=corrected)
    assert refusal.value.params["conflicts"] == 1
    assert not PlayerRow.objects.filter(status="dead").exists()
    revise(old_world, revised=corrected, resolutions={later.pk: "keep"})
    assert PlayerRow.objects.get(status="dead").key == "p10"
    assert list(league_differences(old_world)) == []


@pytest.mark.parametrize(("typed", "changes"), [({}, 0), ({"dice": [6, 1]}, 1)])
def test_a_mistyped_table_die_can_be_corrected(old_world: League, typed: dict[str, list[int]], changes: int) -> None:
    """What coaches threw at the table is theirs to tell; telling the same again changes nothing."""
    match = cast.match(cast.season(old_world))
    hurt, key = {"casualties": [{"victim": "p4", "cause": "crowd"}]}, f"casualty/{match.home.key}/p4"
    played = cast.play(match, (1, 1), home=hurt, dice={key: [1, 1]})
    told = cast.report(played, (1, 1), home=hurt, dice={key: typed.get("dice", [1, 1])})
    preview = ledger.history_preview(
        league=old_world, revised={cause("match", played).pk: {"inputs": {"report": told}}}
    )
    assert len(preview.changes) == changes


def test_a_cause_told_late_takes_its_place_and_the_rest_is_decided_again(old_world: League) -> None:
    season = cast.season(old_world, legs=2)
    late = cast.match(season)
    early_in_writing = cast.play(_other(season, late))
    league = League.objects.get(pk=old_world.pk)
    place = ledger.place_before(league, early_in_writing.place or 0)
    told = ledger.Told(
        kind="match",
        occasion=late.key,
        place=place,
        teams=list(Team.objects.filter(league=league).prefetch_related("players").order_by("pk")),
        inputs={"report": plain(report_from(cast.report(late)))},
        ruleset=late.ruleset,
        dice=SeededDice(b"late"),
    )
    with write("test.late", actor=None, league=league) as writing:
        ledger.cause_record(league=league, told=told, late_dice=lambda cause: SeededDice(b"fresh"), actor=None)
        writing.done(None)
    order = [cause.occasion for cause in ledger.league_causes(league) if cause.kind == "match"]
    assert order == [late.key, early_in_writing.key]
    assert list(league_differences(league)) == []
    assert Team.objects.get(league=league, key="t1").record["outcomes"] == {"win": 1, "loss": 1}
    again = ledger.history_preview(league=league, revised={})
    assert again.changes == again.conflicts == again.wanted == ()


def _other(season: Any, match: Match) -> Match:
    return cast.reread(season.matches.exclude(pk=match.pk).get())


def test_places_leave_room_for_a_series_told_late(old_world: League) -> None:
    cast.team(old_world)
    last = ledger.place_at_end(old_world)
    places = [ledger.GAP]
    for _ in range(3):
        between = ledger.place_before(old_world, last)
        assert places[-1] <= between < last
        places.append(between)


def test_a_treasury_that_grows_by_a_correction_asks_for_its_expensive_mistakes_roll(old_world: League) -> None:
    """BB2016, post-match sequence step 5: the roll is owed from 100,000 gp on, also after a correction."""
    spent: dict[str, Any] = {"goods": {"reroll": 3, "fan-factor": 9}}  # 40,000 gp are left
    teams = [cast.team(old_world, **spent), cast.team(old_world, "Gouged Eye", by="Bob", roster="orc", **spent)]
    match = cast.match(cast.season(old_world, teams))
    home = match.home.key
    table = {
        f"winnings/{home}/1": [1],
        f"winnings/{home}/2": [6],
        f"fans/{home}": [1, 1],
        f"fans/{match.away.key}": [6, 6],
    }
    played = cast.play(match, (2, 1), choice="keep", dice=table)
    assert Team.objects.get(pk=played.home_id).treasury == 60_000
    winnings = played.steps.get(team=played.home, name="winnings").cause
    assert winnings is not None
    change = {winnings.pk: {"inputs": {"step": "winnings", "choice": "reroll"}}}
    preview = ledger.history_preview(league=old_world, revised=change)
    assert [one.wanted for one in preview.wanted] == [f"expensive-mistakes/{home}/table"]
    with pytest.raises(HistoryConflict):
        revise(old_world, revised=change)
    revise(old_world, revised=change, dice=lambda cause: ScriptedDice(6))
    assert Team.objects.get(pk=played.home_id).treasury == 110_000
    assert list(league_differences(old_world)) == []
