"""Cats of a boat marked with one pen: which box of the pen key has the pattern that fills each of them.

A pattern is compared as it is drawn: small windows of a cat (its ink, and the directions of its strokes, both a little
soft) are looked up among all windows of a key box, moved, turned and scaled a little, and the box's among the cat's.
No kind of pattern is known beforehand; whatever a player draws in the key, lines, rings, hearts or nothing, is the
pattern. In a key box there is little room: cats of one pattern are far more alike among themselves than any is like
its box. So they are first grouped by what they show, then all groups are given their boxes together.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.discoveries import Colour, Kind
from scoring.squares import Shape
from vision.colours import weighed_together
from vision.flatten import grid_of
from vision.ink import Ink, soft_amount_of
from vision.pen_key import PenKey

Floats = NDArray[Any]
COLOURS = tuple(Colour)
TREASURES = tuple(kind for kind in Kind if kind is not Kind.CAT)


@dataclass(frozen=True, slots=True)
class PatternTuning:
    """How patterns are compared; set on 15 imitated boats of `samples` (tune hands) and on patterns drawn for tests."""

    margin: float = 0.25
    """Squares: the outline and its overshoot reach so far inwards from a cat's outer sides."""
    window_px: int = 7
    """A window holds a ring or tick: 2.4 mm. Larger ones (11) hold two, which no hand spaces evenly; they missed twice
    as many of the test's small signs."""
    every_px: int = 2
    """Of a window every second pixel is compared: they are soft."""
    soft_px: float = 0.8
    """A hand's strokes lie so far from where they lay before. At 1.3 rings are filled."""
    directions: int = 4
    direction_weight: float = 3.0
    """Edges of strokes against their ink: about as much of both."""
    scales: tuple[float, ...] = (0.8, 1.0, 1.25)
    turns_deg: tuple[float, ...] = (-9.0, 0.0, 9.0)
    """Hands draw a pattern closer, wider and slanted by so much from one cat to the next."""
    key_stride: int = 2
    cat_stride: int = 3
    most_windows: int = 70
    """So many of a cat's windows, spread over it, tell as much as all."""
    whole_px: float = 900.0
    """The inside of a cat that shows its whole pattern: three squares. Of a smaller one the box shows more than it."""
    sure: float = 0.99
    """Cats as sure as this show how far from its box a pattern lies on this boat."""
    profile: float = 0.55
    """Cats are farther apart by so many times what their distances from the boxes differ (mean of the logarithms): of
    1,723 cats on 104 boats of four simulators half as many pairs of one pattern lie beyond what pairs of two do.
    Solid fills with streaks, and hatches alike, had been one pattern, silently."""
    many: float = 0.15
    """Chance counts less between large groups, which are farther apart by this, less a share for each of the smaller
    one's cats: two parts of a pattern, three cats and more, lay up to 0.41 apart, mostly 0.2; a single cat up to
    0.54."""
    one_pattern: float = 0.5
    """Groups of cats that lie just so far apart, as a share of what their windows show, are as likely one pattern as
    two: on those boats one group of 458 holds two patterns. Two that hold one have the same box all the same."""
    one_box: tuple[float, float] = (0.47, 0.05)
    """Two groups so far apart have one box or two, as likely; and how far around that is open."""
    two_patterns: float = 1e-5
    """A player who draws one colour's pattern in two ways."""
    most_groups: int = 7
    """More would take too long to give their boxes: 5 to this many ways."""
    lone: float = 0.2
    """So far apart are cats of one pattern mostly: what a cat without others is held against."""
    member: float = 18.0
    """The odds of a group go with the distance to the minus so-much."""
    power: float = 3.0
    """What a cat shows must all be in its box: what is least found there counts most. With the plain mean crosses that
    stand close in the key were its dots, half of whose windows are paper too."""
    there: float = 0.6
    """That counts for so much (in logarithms), the rest is that half of the box is found in the cat: a hand draws
    closer in a small box, and what differs most is chance. Of 2,370 cats on 157 boats, each simulator told by what was
    learnt from the others, 3.3 of 100 are nearer to another's box instead of 4.8, and the log loss halves."""
    nearest: float = 0.02
    """No two cats, and no cat and box, are nearer: two that are empty had nothing between them."""
    voices: float = 0.4
    """A group's n cats tell of one box, which was drawn once: they count as n to this."""
    untried: float = 0.05
    """How often a pattern on the boat is not in the key: its box was forgotten. On six of the 104 boats one was, which
    is less often; but what stands against it, the likeness to another box, counts for all cats of the group."""
    fading_px: int = 10
    """Ink is as dark as the darkest so near: a pattern's distance and a little more."""
    faintest: float = 0.3
    """Ink fades to this share of the pen's density at most."""
    paper: float = 0.15
    """Paper shows at most so much of the pen's density as ink; a cat filled throughout shows none."""
    noise: float = 0.04
    """What windows of one pattern differ by at least, as a share of full ink."""
    like_box: tuple[float, float] = (0.4, 14.0)
    """A group that lies so far from a box, as a share of what both show, is as likely another's; the odds go with the
    distance to the minus so-much. Of 2,355 cats on 157 boats half lie within 0.18 of their box, 95 of 100 within 0.49;
    of the next-best boxes ten of 100 lie within 0.42, half beyond 0.55."""
    most_like: tuple[float, float] = (-14.0, 6.0)
    """No group's cat is less like a box, or more, than this (log odds)."""
    alike: tuple[float, float] = (1.42, 7.5)
    """What is so many times as far from each pattern on the boat as its cats are is as likely a treasure, a letter on
    paper; for each time less the log odds of a cat rise by so much. Measured on 739 cats and 494 treasures: by 2.9 at
    1, 1.5 at 1.2, 0.8 at 1.4; -2.3 at 1.6, -4.9 at 2, -7 beyond 3."""
    most_alike: float = 5.0
    nearest_cats: int = 3
    nearest_treasures: int = 2
    """What a shape is like is told by so many that are nearest to it: of each pattern, and of each kind of treasure."""
    like_treasures: tuple[float, float, float] = (5.0, 0.6, -1.1)
    """Log odds of a cat: so much for each time (a logarithm) it is farther from the boat's sure treasures than from its
    sure cats, such a share of what its likeness to patterns says, and this. Of 6,673 cats and treasures on 281 boats,
    each held against half of its boat's others, 213 are told wrongly; by the likeness to patterns alone it were 1,092
    of 6,869."""
    other_treasures: float = -1.3
    """And this where the sure treasures are all of one kind: the other kind's letter is less like theirs."""
    lone_far: float = 0.3
    """How far a pattern's cats are from its box where this cat alone may have it: it had been as far as itself, and a
    large treasure with one R was silently the one cat of its colour."""
    stroke: float = 0.35
    """What has so much of the darkest ink near it is a stroke;"""
    near_stroke: float = 0.25
    """so many squares around it lie near. Of several squares a pattern's strokes reach all, a letter's seldom:"""
    covered: tuple[tuple[float, float], ...] = (
        (0.3, -8.0),
        (0.5, -5.6),
        (0.7, -3.4),
        (0.8, -1.5),
        (0.9, -0.5),
        (0.96, 0.5),
        (1.0, 4.0),
    )
    """log odds of a cat by the share of it that lies near strokes, of 6,356 cats and 3,270 treasures on 483 boats;"""
    usual_covered: tuple[float, float] = (0.9, 0.1)
    """where the boat's sure cats have less in this quantile, by so much more of that share;"""
    told_together: tuple[float, float, float] = (1.35, 0.8, -0.3)
    """so much of what else is told, of this, and more, together. Beside the network 11 of 6,916 cats and treasures are
    told wrongly instead of 21: r's drawn small had been strokes of a pattern."""
    most_together: float = 10.0
    letter: tuple[float, float, float] = (0.04, 0.6, 3.0)
    """So many squares of ink on no more than so much of several squares are a letter on paper, and these log odds
    against nothing having been drawn there."""
    not_seen: float = 1.5
    """No more against a cat where a pattern of the key is on none that is sure: it may be that one."""
    unused: float = 0.05
    """How often, against a drawn pattern, an empty key box stands for cats left empty."""
    least: float = 1e-4
    """No cat is surer than this: a player may forget a pattern. None of 800 imitated cats was read wrong."""


