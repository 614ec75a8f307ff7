"""What is left of a photo before it is kept."""

import io

import numpy as np
import pytest
from PIL import Image, PngImagePlugin

from table.clean_photo import PhotoLimits, clean_photo
from table.problems import PhotoBroken, PhotoTooLarge

SECRETS = (b"Secretville", b"PhoneMaker 9", b"2026:02:03", b"GPSSECRET", b"http://ns.adobe.com", b"a comment")


def noise(size: tuple[int, int] = (640, 480)) -> Image.Image:
    rng = np.random.default_rng(5)
    return Image.fromarray(rng.integers(0, 255, (size[1], size[0], 3), dtype=np.uint8))


def telling_exif(orientation: int) -> Image.Exif:
    exif = Image.Exif()
    exif[0x0112] = orientation
    exif[0x010F] = "PhoneMaker 9"
    exif[0x0132] = "2026:02:03 04:05:06"
    exif[0x010E] = "Secretville"
    exif.get_ifd(0x8825)[1] = "GPSSECRET"
    return exif


def telling_jpeg(orientation: int = 1, **how: object) -> bytes:
    out = io.BytesIO()
    noise().save(
        out,
        "JPEG",
        exif=telling_exif(orientation),
        comment=b"a comment",
        xmp=b"http://ns.adobe.com Secretville",
        icc_profile=b"Secretville profile" * 5,
        **how,
    )
    return out.getvalue() + b"a film behind the picture, Secretville"


def upright(data: bytes) -> np.ndarray:
    import cv2

    return cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)


@pytest.mark.parametrize("how", [{}, {"progressive": True}, {"subsampling": 0}, {"restart_marker_rows": 1}])
@pytest.mark.parametrize("orientation", [1, 3, 6, 8])
def test_a_jpeg_loses_what_it_tells_and_keeps_every_pixel_and_its_way_up(orientation: int, how: dict) -> None:
    data = telling_jpeg(orientation, **how)
    assert sum(secret in data for secret in SECRETS) >= 5
    clean = clean_photo(data)
    assert clean.suffix == "jpg"
    assert not any(secret in clean.data for secret in SECRETS)
    assert np.array_equal(upright(clean.data), upright(data))
    with Image.open(io.BytesIO(clean.data)) as image:
        assert dict(image.getexif()) == ({} if orientation == 1 else {0x0112: orientation})
        assert "icc_profile" not in image.info


def test_cleaning_twice_changes_nothing_more() -> None:
    once = clean_photo(telling_jpeg(6))
    assert clean_photo(once.data) == once


def test_a_png_loses_its_texts_and_keeps_its_pixels() -> None:
    texts = PngImagePlugin.PngInfo()
    texts.add_text("Location", "Secretville")
    texts.add_itxt("XML:com.adobe.xmp", "http://ns.adobe.com")
    out = io.BytesIO()
    noise().save(out, "PNG", pnginfo=texts)
    clean = clean_photo(out.getvalue() + b"Secretville")
    assert clean.suffix == "png"
    assert not any(secret in clean.data for secret in SECRETS)
    assert np.array_equal(upright(clean.data), upright(out.getvalue()))


def test_a_turned_png_is_drawn_upright() -> None:
    out = io.BytesIO()
    noise().save(out, "PNG", exif=telling_exif(6))
    clean = clean_photo(out.getvalue())
    assert not any(secret in clean.data for secret in SECRETS)
    with Image.open(io.BytesIO(clean.data)) as image:
        assert image.size == (480, 640)
        assert not dict(image.getexif())


@pytest.mark.parametrize("kind", ["WEBP", "TIFF", "HEIF", "BMP"])
def test_other_pictures_become_jpeg_without_what_they_told(kind: str) -> None:
    import pillow_heif

    pillow_heif.register_heif_opener()
    out = io.BytesIO()
    noise().save(out, kind, **({} if kind == "BMP" else {"exif": telling_exif(1)}))
    clean = clean_photo(out.getvalue())
    assert clean.data[:2] == b"\xff\xd8"
    assert not any(secret in clean.data for secret in SECRETS)


def test_a_huge_photo_is_kept_smaller() -> None:
    data = telling_jpeg(6, quality=95)
    clean = clean_photo(data, limits=PhotoLimits(kept_as_is_bytes=1000))
    assert not any(secret in clean.data for secret in SECRETS)
    with Image.open(io.BytesIO(clean.data)) as image:
        assert image.size == (480, 640)


def test_too_many_bytes_are_told() -> None:
    with pytest.raises(PhotoTooLarge, match="smaller"):
        clean_photo(b"x" * 2000, limits=PhotoLimits(most_bytes=1000))


@pytest.mark.parametrize("cut", [3, 20, 300, 700, 2000, -40])
def test_a_jpeg_that_breaks_off_is_told(cut: int) -> None:
    out = io.BytesIO()
    noise().save(out, "JPEG")
    with pytest.raises(PhotoBroken, match="broken"):
        clean_photo(out.getvalue()[:cut])


@pytest.mark.parametrize("data", [b"", b"hello", b"\x89PNG\r\n\x1a\n\x00\x00\xff\xffIHDR", b"<svg/>", b"%PDF-1.7 no"])
def test_what_is_no_picture_is_told(data: bytes) -> None:
    with pytest.raises(PhotoBroken):
        clean_photo(data)
