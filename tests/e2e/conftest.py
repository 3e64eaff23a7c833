"""A real Chromium, one window per coach."""

import shutil
import threading
import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, sync_playwright
from pytest_django.live_server_helper import LiveServer

QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]
QUIET += ["--disable-background-networking", "--disable-component-update"]
Window = Callable[[], Page]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        pytest.skip("no chromium on the PATH")
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        # Playwright keeps an event loop in this thread; Django's guard against that does not concern our own queries.
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        browser = playwright.chromium.launch(executable_path=program, args=QUIET)
        yield browser
        browser.close()


def until_nobody_is_served(seconds: float = 20) -> None:
    """A page that asks again and again may have asked once more as it closed: the tables are emptied after that."""
    end = time.monotonic() + seconds
    while time.monotonic() < end and any("process_request_thread" in one.name for one in threading.enumerate()):
        time.sleep(0.02)


@pytest.fixture
def window(chromium: Browser, live_server: LiveServer) -> Iterator[Window]:
    """Open a phone-sized window of its own cookies. What its console complains of fails the test."""
    complaints: list[str] = []
    contexts = []

    def hear(text: str) -> None:
        # Whoever takes the network or the login away hears so from the browser as well.
        if not any(expected in text for expected in ("ERR_INTERNET_DISCONNECTED", "status of 401")):
            complaints.append(text)

    def open_window() -> Page:
        context = chromium.new_context(base_url=live_server.url, viewport={"width": 390, "height": 844})
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: hear(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: hear(str(error)))
        return page

    yield open_window
    for context in contexts:
        context.close()
    until_nobody_is_served()
    assert complaints == []
