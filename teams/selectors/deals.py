"""Reading deals: what was agreed, what is still talked of, and what a deal would do to both teams."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.http import Http404

from engine.errors import Problem, marked
from engine.rulesets import Ruleset
from engine.team import deal as rules_of_deals
from engine.team.deal import Deal as DealCommand
from engine.team.deal import DealSide
from engine.team.sheet import Player, TeamSheet
from engine.team.value import player_value, value
from leagues.mapping import ruleset_of
from leagues.models import AuditEntry, Coach, Membership, Role
from leagues.policies import Visitor
from leagues.selectors.leagues import league_list
from teams.errors import DealPartnerUnknown
from teams.mapping import deal_of, sheet_of
from teams.models import Deal, DealStatus, Team

OPEN = (DealStatus.PROPOSED, DealStatus.ACCEPTED)


@dataclass(frozen=True, slots=True)
class TeamNumbers:
    """A team in three numbers."""

    treasury: int
    value: int
    players: int


@dataclass(frozen=True, slots=True)
class DealPlayer:
    """A player who changes teams, as he is in the team that gives him."""

    key: str
    number: int  # here
    name: str
    position: str
    value: int
    key_there: str
    number_there: int


@dataclass(frozen=True, slots=True)
class DealSideView:
    """What a team gives, and how it stands before and after."""

    name: str  # proposer or partner
    team: Team
    gold: int
    players: tuple[DealPlayer, ...]
    before: TeamNumbers
    after: TeamNumbers


@dataclass(frozen=True, slots=True)
class DealPreview:
    sides: tuple[DealSideView, DealSideView]
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class DealPage:
    deal: Deal
    preview: DealPreview
    ruleset: Ruleset
    story: tuple[AuditEntry, ...]  # the oldest first

    @property
    def open(self) -> bool:
        return self.deal.status in OPEN

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What stands in its way; of what is over, nothing does."""
        return self.preview.problems if self.open else ()


@dataclass(frozen=True, slots=True)
class DealLine:
    """A deal as a list shows it."""

    deal: Deal
    gives: str
    takes: str


def undone(deal: Deal) -> bool:
    """It was done, and does not count any more."""
    return deal.cause is not None and deal.cause.entry.revision.voided


def deal_list(visitor: Visitor) -> QuerySet[Deal]:
    """Deals that are done, in leagues this visitor may see; the others where he has a part in them, or commissions."""
    seen = Q(status=DealStatus.DONE)
    if visitor.is_authenticated:
        commissioned = Membership.objects.filter(coach_id=visitor.pk, role=Role.COMMISSIONER)
        mine = Q(proposer__coach=visitor.pk) | Q(partner__coach=visitor.pk)
        seen |= mine | Q(league__in=commissioned.values("league"))
    return (
        Deal.objects.filter(seen, league__in=league_list(visitor).values("pk"))
        .select_related("league__ruleset", "proposer__coach", "partner__coach", "cause__entry__revision")
        .order_by("-pk")
    )


def deal_get(visitor: Visitor, pk: int) -> Deal:
    deal = deal_list(visitor).filter(pk=pk).first()
    if deal is None:
        raise Http404
    return deal


def deals_waiting(coach: Coach) -> tuple[Deal, ...]:
    """Those that cannot go on without this coach: to be answered, or to be approved."""
    leagues = Membership.objects.filter(coach=coach, role=Role.COMMISSIONER).values("league")
    asked = Q(status=DealStatus.PROPOSED, partner__coach=coach)
    found = deal_list(coach).filter(asked | Q(status=DealStatus.ACCEPTED, league__in=leagues))
    others = Membership.objects.filter(league__in=leagues, role=Role.COMMISSIONER).exclude(coach=coach)
    colleagues = list(others.values_list("league", "coach"))
    return tuple(
        deal for deal in found if deal.status == DealStatus.PROPOSED or _is_his_to_approve(deal, coach, colleagues)
    )


def _is_his_to_approve(deal: Deal, coach: Coach, colleagues: list[tuple[int, int]]) -> bool:
    """The same as the policy says, with the commissioners of all leagues asked for at once."""
    parties = (deal.proposer.coach_id, deal.partner.coach_id)
    impartial = any(league == deal.league_id and other not in parties for league, other in colleagues)
    return coach.pk not in parties or not impartial


def partners_of(team: Team) -> QuerySet[Team]:
    """The teams of other coaches that it may deal with."""
    others = team.league.teams.exclude(coach=team.coach_id).filter(retired=False)
    return others.select_related("coach").order_by("name", "pk")


def partner_get(team: Team, pk: int) -> Team:
    """A team of the same league. Whether a deal with it may be is the rules' to say."""
    found = Team.objects.filter(league=team.league_id, pk=pk) if 0 < pk < 2**63 else Team.objects.none()
    partner = found.select_related("league", "coach").prefetch_related("players").first()
    if partner is None:
        raise DealPartnerUnknown(team=pk)
    return partner


def deal_preview(proposer: Team, partner: Team, command: DealCommand) -> DealPreview:
    """What a deal would do now, and all that stands in its way. Both teams come with their players loaded."""
    ruleset = ruleset_of(proposer.league.ruleset_id)
    sheets = {team.key: sheet_of(team) for team in (proposer, partner)}
    return _preview(proposer, partner, settled_deal(proposer, partner, command), sheets, ruleset)


