"""Reading matches: what was reported, what followed, which dice fell, and what waits for whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field, fields
from datetime import datetime, timedelta

from django.db.models import F, Q, QuerySet, Sum
from django.http import Http404
from django.utils import timezone

from engine import effects as fx
from engine.match.report import MatchReport
from engine.season.standings import Result
from engine.team.sheet import TeamSheet
from engine.typed import build, plain
from leagues.models import AuditEntry, Coach
from leagues.policies import Visitor
from leagues.selectors.leagues import league_list, read_for, role_along
from matches.mapping import report_from, report_of, sessions_from
from matches.models import (
    OPEN,
    Correction,
    DiceRoll,
    DiceSession,
    Match,
    MatchStatus,
    PostMatchStep,
    Reopening,
    ReopeningAnswer,
    Report,
    StepStatus,
    Window,
)
from matches.policies import is_his_word
from matches.selectors.agreement import disputed_report, latest, rulings_overdue
from matches.selectors.confirmations import confirmation_of
from matches.selectors.corrections import correction_drafts, corrections_for
from matches.selectors.dice import dice_session
from matches.selectors.improvements import Improver, coach_improvers
from matches.selectors.rulings import matches_to_rule
from matches.selectors.seasons import RESULT, results_told
from teams.mapping import sheet_of
from teams.models import Deal, Draft, EffectRow, Team
from teams.selectors.deals import deals_waiting
from teams.selectors.drafts import drafts_returned, drafts_to_approve
from teams.selectors.entries import entries_waiting
from teams.selectors.rulings import RulingLine, rulings_about

# What a step throws for, where that is not its name.
THROWN_IN: Mapping[str, tuple[str, ...]] = {
    "spp": ("mvp", "leaving"),
    "star-player-rolls": ("star-player-roll", "mvp"),
    "winnings": ("winnings", "walkover"),
    "fan-factor": ("fan-factor", "fans-lost"),
}
# One throw that counts for both teams.
THROWN_FOR_BOTH: Mapping[str, tuple[str, ...]] = {"winnings": ("winnings/stadium/",)}
HEARD = ("to_play", "rulings", "corrections")  # nobody has to do anything about it
RULINGS_SHOWN, RULINGS_SHOWN_FOR = 5, timedelta(days=14)


@dataclass(frozen=True, slots=True)
class StepLine:
    """A step with the dice it threw and what they did."""

    step: PostMatchStep
    rolls: tuple[DiceRoll, ...]
    effects: tuple[fx.Effect, ...]


@dataclass(frozen=True, slots=True)
class SidePage:
    side: str
    team: Team
    sheet: TeamSheet  # as it stood at kick-off, or stands now if the match is still to come
    injuries: tuple[fx.Effect, ...]  # what the match itself did to the team
    steps: tuple[StepLine, ...]
    report: MatchReport | None = None  # of the match: what a step has looked at


@dataclass(frozen=True, slots=True)
class ShownSeed:
    """A seed that had been shown when the match was reopened, and what had been thrown by it."""

    seal: str
    seed: str
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DiceRecord:
    """The dice of a match: sealed from the start, checkable when nothing more can be thrown."""

    seal: str
    seed: str  # empty until it is revealed
    rolls: tuple[DiceRoll, ...]
    earlier: tuple[ShownSeed, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchPage:
    match: Match
    result: Result | None
    report: MatchReport | None
    filed: Report | None
    sides: tuple[SidePage, SidePage]
    dice: DiceRecord


@dataclass(frozen=True, slots=True)
class Inbox:
    """What waits for a coach."""

    to_confirm: tuple[Match, ...]
    to_mend: tuple[Match, ...]  # his report was sent back
    choices: tuple[PostMatchStep, ...]
    worked_out: tuple[PostMatchStep, ...]  # by the server, in a moment: what comes then may wait for him
    to_play: tuple[Match, ...]
    entries: tuple[Draft, ...] = ()  # running teams that wait for him: to be entered, or to be mended
    rulings: tuple[RulingLine, ...] = ()  # lately, about his teams and those that he is to meet
    to_approve: tuple[Draft, ...] = ()  # drafts that wait for him as a commissioner
    drafts_returned: tuple[Draft, ...] = ()  # drafts of his that were sent back
    deals: tuple[Deal, ...] = ()  # to be answered, or to be approved
    to_improve: tuple[Improver, ...] = ()  # his players who can
    proposed: tuple[Match, ...] = ()  # matches that the other coach has proposed
    windows: tuple[Window, ...] = ()  # that a commissioner has opened for him
    differing: tuple[Match, ...] = ()  # both coaches have filed, and not the same
    disputed: tuple[Match, ...] = ()  # lines of his report, or of the other's, are not settled
    to_rule: tuple[Match, ...] = ()  # he commissions the league, and somebody has to rule
    overdue: Mapping[int, datetime] = field(default_factory=dict)  # of these, by match: since when the time is over
    reopenings: tuple[Match, ...] = ()  # the other coach asks to reopen it
    correcting: tuple[Correction, ...] = ()  # what he has begun to correct
    corrections: tuple[Correction, ...] = ()  # lately, about his teams and those that he is to meet

    @property
    def waits(self) -> bool:
        """Whether anything does, besides matches that are still to be played and what is only to be heard of."""
        return any(getattr(self, one.name) for one in fields(self) if one.name not in HEARD)


def match_list(visitor: Visitor) -> QuerySet[Match]:
    return (
        Match.objects.filter(league__in=league_list(visitor).values("pk"))
        .select_related("league__ruleset", "season", "ruleset", "home__coach", "away__coach")
        .order_by("season", "round", "pk")
    )


def match_get(visitor: Visitor, pk: int) -> Match:
    return _found(visitor, match_list(visitor).filter(pk=pk))


def match_by_key(visitor: Visitor, slug: str, key: str) -> Match:
    """By the name that the ledger knows a match by."""
    return _found(visitor, match_list(visitor).filter(league__slug=slug, key=key))


def _found(visitor: Visitor, matches: QuerySet[Match]) -> Match:
    """With the role of whoever asks: every question of what he may do looks at that."""
    match = matches.annotate(visitor_role=role_along(visitor, "league")).first()
    if match is None:
        raise Http404
    read_for(visitor, match.league, match.visitor_role)
    return match


def step_get(visitor: Visitor, pk: int) -> PostMatchStep:
    step = (
        PostMatchStep.objects.filter(pk=pk, match__league__in=league_list(visitor).values("pk"))
        .select_related("match__league", "team__coach")
        .first()
    )
    if step is None:
        raise Http404
    return step


def report_filed(match: Match) -> Report | None:
    """The report that counts, or the last of those that wait for it; none when it was sent back."""
    if match.status in OPEN:
        return None
    if match.status == MatchStatus.DISPUTED:
        return disputed_report(match)
    if match.status == MatchStatus.REPORTED:
        return match.reports.select_related("submitted_by").last()
    confirmation = confirmation_of(match)
    return confirmation.report if confirmation else match.reports.select_related("submitted_by").last()


def report_returned(match: Match) -> Report | None:
    """A report that was sent back, so that its author need not type it again."""
    if match.status not in OPEN:
        return None
    return match.reports.select_related("submitted_by").last()


def report_return_of(match: Match) -> AuditEntry | None:
    """Why the last report does not stand any more, by whom and when: it was sent back, or the match was reopened."""
    if match.status not in OPEN:
        return None
    reopened = Q(action="reopening.agreed") | Q(action="reopening.asked", data__answer=ReopeningAnswer.AGREED)
    entries = AuditEntry.objects.filter(league=match.league_id, subject=f"match:{match.pk}")
    return entries.filter(Q(action="report.returned") | reopened).select_related("actor").order_by("pk").last()


def report_counting(match: Match) -> Report | None:
    """The report that counts, or that waits for it, with what a commissioner has corrected of it."""
    return _as_it_counts(report_filed(match), _effect_rows(match))


def _as_it_counts(filed: Report | None, rows: Iterable[EffectRow]) -> Report | None:
    """Who filed it and when stays; what it says, the ledger says."""
    told = next((row.revision.inputs["report"] for row in rows if row.revision.cause.kind == "match"), None)
    if filed is None or told is None or told == filed.report:
        return filed
    shown = copy(filed)
    shown.report = plain(report_from(told))
    return shown


def match_sheets(match: Match) -> dict[str, TeamSheet]:
    """Both teams by their key, as they stood at kick-off or, before it, as they stand now."""
    return {sheet.key: sheet for sheet in _sheets(match).values()}


def progress_mark(match: Match) -> str:
    """Changes whenever a step of the post-match sequence goes on: what a page that asks again compares."""
    return _mark(match, match.steps.aggregate(total=Sum("version"))["total"] or 0)


def shown_mark(page: MatchPage) -> str:
    """The same for what is on the page: while it was read, the worker may have gone on, and then it asks again."""
    return _mark(page.match, sum(line.step.version for side in page.sides for line in side.steps))


def _mark(match: Match, versions: int) -> str:
    return f"{match.status}.{match.version}.{versions}"


def match_page(match: Match) -> MatchPage:
    rolls = dice_record(match)
    sheets = _sheets(match)
    rows = _effect_rows(match)
    filed = _as_it_counts(report_filed(match), rows)
    report = report_of(filed) if filed else None
    effects, told = _effects(rows), _as_told(rolls.rolls, rows)
    steps = list(match.steps.select_related("team__coach", "chosen_by").order_by("nth"))
    for step in steps:
        step.match = match  # already loaded, with the league that says how long it waits
    home, away = (
        SidePage(
            side=side,
            team=team,
            sheet=sheets[team.pk],
            injuries=tuple(effects.get(("match", 0, team.pk), ())),
            steps=tuple(
                StepLine(step, _rolls_of(step, told), _step_effects(step, effects))
                for step in steps
                if step.team_id == team.pk
            ),
            report=report,
        )
        for side, team in (("home", match.home), ("away", match.away))
    )
    return MatchPage(
        match=match,
        result=results_told(row for row in rows if row.kind == RESULT).get(match.key),
        report=report,
        filed=filed,
        sides=(home, away),
        dice=rolls,
    )


def dice_record(match: Match, session: DiceSession | None = None) -> DiceRecord:
    """``session`` saves reading it again."""
    *earlier, last = sessions_from(session or dice_session(match))
    revealed = match.status == MatchStatus.FINISHED
    return DiceRecord(
        seal=last.seal,
        seed=bytes(last.seed).hex() if revealed else "",
        rolls=tuple(roll for session in (*earlier, last) for roll in session.rolls.all()),
        earlier=tuple(
            ShownSeed(one.seal, bytes(one.seed).hex(), tuple(roll.key for roll in one.rolls.all())) for one in earlier
        ),
    )


def inbox(coach: Coach) -> Inbox:
    """What waits for this coach, in his leagues."""
    mine = match_list(coach).filter(Q(home__coach=coach) | Q(away__coach=coach))
    reported = mine.filter(status=MatchStatus.REPORTED).prefetch_related("reports")
    returned = mine.filter(status__in=OPEN, reports__isnull=False).distinct().prefetch_related("reports")
    steps = PostMatchStep.objects.filter(status__in=(StepStatus.WAITING, StepStatus.DUE), team__coach=coach)
    steps = steps.select_related("match__league", "match__home", "match__away", "team__coach").order_by("since", "pk")
    to_rule = tuple(matches_to_rule(coach))
    return Inbox(
        to_confirm=tuple(match for match in reported if _waits_for(coach, match)),
        differing=tuple(match for match in reported if len(latest(match, match.reports.all())) > 1),
        disputed=tuple(mine.filter(status=MatchStatus.DISPUTED)),
        to_rule=to_rule,
        overdue=rulings_overdue(to_rule),
        reopenings=tuple(mine.filter(_asked_of(coach))),
        to_mend=_to_mend(coach, list(returned)),
        choices=tuple(step for step in steps if step.status == StepStatus.WAITING),
        worked_out=tuple(step for step in steps if step.status == StepStatus.DUE),
        to_play=tuple(mine.filter(status__in=OPEN)[:12]),
        proposed=tuple(mine.filter(status=MatchStatus.PROPOSED).exclude(arranged_by=coach)),
        to_improve=coach_improvers(coach),
        windows=tuple(
            Window.objects.filter(team__coach=coach, closed_at__isnull=True).select_related("team", "league")
        ),
        deals=deals_waiting(coach),
        to_approve=tuple(drafts_to_approve(coach)),
        drafts_returned=tuple(drafts_returned(coach)),
        entries=tuple(entries_waiting(coach)),
        rulings=_rulings_for(coach, mine),
        correcting=tuple(correction_drafts(coach)),
        corrections=corrections_for(coach, _to_come(mine)),
    )


def _waits_for(coach: Coach, match: Match) -> bool:
    """One report is open, and it is not his word."""
    filed = latest(match, match.reports.all())
    return len(filed) == 1 and not is_his_word(coach, match, filed[0])


def _asked_of(coach: Coach) -> Q:
    by_the_other = Q(asked_by=F("match__home__coach")) | Q(asked_by=F("match__away__coach"))
    asked = Reopening.objects.filter(by_the_other, answer=ReopeningAnswer.ASKED).exclude(asked_by=coach)
    return Q(pk__in=asked.values("match"))


def _to_mend(coach: Coach, returned: list[Match]) -> tuple[Match, ...]:
    """His own reports. One that did not fit any more when it was to count is both coaches' business."""
    if not returned:
        return ()
    subjects = [f"match:{match.pk}" for match in returned]
    gone_back = AuditEntry.objects.filter(action="report.returned", subject__in=subjects).order_by("pk")
    by = dict(gone_back.values_list("subject", "actor"))
    return tuple(
        match
        for match in returned
        if by.get(f"match:{match.pk}", 0) is None or _last_author(match.reports.all()) == coach.pk
    )


