"""Becoming the home team of the stadium where a match was played (BB2016, stadiums: becoming residents)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import effects as fx
from engine.errors import ChoiceUnknown, DieMissing
from engine.match import afterwards
from engine.match.after import AFTER_THE_OTHER, Done, NeedsChoice, awaited, steps
from engine.match.prematch import MaybeSide, PreMatch, Venue
from engine.match.report import MatchReport
from engine.match.throwing import purpose_of
from engine.rulesets.model import OUTCOMES, Outcome, required
from engine.rulesets.options import with_options
from engine.tally import Tally
from engine.team.evolve import evolve, fold
from engine.team.known import stadium_keys
from engine.team.sheet import HomeStadium, LastMatch, Sought, TeamSheet
from tests.engine.given import RULES, a_report, a_sheet, a_step, after_a, done

STADIUMS = required(RULES.stadiums, "stadiums", RULES)
ATTRIBUTES = [result.key for table in STADIUMS.categories for result in table.results]
DIE = "residency/t1"


def played_at(stadium: str = "ice", home_of: MaybeSide = "", ending: str = "played") -> MatchReport:
    report = replace(a_report(), prematch=PreMatch(venue=Venue(stadium=stadium, home_of=home_of)))
    return replace(report, ending="walkover") if ending == "walkover" else report


def asked(
    face: int = 1,
    *,
    outcome: Outcome = "draw",
    fans: int = 0,
    sponsor: str = "",
    report: MatchReport | None = None,
    sheet: TeamSheet | None = None,
) -> fx.ResidencySought:
    sheet = replace(sheet or a_sheet(), sponsor=sponsor, goods=Tally({"fan-factor": fans}))
    faces, last = {DIE: (face,)}, after_a(outcome)
    step = a_step("residency", sheet, faces, report=report or played_at(), last=last, choice="attempt")
    (effect,) = done(step).effects
    assert isinstance(effect, fx.ResidencySought)
    return effect


def sought(score: int) -> Sought:
    return Sought("ice", score, STADIUMS.residency.result(score).key)


def having_asked(score: int | None, key: str = "t1", **changes: object) -> TeamSheet:
    """After the match, and after asking with this score; ``None``: without."""
    last = replace(after_a("draw"), sought=None if score is None else sought(score))
    return replace(a_sheet(key), last_match=last, **changes)


def deal(
    score: int | None, other: int | None = None, choice: str | None = None, words: str = "", **changes: object
) -> Done | NeedsChoice:
    mine = having_asked(score, **changes)
    assert mine.last_match is not None
    return a_step(
        "residency-deal",
        mine,
        {},
        last=mine.last_match,
        report=played_at(),
        choice=choice,
        words=words,
        rival=having_asked(other, "t2"),
    )


# Whether a team may ask


@pytest.mark.parametrize("stadium", ATTRIBUTES)
def test_a_team_may_ask_for_every_stadium_with_an_attribute(stadium: str) -> None:
    """BB2016, stadiums, becoming residents: as long as it has a special Attribute."""
    question = a_step("residency", a_sheet(), {}, report=played_at(stadium))
    assert question == NeedsChoice(("attempt", "pass"), default="pass")


@pytest.mark.parametrize(
    "report",
    [
        a_report(),
        played_at("standard"),
        played_at(""),
        played_at("ice", "home"),
        played_at("ice", "away"),
        played_at("ice", ending="walkover"),
    ],
    ids=["nowhere", "ordinary", "unrecorded", "own home", "the others' home", "never played"],
)
def test_nobody_is_asked_where_there_is_nothing_to_be_had(report: MatchReport) -> None:
    """BB2016, stadiums, becoming residents: a special Attribute, and not already another team's home."""
    for choice in (None, "attempt"):
        assert done(a_step("residency", a_sheet(), {}, report=report, choice=choice)).effects == ()


def test_only_attributes_are_special() -> None:
    assert set(stadium_keys(RULES)) - set(ATTRIBUTES) == {"standard"}