@dataclass(frozen=True, slots=True, eq=False)
class PatternOdds:
    """For each cat asked about: which pattern it has, and whether it has any."""

    colours: NDArray[np.float64]
    """n x 5, in the order of Colour."""
    group: NDArray[np.intp]
    """Which of the boat's patterns it has, by number: cats of one share their box, and the doubt about it."""
    patterned: NDArray[np.float64]
    """Log odds that there is a pattern as in this boat's cats, against a treasure's letter on paper."""
    marked: NDArray[np.float64]
    """Log odds that there is a pattern or a letter, against squares that were left empty."""


def pattern_odds(
    ink: Ink,
    cats: Sequence[Shape],
    learnt_from: int,
    key: PenKey,
    sure: Collection[tuple[Shape, Kind]] = (),
    tuning: PatternTuning = PatternTuning(),
) -> PatternOdds:
    """What fills each of these cats, or treasures that may be cats; the first so many are read and do not overlap.

    `sure` are the boat's discoveries of which the kind is known.
    """
    if not key.patterns:
        same = np.full((len(cats), len(COLOURS)), 1 / len(COLOURS))
        return PatternOdds(same, np.arange(len(cats)), np.zeros(len(cats)), np.zeros(len(cats)))
    pen = float(np.median([_pen_density(patch) for patch in key.patterns.values()]))
    boxes = {c: _Box.of(_shares(patch, pen, tuning), tuning) for c, patch in key.patterns.items()}
    treasures = [(squares, kind) for squares, kind in sure if kind is not Kind.CAT]
    every = [*cats, *(squares for squares, _ in treasures)]
    insides = [_inside(ink, squares, pen, tuning) for squares in every]
    far = _distances(insides, boxes, tuning)
    apart = _apart(insides, far, tuning)
    groups = _grouped(apart[:learnt_from, :learnt_from], tuning)
    odds, group = np.full((len(cats), len(COLOURS)), 1 / len(COLOURS)), len(groups) + np.arange(len(cats))
    if groups:
        seen = [at for at, inside in enumerate(insides[: len(cats)]) if len(inside.windows)]
        member = _membership(apart[seen], np.array(seen), groups, tuning)
        by_group = _group_colours(far, apart, groups, boxes, tuning)
        group[seen] = member.argmax(axis=1)
        odds[seen] = (1 - tuning.least) * member @ by_group + tuning.least / len(COLOURS)
    by_colour = [np.flatnonzero(odds[:, at] > tuning.sure) for at in range(len(COLOURS))]
    patterned = _patterned(far[: len(cats)], by_colour, tuning)
    known = {squares for squares, kind in sure if kind is Kind.CAT}
    patterns = [[at for at in members if every[at] in known] for members in groups]
    kinds = [[len(cats) + at for at, (_, kind) in enumerate(treasures) if kind is one] for one in TREASURES]
    for at, squares in enumerate(cats):
        others = np.where([squares.isdisjoint(theirs) for theirs in every], apart[at], np.nan)
        from_cats = [_nearest(others[members], tuning.nearest_cats) for members in patterns]
        from_treasures = [_nearest(others[members], tuning.nearest_treasures) for members in kinds]
        patterned[at] = _unlike_treasures(from_cats, from_treasures, patterned[at], tuning)
        if len(squares) > 1:
            usual = [insides[other].covered for members in patterns for other in members if other != at]
            patterned[at] = _covered_told(patterned[at], insides[at].covered, usual, tuning)
    lettered = [_lettered(inside, squares, tuning) for inside, squares in zip(insides[: len(cats)], cats, strict=True)]
    return PatternOdds(odds, group, patterned, np.maximum(patterned, lettered))


