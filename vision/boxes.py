"""Ink to BoxEvidence: which lessons and specials are marked, which are empty, and which were taken back.

Ink is cut into strokes (connected ink), each at home in the box around which it lies, and a box is judged by what is
in it: how dark beside the sheet's other marks (a wiped mark leaves a ghost), how far it reaches (a pen that touched
the paper leaves a dot), whether it is a neighbour's tail, a circle around the box, or lies beside it, and how much of
the box it covers beside the sheet's other marks (a mark scribbled over is a mark taken back).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.marked_boat import Special
from sheets.geometry import Box
from vision.ink import Ink, amount_of, boat_part, usual_density

Floats = NDArray[Any]
Ints = NDArray[np.intp]
Flags = NDArray[np.bool_]
HalfWay = tuple[float, float]
"""The value at which odds are even, and the spread around it."""
DARKNESS = -np.log(np.arange(256, dtype=np.float32) + 4)
"""Of each level; the darkest, which are noise, are drawn together."""


@dataclass(frozen=True, slots=True)
class BoxTuning:
    """What tells a mark from what is none. Lengths in mm unless said otherwise, densities of the darkest channel.

    Set on 60 imitated photos of `samples` (seeds 301 to 402, tune hands) and on marks drawn for tests.
    """

    soften_px: float = 0.7
    """Noise of single pixels is evened out; thin pens (0.4) keep half of their density."""
    around: float = 5.0
    """So far around the outermost boxes strokes are followed."""
    outline: float = 0.7
    """The printed outline and what a slight shift of it leaves; nothing so near it is inside the box."""
    outline_density: float = 0.6
    """What a shifted outline leaves at most; pens cross it darker."""
    outline_times: float = 2.2
    """Or so many times what the outlines themselves have where they are darker than a camera sees them (a logarithm
    of light, at most 0.27 on 1,950 photos): sharpened and darkened pictures had it up to 0.7, and left 0.9 to 1.7."""
    reach: float = 2.4
    """A box's own surroundings: half way to the next row."""
    paper_shares: tuple[float, float, float] = (0.15, 0.3, 0.65)
    """Of a box's surroundings: the second is paper whatever was drawn (beside a solid fill 40 % is left), and from the
    first to the last the paper is uneven, on most boxes, since most are empty."""
    even: float = 1.6
    """Even noise is so many times as wide from the first to the last as from the second. Where an app has bleached the
    page it is taken for no wider: print that is taken away though it is gone leaves holes, and thin ticks were lost
    among what seemed noise."""
    paper_apart: float = 0.35
    """Paper is no darker than the boxes' usual paper by more than that: what a broad scribble leaves of it is none."""
    noise_times: float = 3.5
    """Ink is darker than so many times that: less lets noise in, more loses pencil."""
    least_px: int = 5
    """Ink that connects fewer pixels is noise: half a square millimetre."""
    least_density: float = 0.3
    """Below it nothing is ink: fine pencil has 0.5 and more, wiped marks mostly less."""
    pale_boat: tuple[float, float] = (1.2, 0.2)
    """Where the boat's own ink is paler than this, that bar falls with it, but not below: circles in a pale orange
    ballpoint (0.35 on a boat of 0.9) had not been seen at all."""
    least_between: float = 0.7
    """The same between the boxes' surroundings, where words are printed and light is less well known."""
    fold: tuple[float, float, float] = (0.05, 1.4, 0.5)
    """A line right across the boxes' part of the sheet, darker than the paper so far (mm) on both its sides by so much,
    along so much of its way where nothing is printed, is a fold's; what lies on it is ink only where it is darker than
    an outline leaves. On seven folded sheets those have 0.11 to 0.27, on others no line has 0.03."""
    least_fold: float = 0.1
    """It is seen along so much of the whole way."""
    stroke_share: float = 0.22
    """A stroke ends where its density falls below this share of the darkest ink near it: a drying pen skips."""
    near: float = 2.5
    """How near "the darkest ink near it" is."""
    core_px: int = 5
    """A stroke's density is the mean of so many of its darkest pixels: a millimetre of a fine pen."""
    ghost_share: float = 0.17
    """A mark with this share of the other marks' density is as likely wiped as drawn: wiped ones have 0.05 to 0.13."""
    black: float = 2.6
    """How much darker than this a mark is depends on the camera."""
    ghost: tuple[float, float] = (0.33, 0.6)
    """That density lies between these whatever the others: pencil has 0.5 to 1, wiped black up to 0.4."""
    palest_ghost: float = 0.22
    """The same where the boat's ink is all there is to compare with: no other box has a plain mark."""
    ghost_spread: float = 0.09
    """Spread of the logarithm of density around it: of 1,382 marks one was less than 1.6 times as dark, of the only
    three ghosts none was darker."""
    home_off: float = 0.3
    """A stroke is at home where most of it lies; its middle half a box farther off weighs so much against it."""
    dot: HalfWay = (1.8, 0.09)
    """Length, where at least half as dark, of marks of which half are stray dots: of 1,172 marks with ink inside the
    shortest measured 2.6, of pens that only touched the longest 1.7."""
    dot_off: float = 0.5
    """A dot at the outline counts as so much shorter than one in the middle, where a dot may be meant."""
    rims: float = 1.0
    """The pale rims of a stroke; a drying pen's pale parts reach farther, and count."""
    dot_among_marks: float = 0.3
    """A dot counts as so much shorter where other boxes have marks that are none."""
    whole: HalfWay = (0.65, 0.03)
    """What enters the box is no dot when its strokes are so long as a whole, in sides of the box: a tick may lie low
    or aside, and end inside. Of 54,360 boxes no empty one has such strokes."""
    no_dot: float = 3.0
    """Longer marks are no dots, unless they are round and full."""
    round_dot: tuple[float, float, float] = (0.45, 0.7, 3.6)
    """A dot that is meant fills so much of the square around it (a disc 0.79, a cross 0.4), lies so far towards the
    middle, and is no longer than this."""
    dots_meant: float = 1.0
    """Where so many boxes have such dots, and no more have other marks, dots count as so much longer: these were meant.
    Dots of 1.4 to 2.3 mm had been asked about or missed."""
    few_dots: int = 2
    """So many where no box has another mark; `habit` where some have."""
    habit: int = 3
    """So many alike are how this player marks: a pen comes down by mistake once, hardly thrice."""
    deep: HalfWay = (0.2, 0.035)
    """A stroke that comes so far towards the middle (1) is half way to being the box's own."""
    deep_faint: HalfWay = (0.42, 0.035)
    """The same for ink no darker than a shifted outline leaves: of 61 marks so faint only circles were as shallow."""
    lone_reach: HalfWay = (0.5, 0.06)
    """The same for a darker one's length inside, as a share of the box: either will do."""
    tail: HalfWay = (0.62, 0.06)
    """Ink of a neighbour's stroke, as a share of what it has in its own box: half are marks of their own that touch."""
    sectors: int = 16
    ring: tuple[float, float] = (0.72, 6.0)
    """A circle around the box keeps so far from its middle, in half sides, and strays so far from its outline."""
    circle: HalfWay = (14.5, 0.18)
    """Sectors with ink of which half are circles: a circle fills 16, big neighbours' circles above and below 12."""
    loop: HalfWay = (7.5, 0.45)
    """The same for sectors with the box's own strokes, where thin or pale ink has gaps, or the circle is around the
    number too. Of 26,000 boxes with no ink inside eight that are empty have six to eight, of the marked ones six."""
    printed: float = 0.15
    """What is drawn paler is paper, or leaves too little to be seen."""
    print_off: float = 0.5
    """Ink so near to printed words and numbers (and as much farther as the boxes lie off) may be what is left of them
    and no part of such a loop,"""
    among_print: float = 5.5
    """unless there is so much of it: print leaves up to nine such sectors, a circle that runs along print 13 and more.
    Of 110,800 boxes 25 empty ones were asked about where others have circles, for words that a fold had moved."""
    loop_astray: float = 9.5
    """Where the boxes lie a millimetre off the print is not taken away and leaves ink around them."""
    astray_mm: float = 1.0
    lone_loop: float = 0.5
    """How likely one or two such loops are meant; three are."""
    loops_meant: HalfWay = (5.5, 0.4)
    """Among three loops: most of a fourth in thin ink may be lost."""
    beside: HalfWay = (3.0, 0.2)
    """Length of strokes beside the box that may be meant for it, and are asked about."""
    beside_marked: float = 0.4
    """How likely such a stroke is meant."""
    filled: HalfWay = (0.84, 0.03)
    """Share of the inside that is covered when a box is filled, or a mark scribbled over."""
    usual_share: float = 0.7
    """What so many of the sheet's other marks cover at most is usual: few marks are taken back."""
    denser: HalfWay = (1.6, 0.05)
    """A filled box that covers so many times the usual is one taken back; broad crosses beside broad ticks cover
    1.35 times as much."""
    more: HalfWay = (2.5, 0.1)
    """So many times the ink of the sheet's largest other mark: half are struck out."""
    least_cover: float = 0.25
    """Circles that lie partly inside cover less; a tick among them is none that was struck out."""
    struck_cover: HalfWay = (0.5, 0.03)
    """A mark that is struck out covers so much."""
    all_round: HalfWay = (14.0, 0.25)
    """Sectors around a box with its own ink: what takes a mark back goes over it on all sides. Of 875 photos' nine
    scribbles all fill 16, broad crosses and ticks that cover as much fill 11 to 13."""
    surrounded: HalfWay = (14.5, 0.12)
    """Sectors around a box with its own ink, where half of its other marks fill `lone_marks` at most: a scribble over a
    darker tick covers little more than a tick, but goes beyond the box on all sides."""
    lone_marks: float = 10.0
    surrounded_more: HalfWay = (1.75, 0.02)
    """It covers so many times what is usual inside,"""
    beyond: HalfWay = (4.2, 0.15)
    """or goes so much beyond the box (mm), both sides together, and has ink on so much of the inside: of 5,200 marks
    none but scribbles over others did both; the farthest that goes all around 3.3."""
    beyond_inked: HalfWay = (0.42, 0.03)
    holds_a_mark: HalfWay = (1.0, 0.025)
    """What was scribbled over a mark reaches as far as the sheet's marks do, as a share of that: what is filled and
    reaches less far covers none. Of eight boxes filled among ticks and crosses the farthest came to 0.96, of two
    scribbles over ticks the nearest to 1.41."""
    over: HalfWay = (2.1, 0.12)
    """And it goes so much beyond the box (mm, both sides together). Of 59,000 boxes of six simulators 15 that were
    filled among ticks and crosses go 0.1 to 1.6 beyond, eight scribbles over ticks 4.7 and more."""
    meant_so: float = 0.35
    """Share of marks so unlike the others that were meant as marks."""
    dim_share: float = 0.25
    """A mark covers so much of the inside, or more."""
    dim: float = 0.28
    """What is so much darker than the rest, and so many times more than in half of the boxes, is asked about: a mark
    drowned in noise had 0.37 and 3.3 times, 2 of 6900 empty boxes more (a wiped tick and a dot)."""
    dim_times: float = 2.5
    not_dim: float = 0.8
    """Strokes darker than this are judged by their shape: a dot is a dot."""
    dim_marked: float = 0.1
    hidden_contrast: float = 0.35
    """Where the outline is so much fainter than the sheet's others, something hides the box."""
    words: float = 0.12
    """A logarithm of light: where words and numbers beside the box are so much darker than paper a mark would be seen,
    however faint the outline: apps that bleach paper leave dark ink. Beside boxes that hid nothing words had up to
    0.4, beside six hidden marks 0.1 at most."""
    words_beside: tuple[float, float] = (1.0, 4.0)
    words_share: float = 0.03
    """They lie so far from the outline, and fill so much of what is there; farther off a finger may have ended."""
    words_dim: float = 0.12
    """Unless something is as dim as this inside: a mark had 0.28 where words had 0.14."""
    all_sides: float = 3.0
    """Nor does glare hide a mark where it leaves all four sides of the outline, for every pen is darker: each so many
    times as dark as what varies beside it. Of 45 boxes with so faint outlines 24 had that, all of them empty, with
    nothing as dim inside either; of the five that hid a mark none."""
    bleached_page: float = 0.5
    """Where so much of the page is as bright as a picture can be, an app has bleached it: outlines that are missing
    there are missing everywhere, and hide nothing."""
    bleached_dim: tuple[float, float] = (0.16, 1.8)
    """But for what is so dim inside, and so many times as dim as half of the boxes: of 1,300 empty boxes on pages so
    bleached that no outline was left 37 were, of 13 with a thin mark 11."""
    least_contrast: float = 0.03
    """A logarithm of light: no outline is so faint, unless it is not where the boxes are looked for."""
    alike: float = 0.7
    """Or unless three in four reach this share of the sheet's median: all print is as faint in a bright, blurred photo,
    and such an outline is seen. It had been asked about fifteen boxes."""
    shift_px: int = 9
    """Boxes may lie so far from where they should: flattening is surest on the boat. Their numbers begin at 10."""
    folded_px: tuple[float, float] = (2.0, 6.0)
    """A fold shifts boxes so far from where the others say, and neighbours alike: what was left of their outlines had
    been read as marks."""
    alone_px: float = 3.0
    """The same where one plain outline alone says so; half of it is believed."""
    neighbours: float = 1.7
    """A box's neighbours lie so many times as far as the nearest."""
    alike_px: float = 1.0
    """They tell of the same fold when they lie so much alike."""
    outline_shift_px: int = 2
    """After that shift is known, an outline may lie so far off."""
    plain_contrast: float = 0.3
    """A logarithm of light: outlines darker than this are pens'."""
    hidden_marked: float = 0.12
    """How likely a box that cannot be seen is marked: about so many are."""
    least: float = 0.00003
    """No box is surer than this."""


