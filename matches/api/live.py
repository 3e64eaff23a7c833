"""A match while it is played, in the API: what phones told, what it adds up to, and the door for more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from config.conditional import conditional_headers, seen_already, tag_of
from config.rest import IDEMPOTENCY, READING, WRITING, ApiView, refusals
from config.shapes import body_of, shape_of
from engine.match.earning import WhyNot
from engine.match.events import Event
from engine.match.sides import Side
from leagues.api.serializers import CoachRefSerializer
from matches.api.hiring import ProblemsField
from matches.api.serializers import DiceRollSerializer
from matches.models import OPEN, MatchStatus
from matches.selectors.live import LiveMatch, live_mark, live_match
from matches.selectors.matches import match_get
from matches.services.live import Received, events_receive
from matches.services.live_desk import Told

LIVE = ["matches"]
BATCH_MOST = 200
NUMBER_LONGEST = 9

SINCE = OpenApiParameter(
    "since",
    OpenApiTypes.INT,
    description="Leave out of `entries` those up to this number. The rest is the whole state.",
)
SEEN = OpenApiParameter(
    "If-None-Match",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="The `ETag` of the answer you have: 304 as long as it is still right.",
)
A_BATCH = OpenApiExample(
    "A touchdown, and a casualty that the server throws for",
    {
        "device": "c7-k3v9x2",
        "entries": [
            {
                "sequence": 1,
                "key": "c7-k3v9x2-1",
                "rank": 1763486400000,
                "event": {
                    "key": "c7-k3v9x2-1",
                    "kind": "touchdown",
                    "half": 1,
                    "turn": 4,
                    "side": "home",
                    "player": "p9",
                },
            },
            {
                "sequence": 2,
                "key": "c7-k3v9x2-2",
                "rank": 1763486520000,
                "throw": "first",
                "event": {
                    "key": "c7-k3v9x2-2",
                    "kind": "casualty",
                    "half": 1,
                    "turn": 5,
                    "side": "away",
                    "player": "p3",
                    "other": "p10",
                    "cause": "block",
                },
            },
            {"sequence": 3, "key": "c7-k3v9x2-1", "event": None},
        ],
    },
    request_only=True,
    description="The third entry takes the touchdown back. To edit an event, send another one under its key.",
)


@dataclass(frozen=True, slots=True)
class Batch:
    """`device` is a name of yours (small letters, digits, hyphens): it begins with `c`, your account's id and a hyphen.

    Keys of events that you add begin with the device's name.

    Each entry has the device's next `sequence`: what is sent twice is stored once. At most 200 at a time.
    """

    device: str
    entries: tuple[Told, ...]


@dataclass(frozen=True, slots=True)
class BatchAsSent:
    """The same, before its entries have been looked at: one that is wrong spoils no other."""

    device: str
    entries: tuple[Any, ...]


class ToldEntrySerializer(serializers.Serializer[Any]):
    """What a device told: the latest entry of a key counts. Without an event it takes it back."""

    number = serializers.IntegerField(help_text="In the order of arrival.")
    device = serializers.CharField()
    sequence = serializers.IntegerField()
    key = serializers.CharField()
    event = serializers.SerializerMethodField()
    rank = serializers.FloatField(help_text="Where it stands in the course of the match.")
    late = serializers.BooleanField(help_text="It arrived after the report was filed, and changes nothing.")
    seen = serializers.IntegerField(help_text="The number of the last entry that its device had seen.")
    apart = serializers.CharField(help_text="The key of another event: both happened.")

    @extend_schema_field(shape_of(Event)(allow_null=True))
    def get_event(self, entry: Any) -> Any:
        return shape_of(Event)(entry.event).data if entry.event else None


class AgainstSerializer(serializers.Serializer[Any]):
    """What a device told of an event without having seen what counts of it."""

    number = serializers.IntegerField(source="entry.number")
    event = shape_of(Event)(source="entry.event", allow_null=True, help_text="Null: it takes the event back.")
    author = CoachRefSerializer()


class LineSerializer(serializers.Serializer[Any]):
    """An event that stands, with what the server's dice said."""

    event = shape_of(Event)()
    number = serializers.IntegerField(source="entry.number")
    rank = serializers.FloatField(source="entry.rank")
    author = CoachRefSerializer()
    edited = serializers.BooleanField()
    remarks = serializers.SerializerMethodField(help_text="What is odd about it. It is kept all the same.")
    against = AgainstSerializer(
        many=True,
        help_text="What was told of it by devices that had not seen this. Tell the event as it was, with what you "
        "have `seen`, and it is decided.",
    )

    @extend_schema_field(ProblemsField())
    def get_remarks(self, line: Any) -> Any:
        found: LiveMatch = self.context["live"]
        return ProblemsField().to_representation(found.remarks.get(line.event.key, ()))


class DugoutSerializer(serializers.Serializer[Any]):
    score = serializers.IntegerField()
    rerolls = serializers.IntegerField(help_text="Used in this half.")
    reserves = serializers.ListField(child=serializers.CharField(), help_text="On the pitch, or ready for it.")
    knocked_out = serializers.ListField(child=serializers.CharField())
    casualties = serializers.ListField(child=serializers.CharField())
    sent_off = serializers.ListField(child=serializers.CharField())


class EarnedSerializer(serializers.Serializer[Any]):
    """What an event is worth in star player points under what was in force then, or why it is worth nothing."""

    event = serializers.CharField()
    side = serializers.CharField()
    player = serializers.CharField()
    deed = serializers.CharField()
    spp = serializers.IntegerField(source="worth.spp")
    why_not = serializers.ChoiceField(source="worth.why_not", choices=list(WhyNot.__args__))  # type: ignore[attr-defined]


