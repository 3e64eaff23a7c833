"""Pages of the rules: every number on them comes from the ruleset's data."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from engine.rulesets import Roster, Ruleset, Skill
from engine.rulesets.coherence import die_tables
from engine.rulesets.furniture import Inducement, Star
from engine.rulesets.model import ExpensiveMistakes, Good, Mistake
from engine.rulesets.options import OptionLine, compare, options_of
from leagues.mapping import ruleset_of
from leagues.models import League
from leagues.place_words import PlaceWords
from leagues.rules_search import MOST, anchor, search, sections_of
from leagues.rules_tables import TABLES, sheets
from leagues.selectors.leagues import league_get
from leagues.selectors.rules import house_rules_of, roster_get, ruleset_get, ruleset_list, version_list
from leagues.web.crumbs import to_rules
from leagues.web.marks import Marks, page_of

# The pages that a ruleset has besides its own, where it has anything to show on them.
PARTS = {
    "stars": _("Star players"),
    "skills": _("Skills"),
    "inducements": _("Inducements"),
    "cards": _("Special play cards"),
    "tables": _("Tables"),
    "league": _("Improvements, money and seasons"),
    "events": _("Match events, balls and legends"),
    "options": _("House rules"),
}
DIFFERENCES_SHOWN = 400
# Where the tables that dice are thrown on stand, as far as one of them may be taken out.
TABLE_LISTS = ("weather", "kickoff", "prayers", "injury", "referees", "stadiums.categories")
# Which section of a ruleset's page a house rule belongs to, by the first part of its address.
SECTION_OF = {
    "draft": "draft",
    "goods": "draft",
    "value": "value",
    "spp": "spp",
    "spp_roll": "spp",
    "levels": "spp",
    "mvp": "spp",
    "casualty_earns_spp": "spp",
    "casualty": "match-report.casualties",
    "casualty_causes": "match-report.casualties",
    "casualty_actors": "match-report.casualties",
    "fans": "fans",
    "winnings": "winnings",
    "fan_factor": "fan-factor",
    "expensive_mistakes": "expensive-mistakes",
    "league": "league-points",
}


@require_safe
def ruleset_index(request: HttpRequest) -> HttpResponse:
    return render(request, "leagues/rules/list.html", {"rulesets": ruleset_list()})


@dataclass(frozen=True, slots=True)
class Read:
    """What is read: an edition as it is published, or a league's rules beside the edition they were made from."""

    ruleset: Ruleset
    edition: Ruleset
    league: League | None = None
    marks: Marks = field(default_factory=Marks)

    @property
    def query(self) -> str:
        """What hands the league on from page to page."""
        return f"?league={self.league.slug}" if self.league else ""

    @property
    def bent_sections(self) -> set[str]:
        here, there = (sections_of(ruleset) for ruleset in (self.ruleset, self.edition))
        return {SECTION_OF.get(top, "") for top in self.marks.tops()} | {one for one in here if one not in there}

    @property
    def gone_sections(self) -> list[str]:
        return [section for section in sections_of(self.edition) if section not in sections_of(self.ruleset)]


def _read(request: HttpRequest, key: str) -> Read:
    """``?league=`` shows a league's rules instead of the book's; who may not see the league finds nothing."""
    published, slug = ruleset_get(key), request.GET.get("league", "")
    if not slug:
        return Read(published, published)
    league = league_get(request.user, slug)
    if league.edition.key != key:
        raise Http404
    played, edition = ruleset_of(league.ruleset_id), ruleset_of(league.edition_id)
    return Read(played, edition, league, Marks(house_rules_of(league)))


def place_of(league: League, path: str) -> str:
    """Where a house rule of this league is read in its place."""
    key, page, name = league.edition.key, page_of(path), path.split(".")[1:2]
    teams = {roster.key for roster in ruleset_of(league.ruleset_id).teams}
    if page == "team" and teams.intersection(name):
        address = reverse("leagues:roster", args=[key, *name])
    elif page in PARTS:
        address = reverse("leagues:rules-part", args=[key, page])
    else:
        address = reverse("leagues:ruleset", args=[key])
    return f"{address}?league={league.slug}"