@dataclass(frozen=True, slots=True)
class Odds:
    """How likely a box counts as marked, and how likely a mark there was taken back; the rest is empty."""

    marked: float
    taken_back: float

    @property
    def empty(self) -> float:
        """How likely nothing was ever meant here."""
        return max(0.0, 1 - self.marked - self.taken_back)


@dataclass(frozen=True, slots=True)
class BoxEvidence:
    """What is in the printed boxes."""

    lessons: Mapping[int, Odds]
    specials: Mapping[Special, Odds]
    off_mm: float = 0.0
    """How far the boxes lay from where they should; beyond 2, what lies below the boat is badly flattened."""
    hidden: float = 0.0
    """The share of boxes whose outlines are not to be seen, though no mark lies over them."""


def weigh_boxes(ink: Ink, tuning: BoxTuning = BoxTuning()) -> BoxEvidence:
    """The odds of every lesson and every special."""
    geometry = ink.flat.geometry
    boxes = [*geometry.lessons.values(), *geometry.specials.values()]
    if not boxes:
        return BoxEvidence({}, {})
    seen = _see(ink, boxes, tuning)
    marked, taken_back = _weigh(seen, tuning)
    odds = [Odds(float(m), float(t)) for m, t in zip(marked, taken_back, strict=True)]
    return BoxEvidence(
        dict(zip(geometry.lessons, odds, strict=False)),
        dict(zip(geometry.specials, odds[len(geometry.lessons) :], strict=True)),
        seen.off_mm,
        float((seen.hidden & (marked + taken_back < 1 / 2)).mean()),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """What is seen of each box: arrays with one entry a box."""

    density: Floats
    """Of the darkest ink inside."""
    ring_density: Floats
    """Of the ink around it, in the fainter sectors: neighbours' marks fill some."""
    length: Floats
    """The longer side of the bounds of the dark ink inside, mm."""
    solid: Floats
    """How much of a square of that length is dark."""
    span: Floats
    """The longer side of the bounds of all ink inside, as a share of the inside."""
    depth: Floats
    """How far that ink comes towards the middle: 1 at the middle, 0 at the outline."""
    own: Floats
    """Share of the ink inside whose stroke is at home here."""
    covered: Floats
    """Share of the inside under ink at least half as dark as the darkest."""
    inked: Floats
    """Share of the inside under any ink."""
    tail: Floats
    """What is covered, as a share of what is covered in the box where the strangers' ink is at home."""
    dim: Floats
    """How much darker some of the inside is than the rest: under glare or in noise a mark is no more than that."""
    extent: Floats
    """The longer side of the bounds of its own strokes, inside and around, in sides of the box."""
    whole: Floats
    """The same of those that come inside."""
    beyond: Floats
    """What the bounds of all its own strokes are longer than the box, mm."""
    beside: Floats
    """Length of own strokes that never enter the box, mm."""
    ring: Floats
    """Sectors around the box with ink."""
    loop: Floats
    """Sectors around the box with ink of its own."""
    clear_loop: Floats
    """The same for ink that is far from print, or too much for it."""
    loop_density: Floats
    """Of that ink where it is pale: three quarters of those sectors are darker."""
    off_mm: float
    usual: float
    """The density of the boat's ink, 0 without."""
    hidden: Flags
    """Glare, a finger or a cup lies on it: its outline is not to be seen."""


@dataclass(frozen=True, slots=True, eq=False)
class _Boxes:
    """Boxes of one size, and the pixels around them: n x side x side."""

    numbers: Ints
    half: float
    """Half a box's side, px."""
    flat: Ints
    """Where each pixel is in the flattened picture."""
    at: Ints
    """Rows or columns from the middle."""

    @property
    def off(self) -> Ints:
        """How far a pixel is from the middle, along the farther axis."""
        away: Ints = np.maximum(np.abs(self.at)[:, None], np.abs(self.at)[None])
        return away

    def of(self, picture: Floats) -> Floats:
        """The pixels of these boxes; beyond the picture its edge is repeated."""
        pixels: Floats = np.take(picture, self.flat)
        return pixels


@dataclass(frozen=True, slots=True, eq=False)
class _Strokes:
    """The part of the sheet with boxes on it, its ink cut into strokes."""

    amount: Floats
    """Density of ink, in the channel where it is darkest."""
    words: Flags
    """Where print is near, the boxes' own outlines too."""
    number: NDArray[Any]
    """Of each pixel's stroke; 0: none."""
    middle: Floats
    """Of each stroke's bounds: x, y in px."""
    area: Floats
    px_per_mm: float


def _see(ink: Ink, boxes: Sequence[Box], tuning: BoxTuning) -> _Seen:
    """Everything that `_weigh` judges by."""
    scale = ink.flat.px_per_mm
    left, top = (max(0, int((min(b[i] for b in boxes) - tuning.around) * scale)) for i in (0, 1))
    right, bottom = (int((max(b[i] + b[i + 2] for b in boxes) + tuning.around) * scale) for i in (0, 1))
    part = (slice(top, bottom), slice(left, right))
    middles = np.array([(b.x + b.w / 2, b.y + b.h / 2) for b in boxes]) * scale - (left, top) - 0.5
    halves = np.array([b.w / 2 * scale for b in boxes])
    shape = ink.density[part].shape[:2]
    sizes = [(np.flatnonzero(halves == half), float(half)) for half in np.unique(halves)]
    planned = [_boxes(numbers, middles, half, shape, tuning.ring[1] * scale) for numbers, half in sizes]
    green = np.ascontiguousarray(ink.flat.bgr[part][:, :, 1])
    shifts, contrast, all_sides = _outlines(green, planned, middles, tuning)
    middles += shifts
    groups = [_boxes(numbers, middles, half, shape, tuning.ring[1] * scale) for numbers, half in sizes]
    usual = usual_density(amount_of(ink.density[boat_part(ink.flat)]))
    reach = tuning.print_off * scale + float(np.abs(shifts).max())
    words = _near(ink.printed[part] > tuning.printed, reach)
    seen = _as_seen(usual, float(np.median(contrast)), tuning)
    strokes = _strokes(ink.density[part], words, groups, scale, _page_bleached(ink, tuning), seen)
    home = _homes(strokes, groups, middles, halves, tuning)
    columns: dict[str, Floats] = {}
    faint = contrast < _least_contrast(contrast, tuning)
    for group in groups:
        measured = _measure(strokes, group, home, tuning)
        plain = (_words(green, group, scale, tuning) > tuning.words) | all_sides[group.numbers]
        faint[group.numbers] &= ~(plain & (measured["dim"] < tuning.words_dim))
        for name, values in measured.items():
            columns.setdefault(name, np.zeros(len(boxes)))[group.numbers] = values
    least, times = tuning.bleached_dim
    dim = columns["dim"] > max(least, times * float(np.median(columns["dim"])))
    faint &= ~(_bleached(ink, boxes, tuning) & (columns["density"] == 0) & ~dim)
    strangers = columns.pop("stranger").astype(int)
    whose = np.where(strangers >= 0, columns["covered"][strangers], 1)
    return _Seen(
        **columns,
        off_mm=float(np.abs(shifts).max()) / scale,
        usual=usual,
        tail=columns["covered"] / np.maximum(whose, 0.01),
        hidden=np.asarray(faint),
    )


def _least_contrast(contrast: Floats, tuning: BoxTuning) -> float:
    """What the outline of a box has that nothing hides."""
    usual = float(np.median(contrast))
    alike = min(tuning.alike * usual, tuning.least_contrast)
    least = alike if np.quantile(contrast, 1 / 4) > alike else tuning.least_contrast
    return max(tuning.hidden_contrast * usual, least)


def _page_bleached(ink: Ink, tuning: BoxTuning) -> bool:
    """Whether an app has bleached most of the page."""
    return bool(np.median(ink.burnt) >= tuning.bleached_page)


def _bleached(ink: Ink, boxes: Sequence[Box], tuning: BoxTuning) -> Flags:
    """Which boxes' outlines may be missing because the whole page's paper, and its palest print, is bleached."""
    if not _page_bleached(ink, tuning):
        return np.zeros(len(boxes), bool)
    per_mm = ink.flat.px_per_mm * ink.burnt.shape[1] / ink.density.shape[1]
    reach = tuning.reach
    around = (
        ink.burnt[
            int((box.y - reach) * per_mm) : int((box.y + box.h + reach) * per_mm) + 1,
            int((box.x - reach) * per_mm) : int((box.x + box.w + reach) * per_mm) + 1,
        ]
        for box in boxes
    )
    return np.array([np.median(part) > tuning.bleached_page for part in around])


def _as_seen(usual: float, outlines: float, tuning: BoxTuning) -> BoxTuning:
    """The tuning for a player whose pens are pale, and for a picture whose print is dark."""
    pale, least = tuning.pale_boat
    share = usual / pale if usual else 1.0
    return replace(
        tuning,
        least_density=float(np.clip(tuning.least_density * share, least, tuning.least_density)),
        outline_density=max(tuning.outline_density, tuning.outline_times * outlines),
    )


def _boxes(numbers: Ints, middles: Floats, half: float, shape: tuple[int, ...], beyond: float) -> _Boxes:
    far = int(np.ceil(half + beyond))
    at = np.arange(-far, far + 1)
    cols = np.round(middles[numbers, 0]).astype(np.intp)[:, None] + at
    rows = np.round(middles[numbers, 1]).astype(np.intp)[:, None] + at
    rows, cols = np.clip(rows, 0, shape[0] - 1), np.clip(cols, 0, shape[1] - 1)
    return _Boxes(numbers, half, rows[:, :, None] * shape[1] + cols[:, None, :], at)


def _near(flags: Flags, reach: float) -> Flags:
    """What has a flag so near, px."""
    width = 2 * round(reach) + 1
    return np.asarray(cv2.dilate(flags.astype(np.uint8), np.ones((width, width), np.uint8)) > 0)


def _strokes(
    density: Floats, words: Flags, groups: Sequence[_Boxes], scale: float, bleached: bool, tuning: BoxTuning
) -> _Strokes:
    """Connected ink in and around the boxes."""
    soft = cv2.GaussianBlur(np.ascontiguousarray(density, dtype=np.float32), (0, 0), tuning.soften_px)
    amount = amount_of(soft)
    paper, least = _paper(amount, groups, scale, bleached, tuning)
    amount -= paper
    width = 2 * round(tuning.near * scale) + 1
    darkest = cv2.dilate(amount, np.ones((width, width), np.uint8))
    least = np.where(_folds(amount, words, scale, tuning), np.maximum(least, tuning.outline_density), least)
    dark = amount > np.maximum(least, tuning.stroke_share * darkest)
    _, number, stats, _ = cv2.connectedComponentsWithStats(dark.astype(np.uint8), connectivity=8)
    number = np.where(stats[:, 4] >= tuning.least_px, np.arange(len(stats)), 0)[number]
    middle = stats[:, :2] + (stats[:, 2:4] - 1) / 2
    return _Strokes(amount, words, number, middle, stats[:, 4].astype(np.float64), scale)


def _folds(amount: Floats, words: Flags, scale: float, tuning: BoxTuning) -> Flags:
    """The pixels on lines that run right across, upright or level."""
    darker, beside, along = tuning.fold
    away = round(beside * scale)
    found = np.zeros(amount.shape, bool)
    for ink, print_near, folds in ((amount, words, found), (amount.T, words.T, found.T)):
        middle = ink[:, away:-away]
        clear = ~print_near[:, away:-away]
        ridge = clear & (middle > np.maximum(ink[:, : -2 * away], ink[:, 2 * away :]) + darker)
        lines = ridge.sum(axis=0) > np.maximum(along * clear.sum(axis=0), tuning.least_fold * len(ink))
        near = np.convolve(lines, np.ones(3), mode="same") > 0
        folds[:, away:-away] |= near
    return found


def _paper(
    amount: Floats, groups: Sequence[_Boxes], scale: float, bleached: bool, tuning: BoxTuning
) -> tuple[Floats, Floats]:
    """What bare paper shows as ink, and the least that is ink: around each box, and between them."""
    levels, noises = [], []
    for group in groups:
        around = group.of(amount)[:, group.off <= group.half + tuning.reach * scale][:, ::2]
        low, level, high = (round(share * (around.shape[1] - 1)) for share in tuning.paper_shares)
        ordered = np.partition(around, (low, level, high), axis=1)
        levels.append(ordered[:, level])
        wide, narrow = ordered[:, high] - ordered[:, low], ordered[:, high] - ordered[:, level]
        noises.append(np.minimum(wide, tuning.even * narrow) if bleached else wide)
    noise = float(np.median(np.concatenate(noises)))
    usual = float(np.median(np.concatenate(levels)))
    levels = [np.minimum(level, usual + tuning.paper_apart) for level in levels]
    paper = np.full(amount.shape, usual, np.float32)
    least = np.full(amount.shape, tuning.least_between, np.float32)
    floor = max(tuning.least_density, tuning.noise_times * noise)
    for group, level in zip(groups, levels, strict=True):
        near = np.flatnonzero(np.abs(group.at) <= group.half + tuning.reach * scale)
        line = np.abs(group.off[np.ix_(near, near)] - group.half) <= tuning.outline * scale
        floors = np.where(line, max(floor, tuning.outline_density), floor).astype(np.float32)
        flat = group.flat[:, near][:, :, near]
        np.put(paper, flat, np.broadcast_to(level[:, None, None], flat.shape))
        np.put(least, flat, np.broadcast_to(floors, flat.shape))
    return paper, least


def _homes(strokes: _Strokes, groups: Sequence[_Boxes], middles: Floats, halves: Floats, tuning: BoxTuning) -> Ints:
    """The box around which each stroke lies, by number; stroke 0 (no ink) is nowhere: -1.

    A stroke is at home where most of it lies and where its middle is; a tick's tail in the box above is not.
    """
    count = len(strokes.area)
    inside = np.zeros((count, len(middles)))
    for group in groups:
        number = group.of(strokes.number)[:, group.off <= group.half]
        place = number + np.arange(len(number))[:, None] * count
        inside[:, group.numbers] = np.bincount(place.ravel(), minlength=len(number) * count).reshape(-1, count).T
    off = np.abs(strokes.middle[:, None] - middles[None]).max(axis=2) / halves
    home: Ints = np.argmax(inside / strokes.area[:, None] - tuning.home_off * off, axis=1)
    home[0] = -1
    return home


def _measure(strokes: _Strokes, group: _Boxes, home: Ints, tuning: BoxTuning) -> dict[str, Floats]:
    """The measures of boxes of one size; "stranger" is the home of ink from elsewhere, -1 without."""
    scale, half = strokes.px_per_mm, group.half
    number = group.of(strokes.number)
    dark, homes = number > 0, home[number]
    own = homes == group.numbers[:, None, None]
    off = group.off
    inside, surroundings = off <= half - tuning.outline * scale, off <= half + tuning.reach * scale
    within = dark & inside
    entering = _with(number, within, len(home))
    x, y = np.meshgrid(group.at, group.at)
    radius = np.hypot(x, y)
    ring = (radius >= tuning.ring[0] * half) & (radius <= half + tuning.ring[1] * scale)
    count = np.maximum(within.sum(axis=(1, 2)), 1)
    amount = group.of(strokes.amount)
    words = group.of(strokes.words) & (np.abs(off - half) > tuning.outline * scale)
    places, starts = _sectors(ring, np.arctan2(y, x), tuning.sectors)
    on_ring = _at(amount, places)
    around, loop, clear = (
        np.maximum.reduceat(np.where(_at(whose, places), on_ring, 0), starts, axis=1)
        for whose in (dark, own, own & ~words)
    )
    density = _density(np.where(within, amount, 0), tuning.core_px)
    heavy = within & (amount > density[:, None, None] / 2)
    area = heavy.sum(axis=(1, 2))
    long = _longer(own & surroundings)
    return {
        "density": density,
        "ring_density": np.sort(around, axis=1)[:, tuning.sectors // 4],
        "length": np.maximum(_longer(heavy) / scale, _longer(within) / scale - tuning.rims),
        "solid": area / np.maximum(_longer(heavy), 1) ** 2,
        "span": _longer(within) / (2 * np.floor(half - tuning.outline * scale) + 1),
        "depth": 1 - np.where(within, off, half).reshape(len(within), -1).min(axis=1) / half,
        "own": (own & within).sum(axis=(1, 2)) / count,
        "covered": area / inside.sum(),
        "inked": within.sum(axis=(1, 2)) / inside.sum(),
        "stranger": np.where(within & ~own, homes, -1).reshape(len(within), -1).max(axis=1),
        "dim": _dim(amount[:, inside], tuning.dim_share),
        "extent": long / (2 * half + 1),
        "whole": _longer(own & surroundings & entering) / (2 * half + 1),
        "beyond": (long - 2 * half) / scale,
        "beside": _longer(own & surroundings & ~entering & (amount > tuning.least_between)) / scale,
        "ring": (around > 0).sum(axis=1).astype(np.float64),
        "loop": (loop > 0).sum(axis=1).astype(np.float64),
        "clear_loop": np.maximum((clear > 0).sum(axis=1), (loop > 0).sum(axis=1) - tuning.among_print),
        "loop_density": _typical(loop),
    }


def _with(number: NDArray[Any], flags: Flags, count: int) -> Flags:
    """Every pixel whose stroke has a flag in the same box."""
    place = number + np.arange(len(number))[:, None, None] * count
    has = np.bincount(place[flags], minlength=len(number) * count) > 0
    return np.asarray(has[place])


def _typical(loop: Floats) -> Floats:
    """The density of each box's loop where it is pale, three quarters of its sectors being darker; 0 without."""
    ordered = np.sort(loop, axis=1)
    gaps = (loop == 0).sum(axis=1)
    place = np.minimum(gaps + (loop.shape[1] - gaps) // 4, loop.shape[1] - 1)
    typical: Floats = np.take_along_axis(ordered, place[:, None], 1)[:, 0]
    return typical


def _density(amount: Floats, core_px: int) -> Floats:
    """How dark the darkest few pixels of each box are."""
    core: Floats = np.partition(amount.reshape(len(amount), -1), -core_px, axis=1)[:, -core_px:].mean(axis=1)
    return core


def _dim(amount: Floats, share: float) -> Floats:
    """How much darker the darkest share of each box's inside is than its paler half."""
    count = round(share * amount.shape[1])
    ordered = np.sort(amount, axis=1)
    dim: Floats = ordered[:, -count:].mean(axis=1) - np.median(ordered[:, : amount.shape[1] // 2], axis=1)
    return dim


def _longer(flags: Flags) -> Floats:
    """The longer side of the bounds of each box's flags, px."""
    sides = []
    for axis in (1, 2):
        along = np.any(flags, axis=axis).reshape(len(flags), -1)
        first, last = along.argmax(axis=1), along.shape[1] - along[:, ::-1].argmax(axis=1)
        sides.append(np.where(np.any(along, axis=1), last - first, 0))
    return np.maximum(*sides).astype(np.float64)


def _sectors(where: Flags, angle: Floats, count: int) -> tuple[Ints, Ints]:
    """The pixels of a ring, sector by sector, and where each sector begins."""
    sector = np.floor((angle[where] / (2 * np.pi) + 0.5) * count).astype(np.intp) % count
    order = np.argsort(sector, kind="stable")
    return np.flatnonzero(where)[order], np.searchsorted(sector[order], np.arange(count))


def _at(pixels: NDArray[Any], places: Ints) -> NDArray[Any]:
    """These pixels of each box."""
    chosen: NDArray[Any] = np.take(pixels.reshape(len(pixels), -1), places, axis=1)
    return chosen


def _outlines(
    green: NDArray[np.uint8], groups: Sequence[_Boxes], middles: Floats, tuning: BoxTuning
) -> tuple[Floats, Floats, Flags]:
    """How far the boxes lie from where they should, px, how plainly their outlines are seen there, and all around."""
    steps = np.arange(-tuning.shift_px, tuning.shift_px + 1)
    both = np.zeros((2, 2, len(middles), len(steps)))
    for group in groups:
        both[:, :, group.numbers] = _outline_profiles(green, group, steps)
    profiles = both.min(axis=0)
    best = np.clip(profiles.argmax(axis=2), 1, len(steps) - 2)
    left, peak, right = (np.take_along_axis(profiles, best[..., None] + by, 2)[..., 0] for by in (-1, 0, 1))
    bend = np.maximum(2 * peak - left - right, 1e-6)
    seen = np.where(peak > tuning.least_contrast, steps[best] + np.clip((right - left) / (2 * bend), -0.5, 0.5), 0)
    shifts = _evened_out(seen, np.clip(peak, 0, tuning.plain_contrast), middles)
    shifts = np.clip(shifts + _locally(seen - shifts, peak, middles, tuning), -tuning.shift_px, tuning.shift_px)
    off = np.abs(steps[None, None] - shifts[..., None])
    near = off <= tuning.outline_shift_px
    contrast = np.where(near, both.mean(axis=0), 0).max(axis=2)
    palest = np.where(near, both, 0).max(axis=3).min(axis=(0, 1))
    varies = np.median(np.nanstd(np.where(off > 2 * tuning.outline_shift_px, both, np.nan), axis=3), axis=(0, 1))
    return shifts.T, np.asarray(contrast.mean(axis=0)), np.asarray(palest > tuning.all_sides * varies)


def _locally(off: Floats, contrast: Floats, middles: Floats, tuning: BoxTuning) -> Floats:
    """How far boxes leave the page's smooth bend, 2 x boxes: all of it where a neighbour's outline tells the same."""
    plain = (contrast < tuning.plain_contrast) & (contrast > np.median(contrast, axis=1, keepdims=True) / 2)
    away = np.abs(middles[:, None] - middles[None]).max(axis=2)
    near = away < tuning.neighbours * np.median(np.partition(away, 1, axis=1)[:, 1])
    alike = np.abs(off[:, :, None] - off[:, None]) < tuning.alike_px
    others = ~np.eye(off.shape[1], dtype=bool)
    told = (near & alike & others & plain[:, None]).any(axis=2)
    folded = told & (np.abs(off) > tuning.folded_px[0]) & (np.abs(off) < tuning.folded_px[1])
    alone = plain & (np.abs(off) < tuning.alone_px)
    return np.where(folded, off, np.where(alone, off / 2, 0))


def _outline_profiles(green: NDArray[np.uint8], group: _Boxes, steps: Ints) -> Floats:
    """How much darker a box's sides would be than what lies beside them, shifted so far right, or down.

    First or second side x right or down x boxes x steps. Words beside a box are dark on one side only.
    """
    dark = np.take(DARKNESS, group.of(green))
    middle = np.abs(group.at) <= group.half
    beside = np.arange(steps[0] - 3, steps[-1] + 4)
    sides = [round(side) - int(group.at[0]) for side in (-group.half, group.half)]
    profile = np.stack([dark[:, middle].mean(axis=1), dark[:, :, middle].mean(axis=2)])
    paper = np.mean([np.median(profile[:, :, side + beside], axis=2) for side in sides], axis=0)
    outlines: Floats = np.stack([profile[:, :, side + steps] for side in sides]) - paper[:, :, None]
    return outlines


def _words(green: NDArray[np.uint8], group: _Boxes, scale: float, tuning: BoxTuning) -> Floats:
    """How much darker than paper what is printed left and right of each box is seen."""
    rows = np.abs(group.at) <= group.half
    near, far = (group.half + beside * scale for beside in tuning.words_beside)
    cols = (np.abs(group.at) > near) & (np.abs(group.at) < far)
    dark = np.take(DARKNESS, group.of(green)[:, rows][:, :, cols]).reshape(len(group.numbers), -1)
    words: Floats = np.quantile(dark, 1 - tuning.words_share, axis=1) - np.median(dark, axis=1)
    return words


def _evened_out(seen: Floats, weight: Floats, middles: Floats) -> Floats:
    """Shifts of all boxes as one smooth bend of the page: 2 x boxes; a mark over an outline misleads few."""
    place = (middles - middles.mean(axis=0)) / np.maximum(middles.std(axis=0), 1)
    terms = np.stack([np.ones(len(place)), place[:, 0], place[:, 1], place[:, 0] ** 2, place[:, 0] * place[:, 1]], 1)
    calm = np.diag([0.0, 0.3, 0.3, 1.0, 1.0])
    fitted: Floats = np.repeat(np.median(seen, axis=1, keepdims=True), seen.shape[1], axis=1)
    for _ in range(5):
        trust = weight / (1 + (seen - fitted) ** 2) ** 2 + 1e-6
        square = np.einsum("bi,ab,bj->aij", terms, trust, terms) + calm * trust.mean(axis=1)[:, None, None]
        right = np.einsum("bi,ab->ai", terms, trust * seen)
        fitted = np.linalg.solve(square, right[..., None])[..., 0] @ terms.T
    return fitted


def _weigh(seen: _Seen, tuning: BoxTuning) -> tuple[Floats, Floats]:
    """How likely each box is marked, and how likely its mark was taken back."""
    full, central, longest = tuning.round_dot
    plain_ink = seen.density > tuning.ghost[1]
    dots = plain_ink & (seen.solid > full) & (seen.depth > central) & (seen.length < longest)
    larger = plain_ink & ~dots & (seen.length > tuning.no_dot)
    few = max(tuning.habit, larger.sum()) if larger.any() else tuning.few_dots
    meant = dots & (dots.sum() >= few)
    length = seen.length + np.where(meant, tuning.dots_meant, -tuning.dot_among_marks * larger.any())
    sized = _likely(length - tuning.dot_off * (1 - seen.depth), tuning.dot)
    sized = np.maximum(sized, _likely(seen.whole, tuning.whole))
    reaching = np.where(
        seen.density > tuning.outline_density,
        np.maximum(_likely(seen.depth, tuning.deep), _likely(seen.span, tuning.lone_reach)),
        _likely(seen.depth, tuning.deep_faint),
    )
    own = seen.own + (1 - seen.own) * _likely(seen.tail, tuning.tail)
    inside = sized * reaching * own
    half_way = tuning.loop_astray if seen.off_mm > tuning.astray_mm else tuning.loop[0]
    around, loop = _likely(seen.ring, tuning.circle), _likely(seen.clear_loop, (half_way, tuning.loop[1]))
    loops = (np.maximum(around, loop) > 1 / 2) & (inside < 1 / 2)
    if loops.sum() >= tuning.habit:
        loop = np.where(seen.density > 0, loop, np.maximum(loop, _likely(seen.clear_loop, tuning.loops_meant)))
    else:
        loop *= tuning.lone_loop
    ring_density = np.where(loop > around, seen.loop_density, seen.ring_density)
    around = np.maximum(around, loop)
    plain = np.where(inside > 1 / 2, seen.density, np.where(around > 1 / 2, ring_density, 0))
    inside *= _real(seen.density, plain, seen.usual, tuning)
    around *= _real(ring_density, plain, seen.usual, tuning)
    beside = tuning.beside_marked * _likely(seen.beside, tuning.beside)
    drawn = np.maximum(1 - (1 - inside) * (1 - around), beside)
    marked = np.clip(drawn, tuning.least, 1 - tuning.least)
    marked = np.where(seen.hidden & (marked < 1 / 2), np.maximum(marked, tuning.hidden_marked), marked)
    dim = (
        (seen.density < tuning.not_dim) & (seen.dim > tuning.dim) & (seen.dim > tuning.dim_times * np.median(seen.dim))
    )
    marked = np.where(dim & (marked < 1 / 2), np.maximum(marked, tuning.dim_marked), marked)
    taken_back = marked * _overdrawn(seen, inside > 1 / 2, tuning)
    return marked - taken_back, taken_back


def _real(density: Floats, plain: Floats, usual: float, tuning: BoxTuning) -> Floats:
    """How likely ink so dark is a mark and not what is left of a wiped one.

    `plain`: the density of each mark; `usual`: that of the boat's ink.
    """
    ghost = np.clip(tuning.ghost_share * min(usual, tuning.black), tuning.palest_ghost, tuning.ghost[1])
    half_way = np.full(len(density), ghost if usual else sum(tuning.ghost) / 2)
    for place in np.flatnonzero(density > tuning.least_density):
        others = plain[(plain > tuning.ghost[1]) & (np.arange(len(density)) != place)]
        if others.size:
            half_way[place] = np.clip(tuning.ghost_share * min(np.median(others), tuning.black), *tuning.ghost)
    return _likely(np.log(np.maximum(density, 1e-3) / half_way), (0.0, tuning.ghost_spread))


def _overdrawn(seen: _Seen, inside: Flags, tuning: BoxTuning) -> Floats:
    """How likely a mark was scribbled over or struck out: it covers far more than the sheet's other marks inside."""
    usual, largest, reach = (np.ones(len(inside)) for _ in range(3))
    inside = inside & (seen.depth > 1 / 2)
    for place in np.flatnonzero(seen.covered > tuning.struck_cover[0] - 3 * tuning.struck_cover[1]):
        others = inside & (np.arange(len(inside)) != place)
        if others.any():
            usual[place] = np.quantile(seen.covered[others], tuning.usual_share)
            largest[place], reach[place] = seen.covered[others].max(), np.median(seen.extent[others])
    darker = _likely(seen.covered / np.maximum(usual, 0.05), tuning.denser)
    scribbled = _likely(seen.covered, tuning.filled) * darker
    struck = _likely(seen.covered / np.maximum(largest, tuning.least_cover), tuning.more) * _likely(
        seen.covered, tuning.struck_cover
    )
    overdrawn = np.maximum(scribbled, struck) * _likely(seen.loop, tuning.all_round)
    loops = seen.loop[inside]
    if len(loops) >= tuning.habit and np.median(loops) < tuning.lone_marks:
        more = _likely(seen.covered / np.maximum(usual, 0.05), tuning.surrounded_more)
        beyond = _likely(seen.beyond, tuning.beyond) * _likely(seen.inked, tuning.beyond_inked)
        overdrawn = np.maximum(overdrawn, _likely(seen.loop, tuning.surrounded) * np.maximum(more, beyond))
    holds_a_mark = _likely(seen.extent / np.maximum(reach, 0.05), tuning.holds_a_mark)
    over = holds_a_mark * _likely(seen.beyond, tuning.over)
    taken_back: Floats = (1 - tuning.meant_so) * overdrawn * over
    return taken_back


def _likely(values: Floats, half_way: HalfWay) -> Floats:
    """How likely, of a value whose half-way point and spread are given."""
    odds: Floats = 1 / (1 + np.exp(np.clip((half_way[0] - values) / half_way[1], -60, 60)))
    return odds
