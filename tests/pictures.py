"""Pictures to send: small ones, broken ones, bombs."""

from __future__ import annotations

import base64
import struct
import zlib
from io import BytesIO

from PIL import Image


def png(width: int = 8, height: int = 8, colour: str = "red") -> bytes:
    return image("PNG", width, height, colour)


def image(kind: str, width: int = 8, height: int = 8, colour: str = "red", **options: object) -> bytes:
    written = BytesIO()
    Image.new("RGB", (width, height), colour).save(written, kind, **options)
    return written.getvalue()


def bomb(width: int, height: int) -> bytes:
    """A PNG whose head promises so many pixels; there is nothing behind it."""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", head) + _chunk(b"IDAT", zlib.compress(b"")) + _chunk(b"IEND", b"")


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def base64_of(data: bytes) -> str:
    return base64.b64encode(data).decode()
