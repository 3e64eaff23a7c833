"""Reading how a player may improve: what he has earned, the throw that lies on the table, what it offers."""

from __future__ import annotations

from dataclasses import dataclass

from engine.dice import Roll
from engine.rulesets import Ruleset, Skill
from engine.team.improvement import Offer, due, improvement_key, offers
from engine.team.sheet import Player
from leagues.mapping import ruleset_of
from matches.mapping import roll_of
from matches.models import DiceRoll
from teams.models import Team
from teams.selectors.teams import PlayerLine, player_line_of


@dataclass(frozen=True, slots=True)
class ImprovementPage:
    team: Team
    ruleset: Ruleset
    line: PlayerLine
    due: int
    roll: Roll | None
    offers: tuple[Offer, ...]

    @property
    def dice(self) -> tuple[int, ...]:
        return self.ruleset.improvement.dice if self.ruleset.improvement else ()

    @property
    def groups(self) -> tuple[tuple[str, tuple[tuple[Offer, Skill | None], ...]], ...]:
        """What is offered, characteristics first, then skills by their category."""
        skills = {skill.name: skill for skill in self.ruleset.skills}
        told = [(offer, skills.get(offer.what)) for offer in self.offers]
        names = dict.fromkeys(skill.category if skill else "" for _, skill in told)
        found = {name: tuple(one for one in told if (one[1].category if one[1] else "") == name) for name in names}
        return tuple(sorted(found.items(), key=lambda group: group[0] != ""))


def occasion_of(team: Team, player: Player) -> str:
    """What the dice of his next improvement belong to."""
    return f"{team.key}-{player.key}-{len(player.improvements) + 1}"


def improvement_page(team: Team, key: str) -> ImprovementPage:
    """``team`` comes with its players loaded, as ``team_get`` gives it."""
    ruleset = ruleset_of(team.ruleset_id)
    line, sheet = player_line_of(team, key)
    player = line.player
    wanted = improvement_key(team.key, player.key, len(player.improvements) + 1)
    fallen = DiceRoll.objects.filter(
        session__league=team.league_id, session__occasion=occasion_of(team, player), key=wanted
    ).first()
    roll = roll_of(fallen) if fallen else None
    return ImprovementPage(
        team=team,
        ruleset=ruleset,
        line=line,
        due=due(player, ruleset),
        roll=roll,
        offers=offers(player, sheet, ruleset, roll) if roll else (),
    )