def _covered_told(told: float, covered: float, usual: Sequence[float], tuning: PatternTuning) -> float:
    """The log odds of a cat, by those told otherwise and by how much of it lies near strokes."""
    full, low = tuning.usual_covered
    less = full - float(np.quantile(usual, low)) if len(usual) >= tuning.nearest_cats else 0.0
    shares, odds = zip(*tuning.covered, strict=True)
    by_told, by_covered, even = tuning.told_together
    together = by_told * told + by_covered * float(np.interp(covered + max(less, 0.0), shares, odds)) + even
    return float(np.clip(together, -tuning.most_together, tuning.most_together))


def _lettered(inside: "_Inside", squares: Shape, tuning: PatternTuning) -> float:
    """The log odds that a letter stands here, against nothing at all; 0 where that is not to be told."""
    ink, share, odds = tuning.letter
    return odds if len(squares) > 1 and inside.strokes > ink and inside.covered < share else 0.0


def _nearest(gaps: NDArray[np.float64], count: int) -> float:
    """How far the nearest so many lie on average; infinitely where none can be compared."""
    nearest = np.sort(gaps[np.isfinite(gaps)])[:count]
    return float(nearest.mean()) if len(nearest) else np.inf


def _unlike_treasures(
    from_cats: Sequence[float], from_treasures: Sequence[float], patterned: float, tuning: PatternTuning
) -> float:
    """The log odds of a cat, by how far it lies from each pattern's sure cats and from each kind's sure treasures."""
    cats, treasures = min(from_cats, default=np.inf), min(from_treasures)
    if not (np.isfinite(cats) and np.isfinite(treasures)):
        return patterned
    by_time, share, even = tuning.like_treasures
    times = np.log(max(treasures, tuning.nearest) / max(cats, tuning.nearest))
    told = by_time * times + share * patterned + even
    if not np.isfinite(from_treasures).all():
        told += tuning.other_treasures
    return float(np.clip(told, -tuning.most_alike, tuning.most_alike))


