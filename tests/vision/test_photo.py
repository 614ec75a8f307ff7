"""Any file that may be a photo: what can be opened is upright and in colour, what cannot says why, quickly."""

import io
import random
import struct
import subprocess
import sys
import time
import zlib
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pillow_heif
import pytest
from PIL import Image

from vision.photo import Photo, PhotoTuning, photos, sharper
from vision.problems import BrokenPhoto, NotAPhoto, Unreadable, WrongSize

pytestmark = pytest.mark.filterwarnings("ignore")  # Pillow warns of broken files; we say so ourselves
ROOT = Path(__file__).parents[2]
WIDTH, HEIGHT, CORNER = 640, 480, 160
WHITE, RED = (255, 255, 255), (230, 20, 20)
TURNED = 6
ORIENTATION = 0x0112


@pytest.fixture(autouse=True)
def heif():
    pillow_heif.register_heif_opener()


def picture(width: int = WIDTH, height: int = HEIGHT) -> Image.Image:
    """White, with a red top left corner."""
    drawn = Image.new("RGB", (width, height), WHITE)
    drawn.paste(RED, (0, 0, CORNER, CORNER))
    return drawn


def grainy() -> Image.Image:
    """A picture that no format makes very small."""
    return Image.fromarray(np.random.default_rng(1).integers(0, 255, (30, 40, 3), np.uint8)).resize((WIDTH, HEIGHT))


def encoded(drawn: Image.Image, kind: str, **options: object) -> bytes:
    out = io.BytesIO()
    drawn.save(out, kind, **options)
    return out.getvalue()


def turned_exif() -> bytes:
    exif = Image.Exif()
    exif[ORIENTATION] = TURNED
    return exif.tobytes()


def only(data: bytes) -> Photo:
    (photo,) = photos(data, "a.jpg")
    return photo


def red_corner(photo: Photo) -> str:
    """In which corner the red is; the others are white."""
    near = 20
    places = {
        "top left": (near, near),
        "top right": (near, -near),
        "bottom left": (-near, near),
        "bottom right": (-near, -near),
    }
    found = [name for name, (y, x) in places.items() if photo.bgr[y, x, 1] < 128]
    assert len(found) == 1
    return found[0]


def reason(data: bytes) -> str:
    with pytest.raises(Unreadable) as problem:
        list(photos(data, "a.jpg"))
    return str(problem.value)


KINDS = ("JPEG", "PNG", "WEBP", "HEIF", "AVIF", "TIFF", "BMP")


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_photo_opens_upright_in_bgr_and_read_only(kind):
    photo = only(encoded(picture(), kind))
    assert photo.bgr.shape == (HEIGHT, WIDTH, 3)
    assert red_corner(photo) == "top left"
    assert np.abs(photo.bgr[20, 20].astype(int) - RED[::-1]).max() < 12
    assert not photo.bgr.flags.writeable


@pytest.mark.parametrize(
    ("kind", "options"),
    [(kind, {"exif": turned_exif()}) for kind in ("JPEG", "PNG", "WEBP", "HEIF", "AVIF")]
    + [("TIFF", {"tiffinfo": {ORIENTATION: TURNED}})],
)
def test_a_photo_held_on_its_side_is_turned_upright(kind, options):
    photo = only(encoded(picture(), kind, **options))
    assert photo.bgr.shape == (WIDTH, HEIGHT, 3)
    assert red_corner(photo) == "top right"


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "PA", "RGBA", "I;16", "I", "CMYK", "F", "LAB", "YCbCr"])
def test_any_mode_of_colour_shows_dark_corner_and_white_paper(mode):
    drawn = picture().convert("L").convert("F").convert(mode) if mode in "I F I;16" else picture().convert(mode)
    kind = "PNG" if mode in ("1", "L", "LA", "P", "RGBA", "I;16", "I") else "TIFF"
    if mode.startswith("I"):
        drawn = Image.fromarray((np.asarray(picture().convert("L")).astype(np.uint16)) * 257)
    photo = only(encoded(drawn if mode != "PA" else picture().convert("P"), kind))
    assert red_corner(photo) == "top left"
    assert photo.bgr[-20, -20].min() > 250


def test_sixteen_bits_a_colour_become_eight():
    deep = np.asarray(picture())[:, :, ::-1].astype(np.uint16) * 257
    for ending in (".png", ".tiff"):
        photo = only(cv2.imencode(ending, deep)[1].tobytes())
        assert np.abs(photo.bgr.astype(int) - np.asarray(picture())[:, :, ::-1]).max() <= 1


