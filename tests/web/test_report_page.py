"""The report form: what is typed is filed, or refused with every reason beside it and nothing lost."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from leagues.models import Coach
from matches.mapping import report_of
from matches.models import Match, Report
from matches.services.reports import report_return
from tests import cast
from tests.scenes import scene
from tests.web.reading import form_on, signed_in, words_on

pytestmark = pytest.mark.django_db


@scene
def match() -> Match:
    return cast.match()


def address(match: Match) -> str:
    return reverse("matches:report", args=[match.pk])


def filled(match: Match, client: Client | None = None, **typed: Any) -> dict[str, Any]:
    """The form as the page shows it, filled in: 2-1, the first blitzer of each side scoring, and what is ``typed``."""
    page = (client or signed_in(match.home.coach)).get(address(match))
    assert page.status_code == 200
    sides = {
        f"{side}-{name}": value
        for side, score in (("home", 2), ("away", 1))
        for name, value in {
            "score": score,
            "deeds-p10-touchdown": score,
            **{f"nominees-{nth}": nominee for nth, nominee in enumerate(cast.NOMINEES)},
        }.items()
    }
    return {**form_on(page, address(match)), **sides, **{name.replace("__", "-"): said for name, said in typed.items()}}


def file(match: Match, typed: dict[str, Any], coach: Coach | None = None) -> HttpResponse:
    return signed_in(coach or match.home.coach).post(address(match), typed)


def assert_kept(response: HttpResponse, match: Match, typed: dict[str, Any]) -> None:
    shown = form_on(response, address(match))
    ours = {name: str(said) for name, said in typed.items() if name.startswith(("home-", "away-"))}
    assert {name: shown.get(name) for name in ours} == ours


def assert_refused(response: HttpResponse, match: Match, typed: dict[str, Any], *sentences: str) -> None:
    words = words_on(response)
    for sentence in sentences:
        assert sentence in words
    assert response.status_code == 422
    assert_kept(response, match, typed)
    assert not Report.objects.filter(match=match).exists()
    assert cast.reread(match).status == "scheduled"


def test_a_filled_form_becomes_the_report_it_says(match: Match) -> None:
    typed = filled(
        match,
        **{
            "away-deeds-p3-completion": 2,
            "away-deeds-p4-interception": 1,
            "away-casualties-0-victim": "p5",
            "away-casualties-0-by": "p11",
            "away-casualties-0-cause": "block",
            "away-casualties-0-die": "43",
            "home-casualties-1-victim": "p6",
            "home-casualties-1-cause": "crowd",
            "home-dice-mvp": "2",
            "home-dice-fans": "3 4",
            "home-dice-fanfactor": "345",
            "away-dice-winnings": "6",
        },
    )
    answer = file(match, typed)
    assert answer.status_code == 302
    assert answer["Location"] == reverse("matches:match", args=[match.pk])
    told = report_of(Report.objects.get(match=match))
    assert (told.home.score, told.away.score) == (2, 1)
    assert {deeds.player: dict(deeds.counts) for deeds in told.away.deeds} == {
        "p3": {"completion": 2},
        "p4": {"interception": 1},
        "p10": {"touchdown": 1},
    }
    assert [(one.victim, one.by, one.cause) for one in told.away.casualties] == [("p5", "p11", "block")]
    assert [(one.victim, one.by, one.cause) for one in told.home.casualties] == [("p6", None, "crowd")]
    assert told.home.nominees == cast.NOMINEES
    home, away = match.home.key, match.away.key
    assert told.dice == {
        f"casualty/{away}/p5": (4, 3),
        f"mvp/{home}": (2,),
        f"fans/{home}": (3, 4),
        f"fan-factor/{home}/3d6": (3, 4, 5),
        f"winnings/{away}/1": (6,),
    }


def test_the_same_form_sent_twice_is_one_report(match: Match) -> None:
    typed = filled(match)
    first, second = file(match, typed), file(match, typed)
    assert (first.status_code, second.status_code) == (302, 302)
    assert second["Location"] == first["Location"]
    assert Report.objects.filter(match=match).count() == 1


def test_a_score_that_the_touchdowns_do_not_add_up_to_is_refused_with_both_numbers(match: Match) -> None:
    typed = filled(match, **{"home-score": 3})
    sentence = "Reavers: the score is 3 but the players' touchdowns add up to 2."
    assert_refused(file(match, typed), match, typed, sentence, "Rule: Scoring a touchdown")


def test_every_problem_is_told_at_once_and_beside_its_field(match: Match) -> None:
    typed = filled(
        match,
        **{
            "home-score": 3,
            "away-casualties-0-victim": "p5",
            "away-casualties-0-die": "99",
            "away-nominees-1": "p1",
        },
    )
    answer = file(match, typed)
    assert_refused(
        answer, match, typed, "3 things to put right", "the score is 3 but", "9, 9 cannot be thrown with D68"
    )
    assert "for most valuable player: 2; it must be 3." in words_on(answer)
    form = answer.context["form"]
    assert set(form.errors) == {"home-score", "away-casualties-0-die"}
    assert [len(side.nominee_problems) for side in form.shown.sides] == [0, 1]


def test_a_player_of_another_team_is_refused(match: Match) -> None:
    typed = filled(match, **{"home-score": 3, "home-deeds-p44-touchdown": 1, "away-casualties-0-victim": "p55"})
    answer = file(match, typed)
    assert_refused(answer, match, typed, "Reavers has no player p44.", "Gouged Eye has no player p55.")
    assert "Rule: Who may play" in words_on(answer)


def second_match(dice: tuple[int, int]) -> tuple[Match, str]:
    """A return match, and the side on which p2 plays who was hurt in the first by these dice."""
    season = cast.season(cast.league(), legs=2)
    first = cast.match(season)
    hurt = {"casualties": [{"victim": "p2", "cause": "block", "by": "p10"}]}
    nominees = {"nominees": ["p1", "p3", "p4"]}
    cast.play(first, home={**hurt, **nominees}, dice={f"casualty/{first.home.key}/p2": dice})
    again = cast.match(season)
    return again, "home" if again.home_id == first.home_id else "away"


def healthy(side: str) -> dict[str, str]:
    return {f"{side}-nominees-1": "p4"}


@pytest.mark.parametrize(
    ("dice", "sentence", "shown"),
    [((6, 1), " is dead.", False), ((4, 1), " misses this match, injured.", True)],
    ids=["dead", "injured"],
)
def test_a_player_who_may_not_play_is_refused(dice: tuple[int, int], sentence: str, shown: bool) -> None:
    again, side = second_match(dice)
    blank = signed_in(again.home.coach).get(address(again))
    assert f"{side}-deeds-p2-touchdown" not in form_on(blank, address(again))
    assert (f'id="{side}-p2"' in blank.content.decode()) is shown
    typed = filled(again, **{**healthy(side), f"{side}-deeds-p2-completion": 1})
    assert_refused(file(again, typed), again, typed, sentence, "Rule: Who may play")
    typed = filled(again, **{**healthy(side), f"{side}-casualties-0-victim": "p2"})
    assert_refused(file(again, typed), again, typed, sentence)


def test_a_player_is_carried_off_once_at_most(match: Match) -> None:
    typed = filled(match, **{"home-casualties-0-victim": "p5", "home-casualties-1-victim": "p5"})
    assert_refused(file(match, typed), match, typed, "left the pitch as a casualty 2 times; once is the most.")


@pytest.mark.parametrize(
    ("field", "said", "sentence"),
    [
        ("home-score", "two", "Enter a whole number."),
        ("home-deeds-p10-touchdown", "100", "Ensure this value is less than or equal to 99."),
        ("home-casualties-0-die", "4x", "Write the faces, one digit for each die, such as 43."),
        ("home-casualties-0-by", "p1", "Say who was hurt, or empty this row."),
    ],
)
def test_what_cannot_be_read_is_said_beside_its_field(match: Match, field: str, said: str, sentence: str) -> None:
    typed = filled(match, **{field: said})
    answer = file(match, typed)
    assert_refused(answer, match, typed, sentence)
    beside = field.replace("-by", "-victim")
    assert set(answer.context["form"].errors) == {beside}


def test_a_negative_count_is_refused_by_its_rule(match: Match) -> None:
    typed = filled(match, **{"home-deeds-p3-completion": -1})
    assert_refused(file(match, typed), match, typed, "-1 is not a number of deeds.", "Rule: Match records")


def test_a_row_can_be_added_without_losing_or_judging_anything(match: Match) -> None:
    typed = filled(match, **{"home-score": "", "home-casualties-1-victim": "p5", "home-casualties-1-die": "4x"})
    answer = file(match, {**typed, "add": "home-casualties"})
    assert answer.status_code == 200
    assert_kept(answer, match, typed)
    shown = form_on(answer, address(match))
    assert shown["home-casualties-2-victim"] == ""
    assert "away-casualties-2-victim" not in shown
    assert "errorlist" not in answer.content.decode()


def test_a_report_confirmed_meanwhile_is_said_and_what_was_typed_stays(match: Match) -> None:
    typed = filled(match, client=signed_in(match.away.coach))
    cast.confirm(cast.file(match, (1, 1)))
    answer = file(match, typed, match.away.coach)
    assert answer.status_code == 409
    words = words_on(answer)
    assert "A report of this match has been filed already." in words
    assert "Ann filed it." in words
    assert reverse("matches:match", args=[match.pk]) in answer.content.decode()
    assert_kept(answer, match, typed)
    assert Report.objects.filter(match=match).count() == 1


def test_a_report_filed_meanwhile_is_kept_and_this_one_beside_it(match: Match) -> None:
    client = signed_in(match.away.coach)
    typed = filled(match, client=client)
    cast.file(match, (1, 1))
    assert client.post(address(match), typed).status_code == 302
    words = words_on(client.get(reverse("matches:match", args=[match.pk])))
    assert "Your report is kept beside the other one. Look at where they differ." in words
    assert "Two reports, and they differ" in words
    assert Report.objects.filter(match=match).count() == 2


def test_a_report_that_was_sent_back_is_filled_in_for_its_next_filing(match: Match) -> None:
    typed = filled(
        match,
        **{"home-casualties-0-victim": "p5", "home-casualties-0-die": "43", "home-dice-fanfactor": "111"},
    )
    file(match, typed)
    filed = cast.reread(match)
    report_return(match=filed, reason="Grim scored the second one", actor=match.away.coach)
    page = signed_in(match.home.coach).get(address(match))
    assert "Bob sent the report back." in words_on(page)
    assert "“Grim scored the second one”" in words_on(page)
    shown = form_on(page, address(match))
    kept = {name: str(said) for name, said in typed.items() if name.startswith(("home-", "away-")) and said}
    assert {name: shown.get(name) for name in kept} == kept
    answer = file(match, {**shown, "home-deeds-p10-touchdown": 1, "home-deeds-p11-touchdown": 1})
    assert answer.status_code == 302
    assert [report.number for report in Report.objects.filter(match=match)] == [1, 2]


def test_only_a_blank_match_has_a_form(match: Match) -> None:
    cast.file(match)
    answer = signed_in(match.home.coach).get(address(match))
    assert (answer.status_code, answer["Location"]) == (302, reverse("matches:match", args=[match.pk]))


def test_only_the_match_s_coaches_and_a_commissioner_may_file(match: Match) -> None:
    stranger = cast.member(match.league, "Dora")
    assert signed_in(stranger).get(address(match)).status_code == 403
    assert file(match, filled(match), stranger).status_code == 403
    assert signed_in(cast.coach("Cora")).get(address(match)).status_code == 200
    anonymous = Client().get(address(match))
    assert anonymous.status_code == 302
    assert anonymous["Location"] == f"{reverse('leagues:login')}?next={address(match)}"
    assert not Report.objects.exists()


def test_a_private_league_s_form_is_not_found_by_others() -> None:
    match = cast.match(cast.season(cast.league(public=False)))
    assert signed_in(cast.coach("Dora")).get(address(match)).status_code == 404
    assert signed_in(match.home.coach).get(address(match)).status_code == 200


def test_every_control_has_a_label(match: Match) -> None:
    html = signed_in(match.home.coach).get(address(match)).content.decode()
    named = [name for name in form_on_ids(html) if f'for="{name}"' not in html]
    assert named == []


def form_on_ids(html: str) -> list[str]:
    starts = html.split('id="id_')[1:]
    return ["id_" + start.split('"', 1)[0] for start in starts if not start.split('"', 1)[0].endswith("_helptext")]


def test_the_list_of_problems_leads_to_the_fields_and_names_the_team(match: Match) -> None:
    typed = filled(match, home__dice__mvp="7", home__nominees__0="p2", away__score="3")
    answer = file(match, typed)
    fields = {problem.field: problem.text for problem in answer.context["form"].problems}
    assert fields["id_home-dice-mvp"] == f"{match.home.name}, Most valuable player, D3: 7 cannot be thrown with D3."
    assert "id_home-nominees-0" in fields
    for field in fields:
        assert f'href="#{field}"' in answer.content.decode()
        assert f'id="{field}"' in answer.content.decode()


def test_enter_files_the_report_and_adds_no_row(match: Match) -> None:
    """A browser presses the first submit button of a form when somebody presses Enter."""
    html = signed_in(match.home.coach).get(address(match)).content.decode()
    form = html[html.index('id="report"') :]
    first = re.search(r"<button[^>]*type=\"submit\"[^>]*>", form)
    assert first is not None
    assert "name=" not in first[0]


def test_what_was_typed_survives_a_login(match: Match) -> None:
    typed = filled(match, home__dice__mvp="2")
    client = Client()
    to_login = client.post(address(match), typed)
    assert to_login["Location"].startswith(reverse("leagues:login"))
    client.force_login(match.home.coach)
    back = client.get(address(match))
    assert "What you had typed is here again." in words_on(back)
    assert_kept(back, match, {name: said for name, said in typed.items() if name != "idempotency_key"})
    assert "What you had typed" not in words_on(client.get(address(match)))
