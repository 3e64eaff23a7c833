"""The secret key: from the environment, else a file that only its owner can read."""

import os
import secrets
from pathlib import Path


def secret_from(file: Path) -> str:
    """Read the secret, or make one. Two processes that start together agree on whichever came first."""
    file.parent.mkdir(parents=True, exist_ok=True)
    while True:
        try:
            return _read(file)
        except FileNotFoundError:
            _create(file)


def _read(file: Path) -> str:
    secret = file.read_text(encoding="ascii").strip()
    if not secret:
        raise ValueError(f"{file} is empty; delete it and a new secret is made.")
    return secret


def _create(file: Path) -> None:
    draft = file.with_name(f"{file.name}.{os.getpid()}.{secrets.token_hex(4)}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as out:
        out.write(secrets.token_urlsafe(64) + "\n")
    try:
        os.link(draft, file)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
