"""What falls: dice that are passed in, keyed by purpose, and logged.

A key names the subject and its count (``casualty/t1-p17/1``), never a row, a client or a place in a form. The
face under a key depends on nothing but the seed and the key, so resending or reordering never buys another roll.
"""

from __future__ import annotations

import hashlib
import hmac
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from engine.errors import DiceDiverged, DieImpossible, DieMissing, ScriptExhausted

Source = Literal["seeded", "table", "scripted"]

_WORD = 2**64


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice of given sides thrown for one purpose, and the faces they showed."""

    key: str
    sides: tuple[int, ...]
    faces: tuple[int, ...]
    source: Source

    @property
    def total(self) -> int:
        return sum(self.faces)

    def to_data(self) -> dict[str, Any]:
        return {
            "key": self.key,
            "sides": list(self.sides),
            "faces": list(self.faces),
            "source": self.source,
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Roll:
        return cls(
            key=str(data["key"]),
            sides=tuple(int(side) for side in data["sides"]),
            faces=tuple(int(face) for face in data["faces"]),
            source=data["source"],
        )


class Dice(ABC):
    """A source of faces. Each key is thrown at most once; asking again shows what lies on the table."""

    def __init__(self) -> None:
        self._log: dict[str, Roll] = {}

    @property
    def log(self) -> tuple[Roll, ...]:
        """Every roll asked for, in the order of asking."""
        return tuple(self._log.values())

    def roll(self, key: str, *sides: int) -> Roll:
        lying = self._log.get(key)
        if lying is None:
            lying = self._log[key] = self._throw(key, sides)
        if lying.sides != sides:
            raise DiceDiverged(key=key, asked=notation(sides), recorded=notation(lying.sides))
        return lying

    @abstractmethod
    def _throw(self, key: str, sides: tuple[int, ...]) -> Roll: ...


class SeededDice(Dice):
    """The server's dice: HMAC-SHA256 of a seed that is sealed by its hash before the first roll."""

    def __init__(self, seed: bytes) -> None:
        super().__init__()
        self._seed = seed

    def _throw(self, key: str, sides: tuple[int, ...]) -> Roll:
        faces = tuple(self._face(f"{key}#{nth}", side) for nth, side in enumerate(sides))
        return Roll(key, sides, faces, "seeded")

    def _face(self, key: str, sides: int) -> int:
        # Words past the last whole multiple of `sides` would favour low faces: draw again under the next count.
        fair = _WORD - _WORD % sides
        retry = 0
        while (word := self._word(f"{key}#{retry}")) >= fair:
            retry += 1
        return word % sides + 1

    def _word(self, key: str) -> int:
        return int.from_bytes(hmac.digest(self._seed, key.encode(), "sha256")[:8], "big")


def seal(seed: bytes) -> str:
    """What is shown when a dice session opens, so that the seed cannot be swapped afterwards."""
    return hashlib.sha256(seed).hexdigest()


class TableDice(Dice):
    """Faces that coaches typed in from real dice; a missing one is asked for, or left to ``otherwise``."""

    def __init__(self, entered: Mapping[str, tuple[int, ...]], otherwise: Dice | None = None) -> None:
        super().__init__()
        self._entered = dict(entered)
        self._otherwise = otherwise

    def _throw(self, key: str, sides: tuple[int, ...]) -> Roll:
        faces = self._entered.get(key)
        if faces is not None:
            check_faces(key, sides, faces)
            return Roll(key, sides, faces, "table")
        if self._otherwise is not None:
            return self._otherwise.roll(key, *sides)
        raise DieMissing(key=key, dice=notation(sides))


class ScriptedDice(Dice):
    """Faces in the order a test wants them, whatever the keys."""

    def __init__(self, *faces: int) -> None:
        super().__init__()
        self._faces = list(faces)

    def _throw(self, key: str, sides: tuple[int, ...]) -> Roll:
        if len(self._faces) < len(sides):
            raise ScriptExhausted(key=key, dice=notation(sides))
        faces, self._faces = tuple(self._faces[: len(sides)]), self._faces[len(sides) :]
        check_faces(key, sides, faces)
        return Roll(key, sides, faces, "scripted")


class ReplayDice(Dice):
    """Rolls that already fell, by key. What never fell comes from ``fresh``, or is missing."""

    def __init__(self, rolls: Iterable[Roll], fresh: Dice | None = None) -> None:
        super().__init__()
        self._rolls = {roll.key: roll for roll in rolls}
        self._fresh = fresh

    def _throw(self, key: str, sides: tuple[int, ...]) -> Roll:
        recorded = self._rolls.get(key)
        if recorded is not None:
            return recorded
        if self._fresh is not None:
            return self._fresh.roll(key, *sides)
        raise DieMissing(key=key, dice=notation(sides))


def check_faces(key: str, sides: tuple[int, ...], faces: tuple[int, ...]) -> None:
    if not fits(sides, faces):
        raise DieImpossible(key=key, dice=notation(sides), faces=", ".join(map(str, faces)))


def fits(sides: tuple[int, ...], faces: tuple[int, ...]) -> bool:
    """Whether dice of these sides can show these faces."""
    return len(faces) == len(sides) and all(1 <= face <= side for face, side in zip(faces, sides, strict=True))


def notation(sides: tuple[int, ...]) -> str:
    """How people write dice: ``2D6``, ``D68`` for a D6 and a D8 read as tens and units."""
    if sides == (6, 8):
        return "D68"
    if len(set(sides)) == 1:
        return f"{len(sides) if len(sides) > 1 else ''}D{sides[0]}"
    return "+".join(f"D{side}" for side in sides)