def _to_come(mine: QuerySet[Match]) -> QuerySet[Match]:
    return mine.exclude(status__in=(MatchStatus.FINISHED, MatchStatus.CALLED_OFF))


def _rulings_for(coach: Coach, mine: QuerySet[Match]) -> tuple[RulingLine, ...]:
    """Both coaches of a match that is to come hear what was ruled about either team."""
    meeting = _to_come(mine)
    teams = (
        Team.objects.filter(
            Q(coach=coach) | Q(pk__in=meeting.values("home")) | Q(pk__in=meeting.values("away")),
            league__in=league_list(coach).values("pk"),
        )
        .select_related("league")
        .prefetch_related("players")
    )
    return rulings_about(teams, since=timezone.now() - RULINGS_SHOWN_FOR, most=RULINGS_SHOWN)


def _last_author(reports: Iterable[Report]) -> int | None:
    return next((report.submitted_by_id for report in reversed(list(reports))), None)


def _sheets(match: Match) -> dict[int, TeamSheet]:
    if match.place is not None:
        # The last of them is the one that is looked at.
        kept = {row.team_id: row.sheet for row in match.sheets.all()}
        if kept:
            return {team: build(TeamSheet, sheet, "sheet") for team, sheet in kept.items()}
    teams = Team.objects.filter(pk__in=[match.home_id, match.away_id]).prefetch_related("players")
    return {team.pk: sheet_of(team) for team in teams}


