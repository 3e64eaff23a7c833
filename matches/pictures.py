"""Pictures of a match: made small enough for a phone, and written anew as nothing but a picture."""

from io import BytesIO

from PIL import Image, ImageOps

from matches.errors import PictureNoImage, PictureTooLarge, PictureTooManyPixels
from teams.errors import LogoNoImage, LogoTooLarge, LogoTooManyPixels
from teams.logos import check_size, drawn_anew

BYTES_MOST = 8 * 1024 * 1024  # as a phone takes them
SIDE = 1600
QUALITY = 82
TYPE = "image/jpeg"


def jpeg_of(data: bytes) -> bytes:
    """The picture as we keep it: a JPEG of at most ``SIDE`` pixels, without anything that came along."""
    written = BytesIO()
    try:
        check_size(len(data), BYTES_MOST)
        picture = drawn_anew(data, _small)
    except LogoNoImage:
        raise PictureNoImage from None
    except LogoTooLarge as refusal:
        raise PictureTooLarge(size=refusal.params["size"], most=refusal.params["most"]) from None
    except LogoTooManyPixels as refusal:
        raise PictureTooManyPixels(pixels=refusal.params["pixels"], most=refusal.params["most"]) from None
    picture.save(written, "JPEG", quality=QUALITY, optimize=True)
    return written.getvalue()


def _small(picture: Image.Image) -> Image.Image:
    """Upright, shrunk if need be, on white where it showed through."""
    picture.draft("RGB", (2 * SIDE, 2 * SIDE))  # a JPEG need not be decoded in full
    whole = ImageOps.exif_transpose(picture).convert("RGBA")
    whole.thumbnail((SIDE, SIDE), Image.Resampling.LANCZOS)
    page = Image.new("RGB", whole.size, "white")
    page.paste(whole, mask=whole.getchannel("A"))
    return page
