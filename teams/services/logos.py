"""Logos: kept once by what they show, pointed at by teams and drafts."""

import hashlib

from config.writing import write
from leagues.models import Coach
from leagues.policies import allow
from teams.errors import LogoUnknown
from teams.logos import is_digest, png_of
from teams.models import Draft, Logo, Team
from teams.policies import can_dress, can_write_draft
from teams.services.ledger import league_lock


def logo_keep(*, data: bytes, actor: Coach) -> Logo:
    """Keep a picture for a form that is still being filled in. The same picture is kept once."""
    image = png_of(data)
    with write("logo.kept", actor=actor) as writing:
        logo = _kept(image)
        writing.done(logo, subject=f"logo:{logo.pk[:16]}")
    return logo


def team_logo_set(*, team: Team, data: bytes | None, actor: Coach) -> Team:
    """Give a team another picture, or none: then its letters stand there again."""
    allow(can_dress(actor, team))
    image = None if data is None else png_of(data)
    with write("team.logo_changed", actor=actor, league=team.league) as writing:
        league_lock(team.league)
        logo = None if image is None else _kept(image)
        Team.objects.filter(pk=team.pk).update(logo=logo)
        team.logo = logo
        writing.done(team, subject=f"team:{team.pk}", logo=logo.pk if logo else "")
    return team


def draft_logo_set(*, draft: Draft, data: bytes | None, actor: Coach) -> Draft:
    allow(can_write_draft(actor, draft))
    image = None if data is None else png_of(data)
    with write("draft.logo_changed", actor=actor, league=draft.league) as writing:
        league_lock(draft.league)
        logo = None if image is None else _kept(image)
        Draft.objects.filter(pk=draft.pk).update(logo=logo)
        draft.logo = logo
        writing.done(draft, subject=f"draft:{draft.pk}", logo=logo.pk if logo else "")
    return draft


def logo_known(digest: str) -> Logo | None:
    """The picture that a form points at; none when it points at none."""
    if not digest:
        return None
    logo = Logo.objects.filter(pk=digest).defer("image").first() if is_digest(digest) else None
    if logo is None:
        raise LogoUnknown
    return logo


def _kept(image: bytes) -> Logo:
    logo, _ = Logo.objects.get_or_create(digest=hashlib.sha256(image).hexdigest(), defaults={"image": image})
    return logo
