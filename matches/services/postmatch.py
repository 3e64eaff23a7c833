"""The post-match sequence: each step is a row and one transaction.

A step is claimed by compare-and-swap, and its dice, its effects and the next status are committed together. No status
says "running", so whoever dies in the middle leaves the step due, and whoever comes twice finds it done.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any

from django.utils import timezone

from config.publishing import enqueue
from config.writing import write
from engine import effects as fx
from engine.errors import ChoiceUnknown, DieMissing, EngineError, HiringIllegal
from engine.match.after import AFTER_THE_OTHER, NeedsChoice, awaited, steps
from engine.match.report import MatchReport
from engine.team.hiring import closing_options, closing_problems
from leagues.mapping import ruleset_of
from leagues.models import Coach
from leagues.names import clean_name
from leagues.policies import allow
from matches.errors import ChoiceNeedsDie, NoDieWaiting, StepTaken
from matches.mapping import dice_of
from matches.models import Match, MatchStatus, PostMatchStep, StepStatus
from matches.policies import can_choose
from matches.selectors.ahead import faces_ahead, typed_ahead
from matches.services.between import HIRE_AND_FIRE
from matches.services.choices import ADVANCE, chosen_before, step_claim, step_claimed, thrown_before
from matches.services.dice import rolls_keep
from matches.services.late import LateDice
from matches.services.snapshots import sheets_renew
from matches.services.step_reads import StepReads
from teams.models import Team
from teams.services.ledger import Told, cause_record, league_lock, sheet_at
from teams.services.stale import as_seen

# What changes about a step when it has been run: the rest of its row is as it was laid out.
_RUN = ("status", "since", "timed_from", "reminded_at", "options", "default", "outlook", "roll", "cause")
_CHOSEN = ("choice", "words", "status", "since", "chosen_by", "chosen_at")


def sequence_start(*, match: Match) -> None:
    """Lay out the steps of both teams, as the match's ruleset lists them. Called inside ``write()``."""
    names, now = steps(ruleset_of(match.ruleset_id)), timezone.now()
    PostMatchStep.objects.bulk_create(
        PostMatchStep(
            match=match,
            team_id=team,
            nth=nth,
            name=name,
            status=StepStatus.DUE if nth == 1 else StepStatus.LATER,
            since=now,
        )
        for team in (match.home_id, match.away_id)
        for nth, name in enumerate(names, start=1)
    )
    if not names:
        _finish(match)  # over before it began


def sequence_advance(*, match: Match) -> int:
    """Run every step that is due, of both teams, until each has finished or waits. Says how many were run."""
    reads, run = StepReads(match.pk), 0
    while True:
        due = list(PostMatchStep.objects.filter(match=match, status=StepStatus.DUE).order_by("nth", "team"))
        ran = sum(_run(step, reads) for step in due)
        if not ran:
            return run
        run += ran


def _run(step: PostMatchStep, reads: StepReads) -> bool:
    """Run one due step. False when somebody else has run it meanwhile."""
    try:
        with write("postmatch.step", actor=None, league=reads.match.league) as writing:
            step_claim(step, StepStatus.DUE, otherwise=StepTaken())
            _decide(step, reads)
            writing.done(step, subject=f"step:{step.pk}", name=step.name, outcome=step.status)
    except StepTaken:
        return False
    except EngineError as refusal:
        # What was chosen does not fit any more: whoever chose is asked again, instead of the worker for ever.
        if not step.choice:
            raise
        reads.forget()
        return _ask_again(step, reads.match, refusal)
    return True


def _ask_again(step: PostMatchStep, match: Match, refusal: EngineError) -> bool:
    """Run it once more as if nobody had chosen: what may be chosen is another list by now."""
    try:
        with write("postmatch.asked_again", actor=None, league=match.league) as writing:
            again = PostMatchStep.objects.get(pk=step.pk)
            step_claim(again, StepStatus.DUE, otherwise=StepTaken())
            again.choice, again.words, again.chosen_by, again.chosen_at = "", "", None, None
            again.save(update_fields=_CHOSEN)
            writing.done(again, subject=f"step:{again.pk}", refused=refusal.code)
    except StepTaken:
        return False
    return True


