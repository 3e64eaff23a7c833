"""Everybody meets everybody: the circle method, with home and away alternating."""

from __future__ import annotations

from collections.abc import Sequence

Pairing = tuple[str, str]  # home, away


def round_robin(teams: Sequence[str], *, legs: int = 1) -> tuple[tuple[Pairing, ...], ...]:
    """Rounds of pairings in which each pair meets once per leg, at alternating homes.

    With an odd number one team rests each round; with fewer than two teams there is nothing to play.
    """
    single = _one_leg(list(teams))
    return tuple(
        pairings if leg % 2 == 0 else tuple((away, home) for home, away in pairings)
        for leg in range(legs)
        for pairings in single
    )


def _one_leg(teams: list[str]) -> tuple[tuple[Pairing, ...], ...]:
    if len(teams) < 2:
        return ()
    # Whoever meets the empty seat rests. It is the fixed one, so that everybody else is at home as often as away.
    circle: list[str | None] = [None, *teams] if len(teams) % 2 else [*teams]
    half = len(circle) // 2
    rounds = []
    for nth in range(len(circle) - 1):
        pairs = zip(circle[:half], reversed(circle[half:]), strict=True)
        rounds.append(
            tuple(
                # The fixed seat would always be at home: it swaps every other round.
                (away, home) if (nth % 2 and seat == 0) or seat % 2 else (home, away)
                for seat, (home, away) in enumerate(pairs)
                if home is not None and away is not None
            )
        )
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return tuple(rounds)
