"""Logos: whatever is sent, what is kept is a small square PNG and nothing else."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image, ImageFile
from PIL.PngImagePlugin import PngInfo

from engine.errors import NotAllowed
from teams.errors import LogoNoImage, LogoTooLarge, LogoTooManyPixels
from teams.logos import BYTES_MOST, PIXELS_MOST, SIDE, check_size, png_of
from teams.models import Logo, Team
from teams.services.logos import team_logo_set
from tests import cast
from tests.pictures import bomb, image, png


def opened(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data))


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "WEBP"])
def test_the_four_kinds_are_read_and_kept_as_a_square_png(kind: str) -> None:
    kept = opened(png_of(image(kind, 600, 300)))
    assert (kept.format, kept.mode, kept.size) == ("PNG", "RGBA", (SIDE, SIDE))
    assert kept.getpixel((0, 0))[3] == 0  # above and below it shows through
    assert kept.getpixel((SIDE // 2, SIDE // 2))[3] == 255


def test_a_small_picture_stays_as_small_as_it_is() -> None:
    assert opened(png_of(png(20, 12))).size == (20, 20)


def test_empty_margins_are_cut_off_and_an_empty_picture_is_kept_as_it_is() -> None:
    written, nothing = BytesIO(), BytesIO()
    framed = Image.new("RGBA", (90, 90))
    framed.paste("red", (40, 30, 50, 60))
    framed.save(written, "PNG")
    assert opened(png_of(written.getvalue())).size == (30, 30)
    Image.new("RGBA", (9, 9)).save(nothing, "PNG")
    assert opened(png_of(nothing.getvalue())).size == (9, 9)


def test_what_came_along_is_gone() -> None:
    info = PngInfo()
    info.add_text("Author", "a secret")
    written = BytesIO()
    Image.new("RGB", (9, 9)).save(written, "PNG", pnginfo=info)
    exif = Image.Exif()
    exif[0x010E] = "a secret"
    photo = image("JPEG", 9, 9, exif=exif.tobytes())
    for data in (written.getvalue(), photo):
        assert b"secret" in data
        assert b"secret" not in png_of(data)
        assert opened(png_of(data)).info == {}


def test_a_photograph_is_turned_upright() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # taken with the camera on its side
    written = BytesIO()
    photo = Image.new("RGB", (40, 20), "red")
    photo.paste("blue", (0, 0, 20, 20))
    photo.save(written, "PNG", exif=exif.tobytes())
    kept = opened(png_of(written.getvalue()))
    assert kept.getpixel((20, 2)) == (0, 0, 255, 255)  # what was left is above


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"nonsense",
        b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
        png()[:40],
        image("JPEG", 400, 400)[:700],
        image("BMP"),
        image("TIFF"),
        b"GIF89a",
        b"\x89PNG\r\n\x1a\n" + b"\x00" * 30,
    ],
    ids=["nothing", "text", "svg", "half a head", "half a body", "bmp", "tiff", "gif", "zeros"],
)
def test_what_is_no_picture_is_refused(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ImageFile, "LOAD_TRUNCATED_IMAGES", True)  # as WeasyPrint leaves it behind
    with pytest.raises(LogoNoImage):
        png_of(data)


def test_one_byte_too_many_names_both_numbers() -> None:
    check_size(BYTES_MOST)
    with pytest.raises(LogoTooLarge) as refusal:
        png_of(b"x" * (BYTES_MOST + 1))
    assert refusal.value.params == {"size": BYTES_MOST + 1, "most": BYTES_MOST}


@pytest.mark.parametrize(
    ("width", "height"), [(PIXELS_MOST + 1, 1), (12_000, 12_000), (60_000, 60_000)], ids=["one", "many", "a bomb"]
)
def test_a_bomb_is_recognised_by_its_head(width: int, height: int) -> None:
    with pytest.raises(LogoTooManyPixels) as refusal:
        png_of(bomb(width, height))
    assert refusal.value.params == {"pixels": width * height, "most": PIXELS_MOST}


def test_as_many_pixels_as_allowed_are_allowed() -> None:
    with pytest.raises(LogoNoImage):  # its head is let through; there is nothing behind it
        png_of(bomb(6_000, PIXELS_MOST // 6_000))


@pytest.mark.django_db
def test_a_picture_is_kept_once_and_taken_away_again() -> None:
    league = cast.league()
    one, other = cast.team(league), cast.team(league, "Gouged Eye", by="Bob", roster="orc")
    team_logo_set(team=one, data=png(), actor=one.coach)
    team_logo_set(team=other, data=png(), actor=cast.commissioner_of(league))
    assert Logo.objects.count() == 1
    assert Team.objects.get(pk=one.pk).logo_id == Team.objects.get(pk=other.pk).logo_id
    team_logo_set(team=one, data=None, actor=one.coach)
    assert Team.objects.get(pk=one.pk).logo_id is None


@pytest.mark.django_db
def test_nobody_dresses_the_team_of_another() -> None:
    league = cast.league()
    team = cast.team(league)
    with pytest.raises(NotAllowed):
        team_logo_set(team=team, data=png(), actor=cast.member(league, "Bob"))
    assert not Logo.objects.exists()