def settled_deal(proposer: Team, partner: Team, command: DealCommand) -> DealCommand:
    """The deal with keys and numbers for everybody who moves, as they are free now."""
    sheets = {team.key: sheet_of(team) for team in (proposer, partner)}
    made = {team.key: team.players_made for team in (proposer, partner)}
    return rules_of_deals.settled(command, sheets, made)


def deal_problems(proposer: Team, partner: Team, command: DealCommand) -> tuple[Problem, ...]:
    """All that stands in the way of a settled deal. Both teams come with their players loaded."""
    sheets = {team.key: sheet_of(team) for team in (proposer, partner)}
    return _problems(proposer, partner, command, sheets, ruleset_of(proposer.league.ruleset_id))


def deal_page(deal: Deal) -> DealPage:
    teams = Team.objects.select_related("coach", "league").prefetch_related("players")
    found = teams.in_bulk([deal.proposer_id, deal.partner_id])
    proposer, partner = found[deal.proposer_id], found[deal.partner_id]
    ruleset = ruleset_of(deal.league.ruleset_id)
    if deal.status in OPEN:
        preview = deal_preview(proposer, partner, deal_of(deal))
    else:
        preview = DealPreview(_sides(proposer, partner, deal_of(deal), _sheets(proposer, partner), ruleset), ())
    story = AuditEntry.objects.filter(league=deal.league_id, subject=f"deal:{deal.pk}").select_related("actor")
    return DealPage(deal, preview, ruleset, tuple(story.order_by("pk")))


def deal_lines(deals: Iterable[Deal]) -> tuple[DealLine, ...]:
    """With names for what changes hands; players are asked for once, for all of them."""
    listed = list(deals)
    teams = {pk for deal in listed for pk in (deal.proposer_id, deal.partner_id)}
    rows = Team.objects.filter(pk__in=teams).values_list("pk", "players__key", "players__name")
    names = {(pk, key): name for pk, key, name in rows}
    return tuple(
        DealLine(
            deal,
            _spoken(command.proposer, deal.proposer_id, names),
            _spoken(command.partner, deal.partner_id, names),
        )
        for deal in listed
        for command in [deal_of(deal)]
    )


def _spoken(side: DealSide, team: int, names: Mapping[tuple[int, str], str]) -> str:
    gold = [f"{side.gold:,} gp"] if side.gold else []
    return ", ".join([*gold, *(names.get((team, one.player), one.player) for one in side.players)])


def _sheets(proposer: Team, partner: Team) -> dict[str, TeamSheet]:
    return {team.key: sheet_of(team) for team in (proposer, partner)}


def _preview(
    proposer: Team, partner: Team, command: DealCommand, sheets: Mapping[str, TeamSheet], ruleset: Ruleset
) -> DealPreview:
    return DealPreview(
        _sides(proposer, partner, command, sheets, ruleset), _problems(proposer, partner, command, sheets, ruleset)
    )


def _problems(
    proposer: Team, partner: Team, command: DealCommand, sheets: Mapping[str, TeamSheet], ruleset: Ruleset
) -> tuple[Problem, ...]:
    return (*_own_teams(proposer, partner), *rules_of_deals.problems(command, sheets, ruleset))


def _own_teams(proposer: Team, partner: Team) -> Iterator[Problem]:
    if proposer.pk != partner.pk and proposer.coach_id == partner.coach_id:
        yield Problem(
            "deal_own_teams",
            marked("{coach} coaches both {proposer} and {partner}: nobody deals with himself."),
            "deals",
            "partner.team",
            {"coach": proposer.coach.name, "proposer": proposer.name, "partner": partner.name},
        )


def _sides(
    proposer: Team, partner: Team, command: DealCommand, sheets: Mapping[str, TeamSheet], ruleset: Ruleset
) -> tuple[DealSideView, DealSideView]:
    after = rules_of_deals.after(command, sheets, ruleset)

    def side(name: str, team: Team, gives: DealSide) -> DealSideView:
        sheet = sheets[team.key]
        return DealSideView(
            name=name,
            team=team,
            gold=gives.gold,
            players=tuple(_player(one, sheet, ruleset) for one in gives.players),
            before=_standing(sheet, ruleset),
            after=_standing(after[team.key], ruleset),
        )

    return side("proposer", proposer, command.proposer), side("partner", partner, command.partner)


def _player(moving: rules_of_deals.Moving, sheet: TeamSheet, ruleset: Ruleset) -> DealPlayer:
    player = sheet.player(moving.player) or Player(moving.player, 0, moving.player, "")
    known = sheet.player(moving.player) is not None
    return DealPlayer(
        key=player.key,
        number=player.number,
        name=player.name,
        position=sheet.position_of(player, ruleset).name if known else "",
        value=player_value(player, sheet, ruleset) if known else 0,
        key_there=moving.key,
        number_there=moving.number,
    )


def _standing(sheet: TeamSheet, ruleset: Ruleset) -> TeamNumbers:
    return TeamNumbers(sheet.treasury, value(sheet, ruleset).total, len(sheet.members))
