"""Bytes to Photo: the only door for pixels. Upright, 8 bit, and no larger than reading needs."""

import io
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING, NewType

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.problems import BrokenPhoto, NotAPhoto, Unreadable, WrongSize

if TYPE_CHECKING:
    from PIL.Image import Image

Bgr = NewType("Bgr", NDArray[np.uint8])
"""H x W x 3, as OpenCV decodes."""
Gray = NewType("Gray", NDArray[np.uint8])

JPEG, PDF, RIFF, WEBP, ISO_MEDIA = b"\xff\xd8\xff", b"%PDF-", b"RIFF", b"WEBP", b"ftyp"
PILLOWS = {
    b"\x89PNG\r\n\x1a\n": "PNG",
    b"II*\0": "TIFF",
    b"MM\0*": "TIFF",
    b"II+\0": "TIFF",
    b"MM\0+": "TIFF",
    b"BM": "BMP",
}
"""How files of the formats that Pillow opens begin; the two with 43 (+) are TIFFs with long offsets."""
JPEG_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""The markers that start with a picture's size."""
JPEG_END = b"\xff\xd9"
CMYK = 4
THUMBNAIL = 1
"""The bit of a TIFF page's kind that says it is a smaller copy of another."""
NEW_SUBFILE_TYPE = 254

PDFIUM_ALONE = Lock()
"""PDFium must not be called from two threads at a time."""
OpenPage = Callable[[], "Photo"]


@dataclass(frozen=True, slots=True)
class PhotoTuning:
    """How large a picture may be, and how large it is worked on."""

    most_bytes: int = 120_000_000
    """Phones' largest photos (200 MP) take about 50 MB, an A4 page scanned at 600 dpi and not compressed 104 MB."""
    most_jpeg_pixels: int = 220_000_000
    """JPEG is opened at a half to an eighth of its size, so this stays within memory."""
    most_pixels: int = 52_000_000
    """Other formats, and JPEGs that come in several passes, are opened whole: 50 MP take 200 MB on the way."""
    least_long_side: int = 480
    """Below it a square has under 16 pixels, and a letter cannot be read."""
    least_short_side: int = 200
    """The same for the other side: nine squares, and a little around them."""
    enough_long_side: int = 1600
    """A picture is halved while it stays at least so long: 4 pixels a mm for a sheet that fills two thirds."""
    most_pages: int = 50
    """Pages of one PDF or TIFF."""
    pdf_long_side: int = 2400
    """A page of a PDF is drawn so large: a scanner's A4 page at 200 dpi."""


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """One picture as the camera meant it to be seen: upright, colours in BGR, read-only."""

    name: str
    bgr: Bgr
    reduced: int = 1
    """How many pixels of the file's side one pixel here stands for."""

    def __post_init__(self) -> None:
        self.bgr.setflags(write=False)


def photos(data: bytes, name: str, tuning: PhotoTuning = PhotoTuning()) -> Iterator[Photo]:
    """Every picture in these bytes: one, or each page of a PDF or TIFF.

    A page that cannot be opened raises Unreadable; the next page can be asked for all the same.
    """
    return map(_opened, _pages(data, name, tuning))


def sharper(data: bytes, photo: Photo) -> Photo:
    """The same JPEG at its full size, for a sheet that is small in the picture; others stay as they are."""
    if photo.reduced == 1 or not data.startswith(JPEG):
        return photo
    whole = replace(PhotoTuning(), enough_long_side=PhotoTuning().most_pixels)
    return next(photos(data, photo.name, whole))


def _opened(page: OpenPage) -> Photo:
    with _told_as_broken():
        return page()


@contextmanager
def _told_as_broken() -> Iterator[None]:
    """Decoders of broken bytes raise anything from KeyError to struct.error; to a player all of it is one thing."""
    try:
        yield
    except Unreadable:
        raise
    except MemoryError as problem:
        raise WrongSize("The picture needs more memory to open than there is.") from problem
    except Exception as problem:
        raise BrokenPhoto("The picture's file is damaged or breaks off.") from problem


def _pages(data: bytes, name: str, tuning: PhotoTuning) -> Iterator[OpenPage]:
    """A function for each picture in these bytes, which opens it."""
    if not data:
        raise NotAPhoto("The file is empty.")
    if len(data) > tuning.most_bytes:
        raise WrongSize(f"The file has more than {tuning.most_bytes / 1e6:.0f} MB.")
    if data.startswith(JPEG):
        yield lambda: _jpeg(data, name, tuning)
    elif PDF in data[:1024]:
        yield from _pdf_pages(data, name, tuning)
    else:
        yield from _pillow_pages(data, name, tuning)


