"""Both coaches together reopen a match that counts, until either team kicks off again."""

from __future__ import annotations

from typing import Any

import pytest

from engine.dice import SeededDice, seal
from engine.errors import NotAllowed
from engine.team.deal import Deal as DealCommand
from engine.team.deal import DealSide
from leagues.errors import ReasonMissing
from matches.errors import (
    DecksShown,
    NothingToReopen,
    PlayedOn,
    ReopeningAsked,
    ReopeningDoesNotFit,
    ReopeningNotAsked,
    ThrownAlready,
)
from matches.mapping import report_from
from matches.models import Confirmation, DiceRoll, DiceSession, Match, MatchSheet, PostMatchStep, Reopening
from matches.selectors.live import live_mark, live_match
from matches.selectors.matchday import prematch_page
from matches.selectors.matches import dice_record, inbox, match_page, report_filed, report_returned
from matches.selectors.reopening import reopening_of
from matches.services.counting import agreed_count
from matches.services.deals import deal_approve
from matches.services.prematch import prematch_throw
from matches.services.prematch_cards import card_deal
from matches.services.reopening import reopening_agree, reopening_ask, reopening_decline
from matches.services.reports import report_confirm, report_submit
from teams.models import Cause, Deal, HistoryEntry, Team
from teams.services.deals import deal_propose
from teams.services.running import team_transfer
from teams.services.verification import league_differences
from tests import cast
from tests.matches.playing import kicked_off, phones
from tests.scenes import scene

pytestmark = pytest.mark.django_db

HURT: dict[str, Any] = {"casualties": [{"victim": "p5", "cause": "block", "by": "p11"}]}


@scene
def match() -> Match:
    return cast.match(cast.season(cast.quiet_league(), legs=2))


def reopen(match: Match) -> Match:
    reopening_ask(match=cast.reread(match), reason="We forgot one.", actor=match.home.coach)
    reopening_agree(match=cast.reread(match), actor=match.away.coach)
    return cast.reread(match)


def state(match: Match) -> list[tuple[int, int, dict[str, int]]]:
    teams = Team.objects.filter(pk__in=(match.home_id, match.away_id)).order_by("pk")
    return [(team.treasury, team.value, team.record) for team in teams]


def test_one_asks_and_the_other_agrees_and_the_report_is_editable_again(match: Match) -> None:
    before = state(match)
    played = cast.play(match, away=HURT)
    again = reopen(played)
    assert (again.status, again.place) == ("scheduled", played.place)
    assert state(again) == before
    assert not PostMatchStep.objects.filter(match=match).exists()
    assert report_filed(again) is None
    returned = report_returned(again)
    assert returned is not None
    assert returned.number == 1
    assert list(league_differences(match.league)) == []


def test_who_took_over_the_team_of_whoever_asked_does_not_agree_for_the_other_coach(match: Match) -> None:
    """Both coaches together: what the last coach of a team has asked is neither the new one's word nor the other's."""
    played = cast.play(match)
    reopening_ask(match=played, reason="We forgot one.", actor=match.home.coach)
    cat, cora = cast.member(match.league, "Cat"), cast.commissioner_of(match.league)
    team_transfer(team=match.home, coach=cat, reason="Gone.", actor=cora)
    for coach in (cat, match.away.coach):
        with pytest.raises(ReopeningNotAsked):
            reopening_agree(match=cast.reread(match), actor=coach)
    assert reopening_of(cast.reread(match)) is None
    assert inbox(cat).reopenings == inbox(match.away.coach).reopenings == ()
    asked = reopening_ask(match=cast.reread(match), reason="I saw it.", actor=cat)
    assert [one.answer for one in Reopening.objects.order_by("pk")] == ["withdrawn", "asked"]
    assert (reopening_of(cast.reread(match)), inbox(match.away.coach).reopenings) == (asked, (match,))
    with pytest.raises(ReopeningAsked):
        reopening_ask(match=cast.reread(match), reason="So did I.", actor=match.away.coach)
    reopening_agree(match=cast.reread(match), actor=match.away.coach)
    assert cast.reread(match).status == "scheduled"


