"""What a coach has to tell of his match: text, and a picture that really is one."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from engine.errors import NotAllowed
from leagues.errors import ReasonMissing
from matches.errors import (
    PictureNoImage,
    PictureTooLarge,
    PictureTooManyPixels,
    WriteUpChanged,
    WriteUpEmpty,
    WriteUpTooLong,
)
from matches.models import Match, WriteUp
from matches.pictures import BYTES_MOST, SIDE, jpeg_of
from matches.selectors.write_ups import stories_of
from matches.services.write_ups import LONGEST, write_up_delete, write_up_hide, write_up_save, write_up_show
from tests import cast, pictures
from tests.scenes import scene

pytestmark = pytest.mark.django_db


@scene
def match() -> Match:
    return cast.match(cast.season(cast.quiet_league()))


def test_each_coach_tells_his_own_story_and_mends_it(match: Match) -> None:
    write_up_save(match=match, text="We were robbed.", actor=match.home.coach)
    write_up_save(match=match, text="They were not.", actor=match.away.coach)
    again = write_up_save(match=match, text="We were lucky.\n\nWell.", seen=1, actor=match.home.coach)
    assert (again.version, again.text) == (2, "We were lucky.\n\nWell.")
    assert WriteUp.objects.count() == 2


def test_somebody_who_did_not_play_tells_nothing(match: Match) -> None:
    for coach in (cast.commissioner_of(match.league), cast.coach("Zoe")):
        with pytest.raises(NotAllowed):
            write_up_save(match=match, text="I saw it.", actor=coach)


@pytest.mark.parametrize("text", ["🏈" * 300, "ספר\u202e יפה", "x" * LONGEST])
def test_a_story_is_in_any_script_and_up_to_ten_thousand_characters(match: Match, text: str) -> None:
    assert write_up_save(match=match, text=text, actor=match.home.coach).text == text.replace("\u202e", "")


def test_one_character_more_is_too_long_and_nothing_is_empty(match: Match) -> None:
    with pytest.raises(WriteUpTooLong):
        write_up_save(match=match, text="x" * (LONGEST + 1), actor=match.home.coach)
    with pytest.raises(WriteUpEmpty):
        write_up_save(match=match, text=" \n", actor=match.home.coach)
    assert not WriteUp.objects.exists()


def test_a_story_that_was_changed_elsewhere_is_not_overwritten_unseen(match: Match) -> None:
    write_up_save(match=match, text="One.", seen=0, actor=match.home.coach)
    with pytest.raises(WriteUpChanged):
        write_up_save(match=match, text="Two.", seen=0, actor=match.home.coach)
    assert WriteUp.objects.get().text == "One."


def test_a_picture_comes_stays_and_goes(match: Match) -> None:
    story = write_up_save(match=match, text="Look.", picture=pictures.png(), actor=match.home.coach)
    assert (story.picture_type, bool(story.picture)) == ("image/jpeg", True)
    assert write_up_save(match=match, text="Look!", actor=match.home.coach).picture
    assert write_up_save(match=match, text="Gone.", without_picture=True, actor=match.home.coach).picture is None
    with pytest.raises(WriteUpEmpty):
        write_up_save(match=match, text="", actor=match.home.coach)


def test_a_picture_alone_is_a_story(match: Match) -> None:
    assert write_up_save(match=match, text="", picture=pictures.png(), actor=match.home.coach).picture


def test_what_is_no_picture_is_refused_and_the_story_with_it(match: Match) -> None:
    with pytest.raises(PictureNoImage):
        write_up_save(match=match, text="Look.", picture=b"<svg/>", actor=match.home.coach)
    assert not WriteUp.objects.exists()


def test_a_picture_is_drawn_anew_small_and_without_what_came_along() -> None:
    exif = Image.Exif()
    exif[0x010E] = "where we live"
    written = jpeg_of(pictures.image("JPEG", SIDE * 2, 10, exif=exif))
    with Image.open(BytesIO(written)) as drawn:
        assert (drawn.format, drawn.size, dict(drawn.getexif())) == ("JPEG", (SIDE, 5), {})
    assert b"where we live" not in written


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "WEBP"])
def test_the_usual_kinds_are_read(kind: str) -> None:
    with Image.open(BytesIO(jpeg_of(pictures.image(kind)))) as drawn:
        assert drawn.size == (8, 8)


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b"", PictureNoImage),
        (b"\x00" * 100, PictureNoImage),
        (pictures.png()[:40], PictureNoImage),
        (b"x" * (BYTES_MOST + 1), PictureTooLarge),
        (pictures.bomb(30_000, 30_000), PictureTooManyPixels),
    ],
)
def test_broken_big_and_treacherous_pictures_are_refused(data: bytes, error: type[Exception]) -> None:
    with pytest.raises(error):
        jpeg_of(data)


def test_a_picture_is_refused_by_a_code_of_its_own() -> None:
    """It is no logo."""
    codes = [error.code for error in (PictureNoImage, PictureTooLarge, PictureTooManyPixels)]
    assert codes == ["picture_no_image", "picture_too_large", "picture_too_many_pixels"]


def test_a_commissioner_hides_a_story_with_a_reason_and_shows_it_again(match: Match) -> None:
    story = write_up_save(match=match, text="Rude.", actor=match.home.coach)
    cora = cast.commissioner_of(match.league)
    with pytest.raises(NotAllowed):
        write_up_hide(story=story, reason="I do not like it.", actor=match.away.coach)
    with pytest.raises(ReasonMissing):
        write_up_hide(story=story, reason="", actor=cora)
    assert write_up_hide(story=story, reason="No insults.", actor=cora).hidden == "No insults."
    assert write_up_show(story=story, actor=cora).hidden == ""


def test_who_takes_a_hidden_story_back_and_tells_it_again_does_not_show_it_so(match: Match) -> None:
    ann, cora = match.home.coach, cast.commissioner_of(match.league)
    story = write_up_save(match=match, text="An insult.", picture=pictures.png(), actor=ann)
    write_up_hide(story=story, reason="No insults.", actor=cora)
    write_up_delete(match=match, actor=ann)
    for visitor in (ann, cora, match.away.coach):
        assert stories_of(match, visitor).told == ()
    again = write_up_save(
        match=match, text="The same insult.", seen=0, actor=ann
    )  # as its page has it, that shows none
    assert (again.hidden, again.picture) == ("No insults.", None)
    assert stories_of(match, match.away.coach).told == ()
    assert stories_of(match, ann).own == again


def test_its_author_takes_it_back(match: Match) -> None:
    write_up_save(match=match, text="One.", actor=match.home.coach)
    write_up_delete(match=match, actor=match.away.coach)
    assert WriteUp.objects.count() == 1
    write_up_delete(match=match, actor=match.home.coach)
    assert not WriteUp.objects.exists()
