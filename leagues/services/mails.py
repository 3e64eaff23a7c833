"""Mails leave here: text from a template, in the language of whoever asked."""

from typing import Any

from django.core.mail import EmailMessage
from django.template.loader import render_to_string

from leagues.models import Coach


def mail_send(coach: Coach, *, subject: str, template: str, context: dict[str, Any]) -> None:
    """To the address on file, never to one that was typed in."""
    if coach.email:
        EmailMessage(subject, render_to_string(f"leagues/mail/{template}.txt", context), to=[coach.email]).send()