def _decide(
    step: PostMatchStep,
    reads: StepReads,
    typed: Mapping[str, tuple[int, ...]] = MappingProxyType({}),
    actor: Coach | None = None,
) -> None:
    """Throw, decide, keep: everything that one step does, inside its transaction.

    A roll that coaches throw at the table in this league, and that nobody has told, the step waits for.
    """
    match = reads.match
    league = league_lock(match.league)
    report, session = reads.report(), reads.session()
    ahead = typed_ahead(match)
    told_dice = {**report.dice, **typed}
    dice = dice_of(session, told_dice, ruleset_of(match.ruleset_id), corrected=True, ahead=faces_ahead(ahead))
    authors = {row.key: row.coach_id for row in ahead if row.key not in typed}
    told = Told(
        kind="post-match",
        occasion=match.key,
        place=match.place or 0,
        step=step.nth,
        teams=reads.teams(step),
        inputs=_inputs(step, match),
        ruleset=match.ruleset,
        report=report,
        dice=dice,
    )
    late = LateDice(league)
    try:
        # Whatever was told since stands: the report was agreed on with it in view, and a step is no more than its due.
        decision, cause = cause_record(league=league, told=told, late_dice=late, later_stands=True, actor=None)
    except DieMissing as missing:
        rolls_keep(session=session, rolls=dice.log, authors=authors, actor=actor)
        _wait(step, NeedsChoice((), default="", roll=missing.params["key"]))
        return
    late.keep()
    rolls_keep(session=session, rolls=decision.rolls, authors=authors, actor=actor)
    if decision.choice is not None:
        _wait(step, decision.choice, decision.outlook)
        return
    if decision.effects:
        sheets_renew(match)
    step.status, step.cause, step.since = StepStatus.DONE, cause, timezone.now()
    step.save(update_fields=_RUN)
    _next_steps(match, report)


def _wait(
    step: PostMatchStep, asked: NeedsChoice, outlook: Mapping[str, tuple[fx.Effect, ...]] = MappingProxyType({})
) -> None:
    """From now on it waits for a coach: its time begins, and he has not been reminded of this."""
    step.status, step.since, step.timed_from, step.reminded_at = StepStatus.WAITING, timezone.now(), None, None
    step.options, step.default, step.roll = list(asked.options), asked.default, asked.roll
    # A window is looked at on its own page, and what closing it comes to changes with what is done in it.
    step.outlook = {} if step.name == HIRE_AND_FIRE else _gold_of(outlook)
    step.save(update_fields=_RUN)


def _gold_of(outlook: Mapping[str, tuple[fx.Effect, ...]]) -> dict[str, int]:
    """Of the options that have to do with gold at all."""
    paid = {key: [one.amount for one in effects if isinstance(one, fx.GoldChanged)] for key, effects in outlook.items()}
    return {key: sum(amounts) for key, amounts in paid.items() if amounts}


def _inputs(step: PostMatchStep, match: Match) -> dict[str, Any]:
    told: dict[str, Any] = {"step": step.name, "choice": step.choice or None}
    if step.words:
        told["words"] = step.words
    if step.name in AFTER_THE_OTHER:
        told["team"] = (match.home if step.team_id == match.home_id else match.away).key
    return told


def step_choose(
    *, step: PostMatchStep, choice: str, words: str = "", seen: int | None = None, actor: Coach
) -> PostMatchStep:
    """Make the choice a step waits for; the worker goes on with it. Made twice, it is made once.

    ``words`` are what may be said with it: a name. ``seen`` is the version of the team that the coach looked at:
    closing a window cannot be taken back.
    """
    allow(can_choose(actor, step))
    words = clean_name(words) if words else ""
    with write("postmatch.chosen", actor=actor, league=step.match.league) as writing:
        window = step.name == HIRE_AND_FIRE
        if window:
            # Nobody hires while it is being closed. Other choices look at nothing that others write.
            league_lock(step.match.league)
        if not step_claimed(step, StepStatus.WAITING):
            chosen_before(step, choice, words)
            writing.done(step, subject=f"step:{step.pk}", choice=choice, again=True)
            return step
        if step.waits_for_die:
            raise ChoiceNeedsDie(key=step.roll)
        if window:
            step.options = _closing(step, seen)
        if choice not in step.options:
            raise ChoiceUnknown(chosen=choice, options=", ".join(step.options))
        now = timezone.now()
        step.choice, step.words, step.status, step.since = choice, words, StepStatus.DUE, now
        step.chosen_by, step.chosen_at = actor, now
        step.save(update_fields=[*_CHOSEN, "options"])
        writing.done(step, subject=f"step:{step.pk}", choice=choice)
        enqueue(ADVANCE, step.match_id)
    return step


