"""Random legal careers: two teams of any ruleset live through matches, windows and whatever else can become of a team.

Every step is a cause, decided once and kept, as services keep it; so a career is a history like any other, and can be
folded and decided again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import takewhile
from random import Random
from typing import Any

from engine import effects as fx
from engine import history, rulesets
from engine.dice import SeededDice
from engine.errors import EngineError
from engine.history import Cause
from engine.match.after import AFTER_THE_OTHER
from engine.match.injuries import healers
from engine.match.prematch import PreMatch, Venue
from engine.match.report import Casualty, Deeds, MatchReport, SideReport
from engine.rulesets.model import CATEGORY_OF, Roster, Ruleset
from engine.tally import Tally
from engine.team import hiring, improvement, spending
from engine.team.deal import Deal, DealSide, Moving, settled
from engine.team.draft import DraftedPlayer, TeamDraft, problems
from engine.team.hiring import Act
from engine.team.homes import has_stadiums
from engine.team.known import stadium_keys
from engine.team.offers import WAYS, Improve
from engine.team.ruling import Change, Ruling
from engine.team.sheet import Player, TeamSheet
from engine.typed import plain

TEAMS = ("t1", "t2")


def every_ruleset() -> dict[str, Ruleset]:
    """All editions, and Sevens."""
    whole = {key: rulesets.get(key) for key in rulesets.available()}
    sevens = {f"{key}-{one.key}": rules.variant(one.key) for key, rules in whole.items() for one in rules.variants}
    return {**whole, **sevens}


RULESETS = every_ruleset()


class Career:
    """Two teams and their common history."""

    def __init__(self, rules: Ruleset, seed: int) -> None:
        self.rules = rules
        self.random = Random(seed)
        self.seed = f"career {seed}".encode()
        self.causes: list[Cause] = []
        self.world: dict[str, TeamSheet] = {}
        self.made = dict.fromkeys(TEAMS, 0)
        self.match = 0

    def happen(
        self,
        kind: str,
        occasion: str,
        teams: tuple[str, ...],
        inputs: dict[str, Any],
        report: MatchReport | None = None,
    ) -> history.Decision:
        cause = Cause(f"c{len(self.causes)}", kind, occasion, (len(self.causes),), teams, inputs)
        dice = SeededDice(self.seed + occasion.encode())
        decision = history.decide(cause, self.world, report, dice, self.rules)
        if decision.choice is None:
            stored = replace(cause, effects=decision.effects, rolls=decision.rolls)
            self.causes.append(stored)
            self.world = history.fold([stored], self.world)
        return decision

    def tried(self, kind: str, occasion: str, teams: tuple[str, ...], inputs: dict[str, Any]) -> bool:
        """Something that the rules may refuse; then nothing has happened."""
        before = dict(self.world)
        try:
            return self.happen(kind, occasion, teams, inputs).choice is None
        except EngineError:
            assert self.world == before
            return False

    def key(self, team: str) -> str:
        self.made[team] += 1
        return f"p{self.made[team]}"

    # A whole life

    def live(self, matches: int) -> None:
        for team in TEAMS:
            draft = a_random_draft(self.random, self.rules)
            self.made[team] = len(draft.players)
            self.happen("draft", team, (team,), {"draft": plain(draft)})
        for _ in range(matches):
            self.play()
            for team in TEAMS:
                for _ in range(self.random.randint(0, 8)):
                    self.random.choice(MOVES)(self, team)
                self.close(team)

    def play(self) -> None:
        self.match += 1
        occasion = f"m{self.match}"
        report = self.somewhere(a_random_report(self.random, self.world["t1"], self.world["t2"], self.rules))
        self.happen("match", occasion, TEAMS, {"report": plain(report)})
        for step in takewhile(lambda step: step != "hire-and-fire", self.rules.post_match):
            for team in TEAMS:
                self.step(step, team, report)
        self.report = report

    def somewhere(self, report: MatchReport) -> MatchReport:
        """At an ordinary stadium, at one with an attribute, or at home of one side, where the edition has stadiums."""
        homes = {side: self.world[mine.team].stadium for side, mine, _ in report.sides()}
        if not has_stadiums(self.rules):
            return report
        places = [Venue(), *(Venue(stadium=key) for key in self.random.sample(sorted(stadium_keys(self.rules)), 2))]
        places += [Venue(stadium=home.stadium, home_of=side, name=home.name) for side, home in homes.items() if home]
        return replace(report, prematch=replace(report.prematch or PreMatch(), venue=self.random.choice(places)))

    def step(self, step: str, team: str, report: MatchReport, choice: str | None = None) -> None:
        looks = step in AFTER_THE_OTHER  # at the other team as well: it is a cause of both
        inputs = {"step": step, "choice": choice, **({"team": team} if looks else {})}
        teams = TEAMS if looks else (team,)
        decision = self.happen("post-match", f"m{self.match}", teams, inputs, report)
        if decision.choice is not None:
            self.step(step, team, report, self.random.choice(decision.choice.options))

    def close(self, team: str) -> None:
        """Done: whoever is worth too much fires until he is not, and the rest of the sequence follows."""
        while hiring.closing_problems(self.world[team], self.rules):
            player = self.random.choice(self.world[team].members)
            self.happen("hiring", f"m{self.match}", (team,), {"act": plain(Act("fire", player=player.key))})
        steps = self.rules.post_match
        for step in steps[steps.index("hire-and-fire") :]:
            self.step(step, team, self.report)

    # What a coach may do between two matches

    def act(self, team: str, act: Act) -> bool:
        return self.tried("hiring", f"m{self.match}", (team,), {"act": plain(act)})

    def anybody(self, team: str) -> Player | None:
        return self.random.choice(self.world[team].players) if self.world[team].players else None


def hire(career: Career, team: str) -> None:
    sheet = career.world[team]
    position = career.random.choice(career.rules.roster(sheet.roster).positions).key
    number = career.random.choice([sheet.free_number(), career.random.randint(0, 100)])
    career.act(team, Act("hire", player=career.key(team), position=position, number=number, name="New"))


def fire(career: Career, team: str) -> None:
    player = career.anybody(team)
    # A team that only fires has nobody left to tell of.
    if player and len(career.world[team].fit) > 6:
        career.act(team, Act("fire", player=player.key))


def trade(career: Career, team: str) -> None:
    good = career.random.choice(career.rules.goods).key
    kind = career.random.choice(["buy", "buy", "drop"])
    career.act(team, Act(kind, good=good, count=career.random.randint(0, 3)))


def hire_journeyman(career: Career, team: str) -> None:
    for player in career.world[team].roll_call:
        if player.status == "journeyman":
            career.act(team, Act("hire-journeyman", player=player.key))


def raise_dead(career: Career, team: str) -> None:
    last = career.world[team].last_match
    for risen in last.may_rise if last else ():
        number = career.world[team].free_number()
        act = Act("raise", player=career.key(team), victim=risen.victim, number=number, name=risen.name)
        career.act(team, act)


def retire(career: Career, team: str) -> None:
    for player in career.world[team].roll_call:
        career.act(team, Act("retire", player=player.key))


def roster_star(career: Career, team: str) -> None:
    if career.rules.stars:
        star = career.random.choice(career.rules.stars).key
        career.act(team, Act(career.random.choice(["roster-star", "release-star"]), star=star))


def rename(career: Career, team: str) -> None:
    player = career.anybody(team)
    if player:
        career.act(team, Act("rename", player=player.key, number=career.random.randint(0, 20), name="Other"))


def improve(career: Career, team: str) -> None:
    """Everybody who can improve throws, where it takes a throw, and takes one of the things that are offered."""
    for player in career.world[team].roll_call:
        if not improvement.can_improve(player, career.world[team], career.rules):
            continue
        occasion = f"{team}-{player.key}-{len(player.improvements) + 1}"
        command = _command(career, team, player)
        try:
            choice = career.happen("improvement", occasion, (team,), {"improvement": plain(command)}).choice
        except EngineError:
            continue  # more than he can afford, or a category that is not his
        if choice is not None and choice.options:
            taken = replace(command, choice=career.random.choice(choice.options))
            career.happen("improvement", occasion, (team,), {"improvement": plain(taken)})


def _command(career: Career, team: str, player: Player) -> Improve:
    sheet, way, category = career.world[team], "", ""
    if spending.spends(career.rules):
        way, category = career.random.choice(WAYS), career.random.choice([*CATEGORY_OF.values()])
        category = category if way in spending.RANDOM else ""
    return improvement.next_command(player, sheet, career.rules, way=way, category=category)


def rule(career: Career, team: str) -> None:
    """A commissioner gives what matches would have given in time: gold, points, a sponsor, another chance."""
    player = career.anybody(team)
    majors = career.rules.sponsors.majors if career.rules.sponsors else ()
    change = career.random.choice(
        [
            Change("gold", by=career.random.randint(-50_000, 300_000)),
            Change("spp", player=player.key if player else "", by=career.random.randint(-3, 20)),
            Change("niggles", player=player.key if player else "", by=career.random.choice([-1, 1])),
            Change("misses-next", player=player.key if player else "", yes=career.random.random() < 0.5),
            Change("sponsor", what=career.random.choice(["", *(one.key for one in majors)])),
            Change("trophy-won", what="The Copper Ladle"),
        ]
    )
    # No bank, no gold: a gift that could not be spent would only be a debt to explain.
    if change.kind != "gold" or career.rules.draft.bank:
        occasion = f"c{len(career.causes)}"
        career.tried("ruling", occasion, (team,), {"ruling": plain(Ruling("For the test.", (change,)))})


def deal(career: Career, team: str) -> None:
    """One of his players and some gold, for one of the other's, or for nothing."""
    other = next(key for key in TEAMS if key != team)
    sides = tuple(
        DealSide(key, career.random.choice([0, 20_000]), tuple(_moving(career, key, to)))
        for key, to in ((team, other), (other, team))
    )
    terms = settled(Deal(*sides), career.world, career.made)
    career.tried("deal", f"d{len(career.causes)}", (team, other), {"deal": plain(terms)})


