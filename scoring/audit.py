"""Rulebook, "Placement": what on a finished boat breaks a rule. Findings never stop the scoring."""

from collections.abc import Iterable

from scoring.cards import Finding
from scoring.discoveries import Kind
from scoring.marked_boat import MarkedBoat, Special
from scoring.shapes import Catalogue
from scoring.squares import connected
from scoring.texts import Counted, saying
from scoring.treasures import maps_in_their_colour, treasures

LARGEST_COMMON = 3
RARE_SIZES = range(4, 6)
MOST_SPECIALS = 3


def audit(marked: MarkedBoat, shapes: Catalogue | None = None) -> tuple[Finding, ...]:
    """Every finding on this boat; shapes are looked at only where a catalogue of them is given."""
    return (
        *_apart(marked),
        *_treasure_sizes(marked),
        *_common_from_cards(marked),
        *_specials(marked),
        *(_unknown_shapes(marked, shapes) if shapes else ()),
    )


def _apart(marked: MarkedBoat) -> Iterable[Finding]:
    """A finding for each part of the drawing that does not hang together with the largest.

    Every discovery but the first touches an earlier one. So either all hang together, and any of them can have been
    the first; or they fall into parts, and in every order of drawing the first of each part but one broke the rule.
    """
    parts = connected(range(len(marked.discoveries)), marked.touching.__getitem__)
    parts.sort(key=len, reverse=True)
    for part in parts[1:]:
        why = saying("audit.apart", n=len(part), others=len(marked.discoveries) - len(part), parts=len(parts))
        yield Finding("apart", "placement", marked.squares_of(part), why)


def _treasure_sizes(marked: MarkedBoat) -> Iterable[Finding]:
    for discovery in marked.discoveries:
        size = len(discovery.squares)
        if discovery.kind is Kind.COMMON and size > LARGEST_COMMON:
            why = saying("audit.common-too-large", n=size, most=LARGEST_COMMON)
            yield Finding("common-too-large", "treasures", discovery.squares, why)
        if discovery.kind is Kind.RARE and size not in RARE_SIZES:
            why = saying("audit.rare-size", n=size, least=RARE_SIZES[0], most=RARE_SIZES[-1])
            yield Finding("rare-size", "treasures", discovery.squares, why)


def _common_from_cards(marked: MarkedBoat) -> Iterable[Finding]:
    """What no map can have given must come from cards, which the boat does not show."""
    found, maps = treasures(marked, Kind.COMMON), maps_in_their_colour(marked)
    twice = 1 if Special.TREASURE_TWICE in marked.specials else 0
    if (beyond := len(found) - len(maps) - twice) > 0:
        common, covered = Counted("common-treasures", len(found)), Counted("maps-in-colour", len(maps))
        why = saying("audit.common-from-cards", n=beyond, common=common, maps=covered)
        yield Finding("common-from-cards", "treasure-maps", marked.squares_of(found), why, certain=False)


def _specials(marked: MarkedBoat) -> Iterable[Finding]:
    if len(marked.specials) > MOST_SPECIALS:
        why = saying("audit.specials", n=len(marked.specials), most=MOST_SPECIALS)
        yield Finding("too-many-specials", "specials", frozenset(), why)


def _unknown_shapes(marked: MarkedBoat, shapes: Catalogue) -> Iterable[Finding]:
    for discovery in marked.discoveries:
        if not shapes.knows(discovery):
            why = saying(f"audit.shape.{discovery.kind}")
            yield Finding("unknown-shape", "shapes", discovery.squares, why)
