"""Forms of accounts. They check shape; what is taken, spent or too often, the services and limits say."""

from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.password_validation import password_validators_help_text_html, validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from config.problems import title_of
from engine.errors import EngineError
from leagues.models import Coach
from leagues.names import LONGEST, clean_name
from leagues.services.accounts import PIN_LONGEST


class MailField(forms.EmailField):
    def __init__(self, *, autocomplete: str = "email", **options: Any) -> None:
        widget = forms.EmailInput(attrs={"autocomplete": autocomplete})
        super().__init__(label=_("Mail address"), max_length=254, widget=widget, **options)


class PasswordField(forms.CharField):
    def __init__(self, *, autocomplete: str, **options: Any) -> None:
        widget = forms.PasswordInput(attrs={"autocomplete": autocomplete})
        super().__init__(**{"label": _("Password"), "strip": False, "widget": widget, **options})


class NameForm(forms.Form):
    name = forms.CharField(
        label=_("Name"),
        max_length=LONGEST,
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
        help_text=_("As other coaches see it. Any script will do."),
    )

    def clean_name(self) -> str:
        try:
            return clean_name(self.cleaned_data["name"])
        except EngineError as refusal:
            raise ValidationError(title_of(refusal), code=refusal.code) from None


class RegisterForm(NameForm):
    """One password field: a slip of the finger is mended by a mailed link."""

    email = MailField(help_text=_("You log in with it. Nobody else sees it."))
    password = PasswordField(autocomplete="new-password", help_text=password_validators_help_text_html())

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if "password" in data:
            coach = Coach(name=data.get("name", ""), email=data.get("email", ""))
            try:
                validate_password(data["password"], coach)
            except ValidationError as refusal:
                self.add_error("password", refusal)
        return data


class LoginForm(AuthenticationForm):
    username = MailField(autocomplete="username")

    error_messages = {
        "invalid_login": _("This mail address and this password do not belong together."),
        "inactive": _("This mail address and this password do not belong together."),
    }


class MailForm(forms.Form):
    email = MailField()


class PinForm(forms.Form):
    pin = forms.CharField(
        label=_("PIN"),
        help_text=_("Four to eight digits."),
        widget=forms.PasswordInput(attrs={"inputmode": "numeric", "autocomplete": "off", "maxlength": PIN_LONGEST}),
    )


class EraseForm(forms.Form):
    password = PasswordField(autocomplete="current-password", label=_("Your password"))

    def __init__(self, *args: Any, coach: Coach, **options: Any) -> None:
        self.coach = coach
        super().__init__(*args, **options)

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not self.coach.check_password(password):
            raise ValidationError(gettext("This is not your password."), code="wrong_password")
        return password
