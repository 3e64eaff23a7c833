"""Apothecaries and Igors: whom they help, and each of them once in a match. What a card or the stadium adds is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.errors import Problem, marked
from engine.match import injuries
from engine.match import report as keys
from engine.match.checks.players import eligible, name_of
from engine.match.checks.scene import OneSide
from engine.match.events import Event
from engine.match.returns import HEALING
from engine.team.sheet import Player

# What may have stood in for an apothecary, where it is recorded for the patient.
EXTRAS = ("card", "event", "inducement")
Treated = tuple[tuple[str, str], ...]  # where it stands, and who


def healing(one: OneSide) -> Iterator[Problem]:
    told = _treated(one)
    treated = _without_the_woken(told, one)
    for nth, player in enumerate(one.mine.healed_kos):
        yield from eligible(player, one.sheet, one.opponent, f"{one.side}.healed_kos.{nth}")
    if treated and not one.ruleset.roster(one.sheet.roster).apothecary:
        yield from (_no_apothecary(one, where) for where, _ in treated)
    else:
        yield from _apothecary_too_often(treated, _able(one), one)
    yield from _strangers(treated, one)
    helped = sum(casualty.igor for casualty in one.mine.casualties)
    yield from _igor_too_often(helped + len(told) - len(treated), one)
    times: Counter[str] = Counter()
    for nth, casualty in enumerate(one.mine.casualties):
        times[casualty.victim] += 1
        where = f"{one.side}.casualties.{nth}"
        if casualty.kept and not casualty.apothecary:
            yield Problem(
                "kept_without_apothecary",
                marked("Only an apothecary has a casualty thrown again: there is no second result to choose from."),
                "match-report.healing",
                f"{where}.kept",
                {},
            )
        if casualty.igor and one.sheet.player(casualty.victim):
            injured = injuries.Injured(casualty, times[casualty.victim], one.sheet, one.opponent, one.ruleset)
            yield from _igor(injured, one, f"{where}.igor")


def _treated(one: OneSide) -> Treated:
    casualties, kos = enumerate(one.mine.casualties), enumerate(one.mine.healed_kos)
    return (
        *((f"{one.side}.casualties.{nth}.apothecary", hurt.victim) for nth, hurt in casualties if hurt.apothecary),
        *((f"{one.side}.healed_kos.{nth}", player) for nth, player in kos),
    )


def _without_the_woken(treated: Treated, one: OneSide) -> Treated:
    """Knocked-out players whom no apothecary is left for may have been treated by somebody else who was hired."""
    left = _able(one) if one.ruleset.roster(one.sheet.roster).apothecary else 0
    rest, woken = list(treated), 0
    for where, key in reversed(treated[len(treated) - len(one.mine.healed_kos) :]):
        player = one.sheet.player(key)
        if player and len(rest) > left and woken < injuries.wakers(one.sheet, one.ruleset, player.status):
            rest.remove((where, key))
            woken += 1
    return tuple(rest)


def _able(one: OneSide, status: str = "active") -> int:
    """Apothecaries who treat a player of that status."""
    return injuries.healers("apothecary", one.sheet, one.ruleset, status)


def _no_apothecary(one: OneSide, where: str) -> Problem:
    return Problem(
        "apothecary_never",
        marked("{team} may have no apothecary."),
        "match-report.healing",
        where,
        {"team": one.sheet.name},
    )


def _apothecary_too_often(treated: Treated, owned: int, one: OneSide) -> Iterator[Problem]:
    """A card, an event, an inducement or whatever else brought one of the treated back may have been one more."""
    used = len(treated)
    if used <= owned:
        return
    patients = {player for _, player in treated}
    extra = sum(_stands_in(event) and event.player in patients for event in one.events)
    params = {"team": one.sheet.name, "used": used, "owned": owned}
    if used <= owned + extra:
        yield Problem(
            "apothecary_by_extra",
            marked("{team} used an apothecary {used} times and has {owned}; the rest by what was recorded. Really?"),
            "match-report.healing",
            f"{one.side}.casualties",
            params,
            "warning",
        )
        return
    yield Problem(
        "apothecary_too_often",
        marked("{team} used an apothecary {used} times and has {owned}: each helps once in a match."),
        "match-report.healing",
        f"{one.side}.casualties",
        params,
    )


def _stands_in(event: Event) -> bool:
    return event.kind in EXTRAS or (event.kind == "back" and event.what in HEALING)


def _strangers(treated: Treated, one: OneSide) -> Iterator[Problem]:
    """Who is not a team's own is treated by some who heal, and not by others."""
    strangers = [(where, found) for where, key in treated if (found := one.sheet.player(key))]
    strangers = [(where, player) for where, player in strangers if player.status != "active"]
    for where, player in strangers:
        if not _able(one, player.status):
            yield from _untreated(player, one, where)
    for status in {player.status: None for _, player in strangers}:
        able = _able(one, status)
        if able:
            own = tuple((where, player.key) for where, player in strangers if player.status == status)
            yield from _apothecary_too_often(own, able, one)


def _untreated(player: Player, one: OneSide, where: str) -> Iterator[Problem]:
    who = {"player": player.name, "team": one.sheet.name}
    if player.status == "journeyman":
        yield Problem(
            "apothecary_journeyman",
            marked("{player} is a journeyman: the apothecary of {team} does not treat him."),
            "hiring.journeymen",
            where,
            who,
        )
    elif player.guest:
        yield Problem(
            "apothecary_guest",
            marked("{player} was hired for this match: no apothecary of {team} treats him."),
            "match-report.healing",
            where,
            who,
        )


def _igor_too_often(used: int, one: OneSide) -> Iterator[Problem]:
    owned = injuries.healers("igor", one.sheet, one.ruleset)
    if used > owned:
        yield Problem(
            "igor_too_often",
            marked("{team} used an Igor {used} times and has {owned}: each helps once in a match."),
            "match-report.healing",
            f"{one.side}.casualties",
            {"team": one.sheet.name, "used": used, "owned": owned},
        )


def _igor(injured: injuries.Injured, one: OneSide, where: str) -> Iterator[Problem]:
    rules, player = injured.regeneration, injured.player
    if player.guest and not injuries.healers("igor", one.sheet, one.ruleset, player.status):
        yield Problem(
            "igor_guest",
            marked("{player} was hired for this match: no Igor of {team} helps him."),
            "match-report.healing",
            where,
            {"player": player.name, "team": one.sheet.name},
        )
        return
    if rules is None:
        yield Problem(
            "igor_without_regeneration",
            marked("{player} does not regenerate: an Igor can do nothing for him."),
            "match-report.healing",
            where,
            {"player": name_of(player.key, one.sheet)},
        )
        return
    thrown = one.report.dice.get(keys.regeneration_key(*injured.subject), ())
    if thrown and rules.succeeds(thrown):
        yield Problem(
            "igor_unneeded",
            marked("{player} regenerated with {thrown}, where {target} is enough: an Igor has nothing to throw again."),
            "match-report.healing",
            where,
            {"player": player.name, "thrown": sum(thrown), "target": rules.target},
        )
