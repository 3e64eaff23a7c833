"""What sponsors take, pay and ask for (2016/17 league compendium, sponsorship deals: major sponsorships)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine import effects as fx
from engine.dice import TableDice
from engine.errors import ChoiceUnknown, HiringIllegal
from engine.match import checks
from engine.match.after import Done, NeedsChoice
from engine.match.after.insurers import paid_for
from engine.match.forecast import forecasts
from engine.match.played import decide_match
from engine.match.report import Casualty, MatchReport
from engine.rulesets.model import Outcome, required
from engine.rulesets.options import with_options
from engine.tally import Tally
from engine.team import hiring
from engine.team.entry import EnteredPlayer, Entry, decide_entry, misfits
from engine.team.entry import problems as entry_problems
from engine.team.evolve import evolve, fold
from engine.team.hiring import Act, ActKind
from engine.team.ruling import Change, Ruling, decide_ruling
from engine.team.ruling import problems as ruling_problems
from engine.team.sheet import Gained, LastMatch, TeamSheet
from engine.team.sponsoring import gone
from tests.engine.given import RULES, a_report, a_sheet, a_side, a_step, after_a, done, the_player, with_player

SPONSORS = required(RULES.sponsors, "sponsors", RULES)
BURGERS, BOMBS, GUILD, DICE = (one.key for one in SPONSORS.majors)


def sponsored(key: str, sheet: TeamSheet | None = None, **changes: Any) -> TeamSheet:
    return replace(evolve(sheet or a_sheet(), fx.SponsorSigned(key)), **changes)


# Farblast & Sons: winnings


@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize(("outcome", "bonus"), [("draw", 10_000), ("loss", 0)])
def test_the_winnings_are_20_000_less_and_never_below_nothing(face: int, outcome: Outcome, bonus: int) -> None:
    """Sponsorship deals: Farblast & Sons; reading A-07."""
    step = a_step("winnings", sponsored(BOMBS), {"winnings/t1/1": (face,)}, last=after_a(outcome))
    (won,) = done(step).effects
    assert isinstance(won, fx.GoldChanged)
    earned = face * 10_000 + bonus
    assert won.amount == max(0, earned - 20_000)
    assert won.lines[-1] == fx.GoldLine("sponsor", -min(20_000, earned))
    assert sum(line.amount for line in won.lines) == won.amount


@pytest.mark.parametrize("key", [BURGERS, GUILD, DICE])
def test_no_other_sponsor_takes_anything_of_them(key: str) -> None:
    step = a_step("winnings", sponsored(key), {"winnings/t1/1": (3,)}, last=after_a("loss"))
    assert done(step).effects == (fx.GoldChanged(30_000, "winnings", lines=(fx.GoldLine("die", 30_000),)),)


def test_a_league_without_sponsors_pays_the_whole() -> None:
    step = a_step(
        "winnings",
        sponsored(BOMBS),
        {"winnings/t1/1": (3,)},
        last=after_a("loss"),
        ruleset=with_options(RULES, {"sponsors": False}),
    )
    assert done(step).effects == (fx.GoldChanged(30_000, "winnings", lines=(fx.GoldLine("die", 30_000),)),)


def test_where_there_are_no_winnings_nothing_is_taken() -> None:
    """Who concedes and pays for it has none."""
    report = replace(a_report(), ending="conceded", gave_up="home", could_field=11)
    step = a_step("winnings", sponsored(BOMBS), {}, last=after_a("loss"), report=report)
    assert done(step).effects == (fx.GoldChanged(0, "winnings"),)


# The Star Insurance Guild: who dies


@pytest.mark.parametrize(
    ("position", "learned", "paid"),
    [
        ("lineman", (), 30_000),  # 50,000
        ("blitzer", (), 50_000),  # 90,000
        ("lineman", (20_000,), 40_000),  # 70,000
        ("lineman", (30_000,), 40_000),  # 80,000: no rounding is needed
        ("ogre", (), 70_000),  # 140,000
        ("lineman", (20_000, 50_000), 60_000),  # 120,000
    ],
)
def test_half_of_his_value_is_paid_rounded_up(position: str, learned: tuple[int, ...], paid: int) -> None:
    """Sponsorship deals: Star Insurance Guild; reading A-14."""
    gains = tuple(Gained("normal", f"Skill {nth}", value) for nth, value in enumerate(learned))
    sheet = with_player(sponsored(GUILD), "p1", position=position, improvements=gains)
    assert paid_for(the_player(sheet, "p1"), sheet, RULES) == (fx.GoldChanged(paid, "insurance", about="p1"),)


def killing(sheet: TeamSheet, face: tuple[int, int] = (6, 1)) -> tuple[fx.TeamEffect, ...]:
    report = a_report(a_side("t1", casualties=(Casualty("p1", "block", "p2"),)), a_side("t2"))
    dice = TableDice({"casualty/t1/p1": face, "fans/t1": (3, 4), "fans/t2": (3, 4)})
    return decide_match("m1", report, {"t1": sheet, "t2": a_sheet("t2")}, dice, RULES)


def paid_in(effects: tuple[fx.TeamEffect, ...]) -> list[fx.Effect]:
    return [one.effect for one in effects if isinstance(one.effect, fx.GoldChanged)]


def test_it_is_paid_when_he_dies() -> None:
    assert paid_in(killing(sponsored(GUILD))) == [fx.GoldChanged(30_000, "insurance", about="p1")]
    assert paid_in(killing(sponsored(GUILD), (5, 8))) == []
    assert paid_in(killing(sponsored(BURGERS))) == []
    assert paid_in(killing(a_sheet())) == []


def test_nobody_insures_a_journeyman() -> None:
    """Our decision: he is nobody's to insure, as he is not counted when he goes."""
    sheet = with_player(sponsored(GUILD), "p1", status="journeyman")
    assert paid_in(killing(sheet)) == []


