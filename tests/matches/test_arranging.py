"""Friendlies and exhibition matches: one coach proposes, the other accepts; of an exhibition match nothing counts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse

from engine import effects as fx
from engine import rulesets
from engine.errors import NotAllowed, ReportIllegal
from leagues.errors import RulesetNotPlayable
from leagues.models import League
from matches.errors import (
    AlreadyReported,
    ArrangementChanged,
    ArrangementIllegal,
    KickedOffAlready,
    KickOffHindered,
    TeamOfAnotherLeague,
)
from matches.mapping import report_from
from matches.models import DiceSession, Match, MatchStatus, PostMatchStep
from matches.selectors.arranging import arranged_fixtures, exhibition_effects
from matches.selectors.matches import inbox
from matches.selectors.seasons import season_get, season_page
from matches.services.arranging import match_accept, match_arrange, match_call_off
from matches.services.reports import report_submit
from teams.models import Cause, Team
from teams.services.running import team_retire
from teams.services.verification import league_differences
from tests import cast

pytestmark = pytest.mark.django_db


def two_teams(league: League | None = None) -> tuple[Team, Team]:
    league = league or cast.league()
    return cast.team(league), cast.team(league, "Gouged Eye", by="Bob", roster="orc")


def codes(refused: pytest.ExceptionInfo[ArrangementIllegal]) -> list[str]:
    return [problem.code for problem in refused.value.problems]


def test_a_match_is_proposed_by_one_coach_and_accepted_by_the_other() -> None:
    home, away = two_teams()
    match = cast.arranged(home, away)
    assert (match.status, match.season, match.arranged_by) == (MatchStatus.PROPOSED, None, home.coach)
    assert list(inbox(away.coach).proposed) == [match]
    assert inbox(home.coach).proposed == ()
    with pytest.raises(NotAllowed):
        match_accept(match=match, actor=home.coach)
    assert match_accept(match=match, actor=away.coach).status == MatchStatus.SCHEDULED


def test_its_dice_are_sealed_from_the_start() -> None:
    match = cast.arranged(*two_teams())
    assert DiceSession.objects.filter(league=match.league, occasion=match.key).count() == 1


def test_a_commissioner_arranges_a_match_at_once() -> None:
    home, away = two_teams()
    match = match_arrange(league=home.league, home=home, away=away, actor=cast.coach("Cora"))
    assert match.status == MatchStatus.SCHEDULED


def test_nobody_proposes_for_others() -> None:
    home, away = two_teams()
    mia = cast.member(home.league, "Mia")
    with pytest.raises(NotAllowed):
        match_arrange(league=home.league, home=home, away=away, actor=mia)


def test_what_cannot_be_arranged_is_said_all_at_once() -> None:
    home, _ = two_teams()
    team_retire(team=home, actor=home.coach)
    home = cast.again(home)
    with pytest.raises(ArrangementIllegal) as refused:
        match_arrange(league=home.league, home=home, away=home, kind="final", actor=home.coach)
    assert codes(refused) == ["team_retired", "team_retired", "kind_not_arranged", "one_team_twice"]


def test_only_teams_of_the_league_meet() -> None:
    home, _ = two_teams()
    other = cast.team(cast.league("Elsewhere"), "Strangers")
    with pytest.raises(TeamOfAnotherLeague):
        match_arrange(league=home.league, home=home, away=other, actor=home.coach)


@pytest.mark.parametrize("by", ["Ann", "Bob", "Cora"])
def test_a_match_that_was_not_played_is_called_off(by: str) -> None:
    home, away = two_teams()
    match = cast.arranged(home, away, accepted=True)
    assert match_call_off(match=match, actor=cast.coach(by)).status == MatchStatus.CALLED_OFF
    assert arranged_fixtures(AnonymousUser(), home.league, 9) == ()
    with pytest.raises(ArrangementChanged):
        match_accept(match=cast.reread(match), actor=away.coach)


def test_a_match_that_has_begun_is_not_called_off() -> None:
    match = cast.kick_off(cast.arranged(*two_teams(), accepted=True))
    with pytest.raises(ArrangementChanged):
        match_call_off(match=match, actor=match.home.coach)


def test_a_fixture_of_a_season_is_not_called_off() -> None:
    match = cast.match()
    with pytest.raises(NotAllowed):
        match_call_off(match=match, actor=cast.coach("Cora"))


def test_a_match_that_is_only_proposed_is_not_played() -> None:
    match = cast.arranged(*two_teams())
    with pytest.raises(KickedOffAlready):
        cast.kick_off(match)
    with pytest.raises(AlreadyReported):
        cast.file(match)


def test_a_friendly_counts_for_the_teams_and_not_for_the_table() -> None:
    home, away = two_teams()
    season = cast.season(home.league, [home, away])
    match = cast.play(cast.arranged(home, away, accepted=True))
    assert match.status == MatchStatus.FINISHED
    assert Cause.objects.filter(kind="match", occasion=match.key).count() == 1
    page = season_page(season_get(AnonymousUser(), season.pk))
    assert {row.standing.played for row in page.standings} == {0}
    assert list(league_differences(home.league)) == []


def test_a_report_is_of_the_kind_that_the_match_is_whatever_was_sent() -> None:
    match = cast.file(cast.arranged(*two_teams(), accepted=True))
    assert match.reports.get().report["kind"] == "friendly"
    assert cast.file(cast.match()).reports.get().report["kind"] == "competition"


HURT = {"casualties": [{"victim": "p10", "by": "p10", "cause": "block"}]}


def an_exhibition() -> Match:
    return cast.arranged(*two_teams(), "exhibition", accepted=True)


def test_nothing_of_an_exhibition_match_counts() -> None:
    match = an_exhibition()
    before = [(team.treasury, team.value, team.record, team.version) for team in (match.home, match.away)]
    match = cast.confirm(cast.file(cast.kick_off(match), away=HURT))
    assert match.status == MatchStatus.FINISHED
    teams = [cast.again(team) for team in (match.home, match.away)]
    assert [(team.treasury, team.value, team.record, team.version) for team in teams] == before
    assert not Cause.objects.filter(occasion=match.key).exists()
    assert not PostMatchStep.objects.filter(match=match).exists()
    assert list(league_differences(match.league)) == []


def test_what_an_exhibition_match_would_have_done_is_told_from_the_dice_that_fell() -> None:
    match = cast.confirm(cast.file(an_exhibition(), away=HURT))
    assert match.league.dice_sessions.get(occasion=match.key).rolls.filter(key__startswith="casualty/").exists()
    told = exhibition_effects(match)
    assert {one.effect.outcome for one in told if isinstance(one.effect, fx.MatchPlayed)} == {"win", "loss"}
    assert exhibition_effects(match) == told


@pytest.mark.parametrize("ended", [{"overtime": True}, {"overtime": True, "shoot_out": "home"}, {"shoot_out": "away"}])
def test_an_exhibition_match_that_was_decided_as_its_league_does_not_is_told_all_the_same(
    ended: dict[str, Any],
) -> None:
    """BB2016, overtime: the coaches of an exhibition match break a level score if they like."""
    match, score = an_exhibition(), (1, 1) if "shoot_out" in ended else (2, 1)
    told = replace(report_from(cast.report(match, score, away=HURT)), **ended)
    report_submit(match=match, report=told, actor=match.home.coach)
    match = cast.confirm(cast.reread(match))
    assert match.league.dice_sessions.get(occasion=match.key).rolls.filter(key__startswith="casualty/").exists()
    played = [one.effect for one in exhibition_effects(match) if isinstance(one.effect, fx.MatchPlayed)]
    winner = 1 if ended.get("shoot_out") == "away" else 0
    assert [one.outcome for one in played] == [["win", "loss"], ["loss", "win"]][winner]
    assert all(one.friendly for one in played)


def test_an_exhibition_match_neither_waits_for_a_window_nor_closes_one() -> None:
    first = cast.match()
    meant = cast.arranged(first.home, first.away, "exhibition", accepted=True)
    cast.to_the_window(cast.confirm(cast.file(first)))
    match = cast.confirm(cast.file(cast.kick_off(meant)))
    assert match.status == MatchStatus.FINISHED
    assert len(cast.waiting(first, "hire-and-fire")) == 2


def test_rules_of_before_matches_were_played_by_them_have_exhibition_matches_and_no_friendlies(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    early = replace(rulesets.get("bb2020"), preview=True)
    monkeypatch.setattr(rulesets, "get", lambda key: early)
    league = cast.league(ruleset="bb2020")
    monkeypatch.undo()
    home = cast.team(league, positions={"human-lineman": 11}, goods={})
    away = cast.team(league, "Gouged Eye", by="Bob", roster="orc", positions={"orc-lineman": 11}, goods={})
    with pytest.raises(RulesetNotPlayable):
        cast.arranged(home, away)
    assert cast.arranged(home, away, "exhibition").status == MatchStatus.PROPOSED


def test_no_third_match_in_a_row() -> None:
    """Compendium, league rules (000, Blood Bowl leagues)."""
    home, away = two_teams(cast.quiet_league())
    third = cast.arranged(home, away, accepted=True)
    for _ in range(2):
        cast.play(cast.arranged(home, away, accepted=True), (0, 0))
    with pytest.raises(ArrangementIllegal) as refused:
        cast.arranged(home, away)
    assert codes(refused) == ["rematch_barred"]
    with pytest.raises(KickOffHindered):
        cast.kick_off(third)
    with pytest.raises(ReportIllegal) as filed:
        cast.file(third)
    assert [problem.code for problem in filed.value.problems] == ["rematch_barred"]
    # Neither an exhibition match nor the plan of a season asks for it.
    assert cast.arranged(home, away, "exhibition").status == MatchStatus.PROPOSED
    assert cast.kick_off(cast.match(cast.season(home.league, [home, away]))).status == MatchStatus.LIVE


def test_somebody_else_in_between_and_the_two_may_meet_again() -> None:
    home, away = two_teams(cast.quiet_league())
    other = cast.team(home.league, "Team 3", by="Coach3")
    for one in (away, away, other):
        cast.play(cast.arranged(home, one, accepted=True), (0, 0))
    with pytest.raises(ArrangementIllegal) as refused:
        cast.arranged(away, home)  # away has met nobody else since
    assert codes(refused) == ["rematch_barred"]
    cast.play(cast.arranged(away, other, accepted=True), (0, 0))
    assert cast.arranged(away, home).status == MatchStatus.PROPOSED


def test_a_league_may_let_two_teams_meet_as_often_as_they_like() -> None:
    home, away = two_teams(cast.league(house_rules={"matches-in-a-row": 3, "hire-window": False}))
    for _ in range(3):
        cast.play(cast.arranged(home, away, accepted=True), (0, 0))
    with pytest.raises(ArrangementIllegal):
        cast.arranged(home, away)


def test_the_league_page_lists_them_and_leads_to_arranging() -> None:
    home, away = two_teams()
    match, client = cast.arranged(home, away, accepted=True), Client()
    address = reverse("matches:arrange", args=[home.league.slug])
    page = client.get(reverse("matches:league", args=[home.league.slug])).content.decode()
    assert "Friendlies and exhibitions" in page
    assert reverse("matches:match", args=[match.pk]) in page
    assert address not in page
    client.force_login(home.coach)
    assert address in client.get(reverse("matches:league", args=[home.league.slug])).content.decode()


def test_a_form_that_is_refused_says_why_beside_what_was_typed() -> None:
    home, away = two_teams()
    client = Client()
    client.force_login(home.coach)
    address = reverse("matches:arrange", args=[home.league.slug])
    sent = {"home": home.pk, "away": home.pk, "kind": "exhibition"}
    refused = client.post(address, sent)
    assert refused.status_code == 422
    assert "Reavers cannot play itself." in refused.content.decode()
    made = client.post(address, {**sent, "away": away.pk, "played_on": "2026-11-17"})
    match = Match.objects.get(season=None)
    assert made["Location"] == reverse("matches:match", args=[match.pk])
    assert str(match.played_on) == "2026-11-17"


def test_on_the_match_page_the_other_coach_accepts_or_declines() -> None:
    home, away = two_teams()
    match, client = cast.arranged(home, away), Client()
    client.force_login(away.coach)
    page = client.get(reverse("matches:match", args=[match.pk])).content.decode()
    assert "Ann has proposed this match." in page
    client.post(reverse("matches:accept", args=[match.pk]))
    assert cast.reread(match).status == MatchStatus.SCHEDULED
    client.post(reverse("matches:call-off", args=[match.pk]))
    assert cast.reread(match).status == MatchStatus.CALLED_OFF
