"""Sponsors after a match: services, the page of the match, the team's page and the API."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from engine.errors import ChoiceUnknown, HiringIllegal
from engine.team.hiring import Act
from engine.team.ruling import Change
from matches.errors import KickOffHindered
from matches.models import Match, PostMatchStep
from matches.selectors.matches import inbox
from matches.services.hiring import act_do, act_undo
from matches.services.kickoff import match_kick_off
from matches.services.postmatch import step_choose, step_throw
from teams.mapping import sheet_of
from teams.models import Cause, Team
from teams.services.verification import league_differences, league_redecided
from tests import cast
from tests.api.client import Api
from tests.web.reading import signed_in, words_on

pytestmark = pytest.mark.django_db
BURGERS, BOMBS = "mcmurtys-burger-emporium", "farblast-and-sons-ordnance-solutions"
GUILD, DICE = "star-insurance-guild", "steelhelms-sporting-emporium"
MOB = 10  # fans: with a win an 8 brings a sponsor, a 13 a major one


def loved(*changes: Change, fans: int = MOB, **rules: Any) -> Match:
    """Ann's team has many fans, and plays."""
    league = cast.league(house_rules=rules or None)
    match = cast.match(cast.season(league))
    more = fans - match.home.goods.get("fan-factor", 0)
    wanted = (*((Change("good", what="fan-factor", by=more),) if more else ()), *changes)
    if wanted:
        cast.ruled(match.home, *wanted)
    return cast.reread(match)


def played(
    match: Match,
    face: int,
    score: tuple[int, int] = (2, 1),
    dice: Mapping[str, Sequence[int]] | None = None,
    **told: Any,
) -> Match:
    """Ann wins, her fans stay as they are, and the die for a sponsor shows this."""
    typed = {
        f"fan-factor/{match.home.key}/3d6": (1, 1, 1),
        f"fan-factor/{match.away.key}/2d6": (1, 1),
        f"winnings/{match.home.key}/1": (3,),
        f"winnings/{match.away.key}/1": (3,),
        f"sponsor-search/{match.home.key}": (face,),
        **(dice or {}),
    }
    match = cast.advance(cast.confirm(cast.file(match, score, dice=typed, **told)))
    for step in cast.waiting(match, "winnings"):
        step_choose(step=step, choice="keep", actor=step.team.coach)
    return cast.advance(match)


def chosen(match: Match, choice: str, name: str = "sponsor-search") -> Match:
    (step,) = cast.waiting(match, name)
    step_choose(step=step, choice=choice, actor=step.team.coach)
    return cast.advance(match)


def closed(match: Match) -> Match:
    for step in cast.waiting(match, "hire-and-fire"):
        step_choose(step=step, choice=step.options[0], actor=step.team.coach)
    return cast.advance(match)


def page_of(match: Match, name: str = "Ann") -> str:
    return words_on(signed_in(cast.coach(name)).get(reverse("matches:match", args=[match.pk])))


def team_of(match: Match) -> Team:
    return cast.again(match.home)


def status(match: Match, name: str, side: str = "home") -> str:
    return str(PostMatchStep.objects.get(match=match, name=name, team=getattr(match, side)).status)


# Nothing is asked where nothing comes


def test_a_team_with_few_fans_is_asked_nothing_and_the_page_says_why() -> None:
    match = played(loved(fans=0), 16)
    assert [step.name for step in cast.waiting(match)] == ["hire-and-fire", "hire-and-fire"]
    said = page_of(match)
    assert "Nothing is thrown: even a 16 would not come to 20." in said
    assert "Nobody pays the team after every match." in said


def test_a_low_throw_brings_nobody_and_is_explained() -> None:
    match = played(loved(), 7)
    assert [step.name for step in cast.waiting(match)] == ["hire-and-fire", "hire-and-fire"]
    said = page_of(match)
    assert "Thrown 7" in said
    assert "Fan factor +10" in said
    assert "The team won +2" in said
    assert "Together 19: sponsors come from 20 on." in said