def boxes_apart(patches: Collection[Floats], tuning: PatternTuning = PatternTuning()) -> float:
    """How far what was drawn in one key box lies from what was drawn in another, for half of them, one pen's or not."""
    boxes = [_Box.of(_shares(patch, _pen_density(patch), tuning), tuning) for patch in patches]
    return float(np.median([_distance(one.straight, other, tuning) for one, other in permutations(boxes, 2)]))


def _apart(insides: Sequence["_Inside"], far: NDArray[np.float64], tuning: PatternTuning) -> NDArray[np.float64]:
    """How far the cats' patterns lie apart, n x n, as a share of what their windows show; not a number without any.

    What a small cat shows is found on a large one of its pattern, not all the other way round. Cats that lie otherwise
    from the key's boxes are farther apart.
    """
    seen = [at for at, inside in enumerate(insides) if len(inside.windows)]
    apart = np.full((len(insides), len(insides)), np.nan)
    if not seen:
        return apart
    windows = np.concatenate([insides[at].windows for at in seen])
    counts = np.array([len(insides[at].windows) for at in seen])
    starts = np.cumsum(counts) - counts
    nearest = (np.minimum.reduceat(_squared(insides[at].windows, windows), starts, axis=1) for at in seen)
    there = np.array([found.mean(axis=0) for found in nearest])
    area = np.array([insides[at].area_px for at in seen])
    shown = np.minimum(1, np.minimum(area[:, None], area[None]) / tuning.whole_px)
    smaller = area[:, None] <= area[None]
    both = np.where(smaller, there + shown * there.T, there.T + shown * there) / (1 + shown)
    power = np.array([_power(insides[at].windows, tuning) for at in seen])
    profiles = np.log(np.maximum(far[seen], tuning.nearest))
    otherwise = np.abs(profiles[:, None] - profiles[None]).mean(axis=2)
    apart[np.ix_(seen, seen)] = both / np.sqrt(power[:, None] * power[None]) + tuning.profile * otherwise
    return apart


