"""The one reader of files in the engine: what lies in ``rosters_data/``, as plain data."""

from __future__ import annotations

import json
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any


def folder(*path: str) -> Traversable:
    return files("rosters_data").joinpath(*path)


def read(file: Traversable) -> Any:
    return json.loads(file.read_text(encoding="utf-8"))


def shared(name: str) -> Any:
    """A file that no edition has to itself."""
    return read(folder(name))