def _moving(career: Career, team: str, to: str) -> Iterator[Moving]:
    player = career.anybody(team)
    if player and len(career.world[team].fit) > 6 and career.random.random() < 0.6:
        yield Moving(player.key, key=career.key(to))


Move = Callable[[Career, str], None]
MOVES: list[Move] = [
    *(hire, hire, fire, trade, trade, hire_journeyman, raise_dead, retire, roster_star, rename),
    *(improve, improve, rule, rule, deal),
]


def a_random_draft(random: Random, rules: Ruleset) -> TeamDraft:
    """A legal one of a random list; most of them leave some gold."""
    while True:
        roster = random.choice(rules.teams)
        keys = list(_random_positions(random, roster, rules))
        players = tuple(DraftedPlayer(key, number, f"{key} {number}") for number, key in enumerate(keys, start=1))
        goods = {good.key: random.randint(0, min(3, good.draft_max or 3)) for good in rules.goods_of(roster)}
        choices = {choice.key: random.choice(choice.options) for choice in roster.choices}
        draft = TeamDraft("Randoms", roster.key, players, Tally(goods), choices)
        if not problems(draft, rules):
            return draft


def _random_positions(random: Random, roster: Roster, rules: Ruleset) -> Iterator[str]:
    size = random.randint(rules.draft.players_min, rules.draft.players_max)
    pool = [position.key for position in roster.positions for _ in range(position.max)]
    common = max(roster.positions, key=lambda position: position.max)
    picked = random.sample(pool, min(len(pool), random.randint(0, size)))
    yield from picked
    yield from [common.key] * max(0, min(common.max - picked.count(common.key), size - len(picked)))