def _jpeg(data: bytes, name: str, tuning: PhotoTuning) -> Photo:
    head = _jpeg_head(data)
    if data.rfind(JPEG_END) < head.scan:
        raise BrokenPhoto("The photo's file breaks off before its end.")
    if head.channels == CMYK:  # OpenCV does not open it
        return _from_pillow(_opened_by_pillow(data, "JPEG"), name, tuning)
    _check_size(head.width, head.height, tuning.most_jpeg_pixels if head.one_pass else tuning.most_pixels, tuning)
    reduced, flag = 1, cv2.IMREAD_COLOR_BGR
    for factor, smaller in (
        (2, cv2.IMREAD_REDUCED_COLOR_2),
        (4, cv2.IMREAD_REDUCED_COLOR_4),
        (8, cv2.IMREAD_REDUCED_COLOR_8),
    ):
        if max(head.width, head.height) >= factor * tuning.enough_long_side:
            reduced, flag = factor, smaller
    bgr = cv2.imdecode(np.frombuffer(data, np.uint8), flag)
    if bgr is None:
        raise BrokenPhoto("The photo's file is damaged.")
    return Photo(name, Bgr(bgr.astype(np.uint8, copy=False)), reduced)


@dataclass(frozen=True, slots=True)
class _JpegHead:
    """What a JPEG says of itself before its pixels."""

    width: int
    height: int
    channels: int
    one_pass: bool
    """The pixels come row by row, so that a decoder need not hold all of them."""
    scan: int
    """Where the picture's own data starts: after any thumbnail."""


def _jpeg_head(data: bytes) -> _JpegHead:
    at, frame, progressive = 2, b"", False
    while at + 4 <= len(data) and data[at] == 0xFF:  # noqa: PLR2004  (a marker starts so)
        kind, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4])
        if kind == 0xFF:  # noqa: PLR2004  (padding)
            at += 1
            continue
        if kind in JPEG_FRAMES:
            frame, progressive = data[at + 4 : at + 10], kind & 3 == 2  # noqa: PLR2004  (C2, C6, CA, CE)
        if kind == 0xDA and len(frame) == 6 and at + 4 < len(data):  # noqa: PLR2004  (start of scan; a whole frame)
            height, width, channels = int.from_bytes(frame[1:3]), int.from_bytes(frame[3:5]), frame[5]
            return _JpegHead(width, height, channels, not progressive and data[at + 4] == channels, at)
        at += 2 + length
    raise BrokenPhoto("The photo's file breaks off at its start.")


def _check_size(width: int, height: int, most_pixels: int, tuning: PhotoTuning) -> None:
    _check_most(width, height, most_pixels)
    if max(width, height) < tuning.least_long_side or min(width, height) < tuning.least_short_side:
        raise WrongSize(f"The picture has only {width} x {height} pixels, too few to read the squares.")


def _check_most(width: int, height: int, most_pixels: int) -> None:
    if width * height > most_pixels:
        raise WrongSize(f"The picture has {width} x {height} pixels, more than can be opened.")


def _pillow_pages(data: bytes, name: str, tuning: PhotoTuning) -> Iterator[OpenPage]:
    """Whatever else is a photo: PNG, WebP, HEIC, AVIF, BMP, and each page of a TIFF."""
    if data.startswith(RIFF) and data[8:12] == WEBP:
        _check_size(*_webp_size(data), tuning.most_pixels, tuning)  # before Pillow, which makes room for it at once
        picture_format = "WEBP"
    elif data[4:8] == ISO_MEDIA:
        picture_format = "HEIF"
    else:
        picture_format = next((f for start, f in PILLOWS.items() if data.startswith(start)), "")
    if not picture_format:
        raise NotAPhoto("This file is no photo of a kind that can be opened.")
    with _told_as_broken():
        picture = _opened_by_pillow(data, picture_format)
        pages = int(getattr(picture, "n_frames", 1)) if picture_format == "TIFF" else 1
    for page in range(min(pages, tuning.most_pages)):
        if page and _is_thumbnail(picture, page):
            continue
        yield partial(_from_pillow_page, picture, page, name, tuning)
    if pages > tuning.most_pages:
        yield partial(_too_many, pages, tuning)


def _opened_by_pillow(data: bytes, picture_format: str) -> "Image":
    """The picture with its size known and its pixels not yet decoded."""
    from PIL import Image

    Image.MAX_IMAGE_PIXELS = None  # our own limit speaks to players
    formats = [picture_format]
    if picture_format == "HEIF":
        import pillow_heif

        pillow_heif.register_heif_opener()
        formats.append("AVIF")
    return Image.open(io.BytesIO(data), formats=formats)


