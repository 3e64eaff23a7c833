"""A league in full swing, for tests that walk through every route: something of every state, seen by every role."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from leagues.models import Coach, Job, League
from leagues.services.jobs import job_start
from matches.codes import code_of
from matches.jobs import VERIFY
from matches.mapping import report_from
from matches.models import Correction, Dispute, Match, PostMatchStep, Season
from matches.services.disputes import Objection, dispute_raise
from matches.services.drafts import report_draft_save
from matches.services.reports import report_submit
from matches.services.write_ups import write_up_save
from teams.models import Deal, Draft, DraftStatus, Team
from teams.services.drafts import draft_save
from teams.services.logos import team_logo_set
from tests import cast, pictures
from tests.engine.given import a_draft
from tests.matches.correcting import cause_of, confirmed, proposed, reported

LEGS = 3  # so often do Ann and Bob meet: a match is over, one is reported, one is to come


@dataclass(frozen=True, slots=True)
class Stage:
    """Cora commissions, Ann and Bob play each other, Mia has joined and has no team."""

    league: League
    season: Season
    team: Team  # Bob's
    finished: Match
    underway: Match  # a step of Bob's team waits for his choice
    live: Match  # the next of Bob's second team: a harmless choice does not hold it up
    reported: Match  # by Ann: Bob may confirm
    scheduled: Match
    proposed: Match  # an exhibition match, by Ann: Bob may accept it
    step: PostMatchStep
    deal: Deal  # proposed by Ann: Bob may answer
    accepted: Deal  # between two others: Cora may approve it
    draft: Draft  # Bob's: it waits for Cora
    entry: Draft  # a running team that Bob has handed in
    ruling: str  # about Bob's team, by Cora
    differing: Match  # Ann and Bob have both filed, and not the same
    dispute: Dispute  # of a line of Ann's report, by Bob
    job: Job  # started by Cora, and nobody has come to it yet
    corrected: Correction  # of the match that is over, by Cora
    correcting: Correction  # another one, which she has not confirmed yet


def set_stage(*, public: bool = True, teams: int = 4, rounds: int = 2) -> Stage:
    """``teams`` play; besides the meetings of Ann and Bob, the first ``rounds`` are over."""
    league = cast.league("Public Cup" if public else "Private Cup", public=public)
    anns, bobs = cast.team(league), cast.team(league, "Gouged Eye", by="Bob", roster="orc")
    others = [cast.team(league, f"Team {nth}", by=f"Coach{nth}") for nth in range(3, teams + 1)]
    cast.member(league, "Mia")
    team_logo_set(team=bobs, data=pictures.png(), actor=bobs.coach)
    underway = _underway(league)
    season = cast.season(league, [anns, bobs, *others], name="Season 2", legs=LEGS)
    meetings = season.matches.filter(Q(home=anns, away=bobs) | Q(home=bobs, away=anns)).order_by("round")
    finished, reported, scheduled = map(cast.reread, meetings)
    for match in season.matches.filter(round__lte=rounds).exclude(pk__in=meetings.values("pk")):
        cast.play(cast.reread(match))
    finished = cast.play(finished)
    differing, dispute = _disagreeing(league)
    write_up_save(match=finished, text="We were robbed.", picture=pictures.png(), actor=bobs.coach)
    report_draft_save(match=scheduled, typed={"home-score": "1"}, actor=bobs.coach)
    corrected, correcting = _correcting(finished, "completion"), _correcting(finished, "interception")
    confirmed(corrected)
    handed_in, ruling = cast.handed_in(league, by="Bob"), cast.ruled(bobs)
    return Stage(
        league=league,
        season=season,
        team=cast.again(bobs),
        finished=finished,
        underway=underway,
        live=_live(league),
        reported=_filed(reported, bobs),
        scheduled=scheduled,
        proposed=cast.arranged(anns, bobs, "exhibition"),
        step=cast.waiting(underway, "winnings")[0],
        deal=cast.deal(anns, bobs),
        accepted=cast.accepted(cast.deal(others[0], others[1])),
        draft=_waiting_draft(league, bobs.coach),
        entry=handed_in,
        ruling=ruling,
        differing=differing,
        dispute=dispute,
        job=_job(league),
        corrected=corrected,
        correcting=correcting,
    )


def _job(league: League) -> Job:
    """Cora's: one that waits. It is of a kind that no page starts, so that hers can be started."""
    job = job_start(league=league, kind=VERIFY.key, actor=cast.commissioner_of(league))
    Job.objects.filter(pk=job.pk).update(kind="stage")
    return job


def _correcting(match: Match, deed: str) -> Correction:
    """A deed that was forgotten."""
    home = {"deeds": [*cast.side(match.home, 2)["deeds"], {"player": "p11", "counts": {deed: 1}}]}
    return reported(proposed(match, "One was forgotten."), match, (2, 1), home=home)