def a_random_report(random: Random, home: TeamSheet, away: TeamSheet, rules: Ruleset) -> MatchReport:
    return MatchReport(_side(random, home, away, rules), _side(random, away, home, rules))


def _side(random: Random, sheet: TeamSheet, opponent: TeamSheet, rules: Ruleset) -> SideReport:
    fit, foes = [player.key for player in sheet.fit], [player.key for player in opponent.fit]
    scorers = random.sample(fit, min(len(fit), random.randint(0, 4)))
    deeds = tuple(Deeds(key, Tally({"touchdown": random.randint(1, 3)})) for key in scorers)
    hurt = random.sample(fit, min(len(fit), random.randint(0, 4)))
    nominees = rules.mvp.nominees if rules.mvp.method == "nominated" else 0
    members = {player.key for player in sheet.members}
    helped = random.randint(0, healers("apothecary", sheet, rules))
    return SideReport(
        team=sheet.key,
        score=sum(one.counts["touchdown"] for one in deeds),
        deeds=deeds,
        casualties=tuple(
            Casualty(
                victim,
                cause := random.choice(rules.casualty_causes),
                random.choice([None, *foes] if "other" in rules.actors(cause) else [None]),
                apothecary=nth < helped and victim in members,
            )
            for nth, victim in enumerate(hurt)
        ),
        nominees=tuple(random.sample(fit, min(len(fit), nominees))),
    )


def kinds_of(career: Career) -> set[type[fx.Effect]]:
    return {type(one.effect) for cause in career.causes for one in cause.effects}
