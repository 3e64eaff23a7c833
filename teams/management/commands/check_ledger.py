"""Fold every team from nothing and prove that the rows agree. Exit code 1 when one does not."""

from typing import Any

from django.core.management.base import BaseCommand

from leagues.models import League
from teams.models import EffectRow, PlayerRow, Team
from teams.services.verification import league_differences


class Command(BaseCommand):
    help = "Fold every team from nothing and compare it with its rows."

    def handle(self, *args: Any, **options: Any) -> None:
        found = 0
        for league in League.objects.order_by("pk"):
            for difference in league_differences(league):
                found += 1
                self.stderr.write(f"{league}: {difference}")
        self.stdout.write(
            f"{League.objects.count()} leagues, {Team.objects.count()} teams, {PlayerRow.objects.count()} players, "
            f"{EffectRow.objects.count()} effects, {found} differences"
        )
        if found:
            raise SystemExit(1)