def test_who_owns_a_stadium_takes_up_no_residency() -> None:
    """BB2016, stadiums: a team cannot take up a residency while owning a stadium."""
    owner = replace(a_sheet(), stadium=HomeStadium("ice", owned=True))
    assert done(a_step("residency", owner, {}, report=played_at())).effects == ()
    resident = replace(a_sheet(), stadium=HomeStadium("ice"))
    assert isinstance(a_step("residency", resident, {}, report=played_at()), NeedsChoice)


def test_who_leaves_it_throws_nothing() -> None:
    assert done(a_step("residency", a_sheet(), {}, report=played_at(), choice="pass")).effects == ()


def test_there_is_no_third_answer() -> None:
    with pytest.raises(ChoiceUnknown):
        a_step("residency", a_sheet(), {}, report=played_at(), choice="perhaps")


def test_asking_takes_a_die() -> None:
    with pytest.raises(DieMissing):
        a_step("residency", a_sheet(), {}, report=played_at(), choice="attempt")
    assert purpose_of(DIE) == "stadium"


# What it comes to


@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize(("outcome", "added"), [("win", {"won": 1}), ("draw", {}), ("loss", {"lost": -1})])
def test_a_d6_counts_one_more_after_a_win_and_one_less_after_a_loss(
    face: int, outcome: Outcome, added: dict[str, int]
) -> None:
    """BB2016, stadiums, becoming residents: every face and outcome."""
    effect = asked(face, outcome=outcome)
    assert (effect.stadium, effect.thrown, effect.modifiers) == ("ice", face, Tally(added))
    assert effect.score == face + sum(added.values())


@pytest.mark.parametrize(("fans", "added"), [(0, 0), (7, 0), (8, 2), (9, 2), (12, 2), (13, 6), (14, 6)])
def test_a_fan_factor_of_8_counts_two_and_one_of_13_four_more(fans: int, added: int) -> None:
    """BB2016, stadiums, becoming residents; reading A-11: cumulative modifiers."""
    assert asked(3, fans=fans).score == 3 + added


def test_a_major_sponsor_counts_two_and_all_modifiers_add_up() -> None:
    """BB2016, stadiums, becoming residents: cumulative modifiers."""
    assert asked(3, sponsor="star-insurance-guild").modifiers == Tally({"major-sponsor": 2})
    everything = asked(6, outcome="win", fans=13, sponsor="star-insurance-guild")
    assert everything.score == 6 + 1 + 2 + 2 + 4
    assert everything.result == "unconditional-offer"


@pytest.mark.parametrize(
    ("score", "result"),
    [
        (-3, "rejected"),
        (0, "rejected"),
        (5, "rejected"),
        (6, "it-will-cost-you"),
        (7, "it-will-cost-you"),
        (8, "it-will-cost-you"),
        (9, "unconditional-offer"),
        (15, "unconditional-offer"),
        (1_000, "unconditional-offer"),
    ],
)
def test_the_table_answers_every_score(score: int, result: str) -> None:
    """BB2016, stadiums, becoming residents: 5 or less, 6-8, 9 or more."""
    assert STADIUMS.residency.result(score).key == result


def test_the_sheet_remembers_it_until_the_next_match() -> None:
    sheet = replace(a_sheet(), last_match=after_a("draw"))
    remembered = evolve(sheet, asked(6))
    assert remembered.last_match is not None
    assert remembered.last_match.sought == Sought("ice", 6, "it-will-cost-you")
    played = fx.MatchPlayed("m2", "t2", "win", 1, 0, 0, 0, 0, 7000, 0, 1_000_000, ())
    after = evolve(remembered, played)
    assert after.last_match is not None
    assert after.last_match.sought is None


# What the stadium answers


def test_who_has_not_asked_hears_nothing() -> None:
    assert done(deal(None)).effects == ()
    assert done(deal(None, 9)).effects == ()


def test_who_has_come_to_own_a_stadium_meanwhile_is_offered_nothing() -> None:
    """BB2016, stadiums: a team cannot take up a residency while owning a stadium."""
    assert done(deal(9, choice="accept", stadium=HomeStadium("solid-stone", owned=True))).effects == ()


