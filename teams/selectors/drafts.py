"""Reading drafts: one's own, those that wait for a commissioner, and what a new one may be copied from."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet
from django.http import Http404

from engine.errors import UnknownName
from engine.rulesets import Roster
from engine.team.draft import Fitting, TeamDraft, fitting
from engine.team.sample import sample
from engine.typed import build
from leagues.mapping import ruleset_of
from leagues.models import Coach, League, Membership, Role
from leagues.policies import Visitor
from leagues.selectors.leagues import league_list
from teams.errors import EditionDiffers, NothingToCopy
from teams.logos import is_digest
from teams.models import Draft, DraftKind, DraftStatus, HistoryEntry, Logo, Team
from teams.policies import can_see_draft
from teams.selectors.teams import team_list
from teams.services.drafts import command_of
from teams.services.ledger import occasion_inputs

OPEN = (DraftStatus.SAVED, DraftStatus.SUBMITTED, DraftStatus.RETURNED)
SOURCES_MOST = 200  # teams that a page offers to copy from: a list of thousands helps nobody


@dataclass(frozen=True, slots=True)
class DraftLine:
    """A draft as a list shows it; ``roster`` is none when the league's rules have no such list any more."""

    draft: Draft
    roster: Roster | None


@dataclass(frozen=True, slots=True)
class Copied:
    """A draft to start from, and what of it the rules here do not know, in words."""

    draft: TeamDraft
    colour: int | None = None
    logo: str = ""
    left_out: tuple[str, ...] = ()


def draft_get(visitor: Visitor, pk: int) -> Draft:
    """A draft that this visitor may see: his own, or one that waits for him."""
    rows = _rows().filter(pk=pk, league__in=league_list(visitor).values("pk"))
    draft = rows.first()
    if draft is None or not can_see_draft(visitor, draft):
        raise Http404
    return draft


def draft_list(coach: Coach, league: League) -> QuerySet[Draft]:
    """His drafts in this league that have not become a team, the latest first."""
    return _rows().filter(league=league, coach=coach, status__in=OPEN)


def drafts_to_approve(coach: Coach, league: League | None = None) -> QuerySet[Draft]:
    """What waits for this coach as a commissioner, the oldest first."""
    commissioned = Membership.objects.filter(coach=coach, role=Role.COMMISSIONER)
    rows = _rows().filter(status=DraftStatus.SUBMITTED, league__in=commissioned.values("league"))
    return (rows if league is None else rows.filter(league=league)).order_by("saved_at", "pk")


def drafts_returned(coach: Coach) -> QuerySet[Draft]:
    """His drafts that were sent back."""
    return _rows().filter(coach=coach, status=DraftStatus.RETURNED)


def draft_lines(drafts: QuerySet[Draft]) -> tuple[DraftLine, ...]:
    return tuple(DraftLine(draft, roster_of(draft)) for draft in drafts)


def roster_of(draft: Draft) -> Roster | None:
    """Its team list by the league's rules of today; none when they have lost it."""
    try:
        return ruleset_of(draft.league.ruleset_id).roster(draft.roster)
    except UnknownName:
        return None


def fitted(draft: Draft) -> Copied:
    """A saved draft by the league's rules of today."""
    fit = fitting(command_of(draft), ruleset_of(draft.league.ruleset_id))
    return Copied(fit.draft, draft.colour, draft.logo_id or "", _words(fit, None))


def copy_of_draft(coach: Coach, league: League, pk: int) -> Copied:
    """One of his own drafts, of this league or of another one with the same edition."""
    source = _rows().filter(pk=pk, coach=coach).first()
    if source is None:
        raise Http404
    _check_edition(source.league, league, str(source))
    fit = fitting(command_of(source), ruleset_of(league.ruleset_id))
    return Copied(fit.draft, source.colour, source.logo_id or "", _words(fit, source.league))


def copy_of_team(visitor: Visitor, league: League, pk: int) -> Copied:
    """The draft of a team that he may see. The name is the other team's own, and so is what it wears."""
    source = team_list(visitor).select_related("league__edition").filter(pk=pk).first()
    if source is None:
        raise Http404
    _check_edition(source.league, league, source.name)
    try:
        told = occasion_inputs(source.league, source.key, kind="draft")
    except HistoryEntry.DoesNotExist:
        raise NothingToCopy(team=source.name) from None
    fit = fitting(build(TeamDraft, told["draft"], "draft"), ruleset_of(league.ruleset_id))
    return Copied(fit.draft, None, "", _words(fit, source.league))


def copy_sources(visitor: Visitor, league: League) -> tuple[Team, ...]:
    """Teams whose drafts may be copied here: his own first, then those of this league, then the rest."""
    teams = list(
        team_list(visitor)
        .select_related("league__edition")
        # A team that was entered as it stood has no draft.
        .filter(league__edition__key=league.edition.key, causes__kind="draft")[:SOURCES_MOST]
    )
    rank = {True: 0, False: 1}
    return tuple(sorted(teams, key=lambda one: (rank[one.coach_id == visitor.pk], rank[one.league_id == league.pk])))


def sample_of(league: League, roster: str, name: str = "") -> TeamDraft:
    """A sample team of this list by the league's rules; one without a name bears its list's."""
    ruleset = ruleset_of(league.ruleset_id)
    return sample(roster, ruleset, name or ruleset.roster(roster).name)


def logo_image(digest: str | None) -> bytes:
    """The picture that is kept under this digest; nothing when there is none."""
    logo = Logo.objects.filter(pk=digest).first() if digest and is_digest(digest) else None
    return bytes(logo.image) if logo else b""


def _rows() -> QuerySet[Draft]:
    return Draft.objects.filter(kind=DraftKind.NEW).select_related(
        "league__ruleset", "league__edition", "coach", "team"
    )


def _check_edition(theirs: League, ours: League, source: str) -> None:
    if theirs.edition.key != ours.edition.key:
        raise EditionDiffers(source=source, theirs=theirs.edition.name, ours=ours.edition.name)


def _words(fit: Fitting, home: League | None) -> tuple[str, ...]:
    """What was left out, by the names it has where it comes from."""
    if home is None:
        return (*fit.positions, *fit.goods, *fit.choices)
    ruleset = ruleset_of(home.ruleset_id)
    known = {good.key: good.name for good in ruleset.goods}
    for roster in ruleset.teams:
        if roster.key == fit.draft.roster:
            known.update({position.key: position.name for position in roster.positions})
    return tuple(known.get(key, key) for key in (*fit.positions, *fit.goods, *fit.choices))
