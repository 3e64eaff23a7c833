"""Print a ruleset as one JSON document."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from engine import rulesets
from engine.errors import UnknownName
from engine.rulesets.export import exported


class Command(BaseCommand):
    help = "Prints one ruleset as a JSON document: the same that /api/v1/rulesets/<key>/ serves."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("ruleset", help=f"one of {', '.join(rulesets.available())}")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            ruleset = rulesets.get(options["ruleset"])
        except UnknownName as unknown:
            raise CommandError(f"{unknown} There are: {', '.join(rulesets.available())}.") from None
        self.stdout.write(json.dumps(exported(ruleset), ensure_ascii=False, indent=1))