@pytest.mark.parametrize("score", [1, 5])
def test_five_or_less_is_rejected(score: int) -> None:
    for other in (None, 1, 12):
        assert done(deal(score, other)).effects == (fx.ResidencyAnswered("ice", "rejected"),)


@pytest.mark.parametrize("score", [6, 7, 8])
def test_six_to_eight_cost_all_winnings(score: int) -> None:
    """BB2016, stadiums, becoming residents: pay all winnings from this match or reject the offer."""
    assert deal(score) == NeedsChoice(("pay-winnings", "refuse"), default="refuse", roll=DIE)
    effects = done(deal(score, choice="pay-winnings", words="The Rink")).effects
    assert effects == (
        fx.ResidencyAnswered("ice", "taken", winnings=True),
        fx.StadiumChanged(HomeStadium("ice", "The Rink")),
    )


@pytest.mark.parametrize("score", [9, 10, 15])
def test_nine_or_more_costs_nothing(score: int) -> None:
    assert deal(score) == NeedsChoice(("accept", "refuse"), default="refuse", roll=DIE)
    effects = done(deal(score, choice="accept")).effects
    home = HomeStadium("ice", "Team t1 Ice")
    assert effects == (fx.ResidencyAnswered("ice", "taken"), fx.StadiumChanged(home))


@pytest.mark.parametrize("score", [6, 9])
def test_an_offer_may_be_declined(score: int) -> None:
    assert done(deal(score, choice="refuse")).effects == (fx.ResidencyAnswered("ice", "refused"),)


@pytest.mark.parametrize(("score", "wrong"), [(6, "accept"), (9, "pay-winnings"), (9, "attempt")])
def test_what_costs_nothing_is_never_paid_for_and_the_other_way_round(score: int, wrong: str) -> None:
    """A correction that turns the score never turns one choice into the other."""
    with pytest.raises(ChoiceUnknown):
        deal(score, choice=wrong)


@pytest.mark.parametrize(
    ("mine", "other", "answer"),
    [
        (9, 8, None),
        (6, 5, None),
        (9, None, None),
        (8, 9, "outbid"),
        (8, 8, "level"),
        (12, 12, "level"),
        (9, 12, "outbid"),
    ],
)
def test_of_two_who_ask_the_higher_score_alone_is_offered_it(mine: int, other: int | None, answer: str | None) -> None:
    """BB2016, stadiums, becoming residents: the highest result; the same, neither."""
    found = deal(mine, other)
    if answer is None:
        assert isinstance(found, NeedsChoice)
    else:
        assert [effect.answer for effect in done(found).effects if isinstance(effect, fx.ResidencyAnswered)] == [answer]


def test_what_the_other_team_asked_for_after_another_match_is_nobody_s_business() -> None:
    mine, rival = having_asked(9), having_asked(12, "t2")
    assert rival.last_match is not None
    assert mine.last_match is not None
    elsewhere = replace(rival, last_match=replace(rival.last_match, match="m0"))
    found = a_step("residency-deal", mine, {}, last=mine.last_match, report=played_at(), rival=elsewhere)
    assert isinstance(found, NeedsChoice)


def test_a_new_home_takes_the_place_of_the_one_before() -> None:
    """BB2016, stadiums: a team can only ever have one home stadium. Ours: with a new one it gives up the old one."""
    before = having_asked(9, stadium=HomeStadium("solid-stone", "The Quarry"))
    effects = done(deal(9, choice="accept", words="The Rink", stadium=before.stadium)).effects
    assert fold(before, effects).stadium == HomeStadium("ice", "The Rink")


def test_a_suggested_name_is_no_longer_than_a_name_may_be() -> None:
    effects = done(deal(9, choice="accept", name="N" * 80)).effects
    changed = effects[-1]
    assert isinstance(changed, fx.StadiumChanged)
    assert changed.stadium is not None
    assert changed.stadium.name == "N" * 80


# What it costs


def promised(outcome: Outcome = "draw") -> LastMatch:
    return replace(after_a(outcome, fame=1), sought=replace(sought(7), for_winnings=True))


