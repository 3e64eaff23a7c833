"""Reading a team's window: whether it is open, what may be done in it, what was done, what follows when it closes."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from engine.errors import EngineError, Problem
from engine.match.forecast import Forecast, forecasts
from engine.match.throwing import thrower_of
from engine.rulesets import Position, Roster, Ruleset
from engine.rulesets.furniture import Star
from engine.rulesets.model import Good
from engine.rulesets.tables import DieResult, Raising
from engine.team import hiring, home_acts, sponsoring
from engine.team.hiring import Act, ActKind
from engine.team.homes import attribute_of, has_stadiums
from engine.team.sheet import HomeStadium, Player, Risen, TeamSheet
from engine.team.value import value
from engine.typed import build
from leagues.mapping import ruleset_of
from matches.errors import MatchUnderWay, PostMatchRunning, WindowNotYet
from matches.services.between import Moment, begun_meanwhile, window_of
from matches.services.hiring import window_refusal
from teams.effect_words import sponsor_words
from teams.mapping import sheet_of
from teams.models import HistoryEntry, Team
from teams.selectors.teams import CharacteristicCell, PlayerLine, line_cells, page_of_sheet
from teams.services.ledger import sheet_at

# Stands for who is to come: only what he is hired for is asked about.
SOMEBODY = "somebody"


@dataclass(frozen=True, slots=True)
class PositionOffer:
    position: Position
    characteristics: tuple[CharacteristicCell, ...]
    taken: int
    more: int  # how many more the team may have, whatever it can pay for
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class GoodOffer:
    good: Good
    owned: int
    price: int
    buying: tuple[Problem, ...]
    dropping: tuple[Problem, ...]

    @property
    def full(self) -> bool:
        """The team has as many as it may have."""
        return self.good.max is not None and self.owned >= self.good.max


@dataclass(frozen=True, slots=True)
class JourneymanOffer:
    line: PlayerLine
    price: int
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class RisingOffer:
    risen: Risen
    rule: Raising
    position: Position
    price: int
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class StarOffer:
    star: Star
    price: int
    upkeep: int
    taken_by: Team | None
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class HomeActOffer:
    """One thing that a coach may do about his home stadium, what it costs, and what stands in its way."""

    kind: ActKind
    price: int
    problems: tuple[Problem, ...]
    at_any_time: bool = False


@dataclass(frozen=True, slots=True)
class HomeOffer:
    """A team's home stadium, and what may be done about it."""

    home: HomeStadium | None
    attribute: DieResult | None
    fund: int
    cost: int  # of a stadium
    payment: int  # into the fund
    credit: int  # ... and what of it is saved
    acts: tuple[HomeActOffer, ...]
    throws: bool  # what is sold for may be typed in
    needs_faces: bool  # ... and has to be

    def act(self, kind: str) -> HomeActOffer:
        return next(one for one in self.acts if one.kind == kind)


@dataclass(frozen=True, slots=True)
class Member:
    """A player on the roster, and whether he may retire for the season."""

    line: PlayerLine
    may_retire: bool


@dataclass(frozen=True, slots=True)
class SponsorDesk:
    """The deals of a team with sponsors, and what may be done about them."""

    key: str  # of the major one
    name: str
    ongoing: int
    ending: tuple[Problem, ...]  # what stands in the way of ending the deal with the major one
    equips: bool
    equipped: Player | None
    candidates: tuple[Player, ...]  # who may be equipped now


@dataclass(frozen=True, slots=True)
class ActLine:
    """Something that was done in the window that is open."""

    cause: int
    act: Act
    gold: int
    coach: str
    at: datetime

    @property
    def row(self) -> str:
        """Its id on a page."""
        return f"act-{self.cause}"


@dataclass(frozen=True, slots=True)
class HiringPage:
    team: Team
    ruleset: Ruleset
    roster: Roster
    sheet: TeamSheet
    value: int
    moment: Moment | None  # None: the sequence after the last match has not come to it yet
    refusal: EngineError | None  # why it is shut, and when it opens
    hires: bool  # newcomers and goods too, not only firing
    places: int  # that are left
    positions: tuple[PositionOffer, ...]
    goods: tuple[GoodOffer, ...]
    journeymen: tuple[JourneymanOffer, ...]
    rising: tuple[RisingOffer, ...]
    stars: tuple[StarOffer, ...]
    star: Star | None  # on the roster
    members: tuple[Member, ...]
    sponsors: SponsorDesk | None = None  # None: it has none
    acts: tuple[ActLine, ...] = ()
    closing: tuple[Forecast, ...] = ()  # the ways to close it
    problems: tuple[Problem, ...] = field(default=())  # what stands in the way of closing it
    home: HomeOffer | None = None  # None: the league plays without stadiums

    @property
    def open(self) -> bool:
        """Something may be done."""
        return self.closes and self.moment is not None and self.moment.late is None

    @property
    def begun(self) -> bool:
        """Something has been done in it already that has to come later than a sale."""
        return any(line.act.kind not in hiring.NAMING for line in self.acts)

    @property
    def closes(self) -> bool:
        """... or it may be closed at least."""
        return self.moment is not None and self.moment.open


