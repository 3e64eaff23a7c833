"""Running teams come into a league: handed in, sent back, entered, and in the ledger like all others."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.errors import EntryIllegal, EntryUnfit, NotAllowed
from engine.team.entry import EnteredPlayer
from leagues.errors import ReasonMissing, RemarkTooLong
from leagues.models import League
from teams.errors import (
    ColourUnknown,
    EntryChanged,
    EntryClosed,
    NotAMember,
    StarTaken,
    TeamNameTaken,
)
from teams.models import Draft, Team
from teams.selectors.careers import career
from teams.selectors.entries import entries_of, entries_waiting, entry_of
from teams.selectors.statement import statement, statement_page
from teams.selectors.teams import team_get, team_page, value_explained
from teams.services.entries import entry_return, entry_submit, team_enter
from teams.services.ledger import history_preview
from teams.services.verification import league_differences
from tests import cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def league() -> League:
    return cast.league()


def enter(league: League, by: str = "Ann", **more: object) -> Team:
    team = team_enter(league=league, entry=cast.entry(**more), coach=cast.member(league, by), actor=cast.coach("Cora"))
    return team_get(cast.coach("Cora"), team.pk)


def test_a_commissioner_enters_a_team_for_a_member(league: League) -> None:
    team = enter(league, star="griff-oberwald", trophies=("Cup",))
    assert (team.coach.name, team.key, team.treasury, team.players_made) == ("Ann", "t1", 50_000, 11)
    page = team_page(team)
    assert page.value.total == team.value == 10 * 50_000 + 90_000 + 30_000 + 20_000 + 2 * 50_000 + 320_000
    assert "Griff Oberwald" in [row.name for row in value_explained(page)]
    assert page.problems == ()
    assert list(league_differences(league)) == []
    assert history_preview(league=league, revised={}).changes == ()


def test_the_next_player_gets_a_fresh_key(league: League) -> None:
    team = enter(league)
    cast.ruled(team, cast.Change("hire", name="Newcomer", number=50, position="lineman"))
    assert [player.key for player in cast.again(team).players.all() if player.name == "Newcomer"] == ["p12"]


def test_its_gold_begins_with_what_was_entered(league: League) -> None:
    team = enter(league)
    assert [(line.reason, line.amount, line.balance) for line in statement(team)] == [("as-entered", 50_000, 50_000)]
    (block,) = statement_page(team)
    assert (block.kind, block.rows[0].rule_name) == ("entry", "The commissioner's word")
    cast.ruled(team, cast.Change("gold", by=-20_000), reason="A fine.")
    last = statement(cast.again(team))[-1]
    assert (last.reason, last.amount, last.balance, last.note) == ("ruling", -20_000, 30_000, "A fine.")


def test_his_life_begins_with_what_he_came_with(league: League) -> None:
    (entry,) = career(enter(league), "p1").entries
    assert entry.kind == "entry"
    assert entry.entered is not None
    assert (entry.entered.spp, entry.entered.games, entry.entered.skills) == (16, 9, ("Dodge", "Tackle"))


def test_an_entered_team_plays_on(league: League) -> None:
    mine = enter(league, goods=cast.Tally({"reroll": 2, "fan-factor": 3}))
    match = cast.play(cast.match(cast.season(league, [mine, cast.team(league, "Orcs", by="Bob", roster="orc")])))
    home = match.home if match.home.coach.name == "Ann" else match.away
    assert cast.again(home).players.get(key="p1").games == 10
    assert list(league_differences(league)) == []


def test_what_does_not_fit_is_entered_when_it_is_accepted(league: League) -> None:
    more = tuple(EnteredPlayer("lineman", number, f"More {number}") for number in range(20, 26))
    entry = replace(cast.entry(), players=(*cast.entry().players, *more))
    ann = cast.member(league, "Ann")
    with pytest.raises(EntryUnfit):
        team_enter(league=league, entry=entry, coach=ann, actor=cast.coach("Cora"))
    assert not Team.objects.exists()
    accepted = replace(entry, accepted=("too_many_players",))
    team = team_enter(league=league, entry=accepted, coach=ann, actor=cast.coach("Cora"))
    assert [one.code for one in team_page(cast.again(team)).problems] == ["too_many_players"]
    assert history_preview(league=league, revised={}).conflicts == ()


def test_only_a_commissioner_enters_and_only_for_members(league: League) -> None:
    ann = cast.member(league, "Ann")
    with pytest.raises(NotAllowed):
        team_enter(league=league, entry=cast.entry(), coach=ann, actor=ann)
    with pytest.raises(NotAMember):
        team_enter(league=league, entry=cast.entry(), coach=cast.coach("Zoe"), actor=cast.coach("Cora"))
    with pytest.raises(ColourUnknown):
        team_enter(league=league, entry=cast.entry(), coach=ann, colour=13, actor=cast.coach("Cora"))
    assert not Team.objects.exists()


def test_names_and_stars_are_taken_once(league: League) -> None:
    enter(league, star="griff-oberwald")
    with pytest.raises(TeamNameTaken):
        enter(league)
    with pytest.raises(StarTaken, match="Griff Oberwald is on the roster of Old Guard"):
        enter(league, name="Others", star="griff-oberwald")
    assert enter(league, name="Others", star="").pk


def test_a_coach_hands_in_and_a_commissioner_enters(league: League) -> None:
    draft = cast.handed_in(league, "Old Hands")
    assert (draft.kind, draft.status, draft.name) == ("entered", "submitted", "Old Hands")
    assert not Team.objects.exists()
    assert list(entries_waiting(cast.coach("Cora"))) == [draft]
    assert list(entries_waiting(cast.coach("Ann"))) == []
    team = team_enter(
        league=league, entry=entry_of(draft), coach=draft.coach, draft=draft, seen=1, actor=cast.coach("Cora")
    )
    draft.refresh_from_db()
    assert (draft.status, draft.team_id, team.coach.name) == ("approved", team.pk, "Ann")
    with pytest.raises(EntryClosed):
        entry_return(draft=draft, reason="Too late.", actor=cast.coach("Cora"))


def test_it_is_sent_back_with_a_reason_and_handed_in_again(league: League) -> None:
    draft = cast.handed_in(league)
    for reason, error in (("", ReasonMissing), (" \n", ReasonMissing), ("x" * 301, RemarkTooLong)):
        with pytest.raises(error):
            entry_return(draft=draft, reason=reason, actor=cast.coach("Cora"))
    with pytest.raises(NotAllowed):
        entry_return(draft=draft, reason="No.", actor=draft.coach)
    returned = entry_return(draft=draft, reason="Griff is a catcher.", actor=cast.coach("Cora"))
    assert (returned.status, returned.remark) == ("returned", "Griff is a catcher.")
    assert list(entries_waiting(cast.coach("Ann"))) == [draft]
    with pytest.raises(EntryClosed):
        entry_return(draft=draft, reason="Again.", actor=cast.coach("Cora"))
    mended = replace(cast.entry("Old Hands"), accepted=("too_many_players",))
    again = entry_submit(league=league, entry=mended, draft=draft, seen=2, actor=draft.coach)
    assert (again.pk, again.status, again.remark, entry_of(again).accepted) == (draft.pk, "submitted", "", ())


def test_what_was_changed_meanwhile_is_neither_entered_nor_sent_back(league: League) -> None:
    draft = cast.handed_in(league)
    entry_submit(league=league, entry=cast.entry("Older Hands"), draft=draft, actor=draft.coach)
    cora = cast.coach("Cora")
    with pytest.raises(EntryChanged):
        team_enter(league=league, entry=entry_of(draft), coach=draft.coach, draft=draft, seen=1, actor=cora)
    with pytest.raises(EntryChanged):
        entry_return(draft=draft, reason="No.", seen=1, actor=cora)
    assert not Team.objects.exists()


def test_mistakes_are_not_handed_in_and_nobody_hands_in_for_another(league: League) -> None:
    ann, bob = cast.member(league, "Ann"), cast.member(league, "Bob")
    with pytest.raises(EntryIllegal):
        entry_submit(league=league, entry=cast.entry(treasury=-1), actor=ann)
    with pytest.raises(NotAllowed):
        entry_submit(league=league, entry=cast.entry(), actor=cast.coach("Zoe"))
    draft = cast.handed_in(league)
    with pytest.raises(NotAllowed):
        entry_submit(league=league, entry=cast.entry(), draft=draft, actor=bob)
    assert list(Draft.objects.all()) == [draft]
    assert list(entries_of(bob, league)) == []
    assert list(entries_of(ann, league)) == list(entries_of(cast.coach("Cora"), league)) == [draft]
