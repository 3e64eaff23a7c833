from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.ops import backups
from config.ops.errors import GiveUp


class Command(BaseCommand):
    help = "Puts a backup in place of the database, and keeps a backup of what was there."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            kept = backups.restore(file.expanduser().resolve())
        except GiveUp as reason:
            raise CommandError(str(reason)) from reason
        self.stdout.write(f"Restored {file}; what was there is kept in {kept}")
