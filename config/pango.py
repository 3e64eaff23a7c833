"""WeasyPrint draws PDFs with Pango, the one library that pip cannot bring. Without it all but PDFs works."""

import ctypes.util
import os
import shutil
import subprocess
import sys

from engine.errors import EngineError, marked

LIBRARIES = ("pango-1.0", "pangoft2-1.0", "gobject-2.0", "harfbuzz", "fontconfig")
PACKAGES = ("libpango-1.0-0", "libpangoft2-1.0-0", "libharfbuzz-subset0", "fonts-dejavu-core")
APT = ("apt-get", "install", "-y", "--no-install-recommends", *PACKAGES)


class PangoMissing(EngineError):
    """Said by every PDF that cannot be drawn."""

    code = "pango_missing"
    message = marked("PDFs need the Pango library, which `{command}` installs; everything else works without it.")

    def __init__(self) -> None:
        super().__init__(command=command())


def is_missing() -> bool:
    return not all(ctypes.util.find_library(name) for name in LIBRARIES)


def command() -> str:
    """What a person types to get it."""
    if sys.platform == "darwin":
        return "brew install pango"
    if shutil.which("apt-get"):
        return "sudo " + " ".join(APT)
    return "sudo dnf install -y pango" if shutil.which("dnf") else "sudo apk add pango"


def sentence() -> str:
    """Said at the start."""
    return str(PangoMissing())


def ensure() -> str | None:
    """Install it when allowed to. Returns the sentence to print if it is still missing."""
    if not is_missing():
        return None
    if os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(["apt-get", "update", "-qq"], check=False)  # noqa: S607
        subprocess.run(APT, check=False, stdout=subprocess.DEVNULL)  # noqa: S603
    return sentence() if is_missing() else None