def _grouped(apart: NDArray[np.float64], tuning: PatternTuning) -> list[list[int]]:
    """Cats grouped by pattern: the nearest groups are joined while they are near enough, or too many."""
    groups = [[at] for at in range(len(apart)) if not np.isnan(apart[at, at])]
    while len(groups) > 1:
        gaps = _gaps(apart, groups, tuning) + np.diag(np.full(len(groups), np.inf))
        a, b = sorted(np.unravel_index(int(gaps.argmin()), gaps.shape))
        if gaps[a, b] > tuning.one_pattern and len(groups) <= tuning.most_groups:
            break
        groups[a] += groups.pop(b)
    return groups


def _gaps(apart: NDArray[np.float64], groups: Sequence[Sequence[int]], tuning: PatternTuning) -> NDArray[np.float64]:
    """How far groups lie apart on average, and more where it is no chance: between large ones."""
    shares = np.zeros((len(groups), len(apart)))
    for row, members in zip(shares, groups, strict=True):
        row[members] = 1 / len(members)
    sizes = np.array([len(members) for members in groups])
    chance = 1 / np.minimum(sizes[:, None], sizes[None])
    gaps: NDArray[np.float64] = shares @ np.nan_to_num(apart) @ shares.T + tuning.many * (1 - chance)
    return gaps


def _membership(
    apart: NDArray[np.float64], which: NDArray[np.intp], groups: Sequence[Sequence[int]], tuning: PatternTuning
) -> NDArray[np.float64]:
    """By cat and group: how likely each of these cats is of each group."""
    far = np.empty((len(which), len(groups)))
    for at, members in enumerate(groups):
        others = which[:, None] != np.array(members)[None]
        sums = np.where(others, apart[:, members], 0).sum(axis=1)
        far[:, at] = np.where(others.any(axis=1), sums / np.maximum(others.sum(axis=1), 1), tuning.lone)
    far = np.maximum(far, tuning.nearest)
    odds = (far / far.min(axis=1, keepdims=True)) ** -tuning.member
    share: NDArray[np.float64] = odds / odds.sum(axis=1, keepdims=True)
    return share


def _group_colours(
    far: NDArray[np.float64],
    apart: NDArray[np.float64],
    groups: Sequence[Sequence[int]],
    boxes: Mapping[Colour, "_Box"],
    tuning: PatternTuning,
) -> NDArray[np.float64]:
    """By group and colour: the odds of each group's box, all groups weighed together."""
    expected = np.log([1.0 if colour in boxes else tuning.unused for colour in COLOURS])
    fits = np.maximum([far[members].mean(axis=0) for members in groups], tuning.nearest)
    even, sharpness = tuning.like_box
    voices = np.array([len(members) ** tuning.voices for members in groups])[:, None]
    fits = voices * np.clip(sharpness * np.log(even / fits), *tuning.most_like) + expected
    for at, colour in enumerate(COLOURS):
        if colour not in boxes:
            fits[:, at] = np.maximum(fits[:, at], np.log(tuning.untried))
    half_way, around = tuning.one_box
    one = 1 / (1 + np.exp((_gaps(apart, groups, tuning) - half_way) / around))
    return weighed_together(fits, np.log(tuning.two_patterns + (1 - tuning.two_patterns) * one))


