"""A player's life in words: one sentence for each kind of effect that can concern him."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, ngettext

from config.templatetags.scrimmage import gold
from config.words import word
from engine import effects as fx
from engine.rulesets.tables import CHARACTERISTICS
from teams.effect_words import amended_words
from teams.selectors.careers import CareerEntry, Happening, Move, result_name
from teams.selectors.statement import StatementBlock


@dataclass(frozen=True, slots=True)
class Sentence:
    """What is said of a happening; ``badge`` stands before it, in its ``tone``."""

    text: str
    badge: str = ""
    tone: str = ""
    move: Move | None = None  # the other team it speaks of
    rolls: tuple[dict[str, Any], ...] = ()


def heading(entry: CareerEntry) -> str:
    """What an occasion is called, seen from the player."""
    if entry.played is None:
        return word("occasion", entry.kind)
    opponent = entry.opponent.name if entry.opponent else entry.played.opponent
    said = gettext("Against {opponent}") if entry.here else gettext("After the match against {opponent}")
    return said.format(opponent=opponent)


def block_title(block: StatementBlock) -> str:
    """What an occasion is called, seen from the treasury."""
    if block.kind == "deal" and block.opponent:
        return gettext("Deal with {partner}").format(partner=block.opponent.name)
    if block.played is None:
        return word("occasion", block.kind)
    return gettext("Against {opponent}").format(opponent=block.opponent.name if block.opponent else "")


def sentences(entry: CareerEntry) -> Iterator[Sentence]:
    """Everything that the occasion did to him, in the order in which it happened; his deeds stand together."""
    if entry.resting:
        yield Sentence(gettext("He missed it: he was temporarily retired."))
    elif entry.absent:
        yield Sentence(gettext("He missed it, injured."))
    if entry.deeds:
        yield Sentence(_deeds(entry))
    for one in entry.happenings:
        if not isinstance(one.effect, fx.SppEarned):
            yield told(one)
    if entry.level:
        yield Sentence("", badge=entry.level.title, tone="done")
    if entry.played and entry.here and not entry.absent and not entry.happenings:
        yield Sentence(gettext("He was there."))


def told(one: Happening) -> Sentence:
    return WORDS[type(one.effect)](one, one.effect)


def _deeds(entry: CareerEntry) -> str:
    listed = ", ".join(_times(effect) for effect in entry.deeds)
    said = gettext("{deeds}: +{earned} SPP, {spp} in all.")
    return said.format(deeds=listed, earned=entry.earned, spp=entry.spp)


def _times(effect: fx.SppEarned) -> str:
    deed = word("deed", effect.deed)
    return f"{deed} × {effect.times}" if effect.times > 1 else deed  # noqa: RUF001


def _earned(one: Happening, effect: fx.SppEarned) -> Sentence:
    return Sentence(gettext("{deed}: +{spp} SPP.").format(deed=_times(effect), spp=effect.spp))


def _paid(text: str, one: Happening) -> str:
    return f"{text} {gettext('For {price} gp.').format(price=gold(one.price))}" if one.price else text


def _hired(one: Happening, effect: fx.PlayerHired) -> Sentence:
    return Sentence(_paid(gettext("Hired as {position}.").format(position=one.position), one))


def _taken_on(one: Happening, effect: fx.JourneymanTakenOn) -> Sentence:
    return Sentence(gettext("Taken on as a journeyman: {position}.").format(position=one.position))


def _journeyman_hired(one: Happening, effect: fx.JourneymanHired) -> Sentence:
    return Sentence(_paid(gettext("A journeyman no more: hired for good."), one))


def _raised(one: Happening, effect: fx.PlayerRaised) -> Sentence:
    if one.victim:
        text = gettext("Raised from the dead as {position}; he was {victim}.")
        return Sentence(_paid(text.format(position=one.position, victim=one.victim), one))
    return Sentence(_paid(gettext("Raised from the dead as {position}.").format(position=one.position), one))


def _bought(one: Happening, effect: fx.PlayerBought) -> Sentence:
    text = gettext("Bought from {team}.") if one.other else gettext("Bought from another team.")
    return Sentence(_paid(text.format(team=one.other and one.other.team), one), move=one.other)


def _sold(one: Happening, effect: fx.PlayerSold) -> Sentence:
    text = gettext("Sold to {team}.") if one.other else gettext("Sold to another team.")
    said = text.format(team=one.other and one.other.team)
    if one.price:
        said = f"{said} {gettext('For {price} gp.').format(price=gold(-one.price))}"
    return Sentence(said, move=one.other)


def _fired(one: Happening, effect: fx.PlayerFired) -> Sentence:
    return Sentence(gettext("The team let him go."), badge=word("player-status", "fired"))


def _left(one: Happening, effect: fx.PlayerLeft) -> Sentence:
    if one.before is not None and one.before.status == "journeyman":
        return Sentence(gettext("Nobody hired him, and he went his way."), badge=word("player-status", "left"))
    return Sentence(gettext("He has had enough and left the team."), badge=word("player-status", "left"))


def _retired(one: Happening, effect: fx.PlayerRetired) -> Sentence:
    return Sentence(gettext("He rests until the season is over."), badge=word("player-status", "retired"), tone="waits")


def _returned(one: Happening, effect: fx.PlayerReturned) -> Sentence:
    return Sentence(gettext("Back from his temporary retirement."))


def _renamed(one: Happening, effect: fx.PlayerRenamed) -> Sentence:
    old, new = one.before, one.after
    if old is None:
        return Sentence(gettext("He is called #{number} {name}.").format(number=new.number, name=new.name))
    text = gettext("#{old_number} {old} is #{number} {name} from now on.")
    return Sentence(text.format(old_number=old.number, old=old.name, number=new.number, name=new.name))


def _amended(one: Happening, effect: fx.PlayerAmended) -> Sentence:
    said = amended_words(effect, one.position) or gettext("nothing has changed")
    remark = f" {gettext('Reason: {reason}').format(reason=one.remark)}" if one.remark else ""
    return Sentence(f"{said[:1].upper()}{said[1:]}.{remark}")


def _gain(gain: str, what: str) -> str:
    return f"+1 {word('characteristic', what)}" if gain in CHARACTERISTICS else what


def _injured(one: Happening, effect: fx.InjurySuffered) -> Sentence:
    parts = []
    if effect.loses:
        parts.append(f"\N{MINUS SIGN}1 {word('characteristic', effect.loses)}")
    if effect.niggle:
        parts.append(gettext("a niggling injury"))
    if effect.misses_next:
        parts.append(gettext("misses the next match"))
    if effect.lasting:
        parts.append(gettext("a lasting injury"))
    return Sentence(", ".join(parts), badge=result_name(effect.result, one.rules), tone="problem")


def _called_away(one: Happening, effect: fx.PlayerCalledAway) -> Sentence:
    return Sentence(gettext("Called away by a sponsor: he misses the next match."))


def _equipped(one: Happening, effect: fx.SponsoredPlayerNamed) -> Sentence:
    return Sentence(gettext("The major sponsor equips him as long as the deal lasts."))


def _saved(one: Happening, effect: fx.CasualtySaved) -> Sentence:
    return Sentence(word("saved-by", effect.by), badge=result_name(effect.result, one.rules), tone="void")


def _died(one: Happening, effect: fx.PlayerDied) -> Sentence:
    return Sentence("", badge=word("player-status", "dead"), tone="problem")


def _improved(one: Happening, effect: fx.ImprovementTaken) -> Sentence:
    text = gettext("{what}, worth {value} gp.").format(what=_gain(effect.gain, effect.what), value=gold(effect.value))
    if effect.spp:
        text += " " + ngettext("Paid with {spp} SPP.", "Paid with {spp} SPP.", effect.spp).format(spp=effect.spp)
    badge = "" if effect.gain in CHARACTERISTICS else word("gain", effect.gain)
    return Sentence(text, badge=badge, tone="done", rolls=one.rolls)


def _position(one: Happening, effect: fx.PositionChanged) -> Sentence:
    return Sentence(gettext("He plays as {position} from now on.").format(position=one.position))


def _carried_on(one: Happening, effect: fx.PlayerCarriedOn) -> Sentence:
    return Sentence(gettext("The new team list has no such player; he carries on as he was."))


def _entered(one: Happening, effect: fx.TeamEntered) -> Sentence:
    text = ngettext(
        "He came with the team, as entered: {position}, {spp} SPP in {games} match.",
        "He came with the team, as entered: {position}, {spp} SPP in {games} matches.",
        one.after.games,
    )
    return Sentence(text.format(position=one.position, spp=one.after.spp, games=one.after.games))


# Every kind of effect with a player in it stands here; a test looks for one that does not.
WORDS: dict[type[fx.Effect], Callable[[Happening, Any], Sentence]] = {
    fx.TeamEntered: _entered,
    fx.PlayerHired: _hired,
    fx.PlayerRaised: _raised,
    fx.PlayerBought: _bought,
    fx.PlayerSold: _sold,
    fx.PlayerFired: _fired,
    fx.PlayerLeft: _left,
    fx.PlayerRetired: _retired,
    fx.PlayerReturned: _returned,
    fx.PlayerRenamed: _renamed,
    fx.PlayerAmended: _amended,
    fx.JourneymanTakenOn: _taken_on,
    fx.JourneymanHired: _journeyman_hired,
    fx.InjurySuffered: _injured,
    fx.CasualtySaved: _saved,
    fx.PlayerDied: _died,
    fx.SppEarned: _earned,
    fx.ImprovementTaken: _improved,
    fx.PositionChanged: _position,
    fx.PlayerCarriedOn: _carried_on,
    fx.PlayerCalledAway: _called_away,
    fx.SponsoredPlayerNamed: _equipped,
}