@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize("outcome", OUTCOMES)
def test_all_that_was_won_goes_for_the_deal_line_by_line(face: int, outcome: Outcome) -> None:
    """BB2016, stadiums, becoming residents: pay all winnings from this match. They are thrown all the same."""
    step = a_step("winnings", a_sheet(), {"winnings/t1/1": (face,)}, last=promised(outcome), report=played_at())
    (effect,) = done(step).effects
    assert isinstance(effect, fx.GoldChanged)
    won = face * 10_000 + 10_000 + (0 if outcome == "loss" else 10_000)
    assert (effect.amount, effect.reason) == (0, "winnings")
    assert effect.lines[-1] == fx.GoldLine("residency", -won)
    assert sum(line.amount for line in effect.lines[:-1]) == won


def test_a_winner_who_has_promised_all_of_it_is_not_asked_for_another_throw() -> None:
    """Ours: whatever fell instead would go for the deal as well."""
    step = a_step("winnings", a_sheet(), {"winnings/t1/1": (1,)}, last=promised("win"), report=played_at())
    assert isinstance(step, Done)


def test_spiralling_expenses_are_paid_by_the_treasury_all_the_same() -> None:
    rules = with_options(RULES, {"spiralling-expenses": True})
    last = replace(promised(), value=2_000_000)
    faces = {"winnings/t1/1": (6,)}
    step = a_step("winnings", a_sheet(treasury=100_000), faces, last=last, report=played_at(), ruleset=rules)
    amounts = [effect.amount for effect in done(step).effects if isinstance(effect, fx.GoldChanged)]
    assert amounts[0] == 0
    assert amounts[1] < 0


# Where it stands in the sequence


def test_it_stands_before_the_winnings_and_the_answer_waits_for_the_other_team() -> None:
    """BB2016, post-match sequence: at the start of step 3."""
    names = steps(RULES)
    assert names.index("spp") < names.index("residency") < names.index("residency-deal") < names.index("winnings")
    assert AFTER_THE_OTHER["residency-deal"] == "residency"
    assert awaited("residency-deal", played_at(), RULES) == "residency"


@pytest.mark.parametrize("report", [a_report(), played_at("standard"), played_at("ice", "home")])
def test_where_there_is_no_home_to_be_had_nobody_waits_for_the_other(report: MatchReport) -> None:
    assert awaited("residency-deal", report, RULES) is None
    assert awaited("winnings", played_at(), RULES) is None


def test_a_league_without_stadiums_has_none_of_it() -> None:
    rules = with_options(RULES, {"stadiums": False})
    assert "residency" not in steps(rules)
    assert "residency-deal" not in steps(rules)
    # Of a match that was played before the league did away with them, nothing is left to ask for.
    assert done(a_step("residency", a_sheet(), {}, report=played_at(), ruleset=rules)).effects == ()


# Losing a home

D8 = "losing-residency/t1"


def at_home(**changes: object) -> TeamSheet:
    return replace(a_sheet(treasury=500_000), stadium=HomeStadium("ice", "The Rink"), **changes)


def after_defeat(
    face: int, fans: int, *, choice: str | None = None, treasury: int = 500_000, outcome: Outcome = "loss"
) -> Done | NeedsChoice:
    sheet = replace(at_home(), goods=Tally({"fan-factor": fans}), balance=treasury)
    report, last = played_at("ice", "home"), after_a(outcome)
    return a_step("losing-residency", sheet, {D8: (face,)}, report=report, last=last, choice=choice)


def lost(face: int, fans: int, too_high: int) -> tuple[fx.Effect, ...]:
    return fx.ResidencyTested("ice", face, fans, too_high, kept=False), fx.StadiumChanged(None)


@pytest.mark.parametrize("fans", range(0, 10))
@pytest.mark.parametrize("face", range(1, 8))
def test_a_throw_no_higher_than_the_fan_factor_keeps_the_home(face: int, fans: int) -> None:
    """BB2016, post-match sequence step 4: every face but the 8, on both sides of each fan factor."""
    found = after_defeat(face, fans)
    if face <= fans:
        assert done(found).effects == (fx.ResidencyTested("ice", face, fans, 0, kept=True),)
    else:
        assert found == NeedsChoice((f"pay-{face - fans}", "let-go"), default="", roll=D8)