@require_safe
def ruleset_page(request: HttpRequest, key: str) -> HttpResponse:
    read = _read(request, key)
    ruleset = read.ruleset
    context = {
        **_frame(read),
        "crumbs": to_rules(),
        "deeds": list(ruleset.spp.items()),
        "sections": sections_of(ruleset),
        "mistakes": _mistakes_by_face(ruleset.expensive_mistakes) if ruleset.expensive_mistakes else [],
    }
    return render(request, "leagues/rules/ruleset.html", context)


@require_safe
def rules_part(request: HttpRequest, key: str, part: str) -> HttpResponse:
    read = _read(request, key)
    if part not in _parts(read):
        raise Http404
    context = {
        **_frame(read),
        "crumbs": _below(read),
        "part": part,
        "title": PARTS[part],
        **_content(read, part),
    }
    return render(request, f"leagues/rules/{part}.html", context)


@require_safe
def rules_search(request: HttpRequest, key: str) -> HttpResponse:
    read, query = _read(request, key), request.GET.get("q", "")[:80]
    found = search(read.ruleset, query, read.edition)
    context = {**_frame(read), "crumbs": _below(read), "query": query, "found": found[:MOST], "total": len(found)}
    return render(request, "leagues/rules/search.html", context)


@require_safe
def rules_compare(request: HttpRequest) -> HttpResponse:
    """Two editions, or two versions of one, side by side: every place in which they differ."""
    versions = {version.name: version for version in version_list()}
    # Unless somebody asks for others: the last two of the list.
    defaults = [ruleset.key for ruleset in ruleset_list()[-2:]]
    names = [request.GET.get(side, default) for side, default in zip(("one", "other"), defaults, strict=True)]
    if any(name not in versions for name in names):
        raise Http404
    one, other = (versions[name].ruleset for name in names)
    team = request.GET.get("team", "")
    found = [line for line in compare(one, other) if not line.path.startswith(("rules.", "options."))]
    part = request.GET.get("part", "")
    wanted = f"teams.{team}." if team else part
    shown = [line for line in found if line.path.startswith(wanted)]
    said = PlaceWords(other, one)
    both = [roster for roster in one.teams if any(roster.key == twin.key for twin in other.teams)]
    context = {
        "crumbs": to_rules(),
        "versions": list(versions.values()),
        "one": one,
        "other": other,
        "sides": list(zip(("one", "other"), names, strict=True)),
        "team": team,
        "teams": both,
        "part": part,
        "all_parts": sorted({line.path.partition(".")[0] for line in found}),
        "groups": [
            (_group_name(name, said), [(line, said(line.path)) for line in lines])
            for name, lines in groupby(shown[:DIFFERENCES_SHOWN], key=_group_of)
        ],
        "left_out": max(0, len(shown) - DIFFERENCES_SHOWN),
        "total": len(shown),
    }
    return render(request, "leagues/rules/compare.html", context)


@require_safe
def roster_page(request: HttpRequest, key: str, roster: str) -> HttpResponse:
    read = _read(request, key)
    chosen = roster_get(read.ruleset, roster)
    before = next((other for other in read.edition.teams if other.key == roster), chosen)
    context = {
        **_frame(read),
        "crumbs": _below(read),
        "roster": chosen,
        "characteristics": read.ruleset.characteristics,
        **_offers(read, chosen, before),
    }
    return render(request, "leagues/rules/roster.html", context)


def _offers(read: Read, roster: Roster, before: Roster) -> dict[str, Any]:
    """What is for sale to a team, and to the same team by the edition: what follows from several places at once."""
    costs = {good.key: read.edition.good_cost(before, good.key) for good in read.edition.goods_of(before)}
    goods = [
        (good, read.ruleset.good_cost(roster, good.key), costs.get(good.key)) for good in read.ruleset.goods_of(roster)
    ]
    if any(good.cost is None for good, _cost, _was in goods):
        read.marks.say([f"teams.{roster.key}.reroll_cost"])
    listed = {one.key: one for one in read.edition.inducements}
    inducements = [
        (one, *_price(one, roster), *_price(listed.get(one.key, one), before))
        for one in read.ruleset.inducements_of(roster)
    ]
    stars = sorted(read.ruleset.stars_of(roster.key), key=lambda star: star.cost or 0)
    return {
        "goods": goods,
        "gone_goods": _gone(read.edition.goods_of(before), read.ruleset.goods_of(roster)),
        "stars": stars,
        "gone_stars": _gone(read.edition.stars_of(before.key), stars),
        "inducements": inducements,
        "gone_inducements": _gone(read.edition.inducements_of(before), [one for one, *_rest in inducements]),
    }