def test_the_same_report_confirmed_anew_comes_to_the_same_with_the_same_dice(match: Match) -> None:
    played = cast.play(match, away=HURT)
    after, rolls = state(played), list(DiceRoll.objects.order_by("pk").values_list("key", "faces"))
    again = cast.play(reopen(played), away=HURT)
    assert state(again) == after
    assert list(DiceRoll.objects.order_by("pk").values_list("key", "faces")) == rolls
    assert (again.place, again.status) == (played.place, "finished")
    assert Confirmation.objects.count() == 2
    assert Cause.objects.filter(kind="match").count() == 1
    assert list(league_differences(match.league)) == []


def test_another_report_counts_at_the_same_place_and_only_new_dice_are_thrown(match: Match) -> None:
    played = cast.play(match, away=HURT)
    faces = dict(DiceRoll.objects.values_list("key", "faces"))
    casualty = {"casualties": [*HURT["casualties"], {"victim": "p6", "cause": "crowd"}]}
    again = cast.play(reopen(played), (2, 2), away=casualty)
    page = match_page(again)
    assert page.result is not None
    assert (page.result.home_touchdowns, page.result.away_touchdowns) == (2, 2)
    assert again.place == played.place
    now = dict(DiceRoll.objects.values_list("key", "faces"))
    assert {key: now[key] for key in faces} == faces
    assert f"casualty/{match.away.key}/p6" in now
    assert list(league_differences(match.league)) == []


def test_a_die_that_was_typed_in_wrongly_is_corrected_and_one_of_the_servers_is_not(match: Match) -> None:
    key, servers = f"winnings/{match.home.key}/1", f"winnings/{match.away.key}/1"
    played = cast.play(match, dice={key: (1,)})
    before = state(played)[0][0]
    again = cast.play(reopen(played), dice={key: (4,)})
    assert state(again)[0][0] == before + 30_000
    rolls = [roll for entry in HistoryEntry.objects.all() for roll in entry.revision.rolls]
    told = [roll["faces"] for roll in rolls if roll["key"] == servers]
    # In the step that was taken back, and in the one that was run anew.
    assert told == [DiceRoll.objects.get(key=servers).faces] * 2


def test_what_is_thrown_after_the_seed_was_shown_falls_from_another_seed(match: Match) -> None:
    played = cast.play(match)
    shown = dice_record(played)
    assert shown.seed
    again = cast.play(reopen(played), away=HURT)
    record = dice_record(again)
    assert record.seal != shown.seal
    assert record.seal == seal(bytes.fromhex(record.seed))
    (earlier,) = record.earlier
    assert (earlier.seal, earlier.seed) == (shown.seal, shown.seed)
    assert set(earlier.keys) == {roll.key for roll in shown.rolls}
    new = DiceRoll.objects.get(key=f"casualty/{match.away.key}/p5")
    assert new.session == DiceSession.objects.get(occasion=f"{match.key}+2")


def test_a_match_in_the_midst_of_its_sequence_keeps_its_secret_seed(match: Match) -> None:
    confirmed = cast.advance(cast.confirm(cast.file(match)))
    assert confirmed.status == "confirmed"
    reopen(confirmed)
    assert DiceSession.objects.filter(occasion__startswith=f"{match.key}+").count() == 0
    assert cast.play(cast.reread(match)).status == "finished"


def test_what_was_done_in_the_window_after_it_is_taken_back_with_it() -> None:
    """The window after the match belongs to the match."""
    match = cast.match(cast.season(cast.league()))
    before = state(match)
    played = cast.play(match)
    assert state(reopen(played)) == before


def test_the_sheets_of_that_day_stay(match: Match) -> None:
    played = cast.play(match)
    kept = list(MatchSheet.objects.order_by("team").values_list("team", "sheet"))
    cast.play(reopen(played))
    assert list(MatchSheet.objects.order_by("team").values_list("team", "sheet")) == kept