def _patterned(
    far: NDArray[np.float64], by_colour: Sequence[NDArray[np.intp]], tuning: PatternTuning
) -> NDArray[np.float64]:
    """The log odds of a pattern from how many times as far each cat is from one as that pattern's other cats are.

    `by_colour`: the cats that surely have each pattern.
    """
    if not any(len(cats) for cats in by_colour):
        return np.zeros(len(far))
    usual = np.zeros(far.shape)
    for at, cats in enumerate(by_colour):
        if len(cats):
            usual[:, at] = np.median(far[cats, at])
        for cat in cats:
            others = cats[cats != cat]
            usual[cat, at] = np.median(far[others, at]) if len(others) else tuning.lone_far
    times = np.divide(far, usual, out=np.full(far.shape, np.inf), where=usual > 0).min(axis=1)
    even, per_time = tuning.alike
    least = tuning.most_alike if all(len(cats) for cats in by_colour) else tuning.not_seen
    told: NDArray[np.float64] = np.nan_to_num(np.clip(per_time * (even - times), -least, tuning.most_alike))
    return told


def _distances(
    insides: Sequence["_Inside"], boxes: Mapping[Colour, "_Box"], tuning: PatternTuning
) -> NDArray[np.float64]:
    """How far each cat's pattern is from each colour's box: n x 5, not a number for a cat too small to tell."""
    far = np.full((len(insides), len(COLOURS)), np.nan)
    for at, inside in enumerate(insides):
        if len(inside.windows):
            far[at] = [_distance(inside.windows, boxes.get(colour), tuning) for colour in COLOURS]
    return far


@dataclass(frozen=True, slots=True, eq=False)
class _Inside:
    """A cat's inside as windows, one a row, and how many pixels it has."""

    windows: Floats
    area_px: int
    covered: float
    """The share of it that lies near strokes: a pattern covers all, a letter a square or less."""
    strokes: float
    """Squares of ink."""


@dataclass(frozen=True, slots=True, eq=False)
class _Box:
    """A key box as windows, one a row."""

    straight: Floats
    """As drawn."""
    varied: Floats
    """Also turned and scaled."""

    @staticmethod
    def of(patch: Floats, tuning: PatternTuning) -> "_Box":
        """The windows of a patch whose pen has the density 1."""
        varied = []
        height, width = patch.shape
        for scale, turn in product(tuning.scales, tuning.turns_deg):
            size = (round(width * scale), round(height * scale))
            change = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), turn, scale)
            change[:, 2] += (size[0] - width) / 2, (size[1] - height) / 2
            seen = cv2.warpAffine(patch.astype(np.float32), change, size, flags=cv2.INTER_LINEAR)
            known = cv2.warpAffine(np.ones(patch.shape, np.float32), change, size, flags=cv2.INTER_NEAREST)
            varied.append(_cut(seen, known > 0, tuning.key_stride, tuning))
        straight = _cut(patch, np.ones(patch.shape, bool), tuning.key_stride, tuning)
        return _Box(straight, np.concatenate([straight, *varied]))


def _cut(share: Floats, known: NDArray[np.bool_], stride: int, tuning: PatternTuning) -> Floats:
    """All windows that are known throughout, one a row."""
    side = tuning.window_px
    if min(share.shape) < side:
        return np.zeros((0, 1), np.float32)
    views = np.lib.stride_tricks.sliding_window_view(_strokes(share, tuning), (side, side), axis=(0, 1))
    whole = cv2.erode(known.astype(np.uint8), np.ones((side, side), np.uint8), anchor=(0, 0), borderValue=0)
    inside = whole[: views.shape[0] : stride, : views.shape[1] : stride] > 0
    rows = views[::stride, ::stride, :, :: tuning.every_px, :: tuning.every_px][inside]
    flat: Floats = np.ascontiguousarray(rows.reshape(len(rows), -1))
    return flat


def _strokes(share: Floats, tuning: PatternTuning) -> Floats:
    """Ink and the edges of strokes by direction, all a little soft: H x W x channels."""
    ink = np.ascontiguousarray(share, np.float32)
    right, down = (cv2.Sobel(ink, cv2.CV_32F, *axis, ksize=3, scale=0.25) for axis in ((1, 0), (0, 1)))
    edge, turn = np.hypot(right, down), 2 * np.arctan2(down, right)
    channels: list[Floats] = [ink]
    for direction in range(tuning.directions):
        alike = np.cos(turn - 2 * np.pi * direction / tuning.directions)
        channels.append(tuning.direction_weight * edge * np.maximum(alike, 0))
    return np.dstack([cv2.GaussianBlur(channel, (0, 0), tuning.soft_px) for channel in channels])