def _webp_size(data: bytes) -> tuple[int, int]:
    """Width and height as the header of a WebP names them, in one of its three ways."""
    kind, body = data[12:16], data[20:30]
    if kind == b"VP8X":
        return int.from_bytes(body[4:7], "little") + 1, int.from_bytes(body[7:10], "little") + 1
    if kind == b"VP8L":
        sizes = int.from_bytes(body[1:5], "little")
        return (sizes & 0x3FFF) + 1, (sizes >> 14 & 0x3FFF) + 1
    return int.from_bytes(body[6:8], "little") & 0x3FFF, int.from_bytes(body[8:10], "little") & 0x3FFF


def _from_pillow_page(picture: "Image", page: int, name: str, tuning: PhotoTuning) -> Photo:
    picture.seek(page)
    return _from_pillow(picture, name, tuning)


def _is_thumbnail(picture: "Image", page: int) -> bool:
    """Whether this page of a TIFF is a small copy of another; a page that cannot be asked is none."""
    try:
        picture.seek(page)
        return bool(int(getattr(picture, "tag_v2", {}).get(NEW_SUBFILE_TYPE, 0)) & THUMBNAIL)
    except Exception:  # noqa: BLE001  (see _told_as_broken; opening the page tells what is wrong with it)
        return False


def _from_pillow(picture: "Image", name: str, tuning: PhotoTuning) -> Photo:
    from PIL import ImageOps

    _check_size(*picture.size, tuning.most_pixels, tuning)
    reduced = 1
    while max(picture.size) >= 2 * reduced * tuning.enough_long_side:
        reduced *= 2
    plain = _eight_bit(picture)
    small = plain.reduce(reduced) if reduced > 1 else plain
    rgb = np.asarray(ImageOps.exif_transpose(_on_white(small)).convert("RGB"))
    return Photo(name, Bgr(np.ascontiguousarray(rgb[:, :, ::-1])), reduced)


def _eight_bit(picture: "Image") -> "Image":
    """The picture with whole bytes for its channels, whatever its mode: 16 bit and float are scaled."""
    from PIL import Image

    if picture.mode.startswith(("I", "F")):
        deep = np.nan_to_num(np.asarray(picture, np.float32), posinf=0, neginf=0)
        top = next((top for top in (1.0, 255.0, 65535.0) if deep.max() <= top), float(deep.max()))
        whole = picture.mode.startswith("I") and top == 1
        return Image.fromarray((deep * (255.0 / (255.0 if whole else top))).clip(0, 255).astype(np.uint8))
    if picture.mode in ("LA", "PA", "La", "RGBa") or "transparency" in picture.info:
        return picture.convert("RGBA")
    return picture if picture.mode in ("L", "RGB", "RGBA", "CMYK") else picture.convert("RGB")


def _on_white(picture: "Image") -> "Image":
    """What is transparent shows white paper."""
    from PIL import Image

    if picture.mode != "RGBA":
        return picture
    layered = Image.alpha_composite(Image.new("RGBA", picture.size, "white"), picture)
    layered.info.update(picture.info)
    return layered


def _pdf_pages(data: bytes, name: str, tuning: PhotoTuning) -> Iterator[OpenPage]:
    import pypdfium2

    try:
        with PDFIUM_ALONE, closing(pypdfium2.PdfDocument(data)) as document:
            pages = len(document)
    except pypdfium2.PdfiumError as problem:
        raise NotAPhoto("The PDF cannot be opened: it is damaged or needs a password.") from problem
    if pages == 0:
        raise NotAPhoto("The PDF has no pages.")
    yield from (partial(_from_pdf, data, page, name, tuning) for page in range(min(pages, tuning.most_pages)))
    if pages > tuning.most_pages:
        yield partial(_too_many, pages, tuning)


def _from_pdf(data: bytes, number: int, name: str, tuning: PhotoTuning) -> Photo:
    import pypdfium2

    with PDFIUM_ALONE, closing(pypdfium2.PdfDocument(data)) as document:
        page = document[number]
        for scanned in page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_IMAGE]):
            width, height = scanned.get_px_size()
            _check_most(width, height, tuning.most_jpeg_pixels)
        scale = tuning.pdf_long_side / max(1.0, *page.get_size())
        bgr = np.ascontiguousarray(page.render(scale=scale).to_numpy()[:, :, :3])
    _check_size(bgr.shape[1], bgr.shape[0], tuning.most_pixels, tuning)
    return Photo(name, Bgr(bgr))


def _too_many(pages: int, tuning: PhotoTuning) -> Photo:
    raise WrongSize(f"The file has {pages} pages; only the first {tuning.most_pages} were read.")
