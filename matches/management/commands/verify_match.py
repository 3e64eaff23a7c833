"""Throw every die of the server again from its seed, and decide every effect again from what was told.

Exit code 1 when something differs. What another version of the engine has told is named as such.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from leagues.models import League
from matches.models import Match
from matches.selectors.verification import Verified, league_verified, match_verified


class Command(BaseCommand):
    help = "Throw the dice of matches again from their seeds, decide their effects again, and name what differs."

    def add_arguments(self, parser: CommandParser) -> None:
        which = parser.add_mutually_exclusive_group(required=True)
        which.add_argument("match", nargs="?", type=int, help="the number of one match, as in its address")
        which.add_argument("--league", help="every match of a league, by its short name, and what belongs to none")
        which.add_argument("--all", action="store_true", help="the same of every league")

    def handle(self, *args: Any, **options: Any) -> None:
        looked, found, by_version = 0, 0, 0
        dice, causes, sealed = 0, 0, 0
        for one in self._verified(**options):
            looked += one.match is not None
            dice, causes, sealed = dice + one.thrown_by_server, causes + len(one.causes), sealed + one.sealed
            found, by_version = found + len(one.problems), by_version + one.by_version
            for problem in one.problems:
                self.stderr.write(f"{_name(one)}: {problem}")
        self.stdout.write(
            f"{looked} matches, {sealed} still sealed; {dice} rolls of the server, {causes} causes; "
            f"{found} differences, {by_version} of them by another version of the engine"
        )
        if found:
            raise SystemExit(1)

    def _verified(self, **options: Any) -> Iterator[Verified]:
        if options["match"] is not None:
            match = Match.objects.select_related("league", "home", "away").filter(pk=options["match"]).first()
            if match is None:
                raise CommandError(f"There is no match {options['match']}.")
            yield match_verified(match)
            return
        leagues = League.objects.order_by("pk")
        if options["league"]:
            leagues = leagues.filter(slug=options["league"])
            if not leagues:
                raise CommandError(f"There is no league {options['league']}.")
        for league in leagues:
            yield from league_verified(league)


def _name(one: Verified) -> str:
    return f"{one.match.pk} {one.match}" if one.match else "besides matches"
