"""What is recorded before a match, step by step. Every service of the pre-match writes through ``preparing``.

Any step, at any time until the report is filed; a blank is "not recorded". Two coaches prepare on two phones: they meet
only where they write down the same thing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.db.models import F
from django.utils import timezone

from config.writing import write
from engine.errors import Problem
from engine.match import prematch_checks
from engine.match.before import Ask, Fallen, Scene, has_step
from engine.match.prematch import MaybeSide, PreMatch
from engine.match.sides import SIDES, Side
from engine.rulesets.model import Ruleset
from engine.team.sheet import TeamSheet
from engine.typed import plain
from leagues.mapping import ruleset_of
from leagues.models import AuditEntry, Coach
from leagues.policies import allow
from matches.errors import PrematchChanged, PrematchIllegal, PrematchOver, StepNotPlayed
from matches.mapping import dice_of, fallen_of, prematch_at, rolls_from
from matches.models import OPEN, DiceSession, Match, MatchDay
from matches.policies import can_decide, can_prepare
from matches.services.dice import rolls_keep
from matches.services.snapshots import sheets_keep, sheets_now, sheets_of_day


@dataclass(slots=True)
class Preparation:
    """A match that is being prepared, inside one write. A service sets ``prematch``, and seals what is sealed."""

    match: Match
    day: MatchDay
    ruleset: Ruleset
    teams: Mapping[Side, TeamSheet]  # as they stand, without anybody who is taken on for the match
    prematch: PreMatch
    actor: Coach
    # Where a problem must not be after this write, such as ``prematch.home.induced``.
    places: Sequence[str] = ()
    noted: dict[str, Any] = field(default_factory=dict)  # what the audit remembers besides
    _session: DiceSession | None = None

    @property
    def scene(self) -> Scene:
        return Scene(self.prematch, self.teams, self.ruleset, fallen_of(rolls_from(self.session)), self.match.key)

    @property
    def session(self) -> DiceSession:
        """The dice of the match, with what has fallen."""
        if self._session is None:
            sessions = DiceSession.objects.prefetch_related("rolls")
            self._session = sessions.get(league=self.match.league_id, occasion=self.match.key)
        return self._session

    def check(self) -> None:
        """What was written down so far cannot have been so: nothing of it is kept."""
        found = prematch_checks.problems(self.prematch, self.teams, self.ruleset, self.match.key)
        mine = tuple(problem for problem in found if _within(problem, self.places))
        if mine:
            raise PrematchIllegal(mine)

    def throw(self, asks: Iterable[Ask], typed: Fallen) -> Fallen:
        """Throw these, or take what was thrown at the table; kept before anything depends on it."""
        dice = dice_of(self.session, typed, self.ruleset)
        for ask in asks:
            dice.roll(ask.key, *ask.dice)
        rolls_keep(session=self.session, rolls=dice.log, actor=self.actor)
        self._session = None
        return {roll.key: roll.faces for roll in dice.log}

    def sealed(self, side: Side, step: str) -> Any:
        """What this side has decided and not shown yet."""
        return self.day.sealed.get(side, {}).get(step)

    def seal(self, side: Side, step: str, what: Any) -> None:
        """``None`` takes it back, or out, when it is shown to everybody."""
        own = {**self.day.sealed.get(side, {}), step: what}
        self.day.sealed = {**self.day.sealed, side: {key: one for key, one in own.items() if one is not None}}


# What the clock for buying is about: writing it down does not begin it anew.
TIMED = ("transfer-gold", "inducement", "special-play-card")


@contextmanager
def preparing(
    step: str,
    *,
    match: Match,
    side: MaybeSide = "",
    places: Sequence[str] = (),
    seen: int | None = None,
    actor: Coach,
) -> Iterator[Preparation]:
    """Write down what one step of the pre-match is about.

    ``side``: what only that side decides. ``places``: where the checks of ``engine.match.prematch_checks`` have to be
    content with it; what was written down elsewhere, and does not fit any more, its own step shows. ``seen`` is the
    version of the day that the actor looked at: who has written into the same step since, is not overwritten.
    """
    allow(can_decide(actor, match, side) if side else can_prepare(actor, match))
    with write(f"prematch.{step}", actor=actor, league=match.league) as writing:
        day = _claimed(match)
        ruleset = ruleset_of(match.ruleset_id)
        if not has_step(step, ruleset):
            raise StepNotPlayed(step=step)
        if seen is not None and _written_since(seen, match, step, side):
            raise PrematchChanged
        sheets = sheets_now(match)
        teams: dict[Side, TeamSheet] = {"home": sheets[match.home.key], "away": sheets[match.away.key]}
        at = Preparation(match, day, ruleset, teams, prematch_at(match, day), actor, places)
        yield at
        at.check()
        day.prematch = plain(at.prematch)
        _wind_clock(step, at)
        day.save(update_fields=["prematch", "sealed", "asked", "buying_since"])
        if match.place is not None:
            # Told after the kick-off: the sheets of the day are kept once more, with whoever that brings.
            sheets_keep(match=match, sheets=sheets_of_day(match, at.prematch))
        writing.done(day, subject=f"match:{match.pk}", version=day.version, side=side, **at.noted)


def _wind_clock(step: str, at: Preparation) -> None:
    """Buying begins with the last thing that was recorded before anybody bought. The clock decides nothing."""
    day, begun = at.day, at.match.kicked_off_at is not None
    bought = day.sealed or any(at.prematch.side(side).has_bought for side in SIDES)
    if not begun and (day.buying_since is None or (step not in TIMED and not bought)):
        day.buying_since = timezone.now()


def _claimed(match: Match) -> MatchDay:
    """Nobody else writes this day meanwhile, and no report of the match is filed meanwhile."""
    if not Match.objects.filter(pk=match.pk, status__in=OPEN).update(status=F("status")):
        raise PrematchOver(home=match.home.name, away=match.away.name)
    day, _ = MatchDay.objects.get_or_create(match=match)
    MatchDay.objects.filter(pk=day.pk).update(version=F("version") + 1)
    return MatchDay.objects.get(pk=day.pk)


def _written_since(seen: int, match: Match, step: str, side: MaybeSide) -> bool:
    since = AuditEntry.objects.filter(
        action=f"prematch.{step}", league=match.league_id, subject=f"match:{match.pk}", data__version__gt=seen
    )
    return (since.filter(data__side=side) if side else since).exists()


def _within(problem: Problem, places: Sequence[str]) -> bool:
    return any(problem.where == place or problem.where.startswith(f"{place}.") for place in places)
