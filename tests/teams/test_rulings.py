"""The commissioner's hand: in the same ledger, shown to everybody, reversible, and never from a page out of date."""

from __future__ import annotations

from typing import Any

import pytest

from engine import history
from engine.errors import NotAllowed, RulingIllegal
from engine.team.ruling import Change, Ruling
from leagues.errors import ReasonMissing
from leagues.mapping import ruleset_of
from leagues.models import League
from matches.models import Match
from matches.selectors.matches import inbox
from matches.services.postmatch import step_choose
from teams.errors import (
    HistoryConflict,
    RulingChangesNothing,
    RulingUndone,
    TeamChanged,
    TeamNameTaken,
)
from teams.mapping import sheet_of
from teams.models import Team
from teams.selectors.careers import career
from teams.selectors.rulings import ruling_preview, rulings_of
from teams.selectors.teams import team_get
from teams.services.ledger import history_preview, league_causes
from teams.services.rulings import ruling_make, ruling_undo
from teams.services.verification import league_differences
from tests import cast
from tests.scenes import scene

pytestmark = pytest.mark.django_db

EVERY_KIND = [
    Change("gold", by=-10_000),
    Change("good", what="reroll", by=1),
    Change("rename", name="Renamed"),
    Change("hire", name="Newcomer", number=50, position="catcher"),
    Change("star", what="griff-oberwald"),
    Change("sponsor", what="star-insurance-guild"),
    Change("sponsorships", by=1),
    Change("stadium", what="ice", name="The Freezer", yes=True),
    Change("fund", by=10_000),
    Change("trophy-won", what="Cup"),
    Change("player-name", "p1", name="Griff"),
    Change("player-number", "p1", number=77),
    Change("player-position", "p1", position="thrower"),
    Change("player-status", "p1", status="dead"),
    Change("spp", "p1", by=6),
    Change("niggles", "p1", by=1),
    Change("lost", "p1", what="ma", by=1),
    Change("misses-next", "p1", yes=True),
    Change("learn", "p1", what="Block"),
]


@scene
def team() -> Team:
    return again(cast.team(cast.league()))


def again(team: Team) -> Team:
    return team_get(cast.coach("Cora"), team.pk)


def undo(team: Team, key: str, reason: str = "It was the other team.") -> Team:
    return ruling_undo(team=team, key=key, reason=reason, actor=cast.coach("Cora"))


def sound(league: League) -> None:
    """The rows say what the ledger says, and deciding everything again changes nothing."""
    assert list(league_differences(league)) == []
    rules = {cause.key: ruleset_of(league.ruleset_id) for cause in league_causes(league)}
    redecided = history.redecide(league_causes(league), rules=lambda cause: rules[cause.key], all_again=True)
    assert (redecided.changes, redecided.conflicts, redecided.wanted) == ((), (), ())


@pytest.mark.parametrize("change", EVERY_KIND, ids=lambda change: change.kind)
def test_every_change_is_in_the_ledger_and_undoing_it_restores_the_very_sheet(team: Team, change: Change) -> None:
    before = sheet_of(team)
    key = cast.ruled(team, change)
    assert sheet_of(again(team)) != before
    sound(team.league)
    (line,) = rulings_of(again(team))
    assert (line.key, line.reason, line.by, line.undone) == (key, "It was forgotten.", cast.coach("Cora"), None)
    assert all(line.words)
    undo(team, key)
    assert sheet_of(again(team)) == before
    sound(team.league)


def test_what_takes_something_away_can_be_undone_too(team: Team) -> None:
    cast.ruled(
        team,
        Change("star", what="griff-oberwald"),
        Change("sponsor", what="star-insurance-guild"),
        Change("stadium", what="ice"),
        Change("trophy-won", what="Cup"),
        Change("learn", "p1", what="ma"),
    )
    before = sheet_of(again(team))
    key = cast.ruled(
        team,
        Change("star"),
        Change("sponsor"),
        Change("stadium"),
        Change("trophy-lost", what="Cup"),
        Change("forget", "p1", what="ma"),
    )
    after = sheet_of(again(team))
    assert (after.star, after.sponsor, after.stadium, after.trophies) == ("", "", None, ())
    undo(team, key)
    assert sheet_of(again(team)) == before
    sound(team.league)


