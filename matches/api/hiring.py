"""Hire and fire in the API: the state of a window, acts in it, taking them back, the commissioner's windows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, get_args

from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from config.problems import problem_data, title_of
from config.rest import IDEMPOTENCY, READING, WRITING, ApiView, ProblemLineSerializer, refusals
from config.shapes import body_of, shape_of
from engine.match.forecast import Forecast
from engine.team.hiring import Act, ActKind
from engine.team.sheet import HomeStadium
from matches.models import Window
from matches.selectors.hiring import ActLine, HiringPage, SponsorDesk, hiring_page
from matches.services.hiring import act_do, act_undo, window_close, window_open
from teams.api.serializers import TeamRefSerializer
from teams.selectors.teams import team_get

HIRING = ["teams"]


@dataclass(frozen=True, slots=True)
class Doing:
    """One act. `version`, if given, is that of the team you have seen: a team that has changed since is left alone.

    Which of the other fields mean anything depends on its kind. A newcomer without `number` or `name` gets one.
    `faces` are those of a sale that was thrown for at the table: first the table's, then those of what its row pays.
    """

    kind: ActKind
    version: int | None = None
    player: str = ""
    position: str = ""
    number: int = 0
    name: str = ""
    good: str = ""
    count: int = 1
    victim: str = ""
    star: str = ""
    faces: tuple[int, ...] = ()

    @property
    def act(self) -> Act:
        return Act(
            self.kind,
            self.player,
            self.position,
            self.number,
            self.name,
            self.good,
            self.count,
            self.victim,
            self.star,
        )


@dataclass(frozen=True, slots=True)
class TakingBack:
    """`act` is the id of what was done, from the state of the window."""

    act: int
    version: int | None = None


@dataclass(frozen=True, slots=True)
class Opening:
    reason: str


@dataclass(frozen=True, slots=True)
class Closing:
    """`choice` is one of the ways to close it, where there are several; `version` that of the team you have seen."""

    choice: str = ""
    version: int | None = None


@extend_schema_field(ProblemLineSerializer(many=True))
class ProblemsField(serializers.Field[Any, Any, Any, Any]):
    def to_representation(self, value: Any) -> Any:
        return [problem_data(problem) for problem in value]


class PositionOfferSerializer(serializers.Serializer[Any]):
    position = serializers.CharField(source="position.key")
    name = serializers.CharField(source="position.name")
    cost = serializers.IntegerField(source="position.cost")
    taken = serializers.IntegerField()
    max = serializers.IntegerField(source="position.max")
    more = serializers.IntegerField(help_text="How many more the team may have, whatever it can pay for.")
    problems = ProblemsField(help_text="What stands in the way of hiring one now.")


class GoodOfferSerializer(serializers.Serializer[Any]):
    good = serializers.CharField(source="good.key")
    name = serializers.CharField(source="good.name")
    owned = serializers.IntegerField()
    cost = serializers.IntegerField(source="price", help_text="What one more costs now.")
    buying = ProblemsField(help_text="What stands in the way of buying one.")
    dropping = ProblemsField(help_text="What stands in the way of giving one up.")


class JourneymanOfferSerializer(serializers.Serializer[Any]):
    player = serializers.CharField(source="line.player.key")
    name = serializers.CharField(source="line.player.name")
    cost = serializers.IntegerField(source="price")
    problems = ProblemsField()


class RisingOfferSerializer(serializers.Serializer[Any]):
    victim = serializers.CharField(source="risen.victim")
    name = serializers.CharField(source="risen.name")
    rule = serializers.CharField(source="rule.name")
    position = serializers.CharField(source="position.key")
    cost = serializers.IntegerField(source="price")
    problems = ProblemsField()


class StarOfferSerializer(serializers.Serializer[Any]):
    star = serializers.CharField(source="star.key")
    name = serializers.CharField(source="star.name")
    cost = serializers.IntegerField(source="price")
    upkeep = serializers.IntegerField()
    taken_by = TeamRefSerializer(allow_null=True, help_text="The team that has him rostered.")
    problems = ProblemsField()


class HomeActSerializer(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=get_args(ActKind))
    price = serializers.IntegerField(help_text="What it costs now.")
    at_any_time = serializers.BooleanField(help_text="It needs no window.")
    problems = ProblemsField(help_text="What stands in its way.")


class HomeOfferSerializer(serializers.Serializer[Any]):
    """A team's home stadium, and what may be done about it."""

    home = shape_of(HomeStadium)(allow_null=True)
    fund = serializers.IntegerField(help_text="Saved for a stadium.")
    cost = serializers.IntegerField(help_text="Of a stadium.")
    payment = serializers.IntegerField(help_text="What one payment into the fund takes from the treasury ...")
    credit = serializers.IntegerField(help_text="... and what of it is saved.")
    acts = HomeActSerializer(many=True)
    needs_faces = serializers.BooleanField(help_text="The dice of a sale are thrown at the table.")