def _disagreeing(league: League) -> tuple[Match, Dispute]:
    """Third teams of Ann and Bob do not agree about anything."""
    thirds = cast.team(league, "Reavers III", by="Ann"), cast.team(league, "Gouged Eye III", by="Bob", roster="orc")
    season = cast.season(league, thirds, name="Quarrel", legs=2)
    first, second = (cast.reread(match) for match in season.matches.order_by("round"))
    differing, disputed = _filed(first, thirds[1]), _filed(second, thirds[1])
    other = report_from(cast.report(differing, (0, 0)))
    report_submit(match=differing, report=other, actor=thirds[1].coach)
    objection = Objection("home.score", "Nobody can remember that.")
    dispute_raise(match=disputed, objections=[objection], actor=thirds[1].coach)
    return cast.reread(differing), Dispute.objects.get(report__match=disputed)


def _underway(league: League) -> Match:
    """Second teams of Ann and Bob have a cup of their own: a match waits for what is not over yet."""
    seconds = cast.team(league, "Reavers II", by="Ann"), cast.team(league, "Gouged Eye II", by="Bob", roster="orc")
    match = cast.match(cast.season(league, seconds, name="Cup", legs=2))
    return cast.advance(cast.confirm(_filed(match, seconds[1])))


def _live(league: League) -> Match:
    """Fourth teams of Ann and Bob are at play."""
    fourths = cast.team(league, "Reavers IV", by="Ann"), cast.team(league, "Gouged Eye IV", by="Bob", roster="orc")
    return cast.kick_off(cast.match(cast.season(league, fourths, name="Derby")))


def _waiting_draft(league: League, coach: Coach) -> Draft:
    """Handed in while the commissioner approved drafts here; since then he does not any more."""
    draft = draft_save(league=league, draft=a_draft(name="Latecomers"), actor=coach)
    Draft.objects.filter(pk=draft.pk).update(status=DraftStatus.SUBMITTED)
    return Draft.objects.select_related("league", "coach").get(pk=draft.pk)


def _filed(match: Match, winner: Team) -> Match:
    """Filed by the coach who lost."""
    home_won = match.home_id == winner.pk
    told = report_from(cast.report(match, (2, 1) if home_won else (1, 2)))
    report_submit(match=match, report=told, actor=(match.away if home_won else match.home).coach)
    return cast.reread(match)


def address_of(stage: Stage, name: str, pattern: str, method: str = "GET") -> dict[str, Any]:
    """What the parameters of a route are when it is about something on this stage that is ready for it."""
    match = _match_for(stage, name, method)
    first = pattern.removeprefix("api/v1/").partition("/")[0]
    keys = {"teams": stage.team.pk, "seasons": stage.season.pk, "matches": match.pk, "steps": stage.step.pk}
    keys["deals"] = (stage.accepted if name.endswith("deal-approve") else stage.deal).pk
    keys["drafts"] = stage.draft.pk
    keys["corrections"] = (stage.correcting if _about_a_draft(name, method) else stage.corrected).pk
    keys["disputes"] = stage.dispute.pk
    keys["entries"] = stage.entry.pk
    keys["jobs"] = stage.job.pk
    known = {
        "slug": stage.league.slug,
        "invitation": stage.league.invitation,
        "key": match.key if "matches/<slug:key>" in pattern else "bb2016",
        "roster": "human",
        "part": "stars",
        "step": "kick",
        "team_pk": stage.team.pk,
        "player": "p1",
        "ruling": stage.ruling,
        "pk": keys.get(first),
        "cause": cause_of(stage.finished),
        "author": stage.team.coach_id,
        "code": code_of(match, match.reports.latest("number")) if name == "matches:code-use" else "",
        "uidb64": "MQ",
        "token": "nonsense",
    }
    return {
        parameter: value
        for parameter, value in known.items()
        if f":{parameter}>" in pattern or f"<{parameter}>" in pattern
    }


def _about_a_draft(name: str, method: str) -> bool:
    """A correction is told, settled and confirmed while it is a draft; then it may be read, and undone."""
    return name == "matches:correction-report" or (method == "POST" and name != "api:correction-undo")


def _match_for(stage: Stage, name: str, method: str) -> Match:
    if name == "matches:report" or (name, method) == ("api:match-report", "POST"):
        return stage.scheduled
    if name.endswith(("order", "kick-off", "draws")):
        return stage.scheduled
    if name.endswith(("accept", "call-off")):
        return stage.proposed
    if name.endswith(("kick-off-undo", "live", "live-now")):
        return stage.live
    if "prematch" in name or "inducement" in name:
        return stage.scheduled
    if "report-draft" in name or name.endswith("ahead"):
        return stage.scheduled
    if name.endswith(("lines-take", "report-lines", "dispute-differences")):
        return stage.differing
    if "reopen" in name:
        return stage.underway
    if name.endswith(
        ("confirm", "return", "confirm-by-pin", "dispute", "agreement", "match-code", ":code", "code-use", "settle")
    ):
        return stage.reported
    return stage.finished


def coach_in(role: str) -> Coach | None:
    """Who plays a role on the stage. Strangers are at home in another league, which one of them commissions."""
    names = {
        "stranger": "Zoe",
        "foreign commissioner": "Dan",
        "member": "Mia",
        "coach": "Bob",
        "commissioner": "Cora",
    }
    return cast.coach(names[role]) if role in names else None


def set_elsewhere() -> League:
    """Another league, in which the strangers are at home."""
    elsewhere = cast.league("Elsewhere", commissioner=cast.coach("Dan"))
    cast.team(elsewhere, "Zoe's Eleven", by="Zoe")
    return elsewhere