def test_a_float_tiff_of_light_from_0_to_1_is_no_black_picture():
    light = np.asarray(picture().convert("L")).astype(np.float32) / 255
    light[5, 5] = np.nan
    photo = only(cv2.imencode(".tiff", light)[1].tobytes())
    assert photo.bgr[-20, -20].min() > 250


def test_what_is_transparent_is_white_paper():
    clear = picture().convert("RGBA")
    clear.putalpha(0)
    assert only(encoded(clear, "PNG")).bgr.min() == 255


@pytest.mark.parametrize("options", [{"progressive": True}, {"subsampling": 0}, {"quality": 5}])
def test_jpegs_of_all_sorts_open(options):
    assert red_corner(only(encoded(picture(), "JPEG", **options))) == "top left"


def test_grey_and_cmyk_jpegs_open():
    for mode in ("L", "CMYK"):
        photo = only(encoded(picture().convert(mode), "JPEG"))
        assert red_corner(photo) == "top left"
        assert photo.bgr[-20, -20].min() > 250


def test_an_interlaced_png_opens():
    """Made by hand, since Pillow writes none: 7 passes, each of the rows and columns the format names."""
    pixels = np.asarray(picture())
    passes = ((0, 8, 0, 8), (0, 8, 4, 8), (4, 8, 0, 4), (0, 4, 2, 4), (2, 4, 0, 2), (0, 2, 1, 2), (1, 2, 0, 1))
    rows = b"".join(b"\0" + row.tobytes() for y, dy, x, dx in passes for row in pixels[y::dy, x::dx])
    data = png(WIDTH, HEIGHT, zlib.compress(rows), colour=2, interlaced=1)
    assert (only(data).bgr == pixels[:, :, ::-1]).all()


def test_a_motion_photo_with_a_film_behind_it_opens():
    data = encoded(picture(), "JPEG") + b"\0\0\0\x18ftypmp42" + random.Random(1).randbytes(5000)
    assert red_corner(only(data)) == "top left"


def test_a_large_jpeg_and_a_large_png_are_halved_and_say_so():
    big = picture(4000, 3000)
    for kind in ("JPEG", "PNG"):
        photo = only(encoded(big, kind))
        assert (photo.bgr.shape, photo.reduced) == ((1500, 2000, 3), 2)


def test_a_jpeg_can_be_had_sharper_where_it_was_reduced():
    data = encoded(picture(4000, 3000), "JPEG")
    assert sharper(data, only(data)).bgr.shape == (3000, 4000, 3)
    small = only(encoded(picture(), "PNG"))
    assert sharper(b"", small) is small


# ------------------------------------------------------------------ pages


def test_every_page_of_a_tiff_is_a_photo_but_not_its_thumbnail():
    first, thumbnail = picture(), picture()
    thumbnail.encoderinfo = {"tiffinfo": {254: 1}}
    data = encoded(first, "TIFF", save_all=True, append_images=[thumbnail, picture(), picture()])
    assert len(list(photos(data, "a.tif"))) == 3


def test_every_page_of_a_scanners_pdf_is_a_photo():
    data = encoded(picture(), "PDF", save_all=True, append_images=[picture(), picture()])
    pages = list(photos(data, "a.pdf"))
    assert len(pages) == 3
    assert {max(page.bgr.shape) for page in pages} == {PhotoTuning().pdf_long_side}
    assert all(red_corner(page) == "top left" for page in pages)


def test_a_page_that_cannot_be_read_does_not_hide_the_next():
    data = encoded(picture(), "TIFF", save_all=True, append_images=[picture(100, 100), picture()])
    pages = photos(data, "a.tif")
    assert next(pages)
    with pytest.raises(WrongSize):
        next(pages)
    assert next(pages)
    assert next(pages, None) is None


def test_pages_beyond_the_most_are_not_dropped_in_silence():
    data = encoded(picture(), "TIFF", save_all=True, append_images=[picture(), picture()])
    pages = photos(data, "a.tif", PhotoTuning(most_pages=2))
    assert next(pages)
    assert next(pages)
    with pytest.raises(WrongSize, match="3 pages; only the first 2"):
        next(pages)


