"""Cards before a match, as far as who asks may see them: his own hand whole, of the other's how many it is."""

from __future__ import annotations

from dataclasses import dataclass

from engine.match.before import Scene, has_step, wanted
from engine.match.cards import Allowance, allowance
from engine.match.dealing import Dealing, Turn, may_look, open_turns
from engine.match.prematch import HeldCard
from engine.match.sides import SIDES, Side
from engine.team.sheet import TeamSheet
from leagues.mapping import ruleset_of
from leagues.policies import Visitor
from matches.mapping import card_moves_of, dealing_of, fallen_of, held_cards_of, prematch_at, rolls_in, seed_shown
from matches.models import DiceSession, Match, MatchDay, MatchStatus
from matches.policies import is_coach_of
from matches.selectors.dice import dice_session
from matches.services.snapshots import sheets_now

STEP = "special-play-card"
# When both coaches have agreed on what happened, hands lie open.
OPEN_HANDS = (MatchStatus.AGREED, MatchStatus.CONFIRMED, MatchStatus.FINISHED)


@dataclass(frozen=True, slots=True)
class HandView:
    side: Side
    allowed: Allowance
    number: int | None = None  # of his cards; None: not recorded
    open: bool = False  # who asks may see them
    cards: tuple[HeldCard, ...] = ()
    drawn: tuple[HeldCard, ...] = ()  # that he has still to choose from
    turns: tuple[Turn, ...] = ()  # what he may do now
    busy: bool = False  # there is something for this side to do


def hands(
    visitor: Visitor, match: Match, day: MatchDay | None, scene: Scene, session: DiceSession
) -> tuple[HandView, ...]:
    """Of both sides, in their order. What is hidden is left out here, so that no page has it."""
    table = _table(day, scene, session)
    return tuple(_hand(side, visitor, match, day, scene, table) for side in SIDES)


def held(match: Match, day: MatchDay | None, scene: Scene) -> dict[Side, tuple[HeldCard, ...]]:
    """What either side holds, where that is on record: for who checks a report, and for nobody's eyes."""
    table = _table(day, scene, dice_session(match)) if scene.ruleset.options.virtual_cards else None
    if table is None:
        return {side: hand for side in SIDES if (hand := _written(side, day, scene)) is not None}
    dealt = {move.side for move in card_moves_of(day)}
    return {side: table.dealing.hand(side).cards for side in SIDES if side in dealt}


def own_hand(visitor: Visitor, match: Match) -> tuple[HeldCard, ...]:
    """What he holds himself, for the page on which he plays it; of nobody else's hand anything."""
    ruleset = ruleset_of(match.ruleset_id)
    mine = [side for side in SIDES if is_coach_of(visitor, match, side)]
    if not mine or not has_step(STEP, ruleset):
        return ()
    day, sheets = MatchDay.objects.filter(match=match).first(), sheets_now(match)
    teams: dict[Side, TeamSheet] = {"home": sheets[match.home.key], "away": sheets[match.away.key]}
    scene = Scene(prematch_at(match, day), teams, ruleset, fallen_of(rolls_in(match.league_id, match.key)))
    hands_held = held(match, day, scene)
    return tuple(card for side in mine for card in hands_held.get(side, ()))


@dataclass(frozen=True, slots=True)
class _Table:
    dealing: Dealing
    shown: bool  # everybody may know how the decks lie: nothing is dealt any more

    def turns(self, side: Side) -> tuple[Turn, ...]:
        return () if self.shown else open_turns(self.dealing, side)


def _table(day: MatchDay | None, scene: Scene, session: DiceSession) -> _Table | None:
    """Virtual decks, when it is settled how many cards there are and who begins."""
    if not scene.ruleset.options.virtual_cards or not scene.ruleset.decks or wanted(STEP, scene):
        return None
    return _Table(dealing_of(session, day, scene), seed_shown(session))


def _hand(
    side: Side, visitor: Visitor, match: Match, day: MatchDay | None, scene: Scene, table: _Table | None
) -> HandView:
    thrown = {key: sum(faces) for key, faces in scene.fallen.items()}
    allowed = allowance(side, scene.prematch, scene.teams, scene.ruleset, thrown)
    is_open = is_coach_of(visitor, match, side) or match.status in OPEN_HANDS
    if table is None:
        held = _written(side, day, scene)
        return HandView(side, allowed, _number(held), is_open, held or () if is_open else ())
    dealing, turns = table.dealing, table.turns(side)
    hand = dealing.hand(side)
    view = HandView(side, allowed, len(hand.cards), is_open, busy=bool(turns))
    if not is_open:
        return view
    drawn = hand.drawn if may_look(dealing, side) and not hand.picked else ()
    mine = turns if is_coach_of(visitor, match, side) else ()
    return HandView(side, allowed, len(hand.cards), True, hand.cards, drawn, mine, bool(turns))


def _written(side: Side, day: MatchDay | None, scene: Scene) -> tuple[HeldCard, ...] | None:
    sealed = day.sealed.get(side, {}).get(STEP) if day else None
    return scene.prematch.side(side).cards if sealed is None else held_cards_of(sealed)


def _number(held: tuple[HeldCard, ...] | None) -> int | None:
    return None if held is None else len(held)
