"""Jobs on pages: started with a button, followed by a bar that moves with and without scripts, cancelled."""

from __future__ import annotations

import pytest
from django.test import Client

from leagues.models import Job, JobState, League
from leagues.services.jobs import job_go_on
from tests import cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def cora() -> Client:
    client = Client()
    client.force_login(cast.coach("Cora"))
    return client


def started(client: Client, league: League) -> Job:
    answer = client.post(f"/leagues/{league.slug}/jobs/", {"kind": "verify-league"})
    job = Job.objects.latest("pk")
    assert (answer.status_code, answer["Location"]) == (302, f"/jobs/{job.pk}/")
    return job


def test_a_job_under_way_shows_its_bar_and_asks_again(cora: Client) -> None:
    job = started(cora, cast.league())
    Job.objects.filter(pk=job.pk).update(units=[1, 2, 3, 4], done=1, state=JobState.RUNNING)
    page = cora.get(f"/jobs/{job.pk}/").content.decode()
    assert 'max="4" value="1"' in page
    assert "1 of 4" in page
    assert f'hx-get="/jobs/{job.pk}/progress/?seen=0"' in page
    # Without scripts the page comes again by itself.
    assert '<noscript><meta http-equiv="refresh" content="5"></noscript>' in page


def test_a_job_that_is_over_asks_no_more_and_says_what_came_of_it(cora: Client) -> None:
    job = started(cora, cast.league())
    job_go_on(job_id=job.pk)
    page = cora.get(f"/jobs/{job.pk}/").content.decode()
    assert "Everything fits" in page
    assert "hx-get" not in page
    assert "refresh" not in page
    assert "Cancel" not in page


def test_the_bar_is_sent_again_only_when_it_has_moved(cora: Client) -> None:
    job = started(cora, cast.league())
    assert cora.get(f"/jobs/{job.pk}/progress/?seen=0").status_code == 204
    Job.objects.filter(pk=job.pk).update(version=1)
    answer = cora.get(f"/jobs/{job.pk}/progress/?seen=0")
    assert answer.status_code == 200
    assert answer.content.decode().startswith('<div class="stack" id="job"')


def test_cancelled_by_a_button(cora: Client) -> None:
    job = started(cora, cast.league())
    answer = cora.post(f"/jobs/{job.pk}/cancel/", follow=True)
    assert "The job is cancelled." in answer.content.decode()
    assert Job.objects.get(pk=job.pk).state == JobState.CANCELLED
    again = cora.post(f"/jobs/{job.pk}/cancel/")
    assert again.status_code == 409


def test_a_second_one_is_refused_and_the_list_stays(cora: Client) -> None:
    league = cast.league()
    started(cora, league)
    answer = cora.post(f"/leagues/{league.slug}/jobs/", {"kind": "verify-league"})
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "“Verify every match” is under way already: 0 of 1." in page
    assert "Jobs of this league" in page


def test_a_job_that_failed_says_why(cora: Client) -> None:
    job = started(cora, cast.league())
    Job.objects.filter(pk=job.pk).update(state=JobState.FAILED, error="RuntimeError")
    assert "It went no further: RuntimeError" in cora.get(f"/jobs/{job.pk}/").content.decode()


def test_programs_follow_a_job(cora: Client) -> None:
    league = cast.league()
    made = cora.post(f"/api/v1/leagues/{league.slug}/jobs/", {"kind": "verify-league"}, content_type="application/json")
    assert made.status_code == 201
    told = made.json()
    assert (told["state"], told["done"], told["total"], told["name"]) == ("waiting", 0, 1, "Verify every match")
    assert made["Location"].endswith(f"/jobs/{told['id']}/")
    job_go_on(job_id=told["id"])
    assert cora.get(f"/api/v1/jobs/{told['id']}/").json()["state"] == "done"
    (listed,) = cora.get(f"/api/v1/leagues/{league.slug}/jobs/").json()["results"]
    assert listed["id"] == told["id"]
    refused = cora.post(f"/api/v1/jobs/{told['id']}/cancel/")
    assert (refused.status_code, refused.json()["code"]) == (409, "job_over")


def test_a_commissioner_finds_the_jobs_of_his_league(cora: Client) -> None:
    league = cast.league()
    assert f"/leagues/{league.slug}/jobs/" in cora.get(f"/leagues/{league.slug}/").content.decode()
    assert f"/leagues/{league.slug}/jobs/" not in Client().get(f"/leagues/{league.slug}/").content.decode()
