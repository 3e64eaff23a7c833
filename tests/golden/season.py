"""A season from the drafts to the last step after the last match, as one history of causes.

Whatever waits for a coach is answered by a simple policy, so a step that a ruleset lists some day is played here too.
What the window and the winnings are worth the policy knows; of everything else a die of the script chooses.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine import history
from engine.dice import SeededDice
from engine.errors import EngineError
from engine.history import Cause, Decision
from engine.match import played
from engine.match.after import AFTER_THE_OTHER, NeedsChoice, steps
from engine.match.checks import errors
from engine.match.report import MatchReport
from engine.rulesets.model import CATEGORY_OF, Ruleset
from engine.season.round_robin import round_robin
from engine.team import hiring, improvement, spending
from engine.team.hiring import Act
from engine.team.offers import WAYS, Improve
from engine.team.sheet import Player, TeamSheet
from engine.typed import plain
from tests.golden.script import SPARE, Evening, Fate, drafted, reported

LEGS = 2
# By the number of the match: what does not go as usual.
EVENINGS: Mapping[int, Evening] = {
    4: Evening(ending="conceded", gave_up="away"),
    6: Evening(ending="walkover", gave_up="home"),
    7: Evening(kind="friendly"),
    10: Evening(ending="conceded", gave_up="home"),
}
BUYING = (5, 8, 11)  # matches before which both sides want a bribe
THROWN_AGAIN_BELOW = 4
REROLL_FROM, SAVED_FROM = 150_000, 100_000


class Season:
    """Teams of the given lists, and everything that happens to them."""

    def __init__(self, rules: Ruleset, rosters: Sequence[str]) -> None:
        self.rules = rules
        self.teams = tuple(f"t{nth}" for nth in range(1, len(rosters) + 1))
        self.causes: list[Cause] = []
        self.world: dict[str, TeamSheet] = {}
        self.reports: dict[str, MatchReport] = {}
        for team, roster in zip(self.teams, rosters, strict=True):
            draft = drafted(f"The {roster} of {team}", roster, rules)
            self._happen("draft", team, (team,), {"draft": plain(draft)})
        self._made = {team: len(self.world[team].players) for team in self.teams}
        for nth, (home, away) in enumerate(self.fixtures(), start=1):
            self._play(f"m{nth}", home, away, EVENINGS.get(nth, Evening()), buys=nth in BUYING)

    def fixtures(self) -> Iterator[tuple[str, str]]:
        """Everybody twice against everybody; the friendlies stand between the fixtures, once more as they stood."""
        planned = [pairing for pairings in round_robin(self.teams, legs=LEGS) for pairing in pairings]
        nth = 0
        while planned:
            nth += 1
            evening = EVENINGS.get(nth, Evening())
            yield (self.teams[0], self.teams[1]) if evening.kind == "friendly" else planned.pop(0)

    def _happen(
        self,
        kind: str,
        occasion: str,
        teams: tuple[str, ...],
        inputs: dict[str, Any],
        report: MatchReport | None = None,
    ) -> Decision:
        cause = Cause(f"c{len(self.causes)}", kind, occasion, (len(self.causes),), teams, inputs)
        dice = SeededDice(f"golden {self.rules.key} {occasion} dice".encode())
        decision = history.decide(cause, self.world, report, dice, self.rules)
        if decision.choice is None:
            stored = replace(cause, effects=decision.effects, rolls=decision.rolls)
            self.causes.append(stored)
            self.world = history.fold([stored], self.world)
        return decision

    def _may(self, kind: str, occasion: str, team: str, inputs: dict[str, Any]) -> Decision | None:
        """Something that the rules may refuse: then it does not happen."""
        try:
            return self._happen(kind, occasion, (team,), inputs)
        except EngineError:
            return None

    # A match

    def _play(self, match: str, home: str, away: str, evening: Evening, *, buys: bool) -> None:
        report = self._report(match, home, away, evening, buys=buys)
        self.reports[match] = report
        self._happen("match", match, (home, away), {"report": plain(report)})
        names = steps(self.rules)
        done = {home: 0, away: 0}
        while min(done.values()) < len(names):
            for team, other in ((home, away), (away, home)):
                if done[team] == len(names):
                    continue
                needed = AFTER_THE_OTHER.get(names[done[team]])
                if needed is None or needed in names[: done[other]]:
                    self._step(match, names[done[team]], team, other)
                    done[team] += 1

    def _report(self, match: str, home: str, away: str, evening: Evening, *, buys: bool) -> MatchReport:
        sheets = {home: self.world[home], away: self.world[away]}
        report = reported(match, sheets[home], sheets[away], evening, self.rules, buys=buys)
        if buys and errors(played.problems(match, report, sheets, self.rules)):
            return reported(match, sheets[home], sheets[away], evening, self.rules, buys=False)
        return report

    def _step(self, match: str, step: str, team: str, other: str) -> None:
        teams = (team, other) if step in AFTER_THE_OTHER else (team,)
        told: dict[str, Any] = {"step": step, "choice": None}
        if step in AFTER_THE_OTHER:
            told["team"] = team
        choice = self._happen("post-match", match, teams, told, self.reports[match]).choice
        if choice is not None and step == "hire-and-fire":
            self._window(match, team)
        while choice is not None:
            # What was chosen may have to be said more exactly: then it asks once more.
            taken = {**told, "choice": self._chosen(match, step, team, choice)}
            choice = self._happen("post-match", match, teams, taken, self.reports[match]).choice

    def _chosen(self, match: str, step: str, team: str, choice: NeedsChoice) -> str:
        if step == "hire-and-fire":
            return hiring.closing_options(self.world[team], self.rules)[0]
        if "reroll" in choice.options:
            dice = SeededDice(f"golden {self.rules.key} {match} dice".encode())
            rules = self.rules.winnings
            thrown = dice.roll(choice.roll, *rules.dice).total if rules and choice.roll.count("/") == 2 else 0
            return "keep" if thrown >= THROWN_AGAIN_BELOW else "reroll"
        named = [option for option in choice.options if "/" in option]
        options = named or choice.options
        fate = Fate(f"golden {self.rules.key} {match} choices")
        return options[fate.die(f"{step}/{team}/{len(choice.options)}", len(options)) - 1]

    # The window

    def _window(self, match: str, team: str) -> None:
        for player in self.world[team].roll_call:
            self._improve(match, team, player.key)
        for player in self.world[team].roll_call:
            if player.status == "journeyman":
                self._act(match, team, Act("hire-journeyman", player=player.key))
            elif player.lasting:
                self._act(match, team, Act("retire", player=player.key))
        self._raise_the_dead(match, team)
        self._hire(match, team)
        for good in self.rules.goods:
            if good.cost is None and self.world[team].treasury >= REROLL_FROM:
                self._act(match, team, Act("buy", good=good.key))
        self._act(match, team, Act("buy-stadium"))
        if self.world[team].stadium is not None and self.world[team].treasury >= SAVED_FROM:
            self._act(match, team, Act("pay-into-fund"))
        while hiring.closing_problems(self.world[team], self.rules):
            newest = min(self.world[team].members, key=lambda one: (one.spp, one.key))
            self._happen("hiring", match, (team,), {"act": plain(Act("fire", player=newest.key))})

    def _act(self, match: str, team: str, act: Act) -> bool:
        return self._may("hiring", match, team, {"act": plain(act)}) is not None

    def _raise_the_dead(self, match: str, team: str) -> None:
        last = self.world[team].last_match
        for risen in last.may_rise if last else ():
            number = self.world[team].free_number()
            act = Act("raise", player=self._key(team), victim=risen.victim, number=number, name=risen.name)
            self._act(match, team, act)

    def _hire(self, match: str, team: str) -> None:
        """The first position of the list that can be paid for, until one more than the least of a draft are there.

        Where gold is not kept, a team is as large as it may be: so it grows over its greatest value.
        """
        draft = self.rules.draft
        while len(self.world[team].members) < (draft.players_min + SPARE if draft.bank else draft.players_max):
            sheet, key = self.world[team], self._key(team)
            acts = (
                Act("hire", player=key, position=one.key, number=sheet.free_number(), name=f"New {one.name}")
                for one in self.rules.roster(sheet.roster).positions
            )
            if not any(self._act(match, team, act) for act in acts):
                return

    def _key(self, team: str) -> str:
        self._made[team] += 1
        return f"p{self._made[team]}"

    def _improve(self, match: str, team: str, key: str) -> None:
        player = self.world[team].player(key)
        while player is not None and improvement.can_improve(player, self.world[team], self.rules):
            occasion = f"{team}-{key}-{len(player.improvements) + 1}"
            if not any(self._improved(occasion, team, command) for command in self._commands(team, player)):
                return
            player = self.world[team].player(key)

    def _commands(self, team: str, player: Player) -> Iterator[Improve]:
        """Where points are spent, whatever he can afford: the dice of the script say what is looked at first."""
        sheet = self.world[team]
        if not spending.spends(self.rules):
            yield improvement.next_command(player, sheet, self.rules)
            return
        fate = Fate(f"golden {self.rules.key} {team} {player.key} {len(player.improvements)}")
        start = fate.die("way", len(WAYS))
        for way in (*WAYS[start:], *WAYS[:start]):
            for category in CATEGORY_OF.values() if way in spending.RANDOM else ("",):
                yield improvement.next_command(player, sheet, self.rules, way=way, category=category)

    def _improved(self, occasion: str, team: str, command: Improve) -> bool:
        decision = self._may("improvement", occasion, team, {"improvement": plain(command)})
        if decision is None:
            return False
        options = decision.choice.options if decision.choice else ()
        if options:
            fate = Fate(f"golden {self.rules.key} {occasion}")
            taken = replace(command, choice=options[fate.die("choice", len(options)) - 1])
            self._happen("improvement", occasion, (team,), {"improvement": plain(taken)})
        return decision.choice is None or bool(options)
