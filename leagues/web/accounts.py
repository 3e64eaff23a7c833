"""Pages of accounts: Django's own views, with our services behind them and limits in front."""

from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.conf import settings
from django.contrib.auth import authenticate, login, logout, update_session_auth_hash
from django.contrib.auth import views as auth_views
from django.contrib.auth.forms import SetPasswordForm
from django.contrib.auth.mixins import LoginRequiredMixin
from django.contrib.auth.views import INTERNAL_RESET_SESSION_TOKEN, RedirectURLMixin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse, reverse_lazy
from django.utils.decorators import method_decorator
from django.utils.translation import gettext
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.generic import FormView, TemplateView
from django.views.generic.base import ContextMixin

from config.answering import web_answer
from config.limits import client_of
from config.problems import status_of, title_of
from config.writing import Answer
from engine.errors import EngineError
from leagues.errors import LinkSpent, MailTaken, OnlyCommissioner, PinMalformed
from leagues.models import Coach
from leagues.selectors.accounts import coach_by_login_link, coach_by_uid, leagues_led_alone
from leagues.services import account_mails, accounts
from leagues.web.account_forms import EraseForm, LoginForm, MailForm, NameForm, PinForm, RegisterForm


def _site(request: HttpRequest) -> str:
    """Where mailed links lead."""
    return settings.PUBLIC_URL or request.build_absolute_uri("/").rstrip("/")


def coach_of(request: HttpRequest) -> Coach:
    """The coach of a page that nobody else reaches."""
    if not isinstance(request.user, Coach):
        raise PermissionDenied
    return request.user


class NextPage(RedirectURLMixin, ContextMixin):
    """On to the page that was asked for, if it is one of ours; links and forms hand it on."""

    next_page = settings.LOGIN_REDIRECT_URL

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        wanted = self.get_redirect_url()
        query = f"?{urlencode({'next': wanted})}" if wanted else ""
        return super().get_context_data(**{"next": wanted, "next_query": query, **kwargs})


class Refusing(FormView):
    """A form that was refused comes back with what was typed, and says so in its status."""

    def form_invalid(self, form: forms.Form, status: int = HTTPStatus.UNPROCESSABLE_ENTITY) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=status)

    def refused(self, form: forms.Form, field: str | None, refusal: EngineError) -> HttpResponse:
        form.add_error(field, title_of(refusal))
        return self.form_invalid(form, status=status_of(refusal))


class GuessLimit(FormView):
    """Wherever a password is asked for, guessing is limited; a right one clears the count."""

    def guessed_mail(self) -> str:
        return coach_of(self.request).email or ""

    def _guesser(self) -> str:
        return f"{client_of(self.request)} {Coach.objects.normalize_email(self.guessed_mail())}"

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        settings.LOGIN_LIMIT_CLIENT.spend(client_of(request))
        settings.LOGIN_LIMIT.spend(self._guesser())
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: forms.Form) -> HttpResponse:
        settings.LOGIN_LIMIT_CLIENT.refund(client_of(self.request))
        settings.LOGIN_LIMIT.forget(self._guesser())
        return self.change(form)

    def change(self, form: forms.Form) -> HttpResponse:
        """What the right password opens."""
        return super().form_valid(form)


@method_decorator([sensitive_post_parameters(), never_cache], name="dispatch")
class RegisterView(NextPage, Refusing):
    form_class = RegisterForm
    template_name = "leagues/accounts/register.html"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated:
            return HttpResponseRedirect(self.get_success_url())
        return super().get(request, *args, **kwargs)

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        settings.REGISTER_LIMIT.spend(client_of(request))
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: forms.Form) -> HttpResponse:
        given = form.cleaned_data
        welcome = Answer(location=self.get_success_url(), message=gettext("Welcome. Your account is ready."))
        try:
            response = web_answer(self.request, lambda: accounts.coach_register(**given), lambda _: welcome)
        except MailTaken as refusal:
            return self.refused(form, "email", refusal)
        # By what was typed, not by what was made: a form that is sent again logs in as well.
        coach = authenticate(self.request, username=given["email"], password=given["password"])
        if coach is not None:
            login(self.request, coach)
        return response


class LoginView(GuessLimit, NextPage, Refusing, auth_views.LoginView):
    form_class = LoginForm
    template_name = "leagues/accounts/login.html"
    redirect_authenticated_user = True

    def guessed_mail(self) -> str:
        return self.request.POST.get("username", "")


class MailedView(Refusing):
    """Asks for a mail address and sends something there. The answer is the same, whoever has that address."""

    form_class = MailForm

    def form_valid(self, form: forms.Form) -> HttpResponse:
        email = Coach.objects.normalize_email(form.cleaned_data["email"])
        settings.MAIL_LIMIT_CLIENT.spend(client_of(self.request))
        settings.MAIL_LIMIT.spend(email)
        self.ask(email)
        return super().form_valid(form)

    def ask(self, email: str) -> None:
        raise NotImplementedError


class LoginLinkView(NextPage, MailedView):
    template_name = "leagues/accounts/login_link.html"

    def ask(self, email: str) -> None:
        account_mails.login_link_ask(email=email, site=_site(self.request), next_page=self.get_redirect_url())

    def get_success_url(self) -> str:
        return reverse("leagues:login_link_sent")