WORDS = [
    (Change("gold", by=-10_000), "\N{MINUS SIGN}10k gp, The commissioner's word"),
    (Change("good", what="reroll", by=1), "+1 Team re-rolls"),
    (Change("rename", name="Renamed"), "The team is called Renamed"),
    (Change("hire", name="Newcomer", number=50, position="catcher"), "#50 Newcomer joins, Catcher"),
    (Change("star", what="griff-oberwald"), "Star rostered: Griff Oberwald"),
    (Change("sponsor", what="star-insurance-guild"), "Sponsor signed: Star Insurance Guild"),
    (Change("sponsorships", by=1), "+1 ongoing sponsorships"),
    (Change("stadium", what="ice", name="The Freezer", yes=True), "Stadium: Ice “The Freezer”, its own"),
    (Change("fund", by=10_000), "+10k gp in the stadium fund"),
    (Change("trophy-won", what="Cup"), "Trophy won: Cup"),
    (Change("player-number", "p1", number=77), "#77 lineman 1: number 77"),
    (Change("player-position", "p1", position="thrower"), "#1 lineman 1: plays as Thrower"),
    (Change("player-status", "p1", status="dead"), "#1 lineman 1: Dead"),
    (Change("spp", "p1", by=6), "#1 lineman 1: +6 SPP"),
    (Change("niggles", "p1", by=1), "#1 lineman 1: +1 niggle"),
    (Change("lost", "p1", what="ma", by=1), "#1 lineman 1: \N{MINUS SIGN}1 MA"),
    (Change("misses-next", "p1", yes=True), "#1 lineman 1: misses the next match"),
    (Change("learn", "p1", what="Block"), "#1 lineman 1: learns Block (worth 20k)"),
]


@pytest.mark.parametrize(("change", "words"), WORDS, ids=[change.kind for change, _ in WORDS])
def test_what_was_ruled_is_told_in_words(team: Team, change: Change, words: str) -> None:
    preview = ruling_preview(team, Ruling("Why not.", (change,)))
    assert preview.words == (words,)
    cast.ruled(team, change)
    assert rulings_of(again(team))[0].words == (words,)


def test_a_preview_shows_both_sheets_and_changes_nothing(team: Team) -> None:
    changes = (Change("learn", "p1", what="Block"), Change("gold", by=10_000), Change("good", what="reroll", by=9))
    preview = ruling_preview(team, Ruling("Why not.", changes))
    assert preview.after.value.total - preview.before.value.total == 20_000 + 9 * 50_000
    assert preview.after.sheet.treasury - preview.before.sheet.treasury == 10_000
    (player,) = preview.players
    assert player.before is not None
    assert player.after is not None
    assert player.after.value - player.before.value == 20_000
    assert [one.code for one in preview.notes] == ["good_limit"]
    assert again(team).version == team.version


def test_only_commissioners_rule_and_undo(team: Team) -> None:
    key = cast.ruled(team)
    for name in ("Ann", "Zoe"):
        with pytest.raises(NotAllowed):
            ruling_make(team=team, ruling=Ruling("Mine.", (Change("gold", by=1),)), actor=cast.coach(name))
        with pytest.raises(NotAllowed):
            ruling_undo(team=team, key=key, reason="Mine.", actor=cast.coach(name))


def test_nothing_happens_without_a_reason_or_a_change(team: Team) -> None:
    cora = cast.coach("Cora")
    with pytest.raises(RulingIllegal):
        ruling_make(team=team, ruling=Ruling(" ", (Change("gold", by=1),)), actor=cora)
    with pytest.raises(RulingChangesNothing):
        ruling_make(team=team, ruling=Ruling("Why not.", (Change("rename", name=team.name),)), actor=cora)
    with pytest.raises(RulingChangesNothing):
        cast.ruled(team, Change("misses-next", "p1", yes=False))
    assert again(team).version == team.version
    assert rulings_of(team) == ()
    key = cast.ruled(team)
    with pytest.raises(ReasonMissing):
        undo(team, key, " ")


def test_a_ruling_is_undone_once(team: Team) -> None:
    key = cast.ruled(team)
    undo(team, key)
    line = rulings_of(again(team))[0]
    assert line.undone is not None
    assert (line.undone.actor, line.undone.reason) == (cast.coach("Cora"), "It was the other team.")
    assert line.words
    with pytest.raises(RulingUndone):
        undo(team, key)


