"""Small leagues for tests of history: played by script, or at random from a seed.

A league is played the way services play it: each cause is decided once, with the dice of its occasion, and
stored with its inputs, rolls and effects.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from engine import history
from engine.dice import Dice, SeededDice, TableDice
from engine.effects import GoldChanged, TeamEffect
from engine.history import Cause, Redecision, redecide
from engine.match import injuries
from engine.match.after import AFTER_THE_OTHER
from engine.match.events import Kept
from engine.match.report import Casualty, Deeds, MatchReport, SideReport
from engine.rulesets.model import Ruleset
from engine.tally import Tally
from engine.team.draft import DraftedPlayer, TeamDraft, problems
from engine.team.sheet import TeamSheet
from engine.typed import plain
from tests.engine.given import RULES, a_draft, a_report

KEPT: tuple[Kept, ...] = ("", "first", "second")
Faces = Mapping[str, tuple[int, ...]]

# Dice of a dull match: fans are level, winnings are the least there are, no treasury comes to harm.
DULL = {
    **{f"fans/{team}": (3, 4) for team in ("t1", "t2", "t3")},
    **{f"winnings/{team}/1": (1,) for team in ("t1", "t2", "t3")},
    **{f"mvp/{team}": (1,) for team in ("t1", "t2", "t3")},
    **{f"expensive-mistakes/{team}/table": (6,) for team in ("t1", "t2", "t3")},
}


def rules(cause: Cause) -> Ruleset:
    return RULES


def seeded(seed: bytes, faces: Faces | None = None) -> history.DiceFor:
    """Each occasion has a dice session of its own; ``faces`` are what was typed in instead."""

    def dice_for(cause: Cause) -> Dice:
        return TableDice(faces or {}, otherwise=SeededDice(seed + cause.occasion.encode()))

    return dice_for


def draft_cause(team: str, nth: int, draft: TeamDraft) -> Cause:
    return Cause(f"draft-{team}", "draft", f"draft-{team}", (0, nth), (team,), {"draft": plain(draft)})


def match_cause(match: str, place: int, report: MatchReport) -> Cause:
    teams = (report.home.team, report.away.team)
    return Cause(f"{match}/match", "match", match, (place, 0), teams, {"report": plain(report)})


def step_causes(match: str, place: int, report: MatchReport, choice: str | None = "keep") -> tuple[Cause, ...]:
    """Every step of both teams, directly behind the match. ``choice`` is for the winnings: only a winner is asked."""
    pairs = [(step, side.team) for step in RULES.post_match for side in (report.home, report.away)]
    chosen = {"winnings": choice, "hire-and-fire": "done", "residency": "pass"}
    both = (report.home.team, report.away.team)
    return tuple(
        Cause(
            f"{match}/{step}/{team}",
            "post-match",
            match,
            (place, nth),
            both if step in AFTER_THE_OTHER else (team,),
            {"step": step, "choice": chosen.get(step), **({"team": team} if step in AFTER_THE_OTHER else {})},
        )
        for nth, (step, team) in enumerate(pairs, start=1)
    )


class League:
    """A history being written."""

    def __init__(self, seed: bytes = b"league") -> None:
        self.seed = seed
        self.causes: list[Cause] = []
        self.world: dict[str, TeamSheet] = {}

    def draft(self, team: str, draft: TeamDraft) -> None:
        self._happen(draft_cause(team, len(self.causes), draft), None, {})

    def play(
        self, match: str, place: int, report: MatchReport, faces: Faces | None = None, choice: str = "keep"
    ) -> None:
        for cause in (match_cause(match, place, report), *step_causes(match, place, report, choice)):
            self._happen(cause, report, faces or {})

    def _happen(self, cause: Cause, report: MatchReport | None, faces: Faces) -> None:
        dice = seeded(self.seed, faces)
        decision = history.decide(cause, self.world, report, dice(cause), RULES)
        if decision.choice is not None:
            # Journeymen of several positions: the first will do. A sponsor is taken where one comes.
            taken = decision.choice.default or decision.choice.options[-1]
            cause = replace(cause, inputs={**cause.inputs, "choice": taken})
            decision = history.decide(cause, self.world, report, dice(cause), RULES)
        assert decision.choice is None
        stored = replace(cause, effects=decision.effects, rolls=decision.rolls)
        self.causes.append(stored)
        self.world = history.fold([stored], self.world)

    def __getitem__(self, key: str) -> Cause:
        return next(cause for cause in self.causes if cause.key == key)

    def again(self, revised: Iterable[Cause] = (), **options: Any) -> Redecision:
        return redecide(self.causes, {cause.key: cause for cause in revised}, rules=rules, **options)


def a_small_league() -> League:
    """Three teams; t1 has 70,000 in its treasury, the others 450,000."""
    league = League()
    league.draft("t1", a_draft(positions={"lineman": 16}, goods={"reroll": 2, "cheerleader": 3}, name="One"))
    league.draft("t2", a_draft(name="Two"))
    league.draft("t3", a_draft("orc", name="Three"))
    assert league.world["t1"].treasury == 70_000
    return league


def a_dull_league(second: MatchReport | None = None) -> League:
    """t1 and t2 draw twice, dully: t1 ends with 110,000 after a roll for expensive mistakes."""
    league = a_small_league()
    league.play("m1", 10, a_report(), DULL)
    league.play("m2", 20, second or a_report(), DULL)
    return league


def inserted(match: str, place: int, report: MatchReport, choice: str | None = "keep") -> list[Cause]:
    return [match_cause(match, place, report), *step_causes(match, place, report, choice)]


def told(cause: Cause, report: MatchReport) -> Cause:
    return replace(cause, inputs={"report": plain(report)})


def committed(stored: Sequence[Cause], revised: Iterable[Cause], redecision: Redecision) -> list[Cause]:
    """The ledger after a correction was accepted: latest revisions, with what they came to."""
    latest = {cause.key: cause for cause in (*stored, *revised)}
    return [replace(latest[one.cause.key], effects=one.effects, rolls=one.rolls) for one in redecision.decided]


def gold_of(team: str, causes: Iterable[Cause]) -> int:
    """What a team's gold effects add up to, without asking ``evolve``."""
    happened: Iterable[TeamEffect] = (one for cause in causes for one in cause.effects if one.team == team)
    return sum(one.effect.amount for one in happened if isinstance(one.effect, GoldChanged))


