"""A player's life in words: every kind of effect that can concern him has a sentence, and it tells what matters."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from engine import effects as fx
from engine import rulesets
from engine.tally import Tally
from engine.team.sheet import Gained, Player
from teams.models import Team
from teams.selectors.careers import Happening, Move, career
from teams.selectors.teams import team_get
from teams.web.lives import WORDS, told
from tests import cast
from tests.api.client import Api
from tests.teams.happenings import happen
from tests.web.reading import words_on

SAMPLES = json.loads((Path(__file__).parent.parent / "engine" / "effect_samples.json").read_text(encoding="utf-8"))
GRIFF = Player("p3", 3, "Griff", "blitzer")
OF_A_PLAYER = {cls for cls in fx.KINDS.values() if any(field.name == "player" for field in fields(cls))}


def happening(effect: fx.Effect, **more: Any) -> Happening:
    given: dict[str, Any] = {"before": GRIFF, "after": GRIFF, "rules": rulesets.get("bb2016"), "position": "Blitzer"}
    return Happening(effect, **{**given, **more})


def said(effect: fx.Effect, **more: Any) -> str:
    sentence = told(happening(effect, **more))
    return f"{sentence.badge} {sentence.text}".strip()


def test_every_kind_of_effect_with_a_player_in_it_has_words() -> None:
    assert OF_A_PLAYER | {fx.TeamEntered} == set(WORDS)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: f"{sample['kind']}-{sample['v']}")
def test_every_sample_of_them_is_said_without_a_key_in_it(sample: dict[str, Any]) -> None:
    effect = fx.from_data(sample)
    if type(effect) not in WORDS:
        return
    words = said(effect)
    assert words
    assert "{" not in words
    assert "_" not in words


@pytest.mark.parametrize(
    ("effect", "more", "words"),
    [
        (fx.PlayerHired("p3", 3, "Griff", "blitzer"), {"price": 90_000}, "Hired as Blitzer. For 90k gp."),
        (fx.JourneymanTakenOn("p3", 3, "Griff", "blitzer"), {}, "Taken on as a journeyman: Blitzer."),
        (fx.JourneymanHired("p3"), {"price": 50_000}, "A journeyman no more: hired for good. For 50k gp."),
        (
            fx.PlayerRaised("p3", 3, "Zombie", "zombie", "p4", "necromancer"),
            {"position": "Zombie", "victim": "Hans"},
            "Raised from the dead as Zombie; he was Hans.",
        ),
        (fx.PlayerBought(GRIFF, "t2"), {"other": Move(Team(name="Buyers"), "")}, "Bought from Buyers."),
        (fx.PlayerSold("p3", "t2"), {"other": Move(Team(name="Buyers"), "")}, "Sold to Buyers."),
        (fx.PlayerSold("p3", "t2"), {}, "Sold to another team."),
        (fx.PlayerFired("p3"), {}, "Fired The team let him go."),
        (
            fx.PlayerLeft("p3"),
            {"before": replace(GRIFF, status="journeyman")},
            "Left Nobody hired him, and he went his way.",
        ),
        (fx.PlayerLeft("p3"), {}, "Left He has had enough and left the team."),
        (fx.PlayerRetired("p3"), {}, "Temporarily retired He rests until the season is over."),
        (fx.PlayerReturned("p3"), {}, "Back from his temporary retirement."),
        (
            fx.PlayerRenamed("p3", 7, "Wilhelm"),
            {"after": replace(GRIFF, number=7, name="Wilhelm")},
            "#3 Griff is #7 Wilhelm from now on.",
        ),
        (
            fx.PlayerAmended(
                "p3",
                name="Wil",
                number=8,
                status="active",
                spp=-2,
                niggles=1,
                lost=Tally({"ma": -1}),
                misses_next=True,
                learns=(Gained("normal", "Dodge", 20_000), Gained("st", "st", 50_000)),
                forgets=("Block",),
            ),
            {"remark": "A slip of the pen."},
            "Called Wil, number 8, Active, −2 SPP, +1 niggle, +1 MA, misses the next match, forgets Block, "  # noqa: RUF001
            "learns Dodge (worth 20k), learns +1 ST (worth 50k). Reason: A slip of the pen.",
        ),
        (fx.PlayerAmended("p3"), {}, "Nothing has changed."),
        (fx.CasualtySaved("p3", "dead", "apothecary"), {}, "Dead back in the reserves by the apothecary"),
        (fx.CasualtySaved("p3", "dead", "regeneration"), {}, "Dead healed by Regeneration"),
        (
            fx.InjurySuffered("p3", "smashed-hip", misses_next=True, loses="ma", lasting=True),
            {},
            "Smashed Hip −1 MA, misses the next match, a lasting injury",  # noqa: RUF001
        ),
        (fx.PlayerDied("p3"), {}, "Dead"),
        (
            fx.ImprovementTaken("p3", "random-primary", "Block", 10_000, 3),
            {},
            "Random primary skill Block, worth 10k gp. Paid with 3 SPP.",
        ),
        (fx.ImprovementTaken("p3", "st", "st", 50_000), {}, "+1 ST, worth 50k gp."),
        (fx.SppEarned("p3", "touchdown", 2, 6), {}, "Touchdown × 2: +6 SPP."),  # noqa: RUF001
        (fx.PositionChanged("p3", "blitzer"), {}, "He plays as Blitzer from now on."),
    ],
    ids=lambda one: type(one).__name__ if isinstance(one, fx.Effect) else "",
)
def test_what_is_said(effect: fx.Effect, more: dict[str, Any], words: str) -> None:
    assert said(effect, **more) == words


# The whole way, from the ledger to the page


def life(team: Team, key: str) -> str:
    return words_on(Client().get(reverse("teams:player", args=[team.pk, key])))


@pytest.mark.django_db
def test_who_is_hired_after_a_match_was_not_in_it() -> None:
    match = cast.play(cast.match())
    team = happen(
        match.home,
        fx.PlayerHired("p20", 20, "Newt", "thrower"),
        fx.GoldChanged(-70_000, "player-hired", "p20"),
        occasion=match.key,
    )
    (entry,) = career(team_get(cast.coach("Cora"), team.pk), "p20").entries
    assert (entry.here, entry.absent, entry.price) == (False, False, 70_000)
    assert f"After the match against {match.away.name}" in life(team, "p20")
    assert "He was there" not in life(team, "p20")


@pytest.mark.django_db
@pytest.mark.parametrize("gone", [fx.PlayerFired("p4"), fx.PlayerLeft("p4"), fx.PlayerSold("p4", "t2")])
def test_nothing_is_told_of_a_player_who_is_gone(gone: fx.Effect) -> None:
    season = cast.season(cast.league(), legs=2)
    match = cast.play(cast.match(season))
    team = happen(match.home, gone, occasion="w1")
    cast.play(cast.match(season), (0, 0))
    last, played, _hired = career(team_get(cast.coach("Cora"), team.pk), "p4").entries
    assert last.effects == (gone,)
    assert played.played is not None


@pytest.mark.django_db
def test_a_retired_player_missed_it_for_another_reason() -> None:
    season = cast.season(cast.league(), legs=2)
    match = cast.play(cast.match(season))
    team = happen(match.home, fx.PlayerRetired("p4"), occasion="w1")
    cast.play(cast.match(season), (0, 0))
    assert "He missed it: he was temporarily retired." in life(team, "p4")
    assert career(team_get(cast.coach("Cora"), team.pk), "p4").missed == 1


@pytest.mark.django_db
def test_a_deal_is_told_on_both_sides() -> None:
    league = cast.league()
    seller, buyer = cast.team(league), cast.team(league, "Buyers", by="Bob")
    griff = Player("p30", 30, "Griff", "blitzer", spp=9)
    terms = {
        "deal": {
            "proposer": {"team": seller.key, "players": [{"player": "p10", "key": "p30"}]},
            "partner": {"team": buyer.key, "players": []},
        }
    }
    happen(seller, fx.PlayerSold("p10", buyer.key), kind="deal", occasion="d1", inputs=terms)
    happen(buyer, fx.PlayerBought(griff, seller.key), kind="deal", occasion="d2", inputs=terms)
    (sold, *_before) = Api().get(f"teams/{seller.pk}/players/p10/").json()["life"]
    assert (sold["went_to"]["team"]["name"], sold["went_to"]["key"], sold["came_from"]) == ("Buyers", "p30", None)
    assert "Sold to Buyers." in life(seller, "p10")
    assert "Bought from Reavers." in life(buyer, "p30")
    assert (
        reverse("teams:player", args=[seller.pk, "p10"])
        in Client().get(reverse("teams:player", args=[buyer.pk, "p30"])).content.decode()
    )


@pytest.mark.django_db
def test_who_was_raised_is_told_with_who_he_was() -> None:
    match = cast.play(cast.match())
    team = happen(
        match.home,
        fx.DeadMayRise("p4", "Hans", "necromancer", "lineman"),
        fx.PlayerRaised("p20", 20, "Stiff", "lineman", "p4", "necromancer"),
        occasion=match.key,
    )
    assert "Raised from the dead as Lineman; he was Hans." in life(team, "p20")


@pytest.mark.django_db
def test_the_commissioners_word_comes_with_its_reason_and_the_api_has_every_effect() -> None:
    amended = fx.PlayerAmended("p1", spp=3)
    team = happen(
        cast.team(cast.league()), amended, kind="ruling", occasion="c1", inputs={"ruling": {"reason": "Counted anew."}}
    )
    assert "+3 SPP. Reason: Counted anew." in life(team, "p1")
    entry, _hired = Api().get(f"teams/{team.pk}/players/p1/").json()["life"]
    assert entry["effects"] == [fx.to_data(amended)]
    assert entry["spp"] == 3