def test_neither_of_them_reopens_it_alone_and_no_commissioner_does(match: Match) -> None:
    played = cast.play(match)
    cora = cast.commissioner_of(match.league)
    with pytest.raises(NotAllowed):
        reopening_ask(match=played, reason="I say so.", actor=cora)
    with pytest.raises(ReopeningNotAsked):
        reopening_agree(match=played, actor=match.away.coach)
    reopening_ask(match=played, reason="We forgot one.", actor=match.home.coach)
    with pytest.raises(ReopeningNotAsked):
        reopening_agree(match=played, actor=match.home.coach)
    with pytest.raises(NotAllowed):
        reopening_agree(match=played, actor=cora)
    with pytest.raises(ReopeningAsked):
        reopening_ask(match=played, reason="Me too.", actor=match.away.coach)
    assert cast.reread(match).status == "finished"


def test_who_coaches_both_teams_asks_himself(match: Match) -> None:
    played = cast.play(match)
    Team.objects.filter(pk=match.away_id).update(coach=match.home.coach)
    reopening_ask(match=cast.reread(played), reason="My mistake.", actor=match.home.coach)
    assert cast.reread(match).status == "scheduled"


@pytest.mark.parametrize(("who", "answer"), [("away", "declined"), ("home", "withdrawn")])
def test_the_other_declines_or_who_asked_withdraws_and_it_may_be_asked_again(
    match: Match, who: str, answer: str
) -> None:
    played = cast.play(match)
    reopening_ask(match=played, reason="We forgot one.", actor=match.home.coach)
    reopening_decline(match=played, actor=getattr(match, who).coach)
    assert Reopening.objects.get().answer == answer
    with pytest.raises(ReopeningNotAsked):
        reopening_decline(match=played, actor=match.away.coach)
    assert reopen(played).status == "scheduled"


def test_it_says_why(match: Match) -> None:
    with pytest.raises(ReasonMissing):
        reopening_ask(match=cast.play(match), reason=" ", actor=match.home.coach)


def test_what_does_not_count_cannot_be_reopened(match: Match) -> None:
    for state_of in (match, cast.file(match)):
        with pytest.raises(NothingToReopen):
            reopening_ask(match=state_of, reason="Hm.", actor=match.home.coach)


def test_nothing_is_reopened_once_either_team_has_kicked_off_again(match: Match) -> None:
    played = cast.play(match)
    reopening_ask(match=played, reason="We forgot one.", actor=match.home.coach)
    cast.file(cast.match(match.season))
    with pytest.raises(PlayedOn):
        reopening_agree(match=cast.reread(match), actor=match.away.coach)
    assert cast.reread(match).status == "finished"


def test_what_happened_since_and_needs_the_match_is_in_the_way(match: Match) -> None:
    """Gold that was won is spent on a deal: without the match it was never there."""
    played = cast.play(match, dice={f"winnings/{match.home.key}/1": (6,)})
    rich, poor = cast.again(played.home), cast.again(played.away)
    command = DealCommand(DealSide(rich.key, rich.treasury), DealSide(poor.key, 0))
    deal = cast.accepted(deal_propose(proposer=rich, partner=poor, command=command, actor=rich.coach))
    deal_approve(deal=Deal.objects.get(pk=deal.pk), actor=cast.commissioner_of(match.league))
    after = state(match)
    reopening_ask(match=played, reason="We forgot one.", actor=match.home.coach)
    with pytest.raises(ReopeningDoesNotFit) as refused:
        reopening_agree(match=cast.reread(match), actor=match.away.coach)
    assert refused.value.problems
    assert (cast.reread(match).status, state(match)) == ("finished", after)
    assert Reopening.objects.get().answer == "asked"


def test_a_reopened_match_is_confirmed_by_the_other_coach_as_ever(match: Match) -> None:
    filed = cast.file(reopen(cast.play(match)), (1, 1))
    with pytest.raises(NotAllowed):
        report_confirm(match=filed, actor=match.home.coach)
    assert report_confirm(match=filed, actor=match.away.coach).status == "confirmed"


def test_what_is_agreed_and_waits_for_an_earlier_match_is_reopened_as_well(match: Match) -> None:
    first, second = cast.file(match), cast.file(cast.match(match.season))
    agreed = cast.confirm(second)
    assert agreed.status == "agreed"
    assert reopen(agreed).status == "scheduled"
    assert cast.confirm(first).status == "confirmed"
    assert not Cause.objects.filter(kind="match", occasion=second.key).exists()