class SponsorDeskSerializer(serializers.Serializer[Any]):
    sponsor = serializers.CharField(source="key", help_text="The major one; empty: none.")
    name = serializers.CharField()
    ongoing = serializers.IntegerField(help_text="Ongoing sponsorships.")
    ending = ProblemsField(help_text="What stands in the way of ending the deal with the major one.")
    equipped = serializers.SerializerMethodField(help_text="The key of the player whom it equips; empty: nobody.")
    candidates = serializers.SerializerMethodField(help_text="Keys of players who may be equipped now.")

    def get_equipped(self, desk: SponsorDesk) -> str:
        return desk.equipped.key if desk.equipped else ""

    def get_candidates(self, desk: SponsorDesk) -> list[str]:
        return [player.key for player in desk.candidates]


class ActLineSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="cause", help_text="To take it back by.")
    kind = serializers.ChoiceField(source="act.kind", choices=get_args(ActKind))
    act = serializers.SerializerMethodField()
    gold = serializers.IntegerField()
    coach = serializers.CharField()
    at = serializers.DateTimeField()

    @extend_schema_field(shape_of(Act))
    def get_act(self, line: ActLine) -> Any:
        return shape_of(Act)(line.act).data


class WindowSerializer(serializers.Serializer[Any]):
    """A window that a commissioner has opened."""

    key = serializers.CharField()
    reason = serializers.CharField()
    opened_by = serializers.CharField(source="opened_by.name")
    opened_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True)


class HiringStateSerializer(serializers.Serializer[Any]):
    """What a team may do now. `shut` says when its window opens."""

    open = serializers.BooleanField()
    hires = serializers.BooleanField(help_text="False: in this window one may only fire and give up.")
    shut = serializers.SerializerMethodField(help_text="Why it is not open, and when it is; null while it is open.")
    version = serializers.IntegerField(source="team.version", help_text="Send it with an act.")
    treasury = serializers.IntegerField(source="sheet.treasury")
    value = serializers.IntegerField()
    places = serializers.IntegerField(help_text="That are left on the roster.")
    step = serializers.SerializerMethodField(help_text="The step that is closed by a choice, after a match.")
    window = serializers.SerializerMethodField(help_text="The commissioner's, if it is one of his.")
    positions = PositionOfferSerializer(many=True)
    goods = GoodOfferSerializer(many=True)
    journeymen = JourneymanOfferSerializer(many=True)
    rising = RisingOfferSerializer(many=True, help_text="Victims of the last match who may be raised.")
    stars = StarOfferSerializer(many=True)
    star = serializers.CharField(source="sheet.star", help_text="On the roster; empty: none.")
    home = HomeOfferSerializer(allow_null=True, help_text="Null: the league plays without stadiums.")
    sponsors = SponsorDeskSerializer(allow_null=True, help_text="Its deals with sponsors; null: none.")
    acts = ActLineSerializer(many=True, help_text="Done in this window and not taken back, latest first.")
    closing = shape_of(Forecast)(many=True, help_text="The ways to close it, and what follows from each.")
    problems = ProblemsField(help_text="What stands in the way of closing it.")

    def get_shut(self, page: HiringPage) -> str | None:
        return title_of(page.refusal) if page.refusal else None

    def get_step(self, page: HiringPage) -> int | None:
        return page.moment.match_step.pk if page.closes and page.moment and page.moment.match_step else None

    @extend_schema_field(WindowSerializer(allow_null=True))
    def get_window(self, page: HiringPage) -> Any:
        window = page.moment.window if page.moment else None
        return WindowSerializer(window).data if window else None


