"""Named coaches, leagues, teams and matches that tests begin from, made only through the services people use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.tally import Tally
from engine.team.deal import Deal as DealCommand
from engine.team.deal import DealSide, Moving
from engine.team.entry import EnteredPlayer, Entry, Learned
from engine.team.ruling import Change, Ruling
from leagues.models import Coach, League
from leagues.services.accounts import coach_register
from leagues.services.leagues import league_create, league_join
from matches.mapping import report_from
from matches.models import Match, MatchKind, PostMatchStep, Season, StepStatus
from matches.services.arranging import match_accept, match_arrange
from matches.services.kickoff import match_kick_off
from matches.services.postmatch import sequence_advance, step_choose
from matches.services.reports import report_confirm, report_submit
from matches.services.seasons import season_create
from teams.models import Deal, Draft, Team
from teams.services.deals import deal_accept, deal_propose
from teams.services.entries import entry_submit
from teams.services.rulings import ruling_make
from teams.services.teams import team_draft
from tests.engine.given import a_draft

PASSWORD = "correct-horse-battery"

# What a human or orc team of the cast hires: p1 to p9 are linemen, p10 to p12 blitzers. Gold is left over.
POSITIONS: Mapping[str, int] = {"lineman": 9, "blitzer": 3}
GOODS: Mapping[str, int] = {"reroll": 2, "fan-factor": 3}
NOMINEES = ("p1", "p2", "p3")
QUIET: Mapping[str, Any] = {"hire-window": False, "sponsors": False}


def coach(name: str = "Ann") -> Coach:
    """The coach of that name; the same one however often he is called."""
    email = f"{name.lower()}@example.org"
    known = Coach.objects.filter(email=email).first()
    return known or coach_register(email=email, name=name, password=PASSWORD)


def league(
    name: str = "Old World Cup",
    *,
    ruleset: str = "bb2016",
    public: bool = True,
    house_rules: Mapping[str, Any] | None = None,
    commissioner: Coach | None = None,
) -> League:
    """Cora commissions it unless somebody else is named."""
    return league_create(
        name=name,
        ruleset=ruleset,
        public=public,
        house_rules=house_rules,
        actor=commissioner or coach("Cora"),
    )


def member(league: League, name: str) -> Coach:
    joined = coach(name)
    league_join(league=league, invitation=league.invitation, actor=joined)
    return joined


def team(
    league: League,
    name: str = "Reavers",
    *,
    by: str = "Ann",
    roster: str = "human",
    positions: Mapping[str, int] = POSITIONS,
    goods: Mapping[str, int] = GOODS,
) -> Team:
    """A team drafted by that coach, who joins the league for it."""
    draft = a_draft(roster, positions, goods, name)
    return team_draft(league=league, draft=draft, actor=member(league, by))


def again(team: Team) -> Team:
    """The team as it stands now."""
    return Team.objects.select_related("league", "coach", "ruleset").prefetch_related("players").get(pk=team.pk)


def entry(name: str = "Old Guard", roster: str = "human", **more: Any) -> Entry:
    """A running team: a blitzer who has learned something, and ten linemen."""
    star = EnteredPlayer("blitzer", 1, "Griff", spp=16, improvements=(Learned("Dodge"), Learned("Tackle")), games=9)
    others = tuple(EnteredPlayer("lineman", number, f"Lineman {number}") for number in range(2, 12))
    return replace(Entry(name, roster, (star, *others), treasury=50_000, goods=Tally({"reroll": 2})), **more)


def handed_in(league: League, name: str = "Old Hands", *, by: str = "Ann") -> Draft:
    """A running team that a member of the league has handed in."""
    return entry_submit(league=league, entry=entry(name), actor=member(league, by))


def ruled(team: Team, *changes: Change, reason: str = "It was forgotten.") -> str:
    """The key of a ruling by the commissioner; gold, unless changes are named."""
    ruling = Ruling(reason, changes or (Change("gold", by=10_000),))
    return ruling_make(team=team, ruling=ruling, actor=commissioner_of(team.league))


def season(league: League, teams: Sequence[Team] = (), *, name: str = "Season 1", legs: int = 1) -> Season:
    """A season of these teams; of Ann's humans and Bob's orcs unless others are named."""
    playing = teams or (team(league), team(league, "Gouged Eye", by="Bob", roster="orc"))
    return season_create(
        league=league, name=name, teams=playing, legs=legs, seed=b"cast", actor=commissioner_of(league)
    )


def commissioner_of(league: League) -> Coach:
    return league.memberships.select_related("coach").get(role="commissioner").coach


def quiet_league(name: str = "Old World Cup") -> League:
    """Nobody hires between its matches or looks for sponsors: only a winner is ever asked for anything."""
    return league(name, house_rules=QUIET)


def match(season: Season | None = None) -> Match:
    """The season's first match that is still to be played."""
    return reread((season or _a_season()).matches.filter(status="scheduled").order_by("round", "pk")[0])


