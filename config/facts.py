"""Facts are only ever added. A model that is a ``Fact`` cannot be updated or deleted: not by a service, and not by SQL.

``config.guards`` makes the database itself refuse.
"""

from typing import Any, ClassVar, Self

from django.db import models


class FactsAreForever(RuntimeError):
    """Somebody tried to rewrite history instead of adding to it."""


class FactQuerySet(models.QuerySet[Any]):
    def update(self, **kwargs: Any) -> int:
        raise FactsAreForever(f"{self.model.__name__} rows are facts: add a revision instead of updating.")

    def delete(self) -> tuple[int, dict[str, int]]:
        raise FactsAreForever(f"{self.model.__name__} rows are facts: they are never deleted.")


class Fact(models.Model):
    is_fact: ClassVar[bool] = True

    objects: ClassVar[models.Manager[Self]] = FactQuerySet.as_manager()

    class Meta:
        abstract = True
