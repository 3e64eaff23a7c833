"""The dice of a league, in words that a coach understands: are they fair, and who is lucky?"""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_safe

from engine.dice import notation
from engine.fairness import LEAST_DICE, LEAST_EXPECTED, Fairness, Luck
from leagues.selectors.leagues import league_get
from leagues.web.crumbs import to_league
from matches.selectors.dice_statistics import league_dice_statistics
from teams.models import Team

# Below the first, fair dice do so once in twenty leagues; below the second, once in a hundred.
RARE, VERY_RARE = 0.05, 0.01
# Of how many others he is luckier: two thirds of all lie between the inner ones, nineteen of twenty between the outer.
LUCKY, VERY_LUCKY = 0.84, 0.975


@dataclass(frozen=True, slots=True)
class ShownFace:
    face: int
    count: int


@dataclass(frozen=True, slots=True)
class ShownDice:
    name: str
    fairness: Fairness
    faces: tuple[ShownFace, ...]
    tone: str
    verdict: str
    why: str


@dataclass(frozen=True, slots=True)
class ShownLuck:
    team: Team
    luck: Luck
    tone: str
    verdict: str
    why: str


@require_safe
def league_dice(request: HttpRequest, slug: str) -> HttpResponse:
    league = league_get(request.user, slug)
    found = league_dice_statistics(league)
    context = {
        "crumbs": to_league(league),
        "league": league,
        "thrown": found.thrown,
        "sources": [(one.source, one.thrown, [_dice(dice) for dice in one.dice]) for one in found.sources],
        "teams": [_luck(one.team, one.luck) for one in found.teams],
        "least_dice": LEAST_DICE,
        "least_expected": LEAST_EXPECTED,
    }
    return render(request, "matches/league_dice.html", context)


def _dice(one: Fairness) -> ShownDice:
    tone, verdict = _fair(one)
    return ShownDice(
        name=notation((one.sides,)),
        fairness=one,
        faces=tuple(ShownFace(face, count) for face, count in enumerate(one.counts, start=1)),
        tone=tone,
        verdict=verdict,
        why=_of_a_hundred(one.p_value) if one.enough else "",
    )


def _fair(one: Fairness) -> tuple[str, str]:
    if not one.enough:
        return "", gettext("too few to say")
    if one.p_value < VERY_RARE:
        return "problem", gettext("very uneven")
    if one.p_value < RARE:
        return "waits", gettext("rather uneven")
    return "done", gettext("as even as dice are")


def _of_a_hundred(p_value: float) -> str:
    of_hundred = round(100 * p_value)
    if not of_hundred:
        return gettext("Of 100 fair leagues, not one would be as uneven.")
    return ngettext(
        "Of 100 fair leagues, {number} would be at least as uneven.",
        "Of 100 fair leagues, {number} would be at least as uneven.",
        of_hundred,
    ).format(number=of_hundred)


def _luck(team: Team, luck: Luck) -> ShownLuck:
    tone, verdict = _lucky(luck)
    return ShownLuck(team, luck, tone, verdict, _than(luck) if luck.enough else "")


def _lucky(luck: Luck) -> tuple[str, str]:
    if not luck.enough:
        return "", gettext("too few to say")
    better = luck.luckier_than
    if better >= VERY_LUCKY:
        return "done", gettext("very lucky")
    if better >= LUCKY:
        return "done", gettext("lucky")
    if better > 1 - LUCKY:
        return "info", gettext("as chance has it")
    if better > 1 - VERY_LUCKY:
        return "waits", gettext("unlucky")
    return "problem", gettext("very unlucky")


def _than(luck: Luck) -> str:
    return gettext("Luckier than {number} of 100 who throw as often.").format(number=round(100 * luck.luckier_than))