def step_throw(*, step: PostMatchStep, faces: tuple[int, ...], roll: str = "", actor: Coach) -> PostMatchStep:
    """Type in the roll of the table that a step waits for; it goes on with it at once. Typed twice, it fell once.

    ``roll`` is the key of the one that was asked for: a step may be at its next one by now.
    """
    allow(can_choose(actor, step))
    with write("postmatch.thrown", actor=actor, league=step.match.league) as writing:
        key = roll or (step.roll if step.waits_for_die else "")
        if not key or key != step.roll or not step.waits_for_die or not step_claimed(step, StepStatus.WAITING):
            thrown_before(step, key, faces)
            writing.done(step, subject=f"step:{step.pk}", roll=key, faces=list(faces), again=True)
            return step
        _decide(step, StepReads(step.match_id), {key: faces}, actor)
        # A throw that is one for both teams lies there for the other one as well.
        others = PostMatchStep.objects.filter(match=step.match_id, status=StepStatus.WAITING, roll=key, options=[])
        others.exclude(pk=step.pk).update(status=StepStatus.DUE, since=timezone.now())
        writing.done(step, subject=f"step:{step.pk}", roll=key, faces=list(faces))
        enqueue(ADVANCE, step.match_id)
    return step


def steps_go_on(*, match: Match, keys: Collection[str]) -> None:
    """Let steps that wait for one of these rolls look again: it has been typed in. Called inside ``write()``."""
    waiting = PostMatchStep.objects.filter(match=match, status=StepStatus.WAITING, roll__in=keys)
    for step in waiting:
        if step.waits_for_die:
            step_claim(step, StepStatus.WAITING, otherwise=NoDieWaiting())
            step.status, step.since = StepStatus.DUE, timezone.now()
            step.save(update_fields=["status", "since"])
            enqueue(ADVANCE, match.pk)


def _closing(step: PostMatchStep, seen: int | None) -> list[str]:
    """How the window may be closed now: a star may have come or gone, or the gold for his upkeep.

    What stands in the way is said to who closes it, not to the worker.
    """
    team = Team.objects.select_related("league", "ruleset").prefetch_related("players").get(pk=step.team_id)
    as_seen(team, seen)
    sheet, ruleset = sheet_at(team, step.match.place or 0, step.nth), ruleset_of(step.match.ruleset_id)
    found = closing_problems(sheet, ruleset)
    if found:
        raise HiringIllegal(found)
    return list(closing_options(sheet, ruleset))


def matches_due() -> list[Match]:
    """Matches with a step that is due: what the sweep picks up when the broker missed something."""
    return list(Match.objects.filter(steps__status=StepStatus.DUE).distinct().order_by("pk"))


def _next_steps(match: Match, report: MatchReport) -> None:
    """Let what comes next for either team be due. Who has to see what the other comes to, waits for that.

    When the last step of both is done, no roll can be asked any more: the match is finished. Called under the lock of
    the league: of two that end at once, the second sees both.
    """
    found = list(PostMatchStep.objects.filter(match=match).order_by("nth").values_list("pk", "team", "name", "status"))
    over = {(team, name) for _, team, name, status in found if status == StepStatus.DONE}
    coming = {team: (pk, name, status) for pk, team, name, status in reversed(found) if status != StepStatus.DONE}
    ruleset = ruleset_of(match.ruleset_id)
    due = []
    for team, (pk, name, status) in coming.items():
        needed = awaited(name, report, ruleset)
        if status == StepStatus.LATER and (needed is None or (_other(match, team), needed) in over):
            due.append(pk)
    if due:
        PostMatchStep.objects.filter(pk__in=due).update(status=StepStatus.DUE, since=timezone.now())
    if not coming:
        _finish(match)


def _other(match: Match, team: int) -> int:
    return match.away_id if team == match.home_id else match.home_id


def _finish(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(status=MatchStatus.FINISHED)
