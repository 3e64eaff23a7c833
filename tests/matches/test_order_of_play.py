"""Matches count in the order they were played, in whichever order they are told, agreed on and worked off."""

from __future__ import annotations

import random
from datetime import date

import pytest

from engine.errors import NotAllowed, UnknownTeam
from engine.team.hiring import Act
from engine.team.ruling import Change
from engine.team.sheet import Player
from engine.typed import plain
from leagues.models import AuditEntry, League
from matches.errors import LaterDoesNotFit, MatchChanged, MatchUnderWay, NextMatchBegun, PlaceStands
from matches.models import (
    DiceRoll,
    Dispute,
    DisputeRuling,
    Match,
    MatchStatus,
    PostMatchStep,
    StepStatus,
    Verdict,
)
from matches.selectors.confirmations import said_to_stand
from matches.selectors.late import late_preview
from matches.selectors.matches import inbox, match_sheets
from matches.selectors.rulings import dispute_get
from matches.services.counting import agreed_count
from matches.services.disputes import Objection, Sentence, dispute_raise, dispute_rule, dispute_withdraw
from matches.services.hiring import act_do, window_open
from matches.services.improvements import improvement_roll
from matches.services.onward import match_advance
from matches.services.placing import match_place
from matches.services.postmatch import step_choose
from matches.services.provisional import before_match
from matches.services.reports import report_return
from matches.services.settling import match_settle
from matches.tasks import sweep
from teams.mapping import sheet_of
from teams.models import Cause, Team
from teams.services.verification import league_differences
from tests import cast
from tests.undoing import undone

pytestmark = pytest.mark.django_db

# Who is hurt in which match, by the key of his team and his own; the rest of the dice are the server's.
HURT = {
    0: ({"casualties": [{"victim": "p11", "cause": "block", "by": "p10"}]}, {}),
    1: ({}, {"casualties": [{"victim": "p12", "cause": "foul"}]}),
    2: ({"casualties": [{"victim": "p1", "cause": "block"}]}, {"casualties": [{"victim": "p2", "cause": "crowd"}]}),
}


def meetings(count: int, league: League | None = None) -> list[Match]:
    season = cast.season(league or cast.league(), legs=4)
    return [cast.reread(match) for match in season.matches.order_by("round", "pk")[:count]]


def by_key(team: Team) -> dict[str, object]:
    return dict(plain(sheet_of(cast.again(team))))


def place_of(match: Match) -> int:
    place = cast.reread(match).place
    assert place is not None
    return place


def last_match_of(team: Team) -> str:
    last = sheet_of(cast.again(team)).last_match
    assert last is not None
    return last.match


def player_in(match: Match, team: str, key: str) -> Player:
    """As he stands on the sheet of the day."""
    player = match_sheets(match)[team].player(key)
    assert player is not None
    return player


def told(match: Match, nth: int) -> Match:
    home, away = HURT[nth]
    return cast.file(match, ((2, 1), (0, 0), (1, 3))[nth], home=home, away=away)


def all_over(matches: list[Match]) -> None:
    """Whoever has something to choose takes the first thing, until nothing is left to do."""
    while True:
        sweep()
        waiting = [step for match in matches for step in cast.waiting(match)]
        if not waiting:
            return
        for step in waiting:
            step_choose(step=step, choice=step.options[0], actor=step.team.coach)


def straightforward(count: int) -> tuple[dict[str, object], ...]:
    """One after the other, each to its end."""
    matches = meetings(count)
    for nth, match in enumerate(matches):
        cast.confirm(told(match, nth))
        all_over(matches)
    return tuple(by_key(team) for team in (matches[0].home, matches[0].away))