class SentView(TemplateView):
    """The mail is on its way, or would be if somebody had that address."""

    template_name = "leagues/accounts/mail_sent.html"
    lifetime = ""  # the setting that says how many seconds the link lives
    again = ""  # where to ask for another one

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        minutes = getattr(settings, self.lifetime) // 60
        return super().get_context_data(minutes=minutes, again=reverse(self.again), **kwargs)


def _spent(request: HttpRequest, again: str) -> HttpResponse:
    refusal = LinkSpent()
    context = {"detail": title_of(refusal), "again": again}
    return render(request, "leagues/accounts/link_spent.html", context, status=status_of(refusal))


@method_decorator(never_cache, name="dispatch")
class LoginLinkUseView(NextPage, View):
    """The link itself changes nothing, since programs that scan mails follow it; the button on its page logs in."""

    def get(self, request: HttpRequest, uidb64: str, token: str) -> HttpResponse:
        coach = coach_by_login_link(uidb64, token)
        if coach is None:
            return self._spent()
        return render(request, "leagues/accounts/login_link_use.html", self.get_context_data(coach=coach))

    def post(self, request: HttpRequest, uidb64: str, token: str) -> HttpResponse:
        try:
            coach = accounts.login_link_use(uid=uidb64, token=token)
        except LinkSpent:
            return self._spent()
        login(request, coach)
        return HttpResponseRedirect(self.get_success_url())

    def _spent(self) -> HttpResponse:
        return _spent(self.request, reverse("leagues:login_link") + self.get_context_data()["next_query"])


class PasswordResetView(MailedView):
    template_name = "leagues/accounts/password_reset.html"
    success_url = reverse_lazy("leagues:password_reset_sent")

    def ask(self, email: str) -> None:
        account_mails.password_reset_ask(email=email, site=_site(self.request))


class PasswordResetConfirmView(Refusing, auth_views.PasswordResetConfirmView):
    template_name = "leagues/accounts/password_reset_confirm.html"

    def get_user(self, uidb64: str) -> Coach | None:
        return coach_by_uid(uidb64)

    def render_to_response(self, context: dict[str, Any], **kwargs: Any) -> HttpResponse:
        if not self.validlink:
            return _spent(self.request, reverse("leagues:password_reset"))
        return super().render_to_response(context, **kwargs)

    def form_valid(self, form: SetPasswordForm) -> HttpResponse:
        coach, password = form.user, form.cleaned_data["new_password1"]
        done = Answer(location=reverse("leagues:password_reset_complete"))
        response = web_answer(
            self.request, lambda: accounts.password_reset(coach=coach, password=password), lambda _: done
        )
        self.request.session.pop(INTERNAL_RESET_SESSION_TOKEN, None)
        return response


@method_decorator(never_cache, name="dispatch")
class PasswordChangeView(GuessLimit, Refusing, auth_views.PasswordChangeView):
    template_name = "leagues/accounts/password_change.html"

    def change(self, form: forms.Form) -> HttpResponse:
        coach = coach_of(self.request)
        done = Answer(location=reverse("leagues:account"), message=gettext("Your password is changed."))
        response = web_answer(
            self.request,
            lambda: accounts.password_change(password=form.cleaned_data["new_password1"], actor=coach),
            lambda _: done,
        )
        update_session_auth_hash(self.request, coach)
        return response


@method_decorator(never_cache, name="dispatch")
class AccountView(LoginRequiredMixin, Refusing):
    """The account, and the form that changes its name."""

    form_class = NameForm
    template_name = "leagues/accounts/account.html"

    def get_initial(self) -> dict[str, Any]:
        return {"name": coach_of(self.request).name}

    def form_valid(self, form: forms.Form) -> HttpResponse:
        coach, name = coach_of(self.request), form.cleaned_data["name"]
        done = Answer(location=reverse("leagues:account"), message=gettext("Your name is changed."))
        return web_answer(self.request, lambda: accounts.coach_rename(name=name, actor=coach), lambda _: done)


@method_decorator([sensitive_post_parameters(), never_cache], name="dispatch")
class PinView(LoginRequiredMixin, Refusing):
    """The PIN by which a coach confirms a report on the phone of another one."""

    form_class = PinForm
    template_name = "leagues/accounts/pin.html"

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.POST.get("do") == "remove":
            return self._set("", gettext("Your PIN is removed."))
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: forms.Form) -> HttpResponse:
        try:
            return self._set(form.cleaned_data["pin"], gettext("Your PIN is set."))
        except PinMalformed as refusal:
            return self.refused(form, "pin", refusal)

    def _set(self, pin: str, said: str) -> HttpResponse:
        coach, done = coach_of(self.request), Answer(location=reverse("leagues:account"), message=said)
        return web_answer(self.request, lambda: accounts.pin_set(pin=pin, actor=coach), lambda _: done)


@method_decorator([sensitive_post_parameters(), never_cache], name="dispatch")
class EraseView(LoginRequiredMixin, GuessLimit, Refusing):
    form_class = EraseForm
    template_name = "leagues/accounts/erase.html"

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "coach": coach_of(self.request)}

    def change(self, form: forms.Form) -> HttpResponse:
        coach = coach_of(self.request)
        done = Answer(location=reverse("leagues:login"), message=gettext("Your account is erased."))
        try:
            response = web_answer(self.request, lambda: accounts.coach_erase(actor=coach), lambda _: done)
        except OnlyCommissioner as refusal:
            return self.refused(form, None, refusal)
        logout(self.request)
        return response

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(leagues=leagues_led_alone(coach_of(self.request)), **kwargs)