@pytest.mark.parametrize("fans", [0, 7, 8, 9, 13])
@pytest.mark.parametrize("choice", [None, "pay-1", "pay-8", "let-go"])
def test_an_eight_always_loses_it_and_no_gold_lowers_it(fans: int, choice: str | None) -> None:
    """BB2016, post-match sequence step 4; reading A-12."""
    assert done(after_defeat(8, fans, choice=choice)).effects == lost(8, fans, max(0, 8 - fans))


@pytest.mark.parametrize(("face", "fans"), [(6, 5), (7, 5), (7, 0)])
def test_thirty_thousand_lower_it_by_one(face: int, fans: int) -> None:
    """BB2016, post-match sequence step 4: each 30,000 gold pieces."""
    price = (face - fans) * 30_000
    kept, paid = done(after_defeat(face, fans, choice=f"pay-{face - fans}")).effects
    assert kept == fx.ResidencyTested("ice", face, fans, face - fans, kept=True)
    assert paid == fx.GoldChanged(-price, "residency-kept")


def test_a_coach_may_let_it_go() -> None:
    assert done(after_defeat(7, 5, choice="let-go")).effects == lost(7, 5, 2)
    sheet = fold(at_home(), done(after_defeat(7, 5, choice="let-go")).effects)
    assert sheet.stadium is None


@pytest.mark.parametrize(("treasury", "asked_for"), [(60_000, True), (59_999, False), (0, False)])
def test_who_cannot_pay_all_of_it_is_not_asked(treasury: int, asked_for: bool) -> None:
    """Ours: less than all of it would lose the home and the gold."""
    found = after_defeat(7, 5, treasury=treasury)
    assert isinstance(found, NeedsChoice) is asked_for
    if not asked_for:
        assert done(found).effects == lost(7, 5, 2)


@pytest.mark.parametrize("choice", ["pay-1", "pay-3", "pay", "done"])
def test_nobody_pays_another_sum(choice: str) -> None:
    with pytest.raises(ChoiceUnknown):
        after_defeat(7, 5, choice=choice)


@pytest.mark.parametrize("outcome", ["win", "draw"])
def test_only_a_defeat_is_dangerous(outcome: Outcome) -> None:
    assert done(after_defeat(8, 0, outcome=outcome)).effects == ()


@pytest.mark.parametrize(
    ("report", "sheet"),
    [
        (played_at("ice", "away"), at_home()),
        (played_at("ice"), at_home()),
        (a_report(), at_home()),
        (played_at("ice", "home", ending="walkover"), at_home()),
        (played_at("ice", "home"), replace(at_home(), stadium=HomeStadium("ice", owned=True))),
        (played_at("ice", "home"), replace(at_home(), stadium=None)),
    ],
    ids=["away", "elsewhere", "unrecorded", "never played", "its own", "given up since"],
)
def test_no_home_is_lost_anywhere_else_nor_one_that_is_owned(report: MatchReport, sheet: TeamSheet) -> None:
    """BB2016, stadiums: a team that owns its home stadium never loses it."""
    assert done(a_step("losing-residency", sheet, {}, report=report, last=after_a("loss"))).effects == ()


def test_it_is_thrown_for_behind_the_fan_factor_and_before_the_window() -> None:
    """BB2016, post-match sequence: at the start of step 4."""
    names = steps(RULES)
    assert names.index("fan-factor") < names.index("losing-residency") < names.index("hire-and-fire")
    assert purpose_of(D8) == "stadium"
    sheets = {"t1": at_home(), "t2": a_sheet("t2")}
    beaten = replace(played_at("ice", "home"), ending="conceded", gave_up="home")
    assert dict(afterwards.dice_of(beaten, sheets, RULES))[D8] == (8,)
    assert D8 not in dict(afterwards.dice_of(played_at("ice", "home"), sheets, RULES))