def in_any_order(count: int, chance: random.Random) -> tuple[dict[str, object], ...]:
    """Filed, agreed on and worked off as it comes; who files late says before which match it was."""
    matches = meetings(count)
    filing = chance.sample(range(count), count)
    confirming = chance.sample(range(count), count)
    acts = [("file", nth) for nth in filing] + [("work", nth) for nth in range(count)] * 2
    chance.shuffle(acts)
    acts += [("confirm", nth) for nth in confirming]
    done: set[int] = set()
    while acts:
        act, nth = acts.pop(0)
        match = cast.reread(matches[nth])
        if act == "file":
            later = [cast.reread(matches[one]) for one in sorted(done) if one > nth]
            if later:
                match_place(match=match, before=later[0], actor=match.home.coach)
            told(cast.reread(match), nth)
            done.add(nth)
            # Some are agreed on at once, some much later.
            if ("confirm", nth) in acts and chance.random() < 0.5:
                acts.remove(("confirm", nth))
                cast.confirm(cast.reread(match))
        elif act == "confirm" and match.status == MatchStatus.REPORTED:
            cast.confirm(match)
        elif act == "work" and match.status == MatchStatus.CONFIRMED:
            match_advance(match=match)
            for step in cast.waiting(match):
                step_choose(step=step, choice=step.options[0], actor=step.team.coach)
    all_over(matches)
    assert {cast.reread(match).status for match in matches} == {MatchStatus.FINISHED}
    assert list(league_differences(matches[0].league)) == []
    assert Cause.objects.filter(kind="match").count() == count
    return tuple(by_key(team) for team in (matches[0].home, matches[0].away))


@pytest.mark.parametrize("count", [2, 3])
def test_in_whichever_order_matches_are_told_and_worked_off_the_ledger_is_the_same(count: int) -> None:
    """A property over random orders: the sheets are those of matches that were each over before the next began."""
    chance = random.Random(count)
    with undone():
        expected = straightforward(count)
    for _ in range(5):
        with undone():
            assert in_any_order(count, chance) == expected


DEAD, LIMPING = (6, 1), (4, 1)


def hurt(team: Team, player: str = "p11") -> dict[str, object]:
    return {"casualties": [{"victim": player, "cause": "block"}]}


def test_a_match_that_is_agreed_on_waits_for_the_one_before_it_and_then_counts_by_itself_once() -> None:
    first, second = meetings(2)
    first, second = cast.file(first), cast.file(second)
    assert cast.confirm(second).status == MatchStatus.AGREED
    assert not Cause.objects.filter(occasion=second.key).exists()
    cast.confirm(first)
    all_over([first, second])
    assert cast.reread(second).status == MatchStatus.FINISHED
    assert agreed_count(match=second) is False
    assert Cause.objects.filter(kind="match", occasion=second.key).count() == 1


def test_a_report_that_does_not_fit_any_more_goes_back_to_both_with_the_reasons() -> None:
    """A player it names died in the match before: nothing that was filed is lost."""
    first, second = meetings(2)
    key = first.home.key
    first = cast.file(cast.kick_off(first), home=hurt(first.home, "p10"), dice={f"casualty/{key}/p10": DEAD})
    report_return(match=first, actor=first.away.coach)  # as long as nothing is filed, nobody is hurt
    second = cast.confirm(cast.file(second))
    first = cast.reread(first)
    cast.confirm(cast.file(first, (0, 1), home=hurt(first.home, "p10"), dice={f"casualty/{key}/p10": DEAD}))
    all_over([first])
    second = cast.reread(second)
    assert (second.status, second.reports.count()) == (MatchStatus.SCHEDULED, 1)
    assert second.place is not None
    assert [list(inbox(coach).to_mend) for coach in (second.home.coach, second.away.coach)] == [[second], [second]]
    returned = AuditEntry.objects.filter(league=second.league, action="report.returned").latest("pk")
    assert "died" in returned.data["reason"] or "dead" in returned.data["reason"]
    assert returned.actor is None


def test_an_unconfirmed_report_counts_provisionally_and_is_marked() -> None:
    first, second = meetings(2)
    key = first.home.key
    first = cast.file(first, home=hurt(first.home), dice={f"casualty/{key}/p11": DEAD})
    second = cast.kick_off(second)
    mark = before_match(second)
    assert (mark.unconfirmed, mark.unknown, mark.unfit) == ((first,), (), ())
    assert player_in(second, key, "p11").status == "dead"
    assert cast.again(first.home).players.get(key="p11").status == "active"


