"""The shapes of seasons, matches and dice in the API."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.reverse import reverse

from config.shapes import Shape, shape_of
from engine.dice import Roll
from engine.match.report import MatchReport
from engine.season.standings import Result
from engine.team.sheet import TeamSheet
from leagues.api.serializers import CoachRefSerializer, LeagueRefSerializer, RulesetRefSerializer
from matches.models import Draws, Match, MatchKind, MatchStatus, PostMatchStep, Season, StepStatus
from matches.selectors.choices import choice_deadline
from matches.selectors.corrected_sheets import sheets_corrected
from matches.selectors.corrections import KINDS, retold_of
from matches.selectors.marks import marks_of
from matches.selectors.matches import ShownSeed, SidePage
from matches.selectors.own_gold import OwnGold
from teams.api.deals import DealSummarySerializer
from teams.api.entries import EntryRefSerializer
from teams.api.rulings import RulingSerializer
from teams.api.serializers import EffectField, SavedDraftRefSerializer, TeamRefSerializer


@dataclass(frozen=True, slots=True)
class SeasonStart:
    """A round robin among these teams of the league (by their `id`)."""

    name: str
    teams: tuple[int, ...]
    legs: int = 1


@dataclass(frozen=True, slots=True)
class Confirmation:
    """`report`, if given, is the `number` of the report you have seen: another one is not confirmed.

    `code` is the one that led you to it, if one did.
    """

    report: int | None = None
    code: str = ""


@dataclass(frozen=True, slots=True)
class Returning:
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Choosing:
    """`words` are what may be said with it: the name of a home that is taken."""

    choice: str
    words: str = ""


@dataclass(frozen=True, slots=True)
class Throwing:
    """The faces of a roll, in the order of its dice; and its key, so that they are taken for no other roll."""

    faces: tuple[int, ...]
    roll: str = ""


class SeasonRefSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    number = serializers.IntegerField()
    name = serializers.CharField()
    url = serializers.HyperlinkedIdentityField(view_name="api:season")


class SeasonSerializer(SeasonRefSerializer):
    league = LeagueRefSerializer()
    legs = serializers.IntegerField(help_text="How often each pair meets.")
    created_at = serializers.DateTimeField()
    teams = serializers.SerializerMethodField()
    standings_url = serializers.HyperlinkedIdentityField(view_name="api:season-standings")
    matches_url = serializers.HyperlinkedIdentityField(view_name="api:season-matches")

    @extend_schema_field(TeamRefSerializer(many=True))
    def get_teams(self, season: Season) -> Any:
        teams = [entry.team for entry in season.entries.all()]
        return TeamRefSerializer(teams, many=True, context=self.context).data


class StandingSerializer(serializers.Serializer[Any]):
    """A line of the table. `decided_by` says what separates the team from the one above."""

    rank = serializers.IntegerField(source="standing.rank")
    team = TeamRefSerializer()
    coach = CoachRefSerializer(source="team.coach")
    played = serializers.IntegerField(source="standing.played")
    wins = serializers.SerializerMethodField()
    draws = serializers.SerializerMethodField()
    losses = serializers.SerializerMethodField()
    points = serializers.IntegerField(source="standing.points")
    touchdowns_for = serializers.IntegerField(source="standing.touchdowns_for")
    touchdowns_against = serializers.IntegerField(source="standing.touchdowns_against")
    touchdown_difference = serializers.IntegerField(source="standing.touchdown_difference")
    casualties_for = serializers.IntegerField(source="standing.casualties_for")
    casualties_against = serializers.IntegerField(source="standing.casualties_against")
    casualty_difference = serializers.IntegerField(source="standing.casualty_difference")
    decided_by = serializers.CharField(source="standing.decided_by", help_text="Empty: nothing separates them.")

    def get_wins(self, row: Any) -> int:
        return int(row.standing.outcomes["win"])

    def get_draws(self, row: Any) -> int:
        return int(row.standing.outcomes["draw"])

    def get_losses(self, row: Any) -> int:
        return int(row.standing.outcomes["loss"])


class MatchRefSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    key = serializers.CharField(help_text="Within the league, and for ever.")
    url = serializers.HyperlinkedIdentityField(view_name="api:match")
    kind = serializers.ChoiceField(choices=MatchKind.choices)
    round = serializers.IntegerField(help_text="Of the season; 0 for a match besides it.")
    status = serializers.ChoiceField(choices=MatchStatus.choices)
    home = TeamRefSerializer()
    away = TeamRefSerializer()


class MatchSerializer(MatchRefSerializer):
    """A match of a list; `context["results"]` has the results by match key."""

    league = LeagueRefSerializer()
    season = SeasonRefSerializer(allow_null=True, help_text="Null: it was arranged besides the season.")
    kicked_off_at = serializers.DateTimeField(allow_null=True, help_text="Null: it was not begun here.")
    played_on = serializers.DateField(allow_null=True)
    result = serializers.SerializerMethodField()

    @extend_schema_field(shape_of(Result)(allow_null=True))
    def get_result(self, match: Match) -> Any:
        result = self.context["results"].get(match.key)
        return shape_of(Result)(result).data if result else None


class DiceRollSerializer(Shape):
    """A roll that fell, and when. Its key says what it was thrown for, and for whom."""

    shape = Roll
    at = serializers.DateTimeField()


class StepRefSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    nth = serializers.IntegerField()
    name = serializers.CharField()
    status = serializers.ChoiceField(choices=StepStatus.choices)
    options = serializers.ListField(child=serializers.CharField(), help_text="What may be chosen.")
    choice = serializers.CharField(help_text="What was chosen.")
    words = serializers.CharField(help_text="What was said with it: a name.")
    roll = serializers.CharField(help_text="The key of the roll that the choice is about.")
    since = serializers.DateTimeField(allow_null=True, help_text="Since when it is what its status says.")
    default = serializers.CharField(
        help_text="What time takes, in leagues that want it; empty: it waits for its coach."
    )
    until = serializers.SerializerMethodField(help_text="When the default is taken; null: never.")
    outlook = serializers.DictField(
        child=serializers.IntegerField(), help_text="The gold that an option comes to, as far as the dice say."
    )
    chosen_at = serializers.DateTimeField(allow_null=True)
    by_time = serializers.BooleanField(help_text="Nobody had chosen in time.")
    choose_url = serializers.SerializerMethodField(help_text="While a choice is waited for.")

    @extend_schema_field(serializers.URLField(allow_null=True))
    def get_choose_url(self, step: PostMatchStep) -> str | None:
        if step.status != StepStatus.WAITING:
            return None
        return reverse("api:step-choose", [step.pk], request=self.context["request"])

    def get_until(self, step: PostMatchStep) -> datetime | None:
        return choice_deadline(step)


class StepSerializer(StepRefSerializer):
    team = TeamRefSerializer()
    match = MatchRefSerializer()


class StepLineSerializer(serializers.Serializer[Any]):
    step = StepRefSerializer()
    rolls = DiceRollSerializer(many=True)
    effects = serializers.ListField(child=EffectField())


class DaySheetSerializer(Shape):
    """A team as it played, with the journeymen and the guests of the day; before that, as it stands now."""

    shape = TeamSheet
    left_out = ("ruleset", "last_match")


class SideSerializer(serializers.Serializer[Any]):
    """What the match did to a team, and the steps of its post-match sequence. `context["own_gold"]` is by side."""

    team = TeamRefSerializer()
    coach = CoachRefSerializer(source="team.coach")
    effects = serializers.ListField(child=EffectField(), source="injuries")
    steps = StepLineSerializer(many=True)
    sheet = DaySheetSerializer()
    own_gold = serializers.SerializerMethodField(
        help_text="Gold of its own that it offered for inducements, and what of it was spent; null: neither side did."
    )

    @extend_schema_field(shape_of(OwnGold)(allow_null=True))
    def get_own_gold(self, side: SidePage) -> Any:
        found = self.context["own_gold"].get(side.side)
        return shape_of(OwnGold)(found).data if found else None


class FiledReportSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    submitted_by = CoachRefSerializer()
    submitted_at = serializers.DateTimeField()
    side = serializers.ChoiceField(choices=["home", "away", ""], help_text="Whose word it is; empty: neither side's.")
    paper = serializers.BooleanField(help_text="Filed by a commissioner, from paper.")
    report = serializers.SerializerMethodField()

    @extend_schema_field(shape_of(MatchReport))
    def get_report(self, filed: Any) -> Any:
        return filed.report


class ShownSeedSerializer(Shape):
    """The seed of a match that was over and has been reopened, and the keys of what had been thrown by it."""

    shape = ShownSeed


class DiceSerializer(serializers.Serializer[Any]):
    """Every roll of a match. The seal is the SHA-256 of the seed; the seed is shown when the match is finished."""

    seal = serializers.CharField()
    seed = serializers.SerializerMethodField(help_text="In hexadecimal digits; null until the match is finished.")
    rolls = DiceRollSerializer(many=True)
    earlier = ShownSeedSerializer(many=True, help_text="Until the match was reopened.")

    def get_seed(self, record: Any) -> str | None:
        return record.seed or None


class CorrectionSerializer(serializers.Serializer[Any]):
    """A cause of the match as it was told last, where that was not the first time."""

    kind = serializers.ChoiceField(choices=KINDS)
    step = serializers.CharField(help_text="Its name; empty for the match itself.")
    team = serializers.CharField(help_text="Whose step it is.")
    reason = serializers.CharField()
    follows = serializers.CharField(help_text="The key of a match that was told late, where that is the reason.")
    by = CoachRefSerializer(allow_null=True)
    at = serializers.DateTimeField()
    voided = serializers.BooleanField()


class MatchDetailSerializer(MatchSerializer):
    """A match with all that followed from it."""

    version = serializers.IntegerField()
    draws = serializers.ChoiceField(
        choices=[("", ""), *Draws.choices], help_text="What becomes of a level score; blank: what the league says."
    )
    ruleset = RulesetRefSerializer()
    report = serializers.SerializerMethodField(help_text="The report that counts.")
    sides = serializers.SerializerMethodField()
    dice = serializers.SerializerMethodField()
    corrections = serializers.SerializerMethodField(help_text="What was told anew after the match counted.")

    sheets_corrected = serializers.SerializerMethodField(
        help_text="Something before it was corrected since: `?sheets=corrected` has both sheets by that."
    )
    provisional = serializers.SerializerMethodField(
        help_text="Earlier matches whose reports nobody has confirmed: what they tell counts here until then."
    )

    @extend_schema_field(serializers.BooleanField())
    def get_sheets_corrected(self, match: Match) -> bool:
        return sheets_corrected(match)

    @extend_schema_field(MatchRefSerializer(many=True))
    def get_provisional(self, match: Match) -> Any:
        return MatchRefSerializer(marks_of(match).unconfirmed, many=True, context=self.context).data

    @extend_schema_field(CorrectionSerializer(many=True))
    def get_corrections(self, match: Match) -> Any:
        return CorrectionSerializer(retold_of(match), many=True, context=self.context).data

    @extend_schema_field(FiledReportSerializer(allow_null=True))
    def get_report(self, match: Match) -> Any:
        filed = self.context["page"].filed
        return FiledReportSerializer(filed, context=self.context).data if filed else None

    @extend_schema_field(serializers.DictField(child=SideSerializer()))
    def get_sides(self, match: Match) -> dict[str, Any]:
        sides: tuple[SidePage, ...] = self.context["page"].sides
        return {side.side: SideSerializer(side, context=self.context).data for side in sides}

    @extend_schema_field(DiceSerializer)
    def get_dice(self, match: Match) -> Any:
        return DiceSerializer(self.context["page"].dice, context=self.context).data


class ImproverSerializer(serializers.Serializer[Any]):
    """A player who can improve now."""

    team = TeamRefSerializer()
    key = serializers.CharField(source="player.key")
    number = serializers.IntegerField(source="player.number")
    name = serializers.CharField(source="player.name")
    position = serializers.CharField(source="player.position")
    level = serializers.CharField(source="level.title")
    due = serializers.IntegerField(help_text="Earned by levels, and not taken yet.")
    to_spend = serializers.IntegerField(allow_null=True, help_text="Star player points, where they are spent.")
    cost = serializers.IntegerField(allow_null=True, help_text="What the cheapest improvement takes of them.")
    ready = serializers.BooleanField(help_text="No step of the post-match sequence has to be finished first.")


class WindowRefSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    team = TeamRefSerializer()
    reason = serializers.CharField()
    opened_at = serializers.DateTimeField()


class CorrectionRefSerializer(serializers.Serializer[Any]):
    url = serializers.HyperlinkedIdentityField(view_name="api:correction")
    number = serializers.IntegerField()
    match = MatchRefSerializer()
    reason = serializers.CharField()
    status = serializers.CharField()


class InboxSerializer(serializers.Serializer[Any]):
    to_confirm = MatchRefSerializer(many=True, help_text="Reports of others that wait for your confirmation.")
    to_mend = MatchRefSerializer(many=True, help_text="Reports of yours that were sent back.")
    differing = MatchRefSerializer(many=True, help_text="Both coaches have filed, and not the same.")
    disputed = MatchRefSerializer(many=True, help_text="Lines of the report of your match are not settled.")
    to_rule = MatchRefSerializer(many=True, help_text="Disputed matches that wait for you as a commissioner.")
    overdue = serializers.DictField(
        child=serializers.DateTimeField(), help_text="Of those, by id: since when the time to rule is over."
    )
    reopenings = MatchRefSerializer(many=True, help_text="The other coach asks to reopen your match.")
    choices = StepSerializer(many=True, help_text="Steps of your teams that wait for your choice.")
    to_play = MatchRefSerializer(many=True, help_text="Your next matches.")
    proposed = MatchRefSerializer(many=True, help_text="Matches that the other coach has proposed.")
    to_improve = ImproverSerializer(many=True, help_text="Your players who can improve now.")
    windows = WindowRefSerializer(many=True, help_text="For hiring and firing, opened by a commissioner.")
    deals = DealSummarySerializer(many=True, help_text="Deals that wait for your answer, or for your approval.")
    to_approve = SavedDraftRefSerializer(many=True, help_text="Drafts that wait for you as a commissioner.")
    drafts_returned = SavedDraftRefSerializer(many=True, help_text="Drafts of yours that were sent back.")
    entries = EntryRefSerializer(many=True, help_text="Running teams to be entered by you, or sent back to you.")
    correcting = CorrectionRefSerializer(many=True, help_text="Corrections that you have begun and not settled.")
    corrections = CorrectionRefSerializer(many=True, help_text="Lately, about your teams and those you are to meet.")
    rulings = RulingSerializer(many=True, help_text="Lately, about your teams and those that you are to meet.")
