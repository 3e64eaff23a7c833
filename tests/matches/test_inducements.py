"""Buying inducements through the services: in turn or sealed, taken back, or entered from paper."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from engine.errors import NotAllowed, ReportIllegal
from engine.match.prematch import Induced
from engine.match.sides import Side
from leagues.models import Coach
from matches.errors import (
    FirstIsDecided,
    FirstUndecided,
    InducementsStand,
    KickOffHindered,
    NotYourTurn,
    PrematchChanged,
    PrematchIllegal,
    PurchasesSealed,
)
from matches.mapping import prematch_of, report_from
from matches.models import Match, MatchDay, Report
from matches.selectors.inducements import Shops, shops
from matches.selectors.matchday import prematch_page
from matches.services.inducements import first_choose, gold_transfer, inducements_buy, inducements_return
from matches.services.kickoff import match_kick_off
from matches.services.prematch import prematch_throw
from matches.services.reports import report_return, report_submit
from tests import cast

pytestmark = pytest.mark.django_db
RICH = {"reroll": 2, "fan-factor": 3}
POOR = {"reroll": 0, "fan-factor": 0}


def a_match(rules: dict[str, Any] | None = None, *, ruleset: str = "bb2016", level: bool = False) -> Match:
    """Ann's humans against Bob's orcs; the orcs are worth 100,000 to 240,000 more, unless both are the same."""
    league = cast.league(ruleset=ruleset, house_rules=rules or {})
    mine = cast.team(league, roster="human", goods=POOR)
    if level:
        other = cast.team(league, "Gouged Eye", by="Bob", roster="human", goods=POOR)
    else:
        other = cast.team(league, "Gouged Eye", by="Bob", roster="orc", goods=RICH)
    match = cast.match(cast.season(league, (mine, other)))
    assert {match.home_id, match.away_id} == {mine.pk, other.pk}
    return match


def side_of(match: Match, name: str) -> Side:
    return "home" if match.home.coach.name == name else "away"


def coach(match: Match, name: str) -> Coach:
    return match.home.coach if match.home.coach.name == name else match.away.coach


def buys(match: Match, name: str, *what: str, actor: Coach | None = None, treasury: int = 0, **more: Any) -> MatchDay:
    return inducements_buy(
        match=match,
        side=side_of(match, name),
        induced=[Induced(one) for one in what],
        treasury=treasury,
        actor=actor or coach(match, name),
        **more,
    )


def bought(match: Match, name: str) -> list[str] | None:
    day = MatchDay.objects.get(match=match)
    induced = prematch_of(day).side(side_of(match, name)).induced
    return None if induced is None else [one.what for one in induced]


def seen_by(match: Match, visitor: Coach) -> Shops:
    return shops(prematch_page(visitor, match))


# In turn


def test_the_stronger_buys_first_and_the_other_then() -> None:
    """BB2016, pre-match sequence, step 4."""
    match = a_match()
    with pytest.raises(NotYourTurn):
        buys(match, "Ann", "bribe")
    buys(match, "Bob")
    assert seen_by(match, coach(match, "Ann")).turns.turn == side_of(match, "Ann")
    buys(match, "Ann", "bribe")
    assert (bought(match, "Bob"), bought(match, "Ann")) == ([], ["bribe"])


def test_who_bought_first_changes_nothing_after_the_other_has_seen_it() -> None:
    match = a_match()
    buys(match, "Bob", "bribe", treasury=100_000)
    buys(match, "Bob")
    buys(match, "Ann", "bribe")
    with pytest.raises(InducementsStand):
        buys(match, "Bob", "bribe", treasury=100_000)
    with pytest.raises(InducementsStand):
        inducements_return(match=match, side=side_of(match, "Bob"), actor=coach(match, "Bob"))
    # The second may think again, and then the first.
    inducements_return(match=match, side=side_of(match, "Ann"), actor=coach(match, "Ann"))
    inducements_return(match=match, side=side_of(match, "Bob"), actor=coach(match, "Bob"))
    assert (bought(match, "Ann"), bought(match, "Bob")) == (None, None)


def test_after_the_kick_off_what_was_bought_stands() -> None:
    match = a_match()
    buys(match, "Bob")
    buys(match, "Ann", "bribe")
    match.kicked_off_at = timezone.now()
    match.save(update_fields=["kicked_off_at"])
    with pytest.raises(InducementsStand):
        buys(match, "Ann")
    with pytest.raises(InducementsStand):
        inducements_return(match=match, side=side_of(match, "Ann"), actor=coach(match, "Ann"))
    # From paper a commissioner still puts it right.
    buys(match, "Ann", actor=cast.coach("Cora"))
    assert bought(match, "Ann") == []


def test_a_commissioner_enters_it_for_anyone_in_any_order() -> None:
    match = a_match()
    buys(match, "Ann", "bribe", actor=cast.coach("Cora"))
    buys(match, "Bob", actor=cast.coach("Cora"))
    assert (bought(match, "Ann"), bought(match, "Bob")) == (["bribe"], [])


def test_nobody_buys_for_the_other_side() -> None:
    match = a_match()
    for stranger in (coach(match, "Ann"), cast.member(match.league, "Mia")):
        with pytest.raises(NotAllowed):
            buys(match, "Bob", actor=stranger)


def test_what_does_not_fit_is_refused_with_everything_that_is_wrong() -> None:
    match = a_match()
    with pytest.raises(PrematchIllegal) as refused:
        buys(match, "Bob", "igor", "halfling-master-chef", treasury=10_000_000)
    assert {one.code for one in refused.value.problems} == {"inducement_by_apothecary", "inducement_treasury"}
    assert not MatchDay.objects.filter(match=match).exists()


def test_who_looked_before_somebody_else_bought_for_the_same_side_is_told() -> None:
    match = a_match()
    buys(match, "Bob", seen=0)
    with pytest.raises(PrematchChanged):
        buys(match, "Bob", actor=cast.coach("Cora"), seen=0)


def test_a_star_on_another_roster_of_the_league_is_not_for_hire() -> None:
    """BB2016, the star player pool."""
    match = a_match()
    other = cast.team(match.league, "Third", by="Dora")
    other.star = "morg-n-thorg"
    other.save(update_fields=["star"])
    with pytest.raises(PrematchIllegal) as refused:
        inducements_buy(
            match=match,
            side=side_of(match, "Bob"),
            induced=[Induced("star-player", about="morg-n-thorg")],
            treasury=200_000,
            actor=coach(match, "Bob"),
        )
    assert "star_on_a_roster" in {one.code for one in refused.value.problems}
    found = seen_by(match, coach(match, "Bob")).side(side_of(match, "Bob")).market
    offer = found.offer("star-player", "morg-n-thorg")
    assert offer is not None
    assert not offer.open


# Equal values


def test_equals_find_out_first_who_buys_first() -> None:
    """BB2016, FAQ: a D6 each; the winner chooses."""
    match = a_match(level=True)
    with pytest.raises(FirstUndecided):
        buys(match, "Ann")
    prematch_throw(match=match, step="inducement", actor=coach(match, "Ann"))
    says = seen_by(match, coach(match, "Ann")).chooser
    assert says
    winner, loser = (match.home, match.away) if says == "home" else (match.away, match.home)
    with pytest.raises(FirstIsDecided):
        first_choose(match=match, first="home", actor=loser.coach)
    first_choose(match=match, first=side_of(match, loser.coach.name), actor=winner.coach)
    with pytest.raises(NotYourTurn):
        buys(match, winner.coach.name)
    buys(match, loser.coach.name)
    with pytest.raises(InducementsStand):
        first_choose(match=match, first="home", actor=winner.coach)


def test_dice_of_the_table_are_typed_in_and_equal_ones_thrown_again() -> None:
    match = a_match(level=True)
    faces = {"inducement/home/1": (3,), "inducement/away/1": (3,), "inducement/home/2": (2,), "inducement/away/2": (5,)}
    prematch_throw(match=match, step="inducement", typed=faces, actor=coach(match, "Ann"))
    assert seen_by(match, coach(match, "Ann")).chooser == "away"


def test_without_dice_either_coach_says_it() -> None:
    match = a_match(level=True)
    first_choose(match=match, first="away", actor=match.home.coach)
    assert seen_by(match, match.home.coach).turns.turn == "away"


# Sealed


def sealed_match() -> Match:
    return a_match({"inducements-sealed": True})


def test_sealed_purchases_nobody_else_sees_until_both_are_done() -> None:
    match = sealed_match()
    buys(match, "Ann", "bribe")
    mine, theirs, judge = coach(match, "Ann"), coach(match, "Bob"), cast.coach("Cora")
    assert bought(match, "Ann") is None
    assert [one.what for one in seen_by(match, mine).side(side_of(match, "Ann")).mine.induced or ()] == ["bribe"]
    for other in (theirs, judge, cast.member(match.league, "Mia")):
        shop = seen_by(match, other).side(side_of(match, "Ann"))
        assert (shop.done, shop.hidden, shop.mine.induced, shop.bought, shop.purse.cost) == (True, True, None, (), 0)
    buys(match, "Bob")
    assert (bought(match, "Ann"), bought(match, "Bob")) == (["bribe"], [])
    assert seen_by(match, theirs).side(side_of(match, "Ann")).bought


def test_sealed_purchases_may_be_changed_and_taken_back_until_the_other_is_done() -> None:
    match = sealed_match()
    buys(match, "Ann", "bribe")
    buys(match, "Ann", "bloodweiser-keg")
    inducements_return(match=match, side=side_of(match, "Ann"), actor=coach(match, "Ann"))
    assert not seen_by(match, coach(match, "Ann")).side(side_of(match, "Ann")).done
    buys(match, "Ann", "bloodweiser-keg")
    buys(match, "Bob")
    for name in ("Ann", "Bob"):
        with pytest.raises(InducementsStand):
            buys(match, name)
        with pytest.raises(InducementsStand):
            inducements_return(match=match, side=side_of(match, name), actor=coach(match, name))
    assert bought(match, "Ann") == ["bloodweiser-keg"]


def test_sealed_purchases_keep_to_the_rules() -> None:
    match = sealed_match()
    with pytest.raises(PrematchIllegal):
        buys(match, "Ann", "igor")
    # Sealed, nobody waits for anybody.
    buys(match, "Bob", "bribe", treasury=100_000)


def files(match: Match, name: str, **prematch: Any) -> Report:
    told = cast.report(cast.reread(match)) | ({"prematch": prematch} if prematch else {})
    return report_submit(match=cast.reread(match), report=report_from(told), actor=coach(match, name))


def test_nobody_learns_by_a_report_what_the_other_side_has_sealed() -> None:
    """He could send it back, and buy."""
    match = sealed_match()
    buys(match, "Ann", "bribe")
    mine = side_of(match, "Ann")
    wild = cast.report(match, (0, 0), **{mine: {"used": {"bribe": 99}}})
    for told in (wild, cast.report(match)):
        with pytest.raises(PurchasesSealed) as refusal:
            report_submit(match=cast.reread(match), report=report_from(told), actor=coach(match, "Bob"))
        assert "bribe" not in str(refusal.value).lower()
    assert not Report.objects.exists()
    buys(match, "Bob")
    filed = files(match, "Bob")
    assert [one["what"] for one in filed.report["prematch"][mine]["induced"]] == ["bribe"]
    report_return(match=cast.reread(match), actor=coach(match, "Bob"))
    with pytest.raises(InducementsStand):
        buys(cast.reread(match), "Bob", "bloodweiser-keg")


def test_who_has_sealed_his_purchases_tells_them_with_his_own_report() -> None:
    match = sealed_match()
    buys(match, "Ann", "bribe")
    filed = files(match, "Ann")
    assert [one["what"] for one in filed.report["prematch"][side_of(match, "Ann")]["induced"]] == ["bribe"]


@pytest.mark.parametrize("told", [{}, {"induced": []}])
def test_a_commissioner_who_files_from_paper_learns_nothing_that_is_sealed(told: dict[str, Any]) -> None:
    """Neither by what is filed nor by how it is refused. He goes on by saying what the other side has bought."""
    match = sealed_match()
    buys(match, "Ann", "bribe", treasury=50_000)
    cora, mine = cast.commissioner_of(match.league), side_of(match, "Ann")
    paper = cast.report(match) | ({"prematch": {mine: told}} if told else {})
    with pytest.raises(PurchasesSealed) as refusal:
        report_submit(match=cast.reread(match), report=report_from(paper), actor=cora)
    assert dict(refusal.value.params) == {"team": "Gouged Eye", "other": "Reavers"}
    assert not Report.objects.exists()
    buys(match, "Bob", actor=cora)
    if told:
        # Both are done: everybody may see it, and he is asked as anybody is.
        with pytest.raises(ReportIllegal) as asked:
            report_submit(match=cast.reread(match), report=report_from(paper), actor=cora)
        assert [problem.code for problem in asked.value.problems] == ["bought_otherwise"]
        return
    filed = report_submit(match=cast.reread(match), report=report_from(paper), actor=cora)
    assert [one["what"] for one in filed.report["prematch"][mine]["induced"]] == ["bribe"]


def test_who_tells_otherwise_than_he_has_sealed_is_asked() -> None:
    match = sealed_match()
    buys(match, "Ann", "bribe")
    with pytest.raises(ReportIllegal) as refusal:
        files(match, "Ann", **{side_of(match, "Ann"): {"induced": []}})
    assert [problem.code for problem in refusal.value.problems] == ["bought_otherwise"]


def test_a_match_is_not_kicked_off_over_sealed_purchases() -> None:
    match = sealed_match()
    buys(match, "Ann", "bribe")
    with pytest.raises(KickOffHindered) as refusal:
        match_kick_off(match=match, actor=coach(match, "Ann"))
    (problem,) = refusal.value.problems
    assert (problem.code, problem.params["team"]) == ("purchases_sealed", "Gouged Eye")
    buys(match, "Bob")
    assert match_kick_off(match=cast.reread(match), actor=coach(match, "Ann")).status == "live"


def test_after_the_kick_off_nothing_is_sealed() -> None:
    match = sealed_match()
    match = match_kick_off(match=match, actor=coach(match, "Ann"))
    buys(match, "Ann", "bribe")
    assert bought(match, "Ann") == ["bribe"]


# Petty cash


def test_the_stronger_moves_gold_first() -> None:
    """LRB6, pre-match, transfer gold."""
    match = a_match(ruleset="lrb6")
    with pytest.raises(NotYourTurn):
        gold_transfer(match=match, side=side_of(match, "Ann"), gold=0, actor=coach(match, "Ann"))
    gold_transfer(match=match, side=side_of(match, "Bob"), gold=50_000, actor=coach(match, "Bob"))
    gold_transfer(match=match, side=side_of(match, "Ann"), gold=0, actor=coach(match, "Ann"))
    found = seen_by(match, coach(match, "Ann"))
    assert (found.side(side_of(match, "Bob")).purse.own, found.petty) == (50_000, True)
    with pytest.raises(InducementsStand):
        gold_transfer(match=match, side=side_of(match, "Bob"), gold=0, actor=coach(match, "Bob"))


def test_nobody_moves_gold_that_is_not_there_or_after_somebody_has_bought() -> None:
    match = a_match(ruleset="lrb6")
    with pytest.raises(PrematchIllegal):
        gold_transfer(match=match, side=side_of(match, "Bob"), gold=9_000_000, actor=coach(match, "Bob"))
    buys(match, "Bob")
    with pytest.raises(InducementsStand):
        gold_transfer(match=match, side=side_of(match, "Bob"), gold=0, actor=coach(match, "Bob"))


def test_what_was_moved_is_what_there_is_to_spend() -> None:
    match = a_match(ruleset="lrb6")
    gold_transfer(match=match, side=side_of(match, "Bob"), gold=50_000, actor=coach(match, "Bob"))
    with pytest.raises(PrematchIllegal):
        buys(match, "Bob", "bribe", treasury=500_000)
    buys(match, "Bob", "bloodweiser-babe")
    shop = seen_by(match, coach(match, "Bob")).side(side_of(match, "Bob"))
    assert (shop.purse.own, shop.purse.left) == (50_000, 0)


# Cards are seen first


def cards_match() -> Match:
    match = a_match({"cards": "added-to-inducements"}, ruleset="lrb6")
    gold_transfer(match=match, side=side_of(match, "Bob"), gold=150_000, actor=coach(match, "Bob"))
    return match


def buys_cards(match: Match, cards: int, *more: str, goes_on: bool) -> MatchDay:
    induced = [Induced("special-play", cards, "dirty-trick")] if cards else []
    return inducements_buy(
        match=match,
        side=side_of(match, "Bob"),
        induced=[*induced, *(Induced(one) for one in more)],
        goes_on=goes_on,
        actor=coach(match, "Bob"),
    )


def draws(match: Match, cards: int) -> None:
    """Whoever holds them, holds them."""
    day = MatchDay.objects.get(match=match)
    hand = [{"deck": "dirty-trick", "card": f"c{nth}"} for nth in range(cards)]
    side = side_of(match, "Bob")
    day.prematch = {**day.prematch, side: {**day.prematch[side], "cards": hand}}
    day.save(update_fields=["prematch"])


def test_a_side_looks_at_its_cards_before_it_buys_on() -> None:
    """LRB6, special play cards: they are drawn and seen before other inducements are bought."""
    match = cards_match()
    buys_cards(match, 1, goes_on=True)
    shop = seen_by(match, coach(match, "Bob")).side(side_of(match, "Bob"))
    assert (shop.done, shop.turn, shop.mine.goes_on) == (False, True, True)
    with pytest.raises(NotYourTurn):
        buys(match, "Ann")
    draws(match, 1)
    buys_cards(match, 1, "bloodweiser-babe", goes_on=False)
    assert seen_by(match, coach(match, "Bob")).side(side_of(match, "Bob")).done
    buys(match, "Ann")


def test_nothing_but_cards_comes_first() -> None:
    match = cards_match()
    with pytest.raises(PrematchIllegal) as refused:
        buys_cards(match, 1, "bloodweiser-babe", goes_on=True)
    assert [one.code for one in refused.value.problems] == ["cards_alone"]


def test_a_card_that_was_drawn_is_not_given_back() -> None:
    """LRB6, special play cards: a card cannot be exchanged."""
    match = cards_match()
    buys_cards(match, 2, goes_on=True)
    buys_cards(match, 1, goes_on=True)
    draws(match, 1)
    with pytest.raises(PrematchIllegal) as refused:
        buys_cards(match, 0, "bloodweiser-babe", goes_on=False)
    assert [one.code for one in refused.value.problems] == ["card_drawn"]
    with pytest.raises(PrematchIllegal):
        inducements_return(match=match, side=side_of(match, "Bob"), actor=coach(match, "Bob"))


def test_what_was_bought_for_a_match_that_was_never_played_is_not_paid() -> None:
    """No document says it: nothing of it was used. Whoever files the walkover is told, and so is the page."""
    match = a_match({"hire-window": False}, level=True)
    first_choose(match=match, first="home", actor=match.home.coach)
    before = cast.again(match.home).treasury
    inducements_buy(
        match=cast.reread(match),
        side="home",
        induced=[Induced("bloodweiser-keg")],
        treasury=50_000,
        actor=match.home.coach,
    )
    never: dict[str, Any] = {"deeds": [], "nominees": []}
    told = cast.report(match, (1, 0), home={**never, "awarded": 1}, away=never)
    walkover = report_from({**told, "ending": "walkover", "gave_up": "away"})
    with pytest.raises(ReportIllegal) as refused:
        report_submit(match=match, report=walkover, actor=match.home.coach)
    assert [one.code for one in refused.value.problems] == ["walkover_unpaid"]
    report_submit(match=match, report=replace(walkover, accepted=("walkover_unpaid",)), actor=match.home.coach)
    cast.confirm(cast.reread(match))
    assert cast.again(match.home).treasury == before
    assert "What had been bought for it was not paid." in Client().get(f"/matches/{match.pk}/").content.decode()
