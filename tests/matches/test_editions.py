"""A match from kick-off to the last step of its post-match, in every edition and in Sevens, by every way to an MVP."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.match import mvp
from engine.match.after import steps
from engine.team.sample import sample
from leagues.mapping import ruleset_of
from leagues.models import League
from leagues.selectors.rules import ruleset_list
from matches.models import Match, MatchStatus
from teams.mapping import sheet_of
from teams.models import Team
from teams.services.teams import team_draft
from teams.services.verification import league_differences
from tests import cast

pytestmark = pytest.mark.django_db
METHODS = ("nominated", "random", "chosen", "none")
SEVENS = {"variant": "sevens"}
EDITIONS = [*((ruleset.key, {}) for ruleset in ruleset_list()), ("basic", SEVENS)]
NAMES = [*(ruleset.key for ruleset in ruleset_list()), "sevens"]
NOMINEES = {"mvp-nominees": 3}  # as many as the others have, where the edition names nobody


def fixture(key: str, house_rules: Mapping[str, Any]) -> Match:
    league = cast.league(ruleset=key, house_rules=house_rules)
    return cast.match(cast.season(league, [drafted(league, "Ones", "Ann"), drafted(league, "Others", "Bob")]))


def drafted(league: League, name: str, by: str) -> Team:
    draft = sample("human", ruleset_of(league.ruleset_id), name)
    return team_draft(league=league, draft=draft, actor=cast.member(league, by))


def named(match: Match, team: Team) -> list[str]:
    """As many as the league wants named, if any."""
    _least, most = mvp.asked(ruleset_of(match.ruleset_id).mvp, len(sheet_of(team).fit))
    return [player.key for player in sheet_of(team).fit[:most]]


def played(match: Match, score: tuple[int, int] = (2, 1)) -> Match:
    """The first player of each side scores."""
    sides = {
        side: {
            "nominees": named(match, team),
            "deeds": [{"player": "p1", "counts": {"touchdown": touchdowns}}] if touchdowns else [],
        }
        for side, team, touchdowns in (("home", match.home, score[0]), ("away", match.away, score[1]))
    }
    return cast.play(match, score, home=sides["home"], away=sides["away"])


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("key", "size"), EDITIONS, ids=NAMES)
def test_a_match_is_played_to_its_end(key: str, size: dict[str, Any], method: str) -> None:
    named = NOMINEES if key == "basic" and method == "nominated" else {}
    match = played(fixture(key, {**size, **named, "mvp": method, **({"mvp.dice": [3]} if named else {})}))
    rules = ruleset_of(match.ruleset_id)
    assert match.status == MatchStatus.FINISHED
    assert list(league_differences(match.league)) == []
    for team in (match.home, match.away):
        ran = match.steps.filter(team=team).order_by("nth").values_list("name", flat=True)
        assert tuple(ran) == steps(rules)
        best = [player for player in team.players.all() if player.deeds.get("mvp")]
        assert len(best) == (method != "none")


def test_the_older_edition_makes_no_expensive_mistakes_and_pays_its_expenses() -> None:
    """LRB6, post-match: its own list, to the team value at its end."""
    match = played(fixture("lrb6", {"spiralling-breakpoint": 500_000, "spiralling-amount": 5_000}), (0, 0))
    assert [step.name for step in match.steps.filter(team=match.home).order_by("nth")] == [
        "spp",
        "winnings",
        "petty-cash",
        "fan-factor",
        "hire-and-fire",
        "journeymen",
        "value",
    ]
    paid = match.home.effects.get(kind="gold_changed", data__reason="spiralling-expenses")
    value = match.home.effects.get(kind="match_played").data["value"]
    assert paid.data["amount"] == -5_000 * (1 + (value - 500_000) // 150_000)
    assert match.home.effects.filter(kind="team_valued").count() == 1


@pytest.mark.parametrize("size", [{}, SEVENS], ids=["basic", "sevens"])
def test_in_the_plain_rules_every_player_throws_for_his_points(size: dict[str, Any]) -> None:
    """Basic, 2.5.1: one roll for each, kept under a key of its own."""
    match = played(fixture("basic", size))
    keys = set(match.league.dice_sessions.get(occasion=match.key).rolls.values_list("key", flat=True))
    for team in (match.home, match.away):
        assert {f"star-player-roll/{team.key}/{player.key}" for player in sheet_of(team).players} <= keys
        assert not team.effects.filter(kind="gold_changed", revision__cause__occasion=match.key).exists()


def test_the_newest_edition_pays_from_the_gate_and_works_the_value_out_at_the_end() -> None:
    """BB2020, post-game sequence, steps 1 and 6."""
    match = played(fixture("bb2020", {}))
    told = {team.pk: team.effects.get(kind="match_played").data for team in (match.home, match.away)}
    for team, touchdowns in ((match.home, 2), (match.away, 1)):
        won = team.effects.get(kind="gold_changed", data__reason="winnings").data
        mine = told[team.pk]
        assert won["amount"] == (mine["fans"] + mine["opponent_fans"]) * 5_000 + touchdowns * 10_000
        assert team.effects.get(kind="team_valued").data["current"] == Team.objects.get(pk=team.pk).value
    assert told[match.home.pk]["opponent_fans"] == told[match.away.pk]["fans"]
