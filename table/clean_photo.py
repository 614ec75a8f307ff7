"""A photo without place, device, time, thumbnails, comments or anything else but the picture.

JPEG and PNG keep their pixels bit by bit: only the parts of the file that say other things are left out. Of EXIF one
number stays, which way up the picture is. Other formats are drawn again as JPEG.
"""

import hashlib
import io
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from table.problems import PhotoBroken, PhotoTooLarge

SOI, EOI = b"\xff\xd8", b"\xff\xd9"
MARK = 0xFF
START_OF_SCAN = 0xDA
END_OF_IMAGE = 0xD9
STANDS_ALONE = frozenset({0x00, 0x01, *range(0xD0, 0xD8)})
"""After an 0xFF: no segment follows. In a scan, 00 and D0 to D7 belong to the picture."""
PICTURE_SEGMENTS = frozenset({*range(0xC0, 0xD0), 0xDB, 0xDC, 0xDD, 0xDE, 0xDF})
"""Frames, tables, restart intervals: what decoding needs."""
JFIF, ADOBE = 0xE0, 0xEE
JFIF_CHARS = 14
ORIENTATION = 0x0112
UPRIGHT = 1
PNG_START = b"\x89PNG\r\n\x1a\n"
PNG_PICTURE_CHUNKS = frozenset({b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"sBIT"})
PNG_CHUNK_FRAME = 12
"""Length, name and check sum of a chunk."""


@dataclass(frozen=True, slots=True)
class PhotoLimits:
    """What a table keeps."""

    most_bytes: int = 60_000_000
    """As the reader's own limit."""
    kept_as_is_bytes: int = 12_000_000
    """Above it a photo is drawn again at the size the reader works on: disks fill slowly, phones load quickly."""
    jpeg_quality: int = 92
    """Lower: pen edges blur. Higher: files grow with nothing to see."""


@dataclass(frozen=True, slots=True)
class CleanPhoto:
    """A picture and nothing else."""

    data: bytes
    suffix: str

    @property
    def sha256(self) -> str:
        """The name of its content."""
        return hashlib.sha256(self.data).hexdigest()


def clean_photo(data: bytes, part: int | None = None, limits: PhotoLimits = PhotoLimits()) -> CleanPhoto:
    """The picture in these bytes; of several pages the one that is `part` (from 1)."""
    if len(data) > limits.most_bytes:
        raise PhotoTooLarge(found=f"{len(data) / 1e6:.0f} MB", most=f"{limits.most_bytes / 1e6:.0f} MB")
    if len(data) <= limits.kept_as_is_bytes:
        if data[:3] == SOI + b"\xff":
            return CleanPhoto(_clean_jpeg(data), "jpg")
        if data.startswith(PNG_START) and (png := _clean_png(data)) is not None:
            return CleanPhoto(png, "png")
    return CleanPhoto(_drawn_again(data, part, limits), "jpg")


def _clean_jpeg(data: bytes) -> bytes:
    """The first picture of the file: what some phones hang on behind it (films, depth maps) stays out too."""
    kept = [SOI, _orientation_segment(_orientation(data))]
    kept += [piece for marker, segment in _jpeg_segments(data) if (piece := _kept(marker, segment))]
    return b"".join(kept) + EOI


def _kept(marker: int, segment: bytes) -> bytes:
    content = segment[4:]
    if marker in PICTURE_SEGMENTS or marker == START_OF_SCAN:
        return segment
    if marker == JFIF and content.startswith(b"JFIF\0"):
        return segment[:2] + struct.pack(">H", 2 + JFIF_CHARS) + content[: JFIF_CHARS - 2] + b"\0\0"
    if marker == ADOBE and content.startswith(b"Adobe"):
        return segment
    return b""


def _jpeg_segments(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Each marker with its whole segment, a scan's with its picture data; PhotoBroken when the file breaks off."""
    at = len(SOI)
    while True:
        if at + 1 >= len(data) or data[at] != MARK:
            raise PhotoBroken()
        marker = data[at + 1]
        if marker == END_OF_IMAGE:
            return
        if marker == MARK:
            at += 1
            continue
        if marker in STANDS_ALONE:
            at += 2
            continue
        end = at + 2 + int.from_bytes(data[at + 2 : at + 4], "big")
        if marker == START_OF_SCAN:
            end = _end_of_scan(data, end)
        if end > len(data) or end < at + 4:
            raise PhotoBroken()
        yield marker, data[at:end]
        at = end


def _end_of_scan(data: bytes, start: int) -> int:
    at = start
    while True:
        at = data.find(b"\xff", at)
        if at < 0 or at + 1 >= len(data):
            raise PhotoBroken()
        if data[at + 1] in STANDS_ALONE:
            at += 2
        elif data[at + 1] == MARK:
            at += 1
        else:
            return at


def _orientation(data: bytes) -> int:
    """EXIF's number for which way up the picture is; 1 when there is none or it is nonsense."""
    from PIL import Image

    try:
        with Image.open(io.BytesIO(data)) as image:
            told = image.getexif().get(ORIENTATION, UPRIGHT)
    except (OSError, ValueError, SyntaxError, TypeError, KeyError, struct.error):
        return UPRIGHT
    return told if told in range(UPRIGHT, 9) else UPRIGHT


def _orientation_segment(orientation: int) -> bytes:
    """The smallest EXIF there is: one entry, the orientation."""
    if orientation == UPRIGHT:
        return b""
    entry = struct.pack(">HHIHH", ORIENTATION, 3, 1, orientation, 0)
    exif = b"Exif\0\0" + b"MM\0*" + struct.pack(">IH", 8, 1) + entry + struct.pack(">I", 0)
    return b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif


def _clean_png(data: bytes) -> bytes | None:
    """The chunks that make the picture; None when EXIF turns it, which only drawing again can keep."""
    kept, at = [PNG_START], len(PNG_START)
    while True:
        length, name = int.from_bytes(data[at : at + 4], "big"), data[at + 4 : at + 8]
        end = at + PNG_CHUNK_FRAME + length
        if end > len(data):
            raise PhotoBroken()
        if name == b"eXIf":
            return None
        if name in PNG_PICTURE_CHUNKS:
            kept.append(data[at:end])
        if name == b"IEND":
            return b"".join(kept)
        at = end


def _drawn_again(data: bytes, part: int | None, limits: PhotoLimits) -> bytes:
    import cv2

    from vision.photo import photos
    from vision.problems import Unreadable

    try:
        pages = list(islice(photos(data, "photo"), max(1, part or 1)))
    except Unreadable as problem:
        raise PhotoBroken() from problem
    done, jpeg = cv2.imencode(".jpg", pages[-1].bgr, [cv2.IMWRITE_JPEG_QUALITY, limits.jpeg_quality])
    if not done:
        raise PhotoBroken()
    return jpeg.tobytes()
