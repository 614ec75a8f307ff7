"""Which pen drew what: colours told apart by what their inks take out of the light, learnt from this photo.

One layer of ink over another doubles its density, so thin and thick ink of one pen have their channels' densities in
the same proportions: discoveries of one pen lie in one direction, the hue, whatever pens the player bought. Which group
is which colour follows from the hues that shops sell and, where it was used, the key.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.discoveries import Colour
from scoring.squares import Shape
from vision.flatten import grid_of
from vision.ink import Ink, amount_of

Floats = NDArray[Any]
COLOURS = tuple(Colour)
FLAT, FLAT_AREA = 1.72, 1.813
"""Hues that shops sell fill their range evenly and end soon, as exp(-x⁴) does: its width a spread, and its area."""


@dataclass(frozen=True, slots=True)
class ColourTuning:
    """What pens look like, and how much one pen varies."""

    hues_deg: tuple[float, ...] = (65.0, -18.0, 245.0, 138.0, 202.0)
    """Where blue, green, orange, purple and red inks lie on the circle of `hue_place`: the middle of 550 pens each, on
    650 photos of three simulators that were written apart (after measured pens)."""
    hue_spread_deg: tuple[float, ...] = (16.0, 31.0, 11.0, 15.0, 10.5)
    """How far pens that shops sell lie from there, teal and lime greens most: a fifth wider than on those photos. At
    half as wide again 83 of 649 boats ask for a colour instead of 51, and more are named wrong."""
    others: float = 2.0
    """Nearer by so many spreads to another colour's middle than to its own a pen is the other's."""
    stray: float = 1e-4
    """No hue is impossible for a colour: faded pens, coloured lamps."""
    pen_spread: float = 0.03
    """How far discoveries of one pen lie apart where all their pixels are alike: shadows and light are coloured."""
    mixed_spread: float = 0.6
    """As a share of how far their pixels lie from each other: where neighbours' lines run over a discovery's own, the
    mean lies between. At 0.5 two of 1,237 cats are wrong and thought sure, at 0.6 none."""
    unseen_spread: float = 0.2
    """The same for what the network says of a discovery with hardly any ink."""
    chroma_weight: float = 0.5
    """Apart in chroma counts so much of apart in hue: thin ink mixed with paper, and the darkest that a camera sees,
    look paler than they are."""
    chroma_range: float = 0.6
    """Chromas of pens that shops sell lie within such a range: what a hue alone leaves open."""
    coloured: float = 0.25
    greyer: float = 0.9
    """What lies away from others' lines is a black drawing where it is less colourful than this, and greyer than the
    lines."""
    one_ink: float = 0.14
    """Ink away from others' lines that lies so close together is one pen's, whatever the network says."""
    few_px: float = 30.0
    """Ink of so many full pixels places a discovery as well as a pen varies; less is noisier."""
    apart: float = 0.22
    """Groups nearer than this are one pen."""
    key_spread: float = 0.09
    """How far a pen's lines on the boat lie from its scribble in the key."""
    untried: float = 0.03
    """How often a boat's pen is another one than was tried in the key, or glare lies on the key."""
    two_pens_one_colour: float = 0.004
    """A player with two pens of one colour."""
    split: float = 0.1
    """Groups of one colour that lie just so far apart, and not much farther, may be one pen that was taken for two."""
    idle: float = 0.1
    """A pen that was tried in the key but drew no group of its own is rarely found among another pen's cats."""
    order_turned: float = 0.01
    """Whatever the light and the maker, a player's purple is redder than the blue, the orange yellower than the red."""
    across_deg: float = 150.0
    """Colours further apart are opposite: neither is the redder one."""
    most_groups: int = 7
    grey: float = 0.12
    """Chroma below this is a dark pen's: black, pencil."""
    around: float = 0.15
    """Squares: a pen that follows the printed line lies half outside."""
    lone_ends: tuple[float, float] = (0.2, 0.8)
    """So far from its corners a side shows no ink of what meets it there."""
    inside: float = 0.3
    """So far from all its squares' sides a discovery shows no ink but its own: faces, hatches, initials."""
    lone_px: float = 90.0
    """Ink of so many full pixels, two sides, tells a pen whatever was drawn over the others: two orange cats, mostly
    drawn over in red, were silently red. Less may be the rims of lines further in."""
    own_reach: float = 0.22
    """Pixels so near to what the network says are the pen's: what lies further off is a neighbour's. 0.3 takes in
    neighbours (6 of 1,237 cats wrong instead of 3), 0.18 loses the pen itself where the network is off."""
    every_px: int = 2
    """Every second pixel of every second row tells a pen as well as all do."""
    core_share: float = 0.5
    """Pixels with less of the darkest ink are mixed with paper and noise."""


