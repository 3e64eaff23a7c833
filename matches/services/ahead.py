"""Dice of the post-match sequence, typed in by coaches in any order, before anything asks for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from config.writing import write
from engine.errors import NotAllowed, Problem
from engine.match import ahead
from engine.match.after import PossibleRoll
from leagues.models import Coach
from leagues.policies import allow
from matches.errors import AheadIllegal, DiceOver
from matches.models import Match, MatchStatus, TypedAhead
from matches.policies import can_type_ahead
from matches.selectors.ahead import faces_ahead, typed_ahead
from matches.selectors.ahead_page import SHUT, Known, fallen_after, known_of
from matches.services.postmatch import steps_go_on
from teams.models import Team
from teams.services.ledger import league_lock

Typed = Mapping[str, tuple[int, ...]]


def dice_type_ahead(*, match: Match, typed: Typed, actor: Coach) -> Match:
    """Keep what these rolls showed, by their keys; no faces take a roll back. What is not named stays as it is.

    A step that waits for one of them goes on.
    """
    mine = [team for team in (match.home, match.away) if can_type_ahead(actor, match, team)]
    allow(bool(mine))
    with write("dice.ahead", actor=actor, league=match.league) as writing:
        # Nobody throws meanwhile: what has fallen is not typed in any more.
        league_lock(match.league)
        match.status = Match.objects.values_list("status", flat=True).get(pk=match.pk)
        if match.status in SHUT:
            raise DiceOver(home=match.home.name, away=match.away.name)
        changed = _changed(match, typed)
        _check(known_of(match), changed, mine)
        TypedAhead.objects.bulk_create(
            TypedAhead(match=match, key=key, faces=list(faces), coach=actor) for key, faces in changed.items()
        )
        if match.status == MatchStatus.CONFIRMED:
            steps_go_on(match=match, keys=[key for key, faces in changed.items() if faces])
        writing.done(match, subject=f"match:{match.pk}", dice={key: list(faces) for key, faces in changed.items()})
    return match


def _changed(match: Match, typed: Typed) -> dict[str, tuple[int, ...]]:
    standing = faces_ahead(typed_ahead(match))
    return {key: faces for key, faces in typed.items() if faces != standing.get(key, ())}


def _check(known: Known, changed: Typed, mine: list[Team]) -> None:
    possible = {team.key: _rolls(known, team) for team in (known.match.home, known.match.away)}
    own = {roll.key: roll for team in mine for roll in possible[team.key]}
    theirs = {roll.key for rolls in possible.values() for roll in rolls} - set(own)
    if theirs & set(changed):
        raise NotAllowed
    found = tuple(_problems(known, changed, own))
    if found:
        raise AheadIllegal(found)


def _rolls(known: Known, team: Team) -> tuple[PossibleRoll, ...]:
    return tuple(roll for _, rolls in known.rolls_of(team) for roll in rolls if roll.asked != "idle")


def _problems(known: Known, changed: Typed, own: Mapping[str, PossibleRoll]) -> Iterator[Problem]:
    fallen, told = fallen_after(known.match, [*known.keys, *changed]), known.told
    for key, faces in changed.items():
        if key in fallen:
            yield ahead.fallen_already(key, tuple(fallen[key].sides), tuple(fallen[key].faces))
        elif key in told and faces:
            yield ahead.told_in_report(key, told[key])
        elif faces:
            yield from ahead.problems({key: faces}, own.values(), known.ruleset)
