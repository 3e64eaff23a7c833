"""Coaches register, change their name or password, and go. What stays in the audit names nobody: it is never erased."""

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext, override

from config.writing import write
from leagues.errors import LinkSpent, MailTaken, OnlyCommissioner, PinMalformed
from leagues.models import Coach, League, Membership, Role
from leagues.names import clean_name
from leagues.selectors.accounts import coach_by_login_link, leagues_led, leagues_led_alone

PIN_SHORTEST, PIN_LONGEST = 4, 8


def coach_register(*, email: str, name: str, password: str) -> Coach:
    name = clean_name(name)
    with write("coach.registered", actor=None) as writing:
        try:
            with transaction.atomic():
                coach = Coach.objects.create_user(email=email, name=name, password=password)
        except IntegrityError:
            raise MailTaken from None
        writing.actor = coach
        writing.done(coach, subject=_subject(coach))
    return coach


def coach_rename(*, name: str, actor: Coach) -> Coach:
    name = clean_name(name)
    with write("coach.renamed", actor=actor) as writing:
        actor.name = name
        actor.save(update_fields=["name"])
        writing.done(actor, subject=_subject(actor))
    return actor


def password_change(*, password: str, actor: Coach) -> Coach:
    """Ends every session that was opened with the old one."""
    return _password_set("coach.password_changed", actor, password)


def pin_set(*, pin: str, actor: Coach) -> Coach:
    """Set or change the PIN by which a coach confirms on another one's phone; an empty one removes it."""
    if pin and not (pin.isascii() and pin.isdigit() and PIN_SHORTEST <= len(pin) <= PIN_LONGEST):
        raise PinMalformed(least=PIN_SHORTEST, most=PIN_LONGEST)
    with write("coach.pin_set" if pin else "coach.pin_removed", actor=actor) as writing:
        actor.pin = make_password(pin) if pin else ""
        actor.save(update_fields=["pin"])
        writing.done(actor, subject=_subject(actor))
    return actor


def password_reset(*, coach: Coach, password: str) -> Coach:
    """For the holder of a mailed link."""
    return _password_set("coach.password_reset", coach, password)


def login_link_use(*, uid: str, token: str) -> Coach:
    """Spend a mailed link. Of two that come at the same instant, one finds it spent."""
    with write("coach.login_link_used", actor=None) as writing:
        coach = coach_by_login_link(uid, token, among=Coach.objects.select_for_update())
        if coach is None:
            raise LinkSpent
        coach.last_login = timezone.now()
        coach.save(update_fields=["last_login"])
        writing.actor = coach
        writing.done(coach, subject=_subject(coach))
    return coach


def coach_erase(*, actor: Coach) -> Coach:
    """Forget the person. His teams and matches stay, under a name that says nothing."""
    with write("coach.erased", actor=actor) as writing:
        coach = Coach.objects.select_for_update().get(pk=actor.pk)
        _hand_over_or_refuse(coach)
        coach.name = _neutral_name(coach)
        coach.email = None
        coach.last_login = None
        coach.pin = ""
        coach.is_active = False
        coach.erased_at = timezone.now()
        # Sessions end with it: each carries a hash of the password it was opened with.
        coach.set_unusable_password()
        coach.save()
        writing.done(coach, subject=_subject(coach))
    return coach


def _hand_over_or_refuse(coach: Coach) -> None:
    # The lock lets two commissioners of a league go one after the other: the second one then sees that he is the last.
    list(League.objects.select_for_update().filter(pk__in=leagues_led(coach)).order_by("pk"))
    alone = leagues_led_alone(coach)
    if alone:
        raise OnlyCommissioner(leagues=", ".join(league.name for league in alone))
    Membership.objects.filter(coach=coach, role=Role.COMMISSIONER).update(role=Role.COACH)


def _neutral_name(coach: Coach) -> str:
    """In the site's language, not the reader's: it is kept."""
    with override(settings.LANGUAGE_CODE):
        return gettext("Coach {number}").format(number=coach.pk)


def _password_set(action: str, coach: Coach, password: str) -> Coach:
    with write(action, actor=coach) as writing:
        coach.set_password(password)
        coach.save(update_fields=["password"])
        writing.done(coach, subject=_subject(coach))
    return coach


def _subject(coach: Coach) -> str:
    return f"coach:{coach.pk}"
