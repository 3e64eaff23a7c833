from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class CoachManager(BaseUserManager["Coach"]):
    @classmethod
    def normalize_email(cls, email: str | None) -> str:
        """In lower case, all of it: no mail server in use tells Ann@ from ann@."""
        return (email or "").strip().lower()

    def create_user(self, *, email: str, name: str, password: str | None = None, **fields: Any) -> "Coach":
        coach = self.model(email=self.normalize_email(email), name=name.strip(), **fields)
        coach.set_password(password)
        coach.save(using=self._db)
        return coach

    def create_superuser(self, *, email: str, name: str, password: str | None = None) -> "Coach":
        return self.create_user(email=email, name=name, password=password, is_superuser=True)

    def get_by_natural_key(self, username: str | None) -> "Coach":
        return self.get(email=self.normalize_email(username))


class Coach(AbstractBaseUser, PermissionsMixin):
    """A person. Signs in with a mail address; an erased coach keeps a row, so that history keeps its shape."""

    # Null, not empty: erased coaches have none, and several empty ones would collide.
    email = models.EmailField(_("mail address"), unique=True, null=True)  # noqa: DJ001
    name = models.CharField(_("name"), max_length=80)
    is_active = models.BooleanField(default=True)
    joined_at = models.DateTimeField(default=timezone.now)
    erased_at = models.DateTimeField(null=True, blank=True)
    pin = models.CharField(max_length=128, blank=True)  # hashed: agrees to a report on somebody else's phone

    objects: ClassVar[CoachManager] = CoachManager()

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]

    class Meta:
        verbose_name = _("coach")
        verbose_name_plural = _("coaches")

    def __str__(self) -> str:
        return self.name
