"""From light on the lens to the bytes of a JPEG: blur, exposure, white balance, noise, sharpening, EXIF."""

import struct
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from samples.camera import Floats
from samples.scene import srgb

TURNED = {1: None, 3: cv2.ROTATE_180, 6: cv2.ROTATE_90_COUNTERCLOCKWISE, 8: cv2.ROTATE_90_CLOCKWISE}
"""EXIF orientation, and how the upright picture is stored under it."""
TONE_STEPS = 4096


@dataclass(frozen=True, slots=True)
class Sensor:
    """What one phone makes of the light, all lengths in px of the photo."""

    blur_px: float
    defocus_px: float
    shake_px: tuple[float, float]
    """How far the picture slid while it was taken, x and y."""
    exposure: float
    """Where lit white paper lands, 1 being the brightest the sensor holds."""
    balance: tuple[float, float, float]
    """What is left of the light's colour after the phone's white balance, RGB."""
    noise: float
    contrast: float
    saturation: float
    sharpen: float
    quality: int
    orientation: int
    recompressed: int | None
    """Quality of an earlier JPEG of the same size, as messengers leave."""


def develop(light: Floats, sensor: Sensor, rng: Generator) -> NDArray[np.uint8]:
    """The upright photo as bytes, from linear BGR light with lit white paper at 1; the light is used up."""
    for kernel in _blurs(sensor):
        light = np.asarray(cv2.filter2D(light, -1, kernel, borderType=cv2.BORDER_REFLECT), np.float32)
    if sensor.blur_px:
        light = np.asarray(cv2.GaussianBlur(light, (0, 0), sensor.blur_px), np.float32)
    light *= sensor.exposure * np.array(sensor.balance[::-1], np.float32)
    _add_noise(light, sensor.noise, rng)
    np.clip(light, 0, 1, out=light)
    light *= TONE_STEPS - 1
    bgr = _tone(sensor.contrast)[light.astype(np.uint16)]
    if sensor.saturation != 1:
        bgr = _saturated(bgr, sensor.saturation)
    if sensor.sharpen:
        soft = cv2.GaussianBlur(bgr, (0, 0), 1.3)
        bgr = np.asarray(cv2.addWeighted(bgr, 1 + sensor.sharpen, soft, -sensor.sharpen, 0), np.uint8)
    return bgr


def _blurs(sensor: Sensor) -> list[Floats]:
    """Blur discs and streaks; small ones leave a picture as it is and are left out."""
    kernels = []
    if sensor.defocus_px > 0.7:  # px
        side = 2 * int(np.ceil(sensor.defocus_px)) + 1
        disc = np.zeros((side * 8, side * 8), np.uint8)
        cv2.circle(disc, (side * 4, side * 4), int(sensor.defocus_px * 8), 255, -1)
        kernels.append(cv2.resize(disc, (side, side), interpolation=cv2.INTER_AREA).astype(np.float32))
    if max(map(abs, sensor.shake_px)) > 0.7:  # px
        side = 2 * int(np.ceil(max(map(abs, sensor.shake_px)) / 2)) + 3
        streak = np.zeros((side, side), np.uint8)
        half = np.array(sensor.shake_px) / 2
        a, b = (tuple(int(v) for v in np.round((side // 2 + way * half) * 256)) for way in (-1, 1))
        cv2.line(streak, a, b, 255, 1, cv2.LINE_AA, 8)
        kernels.append(streak.astype(np.float32))
    return [np.asarray(kernel / kernel.sum(), np.float32) for kernel in kernels]


def _add_noise(light: Floats, noise: float, rng: Generator) -> None:
    """Grain that grows with the root of the light, softened a little as phones do."""
    if not noise:
        return
    high, wide = light.shape[:2]
    tile = rng.standard_normal((1024 + 7, 1024 + 13, 3), dtype=np.float32)
    tile = 0.5 * tile + 0.5 * tile.mean(axis=2, keepdims=True) * 1.7
    tile = cv2.GaussianBlur(tile, (0, 0), 0.6)
    tile *= noise / tile.std()
    for y in range(0, high, tile.shape[0]):
        for x in range(0, wide, tile.shape[1]):
            part = light[y : y + tile.shape[0], x : x + tile.shape[1]]
            part += tile[: part.shape[0], : part.shape[1]] * np.sqrt(np.maximum(part, 0) + 0.02)


def _tone(contrast: float) -> NDArray[np.uint8]:
    """Linear light to bytes: the sRGB curve with a phone's S on top."""
    plain = srgb(np.linspace(0, 1, TONE_STEPS))
    smooth = plain * plain * (3 - 2 * plain)
    return np.asarray(np.round(255 * (plain + contrast * (smooth - plain))), np.uint8)


def _saturated(bgr: NDArray[np.uint8], by: float) -> NDArray[np.uint8]:
    gray = np.array((0.114, 0.587, 0.299), np.float32)
    mix = by * np.eye(3, dtype=np.float32) + (1 - by) * gray[None]
    return np.asarray(cv2.transform(bgr, mix.astype(np.float32)), np.uint8)


def jpeg(bgr: NDArray[np.uint8], sensor: Sensor) -> bytes:
    """The photo as a file, stored turned as the phone was held, with the EXIF that says so."""
    turn = TURNED[sensor.orientation]
    stored = bgr if turn is None else np.asarray(cv2.rotate(bgr, turn), np.uint8)
    if sensor.recompressed is not None:
        passed_on = cv2.imdecode(_encoded(stored, sensor.recompressed), cv2.IMREAD_COLOR)
        stored = np.asarray(passed_on, np.uint8)
    data = _encoded(stored, sensor.quality).tobytes()
    return data[:2] + _exif(sensor.orientation) + data[2:]


def _encoded(bgr: NDArray[np.uint8], quality: int) -> NDArray[np.uint8]:
    done, data = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise ValueError("the picture could not be written as JPEG")
    return np.asarray(data, np.uint8)


def _exif(orientation: int) -> bytes:
    """An EXIF block that holds one tag, Orientation."""
    entry = struct.pack(">HHIHH", 0x0112, 3, 1, orientation, 0)
    tiff = b"MM\x00*" + struct.pack(">IH", 8, 1) + entry + struct.pack(">I", 0)
    body = b"Exif\x00\x00" + tiff
    return b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body
