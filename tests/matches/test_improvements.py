"""A player improves: the throw is kept first, the choice is made once, and the ledger tells both."""

from __future__ import annotations

from http import HTTPStatus

import pytest
from django.urls import reverse

from engine.errors import DieImpossible, ImprovementIllegal, NotAllowed
from matches.errors import NothingThrown, PostMatchRunning
from matches.models import DiceSession, Match
from matches.selectors.improvements import ImprovementPage, improvement_page
from matches.services.improvements import improvement_choose, improvement_roll
from teams.models import Team
from teams.selectors.careers import career
from teams.selectors.teams import team_get, team_page
from teams.services.ledger import history_preview
from teams.services.verification import league_differences
from tests import cast
from tests.api.client import Api, problem_codes
from tests.scenes import scene
from tests.web.reading import form_on, signed_in, words_on

pytestmark = pytest.mark.django_db
HERO = "p10"  # he scores everything: two touchdowns are six points, and a level


@scene
def match() -> Match:
    return cast.play(cast.match(cast.season(cast.league(), legs=2)), (2, 0))


def again(team: Team) -> Team:
    return team_get(cast.coach("Cora"), team.pk)


def state(team: Team) -> ImprovementPage:
    return improvement_page(again(team), HERO)


def roll(team: Team, *faces: int) -> None:
    improvement_roll(team=team, player=HERO, faces=faces, actor=team.coach)


def choose(team: Team, choice: str) -> None:
    improvement_choose(team=team, player=HERO, choice=choice, actor=team.coach)


def test_the_throw_is_kept_before_anything_is_offered(match: Match) -> None:
    assert (state(match.home).due, state(match.home).roll) == (1, None)
    roll(match.home)
    kept = state(match.home)
    assert kept.roll is not None
    assert kept.roll.source == "seeded"
    assert kept.offers
    roll(match.home)
    assert state(match.home).roll == kept.roll
    assert DiceSession.objects.filter(occasion=f"{match.home.key}-{HERO}-1").count() == 1


def test_dice_from_the_table_count_and_cannot_be_typed_again(match: Match) -> None:
    roll(match.home, 6, 6)
    roll(match.home, 1, 2)
    kept = state(match.home).roll
    assert kept is not None
    assert (kept.faces, kept.source) == ((6, 6), "table")
    assert "st" in [offer.key for offer in state(match.home).offers]


def test_what_is_chosen_stands_on_the_sheet_and_in_the_value(match: Match) -> None:
    before = again(match.home).value
    roll(match.home, 6, 6)
    choose(match.home, "st")
    team = again(match.home)
    line = next(one for one in team_page(team).players if one.player.key == HERO)
    strength = next(cell for cell in line.characteristics if cell.name == "st")
    assert (strength.now, strength.gained, line.improvements_due) == (4, 1, 0)
    assert team.value == before + 50_000
    assert list(league_differences(team.league)) == []
    told = career(team, HERO).entries[0]
    assert told.improvement is not None
    assert (told.kind, told.improvement.what, told.rolls[0]["faces"]) == ("improvement", "st", [6, 6])


def test_a_learned_skill_is_marked_and_printed(match: Match) -> None:
    roll(match.home, 1, 2)
    choose(match.home, "skill/Tackle")
    line = next(one for one in team_page(again(match.home)).players if one.player.key == HERO)
    assert [skill.name for skill in line.skills if skill.learned] == ["Tackle"]
    sheet = signed_in(match.home.coach).get(reverse("teams:team", args=[match.home_id])).content.decode()
    assert "<strong>Tackle</strong>" in sheet


@pytest.mark.parametrize("choice", ["skill/Guard and more", "st", "skill/Block", "", "skill/Dodge "])
def test_only_what_is_offered_can_be_taken(match: Match, choice: str) -> None:
    roll(match.home, 1, 2)
    with pytest.raises(ImprovementIllegal):
        choose(match.home, choice)
    assert state(match.home).due == 1


def test_nothing_is_chosen_before_it_is_thrown(match: Match) -> None:
    with pytest.raises(NothingThrown):
        choose(match.home, "skill/Tackle")


def test_a_choice_is_made_once(match: Match) -> None:
    roll(match.home, 1, 2)
    choose(match.home, "skill/Tackle")
    with pytest.raises(ImprovementIllegal):
        choose(match.home, "skill/Tackle")
    with pytest.raises(ImprovementIllegal):
        roll(match.home)


