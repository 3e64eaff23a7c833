"""A window in words: what was done in it, and what follows when it closes."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext, ngettext

from config.templatetags.scrimmage import gold
from engine.match.forecast import Forecast
from engine.rulesets import Ruleset
from engine.team.hiring import Act
from engine.team.sheet import TeamSheet
from matches.selectors.hiring import HiringPage

NOBODY = "\N{EN DASH}"


def act_words(act: Act, page: HiringPage) -> str:
    """What a coach did, with names instead of keys."""
    return act_said(act, page.sheet, page.ruleset)


def act_said(act: Act, sheet: TeamSheet, ruleset: Ruleset) -> str:
    """The same by the team as it stood, or stands."""
    player = sheet.player(act.player)
    who = f"#{player.number} {player.name}" if player else f"#{act.number} {act.name}".strip(" #0") or NOBODY
    good = next((one.name for one in ruleset.goods if one.key == act.good), act.good)
    star = ruleset.star(act.star)
    positions = {position.key: position.name for position in ruleset.roster(sheet.roster).positions}
    position = positions.get(player.position if player else act.position, "")
    said = {"who": who, "good": good, "count": act.count, "position": position, "star": star.name if star else ""}
    said |= {"name": act.name}
    return {
        "hire": gettext("Hired {who} ({position})"),
        "fire": gettext("Fired {who}"),
        "buy": gettext("Bought: {good} × {count}"),  # noqa: RUF001
        "drop": gettext("Gave up: {good} × {count}"),  # noqa: RUF001
        "hire-journeyman": gettext("Hired the journeyman {who}"),
        "raise": gettext("Raised {who} ({position})"),
        "retire": gettext("{who} retired for the season"),
        "roster-star": gettext("{star} joined the roster"),
        "release-star": gettext("Let the star go"),
        "rename": gettext("{who}: name and number"),
        "sell-stadium": gettext("Sold the stadium"),
        "buy-stadium": gettext("Bought the stadium"),
        "pay-into-fund": gettext("Paid into the stadium fund: {count}"),
        "cancel-residency": gettext("Ended the residency"),
        "name-stadium": gettext("Called the home {name}"),
        "end-sponsor": gettext("Ended the deal with the major sponsor"),
        "end-sponsorship": gettext("Ended ongoing sponsorships: {count}"),
        "name-sponsored": gettext("The major sponsor equips {who}"),
    }[act.kind].format(**said)


def forecast_words(forecast: Forecast, page: HiringPage) -> list[str]:
    """What follows when the window is closed like this, in the order in which it happens."""
    return list(_forecast(forecast, page))


def _forecast(forecast: Forecast, page: HiringPage) -> Iterator[str]:
    star = page.star.name if page.star else ""
    if forecast.upkeep:
        said = {"gold": gold(forecast.upkeep), "star": star}
        yield gettext("{gold} gp are paid, and {star} stays.").format(**said)
    if forecast.star:
        yield gettext("{star} goes, and any team may roster him.").format(star=star)
    if forecast.leaving:
        yield ngettext(
            "{count} journeyman whom you have not hired goes.",
            "{count} journeymen whom you have not hired go.",
            forecast.leaving,
        ).format(count=forecast.leaving)
    if forecast.insurers is not None:
        yield _insurers(forecast.insurers)
    mistakes = forecast.mistakes
    if mistakes is not None and mistakes.column is None:
        least = gold(mistakes.least)
        yield gettext("Then: no expensive mistake; nothing is thrown below {gold} gp.").format(gold=least)
    elif mistakes is not None:
        said = {"dice": mistakes.dice, "gold": gold(mistakes.column)}
        yield gettext("Then: expensive mistakes, a {dice} in the column from {gold} gp.").format(**said)
    if forecast.journeymen:
        yield _journeymen(forecast, page)


def _insurers(gone: int) -> str:
    if not gone:
        return gettext("Then: the insurers ask for nothing; no player is gone.")
    text = ngettext(
        "Then: the insurers throw against {gone} player who is gone.",
        "Then: the insurers throw against {gone} players who are gone.",
        gone,
    )
    return text.format(gone=gone)


def _journeymen(forecast: Forecast, page: HiringPage) -> str:
    names = {position.key: position.name for position in page.roster.positions}
    said = {"count": forecast.journeymen, "positions": ", ".join(names[key] for key in forecast.positions)}
    return ngettext(
        "Then: {count} journeyman is taken on ({positions}).",
        "Then: {count} journeymen are taken on ({positions}).",
        forecast.journeymen,
    ).format(**said)
