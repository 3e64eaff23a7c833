"""The demo league shows off what it must, whatever the dice say."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from io import StringIO
from typing import Any, ClassVar

import pytest
from django.conf import settings
from django.contrib.auth import authenticate
from django.contrib.auth.models import AnonymousUser
from django.core.management import call_command
from django.db import transaction
from django.test import TestCase, override_settings

from engine import effects as fx
from engine.team import legality
from leagues.mapping import ruleset_of
from leagues.models import AuditEntry, Coach, League
from leagues.selectors.leagues import league_list
from matches.demo import story
from matches.demo.chance import Chance
from matches.demo.editions import EDITIONS, VETERANS, VETERANS_OF
from matches.demo.league import demo_coaches, demo_league, league_play
from matches.demo.play import Lineup, play
from matches.demo.squads import SQUADS
from matches.demo.story import Evening
from matches.models import DiceRoll, DiceSession, Match, MatchStatus, PostMatchStep, StepStatus
from matches.selectors.matches import inbox
from matches.selectors.seasons import season_latest, season_page
from teams.mapping import sheet_of
from teams.models import EffectRow, PlayerRow, Team
from teams.selectors.statement import statement
from tests.engine.given import RULES, a_sheet

pytestmark = pytest.mark.django_db

FAT = 200_000
README_CALL = re.compile(r"^\$ curl localhost:8000(\S+)\n(.+)$", re.MULTILINE)
README_VALUE = re.compile(r'"(\w+)": ("[^"…]*…?|-?\d+|true|false|null)')

# The states of a match that the round under way shows.
SHOWN = {MatchStatus.SCHEDULED, MatchStatus.REPORTED, MatchStatus.CONFIRMED, MatchStatus.FINISHED}


def said(*args: str) -> str:
    out = StringIO()
    call_command("demo", *args, stdout=out)
    return out.getvalue()


def told(league: League) -> dict[str, Any]:
    """Everything of a league that a seed decides."""
    season = season_latest(AnonymousUser(), league)
    assert season is not None
    rolls = DiceRoll.objects.filter(session__league=league)
    return {
        "seals": list(DiceSession.objects.filter(league=league).order_by("occasion").values_list("occasion", "seal")),
        "standings": [row.standing for row in season_page(season).standings],
        "dice": list(rolls.order_by("session__occasion", "key").values_list("session__occasion", "key", "faces")),
        "effects": list(EffectRow.objects.filter(team__league=league).order_by("pk").values_list("team__key", "data")),
    }


# Whatever broker the environment names: the demo advances the sequences itself.
@override_settings(REDIS_URL="")
class DemoLeague(TestCase):
    league: ClassVar[League]
    output: ClassVar[str]

    @classmethod
    def setUpTestData(cls) -> None:
        cls.output = said()
        found = demo_league()
        assert found is not None
        cls.league = found

    def test_eight_teams_play_half_of_them_human_and_half_orc(self) -> None:
        rosters = list(self.league.teams.values_list("roster", flat=True))
        assert sorted(rosters) == ["human"] * 4 + ["orc"] * 4
        assert len({team.coach_id for team in self.league.teams.all()}) == 8
        assert len({team.colour for team in self.league.teams.all()}) == 8

    def test_every_edition_has_a_league_of_drafted_teams(self) -> None:
        drafted = {league.name: (league.ruleset.key, league.teams.count()) for league in League.objects.all()}
        for edition in EDITIONS:
            veterans = edition.league == VETERANS_OF
            assert drafted[edition.league] == (edition.ruleset, len(edition.teams) + veterans)
        for team in Team.objects.exclude(league=self.league).prefetch_related("players"):
            assert legality.problems(sheet_of(team), ruleset_of(team.ruleset_id)) == ()

    def test_the_newest_edition_and_sevens_have_a_season_under_way(self) -> None:
        for edition in EDITIONS:
            league = League.objects.get(name=edition.league)
            played = league.matches.filter(status=MatchStatus.FINISHED)
            assert set(played.values_list("round", flat=True)) == set(range(1, edition.rounds + 1))
            assert league.matches.filter(status=MatchStatus.SCHEDULED).exists() == bool(edition.season)
        assert {edition.ruleset for edition in EDITIONS if edition.season} == {"bb2020", "basic"}
        learned = EffectRow.objects.filter(kind="improvement_taken", team__league__name=VETERANS_OF)
        assert learned.exists()

    def test_a_team_that_came_in_full_swing_may_hire_and_improve(self) -> None:
        team = Team.objects.get(name=VETERANS.name)
        assert team.windows.filter(closed_at__isnull=True).exists()
        improvers = {one.player.name for one in inbox(team.coach).to_improve if one.team == team}
        assert {"Marten Oar", "Sela Rope", "Fen Swift"} <= improvers

    def test_four_rounds_are_played(self) -> None:
        played = Match.objects.filter(league=self.league, round__lte=4)
        assert played.count() == 16
        assert set(played.values_list("status", flat=True)) == {MatchStatus.FINISHED}

    def test_the_round_under_way_has_a_match_in_every_state(self) -> None:
        current = Match.objects.filter(league=self.league, round=5)
        assert sorted(current.values_list("status", flat=True)) == sorted(SHOWN)
        waiting = PostMatchStep.objects.filter(match__league=self.league, status=StepStatus.WAITING)
        options = {step.name: step.options for step in waiting}
        assert options == {"winnings": ["keep", "reroll"], "hire-and-fire": ["done"]}
        assert not PostMatchStep.objects.filter(match__league=self.league, status=StepStatus.DUE).exists()

    def test_somebody_dies_and_others_are_hurt(self) -> None:
        players = PlayerRow.objects.filter(team__league=self.league)
        dead = set(players.filter(status="dead").values_list("name", flat=True))
        assert {"Sexton Graves", "Starter"} <= dead
        assert any(player.lost for player in players)
        assert players.filter(niggles__gt=0).exists()
        assert players.filter(misses_next=True).exists()

    def test_a_treasury_is_fat_although_a_mistake_cost_half_of_it(self) -> None:
        bankers = self.league.teams.get(name="Ironjaw Savings & Loot")
        assert bankers.treasury >= FAT
        mistakes = [line for line in statement(bankers) if line.reason == "expensive-mistakes"]
        (major,) = [line for line in mistakes if line.about == "major-incident"]
        assert major.amount <= -150_000

    def test_the_dead_are_replaced_and_a_later_re_roll_costs_double(self) -> None:
        told = [(line.reason, line.about, line.amount) for team in self.league.teams.all() for line in statement(team)]
        hired = PlayerRow.objects.filter(team__league=self.league, name__in=["Prudence Yew", "Main Course"])
        assert hired.count() == 2
        assert {row.number for row in hired} == {1, 2}
        assert ("goods-bought", "reroll", -100_000) in told
        assert {("player-hired", row.key) for row in hired} <= {(reason, about) for reason, about, _ in told}

    def test_dice_were_thrown_by_the_server_and_at_the_table(self) -> None:
        sources = DiceRoll.objects.filter(session__league=self.league).values_list("source", flat=True)
        assert set(sources) == {"seeded", "table"}

    def test_players_earned_what_levels_them_up(self) -> None:
        top = PlayerRow.objects.filter(team__league=self.league).order_by("-spp")[:3]
        assert all(player.spp >= 16 for player in top)

    def test_every_write_went_through_a_service(self) -> None:
        actions = set(AuditEntry.objects.values_list("action", flat=True))
        assert actions == {
            "coach.registered",
            "league.founded",
            "league.joined",
            "team.drafted",
            "season.created",
            "report.submitted",
            "report.confirmed",
            "postmatch.step",
            "postmatch.chosen",
            "hiring.done",
            "team.entered",
            "window.opened",
            "improvement.taken",
        }
        for kind, action in ((fx.TeamFounded, "team.drafted"), (fx.TeamEntered, "team.entered")):
            told = EffectRow.objects.filter(kind=kind.kind()).count()
            assert told == AuditEntry.objects.filter(action=action).count()
        assert EffectRow.objects.filter(kind__in=("team_founded", "team_entered")).count() == Team.objects.count()

    def test_the_rows_agree_with_the_ledger(self) -> None:
        out = StringIO()
        call_command("check_ledger", stdout=out)
        assert out.getvalue().strip().endswith("0 differences")

    def test_a_second_time_changes_nothing(self) -> None:
        before = (AuditEntry.objects.count(), Coach.objects.count())
        assert "here already" in said()
        assert (AuditEntry.objects.count(), Coach.objects.count()) == before

    def test_the_printed_password_opens_every_account(self) -> None:
        assert story.PASSWORD in self.output
        coaches = demo_coaches()
        assert len(coaches) == 9
        for coach in coaches:
            assert authenticate(None, username=coach.email, password=story.PASSWORD) == coach

    def test_the_logins_say_for_whom_something_waits(self) -> None:
        lines = {line.split()[0]: line for line in said("--logins").splitlines()[1:]}
        assert list(lines) == [coach.email for coach in demo_coaches()]
        for coach in demo_coaches():
            waits = inbox(coach)
            line = lines[str(coach.email)]
            assert ("has a choice to make" in line) == bool(waits.choices)
            assert ("has a report to confirm" in line) == bool(waits.to_confirm)
        assert sum("has a choice" in line for line in lines.values()) == 2
        assert sum("has a report" in line for line in lines.values()) == 1

    def test_the_readme_shows_answers_that_are_given(self) -> None:
        """Every value that the README prints is in the answer; ids, which a busy database counts on, aside."""
        shown = README_CALL.findall((settings.BASE_DIR / "README.md").read_text(encoding="utf-8"))
        assert len(shown) == 5
        first = {
            "seasons": self.league.seasons.get().pk,
            "teams": self.league.teams.order_by("pk")[0].pk,
            "matches": self.league.matches.order_by("pk")[0].pk,
        }
        for path, printed in shown:
            path = re.sub(r"(seasons|teams|matches)/1/", lambda found: f"{found[1]}/{first[found[1]]}/", path)
            answer = self.client.get(path)
            assert answer.status_code == 200, path
            values = [pair for pair in README_VALUE.findall(printed) if pair[0] != "id"]
            assert values
            text = json.dumps(answer.json(), ensure_ascii=False)
            for name, value in values:
                assert f'"{name}": {value.rstrip("…")}' in text, (path, name, value)

    def test_the_cellar_is_for_its_members_alone(self) -> None:
        cellar = League.objects.get(name=story.CELLAR)
        assert cellar not in league_list(AnonymousUser())
        assert self.league in league_list(AnonymousUser())
        assert cellar.teams.count() == 2


@override_settings(REDIS_URL="")
def test_without_a_demo_league_nobody_is_listed() -> None:
    assert said("--logins") == ""


@override_settings(REDIS_URL="")
def test_a_seed_decides_every_die_and_every_standing() -> None:
    told_by = {}
    for name, seed in (("first", story.SEED), ("again", story.SEED), ("other", story.SEED + 1)):
        before = transaction.savepoint()
        told_by[name] = told(league_play(seed=seed))
        transaction.savepoint_rollback(before)
    assert told_by["first"] == told_by["again"]
    assert told_by["first"]["dice"] != told_by["other"]["dice"]
    assert told_by["first"]["standings"] != told_by["other"]["standings"]


@override_settings(REDIS_URL="")
@pytest.mark.parametrize("seed", [1, 2])
def test_the_story_holds_with_other_seeds(seed: int) -> None:
    league = league_play(seed=seed)
    teams = league.teams.all()
    assert max(team.treasury for team in teams) >= FAT
    assert PlayerRow.objects.filter(team__league=league, status="dead").count() >= 2
    assert set(Match.objects.filter(league=league, round=5).values_list("status", flat=True)) == SHOWN


@pytest.mark.parametrize("nominees", [1, 3])
def test_the_story_names_as_many_players_as_its_rules_ask_for(nominees: int) -> None:
    """The demo is a story; how many are nominated, and for what deeds points are given, the ruleset says."""
    rules = replace(RULES, mvp=replace(RULES.mvp, nominees=nominees), spp={**RULES.spp, "completion": 50})
    squad, chance = SQUADS[0], Chance(b"a seed")
    sheets = [a_sheet(key, positions={"thrower": 1, "lineman": 10}) for key in ("t1", "t2")]
    home, away = (
        Lineup(sheet=sheet, squad=squad, evening=Evening(1, squad.name), spared=frozenset(), ruleset=rules)
        for sheet in sheets
    )
    side = play(home, away, chance).home
    assert len(side.nominees) == nominees
    passed = [deeds.player for deeds in side.deeds if deeds.counts["completion"]]
    assert side.nominees[0] in passed
