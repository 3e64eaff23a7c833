"""Hire and fire: acts in a window that is open, taking them back while it is, and the commissioner's windows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.utils import timezone

from config.writing import write
from engine.dice import Dice, ReplayDice
from engine.errors import ChoiceUnknown, HiringIllegal
from engine.history import Decision
from engine.team import hiring, home_acts, limits
from engine.team.hiring import Act
from engine.team.homes import has_stadiums
from engine.team.sheet import TeamSheet
from engine.typed import plain
from leagues.mapping import ruleset_of
from leagues.models import Coach, League
from leagues.names import clean_name, needed_reason
from leagues.policies import allow, can_commission
from matches.errors import (
    LaterDoesNotFit,
    NotTakenBack,
    NoWindowOpen,
    PostMatchRunning,
    SaleComesFirst,
    WindowByCommissioner,
    WindowNotYet,
    WindowOpenAlready,
    WindowShut,
)
from matches.mapping import dice_of
from matches.models import DiceSession, PostMatchStep, Window
from matches.policies import can_manage
from matches.services.between import Moment, any_moment_of, moment_of, settled_moment_of, team_locked
from matches.services.dice import rolls_keep, sessions_open
from matches.services.late import misfits
from teams.errors import HistoryConflict
from teams.models import Cause, HistoryEntry, Team
from teams.services.ledger import Told, cause_record, history_revise, next_occasion, sheet_at
from teams.services.stale import as_seen
from teams.services.teams import check_star_free

# Who comes needs a key, a number and a name; whatever else is done is done to who is here.
NEWCOMERS = ("hire", "raise")
# What a league without windows after its matches still lets a coach do in one, so that his team fits the rules.
SHRINKING = ("fire", "drop", "release-star", "end-sponsor", "end-sponsorship", "name-sponsored")


def act_do(*, team: Team, act: Act, faces: Sequence[int] = (), seen: int | None = None, actor: Coach) -> Team:
    """Do one thing to a team. ``seen`` is the version of the team that the coach looked at when he decided.

    ``faces`` are those of dice that were thrown at the table, where the act throws any.
    """
    allow(can_manage(actor, team))
    with write("hiring.done", actor=actor, league=team.league) as writing:
        league, team = team_locked(team)
        star = team.star
        as_seen(team, seen)
        if team.retired:
            # At the place of a window that was open then, it had not retired yet.
            raise HiringIllegal((limits.team_retired(team.name, "team"),))
        moment = _moment_for(team, act)
        act = _completed(act, team, sheet_at(team, moment.place, moment.step), moment)
        session = _session_of_sale(league, team, moment) if act.kind == "sell-stadium" else None
        told = Told(
            kind="hiring",
            occasion=moment.occasion or next_occasion(league, "hiring", "h"),
            place=moment.place,
            step=moment.step,
            teams=[team],
            inputs={"act": plain(act)},
            ruleset=moment.rules_for(team),
            dice=_dice_of_sale(session, team, faces, moment) if session else ReplayDice(()),
        )
        decision, cause = _record(league, told, actor)
        if session:
            rolls_keep(session=session, rolls=decision.rolls, actor=actor)
        team = _settled(team, moment, star=star)
        writing.done(team, subject=f"team:{team.pk}", act=plain(act), cause=cause.pk if cause else None)
    return team


def act_undo(*, team: Team, cause: int, seen: int | None = None, actor: Coach) -> Team:
    """Take back something that was done in the window that is still open. Dice never are."""
    allow(can_manage(actor, team))
    with write("hiring.taken_back", actor=actor, league=team.league) as writing:
        league, team = team_locked(team)
        star = team.star
        as_seen(team, seen)
        moment = _open_moment(team)
        done = Cause.objects.filter(
            pk=cause, kind="hiring", occasion=moment.occasion, teams=team, entry__revision__voided=False
        )
        if not done.exists():
            raise NotTakenBack
        try:
            history_revise(league=league, revised={cause: {"voided": True}}, reason="taken back", actor=actor)
        except HistoryConflict as conflict:
            raise LaterDoesNotFit(misfits(conflict.preview)) from None
        team = _settled(team, moment, star=star)
        writing.done(team, subject=f"team:{team.pk}", cause=cause)
    return team


def window_open(*, team: Team, reason: str, actor: Coach) -> Window:
    """A commissioner lets a team hire and fire outside the sequence after a match."""
    allow(can_commission(actor, team.league))
    reason = " ".join(needed_reason(reason).split())
    with write("window.opened", actor=actor, league=team.league) as writing:
        league, team = team_locked(team)
        if moment_of(team).open:
            raise WindowOpenAlready(team=team.name)
        nth = Window.objects.filter(league=league).count() + 1
        window = Window.objects.create(league=league, team=team, key=f"w{nth}", reason=reason, opened_by=actor)
        writing.done(window, subject=f"team:{team.pk}", window=window.key, reason=reason)
    return window


def window_close(*, team: Team, choice: str = "", seen: int | None = None, actor: Coach) -> Window:
    """The coach is done, or the commissioner says so. A team that is short of players then takes journeymen on:
    ``choice`` says of which position where there are several.
    """
    allow(can_manage(actor, team))
    with write("window.closed", actor=actor, league=team.league) as writing:
        league, team = team_locked(team)
        as_seen(team, seen)
        moment = moment_of(team)
        if moment.window is None:
            raise NoWindowOpen(team=team.name)
        ruleset, sheet = ruleset_of(team.ruleset_id), sheet_at(team, moment.place, moment.step)
        found = hiring.closing_problems(sheet, ruleset)
        if found:
            raise HiringIllegal(found)
        options = hiring.window_options(sheet, ruleset)
        if choice not in options and (choice or len(options) > 1):
            raise ChoiceUnknown(chosen=choice, options=", ".join(options))
        if options:
            told = Told(
                kind="journeymen",
                occasion=moment.window.key,
                place=moment.place,
                teams=[team],
                inputs={"position": choice or options[0]},
                ruleset=team.ruleset,
            )
            cause_record(league=league, told=told, actor=actor)
        moment.window.closed_at = timezone.now()
        moment.window.save(update_fields=["closed_at"])
        writing.done(moment.window, subject=f"team:{team.pk}", window=moment.window.key, choice=choice)
    return moment.window


# When


def _moment_for(team: Team, act: Act) -> Moment:
    """Names may be given, and a residency ended, at any time; everything else waits for a window."""
    if act.kind in hiring.NAMING:
        return any_moment_of(team)
    if act.kind in hiring.AT_ANY_TIME:
        return settled_moment_of(team)
    moment = _open_moment(team)
    shut = moment.match_step is not None and not ruleset_of(moment.rules_for(team).pk).options.hire_window
    if shut and act.kind not in SHRINKING:
        raise WindowByCommissioner(team=team.name)
    return moment


def _open_moment(team: Team) -> Moment:
    try:
        moment = moment_of(team)
    except PostMatchRunning:
        raise WindowNotYet(team=team.name) from None
    if not moment.open:
        raise window_refusal(team)
    return moment


def window_refusal(team: Team) -> WindowShut | WindowByCommissioner:
    """Why nothing can be done now, and when it can."""
    by_itself = ruleset_of(team.ruleset_id).options.hire_window
    return WindowShut(team=team.name) if by_itself else WindowByCommissioner(team=team.name)


# What is done


def _completed(act: Act, team: Team, sheet: TeamSheet, moment: Moment) -> Act:
    """Who comes gets a key that nobody ever had; a number and a name, if he was given none."""
    if act.kind == "name-stadium":
        return replace(act, name=clean_name(act.name))
    if act.kind == "rename":
        player = sheet.player(act.player)
        number = act.number or (player.number if player else 0)
        return replace(act, number=number, name=clean_name(act.name))
    if act.kind not in NEWCOMERS:
        return act
    team.players_made += 1
    team.save(update_fields=["players_made"])
    number = act.number or sheet.free_number()
    ruleset = ruleset_of(moment.rules_for(team).pk)
    name = clean_name(act.name) if act.name.strip() else hiring.suggested_name(act, sheet, ruleset, number)
    return replace(act, player=f"p{team.players_made}", number=number, name=name)


def _session_of_sale(league: League, team: Team, moment: Moment) -> DiceSession:
    """The dice of the match whose window is open; a commissioner's window has some of its own.

    A stadium is sold at the start of a window: what has been done in it comes later, or is taken back first.
    """
    done = HistoryEntry.objects.filter(
        league=league, cause__kind="hiring", cause__occasion=moment.occasion, cause__teams=team, revision__voided=False
    ).select_related("revision")
    if acts := [entry for entry in done if entry.revision.inputs["act"]["kind"] not in hiring.NAMING]:
        raise SaleComesFirst(team=team.name, done=len(acts))
    if not DiceSession.objects.filter(league=league, occasion=moment.occasion).exists():
        sessions_open(league=league, occasions=[moment.occasion])
    return DiceSession.objects.prefetch_related("rolls").get(league=league, occasion=moment.occasion)


def _dice_of_sale(session: DiceSession, team: Team, faces: Sequence[int], moment: Moment) -> Dice:
    """What has fallen lies as it lies, though the sale was taken back."""
    ruleset = ruleset_of(moment.rules_for(team).pk)
    typed = home_acts.sale_faces(team.key, tuple(faces), ruleset) if faces and has_stadiums(ruleset) else {}
    return dice_of(session, typed, ruleset)


def _record(league: League, told: Told, actor: Coach) -> tuple[Decision, Cause | None]:
    """An act that is told late takes its place; what has happened since may not let it."""
    try:
        return cause_record(league=league, told=told, actor=actor)
    except HistoryConflict as conflict:
        raise LaterDoesNotFit(misfits(conflict.preview)) from None


def _settled(team: Team, moment: Moment, *, star: str) -> Team:
    """The team as it stands now: a star who has come is nobody else's, and its step knows how it may be closed.

    ``star`` is who was there before.
    """
    team = Team.objects.select_related("ruleset", "league", "coach").prefetch_related("players").get(pk=team.pk)
    ruleset = ruleset_of(moment.rules_for(team).pk)
    if team.star != star:
        check_star_free(league=team.league, star=team.star, team=team)
    if moment.open and moment.match_step is not None:
        options = hiring.closing_options(sheet_at(team, moment.place, moment.step), ruleset)
        PostMatchStep.objects.filter(pk=moment.match_step.pk).update(options=list(options))
    return team