@dataclass(frozen=True, slots=True, eq=False)
class ColourOdds:
    """For each discovery asked about: odds of the pens found, theirs of the colours, and whether its ink is grey."""

    member: Floats
    """n x groups: how likely each is of each group."""
    by_group: Floats
    """groups x 5, in the order of Colour: the odds of each group's colour."""
    grey: tuple[bool, ...]
    pens: Floats
    """By group: where its pen lies on the plane of hues."""

    def missing(self) -> Floats:
        """By colour: how likely none of the pens found has it. Hardly anybody has two pens of one colour."""
        none: Floats = np.prod(1 - self.by_group, axis=0)
        return none


def weigh_colours(
    dots: "Dots",
    pens: Floats,
    discoveries: Sequence[Shape],
    learnt_from: int,
    key: Mapping[Colour, Floats],
    drawn: Shape,
    tuning: ColourTuning = ColourTuning(),
) -> ColourOdds:
    """Whose pen drew each of these cats; pens are learnt from the first so many, which do not overlap.

    `dots` are the boat's ink; `pens` holds the network's place for each square's pen; `key` the densities of pens
    tried in the pen key; `drawn` are all squares that are any discovery's.
    """
    if learnt_from == 0:
        same = np.full((1, len(COLOURS)), 1 / len(COLOURS))
        return ColourOdds(np.ones((len(discoveries), 1)), same, (), np.zeros((1, 2)))
    found = [placed(dots, pens, squares, drawn - squares, tuning) for squares in discoveries]
    places, spread = np.array([place for place, _ in found]), np.array([spread for _, spread in found])
    first = slice(0, learnt_from)
    groups = _grouped(places[first], spread[first], tuning)
    middles = np.array(
        [_middle(places[first][groups == g], spread[first][groups == g]) for g in range(groups.max() + 1)]
    )
    chroma = np.hypot(places[:, 0], places[:, 1])
    known = {c: place for c, ink in key.items() if np.hypot(*(place := hue_place(ink))) > tuning.grey}
    group_odds = _group_colours(middles, known, tuning)
    gaps = _gaps(places, middles, tuning) / spread[:, None]
    usual = np.ones(len(middles))
    idle = [c for c in known if COLOURS.index(c) not in group_odds.argmax(axis=1)]
    if idle:  # a pen tried in the key may have drawn what lies near another pen's discoveries
        tried = _gaps(places, np.array([known[c] for c in idle]), tuning)
        gaps = np.concatenate([gaps, tried / np.hypot(spread, tuning.key_spread)[:, None]], axis=1)
        usual = np.concatenate([usual, np.full(len(idle), tuning.idle)])
        group_odds = np.concatenate([group_odds, np.eye(len(COLOURS))[[COLOURS.index(c) for c in idle]]])
    pens_seen = np.concatenate([middles, *(known[c][None] for c in idle)])
    return ColourOdds(_membership(gaps, usual), group_odds, tuple(bool(c < tuning.grey) for c in chroma), pens_seen)