def _a_season() -> Season:
    return season(league())


def reread(match: Match) -> Match:
    """The match as it stands now, with everything its services look at."""
    return Match.objects.select_related("league", "season", "ruleset", "home__coach", "away__coach").get(pk=match.pk)


def side(team: Team, score: int = 0, **more: Any) -> dict[str, Any]:
    """One side of a report as JSON; the first blitzer scores everything."""
    deeds = [{"player": "p10", "counts": {"touchdown": score}}] if score else []
    return {"team": team.key, "score": score, "deeds": deeds, "nominees": list(NOMINEES), **more}


def report(
    match: Match,
    score: tuple[int, int] = (2, 1),
    *,
    home: Mapping[str, Any] | None = None,
    away: Mapping[str, Any] | None = None,
    dice: Mapping[str, Sequence[int]] | None = None,
) -> dict[str, Any]:
    """A report as JSON; ``home`` and ``away`` add to, or replace, what a side tells."""
    named: dict[str, Any] = {} if match.kind == MatchKind.COMPETITION else {"nominees": []}  # friends find no best one
    return {
        "home": {**side(match.home, score[0], **named), **(home or {})},
        "away": {**side(match.away, score[1], **named), **(away or {})},
        "dice": {key: list(faces) for key, faces in (dice or {}).items()},
    }


def file(match: Match, score: tuple[int, int] = (2, 1), **told: Any) -> Match:
    """The home coach files a report."""
    report_submit(match=match, report=report_from(report(match, score, **told)), actor=match.home.coach)
    return reread(match)


def arranged(home: Team, away: Team, kind: str = "friendly", *, accepted: bool = False) -> Match:
    """Proposed by the coach of the home team."""
    match = match_arrange(league=home.league, home=home, away=away, kind=kind, actor=home.coach)
    if accepted:
        match_accept(match=match, actor=away.coach)
    return reread(match)


def kick_off(match: Match) -> Match:
    """The home coach begins the match."""
    match_kick_off(match=match, actor=match.home.coach)
    return reread(match)


def confirm(match: Match) -> Match:
    """The coach who did not file confirms; nothing of the post-match has run yet."""
    filed = match.reports.latest("number")
    other = match.away if filed.submitted_by_id == match.home.coach_id else match.home
    report_confirm(match=match, actor=other.coach)
    return reread(match)


def play(match: Match, score: tuple[int, int] = (2, 1), *, choice: str = "keep", **told: Any) -> Match:
    """From kick-off to the last step of the post-match; whoever may choose chooses ``choice``."""
    return finish(confirm(file(match, score, **told)), choice=choice)


def advance(match: Match) -> Match:
    """Let the post-match run as far as it goes by itself."""
    sequence_advance(match=match)
    return reread(match)


def finish(match: Match, *, choice: str = "keep") -> Match:
    """Run a confirmed match's post-match to its end: nobody hires, and who cannot choose that takes the first."""
    advance(match)
    while steps := waiting(match):
        for step in steps:
            chosen = choice if choice in step.options else step.options[0]
            step_choose(step=step, choice=chosen, actor=step.team.coach)
        advance(match)
    return reread(match)


def to_the_window(match: Match, *, choice: str = "keep") -> Match:
    """Run a confirmed match's post-match until both teams may hire and fire."""
    advance(match)
    while steps := [step for step in waiting(match) if step.name != "hire-and-fire"]:
        for step in steps:
            chosen = choice if choice in step.options else step.options[0]
            step_choose(step=step, choice=chosen, actor=step.team.coach)
        advance(match)
    return reread(match)


def waiting(match: Match, name: str = "") -> list[PostMatchStep]:
    """The steps that wait for a choice; with a ``name``, those of that name."""
    steps = PostMatchStep.objects.select_related("match__league", "team__coach")
    steps = steps.filter(match=match, status=StepStatus.WAITING)
    return list(steps.filter(name=name) if name else steps)


def terms(
    proposer: Team,
    partner: Team,
    give: Sequence[str] = ("p12",),
    take: Sequence[str] = (),
    *,
    gold: int = 0,
    paid: int = 10_000,
) -> DealCommand:
    """A blitzer for a little gold, unless told otherwise: ``gold`` goes with him, ``paid`` comes back."""
    return DealCommand(
        DealSide(proposer.key, gold, tuple(Moving(key) for key in give)),
        DealSide(partner.key, paid, tuple(Moving(key) for key in take)),
    )


def deal(proposer: Team, partner: Team, *give: str, **more: Any) -> Deal:
    """Proposed, by its coach."""
    command = terms(proposer, partner, give or ("p12",), **more)
    return deal_propose(proposer=proposer, partner=partner, command=command, actor=proposer.coach)


def accepted(deal: Deal) -> Deal:
    return deal_accept(deal=deal, actor=deal.partner.coach)