# The Star Insurance Guild: who is gone


MEMBERS = tuple(f"p{nth}" for nth in range(1, 12))
LAST = replace(after_a("draw"), members=MEMBERS)


def without(*keys: str, sheet: TeamSheet | None = None, treasury: int = 200_000) -> TeamSheet:
    return fold(replace(sheet or sponsored(GUILD), balance=treasury), [fx.PlayerFired(key) for key in keys])


def insured(sheet: TeamSheet, choice: str | None = None, last: LastMatch = LAST, **dice: Any) -> Done | NeedsChoice:
    known = {"die": "insurance/t1", "fee": "insurance/t1/fee", "missing": "insurance/t1/missing"}
    faces = {known.get(name, f"insurance/t1/{name[1:].replace('_', '/')}"): face for name, face in dice.items()}
    return a_step("insurance", sheet, faces, last=last, choice=choice)


def test_a_match_remembers_who_stood_on_the_roster() -> None:
    """Journeymen and guests never stood there; who missed the match did."""
    sheet = fold(with_player(a_sheet(), "p9", misses_next=True), [fx.JourneymanTakenOn("j1", 40, "Jack", "lineman")])
    after = fold(sheet, [one.effect for one in killing(sheet) if one.team == "t1"])
    assert after.last_match is not None
    assert after.last_match.members == MEMBERS


@pytest.mark.parametrize(
    ("effects", "counted"),
    [
        ((), 0),
        ((fx.PlayerDied("p1"),), 1),
        ((fx.PlayerFired("p1"), fx.PlayerLeft("p2"), fx.PlayerSold("p3", "t2")), 3),
        ((fx.PlayerRetired("p1"),), 0),
        ((fx.InjurySuffered("p1", "broken-neck", misses_next=True),), 0),
        ((fx.PlayerHired("p12", 12, "New", "lineman"), fx.PlayerFired("p12")), 0),
        ((fx.JourneymanTakenOn("j1", 40, "Jack", "lineman"), fx.PlayerLeft("j1")), 0),
        ((fx.StarRostered("griff-oberwald"), fx.StarReleased("griff-oberwald")), 0),
        ((fx.PlayerDied("p1"), fx.PlayerAmended("p1", status="active")), 0),
    ],
)
def test_who_counts_as_gone(effects: tuple[fx.Effect, ...], counted: int) -> None:
    """Our decision: dead, fired, left or sold since the match began; no journeyman, no star, no newcomer."""
    assert gone(fold(sponsored(GUILD), effects), LAST) == counted


def test_nothing_is_thrown_when_nobody_is_gone_and_the_deal_may_be_ended() -> None:
    assert insured(without()) == NeedsChoice(("keep-sponsor", "end-sponsor"), default="keep-sponsor")
    assert insured(without(), "keep-sponsor") == Done(())
    assert insured(without(), "end-sponsor") == Done((fx.SponsorLost(GUILD),))


