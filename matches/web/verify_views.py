"""A match is verified by whoever likes to: seal, seed, every roll, and whether what it did comes out the same."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from config.problems import title_of
from config.words import word
from matches.models import Match
from matches.selectors.matches import match_get
from matches.selectors.verification import CauseCheck, SeedCheck, Verified, match_verified
from matches.web.crumbs import to_match


@dataclass(frozen=True, slots=True)
class ShownCause:
    what: str
    team: str
    same: bool
    problem: str


@dataclass(frozen=True, slots=True)
class ShownSeed:
    check: SeedCheck
    own: bool  # of the match itself; the others are those of improvements
    by_hand: str  # three lines of Python


@require_safe
def verify(request: HttpRequest, pk: int) -> HttpResponse:
    found = match_get(request.user, pk)
    verified = match_verified(found)
    context = {
        "crumbs": to_match(found),
        "match": found,
        "verified": verified,
        "seeds": [_shown_seed(one, found) for one in verified.seeds],
        "causes": [_shown_cause(one, found) for one in verified.causes],
        "problems": [title_of(problem) for problem in verified.problems],
        "tables": sum(one.state == "table" for one in verified.rolls),
        "altered": _altered(verified),
    }
    return render(request, "matches/verify.html", context)


def _altered(verified: Verified) -> int:
    return sum(not one.same for one in verified.causes)


def _shown_seed(one: SeedCheck, match: Match) -> ShownSeed:
    own = one.occasion == match.key or one.occasion.startswith(f"{match.key}+")
    thrown = next((check.roll for check in one.rolls if check.state != "table"), None)
    shown = one.seed and thrown
    return ShownSeed(one, own, by_hand(one.seed, thrown.key, thrown.sides) if shown and thrown else "")


def by_hand(seed: str, key: str, sides: tuple[int, ...]) -> str:
    """What anybody may type into Python to get the seal, and the faces of a roll."""
    return (
        f'import hashlib, hmac; seed = bytes.fromhex("{seed}"); key, sides = "{key}", {list(sides)}\n'
        "print(hashlib.sha256(seed).hexdigest())\n"
        'print([int.from_bytes(hmac.digest(seed, f"{key}#{nth}#0".encode(), "sha256")[:8], "big") % side + 1'
        " for nth, side in enumerate(sides)])"
    )


def _shown_cause(one: CauseCheck, match: Match) -> ShownCause:
    names = {match.home.key: match.home.name, match.away.key: match.away.name}
    return ShownCause(
        what=word("step", one.step) if one.step else word("occasion", one.kind),
        team=", ".join(names.get(team, team) for team in one.teams) if one.kind != "match" else gettext("both teams"),
        same=one.same,
        problem=title_of(one.problem) if one.problem else "",
    )