def test_whoever_is_hurt_and_has_no_die_yet_misses_the_next_match_until_it_falls() -> None:
    first, second = meetings(2)
    key = first.home.key
    first = cast.file(first, home=hurt(first.home))
    second = cast.kick_off(second)
    assert before_match(second).unknown == ((key, "p11"),)
    assert player_in(second, key, "p11").misses_next
    assert not DiceRoll.objects.filter(session__occasion=first.key).exists()
    cast.confirm(first)
    fell = DiceRoll.objects.get(session__occasion=first.key, key=f"casualty/{key}/p11")
    assert before_match(second).unconfirmed == ()
    # The sheets were kept once more, with what the die says.
    assert set(second.sheets.values_list("number", flat=True)) == {1, 2}
    kept = match_sheets(cast.reread(second))[key].player("p11")
    assert kept == sheet_of(cast.again(first.home)).player("p11")
    assert fell.source == "seeded"


def test_what_does_not_fit_provisionally_is_marked_and_does_not_count() -> None:
    first, second = meetings(2)
    first = cast.file(first, home=hurt(first.home))
    cast.ruled(cast.again(first.home), Change("misses-next", "p11", yes=True))
    assert before_match(cast.kick_off(second)).unfit == (first,)


def test_a_report_that_is_sent_back_counts_provisionally_no_more() -> None:
    first, second = meetings(2)
    first = cast.file(first, home=hurt(first.home))
    second = cast.kick_off(second)
    report_return(match=first, actor=first.away.coach)
    assert not player_in(cast.reread(second), first.home.key, "p11").misses_next


def test_a_window_that_opens_after_the_next_kick_off_can_only_be_closed() -> None:
    first, second = meetings(2)
    # The worker is away: nothing of the sequence waits for anybody yet.
    first = cast.confirm(cast.file(first))
    second = cast.kick_off(second)
    first = cast.to_the_window(first)
    winner = first.home
    with pytest.raises(NextMatchBegun) as refused:
        act_do(team=cast.again(winner), act=Act("fire", "p1"), actor=winner.coach)
    assert second.kicked_off_at is not None
    assert str(second.kicked_off_at.date()) in str(refused.value)
    with pytest.raises(NextMatchBegun):
        improvement_roll(team=cast.again(winner), player="p10", actor=winner.coach)
    act_do(team=cast.again(winner), act=Act("rename", "p1", name="At any time"), actor=winner.coach)
    for step in cast.waiting(first, "hire-and-fire"):
        step_choose(step=step, choice=step.options[0], actor=step.team.coach)
    all_over([first])
    assert cast.reread(first).status == MatchStatus.FINISHED


def test_nobody_decides_for_a_coach_however_long_his_window_is_open() -> None:
    first, second = meetings(2)
    first = cast.to_the_window(cast.confirm(cast.file(first)))
    cast.confirm(cast.file(second))
    for _ in range(3):
        sweep()
    assert PostMatchStep.objects.filter(match=first, status=StepStatus.WAITING).count() == 2
    assert cast.reread(second).status == MatchStatus.AGREED


def test_while_a_match_is_being_played_nobody_hires_or_improves() -> None:
    match = cast.kick_off(cast.match())
    with pytest.raises(MatchUnderWay):
        window_open(team=cast.again(match.home), reason="Gifts.", actor=cast.coach("Cora"))
    cast.ruled(cast.again(match.home), Change("spp", "p10", by=6))
    with pytest.raises(MatchUnderWay):
        improvement_roll(team=cast.again(match.home), player="p10", actor=match.home.coach)


def test_a_match_that_is_told_late_takes_its_place_by_the_day_it_was_played() -> None:
    first, second, third = meetings(3)
    for match, day in ((second, 12), (third, 14)):
        match_place(match=match, played_on=date(2026, 11, day), actor=match.home.coach)
        cast.confirm(cast.file(cast.reread(match)))
        all_over([match])
    match_place(match=first, played_on=date(2026, 11, 13), actor=first.home.coach)
    first = cast.file(cast.reread(first))
    assert place_of(second) < place_of(first) < place_of(third)
    cast.confirm(first)
    all_over([first])
    assert last_match_of(first.home) == third.key
    assert list(league_differences(first.league)) == []


def test_who_may_say_when_a_match_was_played() -> None:
    first, second = meetings(2)
    first = cast.file(first)
    with pytest.raises(NotAllowed):
        match_place(match=second, before=first, actor=cast.member(first.league, "Mia"))
    match_place(match=second, before=first, actor=second.away.coach)
    second = cast.file(cast.reread(second))
    with pytest.raises(NotAllowed):
        match_place(match=second, actor=second.home.coach)  # it is reported: the commissioner decides
    moved = match_place(match=second, actor=cast.coach("Cora"))
    assert place_of(moved) > place_of(first)
    second = cast.reread(second)
    cast.confirm(first)
    with pytest.raises(PlaceStands):
        match_place(match=cast.reread(first), actor=cast.coach("Cora"))
    with pytest.raises(MatchChanged):
        match_place(match=second, seen=0, actor=cast.coach("Cora"))


