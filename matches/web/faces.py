"""Faces as people write them down: ``43`` for a four and a three, or ``4 3``."""

from __future__ import annotations

import re

_BETWEEN = re.compile(r"[\s,;+/-]+")


def faces_of(text: str, *, single: bool = False) -> tuple[int, ...]:
    """Nothing that can be read is no faces at all. ``single``: one die, whose face may have two digits."""
    faces = _BETWEEN.split(text.strip())
    if len(faces) == 1 and not single:
        faces = list(text.strip())
    if not all(face.isascii() and face.isdigit() and len(face) <= 3 for face in faces):
        return ()
    return tuple(map(int, faces))