def test_a_name_is_taken_once_also_by_ruling(team: Team) -> None:
    other = cast.team(team.league, "Gouged Eye", by="Bob", roster="orc")
    with pytest.raises(TeamNameTaken):
        cast.ruled(team, Change("rename", name="Gouged Eye"))
    key = cast.ruled(team, Change("rename", name="Renamed"))
    cast.ruled(other, Change("rename", name="Reavers"))
    with pytest.raises(TeamNameTaken):
        undo(team, key)


def test_a_page_that_is_out_of_date_hears_what_changed(team: Team) -> None:
    seen = team.version
    cast.ruled(team, Change("learn", "p1", what="Block"))
    cast.ruled(team, Change("gold", by=10_000))
    with pytest.raises(TeamChanged) as refusal:
        ruling_make(team=team, ruling=Ruling("Why not.", (Change("gold", by=1),)), seen=seen, actor=cast.coach("Cora"))
    first, second = refusal.value.params["changes"].split("; ")
    assert first.startswith("#1 lineman 1: learns Block (worth 20k) (Cora, ")
    assert second.startswith("+10k gp, The commissioner's word (Cora, ")
    now = again(team).version
    ruling_make(team=team, ruling=Ruling("Why not.", (Change("gold", by=1),)), seen=now, actor=cast.coach("Cora"))


@scene
def match() -> Match:
    return cast.confirm(cast.file(cast.match(cast.season(cast.league(), legs=2)), (2, 0)))


def test_what_happened_later_and_needs_a_ruling_keeps_it(match: Match) -> None:
    """A player who was hired by ruling has scored since: the match could not have been."""
    league, home = match.league, again(match.home)
    cast.finish(match)
    key = cast.ruled(home, Change("hire", name="Hero", number=50, position="blitzer"))
    second = cast.match(match.season)
    mine = "home" if second.home_id == home.pk else "away"
    deeds: Any = [{"player": "p13", "counts": {"touchdown": 1}}]
    team = second.home if mine == "home" else second.away
    sides = {mine: {**cast.side(team), "score": 1, "deeds": deeds}}
    cast.play(second, (1, 0) if mine == "home" else (0, 1), **sides)
    before = sheet_of(again(home))
    with pytest.raises(HistoryConflict) as refusal:
        undo(home, key)
    assert refusal.value.preview.conflicts
    assert sheet_of(again(home)) == before
    sound(league)


def test_gold_that_is_given_in_the_middle_of_a_post_match_is_there_for_the_rest_of_it(match: Match) -> None:
    """The window is open: what was ruled stands before it closes, and what comes after goes on from there."""
    cast.to_the_window(match)
    team = again(match.home)
    treasury = team.treasury
    cast.ruled(team, Change("gold", by=-treasury), reason="Confiscated.")
    assert again(team).treasury == 0
    for step in cast.waiting(match):
        step_choose(step=step, choice=step.options[0], actor=step.team.coach)
    cast.finish(match)
    assert again(team).treasury == 0  # nothing was left for an expensive mistake
    sound(match.league)


def test_a_ruling_stands_in_a_player_s_life(team: Team) -> None:
    cast.ruled(team, Change("player-status", "p1", status="dead"), reason="Gone.")
    cast.ruled(team, Change("player-status", "p1"), reason="Back.")
    entries = career(again(team), "p1").entries
    assert [(one.kind, one.ruled, one.why) for one in entries[:2]] == [
        ("ruling", ("Active",), "Back."),
        ("ruling", ("Dead",), "Gone."),
    ]
    cast.ruled(team, Change("player-status", "p2", status="fired"), reason="Fired.")
    assert career(again(team), "p2").line.player.status == "fired"


def test_both_coaches_hear_of_it() -> None:
    season = cast.season(cast.league())
    match = cast.match(season)
    cast.ruled(match.home)
    for coach in (match.home.coach, match.away.coach):
        assert [line.team for line in inbox(coach).rulings] == [match.home]
    stranger = cast.team(season.league, "Third", by="Tom")
    assert inbox(stranger.coach).rulings == ()


def test_what_follows_from_a_ruling_is_decided_again_when_it_is_undone(team: Team) -> None:
    first = cast.ruled(team, Change("learn", "p1", what="Block"))
    cast.ruled(team, Change("gold", by=10_000))
    preview = history_preview(league=team.league, revised={rulings_of(again(team))[-1].cause: {"voided": True}})
    assert len(preview.changes) == 1
    undo(team, first)
    assert [line.undone is None for line in rulings_of(again(team))] == [True, False]
    sound(team.league)