@dataclass(frozen=True, slots=True, eq=False)
class Dots:
    """Some pixels of the boat, a margin all round: enough to tell a pen, and weighed once for all discoveries."""

    by_absorbed: Floats
    """H x W x 2: places by what the ink absorbs, as the network gives them."""
    by_density: Floats
    """H x W x 2: places by density, in which pens are compared."""
    amount: Floats
    """H x W: how much ink."""
    side: float
    """Dots a square."""
    margin: int


def dots_of(ink: Ink, tuning: ColourTuning = ColourTuning()) -> Dots:
    """The ink on the boat, every second pixel."""
    grid, per_mm = grid_of(ink.flat.geometry), ink.flat.px_per_mm
    side, margin = grid.side * per_mm / tuning.every_px, round(tuning.around * grid.side * per_mm / tuning.every_px)
    top, left = (round(edge * per_mm) - margin * tuning.every_px for edge in (grid.top, grid.left))
    height, width = (round(count * side) + 2 * margin for count in (grid.rows, grid.cols))
    rows, cols = (np.arange(count) * tuning.every_px + first for count, first in ((height, top), (width, left)))
    part = ink.density[rows[0] : rows[-1] + 1 : tuning.every_px, cols[0] : cols[-1] + 1 : tuning.every_px]
    absorbed = 1 - np.exp(-part)
    amount = amount_of(absorbed)
    return Dots(hue_places(absorbed), hue_places(part), amount, side, margin)


def placed(
    dots: Dots, pens: Floats, squares: Shape, others: Shape, tuning: ColourTuning = ColourTuning()
) -> tuple[Floats, float]:
    """Where a discovery's pen lies, and how far it may be off.

    The network tells the discovery's own lines from its neighbours' but not their exact hue: the pixels that lie near
    what it says tell that. On a line that the discovery shares with others two inks are mixed, so what lies away from
    them is looked at first.
    """
    said: Floats = np.mean([pens[s.row, s.col] for s in squares], axis=0)
    own = _around(dots, squares, others, tuning)
    near = _ink_place(dots, said, own, tuning.own_reach, tuning)
    if near is not None and not others:
        return near
    if near is not None:
        full = _full(dots.amount.ravel()[own], tuning)
        alone = _lone_ink(dots, said, squares, others, full, tuning) or _inner_ink(dots, said, squares, full, tuning)
        if alone is not None and np.hypot(*(alone[0] - near[0])) > tuning.apart:
            return alone
    everywhere = _ink_place(dots, said, _around(dots, squares, frozenset(), tuning), tuning.own_reach, tuning)
    away = near or _ink_place(dots, said, own, np.inf, tuning)
    if everywhere is None:  # what the network says is no pen's: of what is not the neighbours', all tells
        return away or (said, tuning.unseen_spread)
    if away is None:
        return everywhere
    chroma, lines = float(np.hypot(*away[0])), float(np.hypot(*everywhere[0]))
    if near is not None:
        return near if chroma > min(tuning.coloured, tuning.greyer * lines) else everywhere
    plain = away[1] < tuning.one_ink and chroma > tuning.coloured
    return away if plain else everywhere  # the network may have named a neighbour's pen


def _ink_place(
    dots: Dots, said: Floats, at: NDArray[np.intp], reach: float, tuning: ColourTuning
) -> tuple[Floats, float] | None:
    """Where the ink on these pixels lies, of what is near to what the network says; and how far it may be off."""
    own = _own_ink(dots, said, at, reach, tuning)
    amount = dots.amount.ravel()[own]
    total = float(amount.sum()) * tuning.every_px**2
    if total < tuning.few_px:
        return None
    places = dots.by_density.reshape(-1, 2)[own]
    pure = amount * np.hypot(places[:, 0], places[:, 1])  # where a black line runs over a colour, grey tells least
    pure /= max(float(pure.sum()), 1e-9)
    seen: Floats = pure @ places
    off = places - seen
    mixed = float(np.sqrt(pure @ (off[:, 0] ** 2 + off[:, 1] ** 2)))
    spread = float(np.hypot(tuning.pen_spread, tuning.mixed_spread * mixed)) * (1 + np.sqrt(tuning.few_px / total) / 2)
    return seen, spread


