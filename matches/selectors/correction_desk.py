"""What a commissioner may tell otherwise about a match: its report, dice of the table, choices, acts in its windows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.dice import Roll
from engine.team.hiring import Act
from engine.team.sheet import TeamSheet
from engine.typed import build
from matches.models import Correction
from matches.selectors.correcting import CauseSaid, CorrectionPreview, InTheWay, Known, in_the_way, previewed
from matches.services.correction_plan import Looked, look
from matches.services.correction_telling import CHOSEN


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice that was made, and what else could have been chosen."""

    told: CauseSaid
    options: tuple[str, ...]
    chosen: str
    otherwise: bool  # by this correction


@dataclass(frozen=True, slots=True)
class ActTold:
    """What a coach did in the window after the match, as it is told by now."""

    told: CauseSaid
    act: Act
    sheet: TeamSheet  # of its team, before it
    otherwise: bool
    voided: bool


@dataclass(frozen=True, slots=True)
class DieTold:
    """A roll that coaches threw at the table, with the cause that asked for it."""

    told: CauseSaid
    roll: Roll


@dataclass(frozen=True, slots=True)
class Desk:
    """Everything that the page of a correction being prepared offers, and what it comes to so far."""

    correction: Correction
    head: int
    preview: CorrectionPreview
    hindering: InTheWay
    match_cause: int
    voided: bool
    choices: tuple[Choice, ...]
    acts: tuple[ActTold, ...]
    dice: tuple[DieTold, ...]

    @property
    def confirmable(self) -> bool:
        said = self.correction.changes or self.correction.resolutions
        return bool(said) and not self.hindering.unfit and not self.hindering.of_the_table


def desk_of(correction: Correction) -> Desk:
    looked = look(correction)
    own = [one for one in looked.redecision.decided if one.cause.occasion == correction.match.key]
    match = next(one for one in own if one.cause.kind == "match")
    known = Known(looked)
    pk = int(match.cause.key)
    voided = bool(looked.revised.get(pk, {}).get("voided"))
    return Desk(
        correction=correction,
        head=looked.head,
        preview=previewed(looked, known),
        hindering=in_the_way(looked, known),
        match_cause=pk,
        voided=voided,
        choices=() if voided else tuple(_choices(looked, known)),
        acts=tuple(
            ActTold(
                known.told(one),
                build(Act, looked.inputs(int(one.cause.key))["act"], "act"),
                one.sheets.get(one.cause.teams[0], TeamSheet(one.cause.teams[0])),
                one.cause.key in correction.changes,
                bool(looked.revised.get(int(one.cause.key), {}).get("voided")),
            )
            for one in own
            if one.cause.kind == "hiring" and not one.cause.voided
        ),
        dice=() if voided else tuple(_dice(looked, known)),
    )


def _choices(looked: Looked, known: Known) -> Iterator[Choice]:
    match = looked.correction.match
    teams = {team.key for team in (match.home, match.away)}
    place = match.place or 0
    for one in looked.redecision.decided:
        cause, pk = one.cause, int(one.cause.key)
        own = cause.occasion == match.key or str(pk) in looked.correction.changes
        near = cause.kind == "improvement" and cause.place[0] == place and teams & set(cause.teams)
        if cause.kind not in CHOSEN or cause.voided or not (own or near) or looked.revised.get(pk, {}).get("voided"):
            continue
        options = looked.options(pk)
        if len(options) > 1:
            inputs = looked.inputs(pk)
            said = inputs.get("choice") or inputs.get("position") or inputs.get("improvement", {}).get("choice")
            yield Choice(known.told(one), options, str(said or ""), str(pk) in looked.correction.changes)


def _dice(looked: Looked, known: Known) -> Iterator[DieTold]:
    seen: set[str] = set()
    for one in looked.redecision.decided:
        if one.cause.occasion != looked.correction.match.key:
            continue
        for roll in one.rolls:
            if roll.source == "table" and roll.key not in seen:
                seen.add(roll.key)
                yield DieTold(known.told(one), roll)
