from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config.ops import backups
from config.ops.errors import GiveUp


class Command(BaseCommand):
    help = "Writes a backup of the database into BACKUP_DIR and prints its path."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            self.stdout.write(str(backups.backup()))
        except GiveUp as reason:
            raise CommandError(str(reason)) from reason