def _effect_rows(match: Match) -> list[EffectRow]:
    """All that the match, and every step after it, did to its teams."""
    return list(
        EffectRow.objects.filter(revision__entry__league=match.league_id, revision__cause__occasion=match.key)
        .select_related("team", "revision__cause")
        .order_by("revision__entry__step", "nth")
    )


def _effects(rows: Iterable[EffectRow]) -> dict[tuple[str, int, int], list[fx.Effect]]:
    found: dict[tuple[str, int, int], list[fx.Effect]] = {}
    for row in rows:
        key = (row.revision.cause.kind, row.revision.step, row.team_id)
        found.setdefault(key, []).append(fx.from_data(row.data))
    return found


def _as_told(rolls: Iterable[DiceRoll], rows: Iterable[EffectRow]) -> tuple[DiceRoll, ...]:
    """A die of the table that was mistyped, with the faces that it was corrected to; the record keeps both."""
    told = {roll["key"]: roll["faces"] for row in rows for roll in row.revision.rolls if roll["source"] == "table"}
    return tuple(_showing(roll, told.get(roll.key, roll.faces)) for roll in rolls)


def _showing(roll: DiceRoll, faces: list[int]) -> DiceRoll:
    if roll.source != "table" or faces == roll.faces:
        return roll
    shown = copy(roll)
    shown.faces = faces
    return shown


def _step_effects(
    step: PostMatchStep, effects: Mapping[tuple[str, int, int], list[fx.Effect]]
) -> tuple[fx.Effect, ...]:
    """What was done in the window of a step, and what the step itself did."""
    kinds = ("hiring", "post-match")
    return tuple(effect for kind in kinds for effect in effects.get((kind, step.nth, step.team_id), ()))


def _rolls_of(step: PostMatchStep, rolls: Iterable[DiceRoll]) -> tuple[DiceRoll, ...]:
    """The rolls of this step: keys begin with what they were thrown for and for whom."""
    purposes = THROWN_IN.get(step.name, (step.name,))
    stems = tuple(f"{purpose}/{step.team.key}/" for purpose in purposes) + THROWN_FOR_BOTH.get(step.name, ())
    return tuple(roll for roll in rolls if f"{roll.key}/".startswith(stems))