def test_a_league_without_sponsors_has_none_of_these_steps() -> None:
    match = loved(Change("sponsor", what=BOMBS), sponsors=False)
    match = cast.finish(cast.confirm(cast.file(match, (2, 1))))
    names = set(match.steps.values_list("name", flat=True))
    assert names.isdisjoint({"sponsor-search", "sponsorships", "insurance"})
    assert "The major sponsor's part" not in page_of(match)


# One-time and ongoing ones


def test_what_is_offered_waits_for_the_coach_and_stands_in_his_inbox() -> None:
    match = played(loved(), 8)
    (step,) = cast.waiting(match, "sponsor-search")
    assert step.options == ["none", "one-time", "ongoing"]
    assert [one.name for one in inbox(match.home.coach).choices] == ["sponsor-search"]
    said = page_of(match)
    assert "Together 20: a sponsor comes. Major ones come from 25 on." in said
    assert "What does the team take?" in said
    assert "One-time sponsorship (D6 × 60k gp)" in said  # noqa: RUF001
    assert "Ongoing sponsorship (D3 × 10k gp)" in said  # noqa: RUF001
    assert "What does the team take?" not in page_of(match, "Bob")
    assert "Waits for Ann." in page_of(match, "Bob")


def test_no_sponsor_may_be_taken() -> None:
    match = chosen(played(loved(), 8), "none")
    assert status(match, "hire-and-fire") == "waiting"
    assert "No sponsor" in page_of(match)


def test_a_one_time_sponsor_pays_and_calls_a_player_away() -> None:
    dice = {"sponsor-search/t1/gold": (4,), "sponsor-search/t1/mishap": (1,)}
    match = played(loved(), 8, dice=dice)
    before = team_of(match).treasury
    match = chosen(match, "one-time")
    team = team_of(match)
    assert team.treasury == before + 240_000
    assert sum(player.misses_next for player in team.players.all()) == 1
    said = page_of(match)
    assert "One-time sponsorship" in said
    assert "is called away and misses the next match." in said
    assert "Called away by a sponsor: misses the next match." in said
    assert list(league_differences(match.league)) == []
    assert league_redecided(match.league) == ()


def test_an_ongoing_sponsor_pays_at_once_and_after_each_match() -> None:
    dice = {"sponsorships/t1/1/gold": (2,), "sponsorships/t1/1/mishap": (6,)}
    match = played(loved(), 8, dice=dice)
    before = team_of(match).treasury
    match = chosen(match, "ongoing")
    assert (team_of(match).sponsorships, team_of(match).treasury) == (1, before + 20_000)
    assert "An ongoing sponsorship" in page_of(match)
    statement = words_on(signed_in(cast.coach("Ann")).get(reverse("teams:statement", args=[match.home_id])))
    assert "Ongoing sponsorships" in statement


def test_what_is_not_offered_is_refused() -> None:
    match = played(loved(), 8)
    with pytest.raises(ChoiceUnknown):
        chosen(match, GUILD)


# Major ones


def test_a_major_sponsor_is_told_of_and_signs() -> None:
    match = played(loved(), 13)
    said = page_of(match)
    assert "Together 25: a sponsor comes, a major one if the team likes." in said
    assert "McMurty's Burger Emporium: At the start of each half roll a D6" in said
    match = chosen(match, BURGERS)
    assert team_of(match).sponsor == BURGERS
    assert "Sponsor signed: McMurty's Burger Emporium" in page_of(match)


def test_whom_farblast_equips_is_asked_before_he_signs() -> None:
    match = chosen(played(loved(), 13), BOMBS)
    (step,) = cast.waiting(match, "sponsor-search")
    assert step.options[0].startswith(f"{BOMBS}/p")
    assert "ongoing" in step.options
    assert team_of(match).sponsor == ""
    said = page_of(match)
    assert "Which line player does Farblast & Sons Ordnance Solutions equip?" in said
    match = chosen(match, f"{BOMBS}/p3")
    sheet = sheet_of(team_of(match))
    assert (sheet.sponsor, sheet.sponsored) == (BOMBS, "p3")
    page = words_on(Client().get(reverse("teams:team", args=[match.home_id])))
    assert "Farblast & Sons Ordnance Solutions equips #3" in page
    assert "Bombardier" in page
    shown = Api(cast.coach("Ann")).get(f"teams/{match.home_id}/").json()
    assert (shown["sponsor"], shown["sponsored"], shown["blacklisted"]) == (BOMBS, "p3", [])


