"""A thousand matches verified, on a real database. Run as a program: it makes and drops a database of its own.

The matches are decided by the engine, as they would be played, and their causes are written in bulk: verifying reads
what it would read of a league that has played them one by one.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

import django

django.setup()

from engine import history  # noqa: E402
from engine.dice import Dice, ReplayDice, Roll, SeededDice, seal  # noqa: E402
from engine.history import Cause as EngineCause  # noqa: E402
from engine.match.after import AFTER_THE_OTHER, steps  # noqa: E402
from engine.match.report import MatchReport  # noqa: E402
from engine.rulesets import Ruleset  # noqa: E402
from engine.season.round_robin import round_robin  # noqa: E402
from engine.team.sheet import TeamSheet  # noqa: E402
from engine.typed import plain  # noqa: E402
from engine.version import ENGINE_VERSION  # noqa: E402
from leagues.mapping import ruleset_of  # noqa: E402
from leagues.models import Coach, League  # noqa: E402
from leagues.services.leagues import league_create  # noqa: E402
from matches.demo.squads import SQUADS  # noqa: E402
from matches.models import DiceRoll, DiceSession, Match, MatchStatus, Season  # noqa: E402
from matches.selectors.verification import league_verified, match_verified  # noqa: E402
from teams.mapping import effect_rows  # noqa: E402
from teams.models import Cause, EffectRow, HistoryEntry, Revision, Team  # noqa: E402
from teams.services.ledger import GAP, league_causes  # noqa: E402
from teams.services.teams import team_draft  # noqa: E402
from tests.bench.database import own_database  # noqa: E402
from tests.bench.matches import report_of  # noqa: E402
from tests.bench.measuring import Watch, milliseconds  # noqa: E402

MATCHES_OF_A_LEAGUE = 200
MATCHES = 1000


@dataclass(slots=True)
class Writer:
    """Causes as the ledger has them, kept until they are written all at once."""

    league: League
    ruleset: Ruleset
    teams: dict[str, Team]
    world: dict[str, TeamSheet]
    causes: list[Cause] = field(default_factory=list)
    told: list[tuple[EngineCause, history.Decision]] = field(default_factory=list)

    def happen(self, cause: EngineCause, report: MatchReport | None, dice: Dice) -> history.Decision:
        decision = history.decide(cause, self.world, report, dice, self.ruleset)
        if decision.choice is not None:
            cause = replace(cause, inputs={**cause.inputs, "choice": decision.choice.options[0]})
            decision = history.decide(cause, self.world, report, dice, self.ruleset)
        self.told.append((cause, decision))
        self.world = history.fold([replace(cause, effects=decision.effects)], self.world)
        return decision

    def write(self) -> None:
        rows = Cause.objects.bulk_create(
            Cause(league=self.league, kind=cause.kind, occasion=cause.occasion) for cause, _ in self.told
        )
        Cause.teams.through.objects.bulk_create(
            Cause.teams.through(cause_id=row.pk, team_id=self.teams[team].pk)
            for row, (cause, _) in zip(rows, self.told, strict=True)
            for team in cause.teams
        )
        revisions = Revision.objects.bulk_create(
            Revision(
                cause=row,
                number=1,
                place=cause.place[0],
                step=cause.place[1],
                inputs=dict(cause.inputs),
                rolls=[roll.to_data() for roll in decision.rolls],
                ruleset_id=self.league.ruleset_id,
                engine_version=ENGINE_VERSION,
            )
            for row, (cause, decision) in zip(rows, self.told, strict=True)
        )
        HistoryEntry.objects.bulk_create(
            HistoryEntry(cause=row, revision=one, league=self.league, place=one.place, step=one.step)
            for row, one in zip(rows, revisions, strict=True)
        )
        EffectRow.objects.bulk_create(
            row
            for one, (_, decision) in zip(revisions, self.told, strict=True)
            for row in effect_rows(decision.effects, one.pk, self.teams)
        )


def league_of(number: int, matches: int) -> League:
    """The demo's teams, who play ``matches`` matches."""
    coach = Coach.objects.create_user(email=f"bench{number}@example.org", name=f"Bench {number}", password=None)
    league = league_create(name=f"Bench {number}", ruleset="bb2016", public=True, actor=coach)
    ruleset = ruleset_of(league.ruleset_id)
    teams = [team_draft(league=league, draft=squad.draft, actor=coach) for squad in SQUADS]
    by_key = {team.key: team for team in teams}
    drafted = league_causes(league)
    world = history.fold(drafted)
    season = Season.objects.create(league=league, number=1, name="Bench", ruleset_id=league.ruleset_id, legs=1)
    writer = Writer(league, ruleset, by_key, world)
    sessions, fallen, rows = [], [], []
    place = max(cause.place[0] for cause in drafted)
    for nth, (home, away) in enumerate(_fixtures(list(by_key), matches), start=1):
        place += GAP
        key, seed = f"m{nth}", f"{number}-{nth}".encode().rjust(32, b"-")
        dice = SeededDice(seed)
        _play(writer, key, place, home, away, dice)
        sessions.append(DiceSession(league=league, occasion=key, seed=seed, seal=seal(seed)))
        fallen.append(dice.log)
        rows.append(_match(season, key, by_key[home], by_key[away], place))
    writer.write()
    Match.objects.bulk_create(rows)
    kept = DiceSession.objects.bulk_create(sessions)
    DiceRoll.objects.bulk_create(
        _roll(session, roll) for session, log in zip(kept, fallen, strict=True) for roll in log
    )
    return league