@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize("missing", [1, 3, 6])
def test_a_fee_is_due_when_the_die_is_no_higher_than_the_players_who_are_gone(face: int, missing: int) -> None:
    """Sponsorship deals: equal to or lower than; every face."""
    outcome = insured(without(*MEMBERS[:missing]), die=(face,), fee=(3, 4))
    if face > missing:
        assert outcome == NeedsChoice(("keep-sponsor", "end-sponsor"), "keep-sponsor", "insurance/t1")
    else:
        assert outcome == NeedsChoice(("pay-fee", "pay-fee-and-end", "refuse-fee"), "", "insurance/t1")


def test_what_the_insurers_saw_stays_on_record_when_no_fee_is_due() -> None:
    outcome = insured(without("p1"), "keep-sponsor", die=(2,))
    assert outcome == Done((fx.InsurersLooked(gone=1, thrown=2),))


@pytest.mark.parametrize(("fee", "gold"), [((1, 1), 20_000), ((3, 4), 70_000), ((6, 6), 120_000)])
def test_the_fee_is_2d6_of_10_000(fee: tuple[int, int], gold: int) -> None:
    looked, paid = done(insured(without("p1"), "pay-fee", die=(1,), fee=fee)).effects
    assert looked == fx.InsurersLooked(gone=1, thrown=1, fee=gold)
    assert paid == fx.GoldChanged(-gold, "sponsor-fee", about=GUILD)


def test_who_has_paid_may_end_the_deal() -> None:
    _, paid, ended = done(insured(without("p1"), "pay-fee-and-end", die=(1,), fee=(1, 1))).effects
    assert paid == fx.GoldChanged(-20_000, "sponsor-fee", about=GUILD)
    assert ended == fx.SponsorLost(GUILD)


@pytest.mark.parametrize("missing", [1, 2, 3])
def test_who_does_not_pay_loses_his_gold_the_deal_and_players_for_a_match(missing: int) -> None:
    """Sponsorship deals: emptied, ended, blacklisted for ever, D3 random players (reading A-15)."""
    sheet = without("p1")
    draws = {"n1_d10_player": (1,), "n2_d9_player": (1,), "n3_d8_player": (8,)}
    outcome = done(insured(sheet, "refuse-fee", die=(1,), fee=(3, 4), missing=(missing,), **draws))
    assert outcome.effects[1:4] == (
        fx.GoldChanged(-200_000, "sponsor-fee-unpaid", about=GUILD),
        fx.SponsorLost(GUILD),
        fx.BlacklistChanged(GUILD, listed=True),
    )
    assert [one.player for one in outcome.effects[4:] if isinstance(one, fx.PlayerCalledAway)] == ["p2", "p3", "p11"][
        :missing
    ]
    after = fold(sheet, outcome.effects)
    assert (after.treasury, after.debt, after.sponsor, after.blacklisted) == (0, 0, "", (GUILD,))
    assert sum(player.misses_next for player in after.members) == missing


@pytest.mark.parametrize(("treasury", "may_pay"), [(70_000, True), (69_999, False), (0, False)])
def test_a_treasury_that_cannot_pay_has_no_choice(treasury: int, may_pay: bool) -> None:
    outcome = insured(without("p1", treasury=treasury), die=(1,), fee=(3, 4), missing=(1,), n1_d10_player=(5,))
    assert isinstance(outcome, NeedsChoice) is may_pay
    if not may_pay:
        kinds = [type(effect) for effect in done(outcome).effects]
        taken = [fx.GoldChanged] if treasury else []
        assert kinds == [fx.InsurersLooked, *taken, fx.SponsorLost, fx.BlacklistChanged, fx.PlayerCalledAway]


def test_no_more_players_are_called_away_than_there_are() -> None:
    sheet = without(*MEMBERS[:-1])
    outcome = done(insured(sheet, "refuse-fee", die=(6,), fee=(3, 4), missing=(3,), n1_d1_player=(1,)))
    assert [one for one in outcome.effects if isinstance(one, fx.PlayerCalledAway)] == [
        fx.PlayerCalledAway("p11", GUILD)
    ]


@pytest.mark.parametrize("choice", ["pay-fee", "refuse-fee", "whatever"])
def test_nobody_pays_or_refuses_a_fee_that_is_not_due(choice: str) -> None:
    with pytest.raises(ChoiceUnknown, match="keep-sponsor, end-sponsor"):
        insured(without(), choice)


@pytest.mark.parametrize("choice", ["keep-sponsor", "end-sponsor"])
def test_a_fee_that_is_due_is_not_passed_over(choice: str) -> None:
    with pytest.raises(ChoiceUnknown, match="pay-fee"):
        insured(without("p1"), choice, die=(1,), fee=(1, 1))


