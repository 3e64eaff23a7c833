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
from engine.team.sheet import Player
from teams.selectors.drafts import logo_image
from teams.selectors.teams import PlayerLine, TeamPage

TEMPLATE = "teams/print/roster.html"
SHEETS = ("css/tokens.css", "css/print-roster.css")

DEEDS = ("completion", "touchdown", "interception", "casualty", "mvp")
OUTCOMES = ("win", "draw", "loss")
MEMORIAL_LINES = 8

# From so many columns on, a text is set smaller; the style sheet says how much.
NAME_FITS = (24, 40)
SKILLS_FIT = (40, 84)
INJURIES_FIT = (40,)
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
    skills: Fitted
    injuries: Fitted
    deeds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RosterPrint:
    """What the template of the roster sheet shows."""

    page: TeamPage
    as_of: str
    title: Fitted
    initials: str
    value: Fitted
    treasury: Fitted
    rows: tuple[Row, ...]
    empty_rows: range
    outcomes: tuple[tuple[str, int], ...]
    players_value: int
    goods_value: int
    absent: int
    mourned: tuple[PlayerLine, ...]
    logo: str  # the picture itself, or nothing

    @property
    def crowded(self) -> bool:
        """More players than the rules allow: only a rewritten history does that."""
        return len(self.rows) > self.page.ruleset.draft.players_max

    @property
    def more_mourned(self) -> int:
        return len(self.page.dead) - len(self.mourned)


def roster_pdf(page: TeamPage, *, as_of: str = "") -> bytes:
    """The roster sheet of a team. ``as_of`` says of which moment, when it is not now."""
    return pdf(TEMPLATE, {"sheet": roster_print(page, as_of=as_of)}, sheets=SHEETS)


def roster_print(page: TeamPage, *, as_of: str = "") -> RosterPrint:
    worth = Counter[str]()
    for line in page.value.lines:
        worth[line.what] += line.amount
    named = MEMORIAL_LINES if len(page.dead) <= MEMORIAL_LINES else MEMORIAL_LINES - 1
    return RosterPrint(
        page=page,
        as_of=as_of,
        title=Fitted(page.sheet.name, TITLE_FITS),
        initials=_initials(page.sheet.name),
        value=Fitted(gold(page.value.total), FIGURE_FITS),
        treasury=Fitted(gold(page.sheet.treasury), FIGURE_FITS),
        rows=tuple(_row(line) for line in page.players),
        empty_rows=range(len(page.players), page.ruleset.draft.players_max),
        outcomes=tuple((word("outcome", key), page.sheet.record.outcomes[key]) for key in OUTCOMES),
        players_value=worth["player"],
        goods_value=worth["good"],
        absent=sum(bool(line.left_out) for line in page.value.lines),
        mourned=page.dead[:named],
        logo=picture_within(logo_image(page.team.logo_id)),
    )


def _row(line: PlayerLine) -> Row:
    return Row(
        line=line,
        name=Fitted(line.player.name, NAME_FITS),
        skills=Fitted(", ".join(map(str, line.skills)), SKILLS_FIT),
        injuries=Fitted(", ".join(_injuries(line.player)), INJURIES_FIT),
        deeds=tuple(line.player.deeds[deed] for deed in DEEDS),
    )


def _injuries(player: Player) -> Iterator[str]:
    if player.misses_next:
        yield gettext("Misses next match")
    if player.niggles:
        yield ngettext("{count} niggle", "{count} niggles", player.niggles).format(count=player.niggles)
    for name, points in player.lost.items():
        yield f"\N{MINUS SIGN}{points}\N{NO-BREAK SPACE}{word('characteristic', name)}"


def _initials(name: str) -> str:
    """A letter of each of the first words that have one."""
    letters = [part[0] for part in name.split() if part[0].isalnum()]
    return "".join(letters[:3]) or name[:1]
