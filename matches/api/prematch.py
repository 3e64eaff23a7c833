"""The pre-match in the API: what is recorded, and a call for each step. Other steps build upon ``PreMatchAnswers``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from config.rest import IDEMPOTENCY, READING, WRITING, ApiView, refusals
from config.shapes import body_of, shape_of
from engine.match.prematch import MaybeSide, PreMatch
from engine.match.sides import SIDES, Side
from engine.rulesets.model import SequenceStep
from matches.api.hiring import ProblemsField
from matches.api.serializers import DiceRollSerializer
from matches.selectors.hands import HandView
from matches.selectors.matchday import PreMatchPage, prematch_page
from matches.selectors.matches import match_get
from matches.services.prematch import (
    fans_record,
    journeymen_record,
    kick_record,
    prematch_throw,
    referee_record,
    stadium_choose,
    stadium_record,
    weather_record,
)

F = TypeVar("F", bound=Callable[..., Any])

PREMATCH = ["matches"]


@dataclass(frozen=True, slots=True)
class Weather:
    """`throw`: the server throws. `dice`: what was thrown at the table, by the keys of the rolls. Otherwise `result` is
    simply told; an empty one takes it back. `table` is the one that is thrown on, where the league has several.
    """

    throw: bool = False
    dice: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    table: str = ""
    result: str = ""
    version: int | None = None


@dataclass(frozen=True, slots=True)
class Stadium:
    """`throw` and `dice` as for the weather. `at_home`: whether the coach who throws plays at home instead of throwing
    on. Otherwise it is told: `stadium`, or the side whose home it is; `roller` is whose coach threw, `gold` what the
    stadium gives each side for inducements.
    """

    throw: bool = False
    dice: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    at_home: bool | None = None
    stadium: str = ""
    home_of: MaybeSide = ""
    roller: MaybeSide = ""
    gold: int = 0
    version: int | None = None


@dataclass(frozen=True, slots=True)
class Crowd:
    """`throw` and `dice` as for the weather. Otherwise `home` and `away` are how many fans came, null where the dice
    say it; `rivals`, whether the two rivals have turned up, and who sits the match out for the one of a side.
    """

    throw: bool = False
    dice: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    home: int | None = None
    away: int | None = None
    rivals: bool | None = None
    home_sits_out: str | None = None
    away_sits_out: str | None = None
    version: int | None = None


@dataclass(frozen=True, slots=True)
class Kicking:
    """`throw` and `dice` as for the weather. Otherwise `kicking` is the side that kicks off first, and `coin` the one
    that won the toss.
    """

    throw: bool = False
    dice: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    kicking: MaybeSide = ""
    coin: MaybeSide = ""
    version: int | None = None


@dataclass(frozen=True, slots=True)
class TakingOn:
    """`positions` of the journeymen of a side, one for each; null takes it back."""

    side: Side
    positions: tuple[str, ...] | None = None
    version: int | None = None


class Throwing(Protocol):
    """A body that may ask for a throw."""

    @property
    def throw(self) -> bool: ...
    @property
    def dice(self) -> Mapping[str, tuple[int, ...]]: ...
    @property
    def version(self) -> int | None: ...


class PreMatchStateSerializer(serializers.Serializer[Any]):
    """What is recorded before a match. What a side has decided sealed, only its own coach reads."""

    version = serializers.IntegerField(help_text="Send it with a step.")
    open = serializers.BooleanField(help_text="Something may still be recorded: the report is not filed yet.")
    steps = shape_of(SequenceStep)(many=True, help_text="In the order of the rules; none of them has to be kept to.")
    prematch = shape_of(PreMatch)()
    sealed = serializers.DictField(help_text="By side and step: what you have decided and the other side cannot see.")
    decided = serializers.SerializerMethodField(help_text="By side: the steps that it has decided sealed.")
    rolls = serializers.SerializerMethodField(help_text="What has been thrown.")
    problems = ProblemsField(help_text="What is recorded and cannot have been so.")
    differences = ProblemsField(help_text="Where what is recorded is not what the dice said. They stay on record.")
    asked = serializers.DictField(
        child=serializers.ListField(child=serializers.ListField(child=serializers.IntegerField())),
        help_text="By side: the halves and turns in which its coach has asked for his match event.",
    )
    hands = shape_of(HandView)(many=True, help_text="Cards of both sides: your own hand whole, of the other how many.")
    last_journeyman = serializers.DictField(
        child=serializers.CharField(), help_text="By side: the position that its coach took last, where it needs some."
    )

    @extend_schema_field(serializers.DictField(child=serializers.ListField(child=serializers.CharField())))
    def get_decided(self, page: PreMatchPage) -> dict[str, list[str]]:
        return {side: sorted(steps) for side, steps in page.decided.items()}

    @extend_schema_field(DiceRollSerializer(many=True))
    def get_rolls(self, page: PreMatchPage) -> Any:
        return DiceRollSerializer(page.rolls.values(), many=True, context=self.context).data


class PreMatchAnswers(ApiView):
    def state(self, pk: int) -> Any:
        return self.sent(PreMatchStateSerializer, prematch_page(self.visitor, match_get(self.visitor, pk)))


class PreMatchView(PreMatchAnswers):
    @extend_schema(
        operation_id="prematch_get", tags=PREMATCH, responses={200: PreMatchStateSerializer, **refusals(404, *READING)}
    )
    def get(self, request: Request, pk: int) -> Response:
        """What has been found out, drawn and bought before a match."""
        return Response(self.state(pk))


class PreMatchStep(PreMatchAnswers):
    """What is thrown, or told."""

    def thrown(self, pk: int, step: str, body: Throwing) -> Response:
        match, table = match_get(self.visitor, pk), body.table if isinstance(body, Weather) else ""
        return self.write(
            lambda: prematch_throw(
                match=match,
                step=step,
                table=table,
                typed={} if body.throw else body.dice,
                seen=body.version,
                actor=self.coach,
            ),
            lambda _: self.state(pk),
        )

    def told(self, pk: int, act: Callable[[], object]) -> Response:
        return self.write(act, lambda _: self.state(pk))


def documented(step: str, body: type, *examples: OpenApiExample) -> Callable[[F], F]:
    return extend_schema(
        operation_id=f"prematch_{step}",
        tags=PREMATCH,
        parameters=[IDEMPOTENCY],
        request=body_of(body),
        responses={200: PreMatchStateSerializer, **refusals(*WRITING)},
        examples=list(examples),
    )


SERVER = OpenApiExample("By the server", {"throw": True}, request_only=True)


class PreMatchWeather(PreMatchStep):
    @documented(
        "weather",
        Weather,
        SERVER,
        OpenApiExample("At the table", {"dice": {"weather": [4, 3]}}, request_only=True),
        OpenApiExample("Told", {"table": "standard", "result": "blizzard"}, request_only=True),
    )
    def post(self, request: Request, pk: int) -> Response:
        """Throw for the weather, or say what it is."""
        body = self.body(Weather)
        if body.throw or body.dice:
            return self.thrown(pk, "weather", body)
        match, actor = match_get(self.visitor, pk), self.coach
        return self.told(
            pk,
            lambda: weather_record(match=match, weather=body.result, table=body.table, seen=body.version, actor=actor),
        )


class PreMatchReferee(PreMatchStep):
    @documented("referee", Weather, SERVER)
    def post(self, request: Request, pk: int) -> Response:
        """Throw for the referee, or say who it is."""
        body = self.body(Weather)
        if body.throw or body.dice:
            return self.thrown(pk, "referee", body)
        match, actor = match_get(self.visitor, pk), self.coach
        return self.told(
            pk,
            lambda: referee_record(match=match, referee=body.result, table=body.table, seen=body.version, actor=actor),
        )


class PreMatchStadium(PreMatchStep):
    @documented("stadium", Stadium, SERVER, OpenApiExample("At home", {"home_of": "away"}, request_only=True))
    def post(self, request: Request, pk: int) -> Response:
        """Throw for the stadium, play at home instead, or say where the match is played."""
        body = self.body(Stadium)
        if body.throw or body.dice:
            return self.thrown(pk, "stadium", body)
        match, actor, at_home = match_get(self.visitor, pk), self.coach, body.at_home
        if at_home is not None:
            return self.told(pk, lambda: stadium_choose(match=match, home=at_home, seen=body.version, actor=actor))
        return self.told(
            pk,
            lambda: stadium_record(
                match=match,
                stadium=body.stadium,
                home_of=body.home_of,
                roller=body.roller,
                gold=body.gold,
                seen=body.version,
                actor=actor,
            ),
        )


class PreMatchFans(PreMatchStep):
    @documented("fans", Crowd, SERVER, OpenApiExample("Told", {"home": 11000, "away": 9000}, request_only=True))
    def post(self, request: Request, pk: int) -> Response:
        """Throw for the fans of both sides, or say how many came."""
        body = self.body(Crowd)
        if body.throw or body.dice:
            return self.thrown(pk, "fans", body)
        match, actor = match_get(self.visitor, pk), self.coach
        out = {"home": body.home_sits_out, "away": body.away_sits_out}
        return self.told(
            pk,
            lambda: fans_record(
                match=match,
                fans={"home": body.home, "away": body.away},
                rivals=body.rivals,
                sits_out={side: key for side in SIDES if (key := out[side]) is not None},
                seen=body.version,
                actor=actor,
            ),
        )


class PreMatchKick(PreMatchStep):
    @documented("kick", Kicking, SERVER, OpenApiExample("The home side kicks", {"kicking": "home"}, request_only=True))
    def post(self, request: Request, pk: int) -> Response:
        """Throw the coin, or say which side kicks off first."""
        body = self.body(Kicking)
        if body.throw or body.dice:
            return self.thrown(pk, "kick", body)
        match, actor = match_get(self.visitor, pk), self.coach
        return self.told(
            pk,
            lambda: kick_record(match=match, kicking=body.kicking, coin=body.coin, seen=body.version, actor=actor),
        )


class PreMatchJourneymen(PreMatchStep):
    @documented(
        "journeymen",
        TakingOn,
        OpenApiExample("Two linemen", {"side": "home", "positions": ["lineman", "lineman"]}, request_only=True),
    )
    def post(self, request: Request, pk: int) -> Response:
        """Say whom a side that is short of players takes on, where that is done before the match."""
        match, body, actor = match_get(self.visitor, pk), self.body(TakingOn), self.coach
        return self.told(
            pk,
            lambda: journeymen_record(
                match=match, side=body.side, positions=body.positions, seen=body.version, actor=actor
            ),
        )
