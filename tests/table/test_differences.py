"""Where two readings of one boat part."""

from dataclasses import replace

from scoring.discoveries import Colour, cat, common
from scoring.marked_boat import Special
from scoring.squares import Square
from table.differences import Difference, differences
from vision.reading import Reading, Seen

WHOLE = cat(Colour.BLUE, (3, 2), (3, 3), (3, 4))
LEFT, RIGHT = cat(Colour.BLUE, (3, 2)), cat(Colour.BLUE, (3, 3), (3, 4))
C = common((6, 6))


def of(*discoveries, **more):
    return Reading("a.jpg", "boat-blue-en-a4", "blue", tuple(Seen(d, 0.9) for d in discoveries), **more)


def test_a_reading_does_not_differ_from_itself_whatever_the_order():
    assert differences(of(WHOLE, C), of(C, WHOLE)) == ()


def test_one_cat_or_two_on_the_same_squares_is_one_difference():
    assert differences(of(C, WHOLE), of(LEFT, RIGHT, C)) == (Difference(before=(WHOLE,), after=(LEFT, RIGHT)),)


def test_things_apart_are_told_apart_from_the_top_left():
    found = differences(of(WHOLE), of(C))
    assert [d.squares for d in found] == [WHOLE.squares, C.squares]
    assert found[1].squares == {Square(6, 6)} and found[1].before == ()


def test_boxes_differ_too():
    found = differences(
        of(lessons=(3,), specials=(Special.ROW,)),
        replace(of(lessons=(4,)), specials=()),
    )
    assert [d.as_json() for d in found] == [
        {"lesson": 3, "before": True, "after": False},
        {"lesson": 4, "before": False, "after": True},
        {"special": "row", "before": True, "after": False},
    ]


def test_swapping_the_readings_swaps_before_and_after():
    there, back = differences(of(WHOLE), of(LEFT, C)), differences(of(LEFT, C), of(WHOLE))
    assert [(d.before, d.after) for d in there] == [(d.after, d.before) for d in back]