def test_he_may_think_again_before_he_names_anybody() -> None:
    match = chosen(chosen(played(loved(), 13), BOMBS), "ongoing")
    assert (team_of(match).sponsor, team_of(match).sponsorships) == ("", 1)


def test_the_winnings_are_less_under_farblast() -> None:
    match = played(loved(Change("sponsor", what=BOMBS)), 1)
    assert "The major sponsor's part −20k" in page_of(match)  # noqa: RUF001


def test_the_api_says_what_may_be_chosen_and_takes_the_choice() -> None:
    match = played(loved(), 8)
    (step,) = cast.waiting(match, "sponsor-search")
    ann = Api(match.home.coach)
    refused = ann.post(f"steps/{step.pk}/choose/", {"choice": GUILD})
    assert (refused.status_code, refused.json()["code"]) == (422, "choice_unknown")
    assert ann.post(f"steps/{step.pk}/choose/", {"choice": "ongoing"}).status_code == 200
    cast.advance(match)
    state = ann.get(f"teams/{match.home_id}/hiring/").json()["sponsors"]
    assert (state["sponsor"], state["ongoing"], state["equipped"], state["candidates"]) == ("", 1, "", [])
    ended = ann.post(f"teams/{match.home_id}/hiring/", {"kind": "end-sponsorship"})
    assert (ended.status_code, ended.json()["sponsors"]) == (200, None)


# Deals end in the window


def test_deals_are_ended_in_the_window_and_taken_back() -> None:
    match = played(loved(Change("sponsor", what=DICE), Change("sponsorships", by=2)), 1)
    client, address = signed_in(cast.coach("Ann")), reverse("matches:hiring", args=[match.home_id])
    said = words_on(client.get(address))
    assert "Steelhelm's Sporting Emporium" in said
    assert "Ongoing sponsorships: 2" in said
    act_do(team=team_of(match), act=Act("end-sponsor"), actor=match.home.coach)
    act_do(team=team_of(match), act=Act("end-sponsorship", count=1), actor=match.home.coach)
    team = team_of(match)
    assert (team.sponsor, team.sponsorships) == ("", 1)
    done = words_on(client.get(address))
    assert "Ended the deal with the major sponsor" in done
    assert "Ended ongoing sponsorships: 1" in done
    ended = Cause.objects.filter(kind="hiring", teams=team).order_by("pk").first()
    assert ended is not None
    act_undo(team=team, cause=ended.pk, actor=match.home.coach)
    assert team_of(match).sponsor == DICE


def test_the_page_names_another_man_when_the_first_is_gone() -> None:
    match = played(loved(Change("sponsor", what=BOMBS), Change("sponsored", player="p3")), 1)
    address = reverse("matches:hiring", args=[match.home_id])
    client = signed_in(cast.coach("Ann"))
    assert "Equip" not in words_on(client.get(address)).replace("equips", "")
    act_do(team=team_of(match), act=Act("fire", player="p3"), actor=match.home.coach)
    sent = {"do": "name-sponsored", "player": "p4", "seen": team_of(match).version}
    assert client.post(address, sent).status_code == 302
    assert sheet_of(team_of(match)).sponsored == "p4"


def test_the_guild_s_deal_is_not_ended_there() -> None:
    match = played(loved(Change("sponsor", what=GUILD)), 1)
    with pytest.raises(HiringIllegal):
        act_do(team=team_of(match), act=Act("end-sponsor"), actor=match.home.coach)
    said = words_on(signed_in(cast.coach("Ann")).get(reverse("matches:hiring", args=[match.home_id])))
    assert "can only be ended at the end of the sequence after a match" in said


# The insurers


def insured(face: int = 6, fee: tuple[int, int] = (1, 1), treasury: int = 0) -> Match:
    """A match of a team with the Guild, after which two players were fired."""
    changes = [Change("sponsor", what=GUILD), *((Change("gold", by=treasury),) if treasury else ())]
    dice = {"insurance/t1": (face,), "insurance/t1/fee": fee, "insurance/t1/missing": (1,)}
    match = played(loved(*changes), 1, dice=dice)
    for player in ("p1", "p2"):
        act_do(team=team_of(match), act=Act("fire", player=player), actor=match.home.coach)
    return closed(match)