@pytest.mark.parametrize("sheet", [a_sheet(), sponsored(BURGERS), sponsored(BOMBS), sponsored(DICE)])
def test_no_other_sponsor_asks_for_anything(sheet: TeamSheet) -> None:
    assert insured(without("p1", "p2", sheet=sheet)) == Done(())


def test_a_blacklist_may_be_lifted() -> None:
    listed = evolve(evolve(a_sheet(), fx.BlacklistChanged(GUILD, listed=True)), fx.BlacklistChanged(GUILD, listed=True))
    assert listed.blacklisted == (GUILD,)
    assert evolve(listed, fx.BlacklistChanged(GUILD, listed=False)).blacklisted == ()


# Ending deals, and another man for Farblast: acts in the window


def acted(sheet: TeamSheet, kind: ActKind, **more: Any) -> TeamSheet:
    return fold(sheet, hiring.decide_act(Act(kind, **more), sheet, RULES))


def refused(sheet: TeamSheet, kind: ActKind, **more: Any) -> list[str]:
    with pytest.raises(HiringIllegal) as error:
        acted(sheet, kind, **more)
    return [problem.code for problem in error.value.problems]


@pytest.mark.parametrize("key", [BURGERS, BOMBS, DICE])
def test_a_deal_is_ended_in_the_window(key: str) -> None:
    assert acted(sponsored(key), "end-sponsor").sponsor == ""


def test_the_guild_s_deal_is_not() -> None:
    assert refused(sponsored(GUILD), "end-sponsor") == ["sponsor_ends_later"]
    assert refused(a_sheet(), "end-sponsor") == ["no_major_sponsor"]


@pytest.mark.parametrize(("count", "left"), [(1, 2), (3, 0)])
def test_ongoing_sponsorships_are_ended_as_many_as_he_likes(count: int, left: int) -> None:
    assert acted(replace(a_sheet(), sponsorships=3), "end-sponsorship", count=count).sponsorships == left


@pytest.mark.parametrize("count", [0, -1, 4])
def test_no_more_of_them_are_ended_than_there_are(count: int) -> None:
    assert refused(replace(a_sheet(), sponsorships=3), "end-sponsorship", count=count) == ["sponsorships_to_end"]


@pytest.mark.parametrize(
    "loss", [fx.PlayerDied("p3"), fx.PlayerFired("p3"), fx.PlayerLeft("p3"), fx.PlayerSold("p3", "t2")]
)
def test_another_man_is_named_when_the_old_one_is_gone(loss: fx.Effect) -> None:
    """Our decision: the deal is about a line player; as long as the one who was named is here, nobody else is."""
    sheet = fold(sponsored(BOMBS), [fx.SponsoredPlayerNamed("p3")])
    assert refused(sheet, "name-sponsored", player="p4") == ["equipped_already"]
    after = acted(evolve(sheet, loss), "name-sponsored", player="p4")
    assert after.sponsored == "p4"


@pytest.mark.parametrize("key", [BURGERS, GUILD, DICE])
def test_no_other_sponsor_equips_anybody(key: str) -> None:
    assert refused(sponsored(key), "name-sponsored", player="p4") == ["sponsor_equips_nobody"]
    assert refused(a_sheet(), "name-sponsored", player="p4") == ["sponsor_equips_nobody"]


@pytest.mark.parametrize("player", ["p11", "p99", "j1", "p2"])
def test_only_a_line_player_on_the_roster_is_named(player: str) -> None:
    sheet = sponsored(BOMBS, a_sheet(positions={"lineman": 10, "blitzer": 1}))
    sheet = fold(sheet, [fx.JourneymanTakenOn("j1", 40, "Jack", "lineman"), fx.PlayerFired("p2")])
    assert refused(sheet, "name-sponsored", player=player) == ["not_of_the_line"]


# A commissioner's word, and teams that come from elsewhere


def ruled(sheet: TeamSheet, *changes: Change) -> TeamSheet:
    return fold(sheet, decide_ruling(Ruling("It was forgotten.", changes), sheet, RULES))


def wrong(sheet: TeamSheet, *changes: Change) -> list[tuple[str, str]]:
    return [(one.code, one.where) for one in ruling_problems(Ruling("It was forgotten.", changes), sheet, RULES)]