def _around(dots: Dots, squares: Shape, others: Shape, tuning: ColourTuning) -> NDArray[np.intp]:
    """The pixels of these squares and of the lines around them, but for lines towards others' squares."""
    there = np.zeros(dots.amount.shape, bool)
    line = dots.margin + round(tuning.around * dots.side)
    for s in squares:
        up, left, down, right = (
            line if (s.row + by_row, s.col + by_col) in others else 0
            for by_row, by_col in ((-1, 0), (0, -1), (1, 0), (0, 1))
        )
        y, x = round(s.row * dots.side), round(s.col * dots.side)
        reach = round(dots.side) + 2 * dots.margin
        there[y + up : y + reach - down, x + left : x + reach - right] = True
    return np.flatnonzero(there)


def _lone_ink(
    dots: Dots, said: Floats, squares: Shape, others: Shape, full: float, tuning: ColourTuning
) -> tuple[Floats, float] | None:
    """Where the ink lies on the sides beyond which nothing is, where that is plainly one colour."""
    return _plain_ink(dots, said, _lone_sides(dots, squares, others, tuning), full, tuning.lone_px, tuning)


def _inner_ink(
    dots: Dots, said: Floats, squares: Shape, full: float, tuning: ColourTuning
) -> tuple[Floats, float] | None:
    """Where the ink lies within the squares, far from all lines, where that is plainly one colour."""
    there = np.zeros(dots.amount.shape, bool)
    for s in squares:
        rows, cols = (
            slice(*(round(dots.margin + (at + share) * dots.side) for share in (tuning.inside, 1 - tuning.inside)))
            for at in s
        )
        there[rows, cols] = True
    return _plain_ink(dots, said, np.flatnonzero(there), full, tuning.few_px, tuning)


def _plain_ink(
    dots: Dots, said: Floats, at: NDArray[np.intp], full: float, least_px: float, tuning: ColourTuning
) -> tuple[Floats, float] | None:
    """Where the full ink on these pixels lies, where there is enough and it is plainly one colour."""
    amount = dots.amount.ravel()
    at = at[amount[at] > full]
    if float(amount[at].sum()) * tuning.every_px**2 < least_px:
        return None
    there = _ink_place(dots, said, at, np.inf, tuning)
    plain = there is not None and there[1] <= tuning.one_ink and np.hypot(*there[0]) >= tuning.coloured
    return there if plain else None


def _lone_sides(dots: Dots, squares: Shape, others: Shape, tuning: ColourTuning) -> NDArray[np.intp]:
    """The pixels of the sides beyond which nothing lies, away from their ends: they show this discovery's ink alone."""
    there = np.zeros(dots.amount.shape, bool)
    wide, (first, last) = tuning.around, tuning.lone_ends
    for s, (down, right) in product(squares, ((-1, 0), (1, 0), (0, -1), (0, 1))):
        beyond = (s.row + down, s.col + right)
        if beyond in others or beyond in squares:
            continue
        top, left = s.row + max(down, 0), s.col + max(right, 0)
        rows = (top - wide, top + wide) if down else (top + first, top + last)
        cols = (left - wide, left + wide) if right else (left + first, left + last)
        y, x = (slice(*(max(0, round(dots.margin + at * dots.side)) for at in way)) for way in (rows, cols))
        there[y, x] = True
    return np.flatnonzero(there)


def _own_ink(dots: Dots, said: Floats, at: NDArray[np.intp], reach: float, tuning: ColourTuning) -> NDArray[np.intp]:
    """Of these pixels those with full ink near to what the network says of the pen."""
    amount = dots.amount.ravel()[at]
    at = at[amount > _full(amount, tuning)]
    off = dots.by_absorbed.reshape(-1, 2)[at] - said
    near: NDArray[np.intp] = at[np.hypot(off[:, 0], off[:, 1]) < reach]
    return near


