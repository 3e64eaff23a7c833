"""Pages that are out of date: what was done to the team since they were opened."""

from teams.errors import TeamChanged
from teams.models import Team
from teams.selectors.changes import changes_since


def as_seen(team: Team, seen: int | None) -> None:
    """Refuse what was decided on a page that does not show the team as it is any more; say what has changed."""
    if seen is not None and seen != team.version:
        raise TeamChanged(team=team.name, changes="; ".join(map(str, changes_since(team, seen))))
