"""Dice of the table, all on one screen: typed in any order before anything asks for them, and corrected until used."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from engine.errors import NotAllowed
from leagues.models import League
from matches.errors import AheadIllegal, DiceOver
from matches.models import DiceRoll, Match, MatchStatus, PostMatchStep, StepStatus, TypedAhead
from matches.selectors.ahead_page import AheadLine, ahead_page
from matches.selectors.matches import match_get
from matches.services.ahead import dice_type_ahead
from matches.services.improvements import improvement_roll
from matches.services.postmatch import step_throw
from teams.models import PlayerRow
from teams.services.verification import league_differences
from tests import cast

pytestmark = pytest.mark.django_db


def a_match(**house_rules: object) -> Match:
    rules = {**cast.QUIET, **{name.replace("_", "-"): value for name, value in house_rules.items()}}
    return cast.match(cast.season(cast.league(house_rules=rules)))


def table_match() -> Match:
    return a_match(dice="table")


def filed(match: Match) -> Match:
    fans = {f"fans/{team.key}": (3, 4) for team in (match.home, match.away)}
    return cast.file(match, (2, 1), dice=fans)


def lines(match: Match, who: str = "Ann") -> dict[str, AheadLine]:
    coach = cast.coach(who)
    page = ahead_page(coach, match_get(coach, match.pk))
    return {line.key: line for side in page.sides for line in side.lines}


def states(match: Match, *keys: str) -> list[str]:
    found = lines(match)
    return [found[key].state for key in keys]


def faces_of(match: Match) -> Mapping[str, list[int]]:
    return dict(DiceRoll.objects.filter(session__occasion=match.key).values_list("key", "faces"))


def type_all(match: Match, home: Mapping[str, tuple[int, ...]]) -> None:
    for team, coach in ((match.home, match.home.coach), (match.away, match.away.coach)):
        typed = {key.replace("*", team.key): faces for key, faces in home.items()}
        dice_type_ahead(match=match, typed=typed, actor=coach)


ALL = {
    "expensive-mistakes/*/table": (6,),
    "fan-factor/*/2d6": (1, 1),
    "fan-factor/*/3d6": (6, 6, 6),
    "winnings/*/1": (4,),
    "mvp/*": (2,),
}


def test_a_whole_post_match_is_typed_before_there_is_a_report_and_nothing_is_asked_for() -> None:
    """A table league: every die of what follows is typed in ahead, in another order than the rules'."""
    match = table_match()
    type_all(match, ALL)
    played = cast.advance(cast.confirm(filed(match)))
    (step,) = cast.waiting(played)  # the winner may throw again: that is a choice, and nobody's but his
    assert (step.name, step.options) == ("winnings", ["keep", "reroll"])
    over = cast.finish(played)
    assert over.status == MatchStatus.FINISHED
    winner, loser = match.home.key, match.away.key
    assert faces_of(match) == {
        f"fans/{winner}": [3, 4],
        f"fans/{loser}": [3, 4],
        f"mvp/{winner}": [2],
        f"mvp/{loser}": [2],
        f"winnings/{winner}/1": [4],
        f"winnings/{loser}/1": [4],
        f"fan-factor/{winner}/3d6": [6, 6, 6],
        f"fan-factor/{loser}/2d6": [1, 1],
        f"expensive-mistakes/{winner}/table": [6],
        f"expensive-mistakes/{loser}/table": [6],
    }
    assert list(league_differences(match.league)) == []


def test_the_record_says_whose_word_a_die_was() -> None:
    match = table_match()
    dice_type_ahead(match=match, typed={f"mvp/{match.home.key}": (2,)}, actor=match.home.coach)
    dice_type_ahead(match=match, typed={f"mvp/{match.away.key}": (1,)}, actor=cast.coach("Cora"))
    cast.advance(cast.confirm(filed(match)))
    rows = {row.key: row for row in DiceRoll.objects.filter(key__startswith="mvp/").select_related("actor")}
    both = (rows[f"mvp/{match.home.key}"], rows[f"mvp/{match.away.key}"])
    assert [(row.source, str(row.actor)) for row in both] == [("table", "Ann"), ("table", "Cora")]


def test_only_what_is_missing_is_asked_for() -> None:
    match = table_match()
    type_all(match, {"mvp/*": (2,), "fan-factor/*/3d6": (1, 1, 1), "fan-factor/*/2d6": (1, 1)})
    played = cast.advance(cast.confirm(filed(match)))
    waiting = PostMatchStep.objects.filter(match=played, status=StepStatus.WAITING)
    assert {step.roll for step in waiting} == {f"winnings/{team.key}/1" for team in (match.home, match.away)}
    assert states(match, f"winnings/{match.home.key}/1", f"mvp/{match.home.key}") == ["asked", "used"]


