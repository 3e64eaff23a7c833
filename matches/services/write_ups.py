"""Write-ups: what a coach has to tell of his match, with a picture if he took one."""

from __future__ import annotations

from config.writing import write
from leagues.models import Coach
from leagues.names import clean_text, needed_reason
from leagues.policies import allow, can_commission
from matches.errors import WriteUpChanged, WriteUpEmpty, WriteUpTooLong
from matches.models import Match, WriteUp
from matches.pictures import TYPE, jpeg_of
from matches.policies import can_write_up

LONGEST = 10_000


def write_up_save(
    *,
    match: Match,
    text: str,
    picture: bytes | None = None,
    without_picture: bool = False,
    seen: int | None = None,
    actor: Coach,
) -> WriteUp:
    """Tell the story, or tell it better. Without a new ``picture`` the old one stays, unless it is to go."""
    allow(can_write_up(actor, match))
    text = clean_text(text)
    if len(text) > LONGEST:
        raise WriteUpTooLong(most=LONGEST, length=len(text))
    drawn = None if picture is None else jpeg_of(picture)
    with write("write_up.saved", actor=actor, league=match.league) as writing:
        story, _ = WriteUp.objects.get_or_create(match=match, author=actor)
        story = WriteUp.objects.select_for_update().get(pk=story.pk)
        if seen is not None and seen != story.version:
            raise WriteUpChanged
        if drawn is not None:
            story.picture, story.picture_type = drawn, TYPE
        elif without_picture:
            story.picture, story.picture_type = None, ""
        if not text and story.picture is None:
            raise WriteUpEmpty
        story.text, story.version = text, story.version + 1
        story.save()
        writing.done(story, subject=f"match:{match.pk}", version=story.version, picture=bool(story.picture_type))
    return story


def write_up_delete(*, match: Match, actor: Coach) -> None:
    """Take one's own story back. One that was hidden leaves that behind: told again, it is not shown by itself."""
    allow(can_write_up(actor, match))
    with write("write_up.deleted", actor=actor, league=match.league) as writing:
        own = WriteUp.objects.filter(match=match, author=actor)
        own.filter(hidden="").delete()
        own.update(text="", picture=None, picture_type="", version=0)
        writing.done(None, subject=f"match:{match.pk}")


def write_up_hide(*, story: WriteUp, reason: str, actor: Coach) -> WriteUp:
    """A commissioner hides a story: its author still sees it, and why."""
    return _set_hidden(story, needed_reason(reason), actor)


def write_up_show(*, story: WriteUp, actor: Coach) -> WriteUp:
    return _set_hidden(story, "", actor)


def _set_hidden(story: WriteUp, hidden: str, actor: Coach) -> WriteUp:
    match = story.match
    allow(can_commission(actor, match.league))
    with write("write_up.hidden" if hidden else "write_up.shown", actor=actor, league=match.league) as writing:
        story.hidden = hidden
        story.save(update_fields=["hidden"])
        writing.done(story, subject=f"match:{match.pk}", author=f"coach:{story.author_id}", reason=hidden)
    return story
