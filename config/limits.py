"""How often somebody may try something, counted in the cache: without a cache nobody is refused."""

from __future__ import annotations

import hashlib
import ipaddress
import math
import re
import time
from dataclasses import dataclass

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

from engine.errors import EngineError, marked


class TooManyTries(EngineError):
    code = "too_many_tries"
    message = marked("That was too often. Please come back in {minutes} min.")

    def __init__(self, wait: int) -> None:
        self.wait = wait
        super().__init__(wait=wait, minutes=math.ceil(wait / 60))


@dataclass(frozen=True, slots=True)
class Limit:
    """At most so many tries in so many seconds."""

    name: str
    tries: int
    seconds: int

    @classmethod
    def read(cls, name: str, text: str) -> Limit:
        """From a setting: ``10/600`` is ten tries in ten minutes."""
        match = re.fullmatch(r"([1-9]\d*)/([1-9]\d*)", text.strip())
        if match is None:
            raise ValueError(f"{text!r} is no limit: write tries/seconds, as in 10/600.")
        return cls(name, int(match[1]), int(match[2]))

    def spend(self, who: str) -> None:
        """Count a try before it is made, so that tries made at the same instant count as well."""
        key = self._key(who)
        # The window is part of the key, so a count cannot outlive it; the time-out only tidies up.
        cache.add(key, 0, timeout=2 * self.seconds)
        if _add(key, 1) > self.tries:
            raise TooManyTries(math.ceil((self._window() + 1) * self.seconds - time.time()))

    def refund(self, who: str) -> None:
        """A try that turned out well does not count."""
        _add(self._key(who), -1)

    def forget(self, who: str) -> None:
        cache.delete(self._key(who))

    def _window(self) -> int:
        return int(time.time() // self.seconds)

    def _key(self, who: str) -> str:
        digest = hashlib.sha256(who.encode()).hexdigest()
        return f"limit:{self.name}:{self._window()}:{digest}"


def _add(key: str, delta: int) -> int:
    try:
        return cache.incr(key, delta)
    except ValueError:  # The cache dropped the count: it begins again.
        return delta


def client_of(request: HttpRequest) -> str:
    """The network address a request came from. Each proxy adds the one it was asked by; only our own are believed."""
    forwarded = request.headers.get("X-Forwarded-For", "")
    hops = [*filter(None, (hop.strip() for hop in forwarded.split(","))), request.META.get("REMOTE_ADDR", "")]
    return _household(hops[-1 - min(settings.PROXIES, len(hops) - 1)])


def _household(address: str) -> str:
    """One IPv6 connection has as many addresses as it likes within its /64: they count as one."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.IPv6Network((parsed, 64), strict=False))