class Hiring(ApiView):
    def state(self, pk: int) -> Any:
        return self.sent(HiringStateSerializer, hiring_page(team_get(self.visitor, pk)))


class HiringView(Hiring):
    @extend_schema(
        operation_id="hiring_get",
        tags=HIRING,
        responses={200: HiringStateSerializer, **refusals(404, *READING)},
    )
    def get(self, request: Request, pk: int) -> Response:
        """Whether a team's window is open, what may be done in it, what was done, what follows from closing it."""
        return Response(self.state(pk))

    @extend_schema(
        operation_id="hiring_do",
        tags=HIRING,
        parameters=[IDEMPOTENCY],
        request=body_of(Doing),
        responses={200: HiringStateSerializer, **refusals(*WRITING)},
        examples=[
            OpenApiExample("A player", {"kind": "hire", "position": "blitzer", "name": "Griff"}, request_only=True),
            OpenApiExample("A re-roll", {"kind": "buy", "good": "reroll", "version": 7}, request_only=True),
            OpenApiExample("The stadium", {"kind": "sell-stadium", "faces": [4, 3, 5]}, request_only=True),
        ],
    )
    def post(self, request: Request, pk: int) -> Response:
        """Hire, fire, buy, give up, raise, retire, roster or release a star, rename; or sell, buy, save for, end or
        name a home stadium. All at once or not at all.
        """
        team, body = team_get(self.visitor, pk), self.body(Doing)
        return self.write(
            lambda: act_do(team=team, act=body.act, faces=body.faces, seen=body.version, actor=self.coach),
            lambda _: self.state(pk),
        )


class Undo(Hiring):
    @extend_schema(
        operation_id="hiring_undo",
        tags=HIRING,
        parameters=[IDEMPOTENCY],
        request=body_of(TakingBack),
        responses={200: HiringStateSerializer, **refusals(*WRITING)},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Take back something that was done in the window that is still open."""
        team, body = team_get(self.visitor, pk), self.body(TakingBack)
        return self.write(
            lambda: act_undo(team=team, cause=body.act, seen=body.version, actor=self.coach), lambda _: self.state(pk)
        )


class WindowView(Hiring):
    @extend_schema(
        operation_id="window_open",
        tags=HIRING,
        parameters=[IDEMPOTENCY],
        request=body_of(Opening),
        responses={200: WindowSerializer, **refusals(*WRITING)},
        examples=[OpenApiExample("Why", {"reason": "The report was wrong: two were dead."}, request_only=True)],
    )
    def post(self, request: Request, pk: int) -> Response:
        """A commissioner lets a team hire and fire outside the sequence after a match."""
        team, body = team_get(self.visitor, pk), self.body(Opening)
        return self.write(lambda: window_open(team=team, reason=body.reason, actor=self.coach), self.window)

    def window(self, window: Window) -> Any:
        return self.sent(WindowSerializer, window)


class WindowClose(WindowView):
    @extend_schema(
        operation_id="window_close",
        tags=HIRING,
        parameters=[IDEMPOTENCY],
        request=body_of(Closing),
        responses={200: WindowSerializer, **refusals(*WRITING)},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Close a commissioner's window. The one after a match is closed by choosing for its step."""
        team, body = team_get(self.visitor, pk), self.body(Closing)
        return self.write(
            lambda: window_close(team=team, choice=body.choice, seen=body.version, actor=self.coach), self.window
        )
