"""Play the demo league, or say who may sign in to it."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from leagues.models import Coach, League
from matches.demo import story
from matches.demo.league import demo_coaches, demo_league, league_play
from matches.models import MatchStatus
from matches.selectors.matches import inbox


class Command(BaseCommand):
    help = "Plays a league that shows off, through the same services that people use. Needs no Redis."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--seed", type=int, default=story.SEED, help="another seed, another league")
        parser.add_argument("--logins", action="store_true", help="only say who may sign in")

    def handle(self, *args: Any, **options: Any) -> None:
        league = demo_league()
        if options["logins"]:
            if league is not None:
                self._say_logins(league)
        elif league is not None:
            self.stdout.write(f"{league} is here already; nothing was changed.")
        else:
            self._say_played(league_play(seed=options["seed"]))

    def _say_played(self, league: League) -> None:
        played = league.matches.filter(status=MatchStatus.FINISHED).count()
        self.stdout.write(
            f"{league}: {league.teams.count()} teams, {played} matches played. "
            f"Everybody's password is {story.PASSWORD}; `manage.py demo --logins` lists the people."
        )

    def _say_logins(self, league: League) -> None:
        teams = {team.coach_id: team.name for team in league.teams.all()}
        self.stdout.write(f"Sign in to {league} with the password {story.PASSWORD} as")
        for coach in demo_coaches():
            part = teams.get(coach.pk, "commissioner")
            waiting = "".join(f", {what}" for what in _waiting(coach))
            self.stdout.write(f"  {coach.email:26} {coach.name:18} {part}{waiting}")


def _waiting(coach: Coach) -> list[str]:
    waits = inbox(coach)
    return ["has a choice to make"] * bool(waits.choices) + ["has a report to confirm"] * bool(waits.to_confirm)