def hiring_page(team: Team) -> HiringPage:
    """``team`` comes with its players loaded, as ``team_get`` gives it."""
    moment, refusal = _moment(team)
    ruleset = ruleset_of(moment.rules_for(team).pk if moment else team.ruleset_id)
    sheet = sheet_at(team, moment.place, moment.step) if moment else sheet_of(team)
    lines = page_of_sheet(team, sheet, ruleset).players
    is_open = moment is not None and moment.open
    late = moment is not None and moment.late is not None
    hires = moment is not None and is_open and not late and (moment.match_step is None or ruleset.options.hire_window)
    return HiringPage(
        team=team,
        ruleset=ruleset,
        roster=ruleset.roster(sheet.roster),
        sheet=sheet,
        value=value(sheet, ruleset).total,
        moment=moment,
        refusal=refusal,
        hires=hires,
        places=hiring.places_left(sheet, ruleset),
        positions=_positions(sheet, ruleset),
        goods=_goods(sheet, ruleset),
        journeymen=_journeymen(lines, sheet, ruleset),
        rising=_rising(sheet, ruleset),
        stars=_stars(team, sheet, ruleset),
        star=ruleset.star(sheet.star),
        members=_members(lines, sheet, ruleset),
        sponsors=_sponsors(sheet, ruleset),
        acts=_acts(team, moment) if moment and is_open else (),
        closing=_closing(moment, sheet, ruleset) if moment and is_open else (),
        problems=hiring.closing_problems(sheet, ruleset),
        home=_home(team, sheet, ruleset),
    )


def _moment(team: Team) -> tuple[Moment | None, EngineError | None]:
    try:
        moment = window_of(team)
    except PostMatchRunning:
        return None, WindowNotYet(team=team.name)
    except MatchUnderWay as playing:
        return None, playing
    if moment.late is not None:
        return moment, begun_meanwhile(team, moment.late)
    return moment, None if moment.open else window_refusal(team)


def _positions(sheet: TeamSheet, ruleset: Ruleset) -> tuple[PositionOffer, ...]:
    number = sheet.free_number()
    return tuple(
        PositionOffer(
            position=position,
            characteristics=line_cells(position, ruleset),
            taken=sum(player.position == position.key for player in sheet.members),
            more=hiring.openings(position, sheet, ruleset),
            problems=hiring.problems(
                Act("hire", SOMEBODY, position=position.key, number=number, name=SOMEBODY), sheet, ruleset
            ),
        )
        for position in ruleset.roster(sheet.roster).positions
    )


def _goods(sheet: TeamSheet, ruleset: Ruleset) -> tuple[GoodOffer, ...]:
    return tuple(
        GoodOffer(
            good=good,
            owned=sheet.goods[good.key],
            price=hiring.price_of_good(good, sheet, ruleset),
            buying=hiring.problems(Act("buy", good=good.key), sheet, ruleset),
            dropping=hiring.problems(Act("drop", good=good.key), sheet, ruleset),
        )
        for good in ruleset.goods_of(ruleset.roster(sheet.roster))
    )


def _journeymen(lines: tuple[PlayerLine, ...], sheet: TeamSheet, ruleset: Ruleset) -> tuple[JourneymanOffer, ...]:
    return tuple(
        JourneymanOffer(
            line=line,
            price=hiring.price_of_journeyman(line.player, sheet, ruleset),
            problems=hiring.problems(Act("hire-journeyman", line.player.key), sheet, ruleset),
        )
        for line in lines
        if line.player.status == "journeyman"
    )


def _rising(sheet: TeamSheet, ruleset: Ruleset) -> tuple[RisingOffer, ...]:
    number = sheet.free_number()
    known = {position.key: position for position in ruleset.roster(sheet.roster).positions}
    return tuple(
        RisingOffer(
            risen=risen,
            rule=rule,
            position=known[risen.position],
            price=known[risen.position].cost if rule.paid else 0,
            problems=hiring.problems(
                Act("raise", SOMEBODY, number=number, name=SOMEBODY, victim=risen.victim), sheet, ruleset
            ),
        )
        for risen in (sheet.last_match.may_rise if sheet.last_match else ())
        if (rule := hiring.raising_of(risen, ruleset)) and risen.position in known
    )


