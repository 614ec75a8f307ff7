"""What on a boat breaks a rule of placement."""

from dataclasses import replace

import pytest
from drawn import BLUE, COMMON, ORANGE, RARE, RED, drawn, made, marked, marked_boats, ones
from hypothesis import given, settings

from scoring.audit import audit
from scoring.boats import boat
from scoring.marked_boat import Special
from scoring.score import score
from scoring.shapes import catalogue

ON = boat("blue")
MAP = {str(colour): square for square, colour in ON.maps.items()}


def keys(drawing, **more):
    return [finding.key for finding in audit(drawing, **more)]


def test_a_drawing_that_hangs_together_has_no_finding():
    assert audit(drawn("aab.\n..b.\ncccc", red="a", blue="b", rare="c")) == ()


def test_an_empty_boat_and_a_single_discovery_have_no_finding():
    assert audit(marked()) == ()
    assert audit(drawn("aa", red="a")) == ()


def test_a_discovery_that_touches_no_other_is_found():
    (found,) = audit(drawn("aab...c", red="ac", blue="b"))
    assert (found.key, found.rule, found.squares, found.certain) == ("apart", "placement", frozenset({(2, 7)}), True)
    assert found.why.text("en").startswith("This discovery touches no other: the drawing falls into 2 parts")


def test_a_corner_does_not_hang_together():
    assert keys(drawn("a.\n.b", red="ab")) == ["apart"]


def test_each_part_but_the_largest_is_found():
    found = audit(drawn("aab..cd..e", red="ac", blue="bde"))
    assert [f.squares for f in found] == [frozenset({(2, 6), (2, 7)}), frozenset({(2, 10)})]
    assert (
        found[0]
        .why.text("en")
        .startswith("These 2 discoveries touch none of the other 3: the drawing falls into 3 parts")
    )


@pytest.mark.parametrize(("size", "finding"), [(1, []), (3, []), (4, ["common-too-large"]), (6, ["common-too-large"])])
def test_a_common_treasure_has_three_squares_at_most(size, finding):
    drawing = marked(made(COMMON, [(4, c) for c in range(size)]), *ones(BLUE, [MAP["blue"]]))
    assert [k for k in keys(drawing) if k != "apart"] == finding


@pytest.mark.parametrize(
    ("size", "finding"), [(1, ["rare-size"]), (3, ["rare-size"]), (4, []), (5, []), (6, ["rare-size"])]
)
def test_a_rare_treasure_has_four_or_five_squares(size, finding):
    assert keys(marked(made(RARE, [(4, c) for c in range(size)]))) == finding


def common_beyond(commons, *cats, specials=()):
    drawing = replace(marked(*ones(COMMON, [(4, c) for c in range(5, 5 + commons)]), *cats), specials=specials)
    return [f for f in audit(drawing) if f.key == "common-from-cards"]


def test_common_treasures_beyond_the_maps_covered_in_their_colour_must_come_from_cards():
    (found,) = common_beyond(3, *ones(BLUE, [MAP["blue"]]), *ones(RED, [MAP["orange"]]))
    assert not found.certain
    assert found.why.text("en") == (
        "3 common treasures and 1 treasure map covered in its own colour: "
        "at least 2 must have come from cards, which the boat does not show."
    )


def test_a_map_in_its_own_colour_accounts_for_one_common_treasure():
    assert common_beyond(2, *ones(BLUE, [MAP["blue"]]), *ones(ORANGE, [MAP["orange"]])) == []


def test_the_special_that_draws_a_treasure_twice_accounts_for_one():
    assert common_beyond(1, specials=(Special.TREASURE_TWICE,)) == []
    assert len(common_beyond(2, specials=(Special.TREASURE_TWICE,))) == 1


@pytest.mark.parametrize(("specials", "finding"), [(3, []), (4, ["too-many-specials"]), (5, ["too-many-specials"])])
def test_three_specials_at_most(specials, finding):
    assert keys(replace(marked(), specials=tuple(Special)[:specials])) == finding


def test_shapes_are_looked_at_only_when_asked():
    strange = marked(made(RED, [(4, c) for c in range(7)]))
    assert keys(strange) == []
    assert keys(strange, shapes=catalogue()) == ["unknown-shape"]
    assert [f.key for f in score(strange, shapes=catalogue()).audit] == ["unknown-shape"]


def test_a_shape_of_the_game_is_known():
    assert keys(drawn("..a\naaa\n..a", red="a"), shapes=catalogue()) == []


def test_findings_name_the_rule_and_squares_and_speak_both_languages():
    (found,) = audit(drawn("a.\n.b", red="ab"))
    assert found.as_json("fr") == {
        "finding": "Cette découverte n’en touche aucune autre : le dessin est en 2 parties, "
        "et aucun ordre de dessin ne le permet.",
        "key": "apart",
        "rule": "placement",
        "certain": True,
        "squares": [[3, 2]],
    }


@given(marked_boats())
@settings(max_examples=60, deadline=None)
def test_findings_never_stop_the_scoring(drawing):
    assert score(drawing, shapes=catalogue()).total == score(drawing).total
