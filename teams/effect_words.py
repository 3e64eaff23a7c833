"""Effects in words: what a ruling changed, and what happened to a team since somebody looked at it."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext, ngettext

from config.templatetags.scrimmage import gold
from config.words import word
from engine import effects as fx
from engine.rulesets import Ruleset
from engine.rulesets.tables import CHARACTERISTICS
from engine.team.known import stadium_keys
from engine.team.sheet import Gained, TeamSheet


def effect_words(effect: fx.Effect, sheet: TeamSheet, ruleset: Ruleset) -> str:
    """One sentence without its full stop. ``sheet`` knows the players by name."""
    said = _team_words(effect, ruleset)
    if said:
        return said
    if isinstance(effect, fx.PlayerHired):
        line = sheet.position_of_key(effect.position, ruleset)
        return gettext("#{number} {name} joins, {position}").format(
            number=effect.number, name=effect.name, position=line.name
        )
    who = player_words(str(getattr(effect, "player", "")), sheet)
    if isinstance(effect, fx.PlayerAmended):
        plays = sheet.position_of_key(effect.position, ruleset).name if effect.position else ""
        return f"{who}: {amended_words(effect, plays)}"
    kind = word("effect", effect.kind())
    return f"{kind}: {who}" if who else kind


def amended_words(effect: fx.PlayerAmended, position: str) -> str:
    """What a ruling says of one player, without his name. ``position`` is that of another one he plays from now on."""
    return ", ".join(_amended(effect, position))


def player_words(key: str, sheet: TeamSheet) -> str:
    player = sheet.player(key)
    return f"#{player.number} {player.name}" if player else key


def sponsor_words(key: str, ruleset: Ruleset) -> str:
    """A major sponsor by his name; one that the rules do not know, by his key."""
    majors = ruleset.sponsors.majors if ruleset.sponsors else ()
    return next((one.name for one in majors if one.key == key), key)


def by(number: int) -> str:
    """A change as people write it: +2, with a real minus sign."""
    return f"+{number:,}" if number >= 0 else f"\N{MINUS SIGN}{-number:,}"


def gold_by(amount: int) -> str:
    sign = "+" if amount >= 0 else "\N{MINUS SIGN}"
    return f"{sign}{gold(abs(amount))} gp"


def gained_words(one: Gained) -> str:
    name = f"+1 {word('characteristic', one.what)}" if one.gain in CHARACTERISTICS else one.what
    return gettext("{what} (worth {value})").format(what=name, value=gold(one.value))


def _team_words(effect: fx.Effect, ruleset: Ruleset) -> str:
    if isinstance(effect, fx.GoldChanged):
        return f"{gold_by(effect.amount)}, {word('reason', effect.reason)}"
    if isinstance(effect, fx.GoodsChanged):
        names = {good.key: good.name for good in ruleset.goods}
        return f"{by(effect.by)} {names.get(effect.good, effect.good)}"
    if isinstance(effect, fx.TeamRenamed):
        return gettext("The team is called {name}").format(name=effect.name)
    if isinstance(effect, fx.StarRostered | fx.StarReleased):
        star = ruleset.star(effect.star)
        return f"{word('effect', effect.kind())}: {star.name if star else effect.star}"
    if isinstance(effect, fx.SponsorSigned | fx.SponsorLost):
        return f"{word('effect', effect.kind())}: {sponsor_words(effect.sponsor, ruleset)}"
    if isinstance(effect, fx.BlacklistChanged):
        said = gettext("Blacklisted by {sponsor}") if effect.listed else gettext("No longer blacklisted by {sponsor}")
        return said.format(sponsor=sponsor_words(effect.sponsor, ruleset))
    if isinstance(effect, fx.SponsorSought):
        return gettext("Looked for a sponsor: {score}").format(score=effect.score)
    if isinstance(effect, fx.TrophyWon | fx.TrophyLost):
        return f"{word('effect', effect.kind())}: {effect.trophy}"
    return _home_words(effect, ruleset)


def _home_words(effect: fx.Effect, ruleset: Ruleset) -> str:
    if isinstance(effect, fx.SponsorshipsChanged):
        return f"{by(effect.by)} {word('effect', effect.kind())}"
    if isinstance(effect, fx.FundChanged):
        return gettext("{gold} in the stadium fund").format(gold=gold_by(effect.by))
    if isinstance(effect, fx.ResidencySought):
        kind = stadium_keys(ruleset).get(effect.stadium, effect.stadium)
        return gettext("Asked to be at home in {kind}: {score}").format(kind=kind, score=effect.score)
    if isinstance(effect, fx.ResidencyAnswered):
        return word("residency-answer", effect.answer).rstrip(".")
    if isinstance(effect, fx.ResidencyTested):
        said = gettext("{thrown} for the home, with {fans} fans")
        return said.format(thrown=effect.thrown, fans=effect.fans)
    if not isinstance(effect, fx.StadiumChanged):
        return ""
    if effect.stadium is None:
        return gettext("The team has no stadium any more")
    kind = stadium_keys(ruleset).get(effect.stadium.stadium, effect.stadium.stadium)
    said = gettext("Stadium: {kind}").format(kind=f"{kind} “{effect.stadium.name}”" if effect.stadium.name else kind)
    return f"{said}, {gettext('its own')}" if effect.stadium.owned else said


def _amended(effect: fx.PlayerAmended, position: str) -> Iterator[str]:
    if effect.name is not None:
        yield gettext("called {name}").format(name=effect.name)
    if effect.number is not None:
        yield gettext("number {number}").format(number=effect.number)
    if effect.position is not None:
        yield gettext("plays as {position}").format(position=position)
    if effect.status is not None:
        yield word("player-status", effect.status)
    if effect.spp:
        yield gettext("{by} SPP").format(by=by(effect.spp))
    if effect.niggles:
        yield ngettext("{by} niggle", "{by} niggles", abs(effect.niggles)).format(by=by(effect.niggles))
    for name, points in effect.lost.items():
        yield f"{by(-points)} {word('characteristic', name)}"
    if effect.misses_next is not None:
        yield gettext("misses the next match") if effect.misses_next else gettext("may play the next match")
    # What is forgotten and at once learned again was there more than once; only one of it goes.
    for what in effect.forgets:
        yield gettext("forgets {what}").format(
            what=f"+1 {word('characteristic', what)}" if what in CHARACTERISTICS else what
        )
    for one in effect.learns:
        if one.what not in effect.forgets:
            yield gettext("learns {what}").format(what=gained_words(one))
