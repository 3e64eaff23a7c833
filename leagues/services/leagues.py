"""Founding leagues and joining them."""

import re
import secrets
from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.text import slugify

from config.writing import write
from engine import rulesets
from engine.errors import Problem, Refused, marked
from engine.rulesets import Ruleset
from engine.rulesets.options import HouseRulesIllegal, unplayed, with_options
from leagues.errors import InvitationUnknown, RulesetNotPlayable
from leagues.mapping import ruleset_keep
from leagues.models import Coach, League, Membership, Role
from leagues.names import clean_name
from leagues.policies import role_in

UNWRITABLE = re.compile("[\\x00\\ud800-\\udfff]")
RESERVED = ("new",)  # addresses that stand where a league's slug would


def league_create(
    *, name: str, ruleset: str, public: bool, house_rules: Mapping[str, Any] | None = None, actor: Coach
) -> League:
    """Found a league; its founder is its first commissioner."""
    name = " ".join(name.split())
    if not name:
        raise Refused((Problem("league_unnamed", marked("The league needs a name."), where="name"),))
    name, edition = clean_name(name), rulesets.get(ruleset)
    rules = rules_with(edition, house_rules or {})
    with write("league.founded", actor=actor) as writing:
        league = League.objects.create(
            name=name,
            slug=_free_slug(name),
            public=public,
            invitation=secrets.token_urlsafe(12),
            ruleset=ruleset_keep(rules),
            edition=ruleset_keep(edition),
        )
        Membership.objects.create(league=league, coach=actor, role=Role.COMMISSIONER)
        changed = dict(rules.house_rules)
        writing.done(
            league, subject=f"league:{league.pk}", league=league, ruleset=ruleset, public=public, house_rules=changed
        )
    return league


def playable(edition: Ruleset) -> Ruleset:
    """One by which matches are played: of an edition as it was stored early on, only teams were."""
    if edition.preview:
        raise RulesetNotPlayable(ruleset=edition.name)
    return edition


def rules_with(edition: Ruleset, house_rules: Mapping[str, Any]) -> Ruleset:
    """The edition as a league bends it; what cannot be bent is refused, all of it at once."""
    wrong = tuple(_unwritable(house_rules))
    if wrong:
        raise HouseRulesIllegal(wrong)
    idle = unplayed(house_rules)
    try:
        rules = with_options(edition, house_rules)
    except HouseRulesIllegal as illegal:
        # What is not there at all need not be played first.
        said = {problem.where for problem in illegal.problems if problem.code == "option_unknown"}
        raise HouseRulesIllegal((*illegal.problems, *(one for one in idle if one.where not in said))) from None
    if idle:
        raise HouseRulesIllegal(idle)
    return rules


def _unwritable(house_rules: Mapping[str, Any]) -> Iterator[Problem]:
    """Characters that no database keeps, wherever they stand."""
    for name, value in house_rules.items():
        if any(map(UNWRITABLE.search, _texts((name, value)))):
            yield Problem(
                "house_rule_unwritable",
                marked("“{name}” has characters that no database keeps."),
                "house-rules",
                name,
                {"name": UNWRITABLE.sub("", name)},
            )


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from _texts([*value, *value.values()])
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _texts(one)


def league_join(*, league: League, invitation: str = "", actor: Coach) -> Membership:
    """Join a public league, or a private one by its invitation. Joining twice changes nothing."""
    invited = secrets.compare_digest(invitation.encode(), league.invitation.encode())
    if not (league.public or invited or role_in(actor, league)):
        raise InvitationUnknown
    with write("league.joined", actor=actor, league=league) as writing:
        membership, _ = Membership.objects.get_or_create(league=league, coach=actor)
        writing.done(membership, subject=f"coach:{actor.pk}")
    return membership


def _free_slug(name: str) -> str:
    stem = slugify(name)[:80] or "league"
    taken = {*RESERVED, *League.objects.filter(slug__startswith=stem).values_list("slug", flat=True)}
    numbered = (stem if nth == 1 else f"{stem}-{nth}" for nth in range(1, len(taken) + 2))
    return next(slug for slug in numbered if slug not in taken)