def _stars(team: Team, sheet: TeamSheet, ruleset: Ruleset) -> tuple[StarOffer, ...]:
    """The star player pool, for a team that may roster one; who is on another roster stays there."""
    if not hiring.stars_join(ruleset) or ruleset.upkeep is None:
        return ()
    taken = {other.star: other for other in Team.objects.filter(league=team.league_id, retired=False) if other.star}
    return tuple(
        StarOffer(
            star=star,
            price=star.cost,
            upkeep=ruleset.upkeep.owed(star.cost),
            taken_by=taken.get(star.key),
            problems=hiring.problems(Act("roster-star", star=star.key), sheet, ruleset),
        )
        for star in ruleset.stars_of(sheet.roster)
        if star.cost is not None
    )


def _home(team: Team, sheet: TeamSheet, ruleset: Ruleset) -> HomeOffer | None:
    rules = ruleset.stadiums
    if rules is None or not has_stadiums(ruleset):
        return None
    prices: dict[ActKind, int] = {
        "sell-stadium": 0,
        "buy-stadium": home_acts.price_of_home(sheet, ruleset),
        "pay-into-fund": rules.fund_payment,
        "cancel-residency": rules.residency.cancel_cost,
    }
    thrower = thrower_of(home_acts.sale_key(team.key), ruleset)
    return HomeOffer(
        home=sheet.stadium,
        attribute=attribute_of(sheet.stadium.stadium, ruleset) if sheet.stadium else None,
        fund=sheet.fund,
        cost=rules.cost,
        payment=rules.fund_payment,
        credit=rules.fund_credit,
        acts=tuple(
            HomeActOffer(kind, price, hiring.problems(Act(kind), sheet, ruleset), kind in hiring.AT_ANY_TIME)
            for kind, price in prices.items()
        ),
        throws=thrower != "server",
        needs_faces=thrower == "table",
    )


def _members(lines: tuple[PlayerLine, ...], sheet: TeamSheet, ruleset: Ruleset) -> tuple[Member, ...]:
    return tuple(
        Member(line, not hiring.problems(Act("retire", line.player.key), sheet, ruleset))
        for line in lines
        if line.player.status != "journeyman"
    )


def _sponsors(sheet: TeamSheet, ruleset: Ruleset) -> SponsorDesk | None:
    if not (sheet.sponsor or sheet.sponsorships):
        return None
    sponsor = sponsoring.of_the_team(sheet, ruleset)
    return SponsorDesk(
        key=sheet.sponsor,
        name=sponsor_words(sheet.sponsor, ruleset),
        ongoing=sheet.sponsorships,
        ending=hiring.problems(Act("end-sponsor"), sheet, ruleset) if sheet.sponsor else (),
        equips=sponsor is not None and sponsor.equips,
        equipped=sponsoring.equipped(sheet),
        candidates=sponsoring.candidates(sheet, ruleset),
    )


def _acts(team: Team, moment: Moment) -> tuple[ActLine, ...]:
    """What was done in this window and not taken back, latest first."""
    entries = (
        HistoryEntry.objects.filter(
            league=team.league_id,
            cause__kind="hiring",
            cause__occasion=moment.occasion,
            cause__teams=team,
            revision__voided=False,
        )
        .select_related("cause", "revision__actor")
        .prefetch_related("revision__effects")
        .order_by("-place", "-step", "-cause")
    )
    return tuple(
        ActLine(
            cause=entry.cause_id,
            act=build(Act, entry.revision.inputs["act"], "act"),
            gold=sum(row.data.get("amount", 0) for row in entry.revision.effects.all() if row.kind == "gold_changed"),
            coach=entry.revision.actor.name if entry.revision.actor else "",
            at=entry.cause.written_at,
        )
        for entry in entries
    )


def _closing(moment: Moment, sheet: TeamSheet, ruleset: Ruleset) -> tuple[Forecast, ...]:
    """Where a commissioner's window closes, nothing is thrown: at most journeymen come, of one position or another."""
    if moment.match_step is not None:
        return forecasts(sheet, ruleset)
    options = hiring.window_options(sheet, ruleset)
    wanted = hiring.journeymen_wanted(sheet, ruleset)
    return tuple(Forecast(option, journeymen=wanted, positions=(option,)) for option in options) or (Forecast("done"),)
