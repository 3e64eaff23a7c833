"""Pictures that strangers send: read with care, made small and square, and written anew as nothing but a picture."""

from __future__ import annotations

import re
import struct
import warnings
import zlib
from collections.abc import Callable
from io import BytesIO

from PIL import Image, ImageFile, ImageOps

from teams.errors import LogoNoImage, LogoTooLarge, LogoTooManyPixels

FORMATS = ("PNG", "JPEG", "GIF", "WEBP")  # no SVG: that is a program
BYTES_MOST = 2 * 1024 * 1024
PIXELS_MOST = 24_000_000  # a photograph of a good camera; decoded, a hundred megabytes
SIDE = 256

# What Pillow raises over bytes that are no picture, or only half of one.
_UNREADABLE = (OSError, SyntaxError, ValueError, EOFError, IndexError, TypeError, struct.error, zlib.error)


def png_of(data: bytes) -> bytes:
    """The picture as we keep it: a square PNG of at most ``SIDE`` pixels, without anything that came along."""
    check_size(len(data))
    written = BytesIO()
    drawn_anew(data, _small).save(written, "PNG", optimize=True)
    return written.getvalue()


def drawn_anew(data: bytes, make: Callable[[Image.Image], Image.Image]) -> Image.Image:
    """What ``make`` draws of a picture that a stranger sent, or a refusal if it is none."""
    # WeasyPrint, once loaded, lets half a picture pass for a whole one. All that it draws of ours is whole.
    ImageFile.LOAD_TRUNCATED_IMAGES = False
    try:
        with _opened(data) as picture:
            return make(picture)
    except _UNREADABLE:
        raise LogoNoImage from None


def is_digest(text: str) -> bool:
    """Whether this can be the name of a picture that is kept: SHA-256, as it is written in hexadecimal."""
    return re.fullmatch(r"[0-9a-f]{64}", text) is not None


def check_size(size: int, most: int = BYTES_MOST) -> None:
    if size > most:
        raise LogoTooLarge(size=size, most=most)


def _opened(data: bytes) -> Image.Image:
    """Only its head is read here: a bomb is recognised before it goes off."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # our own limit is lower
            picture = Image.open(BytesIO(data), formats=FORMATS)
    except Image.DecompressionBombError as bomb:
        told = re.search(r"\d+", str(bomb))
        raise LogoTooManyPixels(pixels=int(told[0]) if told else 0, most=PIXELS_MOST) from None
    pixels = picture.width * picture.height
    if pixels > PIXELS_MOST:
        raise LogoTooManyPixels(pixels=pixels, most=PIXELS_MOST)
    return picture


def _small(picture: Image.Image) -> Image.Image:
    """Upright, without empty margins, shrunk if need be, in the middle of a square that shows through."""
    picture.draft("RGB", (2 * SIDE, 2 * SIDE))  # a JPEG need not be decoded in full
    whole = ImageOps.exif_transpose(picture).convert("RGBA")
    whole = whole.crop(whole.getchannel("A").getbbox())  # without a box, when nothing can be seen: as it is
    whole.thumbnail((SIDE, SIDE), Image.Resampling.LANCZOS)
    side = max(whole.size)
    square = Image.new("RGBA", (side, side))
    square.paste(whole, ((side - whole.width) // 2, (side - whole.height) // 2))
    return square
