"""What happened to a team, one effect in one line: for lists of what a correction changes."""

from __future__ import annotations

from django.utils.translation import gettext

from config.words import word
from engine import effects as fx
from engine.rulesets.model import Ruleset
from engine.team.sheet import TeamSheet
from teams.effect_words import effect_words, player_words


def story_words(effect: fx.Effect, sheet: TeamSheet, ruleset: Ruleset) -> str:
    """One sentence without its full stop. ``sheet`` knows the players by name."""
    if isinstance(effect, fx.MatchPlayed):
        return gettext("{scored}:{conceded}, {outcome}").format(
            scored=effect.touchdowns_for, conceded=effect.touchdowns_against, outcome=word("outcome", effect.outcome)
        )
    who = player_words(str(getattr(effect, "player", "")), sheet)
    if isinstance(effect, fx.SppEarned):
        times = f"{effect.times}\N{MULTIPLICATION SIGN} " if effect.times > 1 else ""
        return gettext("{who}: {times}{deed}, +{spp} SPP").format(
            who=who, times=times, deed=word("deed", effect.deed), spp=effect.spp
        )
    if isinstance(effect, fx.InjurySuffered):
        names = {one.key: one.name for one in (ruleset.casualty.results if ruleset.casualty else ())}
        return gettext("{who}: {result}").format(who=who, result=names.get(effect.result, effect.result))
    if isinstance(effect, fx.ImprovementTaken):
        return gettext("{who} gains {what}").format(who=who, what=effect.what)
    if isinstance(effect, fx.MistakeMade):
        return gettext("Expensive mistakes: {result}").format(result=word("mistake", effect.result))
    return effect_words(effect, sheet, ruleset)