def a_random_league(seed: int, *, teams: int = 3, matches: int = 4) -> League:
    random = Random(seed)
    league = League(f"league {seed}".encode())
    names = [f"t{nth}" for nth in range(1, teams + 1)]
    for team in names:
        league.draft(team, a_random_draft(random, f"Team {team}"))
    for place in range(1, matches + 1):
        home, away = random.sample(names, 2)
        # Places are ten apart, so that a test can insert a match between two.
        report = a_random_report(random, league.world[home], league.world[away])
        league.play(f"m{place}", place * 10, report, choice=random.choice(["keep", "reroll"]))
    return league


def a_random_draft(random: Random, name: str) -> TeamDraft:
    """A legal one; what it leaves in the treasury ranges from nothing to a fortune."""
    while True:
        roster = random.choice(RULES.teams)
        players: list[str] = []
        for position in roster.positions:
            most = random.randint(0, 16 if position.max == 16 else position.max)
            players += [position.key] * random.randint(min(most, 4 if position.max == 16 else 0), most)
        goods = {good.key: random.randint(0, min(4, good.draft_max or 2)) for good in RULES.goods}
        drafted = tuple(DraftedPlayer(key, number, f"{key} {number}") for number, key in enumerate(players, start=1))
        draft = TeamDraft(name, roster.key, drafted, Tally(goods))
        if not problems(draft, RULES):
            return draft


def a_random_report(random: Random, home: TeamSheet, away: TeamSheet) -> MatchReport:
    return MatchReport(_random_side(random, home, away), _random_side(random, away, home))


def _random_side(random: Random, sheet: TeamSheet, opponent: TeamSheet) -> SideReport:
    fit = [player.key for player in sheet.players if player.can_play]
    foes = [player.key for player in opponent.players if player.can_play]
    deeds = [
        Deeds(
            player, Tally({deed: random.choice([0, 0, 1, 2]) for deed in ("touchdown", "completion", "interception")})
        )
        for player in random.sample(fit, min(len(fit), random.randint(0, 3)))
    ]
    healers = injuries.healers("apothecary", sheet, RULES)
    treats, kept = random.choice(["casualty", "ko", "nobody"]) if healers else "nobody", random.choice(KEPT)
    casualties = tuple(
        Casualty(
            victim,
            cause := random.choice(RULES.casualty_causes),
            random.choice([None, *foes] if "other" in RULES.actors(cause) else [None]),
            apothecary=treats == "casualty" and not nth,
            kept=kept if treats == "casualty" and not nth else "",
        )
        for nth, victim in enumerate(random.sample(fit, min(len(fit), random.randint(0, 3))))
    )
    return SideReport(
        team=sheet.key,
        score=sum(one.counts["touchdown"] for one in deeds),
        deeds=tuple(one for one in deeds if one.counts),
        casualties=casualties,
        nominees=tuple(random.sample(fit, min(len(fit), RULES.mvp.nominees))),
        healed_kos=tuple(random.sample(fit, 1)) if treats == "ko" and fit else (),
    )
