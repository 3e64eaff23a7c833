"""How the dice of a league fell: whether they are fair, and who is lucky. Counted by the database."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Case, Count, F, Value, When
from django.db.models.functions import Concat, StrIndex, Substr

from engine.fairness import NO_LUCK, Fairness, Luck, fairness, luck_of
from leagues.models import League
from matches.models import DiceRoll
from teams.models import Team

# Shuffled decks are one roll with a die for each card: no dice that anybody throws.
NO_DICE = "shuffle/"
SOURCES = ("seeded", "table")


@dataclass(frozen=True, slots=True)
class DiceOfSource:
    """What the server threw, or what coaches threw at the table: dice of each size."""

    source: str
    dice: tuple[Fairness, ...]

    @property
    def thrown(self) -> int:
        return sum(one.thrown for one in self.dice)


@dataclass(frozen=True, slots=True)
class TeamLuck:
    team: Team
    luck: Luck


@dataclass(frozen=True, slots=True)
class DiceStatistics:
    sources: tuple[DiceOfSource, ...]
    teams: tuple[TeamLuck, ...]  # who is luckiest first; of too few dice nothing is said, they come last

    @property
    def thrown(self) -> int:
        return sum(one.thrown for one in self.sources)


def league_dice_statistics(league: League) -> DiceStatistics:
    faces: dict[str, dict[int, Counter[int]]] = {source: defaultdict(Counter) for source in SOURCES}
    luck: dict[str, Luck] = {}
    for row in _counted(league):
        for side, face in zip(row["sides"], row["faces"], strict=True):
            faces[row["source"]][side][face] += row["times"]
        found = luck_of(row["purpose"], row["part"], tuple(row["sides"]), tuple(row["faces"]), row["times"])
        luck[row["team"]] = luck.get(row["team"], NO_LUCK).plus(found)
    teams = Team.objects.filter(league=league).select_related("coach").order_by("name", "pk")
    return DiceStatistics(
        sources=tuple(DiceOfSource(source, tuple(_by_size(faces[source]))) for source in SOURCES),
        teams=tuple(sorted((TeamLuck(team, luck.get(team.key, NO_LUCK)) for team in teams), key=_luckiest)),
    )


def _counted(league: League) -> Iterable[dict[str, Any]]:
    """How often each throw fell for each team and purpose: a league has many rolls, and few different ones."""
    # Two strokes behind it: a key without a team has parts that are empty.
    key = Concat(F("key"), Value("//"))
    rest = Substr(F("whole"), StrIndex(F("whole"), Value("/")) + 1)
    rolls = DiceRoll.objects.filter(session__league=league, source__in=SOURCES).exclude(key__startswith=NO_DICE)
    counted: Iterable[Any] = (
        rolls.annotate(whole=key)
        .annotate(rest=rest)
        .annotate(
            purpose=Substr(F("whole"), 1, StrIndex(F("whole"), Value("/")) - 1),
            team=Substr(F("rest"), 1, StrIndex(F("rest"), Value("/")) - 1),
            part=Case(When(key__endswith="/minor", then=Value("minor")), default=Value("")),
        )
        .order_by()
        .values("purpose", "team", "part", "sides", "faces", "source")
        .annotate(times=Count("pk"))
    )
    return counted


def _by_size(found: dict[int, Counter[int]]) -> Iterator[Fairness]:
    for sides in sorted(found):
        if sides > 1:  # the only one who is left is drawn from a die with one face
            yield fairness(sides, found[sides])


def _luckiest(one: TeamLuck) -> tuple[bool, float]:
    return not one.luck.enough, -one.luck.luckier_than
