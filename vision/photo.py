"""Bytes to Photo: the only door for pixels. Upright, 8 bit, and no larger than reading needs."""

import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NewType

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.problems import BrokenPhoto, NotAPhoto, WrongSize

Bgr = NewType("Bgr", NDArray[np.uint8])
"""H x W x 3, as OpenCV decodes."""
Gray = NewType("Gray", NDArray[np.uint8])
JPEG_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""The markers that start with a picture's size."""


@dataclass(frozen=True, slots=True)
class PhotoTuning:
    """How large a picture may be, and how large it is worked on."""

    most_bytes: int = 60_000_000
    """Phones' largest photos (200 MP) take about 50 MB; above it nobody sends a photo."""
    most_jpeg_pixels: int = 220_000_000
    """JPEG is opened at a half to an eighth of its size, so this stays within memory."""
    most_pixels: int = 52_000_000
    """Other formats are opened whole: 50 MP take 150 MB."""
    least_long_side: int = 480
    """Below it a square has under 16 pixels, and a letter cannot be read."""
    enough_long_side: int = 1900
    """A JPEG is halved while it stays at least so long: 4 pixels a mm for a sheet that fills two thirds."""
    most_pages: int = 50
    """Pages of one PDF or TIFF."""
    pdf_long_side: int = 2400


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
    """Every picture in these bytes: one, or each page of a PDF or TIFF."""
    if not data:
        raise NotAPhoto("The file is empty.")
    if len(data) > tuning.most_bytes:
        raise WrongSize(f"The file has {len(data) / 1e6:.0f} MB, more than {tuning.most_bytes / 1e6:.0f} MB.")
    if data[:3] == b"\xff\xd8\xff":
        yield _jpeg(data, name, tuning)
    elif b"%PDF-" in data[:1024]:
        yield from _pdf(data, name, tuning)
    else:
        yield from _other(data, name, tuning)


def sharper(data: bytes, photo: Photo) -> Photo:
    """The same JPEG at its full size, for a sheet that is small in the picture."""
    return Photo(photo.name, _decoded(data, cv2.IMREAD_COLOR_BGR))


def _jpeg(data: bytes, name: str, tuning: PhotoTuning) -> Photo:
    width, height, channels, scan = _jpeg_header(data)
    _check_size(width, height, tuning.most_jpeg_pixels, tuning)
    if data.rfind(b"\xff\xd9") < scan:
        raise BrokenPhoto("The photo's file breaks off before its end.")
    if channels == 4:  # noqa: PLR2004  (CMYK, which OpenCV does not open)
        return next(_other(data, name, tuning))
    reduced, flag = 1, cv2.IMREAD_COLOR_BGR
    for factor, smaller in (
        (2, cv2.IMREAD_REDUCED_COLOR_2),
        (4, cv2.IMREAD_REDUCED_COLOR_4),
        (8, cv2.IMREAD_REDUCED_COLOR_8),
    ):
        if max(width, height) >= factor * tuning.enough_long_side:
            reduced, flag = factor, smaller
    return Photo(name, _decoded(data, flag), reduced)


def _decoded(data: bytes, flag: int) -> Bgr:
    try:
        bgr = cv2.imdecode(np.frombuffer(data, np.uint8), flag)
    except cv2.error as problem:
        raise BrokenPhoto("The photo's file is damaged.") from problem
    if bgr is None:
        raise BrokenPhoto("The photo's file is damaged.")
    return Bgr(bgr.astype(np.uint8, copy=False))


def _jpeg_header(data: bytes) -> tuple[int, int, int, int]:
    """Width, height, channels, and where the picture's own data starts (after any thumbnail)."""
    at, frame = 2, (0, 0, 0)
    while at + 4 <= len(data) and data[at] == 0xFF:  # noqa: PLR2004  (a marker starts so)
        kind, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4])
        if kind == 0xFF:  # noqa: PLR2004  (padding)
            at += 1
            continue
        if kind in JPEG_FRAMES:
            frame = (int.from_bytes(data[at + 7 : at + 9]), int.from_bytes(data[at + 5 : at + 7]), data[at + 9])
        if kind == 0xDA:  # noqa: PLR2004  (start of scan)
            return *frame, at
        at += 2 + length
    raise BrokenPhoto("The photo's file breaks off at its start.")


def _check_size(width: int, height: int, most_pixels: int, tuning: PhotoTuning) -> None:
    if width * height > most_pixels:
        raise WrongSize(f"The picture has {width} x {height} pixels, more than can be opened.")
    if max(width, height) < tuning.least_long_side:
        raise WrongSize(f"The picture has only {width} x {height} pixels, too few to read the squares.")


def _other(data: bytes, name: str, tuning: PhotoTuning) -> Iterator[Photo]:
    """Whatever Pillow opens: PNG, WebP, HEIC, AVIF, TIFF, CMYK JPEG; each page of several."""
    import pillow_heif
    from PIL import Image, ImageFile, ImageOps

    pillow_heif.register_heif_opener()
    ImageFile.LOAD_TRUNCATED_IMAGES = False
    Image.MAX_IMAGE_PIXELS = None  # our own limit, below, speaks to players
    try:
        picture = Image.open(io.BytesIO(data))
    except (OSError, ValueError, SyntaxError) as problem:
        raise NotAPhoto("This file is not a picture.") from problem
    pages = min(getattr(picture, "n_frames", 1), tuning.most_pages) if picture.format in ("TIFF", "MPO") else 1
    for page in range(pages):
        try:
            picture.seek(page)
            _check_size(*picture.size, tuning.most_pixels, tuning)
            upright = ImageOps.exif_transpose(picture)
            rgb = _eight_bit_rgb(upright)
        except (OSError, ValueError, SyntaxError, EOFError, IndexError, MemoryError) as problem:
            raise BrokenPhoto("The picture's file is damaged or breaks off.") from problem
        yield Photo(name, Bgr(np.ascontiguousarray(rgb[:, :, ::-1])))


def _eight_bit_rgb(picture: "object") -> NDArray[np.uint8]:
    """Any Pillow picture as 8 bit RGB: transparent is white paper, 16 bit and float are scaled."""
    from PIL import Image

    assert isinstance(picture, Image.Image)  # noqa: S101  (tells mypy; Pillow is imported late)
    if picture.mode.startswith(("I", "F")):
        deep = np.asarray(picture, dtype=np.float32)
        top = 65535.0 if deep.max() > 255 else 255.0  # noqa: PLR2004  (8 or 16 bit)
        return np.repeat((deep * (255.0 / top)).clip(0, 255).astype(np.uint8)[:, :, None], 3, axis=2)
    if picture.mode in ("RGBA", "LA", "PA", "La", "RGBa") or "transparency" in picture.info:
        layered = picture.convert("RGBA")
        white = Image.new("RGBA", layered.size, (255, 255, 255, 255))
        return np.asarray(Image.alpha_composite(white, layered).convert("RGB"))
    return np.asarray(picture.convert("RGB"))


def _pdf(data: bytes, name: str, tuning: PhotoTuning) -> Iterator[Photo]:
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as problem:
        raise NotAPhoto("The PDF cannot be opened: it is damaged or needs a password.") from problem
    try:
        for page in (document[i] for i in range(min(len(document), tuning.most_pages))):
            scale = tuning.pdf_long_side / max(1.0, *page.get_size())
            bgr = page.render(scale=scale, rev_byteorder=False).to_numpy()
            yield Photo(name, Bgr(np.ascontiguousarray(bgr[:, :, :3])))
    finally:
        document.close()
