"""Links by mail: into the account, and to a new password.

Asking looks nobody up and mails nothing itself: a task does. So neither the answer nor the time it takes tells
whether a coach has this address.
"""

from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlencode

import structlog
from django.conf import settings
from django.contrib.auth.tokens import PasswordResetTokenGenerator, default_token_generator
from django.urls import reverse
from django.utils.translation import get_language, gettext, gettext_noop, override

from config.publishing import publish
from config.writing import write
from leagues.selectors.accounts import coach_by_mail
from leagues.services.mails import mail_send
from leagues.tokens import login_link_tokens, uid_of

log = structlog.get_logger(__name__)

LOGIN_LINK_TASK = "leagues.tasks.login_link_send"
PASSWORD_RESET_TASK = "leagues.tasks.password_reset_send"  # noqa: S105 - a task's name


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail with a link in it."""

    action: str
    subject: str
    template: str
    route: str
    tokens: PasswordResetTokenGenerator
    lifetime: str  # the setting that says how many seconds the link lives


LOGIN_LINK = Letter(
    action="coach.login_link_sent",
    subject=gettext_noop("Your link into Scrimmage"),
    template="login_link",
    route="leagues:login_link_use",
    tokens=login_link_tokens,
    lifetime="LOGIN_LINK_SECONDS",
)
PASSWORD_RESET = Letter(
    action="coach.password_reset_sent",
    subject=gettext_noop("A new password for Scrimmage"),
    template="password_reset",
    route="leagues:password_reset_confirm",
    tokens=default_token_generator,
    lifetime="PASSWORD_RESET_TIMEOUT",
)


def login_link_ask(*, email: str, site: str, next_page: str = "") -> None:
    _ask(LOGIN_LINK_TASK, login_link_send, email, site, next_page)


def password_reset_ask(*, email: str, site: str) -> None:
    _ask(PASSWORD_RESET_TASK, password_reset_send, email, site)


def login_link_send(email: str, site: str, next_page: str, language: str) -> None:
    """Mail a link that logs its reader in, once; nothing if no coach has this address."""
    query = f"?{urlencode({'next': next_page})}" if next_page else ""
    _send(LOGIN_LINK, email, site, query, language)


def password_reset_send(email: str, site: str, language: str) -> None:
    """Mail a link to a new password; nothing if no coach has this address."""
    _send(PASSWORD_RESET, email, site, "", language)


def _send(letter: Letter, email: str, site: str, query: str, language: str) -> None:
    coach = coach_by_mail(email)
    if coach is None:
        return
    path = reverse(letter.route, kwargs={"uidb64": uid_of(coach), "token": letter.tokens.make_token(coach)})
    context = {"link": f"{site}{path}{query}", "minutes": getattr(settings, letter.lifetime) // 60}
    with write(letter.action, actor=None) as writing:
        writing.done(None, subject=f"coach:{coach.pk}")
    with override(language):
        mail_send(coach, subject=gettext(letter.subject), template=letter.template, context=context)


def _ask(task: str, send: Callable[..., None], *args: str) -> None:
    told = (*args, get_language() or settings.LANGUAGE_CODE)
    if publish(task, *told):
        return
    try:
        send(*told)
    except OSError as error:  # Said in the log only: a visible failure would tell that the address is known.
        log.exception("mail_not_sent", task_name=task, reason=str(error))