class LateSerializer(serializers.Serializer[Any]):
    """What arrived after the report: it changes nothing, and may be a reason for a dispute."""

    number = serializers.IntegerField(source="entry.number")
    event = shape_of(Event)(allow_null=True, help_text="Null: it takes back what is in `before`.")
    before = shape_of(Event)(allow_null=True, help_text="What counts of it.")
    author = CoachRefSerializer()


class LiveSerializer(serializers.Serializer[Any]):
    """A match as it stands."""

    status = serializers.ChoiceField(source="match.status", choices=MatchStatus.choices)
    open = serializers.SerializerMethodField(help_text="What is told now still counts.")
    number = serializers.SerializerMethodField(help_text="Of the last entry: ask for what came `since`.")
    half = serializers.IntegerField(source="sums.state.half", help_text="3 is overtime; 0 is not written down.")
    turn = serializers.IntegerField(source="sums.state.turn")
    turn_of = serializers.CharField(source="sums.state.turn_of", help_text="home, away or empty.")
    drive = serializers.IntegerField(source="sums.state.drive")
    weather = serializers.CharField(source="sums.state.weather")
    stopped = serializers.BooleanField(source="sums.state.stopped", help_text="Abandoned, to go on later.")
    home = serializers.SerializerMethodField()
    away = serializers.SerializerMethodField()
    entries = serializers.SerializerMethodField()
    events = serializers.SerializerMethodField(help_text="Those that stand, in the course of the match.")
    earned = EarnedSerializer(source="sums.earned", many=True)
    twins = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()),
        help_text="Keys of events that two devices told alike. Take one back if they are one; tell one again with the "
        "key of the other as `apart` if both happened.",
    )
    rolls = DiceRollSerializer(many=True, help_text="What has fallen, whatever became of the events it fell for.")
    late = LateSerializer(many=True)

    def get_open(self, found: LiveMatch) -> bool:
        return found.match.status in OPEN

    def get_number(self, found: LiveMatch) -> int:
        return found.number

    @extend_schema_field(DugoutSerializer)
    def get_home(self, found: LiveMatch) -> Any:
        return DugoutSerializer(_dugout(found, "home")).data

    @extend_schema_field(DugoutSerializer)
    def get_away(self, found: LiveMatch) -> Any:
        return DugoutSerializer(_dugout(found, "away")).data

    @extend_schema_field(ToldEntrySerializer(many=True))
    def get_entries(self, found: LiveMatch) -> Any:
        fresh = [one for one in found.entries if one.number > self.context.get("since", 0)]
        return ToldEntrySerializer(fresh, many=True, context=self.context).data

    @extend_schema_field(LineSerializer(many=True))
    def get_events(self, found: LiveMatch) -> Any:
        return LineSerializer(found.lines, many=True, context={**self.context, "live": found}).data


class ReceiptSerializer(serializers.Serializer[Any]):
    """What became of an entry. `known`: it had arrived before. The problems of a stored one are only remarks."""

    sequence = serializers.IntegerField()
    key = serializers.CharField()
    outcome = serializers.ChoiceField(choices=["stored", "known", "refused"])
    problems = ProblemsField()


class ReceivedSerializer(serializers.Serializer[Any]):
    receipts = ReceiptSerializer(many=True, help_text="In the order of the entries.")
    late = serializers.SerializerMethodField(help_text="The report was filed before: what was stored changes nothing.")

    def get_late(self, received: Received) -> bool:
        return received.match.status not in OPEN


class LiveView(ApiView):
    @extend_schema(
        operation_id="match_live",
        tags=LIVE,
        parameters=[SINCE, SEEN],
        responses={200: LiveSerializer, 304: None, **refusals(404, *READING)},
    )
    def get(self, request: Request, pk: int) -> Response:
        """How a match stands that is being played, and everything that was told of it."""
        tag = tag_of(live_mark(self.visitor, pk))
        if seen_already(request._request, tag):
            return Response(status=304, headers=conditional_headers(tag))
        since = _number(request.query_params.get("since", ""))
        answer = self.one(LiveSerializer, live_match(match_get(self.visitor, pk)), since=since)
        for name, content in conditional_headers(tag).items():
            answer[name] = content
        return answer

    @extend_schema(
        operation_id="match_live_tell",
        tags=LIVE,
        parameters=[IDEMPOTENCY],
        request=body_of(Batch),
        responses={200: ReceivedSerializer, **refusals(*WRITING)},
        examples=[A_BATCH],
    )
    def post(self, request: Request, pk: int) -> Response:
        """Tell what has happened. Nothing is lost: an entry that cannot be kept says why, the others are kept."""
        match, body = match_get(self.visitor, pk), self.body(BatchAsSent)
        return self.write(
            lambda: events_receive(
                match=match, device=body.device, entries=body.entries[:BATCH_MOST], actor=self.coach
            ),
            lambda received: self.sent(ReceivedSerializer, received),
        )


def _number(text: str) -> int:
    """Of an entry; of whatever else was sent, that of none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= NUMBER_LONGEST else 0


def _dugout(found: LiveMatch, side: Side) -> dict[str, Any]:
    mine = found.sums.state.side(side)
    return {
        "score": mine.score,
        "rerolls": mine.rerolls,
        "reserves": mine.ready(found.scene.sheets[side]),
        "knocked_out": mine.off("knocked-out"),
        "casualties": mine.off("casualty"),
        "sent_off": mine.off("sent-off"),
    }