def _inside(ink: Ink, squares: Shape, pen: float, tuning: PatternTuning) -> _Inside:
    """A cat without its outline, as shares of the pen's density."""
    grid, per_mm = grid_of(ink.flat.geometry), ink.flat.px_per_mm
    side = round(grid.side * per_mm)
    top, left = min(s.row for s in squares), min(s.col for s in squares)
    rows, cols = max(s.row for s in squares) - top + 1, max(s.col for s in squares) - left + 1
    held = np.zeros((rows + 2, cols + 2), np.uint8)
    for s in squares:
        held[s.row - top + 1, s.col - left + 1] = 1
    mask = np.kron(held, np.ones((side, side), np.uint8))
    reach = 2 * round(tuning.margin * side) + 1
    inside = cv2.erode(mask, np.ones((reach, reach), np.uint8))[side:-side, side:-side] > 0
    y, x = round((grid.top + top * grid.side) * per_mm), round((grid.left + left * grid.side) * per_mm)
    amount = soft_amount_of(ink.density[y : y + rows * side, x : x + cols * side])
    inside = inside[: amount.shape[0], : amount.shape[1]]
    amount -= min(np.quantile(amount[inside], 0.1), tuning.paper * pen)
    share = _shares(np.where(inside, amount, 0), pen, tuning)
    area = int(inside.sum())
    windows = _cut(share, inside, tuning.cat_stride if area > tuning.whole_px else 1, tuning)
    some = np.linspace(0, len(windows) - 1, min(len(windows), tuning.most_windows)).astype(int)
    strokes = (inside & (share > tuning.stroke)).astype(np.uint8)
    reach = 2 * round(tuning.near_stroke * side) + 1
    near = cv2.dilate(strokes, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))) > 0
    return _Inside(windows[some], area, float(near[inside].mean()), float(strokes.sum()) / side**2)


def _shares(amount: Floats, pen: float, tuning: PatternTuning) -> Floats:
    """Ink as shares of the darkest near it, so that drying pens and glare change little; paper stays empty."""
    reach = 2 * tuning.fading_px + 1
    darkest = cv2.dilate(amount.astype(np.float32), np.ones((reach, reach), np.uint8))
    level = cv2.blur(np.maximum(darkest, tuning.faintest * pen), (reach, reach))
    shares: Floats = np.clip(amount / level, 0, 1)
    return shares


def _pen_density(patch: Floats) -> float:
    """How dark the pen is where it is plainly there."""
    return float(np.quantile(patch[patch > patch.max() / 3], 0.6))


def _distance(windows: Floats, box: _Box | None, tuning: PatternTuning) -> float:
    """How far a cat's windows are from the box's, and half of the box's from the cat's, as a share of what both show.

    An unused box stands for no pattern.
    """
    if box is None or not len(box.varied):
        return float(np.sqrt(_power(windows, tuning)))
    there = np.mean(_squared(windows, box.varied).min(axis=1) ** tuning.power) ** (1 / tuning.power)
    back = np.median(_squared(box.straight, windows).min(axis=1))
    both = np.sqrt(_power(windows, tuning) * _power(box.straight, tuning))
    there, back = there / both + tuning.nearest / 2, back / both + tuning.nearest / 2
    return float(there**tuning.there * back ** (1 - tuning.there))


def _power(windows: Floats, tuning: PatternTuning) -> float:
    """What windows show on average, and noise."""
    return float((windows**2).sum(axis=1).mean() + windows.shape[1] * tuning.noise**2)


def _squared(a: Floats, b: Floats) -> Floats:
    """Squared distances of all rows of a to all rows of b."""
    between: Floats = np.maximum((a**2).sum(axis=1)[:, None] - 2 * (a @ b.T) + (b**2).sum(axis=1)[None], 0)
    return between
