"""Does a match still say the same? Every die of the server from its seed, every effect from what was told and thrown.

Nothing that is sealed is given away: of a seed that has not been shown, only whether its seal and its dice fit is said.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from django.db.models import Q

from engine.dice import Roll, notation, seal
from engine.errors import EngineError, Problem, marked
from engine.history import Cause
from engine.team.sheet import TeamSheet
from engine.verifying import Checked, checked, thrown_again, wants_a_die
from engine.version import ENGINE_VERSION
from leagues.mapping import ruleset_of
from leagues.models import League
from matches.mapping import GOES_ON, roll_of
from matches.models import DiceSession, Match, MatchStatus
from teams.selectors.told import ToldCause, told_between, told_in, world_before

# "table": a coach's word, which nobody can throw again.
RollState = Literal["same", "differs", "table"]


@dataclass(frozen=True, slots=True)
class RollCheck:
    roll: Roll
    state: RollState
    again: tuple[int, ...] = ()  # what the seed gives; of a sealed one nothing is said


@dataclass(frozen=True, slots=True)
class SeedCheck:
    """A seed with everything that fell by it."""

    occasion: str
    seal: str
    seed: str  # in hexadecimal digits; empty as long as it is sealed
    holds: bool  # the seal is the hash of the seed
    rolls: tuple[RollCheck, ...]


@dataclass(frozen=True, slots=True)
class CauseCheck:
    """A cause that was decided again."""

    kind: str
    step: str
    teams: tuple[str, ...]  # by their keys
    same: bool
    problem: Problem | None = None
    engine_version: str = ""  # of whoever told it, where that is not today's


@dataclass(frozen=True, slots=True)
class Verified:
    """What was looked at of one match, or of what belongs to no match."""

    match: Match | None
    seeds: tuple[SeedCheck, ...]
    causes: tuple[CauseCheck, ...]
    problems: tuple[Problem, ...]  # every difference, named

    @property
    def rolls(self) -> tuple[RollCheck, ...]:
        return tuple(roll for one in self.seeds for roll in one.rolls)

    @property
    def thrown_by_server(self) -> int:
        return sum(one.state != "table" for one in self.rolls)

    @property
    def sealed(self) -> bool:
        """Whether a seed of the match itself has not been shown yet."""
        return any(not one.seed for one in self.seeds if self.match and _root(one.occasion) == self.match.key)

    @property
    def by_version(self) -> int:
        """How many of the differences come from another version of the engine."""
        return sum(one.code == "effects_by_version" for one in self.problems)


def match_verified(match: Match) -> Verified:
    """One match alone, with what its coaches did after it."""
    told, world = _around(match.league_id, match.place, match.place, [match.home_id, match.away_id])
    sessions = _sessions(match.league_id, {match.key, *_improvements(told)})
    return _verified(match, sessions, told, _checks(told, {one.cause.key for one in told}, world))


def league_verified(
    league: League, matches: Sequence[Match] | None = None, *, besides: bool = True
) -> Iterator[Verified]:
    """Match by match, in the order of play; then, ``besides``, what belongs to none. Everything is read once.

    Of ``matches``, these alone: then what happened between the first and the last of them is read.
    """
    chosen = matches_of(league) if matches is None else matches
    places = [match.place for match in chosen if match.place is not None]
    read = _all(league) if besides else _around(league.pk, min(places, default=None), max(places, default=None))
    told, world = read
    known = set(Match.objects.filter(league=league, place__isnull=False).values_list("place", flat=True))
    by_place: defaultdict[int | None, list[ToldCause]] = defaultdict(list)
    for one in told:
        place = one.cause.place[0]
        by_place[place if place in known else None].append(one)
    causes = {match.pk: by_place[match.place] if match.place is not None else [] for match in chosen}
    rest = by_place[None] if besides else []
    wanted = {one.cause.key for found in (*causes.values(), rest) for one in found}
    checks = _checks(told, wanted, world)
    sessions = _by_occasion(DiceSession.objects.filter(league=league).prefetch_related("rolls").order_by("pk"))
    for match in chosen:
        of_match = causes[match.pk]
        yield _verified(match, _of(sessions, {match.key, *_improvements(of_match)}), of_match, checks)
    if besides:
        yield _verified(None, _of(sessions, _improvements(rest)), rest, checks)


def _all(league: League) -> tuple[tuple[ToldCause, ...], dict[str, TeamSheet]]:
    return told_in(league.pk), {}


def _around(
    league: int, first: int | None, last: int | None, teams: Sequence[int] = ()
) -> tuple[tuple[ToldCause, ...], dict[str, TeamSheet]]:
    """What happened between two places, and how the teams stood before it; of what has no place, nothing."""
    if first is None or last is None:
        return (), {}
    return told_between(league, first, last), world_before(league, first, teams)


def _improvements(told: Iterable[ToldCause]) -> set[str]:
    """The occasions of improvements, which have dice of their own."""
    return {one.cause.occasion for one in told if one.cause.kind == "improvement"}


def matches_of(league: League) -> list[Match]:
    """Those that have their place in the order of play, or dice on record; in that order."""
    found = Match.objects.filter(league=league).exclude(status__in=(MatchStatus.PROPOSED, MatchStatus.CALLED_OFF))
    return list(found.select_related("home", "away", "league").order_by("place", "pk"))


def _root(occasion: str) -> str:
    return occasion.partition(GOES_ON)[0]


def _sessions(league: int, occasions: set[str]) -> list[DiceSession]:
    of_them = Q(occasion__in=occasions)
    for occasion in occasions:
        of_them |= Q(occasion__startswith=f"{occasion}{GOES_ON}")
    found = DiceSession.objects.filter(of_them, league=league).prefetch_related("rolls").order_by("pk")
    return _of(_by_occasion(found), occasions)


def _by_occasion(sessions: Iterable[DiceSession]) -> dict[str, list[DiceSession]]:
    found: dict[str, list[DiceSession]] = {}
    for session in sessions:
        found.setdefault(_root(session.occasion), []).append(session)
    return found


def _of(sessions: Mapping[str, list[DiceSession]], occasions: Iterable[str]) -> list[DiceSession]:
    return [session for occasion in sorted(occasions) for session in sessions.get(occasion, ())]


def _checks(told: Sequence[ToldCause], wanted: set[str], world: Mapping[str, TeamSheet]) -> dict[str, Checked]:
    rulesets = {one.cause.key: one.ruleset for one in told}
    found = checked(
        (one.cause for one in told),
        rules=lambda cause: ruleset_of(rulesets[cause.key]),
        wanted=lambda cause: cause.key in wanted,
        world=world,
    )
    return {one.cause.key: one for one in found}


def _verified(
    match: Match | None,
    sessions: Sequence[DiceSession],
    told: Sequence[ToldCause],
    checks: Mapping[str, Checked],
) -> Verified:
    over = match is not None and match.status == MatchStatus.FINISHED
    goes_on = {session.goes_on_id for session in sessions}
    seeds = tuple(
        _seed_check(session, shown=session.pk in goes_on or (over and match is not None and _ours(session, match)))
        for session in sessions
    )
    causes = tuple(_cause_check(one, checks[one.cause.key]) for one in told)
    problems = (
        *(problem for one in seeds for problem in _seed_problems(one)),
        *_off_record(told, sessions),
        *(one.problem for one in causes if one.problem),
    )
    return Verified(match, seeds, causes, problems)


def _ours(session: DiceSession, match: Match) -> bool:
    """A seed of the match itself, which is shown when the match is over; those of improvements never are."""
    return _root(session.occasion) == match.key


def _seed_check(session: DiceSession, *, shown: bool) -> SeedCheck:
    seed = bytes(session.seed)
    return SeedCheck(
        occasion=session.occasion,
        seal=session.seal,
        seed=seed.hex() if shown else "",
        holds=seal(seed) == session.seal,
        rolls=tuple(_roll_check(roll_of(row), seed, shown=shown) for row in session.rolls.all()),
    )


def _roll_check(roll: Roll, seed: bytes, *, shown: bool) -> RollCheck:
    if roll.source != "seeded":
        return RollCheck(roll, "table")
    again = thrown_again(roll, seed)
    return RollCheck(roll, "same" if again == roll.faces else "differs", again if shown else ())


def _seed_problems(one: SeedCheck) -> Iterator[Problem]:
    if not one.holds:
        yield _seal_broken(one)
    for check in one.rolls:
        if check.state == "differs":
            yield _differs(check) if check.again else _differs_sealed(check)


def _seal_broken(one: SeedCheck) -> Problem:
    return Problem(
        "seal_broken",
        marked("The seal {seal} is not the hash of the seed that it was made for."),
        "dice",
        "",
        {"seal": one.seal, "occasion": one.occasion},
    )


def _differs(check: RollCheck) -> Problem:
    roll = check.roll
    return Problem(
        "die_differs",
        marked("{key} ({dice}): {recorded} is on record, and the seed gives {again}."),
        "dice",
        "",
        {
            "key": roll.key,
            "dice": notation(roll.sides),
            "recorded": _faces(roll.faces),
            "again": _faces(check.again),
        },
    )


def _differs_sealed(check: RollCheck) -> Problem:
    roll = check.roll
    return Problem(
        "die_differs_sealed",
        marked("{key} ({dice}): {recorded} is on record, and the sealed seed gives something else."),
        "dice",
        "",
        {"key": roll.key, "dice": notation(roll.sides), "recorded": _faces(roll.faces)},
    )


def _faces(faces: Iterable[int]) -> str:
    return ", ".join(map(str, faces)) or "-"


def _off_record(told: Iterable[ToldCause], sessions: Iterable[DiceSession]) -> Iterator[Problem]:
    """What the ledger counts is what fell. A die of the table may have been corrected by a later report."""
    fallen = {row.key: tuple(row.faces) for session in sessions for row in session.rolls.all()}
    for one in told:
        for roll in one.cause.rolls:
            if roll.source == "seeded" and fallen.get(roll.key) != roll.faces:
                yield _counted_otherwise(roll, fallen.get(roll.key, ()))


def _counted_otherwise(roll: Roll, recorded: tuple[int, ...]) -> Problem:
    return Problem(
        "die_off_record",
        marked("{key} ({dice}): the ledger counts {told}, and {recorded} is on record."),
        "dice",
        "",
        {
            "key": roll.key,
            "dice": notation(roll.sides),
            "told": _faces(roll.faces),
            "recorded": _faces(recorded),
        },
    )


def _cause_check(one: ToldCause, check: Checked) -> CauseCheck:
    cause = one.cause
    other = one.engine_version if one.engine_version != ENGINE_VERSION else ""
    step = str(cause.inputs.get("step", ""))
    problem = None if check.same else _difference(check, step, other)
    return CauseCheck(cause.kind, step, cause.teams, check.same, problem, other)


def _difference(check: Checked, step: str, other: str) -> Problem:
    if other:
        return _by_version(check.cause, step, other)
    if wants_a_die(check):
        return _wants_a_die(check.cause, step, wants_a_die(check))
    if check.refusal is not None:
        return _undecidable(check.cause, step, check.refusal)
    return _comes_to_another(check.cause, step)


def _what(cause: Cause, step: str) -> str:
    """As the ledger calls it: of which occasion, and whose."""
    return f"{'/'.join(filter(None, (cause.kind, step)))} {cause.occasion} ({', '.join(cause.teams)})"


def _by_version(cause: Cause, step: str, other: str) -> Problem:
    return Problem(
        "effects_by_version",
        marked("{what}: version {told} of the engine told it, and version {today} makes something else of it."),
        "",
        "",
        {"what": _what(cause, step), "told": other, "today": ENGINE_VERSION},
    )


def _wants_a_die(cause: Cause, step: str, key: str) -> Problem:
    return Problem(
        "effects_want_a_die",
        marked("{what}: {key} would have to be thrown, and never was."),
        "",
        "",
        {"what": _what(cause, step), "key": key},
    )


def _undecidable(cause: Cause, step: str, why: EngineError) -> Problem:
    return Problem(
        "effects_undecidable",
        marked("{what} cannot be decided any more: {why}"),
        "",
        "",
        {"what": _what(cause, step), "why": str(why)},
    )


def _comes_to_another(cause: Cause, step: str) -> Problem:
    return Problem(
        "effects_differ",
        marked("{what}: what was told and thrown comes to something else."),
        "",
        "",
        {"what": _what(cause, step)},
    )
