"""Leagues of the other editions: drafted teams, seasons that have begun, a team that came here in full swing."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.tally import NONE, Tally
from engine.team.entry import EnteredPlayer, Entry, Learned
from engine.team.sample import sample
from engine.team.sheet import Record
from engine.team.spending import chosen_offers, spends
from leagues.mapping import ruleset_of
from leagues.models import Coach, League
from leagues.services.leagues import league_create, league_join
from matches.demo.play import Lineup
from matches.demo.rounds import match_finished
from matches.demo.squads import Squad
from matches.demo.story import Evening
from matches.models import PostMatchStep
from matches.services.hiring import window_open
from matches.services.improvements import improvement_choose
from matches.services.seasons import season_create
from teams.mapping import sheet_of
from teams.models import Team
from teams.services.entries import team_enter
from teams.services.teams import team_draft


@dataclass(frozen=True, slots=True)
class Drafted:
    """A sample team of its list, under a name of its own."""

    name: str
    roster: str
    coach: str
    choices: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Edition:
    league: str
    ruleset: str
    teams: tuple[Drafted, ...]
    house_rules: Mapping[str, Any] = field(default_factory=dict)
    season: str = ""  # that has begun, of which so many rounds are played
    rounds: int = 0


EDITIONS = (
    Edition(
        "The Old Guard Table",
        "lrb6",
        (
            Drafted("Thimble & Sons", "halfling", "Odile Marsh"),
            Drafted("The Late Arrivals", "undead", "Bram Tolliver"),
            Drafted("Needle Street Ramblers", "wood-elf", "Hester Vane"),
            Drafted("Coalface United", "dwarf", "Pip Ashdown"),
        ),
    ),
    Edition(
        "Plain Rules Fellowship",
        "basic",
        (
            Drafted("Market Day Eleven", "human", "Lucan Merriday"),
            Drafted("Twilight Postal Service", "necromantic", "Isolde Fenn"),
            Drafted("Reed Bank Rowers", "lizardman", "Jasper Rook"),
        ),
    ),
    Edition(
        "Sevens on the Green",
        "basic",
        (
            Drafted("Short Change", "orc", "Greta Holloway"),
            Drafted("Half a Loaf", "human", "Odile Marsh"),
            Drafted("Seven Sighs", "high-elf", "Pip Ashdown"),
        ),
        {"variant": "sevens"},
        season="Three Summer Evenings",
        rounds=2,
    ),
    Edition(
        "The New Season Stakes",
        "bb2020",
        (
            Drafted("Brass Monkeys", "chaos-chosen", "Bram Tolliver", {"special-rule": "Favoured of Khorne"}),
            Drafted("Grandmother's Kitchen", "halfling", "Hester Vane"),
            Drafted("Evening Callers", "vampire", "Isolde Fenn"),
            Drafted("Sons of the Manor", "imperial-nobility", "Jasper Rook"),
        ),
        season="The First Leaf",
        rounds=2,
    ),
)

# What the commissioner brings along from a league that was kept on paper: points to spend, old injuries, a trophy.
VETERANS_OF, VETERANS_COACH = "The New Season Stakes", "Lucan Merriday"
VETERANS = Entry(
    name="Ferry Lane Veterans",
    roster="human",
    players=(
        EnteredPlayer(
            "blitzer",
            8,
            "Marten Oar",
            spp=27,
            games=14,
            improvements=(Learned("Dodge"), Learned("Tackle")),
            deeds=Tally({"touchdown": 3, "casualty": 2, "mvp": 2}),
        ),
        EnteredPlayer("blitzer", 9, "Sela Rope", spp=9, games=14, lost=Tally({"av": 1})),
        EnteredPlayer("thrower", 1, "Old Tolly", spp=13, games=14, improvements=(Learned("Accurate"),), niggles=1),
        EnteredPlayer("catcher", 2, "Fen Swift", spp=7, games=12),
        EnteredPlayer("ogre", 99, "Barge", spp=6, games=10),
        *(
            EnteredPlayer("human-lineman", 10 + nth, f"Deckhand {nth}", spp=nth % 3, games=6 + nth)
            for nth in range(1, 8)
        ),
    ),
    treasury=85_000,
    goods=Tally({"reroll": 3, "dedicated-fans": 3, "apothecary": 1, "assistant-coach": 1}),
    record=Record(
        outcomes=Tally({"win": 7, "draw": 3, "loss": 4}),
        touchdowns_for=22,
        touchdowns_against=17,
        casualties_for=15,
        casualties_against=19,
    ),
    trophies=("The River Plate",),
)


def editions_play(*, coaches: Mapping[str, Coach], commissioner: Coach, secret: bytes) -> list[League]:
    """Found a league of each, draft its teams and play what is played, through the services that people use."""
    leagues = [_league(edition, coaches, commissioner, secret) for edition in EDITIONS]
    at_home = next(league for league in leagues if league.name == VETERANS_OF)
    coach = _joined(at_home, coaches[VETERANS_COACH])
    team = team_enter(league=at_home, entry=VETERANS, coach=coach, actor=commissioner)
    window_open(team=team, reason="They came with gold that is not spent yet.", actor=commissioner)
    return leagues


def _league(edition: Edition, coaches: Mapping[str, Coach], commissioner: Coach, secret: bytes) -> League:
    league = league_create(
        name=edition.league,
        ruleset=edition.ruleset,
        public=True,
        house_rules=edition.house_rules,
        actor=commissioner,
    )
    teams = [_drafted(league, one, _joined(league, coaches[one.coach])) for one in edition.teams]
    if edition.season:
        _play(league, edition, teams, commissioner, secret + edition.league.encode())
    return league


def _play(league: League, edition: Edition, teams: list[Team], commissioner: Coach, secret: bytes) -> None:
    seed = hashlib.sha256(secret).digest()
    season = season_create(league=league, name=edition.season, teams=teams, seed=seed, actor=commissioner)
    matches = season.matches.filter(round__lte=edition.rounds).order_by("round", "pk")
    for match in matches.select_related("league", "home__coach", "away__coach"):
        match_finished(match, secret, _lineup, _learn)


def _lineup(team: Team, round_number: int) -> Lineup:
    """Nobody has written their story: they play as their dice fall."""
    return Lineup(
        sheet=sheet_of(team),
        squad=Squad(team.name, team.roster, team.coach.name, team.colour, players="", goods=NONE),
        evening=Evening(round_number, team.name),
        spared=frozenset(),
        ruleset=ruleset_of(team.ruleset_id),
    )


def _learn(step: PostMatchStep) -> None:
    """Where points are spent, the first who can afford it learns the first skill that is open to him."""
    team = Team.objects.select_related("league").prefetch_related("players").get(pk=step.team_id)
    sheet, ruleset = sheet_of(team), ruleset_of(team.ruleset_id)
    if not spends(ruleset):
        return
    offered = ((player, offer) for player in sheet.members for offer in chosen_offers(player, sheet, ruleset))
    player, offer = next(offered, (None, None))
    if player is not None and offer is not None:
        improvement_choose(team=team, player=player.key, choice=offer.key, actor=step.team.coach)


def _joined(league: League, coach: Coach) -> Coach:
    league_join(league=league, invitation=league.invitation, actor=coach)
    return coach


def _drafted(league: League, one: Drafted, coach: Coach) -> Team:
    draft = sample(one.roster, ruleset_of(league.ruleset_id), one.name)
    return team_draft(league=league, draft=replace(draft, choices={**draft.choices, **one.choices}), actor=coach)