def test_a_step_that_waits_goes_on_when_its_die_is_typed_in_here() -> None:
    match = table_match()
    type_all(match, {"mvp/*": (2,)})
    played = cast.advance(cast.confirm(filed(match)))
    key = f"winnings/{match.away.key}/1"
    dice_type_ahead(match=played, typed={key: (3,)}, actor=match.away.coach)
    step = PostMatchStep.objects.get(match=match, roll=key)
    assert step.status == StepStatus.DUE  # the worker, or the sweep, goes on with it
    cast.advance(played)
    assert faces_of(match)[key] == [3]


def test_a_roll_may_be_corrected_until_it_is_used_and_no_longer() -> None:
    match = table_match()
    key = f"mvp/{match.home.key}"
    for face in (1, 3, 2):
        dice_type_ahead(match=match, typed={key: (face,)}, actor=match.home.coach)
    assert TypedAhead.objects.filter(match=match, key=key).count() == 3  # every word stays on record
    played = cast.advance(cast.confirm(filed(match)))
    assert faces_of(match)[key] == [2]
    with pytest.raises(AheadIllegal) as refused:
        dice_type_ahead(match=played, typed={key: (3,)}, actor=match.home.coach)
    assert [(one.code, one.where, one.params["faces"]) for one in refused.value.problems] == [
        ("die_fallen", f"dice.{key}", "2")
    ]


def test_what_is_taken_back_is_asked_for_again() -> None:
    match = table_match()
    key = f"mvp/{match.home.key}"
    dice_type_ahead(match=match, typed={key: (1,)}, actor=match.home.coach)
    dice_type_ahead(match=match, typed={key: ()}, actor=match.home.coach)
    assert states(match, key) == ["open"]
    played = cast.advance(cast.confirm(filed(match)))
    assert PostMatchStep.objects.filter(match=played, roll=key, status=StepStatus.WAITING).exists()


def test_what_nothing_asked_for_stays_on_record_and_is_not_used() -> None:
    """The winner throws 3D6 for his fans; what was typed for a match not won is nobody's."""
    match = table_match()
    type_all(match, {**ALL, "winnings/*/2": (6,)})
    cast.finish(cast.confirm(filed(match)))
    unused = {f"fan-factor/{match.home.key}/2d6", f"winnings/{match.home.key}/2"}
    found = lines(match)
    assert {key for key, line in found.items() if line.state == "unused" and match.home.key in key} == unused
    assert found[f"winnings/{match.home.key}/2"].faces == (6,)


def test_the_second_throw_of_a_winner_is_taken_when_he_asks_for_it() -> None:
    match = table_match()
    type_all(match, {**ALL, "winnings/*/2": (6,)})
    cast.finish(cast.confirm(filed(match)), choice="reroll")
    assert faces_of(match)[f"winnings/{match.home.key}/2"] == [6]
    assert f"winnings/{match.away.key}/2" not in faces_of(match)


def test_where_either_may_throw_what_was_not_typed_the_server_throws() -> None:
    match = a_match()
    dice_type_ahead(match=match, typed={f"winnings/{match.home.key}/1": (6,)}, actor=match.home.coach)
    cast.finish(cast.confirm(cast.file(match)))
    sources = dict(DiceRoll.objects.filter(key__startswith="winnings/").values_list("key", "source"))
    assert sources == {f"winnings/{match.home.key}/1": "table", f"winnings/{match.away.key}/1": "seeded"}


def test_where_the_server_throws_nothing_is_offered_and_nothing_is_taken() -> None:
    match = a_match(dice="server", table_rolls=["winnings"])
    key = f"winnings/{match.home.key}/1"
    assert {line.key.partition("/")[0] for line in lines(match).values()} == {"winnings"}
    with pytest.raises(AheadIllegal) as refused:
        dice_type_ahead(match=match, typed={f"mvp/{match.home.key}": (2,), key: (2,)}, actor=match.home.coach)
    assert [one.code for one in refused.value.problems] == ["die_of_the_server"]
    assert not TypedAhead.objects.exists()  # nothing of it is kept


@pytest.mark.parametrize("face", [1, 6])
def test_every_face_of_the_die_is_taken(face: int) -> None:
    match = table_match()
    key = f"winnings/{match.home.key}/1"
    dice_type_ahead(match=match, typed={key: (face,)}, actor=match.home.coach)
    assert lines(match)[key].faces == (face,)


@pytest.mark.parametrize("face", [0, 7])
def test_a_face_that_the_die_does_not_have_is_refused(face: int) -> None:
    match = table_match()
    key = f"winnings/{match.home.key}/1"
    with pytest.raises(AheadIllegal) as refused:
        dice_type_ahead(match=match, typed={key: (face,)}, actor=match.home.coach)
    assert str(refused.value.problems[0]) == f"{face} cannot be thrown with D6."


