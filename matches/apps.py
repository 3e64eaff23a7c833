from django.apps import AppConfig


class MatchesConfig(AppConfig):
    name = "matches"

    def ready(self) -> None:
        # Selectors need models, and those are there only now.
        from matches import jobs

        jobs.register_all()