def test_dice_that_cannot_fall_are_refused(match: Match) -> None:
    with pytest.raises(DieImpossible):
        roll(match.home, 7, 1)
    with pytest.raises(DieImpossible):
        roll(match.home, 3)
    assert not DiceSession.objects.filter(occasion=f"{match.home.key}-{HERO}-1").exists()


def test_not_while_the_post_match_runs() -> None:
    season = cast.season(cast.league(), legs=2)
    cast.play(cast.match(season), (2, 0))
    second = cast.advance(cast.confirm(cast.file(cast.match(season), (2, 0))))
    with pytest.raises(PostMatchRunning):
        roll(second.home)


def test_the_coach_or_a_commissioner_and_nobody_else(match: Match) -> None:
    improvement_roll(team=match.home, player=HERO, actor=cast.coach("Cora"))
    with pytest.raises(NotAllowed):
        improvement_roll(team=match.home, player=HERO, actor=match.away.coach)
    with pytest.raises(NotAllowed):
        improvement_choose(team=match.home, player=HERO, choice="skill/Tackle", actor=match.away.coach)


def test_a_correction_that_takes_the_points_away_shows_the_improvement_as_a_conflict(match: Match) -> None:
    roll(match.home, 1, 2)
    choose(match.home, "skill/Tackle")
    cause = match.league.causes.get(kind="match")
    preview = history_preview(league=match.league, revised={cause.pk: {"voided": True}})
    assert [one.conflict.code for one in preview.conflicts if one.conflict] == ["improvement_illegal"]


# The page


def page_of(team: Team) -> str:
    return reverse("matches:improve", args=[team.pk, HERO])


def test_the_page_throws_offers_and_takes(match: Match) -> None:
    coach = signed_in(match.home.coach)
    assert page_of(match.home) in coach.get(reverse("teams:team", args=[match.home_id])).content.decode()
    first = coach.get(page_of(match.home))
    sent = {**form_on(first, page_of(match.home)), "faces": "12"}
    offered = coach.post(page_of(match.home), sent, follow=True)
    assert "What he may become" in words_on(offered)
    assert 'value="skill/Tackle"' in offered.content.decode()
    taken = coach.post(page_of(match.home), {"choice": "skill/Tackle"}, follow=True)
    assert "has improved." in words_on(taken)
    assert state(match.home).due == 0
    assert "He has taken all that he has earned so far." in words_on(coach.get(page_of(match.home)))


def test_the_page_says_what_is_wrong_with_a_choice(match: Match) -> None:
    roll(match.home, 1, 2)
    refused = signed_in(match.home.coach).post(page_of(match.home), {"choice": "st"})
    assert refused.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "“st” is nothing that blitzer 10 may take after throwing 1, 2." in words_on(refused)


@pytest.mark.parametrize(("faces", "said"), [("77", "cannot be thrown"), ("ab", "Write the faces")])
def test_the_page_refuses_dice_that_cannot_be(match: Match, faces: str, said: str) -> None:
    refused = signed_in(match.home.coach).post(page_of(match.home), {"faces": faces})
    assert refused.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert said in words_on(refused)
    assert state(match.home).roll is None


# The API


def test_the_api_throws_offers_and_takes(match: Match) -> None:
    ann = Api(match.home.coach)
    path = f"teams/{match.home_id}/players/{HERO}/improvement/"
    waiting: dict[str, object] = {
        "nth": 1,
        "to_spend": None,
        "ways": [],
        "sponsor": None,
        "roll": None,
        "mishaps": [],
        "offers": [],
    }
    assert ann.get(path).json() == {"due": 1, **waiting}
    thrown = ann.post(path, {"faces": [5, 6]}).json()
    assert thrown["roll"]["faces"] == [5, 6]
    assert {"key": "ag", "gain": "ag", "what": "ag", "value": 40_000, "spp": 0, "kept": []} in thrown["offers"]
    assert ann.post(f"{path}choose/", {"choice": "ag"}).json() == {"due": 0, **waiting, "nth": 2}
    assert ann.get(f"teams/{match.home_id}/players/{HERO}/").json()["life"][0]["improvement"]["what"] == "ag"


def test_the_api_refuses_with_the_rule(match: Match) -> None:
    path = f"teams/{match.home_id}/players/p1/improvement/"
    refused = Api(match.home.coach).post(path)
    assert refused.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert problem_codes(refused) == ["improvement_not_due"]