def test_no_match_was_played_before_its_teams_were_drafted() -> None:
    league = cast.league()
    early = cast.season(league, [cast.team(league), cast.team(league, "Gouged Eye", by="Bob", roster="orc")])
    played = cast.file(cast.match(early))
    late = cast.season(league, [cast.team(league, "New"), cast.team(league, "Newer", by="Bob", roster="orc")])
    with pytest.raises(UnknownTeam):
        match_place(match=cast.match(late), before=played, actor=cast.coach("Ann"))


def a_misfit() -> tuple[Match, Match]:
    """The scorer of a match that counts already died in one before it, which is told late."""
    early, played = meetings(2)
    key = early.home.key
    cast.confirm(cast.file(played))
    all_over([played])
    match_place(match=early, before=cast.reread(played), actor=early.home.coach)
    dice = {f"casualty/{key}/p10": DEAD}
    return cast.file(cast.reread(early), (0, 0), home=hurt(early.home, "p10"), dice=dice), cast.reread(played)


def test_a_late_match_that_later_ones_do_not_fit_is_in_the_way_and_says_so() -> None:
    early, played = a_misfit()
    preview = late_preview(early)
    assert preview is not None
    assert preview.misfits
    with pytest.raises(LaterDoesNotFit) as refused:
        cast.confirm(early)
    assert refused.value.problems == preview.misfits
    assert cast.reread(early).status == MatchStatus.REPORTED
    assert cast.again(played.home).players.get(key="p10").status == "active"


def test_a_commissioner_lets_stand_what_came_later() -> None:
    early, played = a_misfit()
    with pytest.raises(NotAllowed):
        match_settle(match=early, actor=early.away.coach)
    match_settle(match=early, actor=cast.coach("Cora"))
    all_over([early])
    team = cast.again(early.home)
    assert team.players.get(key="p10").status == "dead"
    assert last_match_of(team) == played.key
    assert list(league_differences(early.league)) == []


def a_settled_one_that_waits() -> tuple[Match, Match, Match]:
    """Two are told late before one that counts; a commissioner has settled the second, and the first is not over."""
    first, second, third = meetings(3)
    cast.confirm(cast.file(third))
    all_over([third])
    for match in (first, second):
        match_place(match=match, before=cast.reread(third), actor=match.home.coach)
    first = cast.file(cast.reread(first), (0, 0))
    hit = "home" if second.home_id == third.home_id else "away"
    dice = {f"casualty/{third.home.key}/p10": DEAD}
    second = cast.file(cast.reread(second), (0, 0), **{hit: hurt(third.home, "p10")}, dice=dice)
    match_settle(match=second, actor=cast.coach("Cora"))
    return first, cast.reread(second), third


def test_a_settled_match_that_has_to_wait_counts_later_with_what_the_commissioner_said() -> None:
    first, second, third = a_settled_one_that_waits()
    assert second.status == MatchStatus.AGREED
    preview = late_preview(second)
    assert preview is not None
    assert preview.misfits
    assert (second.reports.get().confirmation.later_stands, said_to_stand(second)) == (True, True)
    cast.confirm(first)
    all_over([first, second])
    assert cast.reread(second).status == MatchStatus.FINISHED
    assert cast.again(third.home).players.get(key="p10").status == "dead"
    assert list(league_differences(third.league)) == []


def test_what_nobody_has_settled_goes_back_when_it_does_not_fit() -> None:
    first, second, third = meetings(3)
    cast.confirm(cast.file(third))
    all_over([third])
    for match in (first, second):
        match_place(match=match, before=cast.reread(third), actor=match.home.coach)
    first = cast.file(cast.reread(first), (0, 0))
    hit = "home" if second.home_id == third.home_id else "away"
    dice = {f"casualty/{third.home.key}/p10": DEAD}
    second = cast.confirm(cast.file(cast.reread(second), (0, 0), **{hit: hurt(third.home, "p10")}, dice=dice))
    assert (second.status, said_to_stand(second)) == (MatchStatus.AGREED, False)
    cast.confirm(first)
    all_over([first])
    assert cast.reread(second).status == MatchStatus.SCHEDULED


