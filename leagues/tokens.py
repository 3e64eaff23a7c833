"""What a mailed link is made of: whose it is, and a token.

A login link is signed for its purpose and its moment, and void as soon as the coach has logged in.
"""

from django.conf import settings
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.utils.http import base36_to_int, urlsafe_base64_decode, urlsafe_base64_encode

from leagues.models import Coach


class LoginLinkTokens(PasswordResetTokenGenerator):
    key_salt = "leagues.tokens.LoginLinkTokens"

    def check_token(self, user: Coach | None, token: str | None) -> bool:
        return super().check_token(user, token) and self._age(token or "") <= settings.LOGIN_LINK_SECONDS

    def _age(self, token: str) -> int:
        made = base36_to_int(token.partition("-")[0])
        return self._num_seconds(self._now()) - made

    def _make_hash_value(self, user: Coach, timestamp: int) -> str:
        # Django leaves out the microseconds of the last login; two logins in one second would leave the link alive.
        return f"{super()._make_hash_value(user, timestamp)}{user.last_login}"


login_link_tokens = LoginLinkTokens()


def uid_of(user: Coach) -> str:
    return urlsafe_base64_encode(str(user.pk).encode())


def pk_of(uid: str) -> int:
    """Zero, which is nobody, if it is no uid."""
    try:
        return int(urlsafe_base64_decode(uid).decode())
    except ValueError:
        return 0
