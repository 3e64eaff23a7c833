"""How a step of the pre-match shows its dice: what lies there, what the server may throw, what may be typed in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext

from config.problems import title_of
from config.words import roll_word
from engine.dice import notation
from engine.match.before import PARTS, wanted
from engine.match.before.scene import COIN, coin_side
from engine.match.throwing import thrower_of
from matches.models import DiceRoll
from matches.selectors.matchday import PreMatchPage
from matches.web.faces import faces_of
from matches.web.prematch_steps import Unreadable

FACES = "die:"  # before the key of a roll, in the name of its field


@dataclass(frozen=True, slots=True)
class DieField:
    key: str
    label: str
    dice: str
    typed: str  # what was typed and refused
    sides: tuple[tuple[str, str], ...] = ()  # of a coin: each face with the team that it means

    @property
    def name(self) -> str:
        return FACES + self.key

    @property
    def id(self) -> str:
        return f"die-{self.key.replace('/', '-')}"


@dataclass(frozen=True, slots=True)
class Lying:
    roll: DiceRoll
    label: str


@dataclass(frozen=True, slots=True)
class Dicing:
    lying: tuple[Lying, ...]
    server: bool  # it has something to throw
    fields: tuple[DieField, ...]  # that may be typed in
    differs: tuple[str, ...]  # where what is recorded is not what the dice said


def dicing(step: str, page: PreMatchPage, typed: QueryDict) -> Dicing:
    scene, part = page.scene, PARTS[step]
    asks = wanted(step, scene)
    keys = {ask.key for ask in part.possible(scene)}
    throwers = {ask.key: thrower_of(ask.key, page.ruleset) for ask in asks}
    return Dicing(
        lying=tuple(Lying(roll, _label(key, page)) for key, roll in page.rolls.items() if key in keys),
        server=any(thrower != "table" for thrower in throwers.values()),
        fields=tuple(
            DieField(
                ask.key,
                _label(ask.key, page),
                notation(ask.dice),
                typed.get(FACES + ask.key, ""),
                _coin_sides(page) if ask.dice == COIN else (),
            )
            for ask in asks
            if throwers[ask.key] != "server"
        ),
        differs=tuple(title_of(one) for one in part.differs(scene)),
    )


def _coin_sides(page: PreMatchPage) -> tuple[tuple[str, str], ...]:
    faces = range(1, COIN[0] + 1)
    return tuple((str(face), page.teams[coin_side((face,))].name) for face in faces)


def _label(key: str, page: PreMatchPage) -> str:
    """What it is for; and of which team, if it is one team's."""
    teams = {page.teams[side].key: page.teams[side].name for side in page.teams}
    team = next((teams[part] for part in key.split("/") if part in teams), "")
    word = roll_word(key)
    return gettext("{word}, {team}").format(word=word, team=team) if team else word


def typed_faces(typed: QueryDict) -> Mapping[str, tuple[int, ...]]:
    """What was typed in from the table, by the keys of the rolls; a field that was left empty asks for nothing."""
    found: dict[str, tuple[int, ...]] = {}
    for name, text in typed.items():
        if not name.startswith(FACES) or not str(text).strip():
            continue
        faces = faces_of(str(text))
        if not faces:
            raise Unreadable(gettext("Write the faces, one digit for each die, such as 43."))
        found[name.removeprefix(FACES)] = faces
    if not found:
        raise Unreadable(gettext("Type in what the dice show."))
    return found