def _fixtures(teams: list[str], matches: int) -> Iterator[tuple[str, str]]:
    rounds = round_robin(teams, legs=2)
    pairs = [pair for one in rounds for pair in one]
    yield from (pairs[nth % len(pairs)] for nth in range(matches))


def _play(writer: Writer, key: str, place: int, home: str, away: str, dice: SeededDice) -> None:
    report = report_of(key, writer.world[home], writer.world[away], writer.ruleset)
    match = EngineCause("", "match", key, (place, 0), (home, away), {"report": plain(report)})
    writer.happen(match, report, _on_the_table(dice))
    for nth, step in enumerate(steps(writer.ruleset), start=1):
        for team in (home, away):
            both = (home, away) if step in AFTER_THE_OTHER else (team,)
            inputs = {"step": step, "choice": None, **({"team": team} if step in AFTER_THE_OTHER else {})}
            writer.happen(EngineCause("", "post-match", key, (place, nth), both, inputs), report, _on_the_table(dice))


def _on_the_table(dice: SeededDice) -> Dice:
    """One cause's view of the dice of the match: it logs what this cause asks for."""
    return ReplayDice((), fresh=dice)


def _match(season: Season, key: str, home: Team, away: Team, place: int) -> Match:
    return Match(
        league=season.league,
        season=season,
        key=key,
        round=1,
        home=home,
        away=away,
        ruleset_id=season.league.ruleset_id,
        status=MatchStatus.FINISHED,
        place=place,
    )


def _roll(session: DiceSession, roll: Roll) -> DiceRoll:
    return DiceRoll(session=session, key=roll.key, sides=list(roll.sides), faces=list(roll.faces), source=roll.source)


def _process_milliseconds(act: Callable[[], object], *, times: int) -> float:
    began = time.process_time()
    for _ in range(times):
        act()
    return 1000 * (time.process_time() - began) / times


def main() -> None:
    with own_database():
        leagues: list[League] = []
        left = MATCHES
        while left:
            leagues.append(league_of(len(leagues) + 1, min(left, MATCHES_OF_A_LEAGUE)))
            left -= min(left, MATCHES_OF_A_LEAGUE)
        watch, cpu = Watch(), time.process_time()
        with watch.running():
            found = [one for league in leagues for one in league_verified(league)]
        cpu = time.process_time() - cpu
        last = Match.objects.order_by("league", "place").select_related("home", "away")[MATCHES_OF_A_LEAGUE - 1]
        measured = {
            "matches": sum(one.match is not None for one in found),
            "differences": sum(len(one.problems) for one in found),
            "causes": sum(len(one.causes) for one in found),
            "rolls": sum(one.thrown_by_server for one in found),
            "seconds": watch.seconds,
            "cpu": cpu,
            "one": milliseconds(lambda: match_verified(last), times=10),
            "one_cpu": _process_milliseconds(lambda: match_verified(last), times=10),
        }
    print(json.dumps(measured))


if __name__ == "__main__":
    main()
