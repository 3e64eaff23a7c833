"""Cards, prayers, match events and balls through their services: who may, what is hidden from whom, what is kept."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from engine.dice import SeededDice
from engine.errors import EngineError, NotAllowed, ReportIllegal
from engine.match import match_events, prayers
from engine.match.dealing import CardNotYourTurn
from engine.match.decks import card_named
from engine.match.prematch import HeldCard, Prayer
from engine.match.sides import SIDES, Side
from leagues.mapping import ruleset_of
from leagues.models import AuditEntry, Coach, IdempotentAnswer
from matches.errors import (
    DealtByHand,
    DealtByServer,
    HandIsAnothers,
    MatchEventNotDue,
    MatchEventShown,
    PrematchIllegal,
)
from matches.mapping import card_moves_of, prematch_of, report_from
from matches.models import DiceRoll, DiceSession, Match, MatchDay
from matches.selectors.hands import HandView, own_hand
from matches.selectors.matchday import prematch_page
from matches.services.deadlines import deadlines_run
from matches.services.inducements import inducements_buy
from matches.services.prematch import prematch_throw
from matches.services.prematch_cards import card_deal, card_deck_record, cards_record
from matches.services.prematch_fate import balls_record, match_event_record, match_event_reveal, prayers_record
from matches.services.reports import report_confirm, report_submit
from tests import cast

pytestmark = pytest.mark.django_db

BLADE, RUNE = HeldCard("dirty-trick", "hidden-blade"), HeldCard("dirty-trick", "rune-of-unwilling-flight")


def a_match(ruleset: str = "bb2016", **house_rules: Any) -> Match:
    """Ann's humans at home to Bob's humans, in a league that Cora commissions; worth less than 1,000,000 each."""
    league = cast.league(ruleset=ruleset, house_rules=house_rules)
    teams = [cast.team(league, "Reavers", by="Ann"), cast.team(league, "Raiders", by="Bob")]
    return cast.season(league, teams).matches.get()


def an_exhibition() -> Match:
    """By the rules of 2020; humans and orcs who are worth 100,000 more."""
    league = cast.league(ruleset="bb2020")
    humans = cast.team(league, positions={"human-lineman": 11}, goods={})
    orcs = cast.team(league, "Gouged Eye", by="Bob", roster="orc", positions={"orc-lineman": 12}, goods={"reroll": 1})
    return cast.reread(cast.arranged(humans, orcs, "exhibition", accepted=True))


def hand_of(who: Coach, match: Match, side: Side = "home") -> HandView:
    return next(hand for hand in prematch_page(who, match).hands if hand.side == side)


def at_the_table(match: Match, side: Side, act: Any, pile: str = "", cards: tuple[HeldCard, ...] = ()) -> MatchDay:
    team = match.home if side == "home" else match.away
    return card_deal(match=match, side=side, act=act, pile=pile, cards=cards, actor=team.coach)


def first_side(match: Match) -> Side:
    """Whose turn it is to draw: both are worth the same, so dice say it."""
    prematch_throw(match=match, step="special-play-card", actor=match.home.coach)
    return next(hand.side for hand in prematch_page(match.home.coach, match).hands if hand.busy)


def dealt(match: Match) -> tuple[Side, tuple[HeldCard, ...]]:
    """The side that begins, and the hand it has kept."""
    side = first_side(match)
    for pile in ("dirty-trick", "heroic-feat"):
        at_the_table(match, side, "draw", pile)
    team = match.home if side == "home" else match.away
    drawn = hand_of(team.coach, match, side).drawn
    at_the_table(match, side, "keep", cards=drawn[:1])
    return side, drawn


# Virtual decks


def test_a_coach_draws_looks_and_keeps_and_then_the_other_does() -> None:
    match = a_match(**{"virtual-cards": True})
    side, drawn = dealt(match)
    coach = match.home.coach if side == "home" else match.away.coach
    hand = hand_of(coach, match, side)
    assert hand.cards == drawn[:1]
    assert not hand.busy
    other: Side = "away" if side == "home" else "home"
    assert hand_of(coach, match, other).busy


def test_drawn_cards_are_face_down_until_all_are_drawn() -> None:
    match = a_match(**{"virtual-cards": True})
    side = first_side(match)
    coach = match.home.coach if side == "home" else match.away.coach
    at_the_table(match, side, "draw", "dirty-trick")
    assert hand_of(coach, match, side).drawn == ()


def test_the_order_of_a_deck_is_settled_before_anybody_draws() -> None:
    """The same seed deals the same cards, however often the page is looked at and whoever looks."""
    match = a_match(**{"virtual-cards": True})
    side, drawn = dealt(match)
    coach = match.home.coach if side == "home" else match.away.coach
    day = MatchDay.objects.get(match=match)
    MatchDay.objects.filter(pk=day.pk).update(sealed={**day.sealed, "deal": day.sealed["deal"][:2]})
    assert hand_of(coach, match, side).drawn == drawn


def test_nobody_else_is_shown_a_hidden_card() -> None:
    """Pages, answers of the API, the audit, the dice on record, the account's export: of the other coach, a
    commissioner, a member and a visitor."""
    match = a_match(**{"virtual-cards": True})
    side, drawn = dealt(match)
    coach = match.home.coach if side == "home" else match.away.coach
    other = match.away.coach if side == "home" else match.home.coach
    titles = titles_of(match, drawn)
    assert titles[0] in everything_shown(coach, match)
    for who in (other, cast.coach("Cora"), cast.member(match.league, "Mia"), None):
        shown = everything_shown(who, match)
        assert "face down" in shown
        assert [title for title in titles if title in shown] == []
    kept = " ".join(str(entry.data) for entry in AuditEntry.objects.all())
    assert [card.card for card in drawn if card.card in kept] == []
    assert not DiceRoll.objects.filter(key__startswith="shuffle").exists()
    answers = IdempotentAnswer.objects.exclude(owner__contains=str(coach.pk))
    assert [card.card for card in drawn if card.card in " ".join(str(answer.answer) for answer in answers)] == []


def titles_of(match: Match, cards: tuple[HeldCard, ...]) -> list[str]:
    """As a page has them, and as the API does."""
    rules = ruleset_of(match.ruleset_id)
    found = [card_named(card, rules) for card in cards]
    return [card.key for card in found if card]


def everything_shown(who: Coach | None, match: Match) -> str:
    client = Client()
    if who:
        client.force_login(who)
    paths = ["", "prematch/", "live/"]
    pages = [client.get(f"/matches/{match.pk}/{path}").content.decode() for path in paths]
    pages += [client.get(f"/api/v1/matches/{match.pk}/{path}").content.decode() for path in ("", "prematch/", "dice/")]
    pages += [client.get(f"/api/v1/matches/{match.pk}/live/").content.decode()]
    if who:
        pages.append(client.get("/account/export/").content.decode())
    return " ".join(pages)


def test_only_its_own_coach_touches_a_virtual_hand() -> None:
    match = a_match(**{"virtual-cards": True})
    for who in (match.away.coach, cast.coach("Cora")):
        with pytest.raises(HandIsAnothers):
            card_deal(match=match, side="home", act="draw", pile="dirty-trick", actor=who)


def test_nobody_draws_out_of_turn_and_nothing_is_kept_of_it() -> None:
    match = a_match(**{"virtual-cards": True})
    side = first_side(match)
    other: Side = "away" if side == "home" else "home"
    with pytest.raises(CardNotYourTurn):
        at_the_table(match, other, "draw", "dirty-trick")
    assert card_moves_of(MatchDay.objects.get(match=match)) == ()


def test_who_begins_is_thrown_for_with_the_first_move_if_nobody_has() -> None:
    match = a_match(**{"virtual-cards": True})
    moves = 0
    for side in SIDES:
        try:
            moves = len(card_moves_of(at_the_table(match, side, "draw", "dirty-trick")))
        except CardNotYourTurn:
            continue
    assert moves == 1
    assert DiceRoll.objects.filter(key__startswith="card/order/").count() >= 2


def test_cards_that_the_server_deals_are_not_written_down() -> None:
    match = a_match(**{"virtual-cards": True})
    with pytest.raises(DealtByServer):
        cards_record(match=match, side="home", cards=(BLADE,), actor=match.home.coach)


# Decks on the table


def test_a_coach_says_what_he_drew_and_nobody_else_sees_it() -> None:
    match = a_match()
    cards_record(match=match, side="home", cards=(BLADE, RUNE), actor=match.home.coach)
    assert hand_of(match.home.coach, match).cards == (BLADE, RUNE)
    for who in (match.away.coach, cast.coach("Cora"), cast.member(match.league, "Mia"), None):
        shown = everything_shown(who, match)
        assert "2 cards, face down" in shown
        assert '"hidden-blade"' not in shown
        assert 'value="dirty-trick/hidden-blade" checked' not in shown
    assert "hidden-blade" not in " ".join(str(entry.data) for entry in AuditEntry.objects.all())


def test_a_commissioner_writes_a_hand_down_from_paper_and_does_not_read_it() -> None:
    match = a_match()
    cards_record(match=match, side="home", cards=(BLADE,), actor=cast.coach("Cora"))
    assert hand_of(cast.coach("Cora"), match).cards == ()
    assert hand_of(cast.coach("Cora"), match).number == 1
    assert hand_of(match.home.coach, match).cards == (BLADE,)
    with pytest.raises(NotAllowed):
        cards_record(match=match, side="home", cards=(BLADE,), actor=match.away.coach)


def test_a_hand_that_cannot_be_is_refused_and_a_blank_takes_it_back() -> None:
    match = a_match()
    with pytest.raises(PrematchIllegal) as refused:
        cards_record(match=match, side="home", cards=(HeldCard("dirty-trick", "joker"),), actor=match.home.coach)
    assert [one.code for one in refused.value.problems] == ["card_unknown"]
    cards_record(match=match, side="home", cards=(BLADE,), actor=match.home.coach)
    cards_record(match=match, side="home", cards=None, actor=match.home.coach)
    assert hand_of(match.home.coach, match).number is None


def test_what_the_other_side_holds_is_not_betrayed_by_a_refusal() -> None:
    match = a_match()
    cards_record(match=match, side="home", cards=(BLADE,), actor=match.home.coach)
    cards_record(match=match, side="away", cards=(BLADE,), actor=match.away.coach)
    assert hand_of(match.away.coach, match, "away").cards == (BLADE,)


def test_decks_on_the_table_are_not_dealt_here() -> None:
    match = a_match()
    with pytest.raises(DealtByHand):
        at_the_table(match, "home", "draw", "dirty-trick")


def test_hands_lie_open_when_both_have_agreed() -> None:
    match = a_match()
    cards_record(match=match, side="home", cards=(BLADE,), actor=match.home.coach)
    cast.file(match)
    assert not hand_of(match.away.coach, cast.reread(match)).open
    cast.confirm(cast.reread(match))
    assert hand_of(match.away.coach, cast.reread(match)).cards == (BLADE,)


def test_the_one_deck_is_written_down() -> None:
    match = a_match(cards="one-deck-only")
    assert (
        prematch_of(card_deck_record(match=match, deck="dirty-trick", actor=match.away.coach)).card_deck
        == "dirty-trick"
    )


# Match events


def an_event(match: Match, side: Side = "home") -> tuple[str, tuple[int, ...]]:
    """What the sealed seed has drawn, and when it comes."""
    seed = DiceSession.objects.get(league=match.league, occasion=match.key).seed
    team, dice = (match.home if side == "home" else match.away), SeededDice(bytes(seed))
    found = match_events.drawn(team.key, team.roster, dice, ruleset_of(match.ruleset_id))
    assert found
    return found.key, match_events.comes(team.key, dice, ruleset_of(match.ruleset_id))


def test_an_event_is_revealed_in_its_turn_and_not_before() -> None:
    match = cast.kick_off(a_match(**{"match-events": True}))
    event, (half, turn) = an_event(match)
    for early in [(one, other) for one in (1, 2) for other in range(1, 9) if (one, other) < (half, turn)]:
        with pytest.raises(MatchEventNotDue):
            match_event_reveal(match=match, side="home", half=early[0], turn=early[1], actor=match.home.coach)
        assert not DiceRoll.objects.filter(key__startswith="match-event").exists()
    day = match_event_reveal(match=match, side="home", half=half, turn=turn, actor=match.home.coach)
    assert prematch_of(day).home.event == event
    assert DiceRoll.objects.filter(key__startswith="match-event").count() == 2
    with pytest.raises(MatchEventShown):
        match_event_reveal(match=match, side="home", half=half, turn=turn, actor=match.home.coach)


def test_before_that_it_stands_nowhere() -> None:
    match = a_match(**{"match-events": True})
    event, _ = an_event(match)
    for who in (match.home.coach, match.away.coach, cast.coach("Cora")):
        page = prematch_page(who, match)
        assert event not in f"{page.prematch} {page.sealed} {page.rolls}"


def test_an_event_drawn_at_the_table_is_told() -> None:
    match = a_match(**{"match-events": True})
    assert prematch_of(match_event_record(match=match, side="home", event="pop", actor=match.home.coach)).home.event
    with pytest.raises(PrematchIllegal):
        match_event_record(match=match, side="home", event="wild-squig", actor=match.home.coach)
    with pytest.raises(NotAllowed):
        match_event_reveal(match=match, side="home", half=2, turn=8, actor=match.away.coach)


# Balls


def test_a_side_brings_its_balls() -> None:
    match = a_match(**{"special-balls": True})
    balls_record(match=match, side="home", balls=["extra-spiky-ball"], actor=match.home.coach)
    day = balls_record(match=match, side="away", balls=[], actor=match.away.coach)
    assert (prematch_of(day).home.ball, prematch_of(day).away.ball) == ("extra-spiky-ball", "")
    with pytest.raises(PrematchIllegal):
        balls_record(match=match, side="home", balls=["limpin-squig"], actor=match.home.coach)


# Prayers


def nothing_bought(match: Match) -> None:
    inducements_buy(match=match, side="away", induced=(), treasury=0, actor=match.away.coach)
    inducements_buy(match=match, side="home", induced=(), treasury=0, actor=match.home.coach)


def test_prayers_are_told_with_whom_they_are_about() -> None:
    match = an_exhibition()
    day = prayers_record(match=match, side="home", prayers=[Prayer("iron-man", "p1")], actor=match.home.coach)
    assert prematch_of(day).home.prayers == (Prayer("iron-man", "p1"),)
    with pytest.raises(PrematchIllegal):
        prayers_record(match=match, side="home", prayers=[Prayer("iron-man", "p99")], actor=match.home.coach)
    day = prayers_record(match=match, side="home", prayers=None, actor=cast.coach("Cora"))
    assert prematch_of(day).home.prayers is None


def test_prayers_are_thrown_to_the_last_player_when_it_is_known_what_was_bought() -> None:
    match = an_exhibition()
    with pytest.raises(EngineError):
        prematch_throw(match=match, step="prayer", actor=match.home.coach)
    nothing_bought(match)
    day = prematch_throw(match=match, step="prayer", actor=match.home.coach)
    page = prematch_page(match.home.coach, match)
    assert page.prematch.one_off
    assert len(prematch_of(day).home.prayers or ()) == prayers.due(page.prematch, page.teams, page.ruleset)["home"] > 0
    assert prematch_of(day).away.prayers is None


def test_whoever_is_worth_more_does_not_pray() -> None:
    match = an_exhibition()
    nothing_bought(match)
    with pytest.raises(PrematchIllegal):
        prayers_record(match=match, side="away", prayers=[Prayer("iron-man")], actor=match.away.coach)


def test_special_plays_of_an_edition_without_decks_are_typed_in() -> None:
    match = an_exhibition()
    day = cards_record(match=match, side="home", cards=(HeldCard("dirty-trick", "A Title"),), actor=match.home.coach)
    assert "A Title" in str(day.sealed)
    assert hand_of(match.away.coach, match).cards == ()


# A hand and the report


def told_with(match: Match, side: Side, *cards: HeldCard) -> Any:
    events = [
        {"key": f"e{nth}", "kind": "card", "side": side, "what": card.card, "half": 1, "turn": nth}
        for nth, card in enumerate(cards, start=1)
    ]
    # The card is all that was tapped in of it.
    return report_from({**cast.report(cast.reread(match)), "events": events, "accepted": ["totals_differ"]})


def test_a_card_that_he_plays_he_holds() -> None:
    """BB2016, special play cards. By the hand that he has written down himself, when he files the report."""
    match = a_match()
    cards_record(match=match, side="home", cards=(BLADE,), actor=match.home.coach)
    with pytest.raises(ReportIllegal) as refusal:
        report_submit(match=match, report=told_with(match, "home", RUNE), actor=match.home.coach)
    assert "card_not_held" in [problem.code for problem in refusal.value.problems]
    filed = report_submit(match=match, report=told_with(match, "home", BLADE), actor=match.home.coach)
    assert "rune" not in str(filed.report)


def test_a_report_is_no_way_to_look_into_the_others_hand() -> None:
    match = a_match()
    cards_record(match=match, side="away", cards=(BLADE,), actor=match.away.coach)
    filed = report_submit(match=match, report=told_with(match, "away", RUNE), actor=match.home.coach)
    assert "hidden-blade" not in str(filed.report)
    # Whose hand it is confirms, and the hands lie open: now it is said.
    with pytest.raises(ReportIllegal) as refusal:
        report_confirm(match=cast.reread(match), actor=match.away.coach)
    (problem,) = refusal.value.problems
    assert (problem.code, problem.params["held"]) == ("card_not_held", 0)
    assert cast.reread(match).status == "reported"


def test_a_report_that_nobody_confirms_and_whose_cards_were_never_held_goes_back_with_the_reason() -> None:
    match = a_match(**{"accept-after-hours": 48})
    cards_record(match=match, side="away", cards=(BLADE,), actor=match.away.coach)
    report_submit(match=match, report=told_with(match, "away", RUNE), actor=match.home.coach)
    with time_machine.travel(timezone.now() + timedelta(hours=49)):
        deadlines_run()
    assert cast.reread(match).status == "scheduled"
    (entry,) = AuditEntry.objects.filter(action="report.returned")
    assert "Rune of Unwilling Flight" in entry.data["reason"]


def test_a_card_that_the_server_has_not_dealt_is_not_played() -> None:
    match = a_match(**{"virtual-cards": True})
    side, drawn = dealt(match)
    team = match.home if side == "home" else match.away
    for card, accepted in ((drawn[1], False), (drawn[0], True)):
        told = told_with(match, side, card)
        if accepted:
            assert report_submit(match=cast.reread(match), report=told, actor=team.coach).number == 1
        else:
            with pytest.raises(ReportIllegal):
                report_submit(match=cast.reread(match), report=told, actor=team.coach)


def test_on_the_live_page_a_coach_finds_his_own_hand_and_nobody_elses() -> None:
    match = a_match()
    cards_record(match=match, side="home", cards=(BLADE, RUNE), actor=match.home.coach)
    cast.kick_off(match)
    assert own_hand(match.home.coach, match) == (BLADE, RUNE)
    for who in (match.away.coach, cast.coach("Cora")):
        assert own_hand(who, match) == ()
    pages = []
    for who in (match.home.coach, match.away.coach):
        client = Client()
        client.force_login(who)
        pages.append(client.get(f"/matches/{match.pk}/live/").content.decode())
    assert ["In your hand" in page for page in pages] == [True, False]