def _full(amount: Floats, tuning: ColourTuning) -> float:
    """How much ink a pixel holds, of these, that is no line's edge; without any, more than there can be."""
    if not amount.size:
        return np.inf
    nearly_all = round(0.97 * (len(amount) - 1))
    return tuning.core_share * float(np.partition(amount, nearly_all)[nearly_all])


def hue_places(inks: Floats) -> Floats:
    """Where inks (... x B, G, R: their densities, or what they absorb) lie on the plane of hues.

    The angle is the hue, the distance from 0 the chroma.
    """
    blue, green, red = inks[..., 0], inks[..., 1], inks[..., 2]
    darkest = np.maximum(np.maximum(np.maximum(blue, green), red), 1e-6)
    places: Floats = np.stack([(red - green) / darkest, ((red + green) / 2 - blue) / darkest], axis=-1)
    return places


def inks_at(places: Floats) -> Floats:
    """Inks (... x B, G, R) that lie at these places (... x 2) on the plane of hues, their darkest channel 1."""
    across, along = places[..., 0], places[..., 1]
    inks: Floats = np.stack([np.zeros_like(along), along - across / 2, along + across / 2], axis=-1)
    inks += 1 - inks.max(axis=-1, keepdims=True)
    return np.maximum(inks, 0)


def hue_place(ink: Floats) -> Floats:
    """The place of one ink."""
    place: Floats = hue_places(ink)
    return place


def is_others(place: Floats, colour: Colour, tuning: ColourTuning = ColourTuning()) -> bool:
    """Whether a pen at this place is plainly not this colour's, but black or another colour's."""
    if np.hypot(*place) < tuning.coloured:
        return True
    hue = np.degrees(np.arctan2(place[1], place[0]))
    off = np.abs(_turn_deg(hue - np.array(tuning.hues_deg))) / np.array(tuning.hue_spread_deg)
    return bool(off[COLOURS.index(colour)] > off.min() + tuning.others)


def _turn_deg(apart: Any) -> Any:
    """The same angles the short way round: from -180 to 180."""
    return (apart + 180) % 360 - 180


def _gaps(places: Floats, others: Floats, tuning: ColourTuning) -> Floats:
    """How far each place lies from each of the others: around the circle of hues and, counting less, in chroma."""
    chroma, other_chroma = np.hypot(*places.T)[:, None], np.hypot(*others.T)[None]
    hue, other_hue = np.arctan2(*places.T[::-1])[:, None], np.arctan2(*others.T[::-1])[None]
    turn = np.abs((hue - other_hue + np.pi) % (2 * np.pi) - np.pi)
    gaps: Floats = np.sqrt(turn**2 * chroma * other_chroma + (tuning.chroma_weight * (chroma - other_chroma)) ** 2)
    return gaps


def _grouped(places: Floats, spread: Floats, tuning: ColourTuning) -> NDArray[np.intp]:
    """Discoveries grouped by pen: the nearest groups are joined while they are near enough."""
    groups = [[i] for i in range(len(places))]
    while len(groups) > 1:
        middles = np.array([_middle(places[g], spread[g]) for g in groups])
        gaps = _gaps(middles, middles, tuning) + np.eye(len(groups)) * 9
        a, b = np.unravel_index(int(gaps.argmin()), gaps.shape)
        if gaps[a, b] > tuning.apart and len(groups) <= tuning.most_groups:
            break
        groups[a] += groups[b]
        del groups[b]
    number = np.zeros(len(places), np.intp)
    for g, members in enumerate(groups):
        number[members] = g
    return number


def _middle(places: Floats, spread: Floats) -> Floats:
    weight = spread**-2
    middle: Floats = (places * weight[:, None]).sum(axis=0) / weight.sum()
    return middle