def test_the_insurers_ask_whether_the_deal_goes_on() -> None:
    match = insured()
    (step,) = cast.waiting(match, "insurance")
    assert step.options == ["keep-sponsor", "end-sponsor"]
    said = page_of(match)
    assert "Players gone: 2. Thrown: 6, which is more: no fee." in said
    assert "The deal with Star Insurance Guild can be ended now, and at no other time." in said
    match = chosen(match, "end-sponsor", "insurance")
    assert team_of(match).sponsor == ""
    assert "Sponsor lost: Star Insurance Guild" in page_of(match)


def test_the_fee_is_paid() -> None:
    match = insured(face=2, fee=(2, 3))
    said = page_of(match)
    assert "Players gone: 2. Thrown: 2: a fee of 50k gp is due." in said
    assert "Pay the fee (-50k gp)" in said
    match = chosen(match, "pay-fee", "insurance")
    paid = team_of(match).effects.get(kind="gold_changed", data__reason="sponsor-fee").data
    assert (paid["amount"], paid["about"], team_of(match).sponsor) == (-50_000, GUILD, GUILD)
    assert "The deal goes on." in page_of(match)


def test_who_does_not_pay_is_blacklisted_and_everybody_may_read_it() -> None:
    match = chosen(insured(face=1), "refuse-fee", "insurance")
    team = team_of(match)
    assert (team.treasury, team.sponsor, team.blacklisted) == (0, "", [GUILD])
    assert sum(player.misses_next for player in team.players.all()) == 1
    assert "Blacklisted by Star Insurance Guild" in page_of(match)
    page = words_on(Client().get(reverse("teams:team", args=[team.pk])))
    assert "Blacklisted by Star Insurance Guild" in page
    assert Api(cast.coach("Ann")).get(f"teams/{team.pk}/").json()["blacklisted"] == [GUILD]
    assert list(league_differences(match.league)) == []
    assert league_redecided(match.league) == ()


def test_a_dead_player_is_paid_for() -> None:
    match = loved(Change("sponsor", what=GUILD))
    hurt = {"casualties": [{"victim": "p5", "cause": "block", "by": "p1"}]}
    before = team_of(match).treasury
    match = played(match, 1, dice={"casualty/t1/p5": (6, 1)}, home=hurt)
    paid = team_of(match).effects.get(kind="gold_changed", data__reason="insurance").data
    assert (paid["amount"], paid["about"]) == (30_000, "p5")
    assert team_of(match).treasury > before
    assert "Insurance for a player who died" in page_of(match)


# The table's dice, and kick-off


def test_each_roll_of_the_table_is_waited_for() -> None:
    match = loved(**{"table-rolls": ["sponsor"]})
    typed = {f"winnings/{match.home.key}/1": (3,), f"fan-factor/{match.home.key}/3d6": (1, 1, 1)}
    match = cast.advance(cast.confirm(cast.file(match, (2, 1), dice=typed)))
    match = chosen(match, "keep", "winnings")
    for faces, after in (
        ((8,), "sponsor-search/t1"),
        ((5,), "sponsor-search/t1/gold"),
        ((1,), "sponsor-search/t1/mishap"),
    ):
        if after.endswith("gold"):
            match = chosen(match, "one-time")
        (step,) = cast.waiting(match, "sponsor-search")
        assert (step.roll, step.waits_for_die) == (after, True)
        step_throw(step=step, faces=faces, actor=match.home.coach)
        match = cast.advance(match)
    (step,) = cast.waiting(match, "sponsor-search")
    assert step.roll.endswith("/player")
    step_throw(step=step, faces=(1,), actor=match.home.coach)
    assert status(match, "sponsor-search") == "done"


def test_a_sponsor_is_decided_about_before_the_next_kick_off() -> None:
    """By him a player may miss that match."""
    match = played(loved(), 8)
    following = cast.arranged(match.home, match.away, accepted=True)
    with pytest.raises(KickOffHindered) as refused:
        match_kick_off(match=following, actor=match.home.coach)
    assert "sponsor_undecided" in [problem.code for problem in refused.value.problems]
