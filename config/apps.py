from django.apps import AppConfig
from django.db.models.signals import post_migrate

from config.guards import guard_facts


class ProjectConfig(AppConfig):
    name = "config"
    verbose_name = "Scrimmage"

    def ready(self) -> None:
        # Not our logic but the schema's: the triggers belong to the tables and are laid when the tables are.
        post_migrate.connect(guard_facts, dispatch_uid="guard-facts")
