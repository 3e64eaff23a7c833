"""Reading a page as a browser does: what its form would send, and the words on it."""

from __future__ import annotations

from html.parser import HTMLParser

from django.http import HttpResponse
from django.test import Client

from leagues.models import Coach


def signed_in(coach: Coach) -> Client:
    client = Client()
    client.force_login(coach)
    return client


class _Form(HTMLParser):
    """The values that one form would send if it were submitted as it is."""

    def __init__(self, action: str) -> None:
        super().__init__()
        self.sent: dict[str, list[str]] = {}
        self._action, self._inside = action, False
        self._select, self._first, self._area, self._many = "", True, "", False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._inside = said.get("action", "") == self._action
        elif not self._inside or "disabled" in said:
            return
        elif tag == "input" and said.get("type") not in {"submit", "button"} and said.get("name"):
            ticked = said.get("type") in {"checkbox", "radio"}
            if not ticked or "checked" in said:
                self.sent.setdefault(said["name"], []).append(said.get("value", "on" if ticked else ""))
        elif tag == "select":
            self._select, self._first, self._many = said["name"], True, "multiple" in said
        elif tag == "textarea":
            self._area = said["name"]
            self.sent[self._area] = [""]
        elif tag == "option" and self._many:
            if "selected" in said:
                self.sent.setdefault(self._select, []).append(said.get("value", ""))
        elif tag == "option" and (self._first or "selected" in said):
            self.sent[self._select], self._first = [said.get("value", "")], False

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._inside = False
        elif tag == "textarea":
            self._area = ""

    def handle_data(self, data: str) -> None:
        if self._area:
            self.sent[self._area][0] += data


def form_on(response: HttpResponse, action: str) -> dict[str, str]:
    """What the form that goes to ``action`` would send; empty when the page has none. Of several values, the last."""
    return {name: values[-1] for name, values in lists_in(response.content.decode(), action).items()}


def lists_in(html: str, action: str = "") -> dict[str, list[str]]:
    """The same with every value of each field."""
    reader = _Form(action)
    reader.feed(html)
    return reader.sent


class _Words(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def words_on(response: HttpResponse) -> str:
    """Everything that can be read on the page, on one line."""
    return words(response.content.decode())


def words(html: str) -> str:
    """The same of a piece of a page."""
    reader = _Words()
    reader.feed(html)
    return " ".join(" ".join(reader.words).split())
