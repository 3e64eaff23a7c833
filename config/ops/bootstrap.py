"""Makes the virtual environment and installs what is pinned, when that changed.

Run as a file, before anything is installed: standard library only, and written so that an old Python, too, can read
it as far as the sentence that refuses it.
"""

import sys

SUPPORTED = ((3, 11), (3, 12))


def refusal(version: "tuple[int, ...]") -> "str | None":
    """Why this Python cannot be used, or None."""
    if tuple(version[:2]) in SUPPORTED:
        return None
    return (
        f"Scrimmage needs Python 3.11 or 3.12, and this is Python {version[0]}.{version[1]}: "
        "name another one, as in `make run PYTHON=python3.12`."
    )


if refusal(sys.version_info[:2]):
    sys.exit(refusal(sys.version_info[:2]))

import fcntl  # noqa: E402
import hashlib  # noqa: E402
import os  # noqa: E402
import subprocess  # noqa: E402
import venv  # noqa: E402
from pathlib import Path  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent.parent
VENV = ROOT / ".venv"


def requirement_files(name: str) -> "list[Path]":
    """The file and those it includes by `-r`, innermost first."""
    file = ROOT / name
    included = [line.split()[1] for line in file.read_text().splitlines() if line.startswith("-r ")]
    return [found for other in included for found in requirement_files(other)] + [file]


def fingerprint(name: str) -> str:
    content = b"".join(file.read_bytes() for file in requirement_files(name))
    return hashlib.sha256(content).hexdigest()


def stamp(name: str) -> Path:
    return VENV / f".installed-{name}"


def is_installed(name: str) -> bool:
    return stamp(name).exists() and stamp(name).read_text() == fingerprint(name)


def venv_works() -> bool:
    python = VENV / "bin" / "python"
    if not python.exists():
        return False
    asked = subprocess.run([str(python), "-c", "import sys, pip; print(sys.version_info[:2])"], capture_output=True)
    return asked.stdout.decode().strip() == str(sys.version_info[:2])


def make_venv() -> None:
    print("Making .venv ...", flush=True)
    try:
        venv.EnvBuilder(with_pip=True, clear=True).create(VENV)
    except subprocess.CalledProcessError:
        version = ".".join(map(str, sys.version_info[:2]))
        sys.exit(f"This Python has no venv; `sudo apt-get install -y python{version}-venv` installs it.")


def install(name: str) -> None:
    print(f"Installing {name} (only when it changed) ...", flush=True)
    pip = [str(VENV / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    if subprocess.run([*pip, "-r", str(ROOT / name)]).returncode:
        sys.exit(f"Installing {name} failed; what pip said stands above.")
    for file in requirement_files(name):
        stamp(file.name).write_text(fingerprint(file.name))


def main(name: str) -> None:
    lock = os.open(ROOT, os.O_RDONLY)
    fcntl.flock(lock, fcntl.LOCK_EX)
    try:
        if not venv_works():
            make_venv()
        if not is_installed(name):
            install(name)
    finally:
        os.close(lock)


if __name__ == "__main__":
    main(sys.argv[1])
