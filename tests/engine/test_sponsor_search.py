"""Looking for a sponsor (BB2016, post-match sequence step 3; 2016/17 league compendium, sponsorship deals)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine import effects as fx
from engine.dice import SeededDice, TableDice
from engine.errors import ChoiceUnknown
from engine.match.after import Done, NeedsChoice, steps
from engine.match.report import Casualty, MatchReport
from engine.match.sponsor_score import COUNTED
from engine.rulesets.coherence import incoherent
from engine.rulesets.model import required
from engine.rulesets.options import with_options
from engine.rulesets.sponsor_coherence import MODIFIERS
from engine.team.evolve import evolve, fold
from engine.team.sheet import HomeStadium, TeamSheet
from tests.engine.given import RULES, a_draft, a_report, a_sheet, a_side, a_step, done, the_player, with_player
from tests.engine.leagues import DULL, League, committed, seeded, told

SPONSORS = required(RULES.sponsors, "sponsors", RULES)
BURGERS, BOMBS, GUILD, DICE = (one.key for one in SPONSORS.majors)
KEY = "sponsor-search/t1"
DRAW = a_report(a_side("t1", {"p1": 1}), a_side("t2", {"p1": 1}))  # nothing is added to the fan factor
OFFERS = ("none", "one-time", "ongoing")
MOB = 9  # fans of a team that reaches every offer: 11 and more for a sponsor, 16 for a major one


def team(fans: int = MOB, **changes: Any) -> TeamSheet:
    sheet = a_sheet()
    return replace(sheet, goods=sheet.goods.plus("fan-factor", fans), **changes)


def search(
    sheet: TeamSheet, face: int, choice: str | None = None, *, report: MatchReport = DRAW, **dice: int
) -> Done | NeedsChoice:
    faces = {f"{KEY}/{part.replace('_', '/')}": (thrown,) for part, thrown in dice.items()}
    return a_step("sponsor-search", sheet, {KEY: (face,), **faces}, report=report, choice=choice)


def sought(outcome: Done | NeedsChoice) -> fx.SponsorSought:
    found = done(outcome).effects[0]
    assert isinstance(found, fx.SponsorSought)
    return found


def added(report: MatchReport, **changes: Any) -> dict[str, int]:
    """What is added besides the fan factor."""
    parts = sought(search(team(4, **changes), 1, "none", report=report)).parts
    return {part.why: part.by for part in parts if part.why != "fan-factor"}


def hurt(times: int, *causes: str) -> tuple[Casualty, ...]:
    ways = causes or ("block",)
    return tuple(Casualty(f"p{nth}", ways[nth % len(ways)]) for nth in range(1, times + 1))


# What is added


@pytest.mark.parametrize(
    ("stadium", "bonus"), [(None, {}), (HomeStadium("ice"), {}), (HomeStadium("ice", owned=True), {"owns-stadium": 2})]
)
def test_who_owns_a_stadium_adds_two_and_a_resident_nothing(stadium: HomeStadium | None, bonus: dict[str, int]) -> None:
    """Sponsorship deals: if the team owns a stadium."""
    assert added(DRAW, stadium=stadium) == bonus


@pytest.mark.parametrize(
    ("ours", "theirs", "bonus"),
    [
        (1, 1, {}),
        (0, 3, {}),
        (1, 0, {"won": 2}),
        (2, 1, {"won": 2}),
        (2, 0, {"won": 2, "two-touchdowns-more": 1}),
        (4, 1, {"won": 2, "two-touchdowns-more": 1}),
    ],
)
def test_a_win_adds_two_and_two_touchdowns_more_add_one(ours: int, theirs: int, bonus: dict[str, int]) -> None:
    """Sponsorship deals: both sides of two touchdowns."""
    assert added(a_report(a_side("t1", {"p1": ours}), a_side("t2", {"p1": theirs}))) == bonus


@pytest.mark.parametrize(
    ("times", "bonus"),
    [
        (0, {}),
        (2, {}),
        (3, {"three-casualties": 2}),
        (4, {"three-casualties": 2}),
        (5, {"three-casualties": 2, "five-casualties": 1}),
        (9, {"three-casualties": 2, "five-casualties": 1}),
    ],
)
@pytest.mark.parametrize("causes", [("block",), ("crowd", "foul"), ("fall", "stab", "bomb")])
def test_casualties_of_the_other_team_add_up_however_they_came_about(
    times: int, bonus: dict[str, int], causes: tuple[str, ...]
) -> None:
    """Sponsorship deals: at least 3 and at least 5 casualties, however they were inflicted; both add up."""
    assert added(a_report(a_side("t1"), a_side("t2", casualties=hurt(times, *causes)))) == bonus


def test_ones_own_casualties_impress_nobody() -> None:
    assert added(a_report(a_side("t1", casualties=hurt(5)), a_side("t2"))) == {}


@pytest.mark.parametrize(
    ("stage", "bonus"), [("ordinary", {}), ("play-off", {"play-off": 3}), ("final", {"play-off": 3, "final": 2})]
)
def test_a_play_off_adds_three_and_the_final_two_more(stage: Any, bonus: dict[str, int]) -> None:
    assert added(replace(DRAW, stage=stage)) == bonus


def test_everything_adds_up() -> None:
    report = replace(a_report(a_side("t1", {"p1": 3}), a_side("t2", {"p1": 1}, casualties=hurt(5))), stage="final")
    found = sought(search(team(7, stadium=HomeStadium("ice", owned=True)), 1, "none", report=report))
    assert found.parts[0] == fx.ScorePart("fan-factor", 7)
    assert [part.by for part in found.parts[1:]] == [one.modifier for one in SPONSORS.modifiers]
    assert found.score == 1 + 7 + 2 + 2 + 1 + 2 + 1 + 3 + 2


def test_touchdowns_that_nobody_scored_are_no_touchdowns_more() -> None:
    """Our decision: the touchdowns of an edition that awards some to the winner of a concession."""
    home = replace(a_side("t1", {"p1": 1}), score=3, awarded=2)
    report = replace(a_report(home, a_side("t2")), ending="conceded", gave_up="away")
    assert added(report) == {"won": 2}


def test_every_modifier_of_the_rules_is_one_that_is_counted() -> None:
    assert tuple(one.key for one in SPONSORS.modifiers) == MODIFIERS == tuple(COUNTED)


# The throw


@pytest.mark.parametrize(("fans", "thrown"), [(0, False), (3, False), (4, True), (9, True)])
def test_nothing_is_thrown_where_even_a_16_would_not_come_to_20(fans: int, thrown: bool) -> None:
    """Our decision: a throw that cannot bring anything is none. 4 + 16 is the least that can."""
    dice = TableDice({KEY: (1,)})
    outcome = a_step("sponsor-search", team(fans), dice, report=DRAW)
    assert [roll.key for roll in dice.log] == ([KEY] if thrown else [])
    assert (done(outcome).effects == ()) is not thrown


def test_the_fan_factor_is_the_one_after_its_change() -> None:
    """Post-match sequence, step 3: the sponsor is looked for behind the fan factor, at the end of the step."""
    order = list(RULES.post_match)
    assert order.index("fan-factor") < order.index("sponsor-search") < order.index("sponsorships")
    assert order.index("sponsorships") < order.index("hire-and-fire") < order.index("insurance")
    assert order.index("insurance") < order.index("expensive-mistakes")
    grown = fold(team(3), [fx.GoodsChanged("fan-factor", 1)])
    assert sought(search(grown, 2)).parts == (fx.ScorePart("fan-factor", 4),)


@pytest.mark.parametrize("face", range(1, 17))
def test_every_face_of_the_d16(face: int) -> None:
    """Sponsorship deals: 20 or more brings an offer, 25 or more a major one."""
    outcome = search(team(MOB), face)
    if MOB + face < 20:
        assert outcome == Done((fx.SponsorSought(face, (fx.ScorePart("fan-factor", MOB),)),))
        return
    majors = (BURGERS, BOMBS, GUILD, DICE) if MOB + face >= 25 else ()
    assert outcome == NeedsChoice((*OFFERS, *majors), default="", roll=KEY)


@pytest.mark.parametrize(("score", "rank"), [(0, 0), (19, 0), (20, 1), (24, 1), (25, 2), (40, 2)])
def test_the_rank_of_an_offer_on_both_sides_of_each_threshold(score: int, rank: int) -> None:
    assert SPONSORS.rank(score) == rank


def test_the_die_lies_on_the_table_before_anything_is_offered() -> None:
    dice = SeededDice(b"sponsors")
    offered = {a_step("sponsor-search", team(19), dice, report=DRAW) for _ in range(3)}
    assert len(offered) == 1
    assert [roll.key for roll in dice.log] == [KEY]


def test_a_match_that_was_never_played_impresses_nobody() -> None:
    report = replace(a_report(), ending="walkover", gave_up="away")
    assert a_step("sponsor-search", team(20, sponsorships=2), {}, report=report) == Done(())
    assert a_step("sponsorships", team(20, sponsorships=2), {}, report=report) == Done(())


def test_a_team_that_plays_no_more_looks_for_nobody() -> None:
    assert a_step("sponsor-search", team(20, retired=True), {}, report=DRAW) == Done(())


# What is taken


def test_a_coach_may_take_nothing() -> None:
    outcome = done(search(team(), 16, "none"))
    assert outcome.effects == (sought(outcome),)


@pytest.mark.parametrize("face", range(1, 7))
def test_a_one_time_sponsor_pays_a_d6_of_60_000(face: int) -> None:
    """Sponsorship deals: one-time sponsorship, as printed (reading A-13). Every face of its second die but the 1."""
    outcome = done(search(team(), 11, "one-time", gold=face, mishap=2 if face == 1 else face))
    assert outcome.effects[1:] == (fx.GoldChanged(face * 60_000, "sponsor"),)


@pytest.mark.parametrize("mishap", range(1, 7))
def test_on_a_1_a_random_player_misses_the_next_match(mishap: int) -> None:
    outcome = done(search(team(), 11, "one-time", gold=3, mishap=mishap, d11_player=7))
    away = (fx.PlayerCalledAway("p7", "one-time"),) if mishap == 1 else ()
    assert outcome.effects[1:] == (fx.GoldChanged(180_000, "sponsor"), *away)
    assert the_player(fold(team(), outcome.effects), "p7").misses_next is (mishap == 1)


@pytest.mark.parametrize("face", range(1, 12))
def test_every_player_on_the_roster_may_be_drawn_in_its_order(face: int) -> None:
    outcome = done(search(team(), 11, "one-time", gold=3, mishap=1, d11_player=face))
    assert outcome.effects[-1] == fx.PlayerCalledAway(f"p{face}", "one-time")


def test_no_journeyman_and_no_star_is_drawn_and_nobody_who_is_gone() -> None:
    """Sponsorship deals: not a rostered star. A journeyman is with the team for a match only."""
    sheet = fold(team(star="griff-oberwald"), [fx.JourneymanTakenOn("j1", 40, "Jack", "lineman"), fx.PlayerDied("p1")])
    outcome = done(search(sheet, 11, "one-time", gold=3, mishap=1, d10_player=1))
    assert outcome.effects[-1] == fx.PlayerCalledAway("p2", "one-time")


def test_who_misses_the_next_match_anyway_may_be_drawn_and_nothing_more_comes_of_it() -> None:
    sheet = with_player(team(sponsorships=1), "p4", misses_next=True)
    faces = {"sponsorships/t1/1/gold": (2,), "sponsorships/t1/1/mishap": (1,), "sponsorships/t1/1/d11/player": (4,)}
    after = fold(sheet, done(a_step("sponsorships", sheet, faces)).effects)
    assert [player.key for player in after.members if player.misses_next] == ["p4"]


def test_a_team_without_players_has_nobody_to_call_away() -> None:
    outcome = done(search(replace(team(), players=()), 11, "one-time", gold=3, mishap=1))
    assert outcome.effects[1:] == (fx.GoldChanged(180_000, "sponsor"),)


def test_an_ongoing_sponsor_is_one_more() -> None:
    outcome = done(search(team(sponsorships=2), 11, "ongoing"))
    assert outcome.effects[1:] == (fx.SponsorshipsChanged(1),)
    assert fold(team(sponsorships=2), outcome.effects).sponsorships == 3


@pytest.mark.parametrize("face", [11, 15])
@pytest.mark.parametrize("choice", [BURGERS, f"{BOMBS}/p1", "two-time", "none/p1", "ongoing/"])
def test_below_25_no_major_sponsor_comes_and_nothing_else_either(face: int, choice: str) -> None:
    with pytest.raises(ChoiceUnknown, match="none, one-time, ongoing"):
        search(team(), face, choice)


@pytest.mark.parametrize("key", [BURGERS, GUILD, DICE])
def test_a_major_sponsor_signs(key: str) -> None:
    outcome = done(search(team(), 16, key))
    assert outcome.effects[1:] == (fx.SponsorSigned(key),)


# Which major sponsors there are


@pytest.mark.parametrize("roster", ["dark-elf", "elven-union", "high-elf", "wood-elf"])
def test_bombs_are_nothing_for_elves(roster: str) -> None:
    """Sponsorship deals: Farblast & Sons."""
    sheet = replace(team(), roster=roster)
    assert search(sheet, 16) == NeedsChoice((*OFFERS, BURGERS, GUILD, DICE), default="", roll=KEY)
    with pytest.raises(ChoiceUnknown):
        search(sheet, 16, BOMBS)


def test_who_is_blacklisted_is_never_sponsored_by_them_again() -> None:
    assert search(team(blacklisted=(GUILD,)), 16) == NeedsChoice((*OFFERS, BURGERS, BOMBS, DICE), "", KEY)


def test_a_new_major_sponsor_takes_the_place_of_the_old_one() -> None:
    """Our decision: one at a time, so the deal with the old one ends with the signing; itself he is not offered."""
    sheet = team(sponsor=BURGERS)
    assert search(sheet, 16) == NeedsChoice((*OFFERS, BOMBS, GUILD, DICE), "", KEY)
    outcome = done(search(sheet, 16, DICE))
    assert outcome.effects[1:] == (fx.SponsorLost(BURGERS), fx.SponsorSigned(DICE))
    assert fold(sheet, outcome.effects).sponsor == DICE


def test_the_deal_with_the_guild_is_not_ended_by_signing_another() -> None:
    """Sponsorship deals: a deal with the Star Insurance Guild can only be ended at the end of a sequence."""
    assert search(team(sponsor=GUILD), 16) == NeedsChoice(OFFERS, "", KEY)


# Farblast's man


def test_with_the_signing_a_line_player_is_named_and_until_then_anything_may_be_chosen() -> None:
    sheet = a_sheet(positions={"lineman": 9, "blitzer": 2})
    sheet = replace(sheet, goods=sheet.goods.plus("fan-factor", MOB))
    named = tuple(f"{BOMBS}/p{nth}" for nth in range(1, 10))
    assert search(sheet, 16, BOMBS) == NeedsChoice((*named, *OFFERS, BURGERS, GUILD, DICE), "", KEY)
    outcome = done(search(sheet, 16, f"{BOMBS}/p3"))
    assert outcome.effects[1:] == (fx.SponsorSigned(BOMBS), fx.SponsoredPlayerNamed("p3"))


@pytest.mark.parametrize("key", ["p10", "p99", "", "j1"])
def test_nobody_but_a_line_player_is_named(key: str) -> None:
    """A position of which 12 or 16 may be hired; no journeyman, nobody who is not here."""
    sheet = a_sheet(positions={"lineman": 9, "blitzer": 2})
    sheet = evolve(sheet, fx.JourneymanTakenOn("j1", 40, "Jack", "lineman"))
    with pytest.raises(ChoiceUnknown):
        search(replace(sheet, goods=sheet.goods.plus("fan-factor", MOB)), 16, f"{BOMBS}/{key}")


def test_a_team_without_line_players_is_nothing_for_him() -> None:
    sheet = with_player(team(players=team().players[:1]), "p1", position="blitzer")
    assert search(sheet, 16) == NeedsChoice((*OFFERS, BURGERS, GUILD, DICE), "", KEY)


def test_his_man_has_three_skills_more_as_long_as_the_deal_lasts() -> None:
    """Sponsorship deals: Bombardier, Loner and Secret Weapon. They are lent, and add nothing to his value."""
    sheet = fold(team(), [fx.SponsorSigned(BOMBS), fx.SponsoredPlayerNamed("p3")])
    lent = ("Bombardier", "Loner", "Secret Weapon")
    assert sheet.skills_of(the_player(sheet, "p3"), RULES) == lent
    assert sheet.skills_of(the_player(sheet, "p4"), RULES) == ()
    assert the_player(sheet, "p3").skills == ()
    over = evolve(sheet, fx.SponsorLost(BOMBS))
    assert over.skills_of(the_player(over, "p3"), RULES) == ()
    assert over.sponsored == ""
    idle = with_options(RULES, {"sponsors": False})
    assert sheet.skills_of(the_player(sheet, "p3"), idle) == ()


def test_a_skill_that_he_has_of_his_own_is_not_lent_to_him_as_well() -> None:
    sheet = fold(team(), [fx.SponsorSigned(BOMBS), fx.SponsoredPlayerNamed("p3")])
    learned = with_player(sheet, "p3", improvements=(fx.Gained("double", "Bombardier", 30_000),))
    assert learned.skills_of(the_player(learned, "p3"), RULES) == ("Bombardier", "Loner", "Secret Weapon")


def test_another_sponsor_leaves_nobody_equipped() -> None:
    sheet = fold(team(), [fx.SponsorSigned(BOMBS), fx.SponsoredPlayerNamed("p3"), fx.SponsorSigned(DICE)])
    assert sheet.sponsored == ""
    assert evolve(a_sheet(), fx.SponsoredPlayerNamed("p3")).sponsored == ""
    assert evolve(sheet, fx.SponsoredPlayerNamed("p99")).sponsored == ""


# Ongoing ones


@pytest.mark.parametrize("face", [1, 2, 3])
def test_an_ongoing_sponsor_pays_a_d3_of_10_000(face: int) -> None:
    faces = {"sponsorships/t1/1/gold": (face,), "sponsorships/t1/1/mishap": (6,)}
    (paid,) = done(a_step("sponsorships", team(sponsorships=1), faces)).effects
    assert paid == fx.GoldChanged(face * 10_000, "sponsorships", lines=(fx.GoldLine("sponsorship", face * 10_000),))


def test_each_pays_and_each_has_a_die_of_its_own() -> None:
    faces = {
        "sponsorships/t1/1/gold": (3,),
        "sponsorships/t1/1/mishap": (1,),
        "sponsorships/t1/1/d11/player": (2,),
        "sponsorships/t1/2/gold": (1,),
        "sponsorships/t1/2/mishap": (2,),
        "sponsorships/t1/3/gold": (2,),
        "sponsorships/t1/3/mishap": (1,),
        "sponsorships/t1/3/d11/player": (9,),
    }
    paid, *away = done(a_step("sponsorships", team(sponsorships=3), faces)).effects
    assert isinstance(paid, fx.GoldChanged)
    assert [line.amount for line in paid.lines] == [30_000, 10_000, 20_000]
    assert (paid.amount, paid.reason) == (60_000, "sponsorships")
    assert away == [fx.PlayerCalledAway("p2", "ongoing"), fx.PlayerCalledAway("p9", "ongoing")]


def test_more_or_fewer_of_them_throw_nothing_again() -> None:
    def thrown(number: int) -> dict[str, tuple[int, ...]]:
        dice = SeededDice(b"ongoing")
        a_step("sponsorships", team(sponsorships=number), dice)
        return {roll.key: roll.faces for roll in dice.log}

    few, many = thrown(2), thrown(5)
    assert few.items() <= many.items()
    assert len(many) > len(few)


def test_a_team_without_them_throws_nothing() -> None:
    assert a_step("sponsorships", team(sponsorships=0), {}) == Done(())


# Corrections


def test_a_sponsor_who_came_by_a_win_goes_when_it_was_none_and_comes_back_with_it() -> None:
    league = League()
    for team_key in ("t1", "t2"):
        league.draft(team_key, a_draft(goods={"fan-factor": 9}, name=f"Team {team_key}"))
    won, drawn = a_report(a_side("t1", {"p1": 1})), a_report()
    calm = {f"fan-factor/{key}/{dice}": (1, 1, 1)[: int(dice[0])] for key in ("t1", "t2") for dice in ("3d6", "2d6")}
    faces = {**DULL, **calm, KEY: (9,), "sponsor-search/t2": (1,)}
    league.play("m1", 10, won, faces)
    assert league.world["t1"].sponsorships == 1
    again = league.again([told(league["m1/match"], drawn)], dice=seeded(b"correction", faces))
    assert again.conflicts == ()
    assert again.after["t1"].sponsorships == 0
    thrown = {one.cause.key: [roll.faces for roll in one.rolls if roll.key == KEY] for one in again.decided}
    assert thrown["m1/sponsor-search/t1"] == [(9,)]
    corrected = League()
    corrected.causes = committed(league.causes, [told(league["m1/match"], drawn)], again)
    back = corrected.again([told(corrected["m1/match"], won)], dice=seeded(b"correction", faces))
    assert back.after == league.world


# Leagues and editions


def test_a_league_may_play_without_sponsors() -> None:
    without = with_options(RULES, {"sponsors": False})
    left_out = ("sponsor-search", "sponsorships", "insurance")
    assert steps(RULES) == RULES.post_match
    assert steps(without) == tuple(step for step in RULES.post_match if step not in left_out)
    assert without.sponsor(BURGERS) is None


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        (
            {"modifiers": (replace(SPONSORS.modifiers[0], key="sunshine"), *SPONSORS.modifiers[1:])},
            "sunshine: not one of",
        ),
        ({"modifiers": (*SPONSORS.modifiers, SPONSORS.modifiers[1])}, "won: listed twice"),
        ({"offers": ()}, "sponsors.offers: none"),
        ({"mishap_dice": ()}, "sponsors.mishap_dice: [] cannot be thrown"),
        ({"dice": (1,)}, "sponsors.dice: [1] cannot be thrown"),
    ],
)
def test_what_does_not_hold_together_is_said(changes: dict[str, Any], wrong: str) -> None:
    assert any(wrong in said for said in incoherent(replace(RULES, sponsors=replace(SPONSORS, **changes))))


def test_a_sponsor_lends_skills_that_there_are_and_insures_by_a_share() -> None:
    bombs = replace(SPONSORS.majors[1], skills=("Levitation",))
    guild = replace(SPONSORS.majors[2], insurance=replace(required(SPONSORS.majors[2].insurance, "", RULES), share=0))
    burgers = replace(
        SPONSORS.majors[0], half_reroll=replace(required(SPONSORS.majors[0].half_reroll, "", RULES), good="x")
    )
    wrong = list(incoherent(replace(RULES, sponsors=replace(SPONSORS, majors=(burgers, bombs, guild)))))
    assert wrong == [
        f"sponsors.majors.{BURGERS}.half_reroll.good: there is no 'x'",
        f"sponsors.majors.{BOMBS}.skills: unknown skill 'Levitation'",
        f"sponsors.majors.{GUILD}.insurance: a share or a unit of 0",
    ]


def test_the_steps_need_the_table() -> None:
    wrong = list(incoherent(replace(RULES, sponsors=None)))
    assert "post_match: 'sponsor-search' has no table" in wrong
    assert "post_match: 'sponsorships' has no table" in wrong
