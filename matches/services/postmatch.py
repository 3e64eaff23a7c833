"""The post-match sequence: each step is a row and one transaction.

A step is claimed by compare-and-swap, and its dice, its effects and the next status are committed together. No status
says "running", so whoever dies in the middle leaves the step due, and whoever comes twice finds it done.
"""

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any

from config.publishing import enqueue
from config.writing import write
from engine.errors import ChoiceUnknown, DieMissing, EngineError, HiringIllegal
from engine.match.after import AFTER_THE_OTHER, steps
from engine.team.hiring import closing_options, closing_problems
from leagues.mapping import ruleset_of
from leagues.models import Coach
from leagues.names import clean_name
from leagues.policies import allow
from matches.errors import NoChoiceWaiting, NoDieWaiting, StepTaken
from matches.mapping import dice_of, report_from
from matches.models import DiceSession, Match, MatchStatus, PostMatchStep, StepStatus
from matches.policies import can_choose
from matches.selectors.ahead import faces_ahead, typed_ahead
from matches.services.between import HIRE_AND_FIRE
from matches.services.dice import rolls_keep
from matches.services.late import LateDice
from matches.services.snapshots import sheets_renew
from teams.models import Team
from teams.services.ledger import Told, cause_record, league_lock, occasion_inputs, sheet_at
from teams.services.stale import as_seen

ADVANCE = "matches.tasks.postmatch_advance"


def sequence_start(*, match: Match) -> None:
    """Lay out the steps of both teams, as the match's ruleset lists them. Called inside ``write()``."""
    names = steps(ruleset_of(match.ruleset_id))
    PostMatchStep.objects.bulk_create(
        PostMatchStep(
            match=match,
            team_id=team,
            nth=nth,
            name=name,
            status=StepStatus.DUE if nth == 1 else StepStatus.LATER,
        )
        for team in (match.home_id, match.away_id)
        for nth, name in enumerate(names, start=1)
    )
    if not names:
        _finish(match)  # over before it began


def sequence_advance(*, match: Match) -> int:
    """Run every step that is due, of both teams, until each has finished or waits. Says how many were run."""
    run = 0
    while True:
        due = list(PostMatchStep.objects.filter(match=match, status=StepStatus.DUE).order_by("nth", "team"))
        ran = sum(step_run(step=step) for step in due)
        if not ran:
            return run
        run += ran


def step_run(*, step: PostMatchStep) -> bool:
    """Run one due step. False when somebody else has run it meanwhile."""
    match = Match.objects.select_related("league", "ruleset").get(pk=step.match_id)
    try:
        with write("postmatch.step", actor=None, league=match.league) as writing:
            _claim(step, StepStatus.DUE, otherwise=StepTaken())
            _decide(step, match)
            _finish(match)
            writing.done(step, subject=f"step:{step.pk}", name=step.name, outcome=step.status)
    except StepTaken:
        return False
    except EngineError as refusal:
        # What was chosen does not fit any more: whoever chose is asked again, instead of the worker for ever.
        if not step.choice:
            raise
        _ask_again(step, match, refusal)
        return False
    return True


def _ask_again(step: PostMatchStep, match: Match, refusal: EngineError) -> None:
    with write("postmatch.asked_again", actor=None, league=match.league) as writing:
        again = PostMatchStep.objects.get(pk=step.pk)
        _claim(again, StepStatus.DUE, otherwise=StepTaken())
        again.status, again.choice, again.words = StepStatus.WAITING, "", ""
        again.save()
        writing.done(again, subject=f"step:{again.pk}", refused=refusal.code)