def test_each_coach_types_for_his_team_and_a_commissioner_for_both() -> None:
    match = table_match()
    theirs = {f"mvp/{match.away.key}": (2,)}
    for name in ("Ann", "Zoe"):
        with pytest.raises(NotAllowed):
            dice_type_ahead(match=match, typed=theirs, actor=cast.coach(name))
    dice_type_ahead(match=match, typed={**theirs, f"mvp/{match.home.key}": (1,)}, actor=cast.coach("Cora"))
    assert TypedAhead.objects.count() == 2


def test_what_one_coach_typed_the_other_sees() -> None:
    match = table_match()
    key = f"mvp/{match.home.key}"
    dice_type_ahead(match=match, typed={key: (3,)}, actor=match.home.coach)
    line = lines(match, "Bob")[key]
    assert (line.state, line.faces, line.typed.coach.name if line.typed else "") == ("typed", (3,), "Ann")


def test_what_the_report_tells_is_not_typed_in_beside_it() -> None:
    match = a_match()
    key = f"winnings/{match.home.key}/1"
    reported = cast.file(match, dice={key: (5,)})
    assert states(match, key) == ["report"]
    with pytest.raises(AheadIllegal) as refused:
        dice_type_ahead(match=reported, typed={key: (6,)}, actor=match.home.coach)
    assert [one.code for one in refused.value.problems] == ["die_in_report"]


def test_the_agreed_report_goes_before_what_was_typed_ahead() -> None:
    """Both coaches have agreed to the report; what one of them typed before is kept, and not used."""
    match = a_match()
    key = f"winnings/{match.home.key}/1"
    dice_type_ahead(match=match, typed={key: (6,)}, actor=match.home.coach)
    cast.finish(cast.confirm(cast.file(match, dice={key: (5,)})))
    assert faces_of(match)[key] == [5]
    assert (lines(match)[key].state, lines(match)[key].faces) == ("unused", (6,))


def test_when_a_match_is_over_nothing_is_typed_in() -> None:
    over = cast.play(a_match())
    with pytest.raises(DiceOver):
        dice_type_ahead(match=over, typed={}, actor=over.home.coach)


def test_a_die_that_is_typed_where_it_is_asked_goes_before_one_typed_ahead() -> None:
    match = table_match()
    played = cast.advance(cast.confirm(filed(match)))
    (step,) = PostMatchStep.objects.filter(match=match, team=match.home, status=StepStatus.WAITING)
    TypedAhead.objects.create(match=match, key=step.roll, faces=[1], coach=match.home.coach)
    step = PostMatchStep.objects.select_related("match__league", "team__coach").get(pk=step.pk)
    step_throw(step=step, faces=(3,), actor=match.home.coach)
    assert faces_of(played)[f"mvp/{match.home.key}"] == [3]


def improving(league_rules: Mapping[str, object]) -> tuple[Match, str]:
    """The home team's first blitzer scores twice: 6 points, an improvement."""
    match = a_match(**league_rules)
    return match, f"improvement/{match.home.key}/p10/1"


def test_the_dice_of_an_improvement_are_typed_with_all_others() -> None:
    match, key = improving({})
    reported = cast.file(match)
    dice_type_ahead(match=reported, typed={key: (6, 5)}, actor=match.home.coach)
    cast.finish(cast.confirm(reported))
    team = cast.again(match.home)
    assert PlayerRow.objects.get(team=team, key="p10").spp >= 6
    improvement_roll(team=team, player="p10", actor=team.coach)
    row = DiceRoll.objects.get(key=key)
    assert (row.faces, row.source, row.actor) == ([6, 5], "table", team.coach)
    assert lines(match)[key].state == "used"


def test_dice_that_are_typed_with_the_improvement_go_before_those() -> None:
    match, key = improving({})
    reported = cast.file(match)
    dice_type_ahead(match=reported, typed={key: (6, 5)}, actor=match.home.coach)
    cast.finish(cast.confirm(reported))
    team = cast.again(match.home)
    improvement_roll(team=team, player="p10", faces=(1, 2), actor=team.coach)
    assert DiceRoll.objects.get(key=key).faces == [1, 2]


def test_dice_of_another_league_s_match_are_nothing_to_this_one() -> None:
    match, key = improving({})
    reported = cast.file(match)
    dice_type_ahead(match=reported, typed={key: (6, 5)}, actor=match.home.coach)
    elsewhere: League = cast.league("Elsewhere", house_rules={"hire-window": False})
    teams = [cast.team(elsewhere), cast.team(elsewhere, "Gouged Eye", by="Bob", roster="orc")]
    other = cast.play(cast.match(cast.season(elsewhere, teams)))
    assert (other.key, other.home.key) == (match.key, match.home.key)
    team = cast.again(other.home)
    improvement_roll(team=team, player="p10", actor=team.coach)
    assert DiceRoll.objects.get(key=key).source == "seeded"