def test_a_match_that_was_agreed_to_counts_by_the_report_that_was_confirmed(match: Match) -> None:
    """The other report, which was filed later, is of no account."""
    first, second = cast.file(match), cast.file(cast.match(match.season), (2, 1))
    told = report_from(cast.report(second, (1, 1)))
    report_submit(match=second, report=told, actor=second.away.coach)
    report_confirm(match=cast.reread(second), seen=1, actor=second.away.coach)
    cast.finish(cast.confirm(first))
    assert agreed_count(match=cast.reread(second))
    page = match_page(cast.reread(second))
    assert page.result is not None
    assert (page.result.home_touchdowns, page.result.away_touchdowns) == (2, 1)


# A match that was over and is told anew: nobody can work out beforehand what is thrown now.


def shown_seed(match: Match) -> SeededDice:
    return SeededDice(bytes(DiceSession.objects.get(league=match.league, occasion=match.key).seed))


def secret_seed(match: Match) -> SeededDice:
    return SeededDice(bytes(DiceSession.objects.get(league=match.league, occasion=f"{match.key}+2").seed))


def test_what_falls_on_the_live_page_falls_from_the_new_seed_and_stands_there() -> None:
    played = cast.play(kicked_off())
    again = reopen(played)
    assert again.status == "live"
    before = live_mark(again.home.coach, again.pk)
    ann, _ = phones(again)
    ann.tap("casualty", side="away", player="p5", other="p10", cause="block", throw="all")
    receipt = ann.send().receipts[0]
    assert (receipt.outcome, receipt.problems) == ("stored", ())
    key = f"casualty/{again.away.key}/p5"
    roll = DiceRoll.objects.get(key=key)
    assert tuple(roll.faces) == secret_seed(again).roll(key, *roll.sides).faces
    assert roll.session.occasion == f"{again.key}+2"
    found = live_match(cast.reread(again))
    assert found.lines[0].event.dice == {"casualty": tuple(roll.faces)}
    assert roll in found.rolls
    assert live_mark(again.home.coach, again.pk) != before


def test_a_roll_from_the_new_seed_is_news_for_whoever_looks_at_the_match() -> None:
    again = reopen(cast.play(kicked_off()))
    before = live_mark(again.home.coach, again.pk)
    session = DiceSession.objects.get(occasion=f"{again.key}+2")
    DiceRoll.objects.create(session=session, key="x", sides=[6], faces=[1], source="seeded")
    assert live_mark(again.home.coach, again.pk) != before


def test_what_fell_before_the_match_lies_as_it_lies_and_what_is_thrown_now_nobody_knew(match: Match) -> None:
    prematch_throw(match=match, step="weather", actor=match.home.coach)
    faces = DiceRoll.objects.get(key="weather").faces
    again = reopen(cast.play(match))
    with pytest.raises(ThrownAlready):
        prematch_throw(match=again, step="weather", actor=match.home.coach)
    assert DiceRoll.objects.get(key="weather").faces == faces
    prematch_throw(match=again, step="kick", actor=match.home.coach)
    fresh = DiceRoll.objects.filter(session__occasion=f"{match.key}+2")
    assert fresh.exists()
    for roll in fresh:
        assert tuple(roll.faces) == secret_seed(again).roll(roll.key, *roll.sides).faces
    assert prematch_page(match.home.coach, cast.reread(again)).problems == ()


def test_no_card_is_dealt_from_a_deck_whose_order_everybody_can_work_out() -> None:
    league = cast.league(house_rules={"virtual-cards": True, "hire-window": False})
    match = cast.match(cast.season(league))
    busy = next(hand for hand in prematch_page(match.home.coach, match).hands if hand.busy)
    team = match.home if busy.side == "home" else match.away
    card_deal(match=match, side=busy.side, act="draw", pile="dirty-trick", actor=team.coach)
    drawn = next(hand for hand in prematch_page(team.coach, match).hands if hand.busy).drawn
    again = reopen(cast.play(match))
    hands = prematch_page(team.coach, again).hands
    assert [hand.turns for hand in hands] == [(), ()]
    assert next(hand for hand in hands if hand.side == busy.side).drawn == drawn  # its order is the old one
    with pytest.raises(DecksShown):
        card_deal(match=again, side=busy.side, act="draw", pile="dirty-trick", actor=team.coach)
