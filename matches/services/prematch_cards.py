"""Cards before a match: dealt by the server from virtual decks, or written down by the coach who drew them.

Either way a hand is its own coach's alone. A commissioner may write down for a coach what lies on paper, and sees
nothing of what the server has dealt.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.match.before import wanted
from engine.match.card_checks import held_problems
from engine.match.dealing import Act, CardMove, moved
from engine.match.prematch import HeldCard, SidePreMatch
from engine.match.sides import Side
from engine.typed import plain
from leagues.models import Coach
from matches.errors import DealtByHand, DealtByServer, DecksShown, HandIsAnothers, PrematchIllegal
from matches.mapping import DEAL, card_moves_of, dealing_of, seed_shown
from matches.models import Match, MatchDay
from matches.policies import is_coach_of
from matches.services.matchday import Preparation, preparing

STEP = "special-play-card"


def card_deal(
    *,
    match: Match,
    side: Side,
    act: Act,
    pile: str = "",
    cards: Sequence[HeldCard] = (),
    seen: int | None = None,
    actor: Coach,
) -> MatchDay:
    """One move at the virtual table: name the deck, draw, keep, give back, pass on."""
    if not is_coach_of(actor, match, side):
        raise HandIsAnothers(team=_team_name(match, side))
    with preparing(STEP, match=match, side=side, seen=seen, actor=actor) as at:
        if not at.ruleset.options.virtual_cards:
            raise DealtByHand
        if seed_shown(at.session):
            raise DecksShown
        while asks := wanted(STEP, at.scene):
            at.throw(asks, {})
        move = CardMove(side, act, pile, tuple(cards))
        moved(dealing_of(at.session, at.day, at.scene), move)
        at.day.sealed = {**at.day.sealed, DEAL: plain((*card_moves_of(at.day), move))}
    return at.day


def cards_record(
    *, match: Match, side: Side, cards: Sequence[HeldCard] | None, seen: int | None = None, actor: Coach
) -> MatchDay:
    """What a coach holds, where the decks lie on the table; nothing takes it back. The other side does not see it."""
    with preparing(STEP, match=match, side=side, seen=seen, actor=actor) as at:
        if at.ruleset.options.virtual_cards and at.ruleset.decks:
            raise DealtByServer
        at.seal(side, STEP, None if cards is None else plain(tuple(cards)))
        _check_hand(at, side, tuple(cards or ()))
    return at.day


def card_deck_record(*, match: Match, deck: str, seen: int | None = None, actor: Coach) -> MatchDay:
    """The one deck of this match, as it was named at the table."""
    with preparing(STEP, match=match, seen=seen, actor=actor) as at:
        at.prematch = replace(at.prematch, card_deck=deck)
    return at.day


def _check_hand(at: Preparation, side: Side, cards: tuple[HeldCard, ...]) -> None:
    """By itself: what the other side holds is none of his business, and is looked at with the report."""
    own: SidePreMatch = replace(at.prematch.side(side), cards=cards)
    alone = replace(at.prematch, home=own) if side == "home" else replace(at.prematch, away=own)
    thrown = {key: sum(faces) for key, faces in at.scene.fallen.items()}
    found = tuple(held_problems(side, alone, at.teams, at.ruleset, thrown))
    if found:
        raise PrematchIllegal(found)


def _team_name(match: Match, side: Side) -> str:
    return (match.home if side == "home" else match.away).name
