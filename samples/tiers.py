"""How hard photos are: the ranges from which each tier takes its photos."""

from collections.abc import Mapping
from dataclasses import dataclass

Range = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Tier:
    """The ranges of one tier; lengths are mm on the sheet unless said otherwise."""

    careless: Range
    """How carelessly the player draws, 0 to 1."""
    tilt_deg: Range
    fills: Range
    """Share of the frame that the sheet takes, along its tighter side."""
    turn_deg: float
    """How far a sheet lies from straight in the frame, one spread; 180 is any way."""
    megapixels: tuple[float, ...]
    curl_rad: float
    folded: float
    crumple_mm: float
    blur: Range
    defocus: Range
    shake: Range
    lamps: tuple[str, ...]
    falloff: float
    """How near lamps come; 0 is daylight from far."""
    shadow: float
    shadow_takes: Range
    glare: float
    """Share of laminated sheets with a window or lamp in them."""
    glare_strength: Range
    laminated: float
    cast: float
    """Spread of the white balance that the phone leaves."""
    exposure: Range
    noise: Range
    quality: Range
    sharpen: Range
    messenger: float
    things: Range
    patterned: float
    fingers: float
    finger_deep_mm: float
    distortion: float
    least_px_per_mm: float
    """No part of a sheet is shown coarser than this: below 2, letters of 4 mm are 8 px high and no eye reads them."""


SCAN = Tier(
    careless=(0, 0.6),
    tilt_deg=(0, 0),
    fills=(0.985, 1.03),
    turn_deg=0.7,
    megapixels=(2.2, 3.9, 8.7),
    curl_rad=0,
    folded=0,
    crumple_mm=0,
    blur=(0.04, 0.1),
    defocus=(0, 0),
    shake=(0, 0),
    lamps=("flat",),
    falloff=0,
    shadow=0,
    shadow_takes=(0, 0),
    glare=0,
    glare_strength=(0, 0),
    laminated=0.1,
    cast=0.01,
    exposure=(0.88, 1.0),
    noise=(0.001, 0.008),
    quality=(60, 95),
    sharpen=(0, 0.4),
    messenger=0.1,
    things=(0, 0),
    patterned=1,
    fingers=0,
    finger_deep_mm=0,
    distortion=0,
    least_px_per_mm=5.0,
)
GOOD = Tier(
    careless=(0, 0.6),
    tilt_deg=(0, 15),
    fills=(0.82, 0.97),
    turn_deg=4,
    megapixels=(3.1, 8, 12, 12),
    curl_rad=0.05,
    folded=0.05,
    crumple_mm=0.15,
    blur=(0.05, 0.14),
    defocus=(0, 0.1),
    shake=(0, 0.1),
    lamps=("window", "day", "lamp"),
    falloff=0.25,
    shadow=0.15,
    shadow_takes=(0.15, 0.35),
    glare=0.15,
    glare_strength=(0.1, 0.5),
    laminated=0.35,
    cast=0.05,
    exposure=(0.62, 0.95),
    noise=(0.004, 0.015),
    quality=(78, 95),
    sharpen=(0.1, 0.7),
    messenger=0.1,
    things=(0, 3),
    patterned=0.3,
    fingers=0.03,
    finger_deep_mm=12,
    distortion=0.02,
    least_px_per_mm=3.6,
)
KITCHEN = Tier(
    careless=(0.1, 0.9),
    tilt_deg=(6, 30),
    fills=(0.62, 0.93),
    turn_deg=12,
    megapixels=(1.6, 2, 3.1, 5, 8, 12, 12),
    curl_rad=0.13,
    folded=0.25,
    crumple_mm=0.4,
    blur=(0.06, 0.2),
    defocus=(0, 0.22),
    shake=(0, 0.25),
    lamps=("window", "lamp", "lamp", "mixed"),
    falloff=0.75,
    shadow=0.55,
    shadow_takes=(0.25, 0.55),
    glare=0.5,
    glare_strength=(0.15, 0.9),
    laminated=0.45,
    cast=0.11,
    exposure=(0.45, 1.0),
    noise=(0.008, 0.035),
    quality=(62, 93),
    sharpen=(0.2, 1.1),
    messenger=0.35,
    things=(3, 10),
    patterned=0.4,
    fingers=0.12,
    finger_deep_mm=14,
    distortion=0.04,
    least_px_per_mm=2.5,
)
HARD = Tier(
    careless=(0.4, 1),
    tilt_deg=(18, 45),
    fills=(0.55, 0.97),
    turn_deg=40,
    megapixels=(1.6, 1.6, 2, 3.1, 12),
    curl_rad=0.2,
    folded=0.5,
    crumple_mm=0.9,
    blur=(0.1, 0.28),
    defocus=(0, 0.38),
    shake=(0, 0.45),
    lamps=("window", "lamp", "lamp", "mixed"),
    falloff=0.95,
    shadow=0.75,
    shadow_takes=(0.35, 0.68),
    glare=0.8,
    glare_strength=(0.3, 2.5),
    laminated=0.5,
    cast=0.17,
    exposure=(0.35, 1.1),
    noise=(0.015, 0.055),
    quality=(50, 88),
    sharpen=(0.2, 1.4),
    messenger=0.6,
    things=(4, 14),
    patterned=0.5,
    fingers=0.45,
    finger_deep_mm=19,
    distortion=0.06,
    least_px_per_mm=2.0,
)
TIERS: Mapping[str, Tier] = {"scan": SCAN, "good": GOOD, "kitchen": KITCHEN, "hard": HARD}
NEGATIVES = "negatives"
TIER_NAMES = (*TIERS, NEGATIVES)