def disputed_misfit(*lines: str) -> tuple[Match, tuple[Dispute, ...]]:
    early, _ = a_misfit()
    objections = [Objection(line, "It was not so.") for line in lines]
    dispute_raise(match=early, objections=objections, seen=1, actor=early.away.coach)
    return cast.reread(early), tuple(dispute_get(early.away.coach, one.pk) for one in Dispute.objects.order_by("pk"))


def ruled(one: Dispute, *, later_stands: bool) -> None:
    judge = cast.coach("Cora")
    dispute_rule(
        dispute=dispute_get(judge, one.pk),
        sentence=Sentence(Verdict.STANDS),
        reason="As it was.",
        later_stands=later_stands,
        actor=judge,
    )


def test_a_disputed_match_that_later_ones_do_not_fit_counts_when_the_ruling_lets_them_stand() -> None:
    early, (one,) = disputed_misfit("home.nominees")
    with pytest.raises(LaterDoesNotFit):
        dispute_withdraw(dispute=one, actor=early.away.coach)
    with pytest.raises(LaterDoesNotFit):
        ruled(one, later_stands=False)
    assert cast.reread(early).status == MatchStatus.DISPUTED
    assert not DisputeRuling.objects.exists()
    ruled(one, later_stands=True)
    assert early.reports.get().confirmation.later_stands
    all_over([early])
    assert cast.reread(early).status == MatchStatus.FINISHED
    assert cast.again(early.home).players.get(key="p10").status == "dead"
    assert list(league_differences(early.league)) == []


def test_what_was_said_with_an_earlier_ruling_holds_when_the_last_line_is_settled() -> None:
    early, (one, other) = disputed_misfit("home.nominees", "away.nominees")
    assert not said_to_stand(early)
    ruled(one, later_stands=True)
    early = cast.reread(early)
    assert (early.status, said_to_stand(early)) == (MatchStatus.DISPUTED, True)
    dispute_withdraw(dispute=dispute_get(early.away.coach, other.pk), actor=early.away.coach)
    assert cast.reread(early).status == MatchStatus.CONFIRMED


def test_a_preview_says_what_a_late_match_changes_and_throws_nothing() -> None:
    early, played = meetings(2)
    cast.confirm(cast.file(played, home={"nominees": ["p1", "p2", "p3"]}))
    all_over([played])
    match_place(match=early, before=cast.reread(played), actor=early.home.coach)
    two = {"casualties": [{"victim": "p11", "cause": "block"}, {"victim": "p12", "cause": "block"}]}
    early = cast.file(cast.reread(early), home=two, dice={f"casualty/{early.home.key}/p12": LIMPING})
    rolls = DiceRoll.objects.count()
    preview = late_preview(early)
    assert preview is not None
    assert preview.misfits == ()
    assert played.key in {one.occasion for one in preview.changes}
    assert preview.unknown == ((early.home.key, "p11"),)
    # Who missed the later match for it has served it by now: in the end neither team is another one.
    assert preview.teams == ()
    assert DiceRoll.objects.count() == rolls
    cast.confirm(early)
    all_over([early])
    assert late_preview(cast.reread(early)) is None


def test_a_preview_names_the_team_and_the_players_that_would_be_others() -> None:
    early, played = meetings(2)
    cast.confirm(cast.file(played, home={"nominees": ["p1", "p2", "p3"]}))
    all_over([played])
    match_place(match=early, before=cast.reread(played), actor=early.home.coach)
    hurt = {"casualties": [{"victim": "p12", "cause": "block"}]}
    early = cast.file(cast.reread(early), home=hurt, dice={f"casualty/{early.home.key}/p12": (5, 1)})
    preview = late_preview(early)
    assert preview is not None
    (changed,) = preview.teams
    assert (changed.team, changed.players) == (early.home, (early.home.players.get(key="p12").name,))
    found = [sheet.player("p12") for sheet in (changed.before, changed.after)]
    assert [player.niggles for player in found if player] == [0, 1]


def test_nothing_is_late_that_nothing_came_after() -> None:
    assert late_preview(cast.file(cast.match())) is None