def test_a_ruling_may_say_whom_farblast_equips_whoever_has_it_so_far() -> None:
    sheet = ruled(a_sheet(), Change("sponsor", what=BOMBS), Change("sponsored", player="p3"))
    assert sheet.sponsored == "p3"
    assert ruled(sheet, Change("sponsored", player="p4")).sponsored == "p4"


def test_a_ruling_blacklists_and_forgives() -> None:
    listed = ruled(a_sheet(), Change("blacklist", what=GUILD, yes=True))
    assert listed.blacklisted == (GUILD,)
    assert ruled(listed, Change("blacklist", what=GUILD)).blacklisted == ()


@pytest.mark.parametrize(
    ("change", "code", "where"),
    [
        (Change("sponsored", player="p3"), "sponsor_equips_nobody", "player"),
        (Change("blacklist", what="nobody", yes=True), "unknown_sponsor", "what"),
        (Change("blacklist", yes=True), "blacklist_of_nobody", "what"),
        (Change("blacklist", what=GUILD), "nothing_to_take", "what"),
    ],
)
def test_what_a_ruling_cannot_say_of_sponsors(change: Change, code: str, where: str) -> None:
    assert wrong(a_sheet(), change) == [(code, f"changes.0.{where}")]


def test_a_ruling_equips_only_a_line_player_on_the_roster() -> None:
    sheet = sponsored(BOMBS, a_sheet(positions={"lineman": 10, "blitzer": 1}))
    for player in ("p11", "p99"):
        assert wrong(sheet, Change("sponsored", player=player)) == [("not_of_the_line", "changes.0.player")]


def entry(**more: Any) -> Entry:
    players = (EnteredPlayer("lineman", 1, "Hans"), EnteredPlayer("blitzer", 2, "Griff"))
    return Entry("Old Guard", "human", players, **more)


def test_a_team_is_entered_with_its_equipment_and_its_blacklist() -> None:
    entered = decide_entry(entry(sponsor=BOMBS, sponsored="p1", blacklisted=(GUILD,)), RULES)
    sheet = evolve(TeamSheet("t1"), entered)
    assert (sheet.sponsor, sheet.sponsored, sheet.blacklisted) == (BOMBS, "p1", (GUILD,))
    assert fx.from_data(fx.to_data(entered)) == entered


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"sponsored": "p1"}, "sponsor_equips_nobody"),
        ({"sponsor": DICE, "sponsored": "p1"}, "sponsor_equips_nobody"),
        ({"sponsor": BOMBS, "sponsored": "p2"}, "not_of_the_line"),
        ({"sponsor": BOMBS, "sponsored": "p9"}, "not_of_the_line"),
        ({"blacklisted": ("nobody",)}, "unknown_sponsor"),
    ],
)
def test_what_no_team_can_bring_along(more: dict[str, Any], code: str) -> None:
    assert [one.code for one in entry_problems(entry(**more), RULES)] == [code]


def test_a_sponsor_who_has_blacklisted_the_team_does_not_fit() -> None:
    both = misfits(entry(sponsor=GUILD, blacklisted=(GUILD,)), RULES)
    assert [one.code for one in both] == ["sponsor_blacklists"]


# What follows when the window closes


@pytest.mark.parametrize(
    ("key", "fired", "insurers"),
    [(GUILD, (), 0), (GUILD, ("p1", "p2"), 2), (BURGERS, ("p1",), None), ("", ("p1",), None)],
)
def test_a_coach_is_told_what_the_insurers_will_throw_against(
    key: str, fired: tuple[str, ...], insurers: int | None
) -> None:
    sheet = fold(replace(a_sheet(), sponsor=key, last_match=LAST), [fx.PlayerFired(player) for player in fired])
    assert [one.insurers for one in forecasts(sheet, RULES)] == [insurers]


# McMurty's


def test_a_re_roll_of_a_sponsor_is_no_re_roll_too_many() -> None:
    """Sponsorship deals: McMurty's. How often he gives one, his dice say at the table."""

    def found(sheet: TeamSheet, used: dict[str, int]) -> list[str]:
        home = replace(a_side("t1"), used=Tally(used))
        report: MatchReport = a_report(home, a_side("t2"))
        return [one.code for one in checks.problems(report, {"t1": sheet, "t2": a_sheet("t2")}, RULES)]

    assert found(a_sheet(), {"reroll": 1}) == ["used_beyond_bought"]
    assert found(sponsored(BURGERS), {"reroll": 1}) == []
    assert found(sponsored(BURGERS), {"bribe": 1}) != []
    assert found(sponsored(DICE), {"reroll": 1}) == ["used_beyond_bought"]
