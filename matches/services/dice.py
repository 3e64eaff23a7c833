"""Dice sessions: a sealed seed per occasion, and every roll that fell under it. Called inside ``write()``."""

import hashlib
import secrets
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from engine.dice import Roll, seal
from leagues.models import Coach, League
from matches.mapping import GOES_ON, roll_rows, sessions_from
from matches.models import DiceRoll, DiceSession

SEED_BYTES = 32


def sessions_open(*, league: League, occasions: Sequence[str], seed: bytes | None = None) -> None:
    """Open a session for each occasion; their seals are public from now on.

    ``seed`` is for the demo, which repeats itself: the seeds of the sessions follow from it.
    """
    DiceSession.objects.bulk_create(
        DiceSession(league=league, occasion=occasion, seed=secret, seal=seal(secret))
        for occasion in occasions
        for secret in [_secret(seed, occasion)]
    )


def session_go_on(session: DiceSession) -> DiceSession:
    """A new seed, when the last one has been shown: what is thrown from now on, nobody can have worked out."""
    last, secret = sessions_from(session)[-1], _secret(None, "")
    number = len(sessions_from(session)) + 1
    occasion = f"{session.occasion}{GOES_ON}{number}"
    return DiceSession.objects.create(
        league=session.league, occasion=occasion, seed=secret, seal=seal(secret), goes_on=last
    )


def _secret(seed: bytes | None, occasion: str) -> bytes:
    if seed is None:
        return secrets.token_bytes(SEED_BYTES)
    return hashlib.sha256(seed + occasion.encode()).digest()


def rolls_keep(
    *,
    session: DiceSession,
    rolls: Iterable[Roll],
    authors: Mapping[str, int] = MappingProxyType({}),
    actor: Coach | None,
) -> None:
    """``authors`` are those who typed rolls in ahead, by their keys."""
    DiceRoll.objects.bulk_create(roll_rows(session, rolls, actor.pk if actor else None, authors))
