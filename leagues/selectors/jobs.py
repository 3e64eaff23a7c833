"""Reading jobs: commissioners look at those of their leagues."""

from django.db.models import QuerySet
from django.http import Http404

from leagues.models import Job, League
from leagues.policies import Visitor
from leagues.selectors.leagues import league_list, read_for, role_along


def league_jobs(league: League) -> QuerySet[Job]:
    """The latest first."""
    return Job.objects.filter(league=league).select_related("started_by", "league").order_by("-pk")


def job_get(visitor: Visitor, pk: int) -> Job:
    """With the role of whoever asks: everything that he may do depends on it."""
    found = Job.objects.filter(pk=pk, league__in=league_list(visitor).values("pk"))
    job = found.select_related("started_by", "league").annotate(visitor_role=role_along(visitor, "league")).first()
    if job is None:
        raise Http404
    read_for(visitor, job.league, job.visitor_role)
    return job