def test_a_pdf_that_needs_a_password_says_so():
    locked = b"""%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj
3 0 obj<</Filter/Standard/V 1/R 2/O(12345678901234567890123456789012)/U(12345678901234567890123456789012)/P -4>>endobj
trailer<</Root 1 0 R/Encrypt 3 0 R/ID[(a)(b)]>>
%%EOF"""
    assert "password" in reason(locked)
    assert "password" in reason(b"%PDF-1.7 and no more")


# ------------------------------------------------------------------ what is no photo


@pytest.mark.parametrize(
    "data",
    [
        b"Dear friends, here is my boat",
        b"PK\3\4" + bytes(500),
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"\0" * 1000,
        random.Random(2).randbytes(5000),
        encoded(picture(), "GIF"),
        b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n",
    ],
    ids=["text", "zip", "svg", "zeros", "random", "gif", "eps"],
)
def test_what_is_no_photo_is_told_from_a_broken_one(data):
    with pytest.raises(NotAPhoto, match="JPEG, PNG"):
        list(photos(data, "a"))


def test_an_empty_file_says_that_it_is_empty():
    assert "empty" in reason(b"")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("share", [0.02, 0.5, 0.97])
def test_a_photo_that_breaks_off_is_never_read_in_part(kind, share):
    data = encoded(grainy(), kind)
    with pytest.raises((BrokenPhoto, NotAPhoto)):
        list(photos(data[: int(len(data) * share)], "a"))


def test_a_jpeg_whose_thumbnail_ends_well_but_which_itself_breaks_off_is_broken():
    exif = b"Exif\0\0" + encoded(picture(80, 60), "JPEG")
    whole = encoded(picture(), "JPEG")
    data = whole[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + whole[2:]
    assert only(data)
    assert "breaks off" in reason(data[:-40])


def test_a_photo_too_small_to_read_says_how_small():
    assert "300 x 250" in reason(encoded(picture(300, 250), "PNG"))
    assert "3000 x 20" in reason(encoded(picture(3000, 20), "JPEG"))


# ------------------------------------------------------------------ bombs


def png(width: int, height: int, pixels: bytes, *, colour: int = 0, interlaced: int = 0) -> bytes:
    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, colour, 0, 0, interlaced))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


def patched(data: bytes, before: bytes, skip: int, new: bytes) -> bytes:
    """The bytes with new ones so far behind this place."""
    at = data.index(before) + skip
    return data[:at] + new + data[at + len(new) :]


def squeezed_zeros(megabytes: int) -> bytes:
    """So much of nothing, deflated: one block again and again."""
    squeeze = zlib.compressobj()
    start = squeeze.compress(b"\0") + squeeze.flush(zlib.Z_FULL_FLUSH)
    return start + (squeeze.compress(bytes(1_000_000)) + squeeze.flush(zlib.Z_FULL_FLUSH)) * megabytes


def png_bomb() -> bytes:
    return png(30_000, 30_000, squeezed_zeros(901))


def tiff_bomb() -> bytes:
    data = encoded(picture(), "TIFF")
    for tag in (256, 257):
        old = struct.pack("<HH", tag, 4) if struct.pack("<HH", tag, 4) in data else struct.pack("<HH", tag, 3)
        data = patched(data, old, 2, struct.pack("<HII", 4, 1, 30_000))
    return data


def pdf_bomb() -> bytes:
    pixels = squeezed_zeros(901)
    return b"".join(
        (
            b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n",
            b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 800 600]/Resources<</XObject<</I 4 0 R>>>>",
            b"/Contents 5 0 R>>endobj\n5 0 obj<</Length 29>>stream\nq 800 0 0 600 0 0 cm /I Do Q \nendstream endobj\n",
            b"4 0 obj<</Type/XObject/Subtype/Image/Width 30000/Height 30000/ColorSpace/DeviceGray/BitsPerComponent 8",
            b"/Filter/FlateDecode/Length %d>>stream\n" % len(pixels),
            pixels,
            b"\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF",
        )
    )