def _price(one: Inducement, roster: Roster) -> tuple[int | None, int | None]:
    """What it costs this team, and how many it may buy."""
    return one.cost_for(roster.key), one.max_for(roster.key)


def _gone(before: Iterable[Good | Star | Inducement], now: Iterable[Good | Star | Inducement]) -> list[str]:
    left = {entry.key for entry in now}
    return [entry.name for entry in before if entry.key not in left]


def _frame(read: Read) -> dict[str, Any]:
    """What every page of a ruleset has: itself, whose it is, and the way to its other pages."""
    bent = read.marks.per_page()
    parts = [(part, PARTS[part], bent[part]) for part in _parts(read)]
    return {"ruleset": read.ruleset, "read": read, "parts": parts, "bent_here": bent[""] + bent["team"]}


def _parts(read: Read) -> list[str]:
    """The pages that have anything to show, if only what was taken out."""
    return [part for part in PARTS if any(_has_part(ruleset, part) for ruleset in (read.ruleset, read.edition))]


def _has_part(ruleset: Ruleset, part: str) -> bool:
    there = {
        "stars": ruleset.stars,
        "skills": ruleset.skills,
        "inducements": ruleset.inducements,
        "cards": ruleset.decks,
        "events": ruleset.events or ruleset.balls or ruleset.hall_of_fame,
    }
    return bool(there.get(part, True))


def _content(read: Read, part: str) -> dict[str, Any]:
    ruleset = read.ruleset
    if part == "skills":
        return {"groups": _by_category(ruleset.skills)}
    if part == "stars":
        everybody = {roster.key for roster in ruleset.teams}
        stars = [(star, bool(everybody.difference(star.teams))) for star in ruleset.stars]
        return {"stars": stars, "characteristics": ruleset.characteristics, "names": _team_names(read)}
    if part == "tables":
        return {"tables": list(die_tables(ruleset)), "lists": TABLE_LISTS}
    if part == "league":
        return {"sheets": sheets(ruleset), "names": _team_names(read), "tables": TABLES}
    if part == "options":
        return {"groups": _options(read)}
    return {}


def _team_names(read: Read) -> dict[str, str]:
    return {roster.key: roster.name for roster in (*read.edition.teams, *read.ruleset.teams)}


def _options(read: Read) -> list[tuple[str, list[tuple[OptionLine, Any]]]]:
    """Each option as the league has it, beside what the edition says."""
    said = {line.option.key: line.value for line in options_of(read.edition)}
    lines = [(line, said.get(line.option.key, line.value)) for line in options_of(read.ruleset)]
    for line, _was in lines:
        read.marks.say({**line.option.changes(True), **line.option.changes(False)})
    return [(name, list(group)) for name, group in groupby(lines, key=lambda pair: pair[0].option.group)]


def _below(read: Read) -> list[tuple[str, str]]:
    return [*to_rules(), (read.ruleset.name, reverse("leagues:ruleset", args=[read.ruleset.key]) + read.query)]


def _group_of(difference: Any) -> str:
    """Differences of one team stand together, and those of one table."""
    first, _, rest = difference.path.partition(".")
    return f"{first} {rest.partition('.')[0]}" if first == "teams" else first


def _group_name(group: str, said: PlaceWords) -> str:
    return said(group.replace(" ", "."))


def _mistakes_by_face(table: ExpensiveMistakes) -> list[tuple[int, list[Mistake]]]:
    faces = range(1, sum(table.dice) + 1)
    return [(face, [band.results[face - 1] for band in table.bands]) for face in faces]


def _by_category(skills: tuple[Skill, ...]) -> list[tuple[str, list[tuple[str, Skill]]]]:
    ordered = sorted(skills, key=lambda skill: (skill.category, skill.name))
    grouped = groupby(ordered, key=lambda skill: skill.category)
    return [(category, [(anchor(skill.name), skill) for skill in group]) for category, group in grouped]
