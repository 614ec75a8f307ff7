"""MarkOdds to the discoveries that explain them best, exactly, and how much better than the next-best explanation.

Squares that surely belong together are one atom; atoms that may belong together form a knot. A knot is small, so every
way to divide it into connected discoveries is weighed: the best is the answer, the rest its doubt.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.discoveries import Kind
from scoring.shapes import catalogue, normalised
from scoring.squares import Shape, Square, connected
from vision.marks import CAT, COMMON, KINDS, RARE, MarkOdds

Floats = NDArray[Any]
Side = tuple[Square, Square]
KIND_OF = {CAT: Kind.CAT, COMMON: Kind.COMMON, RARE: Kind.RARE}


@dataclass(frozen=True, slots=True)
class AssembleTuning:
    """What is sure enough to be settled at once, and what is known of discoveries beforehand."""

    settled: float = 0.995
    """A side surer than this is not weighed again. Lower leaves doubts unasked, higher makes knots large."""
    one_voice: float = 0.4
    """Squares that are surely one discovery tell of one thing, so what they say of it does not count in full: n squares
    count as n ** (1 - this). With this and the small cats below, of 779 photos four are silently wrong instead of eight
    and 591 sure instead of 597 (at 0.25, and small cats half as likely: the network has seen players' habits too)."""
    wrong_size: float = 0.15
    """Treasures beyond the printed sizes: slips and home rules. At 0.02 on every boat a plain R on three squares was
    silently a common treasure."""
    sizes_seen: float = 0.7
    """That counts as much as so many of the boat's own treasures. (Of 24,000 treasures that simulators drew none had a
    wrong size; at 2, of 2,448 photos, four more were asked about and two wrong, as many silently.)"""
    small_cats: tuple[float, ...] = (0.25, 0.4, 0.6)
    """Cats of one, two and three squares: on no card, but players' own rules and slips draw them."""
    large_cat: float = 0.2
    """Cats of more than seven squares are none of the game's, but may be drawn."""
    off_catalogue: float = 0.65
    """Shapes outside the catalogue: other cards, home rules, slips. The catalogue is a preference."""
    card_shape: float = 2.0
    """On a boat of the cards' shapes, what may be a cat and has such a shape, of four squares and more, is likelier one
    by so much (log odds): holes have any shape. Of 316 photos of three simulators, on which it was set, 248 instead of
    245 are sure, 294 instead of 293 right, one instead of two silently wrong."""
    least_card: int = 4
    habit: tuple[float, float] = (0.12, 0.88)
    """Players keep to the cards or do not: before a boat is looked at, so many cats of other shapes were seen, and of
    the cards'. Of cats whose boat has twelve others and more, all on cards, 4 in 1,000 are on none (23,600 cats of
    eight simulators); this takes 9 for it. At 0.3, 19 of 2,448 photos more were asked about, as many silently wrong; at
    0.05, ten fewer, and one more silently wrong."""
    usual_habit: float = 0.12
    """The share of other shapes at which the preferences above hold."""
    least_habit: float = 0.02
    """Preferences fall to no less than this share of themselves."""
    per_single: float = 3.0
    """Each cat of one square that is surely there makes small ones so much likelier: they come in numbers."""
    by_cards: float = 0.7
    """Where the preference for the cards' shapes has fallen so far, a player keeps to them."""
    struck: float = -12.0
    """And two cats that are none of theirs, but one together, are weighed as one too, unless the line between them is
    surer (log odds): players strike lines out, of which the network knows nothing (it had -5.5 to -9.1)."""
    lined: float = 0.9995
    """Then it is taken to be as sure as this, which leaves both open."""
    one_pen: float = 0.3
    """If the network sees their pens so near on the plane of hues: of one cat that a line parts up to 0.17 apart."""
    enumerated: int = 6
    """Every division of so many atoms is weighed (up to 203; 9 atoms have 21,147); larger knots are solved as an
    integer programme for their best ways."""
    most_atoms: int = 40
    """A knot of more is cut where it is most surely closed: only an unreadable sheet has one."""
    most_groups: int = 1200
    """Candidates of a large knot, the likeliest first."""
    most_squares: int = 9
    """Of a large knot: atoms are joined to discoveries so large. Without a bound half a boat of one colour, which
    gains by every side, crowds out the candidates that matter."""
    best_ways: int = 5
    """Of a large knot: the answer and what rivals it."""
    least_weight: float = 1e-7


@dataclass(frozen=True, slots=True)
class Block:
    """A discovery without its colour: the squares and the kind, or None for squares left empty."""

    squares: Shape
    kind: Kind | None


@dataclass(frozen=True, slots=True)
class Division:
    """One way to explain a knot, and its probability among all ways."""

    blocks: tuple[Block, ...]
    odds: float

    @property
    def drawn(self) -> tuple[Block, ...]:
        """The blocks that are discoveries."""
        return tuple(b for b in self.blocks if b.kind is not None)


@dataclass(frozen=True, slots=True)
class Knot:
    """Squares whose division hangs together, and the ways to divide them, best first."""

    ways: tuple[Division, ...]

    def weighed(self, logs: Sequence[float]) -> "Knot":
        """The same ways, best first, after something else is known: log odds for each."""
        odds = np.array([way.odds for way in self.ways]) * np.exp(np.array(logs) - max(logs))
        ways = [replace(way, odds=float(o)) for way, o in zip(self.ways, odds / odds.sum(), strict=True)]
        return Knot(tuple(sorted(ways, key=lambda way: -way.odds)))

    def sure_of(self, block: Block) -> float:
        """The probability that this block is one of the discoveries."""
        return sum(way.odds for way in self.ways if block in way.blocks)


def said_by_each(log_odds: float, squares: int, tuning: AssembleTuning = AssembleTuning()) -> float:
    """What each of so many squares of one thing has to say for these log odds to be its own."""
    voices: float = squares ** (1 - tuning.one_voice)
    return log_odds / voices


@dataclass(frozen=True, eq=False)
class _Odds:
    """The network's odds by square and side, as logarithms."""

    kinds: Mapping[Square, tuple[float, ...]]
    same: Mapping[Side, float]
    """For each side between two squares of the boat: log odds that one discovery goes on over it."""


def assemble(odds: MarkOdds, squares: Shape, tuning: AssembleTuning = AssembleTuning()) -> tuple[Knot, ...]:
    """Every knot of the boat with at least one square that may be drawn on."""
    table = _table(odds, squares)
    atoms = _atoms(table, squares, tuning)
    knots = list(_knots(atoms, table, tuning))
    alone = [knot[0] for knot in knots if len(knot) == 1]
    parted = _parted(alone, table, odds.pens, tuning)
    odd = {atom for knot in parted for atom in knot}
    others = _as_drawn_here([atom for atom in alone if atom not in odd], table, tuning)
    if parted and others.off_catalogue < tuning.by_cards * tuning.off_catalogue:
        knots = [*(knot for knot in knots if knot[0] not in odd), *parted]
        table = replace(table, same=_doubted(table, parted, tuning))
        tuning = others
    else:
        tuning = _as_drawn_here(alone, table, tuning)
    return tuple(
        _weighed(knot, table, tuning) if len(knot) <= tuning.enumerated else _solved(knot, table, tuning)
        for knot in knots
    )


def _parted(alone: Sequence[Shape], table: _Odds, pens: Floats, tuning: AssembleTuning) -> list[list[Shape]]:
    """Cats of one pen that are no cards', but a card's together: perhaps the line between them is struck out."""
    cats = _surely(CAT, alone, table, tuning)
    places = [np.mean([pens[s] for s in atom], axis=0) for atom in cats]
    pairs = [
        (i, j)
        for (i, j), sides in _between(cats, table).items()
        if sum(sides) > tuning.struck
        and not (_on_cards(cats[i]) and _on_cards(cats[j]))
        and _on_cards(cats[i] | cats[j])
        and np.hypot(*(places[i] - places[j])) < tuning.one_pen
    ]
    near = _near(pairs)
    return [[cats[i] for i in sorted(group)] for group in connected(sorted(near), near.__getitem__)]


def _doubted(table: _Odds, parted: Sequence[Sequence[Shape]], tuning: AssembleTuning) -> dict[Side, float]:
    """The sides' odds, where every line between such cats that is settled is as sure as one that may be struck out."""
    part = {s: number for number, knot in enumerate(parted) for atom in knot for s in atom}
    settled, lined = (-float(np.log(sure / (1 - sure))) for sure in (tuning.settled, tuning.lined))
    return {
        (a, b): lined if odds < settled and a in part and part[a] == part.get(b) else odds
        for (a, b), odds in table.same.items()
    }


def _surely(kind: int, alone: Sequence[Shape], table: _Odds, tuning: AssembleTuning) -> list[Shape]:
    sure = float(np.log(tuning.settled))
    return [atom for atom in alone if sum(table.kinds[s][kind] for s in atom) > sure * len(atom)]


def _as_drawn_here(alone: Sequence[Shape], table: _Odds, tuning: AssembleTuning) -> AssembleTuning:
    """The preferences for shapes, after what the pieces that surely stand alone tell of this player."""
    cats = _surely(CAT, alone, table, tuning)
    others = sum(not _on_cards(atom) for atom in cats)
    other, usual = tuning.habit
    chance = (others + other) / (len(cats) - others + usual)
    fall = max(tuning.least_habit, chance * (1 - tuning.usual_habit) / tuning.usual_habit)
    small = fall * (1 + tuning.per_single * sum(len(atom) == 1 for atom in cats))
    fits = [_fits(len(atom), kind) for kind in (COMMON, RARE) for atom in _surely(kind, alone, table, tuning)]
    wrong = tuning.wrong_size * tuning.sizes_seen
    return replace(
        tuning,
        wrong_size=(wrong + fits.count(False)) / (tuning.sizes_seen + fits.count(True)),
        small_cats=tuple(min(1.0, share * small) for share in tuning.small_cats),
        off_catalogue=min(1.0, tuning.off_catalogue * fall),
        large_cat=min(1.0, tuning.large_cat * fall),
        card_shape=tuning.card_shape / (1 + fall),
    )


def _on_cards(squares: Shape) -> bool:
    shape, cards = normalised(squares), catalogue()
    return shape in cards.cats or shape in cards.oshax


def _table(odds: MarkOdds, squares: Shape) -> _Odds:
    logs = np.log(odds.kinds)
    kinds = {s: tuple(float(v) for v in logs[s.row, s.col]) for s in sorted(squares)}
    right, down = np.log(odds.right / (1 - odds.right)), np.log(odds.down / (1 - odds.down))
    same = {}
    for s in sorted(squares):
        for other, table in ((Square(s.row, s.col + 1), right), (Square(s.row + 1, s.col), down)):
            if other in squares:
                same[s, other] = float(table[s.row, s.col])
    return _Odds(kinds, same)


def _atoms(table: _Odds, squares: Shape, tuning: AssembleTuning) -> list[Shape]:
    """Squares that are surely one discovery if they are any, unless a side between them says no."""
    bar = float(np.log(tuning.settled / (1 - tuning.settled)))
    empty = float(np.log(tuning.settled))
    drawn = {s for s in squares if table.kinds[s][0] < empty}
    joined = {side for side, odds in table.same.items() if odds > bar and side[0] in drawn and side[1] in drawn}
    whole = connected(sorted(drawn), lambda s: [n for n in s.neighbours if (s, n) in joined or (n, s) in joined])
    atom_of = {s: number for number, atom in enumerate(whole) for s in atom}
    split = {
        atom_of[a]
        for (a, b), odds in table.same.items()
        if odds < bar / 2 and a in atom_of and b in atom_of and atom_of[a] == atom_of[b]
    }
    return [
        piece
        for number, atom in enumerate(whole)
        for piece in (
            (frozenset((s,)) for s in sorted(atom)) if len(atom) <= tuning.enumerated and number in split else (atom,)
        )
    ]


def _between(atoms: Sequence[Shape], table: _Odds) -> dict[tuple[int, int], list[float]]:
    """The sides at which two of these atoms, the first before the second, touch: each side's log odds."""
    at = {s: index for index, atom in enumerate(atoms) for s in atom}
    found: defaultdict[tuple[int, int], list[float]] = defaultdict(list)
    for (a, b), odds in table.same.items():
        if a in at and b in at and at[a] != at[b]:
            found[min(at[a], at[b]), max(at[a], at[b])].append(odds)
    return found


def _near(pairs: Iterable[tuple[int, int]]) -> defaultdict[int, set[int]]:
    """Which others each is in a pair with."""
    found: defaultdict[int, set[int]] = defaultdict(set)
    for first, second in pairs:
        found[first].add(second)
        found[second].add(first)
    return found


def _knots(atoms: list[Shape], table: _Odds, tuning: AssembleTuning) -> Iterator[list[Shape]]:
    """Atoms that may belong together; too large a knot is cut at the sides that are most surely closed."""
    links = {pair: sum(sides) for pair, sides in _between(atoms, table).items()}
    bar = -float(np.log(tuning.settled / (1 - tuning.settled)))
    todo = [(list(range(len(atoms))), bar)]
    while todo:
        some, least = todo.pop()
        inside = set(some)
        near = _near(pair for pair, odds in links.items() if odds > least and inside.issuperset(pair))
        for group in connected(some, near.__getitem__):
            if len(group) <= tuning.most_atoms:
                yield [atoms[i] for i in sorted(group)]
            else:
                todo.append((sorted(group), least + 1.0))


@dataclass(frozen=True, eq=False)
class _Parts:
    """A knot's atoms, and what speaks for and against their being together."""

    atoms: list[Shape]
    kinds: list[tuple[float, ...]]
    """Log odds of empty, cat, common and rare of each atom."""
    together: Mapping[tuple[int, int], float]
    """Log odds that one discovery goes on from one atom to the other."""
    both_empty: Mapping[tuple[int, int], float]
    """What a side between two empty atoms gains over one that ends a discovery: nobody asks whether it is open."""
    touching: Mapping[int, set[int]]


def _parts(atoms: list[Shape], table: _Odds, tuning: AssembleTuning) -> _Parts:
    between = _between(atoms, table)
    kinds = [
        tuple(sum(table.kinds[s][k] for s in atom) / len(atom) ** tuning.one_voice for k in range(len(KINDS)))
        for atom in atoms
    ]
    together = {pair: sum(sides) for pair, sides in between.items()}
    both_empty = {pair: float(np.logaddexp(0, sides).sum()) for pair, sides in between.items()}
    return _Parts(atoms, kinds, together, both_empty, _near(between))


def _weighed(atoms: list[Shape], table: _Odds, tuning: AssembleTuning) -> Knot:
    """All divisions of the atoms into connected blocks, each of its likeliest kinds."""
    parts = _parts(atoms, table, tuning)
    choices: dict[frozenset[int], list[tuple[Block, float]]] = {}
    ways: list[tuple[tuple[Block, ...], float]] = []
    for division in _divisions(frozenset(range(len(atoms))), parts.touching):
        found: list[tuple[tuple[Block, ...], float]] = [((), 0.0)]
        for group in division:
            if group not in choices:
                choices[group] = _block_choices(group, parts, tuning)
            found = [((*blocks, b), log + w) for blocks, log in found for b, w in choices[group]]
            found = sorted(found, key=lambda way: -way[1])[:24]
        ways += found
    return _knot(ways, tuning)


def _solved(atoms: list[Shape], table: _Odds, tuning: AssembleTuning) -> Knot:
    """The best divisions of many atoms: the likeliest connected groups, each as its likeliest kind or empty."""
    from vision.partition import Group, best_partitions  # SciPy's solver takes longer to load than most photos to read

    parts = _parts(atoms, table, tuning)

    def weighed(group: frozenset[int]) -> list[tuple[Block, float]]:
        *drawn, empty = _block_choices(group, parts, tuning)
        likeliest = max(drawn, key=lambda choice: choice[1])
        return [likeliest, empty] if len(group) == 1 or empty[1] > likeliest[1] else [likeliest]

    def best(choices: list[tuple[Block, float]]) -> float:
        return max(weight for _, weight in choices)

    alone = {i: weighed(frozenset((i,))) for i in range(len(atoms))}
    found = {frozenset((i,)): choices for i, choices in alone.items()}
    edge = [(0.0, [i]) for i in range(len(atoms))]
    seen = {frozenset((i,)) for i in range(len(atoms))}
    while edge and len(found) < tuning.most_groups:
        _, members = heappop(edge)
        group = frozenset(members)
        found[group] = alone[members[0]] if len(group) == 1 else weighed(group)
        for j in {j for i in group for j in parts.touching[i]} - group:
            larger = group | {j}
            if larger not in seen and sum(len(atoms[i]) for i in larger) <= tuning.most_squares:
                seen.add(larger)
                gain = best(weighed(larger)) - sum(best(alone[i]) for i in larger)
                heappush(edge, (-gain, sorted(larger)))
    blocks = [(group, block, weight) for group, choices in found.items() for block, weight in choices]
    groups = [Group(group, weight, block.kind is not None) for group, block, weight in blocks]
    ways = best_partitions(len(atoms), groups, tuning.best_ways)
    return _knot([(tuple(blocks[n][1] for n in chosen), weight) for chosen, weight in ways], tuning)


def _knot(ways: list[tuple[tuple[Block, ...], float]], tuning: AssembleTuning) -> Knot:
    """The ways with their odds among each other; empty squares side by side are one way, however they are parted."""
    ways.sort(key=lambda way: -way[1])
    best: dict[frozenset[Block], tuple[tuple[Block, ...], float]] = {}
    for way in ways:
        best.setdefault(frozenset(b for b in way[0] if b.kind), way)
    ways = list(best.values())
    weights = np.exp(np.array([w for _, w in ways]) - ways[0][1])
    weights /= weights.sum()
    return Knot(
        tuple(
            Division(blocks, float(w)) for (blocks, _), w in zip(ways, weights, strict=True) if w > tuning.least_weight
        )
    )


def _divisions(left: frozenset[int], touching: Mapping[int, set[int]]) -> Iterator[tuple[frozenset[int], ...]]:
    """Every way to part these into connected groups."""
    if not left:
        yield ()
        return
    first = min(left)
    for group in _groups(frozenset((first,)), left, touching, frozenset()):
        for rest in _divisions(left - group, touching):
            yield (group, *rest)


def _groups(
    group: frozenset[int], left: frozenset[int], touching: Mapping[int, set[int]], banned: frozenset[int]
) -> Iterator[frozenset[int]]:
    """Every connected group that grows from this one within `left`, each once."""
    yield group
    around = {j for i in group for j in touching[i]} & left - group - banned
    for j in sorted(around):
        yield from _groups(group | {j}, left, touching, banned)
        banned = banned | {j}


def _block_choices(group: frozenset[int], parts: _Parts, tuning: AssembleTuning) -> list[tuple[Block, float]]:
    """The kinds these atoms may be as one discovery, or that they are empty, with log weights."""
    squares: Shape = frozenset().union(*(parts.atoms[i] for i in group))
    inner = [pair for pair in parts.together if pair[0] in group and pair[1] in group] if len(group) > 1 else []
    logs = [sum(parts.kinds[i][kind] for i in group) for kind in range(len(KINDS))]
    together = sum(parts.together[pair] for pair in inner)
    choices = [
        (Block(squares, KIND_OF[kind]), logs[kind] + together + _prior(squares, kind, tuning))
        for kind in range(1, len(KINDS))
    ]
    return [*choices, (Block(squares, None), logs[0] + sum(parts.both_empty[pair] for pair in inner))]


def _prior(squares: Shape, kind: int, tuning: AssembleTuning) -> float:
    """What is known before looking: treasures have their sizes, most shapes are in the catalogue."""
    size = len(squares)
    if kind == CAT:
        on_cards = _on_cards(squares)
        known = 1.0 if on_cards else tuning.off_catalogue
        usual = (*tuning.small_cats, 1.0, 1.0, 1.0, 1.0, tuning.large_cat)[min(size, 8) - 1]
        hardly_a_hole = tuning.card_shape if on_cards and size >= tuning.least_card else 0.0
        return float(np.log(known * usual)) + hardly_a_hole
    return 0.0 if _fits(size, kind) else float(np.log(tuning.wrong_size))


def _fits(size: int, kind: int) -> bool:
    """Whether treasures of this kind have so many squares, by the rulebook."""
    return size <= 3 if kind == COMMON else size in (4, 5)  # noqa: PLR2004  (the rulebook's sizes of treasures)