def _membership(gaps: Floats, usual: Floats) -> Floats:
    """By discovery and group: how likely each discovery is of each group, from how many spreads they lie apart."""
    log = np.log(usual) - 0.5 * gaps**2
    odds = np.exp(log - log.max(axis=1, keepdims=True))
    share: Floats = odds / odds.sum(axis=1, keepdims=True)
    return share


def _group_colours(middles: Floats, key: Mapping[Colour, Floats], tuning: ColourTuning) -> Floats:
    """By group and colour: the odds of each group's colour, all groups weighed together."""
    fits = np.array([[_fit(middle, c, key, tuning) for c in range(len(COLOURS))] for middle in middles])
    two = tuning.two_pens_one_colour
    doubled = np.log(two + (1 - two) * np.exp(-0.5 * (_gaps(middles, middles, tuning) / tuning.split) ** 2))
    turned = _turned_round(middles, _ways(len(middles)), tuning) * np.log(tuning.order_turned)
    return weighed_together(fits, doubled, turned)


def weighed_together(fits: Floats, doubled: Floats, ways_log: Floats | float = 0.0) -> Floats:
    """By group and colour: the odds of each group's colour, from all ways to give groups a colour each.

    `fits` holds log odds by group and colour, `doubled` what is said against two groups of one colour, `ways_log` what
    else is known of each way.
    """
    ways = _ways(len(fits))
    log = sum(fits[g, ways[:, g]] for g in range(len(fits))) + ways_log
    for b in range(1, len(fits)):
        shared = np.where(ways[:, :b] == ways[:, b : b + 1], doubled[:b, b], -np.inf).max(axis=1)
        log = log + np.where(np.isfinite(shared), shared, 0)
    weight = np.exp(log - log.max())
    weight /= weight.sum()
    return np.array([[weight[ways[:, g] == c].sum() for c in range(len(COLOURS))] for g in range(len(fits))])


def _turned_round(middles: Floats, ways: NDArray[np.intp], tuning: ColourTuning) -> NDArray[np.intp]:
    """For each way, how many pairs of groups lie the other way round on the circle of hues than their colours do."""
    side = _sides(np.array(tuning.hues_deg), tuning)
    here = _sides(np.degrees(np.arctan2(middles[:, 1], middles[:, 0])), tuning)
    turned = np.zeros(len(ways), np.intp)
    for a, b in combinations(range(len(middles)), 2):
        turned += side[ways[:, a], ways[:, b]] * here[a, b] < 0
    return turned


def _sides(hues: Floats, tuning: ColourTuning) -> Floats:
    """For each pair of hues on which side of the other the first lies, 0 where they are opposite."""
    between = _turn_deg(hues[:, None] - hues[None])
    sides: Floats = np.where(np.abs(between) < tuning.across_deg, np.sign(between), 0)
    return sides


@lru_cache(maxsize=8)
def _ways(groups: int) -> NDArray[np.intp]:
    """Every way to give groups a colour each."""
    return np.array(list(product(range(len(COLOURS)), repeat=groups)), np.intp).reshape(-1, groups)


def _fit(place: Floats, colour: int, key: Mapping[Colour, Floats], tuning: ColourTuning) -> float:
    """The log density of a colour's pens at this place: around the key where that pen was tried, else by hue."""
    hue, chroma = np.degrees(np.arctan2(place[1], place[0])), max(float(np.hypot(*place)), tuning.grey)
    spread = tuning.hue_spread_deg[colour]
    off = _turn_deg(hue - tuning.hues_deg[colour]) / (FLAT * spread)
    here = np.exp(-(off**4)) / (FLAT_AREA * np.radians(FLAT * spread))
    sold = here / (chroma * tuning.chroma_range)
    known = key.get(COLOURS[colour])
    if known is None:
        return float(np.log(sold + tuning.stray))
    off = float(_gaps(place[None], known[None], tuning)[0, 0]) / tuning.key_spread
    tried = np.exp(-0.5 * off**2) / (2 * np.pi * tuning.key_spread**2)
    return float(np.log((1 - tuning.untried) * tried + tuning.untried * sold + tuning.stray))
