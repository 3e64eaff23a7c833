"""The roster sheet: one A4 page with everything the classic sheet has, whoever plays and whatever they are called."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from config.pdf import pdf, picture_within
from config.templatetags.scrimmage import gold
from config.words import word
from engine.match.earning import recorded
from engine.team.sheet import Player
from engine.team.value import ABSENT
from teams.models import Team
from teams.selectors.drafts import logo_image
from teams.selectors.sheets import AsOf, SheetPage, sheet_page
from teams.selectors.teams import CharacteristicCell, PlayerLine, TeamPage, team_page

TEMPLATE = "teams/print/roster.html"
SHEETS = ("css/tokens.css", "css/print-roster.css")

# In the order of the classic sheet; an edition prints those that earn points in it.
DEEDS = ("completion", "superb-throw", "touchdown", "deflection", "interception", "casualty", "mvp")
OUTCOMES = ("win", "draw", "loss")
PANEL_LINES = 8
# So many rows are set wide, so many as ever; more are set close.
ROOMY, USUAL = 11, 16

# From so many columns on, a text is set smaller; the style sheet says how much.
NAME_FITS = (24, 40)
POSITION_FITS = (22,)
SKILLS_FIT = (40, 84)
INJURIES_FIT = (36,)
TITLE_FITS = (26, 42)
FIGURE_FITS = (6, 9)


@dataclass(frozen=True, slots=True)
class Fitted:
    """A text, and the class that sets it small enough for its box."""

    text: str
    steps: tuple[int, ...]

    @property
    def fit(self) -> str:
        width = sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in self.text)
        return f"fit-{sum(width > step for step in self.steps)}"

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Row:
    """A player as the sheet prints him."""

    line: PlayerLine
    name: Fitted
    position: Fitted
    skills: Fitted
    injuries: Fitted  # and what part he has in the team, if he is no ordinary player
    deeds: tuple[int, ...]
    left_out: bool  # he counts nothing in the team's value

    @property
    def absent(self) -> bool:
        return not self.line.player.can_play


@dataclass(frozen=True, slots=True)
class StarRow:
    """A star on the roster; the second of a duo has no price of his own."""

    name: Fitted
    characteristics: tuple[CharacteristicCell, ...]
    skills: Fitted
    cost: int | None


@dataclass(frozen=True, slots=True)
class RosterPrint:
    """What the template of the roster sheet shows."""

    page: TeamPage
    as_of: str
    title: Fitted
    initials: str
    value: Fitted
    treasury: Fitted
    deeds: tuple[str, ...]
    rows: tuple[Row, ...]
    stars: tuple[StarRow, ...]
    empty_rows: range
    outcomes: tuple[tuple[str, int], ...]
    players_value: int
    star_value: int
    goods_value: int
    absent: int
    honours: tuple[str, ...]
    mourned: tuple[PlayerLine, ...]
    more_mourned: int
    logo: str  # the picture itself, or nothing

    @property
    def pays(self) -> bool:
        """Improvements are paid for with star player points: those that are left have a column."""
        rules = self.page.ruleset.improvement
        return bool(rules and rules.costs)

    @property
    def shape(self) -> str:
        """Classes of the style sheet: how many columns there are, and how close the rows stand."""
        size = max(len(self.rows) + len(self.stars), self.page.ruleset.draft.players_max)
        # More than the rules allow is what only journeymen or a rewritten history bring, and it still fits.
        room = "roomy" if size <= ROOMY else "" if size <= USUAL else "crowded"
        columns = f"stats-{len(self.page.ruleset.characteristics)} deeds-{len(self.deeds)}"
        bank, panels = "" if self.page.banks else "unbanked", "" if self.honours else "plain"
        return " ".join(filter(None, (columns, room, bank, panels)))


def sheet_pdf(team: Team, moment: AsOf | None = None) -> bytes:
    """The roster sheet of a team at any moment of its history. ``team`` comes with its players loaded."""
    if moment is None:
        return roster_pdf(team_page(team))
    sheet = sheet_page(team, moment)
    return roster_pdf(sheet.printed, as_of=moment_words(sheet))


def moment_words(sheet: SheetPage) -> str:
    """Which moment a sheet is of; empty: as it stands."""
    if sheet.as_of is None or sheet.match is None:
        return ""
    said = gettext("Before the match against {opponent}"), gettext("After the match against {opponent}")
    opponent = sheet.match.opponent.name if sheet.match.opponent else sheet.match.played.opponent
    return said[sheet.as_of.side == "after"].format(opponent=opponent)


def roster_pdf(page: TeamPage, *, as_of: str = "") -> bytes:
    """The roster sheet of a team. ``as_of`` says of which moment, when it is not now."""
    return pdf(TEMPLATE, {"sheet": roster_print(page, as_of=as_of)}, sheets=SHEETS)


def roster_print(page: TeamPage, *, as_of: str = "") -> RosterPrint:
    worth = Counter[str]()
    for line in page.value.lines:
        worth[line.what] += line.amount
    deeds = tuple(deed for deed in DEEDS if deed in recorded(page.ruleset))
    left_out = {line.about for line in page.value.lines if line.left_out in ABSENT}
    rows = tuple(_row(line, deeds, line.player.key in left_out) for line in page.players)
    stars = tuple(_star_rows(page))
    named = _most(len(page.dead))
    return RosterPrint(
        page=page,
        as_of=as_of,
        title=Fitted(page.sheet.name, TITLE_FITS),
        initials=_initials(page.sheet.name),
        value=Fitted(gold(page.value.total), FIGURE_FITS),
        treasury=Fitted(gold(page.sheet.treasury), FIGURE_FITS),
        deeds=deeds,
        rows=rows,
        stars=stars,
        empty_rows=range(len(rows) + len(stars), page.ruleset.draft.players_max),
        outcomes=tuple((word("outcome", key), page.sheet.record.outcomes[key]) for key in OUTCOMES),
        players_value=worth["player"],
        star_value=worth["star"],
        goods_value=worth["good"],
        absent=len(left_out),
        honours=tuple(_honours(page)),
        mourned=page.dead[:named],
        more_mourned=len(page.dead) - named,
        logo=picture_within(logo_image(page.team.logo_id)),
    )


def _most(found: int) -> int:
    """How many of them a panel names: the last line says how many more there are."""
    return found if found <= PANEL_LINES else PANEL_LINES - 1


def _row(line: PlayerLine, deeds: tuple[str, ...], left_out: bool) -> Row:
    status = "" if line.player.status == "active" else word("player-status", line.player.status)
    return Row(
        line=line,
        name=Fitted(line.player.name, NAME_FITS),
        position=Fitted(line.position.name, POSITION_FITS),
        skills=Fitted(", ".join(map(str, line.skills)), SKILLS_FIT),
        injuries=Fitted(", ".join(filter(None, (status, *_injuries(line.player)))), INJURIES_FIT),
        deeds=tuple(line.player.deeds[deed] for deed in deeds),
        left_out=left_out,
    )


def _star_rows(page: TeamPage) -> Iterator[StarRow]:
    if page.star is None:
        return
    for nth, member in enumerate(page.star.members):
        yield StarRow(
            name=Fitted(member.name, NAME_FITS),
            characteristics=member.characteristics,
            skills=Fitted(", ".join(member.skills), SKILLS_FIT),
            cost=None if nth else page.star.star.cost,
        )


def _injuries(player: Player) -> Iterator[str]:
    if player.misses_next:
        yield gettext("Misses next match")
    if player.niggles:
        yield ngettext("{count} niggle", "{count} niggles", player.niggles).format(count=player.niggles)
    for name, points in player.lost.items():
        yield f"\N{MINUS SIGN}{points}\N{NO-BREAK SPACE}{word('characteristic', name)}"


def _honours(page: TeamPage) -> Iterator[str]:
    """What a team has besides players and goods: its choices, its home, its sponsors, its trophies."""
    found = [choice.chosen for choice in page.choices]
    sheet = page.sheet
    if sheet.stadium is not None:
        said = gettext("Own stadium: {stadium}") if sheet.stadium.owned else gettext("At home in: {stadium}")
        found.append(said.format(stadium=page.stadium))
    if sheet.fund:
        found.append(gettext("Stadium fund: {gold} gp").format(gold=gold(sheet.fund)))
    if page.sponsor:
        found.append(_sponsor(page))
    if sheet.sponsorships:
        text = ngettext("{count} ongoing sponsorship", "{count} ongoing sponsorships", sheet.sponsorships)
        found.append(text.format(count=sheet.sponsorships))
    if page.blacklisted:
        found.append(gettext("Blacklisted by {sponsors}").format(sponsors=", ".join(page.blacklisted)))
    found += [
        gettext("{times} × {trophy}").format(times=times, trophy=trophy) if times > 1 else trophy  # noqa: RUF001
        for trophy, times in Counter(sheet.trophies).items()
    ]
    named = _most(len(found))
    yield from found[:named]
    if named < len(found):
        more = len(found) - named
        yield ngettext("and {more} more", "and {more} more", more).format(more=more)


def _sponsor(page: TeamPage) -> str:
    if page.equipped is None:
        return gettext("Sponsor: {sponsor}").format(sponsor=page.sponsor)
    text = gettext("Sponsor: {sponsor} (equips #{number})")
    return text.format(sponsor=page.sponsor, number=page.equipped.number)


def _initials(name: str) -> str:
    """A letter of each of the first words that have one."""
    letters = [part[0] for part in name.split() if part[0].isalnum()]
    return "".join(letters[:3]) or name[:1]