BOMBS: dict[str, Callable[[], bytes]] = {
    "png": png_bomb,
    "jpeg": lambda: patched(encoded(picture(), "JPEG"), b"\xff\xc0", 5, struct.pack(">HH", 30_000, 30_000)),
    "jpeg in passes": lambda: patched(
        encoded(picture(), "JPEG", progressive=True), b"\xff\xc2", 5, struct.pack(">HH", 9_000, 9_000)
    ),
    "jpeg cmyk": lambda: patched(
        encoded(picture().convert("CMYK"), "JPEG"), b"\xff\xc0", 5, struct.pack(">HH", 30_000, 30_000)
    ),
    "tiff": tiff_bomb,
    "webp": lambda: patched(encoded(picture(), "WEBP"), b"VP8 ", 14, struct.pack("<HH", 16_383, 16_383)),
    "webp lossless": lambda: patched(
        encoded(picture(), "WEBP", lossless=True), b"VP8L", 9, struct.pack("<I", 16_382 | 16_382 << 14)
    ),
    "webp extended": lambda: patched(
        encoded(picture(), "WEBP", exif=turned_exif()), b"VP8X", 12, b"\x2f\x75\0\x2f\x75\0"
    ),
    "heic": lambda: patched(encoded(picture(), "HEIF"), b"ispe", 8, struct.pack(">II", 30_000, 30_000)),
    "avif": lambda: patched(encoded(picture(), "AVIF"), b"ispe", 8, struct.pack(">II", 30_000, 30_000)),
    "pdf": pdf_bomb,
}


@pytest.mark.parametrize("kind", BOMBS)
def test_a_bomb_is_refused_at_once(kind):
    data = BOMBS[kind]()
    start = time.process_time()
    said = reason(data)
    assert time.process_time() - start < 1
    assert "more than can be opened" in said or kind == "avif", "libavif itself finds that the sizes do not agree"


def test_bombs_do_not_fill_the_memory(tmp_path):
    """All of them in one process that may not take more than 100 MB for it."""
    for kind, make in BOMBS.items():
        (tmp_path / kind.replace(" ", "-")).write_bytes(make())
    code = """
import sys
from pathlib import Path
import PIL.Image, pillow_heif, pypdfium2
from benchmarks.memory import peak_mb
from vision.photo import photos
from vision.problems import Unreadable
before = peak_mb()
for bomb in sorted(Path(sys.argv[1]).iterdir()):
    try:
        list(photos(bomb.read_bytes(), bomb.name))
    except Unreadable:
        continue
    raise SystemExit(f"{bomb.name} was opened")
print(peak_mb() - before)
"""
    run = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
    )
    assert float(run.stdout) < 100


def test_a_file_too_large_to_be_a_photo_is_refused_unopened():
    with pytest.raises(WrongSize, match="MB"):
        list(photos(b"\xff\xd8\xff" + bytes(2000), "a", PhotoTuning(most_bytes=1000)))


# ------------------------------------------------------------------ mutations


def mutated(data: bytes, rng: random.Random) -> bytes:
    """A few bytes changed, lost, put in or cut off; mostly where the format's own words stand."""
    out = bytearray(data)
    reach = rng.choice((40, 700, len(out)))
    for _ in range(rng.choice((1, 2, 5, 30))):
        at = rng.randrange(max(1, min(reach, len(out))))
        match rng.choice(("set", "set", "set", "lose", "put", "cut")):
            case "set":
                out[at : at + 1] = bytes([rng.choice((0, 1, 127, 128, 255, rng.randrange(256)))])
            case "lose":
                del out[at : at + rng.randrange(1, 50)]
            case "put":
                out[at:at] = rng.randbytes(rng.randrange(1, 20))
            case "cut":
                del out[at + 200 :]
    return bytes(out)


@pytest.mark.parametrize("kind", [*KINDS, "PDF", "TIFF of JPEG"])
def test_a_damaged_file_gives_photos_or_a_reason_and_nothing_else(kind, capfd):
    drawn = grainy()
    data = encoded(drawn, "TIFF", compression="jpeg") if kind == "TIFF of JPEG" else encoded(drawn, kind)
    rng = random.Random(f"damage {kind}")
    outcomes = set()
    for _ in range(30 if kind == "PDF" else 60):
        try:
            for photo in photos(mutated(data, rng), "a"):
                assert photo.bgr.dtype == np.uint8
                assert photo.bgr.ndim == 3
                assert min(photo.bgr.shape[:2]) >= PhotoTuning().least_short_side
                outcomes.add("photo")
        except Unreadable as problem:
            assert problem.advice in str(problem)
            outcomes.add("reason")
    assert "reason" in outcomes
    capfd.readouterr()  # what the libraries say on the way; `boatscore read` silences it
