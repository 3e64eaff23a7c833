from django.db import models

from config.facts import Fact


class StoredRuleset(Fact):
    """A resolved ruleset, stored once per content: new data never changes what is over."""

    content_hash = models.CharField(max_length=64, primary_key=True)
    key = models.CharField(max_length=40)
    name = models.CharField(max_length=100)
    version = models.CharField(max_length=20)
    stored_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.name} ({self.content_hash[:8]})"


class RulesetContent(Fact):
    """The data itself, apart from its row: half a megabyte that no join should carry along."""

    ruleset = models.OneToOneField(StoredRuleset, on_delete=models.PROTECT, primary_key=True, related_name="content")
    data = models.JSONField()

    def __str__(self) -> str:
        return f"content of {self.ruleset}"