def _decide(
    step: PostMatchStep,
    match: Match,
    typed: Mapping[str, tuple[int, ...]] = MappingProxyType({}),
    actor: Coach | None = None,
) -> None:
    """Throw, decide, keep: everything that one step does, inside its transaction.

    A roll that coaches throw at the table in this league, and that nobody has told, the step waits for.
    """
    league = league_lock(match.league)
    report = report_from(occasion_inputs(league, match.key)["report"])
    session = DiceSession.objects.prefetch_related("rolls").get(league=league, occasion=match.key)
    ahead = typed_ahead(match)
    dice = dice_of(
        session, {**report.dice, **typed}, ruleset_of(match.ruleset_id), corrected=True, ahead=faces_ahead(ahead)
    )
    authors = {row.key: row.coach_id for row in ahead if row.key not in typed}
    told = Told(
        kind="post-match",
        occasion=match.key,
        place=match.place or 0,
        step=step.nth,
        teams=_teams(step, match),
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
        step.status, step.options, step.roll = StepStatus.WAITING, [], missing.params["key"]
        step.save()
        return
    late.keep()
    rolls_keep(session=session, rolls=decision.rolls, authors=authors, actor=actor)
    if decision.choice is None:
        sheets_renew(match)
        step.status, step.cause = StepStatus.DONE, cause
    else:
        step.status, step.options, step.roll = StepStatus.WAITING, list(decision.choice.options), decision.choice.roll
    step.save()
    if step.status == StepStatus.DONE:
        _next_steps(match)


def _teams(step: PostMatchStep, match: Match) -> list[Team]:
    """Its own team; and the other one, where it looks at what that has come to."""
    looked_at = [match.home_id, match.away_id] if step.name in AFTER_THE_OTHER else [step.team_id]
    return list(Team.objects.filter(pk__in=looked_at).order_by("pk").prefetch_related("players"))


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
    """Make the choice a step waits for; the worker goes on with it.

    ``words`` are what may be said with it: a name. ``seen`` is the version of the team that the coach looked at:
    closing a window cannot be taken back.
    """
    allow(can_choose(actor, step))
    with write("postmatch.chosen", actor=actor, league=step.match.league) as writing:
        window = step.name == HIRE_AND_FIRE
        if window:
            # Nobody hires while it is being closed. Other choices look at nothing that others write.
            league_lock(step.match.league)
        _claim(step, StepStatus.WAITING, otherwise=NoChoiceWaiting())
        if window:
            step.options = _closing(step, seen)
        if choice not in step.options:
            raise ChoiceUnknown(chosen=choice, options=", ".join(step.options))
        step.choice, step.words, step.status = choice, clean_name(words) if words else "", StepStatus.DUE
        step.save()
        writing.done(step, subject=f"step:{step.pk}", choice=choice)
        enqueue(ADVANCE, step.match_id)
    return step


def step_throw(*, step: PostMatchStep, faces: tuple[int, ...], actor: Coach) -> PostMatchStep:
    """Type in the roll of the table that a step waits for; it goes on with it at once."""
    allow(can_choose(actor, step))
    with write("postmatch.thrown", actor=actor, league=step.match.league) as writing:
        match = Match.objects.select_related("league", "ruleset").get(pk=step.match_id)
        if not step.waits_for_die:
            raise NoDieWaiting
        _claim(step, StepStatus.WAITING, otherwise=NoDieWaiting())
        key = step.roll
        _decide(step, match, {key: faces}, actor)
        _finish(match)
        writing.done(step, subject=f"step:{step.pk}", roll=key, faces=list(faces))
        enqueue(ADVANCE, step.match_id)
    return step


def steps_go_on(*, match: Match, keys: Collection[str]) -> None:
    """Let steps that wait for one of these rolls look again: it has been typed in. Called inside ``write()``."""
    waiting = PostMatchStep.objects.filter(match=match, status=StepStatus.WAITING, roll__in=keys)
    for step in waiting:
        if step.waits_for_die:
            _claim(step, StepStatus.WAITING, otherwise=NoDieWaiting())
            step.status = StepStatus.DUE
            step.save()
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


def _claim(step: PostMatchStep, expected: StepStatus, *, otherwise: Exception) -> None:
    """Compare and swap on status and version: of two who come for the same step, one goes on."""
    claimed = PostMatchStep.objects.filter(pk=step.pk, status=expected, version=step.version).update(
        version=step.version + 1
    )
    if not claimed:
        raise otherwise
    step.version += 1


def _next_steps(match: Match) -> None:
    """Let what comes next for either team be due. Who has to see what the other comes to, waits for that.

    Called under the lock of the league: of two that end at once, the second sees both.
    """
    found = list(PostMatchStep.objects.filter(match=match).order_by("nth"))
    over = {(step.team_id, step.name) for step in found if step.status == StepStatus.DONE}
    for team, other in ((match.home_id, match.away_id), (match.away_id, match.home_id)):
        coming = next((step for step in found if step.team_id == team and step.status != StepStatus.DONE), None)
        if coming is None or coming.status != StepStatus.LATER:
            continue
        needed = AFTER_THE_OTHER.get(coming.name)
        if needed is None or (other, needed) in over:
            PostMatchStep.objects.filter(pk=coming.pk).update(status=StepStatus.DUE)


def _finish(match: Match) -> None:
    """When the last step of both teams is done, no roll can be asked any more: the match is finished."""
    if not PostMatchStep.objects.filter(match=match).exclude(status=StepStatus.DONE).exists():
        Match.objects.filter(pk=match.pk).update(status=MatchStatus.FINISHED)
