"""The pages of a correction: telling, looking, settling, confirming; what everybody sees of it."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from engine.team.hiring import Act
from matches.models import Correction, CorrectionStatus, Match
from matches.selectors.matches import match_page
from matches.services.correction_plan import look
from matches.services.hiring import act_do
from tests import cast
from tests.matches.correcting import again, cause_of, confirmed, dump, proposed, reported, undoing

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def first() -> Match:
    season = cast.season(cast.quiet_league(), legs=2)
    found = [cast.play(cast.match(season)) for _ in range(2)]
    return found[0]


def signed_in(name: str = "Cora") -> Client:
    client = Client()
    client.force_login(cast.coach(name))
    return client


def address(row: Correction) -> str:
    return reverse("matches:correction", args=[row.pk])


def test_from_the_match_to_a_confirmed_correction_without_a_script(first: Match) -> None:
    client, page = signed_in(), reverse("matches:match", args=[first.pk])
    assert "Correct this match" in client.get(page).content.decode()
    begun = client.post(reverse("matches:correct", args=[first.pk]), {"reason": "One was forgotten."})
    row = again(Correction.objects.get())
    assert begun.url == address(row)
    form = reverse("matches:correction-report", args=[row.pk, cause_of(first)])
    shown = client.get(form).content.decode()
    assert 'name="home-score" value="2"' in shown
    typed = {
        **{f"{side}-nominees-{nth}": key for side in ("home", "away") for nth, key in enumerate(cast.NOMINEES)},
        **{"home-deeds-p10-touchdown": "3", "away-deeds-p10-touchdown": "1", "home-score": "3", "away-score": "1"},
    }
    told = client.post(form, {**typed, "seen": "0"})
    assert told.status_code == 302
    looked = client.get(address(row)).content.decode()
    assert "What it would change" in looked
    assert "SPP" in looked
    row = again(row)
    sent = {"do": "confirm", "seen": row.version, "head": look(row).head}
    done = client.post(address(row), sent)
    assert done.status_code == 302
    assert again(row).status == CorrectionStatus.CONFIRMED
    assert "What it changed" in Client().get(address(row)).content.decode()
    assert f"{address(row)}" in Client().get(page).content.decode()


def test_a_report_that_cannot_be_true_comes_back_with_its_fields_and_nothing_is_told(first: Match) -> None:
    row = proposed(first)
    form = reverse("matches:correction-report", args=[row.pk, cause_of(first)])
    answer = signed_in().post(form, {"home-score": "4", "away-score": "0", "seen": "0"})
    assert answer.status_code == 422
    assert "touchdowns add up to 0" in answer.content.decode()
    assert again(row).changes == {}


def test_a_draft_survives_and_only_commissioners_find_it(first: Match) -> None:
    row = reported(proposed(first), first, (3, 1))
    assert signed_in().get(address(row)).status_code == 200
    assert signed_in("Ann").get(address(row)).status_code == 404
    assert Client().get(address(row)).status_code == 404
    home = signed_in().get(reverse("matches:home")).content.decode()
    assert "begun, and not confirmed yet" in home


def test_what_does_not_fit_is_listed_with_its_choices_and_settled(first: Match) -> None:
    hurt = {"casualties": [{"victim": "p10", "cause": "block", "by": "p11", "result": "dead"}]}
    row = reported(proposed(first), first, home=hurt)
    client = signed_in()
    page = client.get(address(row)).content.decode()
    assert "What does not fit any more" in page
    assert "Let it stand, as a gift" in page
    assert "Take that match back" in page
    second = Match.objects.get(league=first.league, key="m2")
    sent = {"do": "resolve", "cause": cause_of(second), "way": "gift", "seen": row.version}
    assert client.post(address(row), sent).status_code == 302
    page = client.get(address(row)).content.decode()
    assert "What does not fit any more" not in page
    assert "dies" in page
    again_row = again(row)
    back = {"do": "restore", "cause": cause_of(second), "seen": again_row.version}
    assert client.post(address(row), back).status_code == 302
    assert again(row).resolutions == {}


def test_a_page_that_is_out_of_date_is_told_so_and_nothing_counts(first: Match) -> None:
    row = reported(proposed(first), first, (3, 1))
    head = look(row).head
    cast.ruled(cast.again(first.home))
    before = dump(first.league)
    answer = signed_in().post(address(row), {"do": "confirm", "seen": row.version, "head": head})
    assert answer.status_code == 409
    assert "Look again at what would change" in answer.content.decode()
    assert dump(first.league) == before


def test_what_is_to_be_rolled_shows_no_face(first: Match) -> None:
    step = cause_of(first, "post-match", step="winnings", team=first.home)
    row, client = proposed(first), signed_in()
    client.post(address(row), {"do": "choice", "cause": step, "choice": "reroll", "seen": "0"})
    page = client.get(address(row)).content.decode()
    assert "To be rolled" in page
    assert "the server throws it" in page
    assert "Throw, and let it count" in page


def test_both_coaches_see_on_their_home_pages_that_a_match_was_corrected(first: Match) -> None:
    row = confirmed(reported(proposed(first, "One was forgotten."), first, (3, 1)))
    for name in ("Ann", "Bob"):
        home = signed_in(name).get(reverse("matches:home")).content.decode()
        assert "The commissioner has corrected a match" in home
        assert address(row) in home


def test_undoing_is_looked_at_first_and_the_list_tells_both(first: Match) -> None:
    row = confirmed(reported(proposed(first), first, (3, 1)))
    client = signed_in()
    begun = client.post(address(row), {"do": "undo", "reason": "It was right.", "seen": row.version})
    undo = again(Correction.objects.get(undoes=row))
    assert begun.url == address(undo)
    confirmed(undo)
    listed = Client().get(reverse("matches:corrections", args=[first.league.slug])).content.decode()
    assert "Undoes correction 1." in listed
    assert "Undone by" in Client().get(address(row)).content.decode()


def test_a_dropped_draft_is_forgotten_unless_dice_have_fallen_for_it(first: Match) -> None:
    client = signed_in()
    row = reported(proposed(first), first, (3, 1))
    client.post(address(row), {"do": "drop", "seen": row.version})
    assert Client().get(address(row)).status_code == 404
    step = cause_of(first, "post-match", step="winnings", team=first.home)
    other = proposed(first)
    client.post(address(other), {"do": "choice", "cause": step, "choice": "reroll", "seen": "0"})
    client.post(address(other), {"do": "throw", "seen": "1"})
    client.post(address(other), {"do": "drop", "seen": "1"})
    page = Client().get(address(other)).content.decode()
    assert "The dice that fell for it lie on the table." in page


def test_a_mistyped_die_shows_the_faces_it_was_corrected_to() -> None:
    season = cast.season(cast.quiet_league("Other"), legs=2)
    match = cast.match(season)
    played = cast.play(match, dice={f"winnings/{match.away.key}/1": (6,)})
    step = cause_of(played, "post-match", step="winnings", team=match.away)
    row, client = proposed(played), signed_in()
    sent = {"do": "die", "cause": step, "die": f"winnings/{match.away.key}/1", "faces": "1", "seen": "0"}
    assert client.post(address(row), sent).status_code == 302
    confirmed(row)
    page = match_page(cast.reread(played))
    (line,) = [one for one in page.sides[1].steps if one.step.name == "winnings"]
    assert [roll.faces for roll in line.rolls] == [[1]]
    assert [roll.faces for roll in page.dice.rolls if roll.key == f"winnings/{match.away.key}/1"] == [[6]]
    assert undoing(row).undoes_id == row.pk


def test_the_sheets_of_a_later_match_have_a_second_view_that_says_so(first: Match) -> None:
    """p9 has died before the second match, by the correction; he stood on the sheet that it was played with."""
    second = Match.objects.get(league=first.league, key="m2")
    page = reverse("matches:match", args=[second.pk])
    plain = Client().get(page).content.decode()
    assert "As they would have been" not in plain
    hurt = {"casualties": [{"victim": "p9", "cause": "block", "by": "p11", "result": "dead"}]}
    row = confirmed(reported(proposed(first), first, home=hurt))
    told = Client().get(page).content.decode()
    assert "These are the sheets that were played with." in told
    by_now = Client().get(f"{page}?sheets=corrected").content.decode()
    assert "as they would have been by what was corrected since" in by_now
    name = first.home.players.get(key="p9").name
    assert told.count(name) > by_now.count(name)
    confirmed(undoing(row))
    assert "As they would have been" not in Client().get(page).content.decode()


def test_the_page_of_the_match_tells_what_it_says_by_now_and_who_filed_it(first: Match) -> None:
    page = reverse("matches:match", args=[first.pk])
    passed = {"deeds": [*cast.side(first.home, 2)["deeds"], {"player": "p11", "counts": {"interception": 1}}]}
    confirmed(reported(proposed(first), first, home=passed))
    told = Client().get(page).content.decode()
    assert "Interception" in told
    read = Client().get(reverse("api:match-report", args=[first.pk])).json()
    assert read["report"]["home"]["deeds"][-1] == {"player": "p11", "counts": {"interception": 1}, "blessed": {}}
    assert read["submitted_by"]["name"] == "Ann"
    assert first.reports.get().report["home"]["deeds"][-1]["player"] == "p10"


def test_an_act_in_the_window_after_it_is_told_otherwise_on_the_page() -> None:
    match = cast.match(cast.season(cast.league("Hiring"), legs=2))
    opened = cast.to_the_window(cast.confirm(cast.file(match)))
    team = act_do(team=cast.again(match.home), act=Act("hire", position="lineman"), actor=match.home.coach)
    played, newcomer = cast.finish(opened), team.players.latest("pk")
    name = newcomer.name
    row, client = proposed(played), signed_in()
    page = client.get(address(row)).content.decode()
    assert "Hired, fired and bought after it" in page
    assert '<option value="lineman" selected>' in page
    act = cause_of(played, "hiring")
    sent = {"do": "act", "cause": act, "player": newcomer.key, "position": "catcher", "seen": "0"}
    assert client.post(address(row), sent).status_code == 302
    confirmed(row)
    newcomer.refresh_from_db()
    assert (newcomer.position, newcomer.name) == ("catcher", name)
