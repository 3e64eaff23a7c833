"""Fold every team from nothing and prove that the rows agree; with ``--again``, decide every cause again as well.

Exit code 1 when one does not agree.
"""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from leagues.models import League
from teams.models import EffectRow, PlayerRow, Team
from teams.services.verification import league_differences, league_redecided


class Command(BaseCommand):
    help = "Fold every team from nothing and compare it with its rows."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--again", action="store_true", help="decide every cause again from its stored inputs, too")

    def handle(self, *args: Any, again: bool = False, **options: Any) -> None:
        found = 0
        for league in League.objects.order_by("pk"):
            for difference in league_differences(league):
                found += 1
                self.stderr.write(f"{league}: {difference}")
            for one in league_redecided(league) if again else ():
                found += 1
                self.stderr.write(f"{league}: {one.cause.kind} {one.cause.occasion} comes to something else today")
        self.stdout.write(
            f"{League.objects.count()} leagues, {Team.objects.count()} teams, {PlayerRow.objects.count()} players, "
            f"{EffectRow.objects.count()} effects, {found} differences"
        )
        if found:
            raise SystemExit(1)
