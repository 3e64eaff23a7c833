"""Cards, prayers, match events and balls on the page of the pre-match: by plain forms, and nothing typed is lost."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from matches.mapping import prematch_of
from matches.models import Match, MatchDay
from tests import cast
from tests.matches.test_prematch_cards import a_match, an_exhibition, first_side, hand_of, nothing_bought

pytestmark = pytest.mark.django_db


def at(match: Match, side: str = "home") -> Client:
    client = Client()
    client.force_login((match.home if side == "home" else match.away).coach)
    return client


def page_of(match: Match, side: str = "home") -> str:
    return at(match, side).get(f"/matches/{match.pk}/prematch/").content.decode()


def send(match: Match, step: str, side: str = "home", **typed: Any) -> Any:
    return at(match, side).post(f"/matches/{match.pk}/prematch/{step}/", {"side": side, **typed})


def recorded(match: Match) -> Any:
    return prematch_of(MatchDay.objects.get(match=match))


def test_a_virtual_hand_is_dealt_by_buttons_and_ticks() -> None:
    match = a_match(**{"virtual-cards": True})
    side = first_side(match)
    for pile in ("dirty-trick", "heroic-feat"):
        assert f'name="pile" value="{pile}"' in page_of(match, side)
        assert send(match, "special-play-card", side, do="draw", pile=pile).status_code == 302
    coach = (match.home if side == "home" else match.away).coach
    one, two = hand_of(coach, match, side).drawn
    shown = page_of(match, side)
    assert f'name="card" value="{one.deck}/{one.card}"' in shown
    assert "Keep 1" in shown
    refused = send(
        match, "special-play-card", side, do="keep", card=[f"{one.deck}/{one.card}", f"{two.deck}/{two.card}"]
    )
    assert refused.status_code == 422
    assert "named 2 cards" in refused.content.decode()
    assert f'value="{two.deck}/{two.card}" checked' in refused.content.decode()
    assert send(match, "special-play-card", side, do="keep", card=[f"{one.deck}/{one.card}"]).status_code == 302
    assert hand_of(coach, match, side).cards == (one,)


def test_a_hand_from_the_table_is_ticked_and_what_was_refused_stays_ticked() -> None:
    match = a_match()
    ticked = ["dirty-trick/hidden-blade", "dirty-trick/dirty-block", "heroic-feat/punt"]
    assert send(match, "special-play-card", do="write", card=ticked[:1]).status_code == 302
    assert 'value="dirty-trick/hidden-blade" checked' in page_of(match)
    assert "1 card, face down" in page_of(match, "away")
    assert send(match, "special-play-card", do="blank").status_code == 302
    refused = send(match, "special-play-card", do="write", card=[*ticked, "dirty-trick/joker"])
    assert refused.status_code == 422
    assert refused.content.decode().count(" checked> ") >= 3


def test_it_is_said_why_it_is_so_many() -> None:
    shown = page_of(a_match())
    assert "draws 2, keeps 1" in shown
    assert "by the higher team value" in shown


def test_a_match_event_is_asked_for_turn_by_turn() -> None:
    match = a_match(**{"match-events": True})
    assert "Drawn and sealed" in page_of(match)
    assert "From the kick-off on you can ask" in page_of(match)
    assert 'value="reveal"' not in page_of(match)
    cast.kick_off(match)
    assert send(match, "match-event", do="reveal", half="x", turn="2").status_code == 422
    refused = send(match, "match-event", do="reveal", half="2", turn="8")
    assert refused.status_code == 409
    assert "can be in turn 1 of half 1 at the latest, not in turn 8 of half 2" in refused.content.decode()
    for half, turn in [(half, turn) for half in (1, 2) for turn in range(1, 9)]:
        asked = send(match, "match-event", do="reveal", half=str(half), turn=str(turn))
        if asked.status_code == 302:
            break
        # That it has not come is an answer, and nothing to be put right.
        assert "Not this time" in asked.content.decode()
        assert "to put right" not in asked.content.decode()
        assert f"half {half}, turn {turn}" in page_of(match, "away")  # he sees it as well
    event = recorded(match).home.event
    assert f'value="{event}" selected' in page_of(match)
    assert send(match, "match-event", "away", do="tell", event="pop").status_code == 302
    assert recorded(match).away.event == "pop"


def test_balls_are_ticked() -> None:
    match = a_match(**{"special-balls": True})
    assert send(match, "ball", ball=["extra-spiky-ball"]).status_code == 302
    assert "Extra Spiky Ball" in page_of(match, "away")
    refused = send(match, "ball", "away", ball=["limpin-squig"])
    assert refused.status_code == 422


def test_prayers_are_thrown_and_told() -> None:
    match = an_exhibition()
    assert "record the inducements first" in page_of(match)
    nothing_bought(match)
    assert send(match, "prayer", do="throw").status_code == 302
    said = recorded(match).home.prayers
    assert said
    assert f'value="{said[0].prayer}" selected' in page_of(match)
    typed = {"prayer": ["iron-man", *[""] * (len(said) - 1)], "player": ["p1"], "others": [""], "skill": [""]}
    assert send(match, "prayer", do="tell", **typed).status_code == 302
    assert recorded(match).home.prayers[0].player == "p1"
    refused = send(match, "prayer", do="tell", prayer=["iron-man"], player=["p77"], others=[""], skill=[""])
    assert refused.status_code == 422


def test_titles_are_typed_in_where_there_are_no_decks() -> None:
    match = an_exhibition()
    typed = {"title-deck": ["dirty-trick", "heroic-feat"], "title": ["A  Title", " "]}
    assert send(match, "special-play-card", do="write", **typed).status_code == 302
    assert "A Title" in page_of(match)
    assert "A Title" not in page_of(match, "away")


@pytest.mark.parametrize("step", ["special-play-card", "match-event", "ball"])
def test_a_side_that_is_none_is_no_crash(step: str) -> None:
    match = a_match(**{"match-events": True, "special-balls": True})
    assert send(match, step, do="tell", side="referee").status_code == 422


def test_a_spectator_has_no_forms() -> None:
    match = a_match()
    client = Client()
    client.force_login(cast.member(match.league, "Mia"))
    shown = client.get(f"/matches/{match.pk}/prematch/").content.decode()
    assert 'name="card"' not in shown
