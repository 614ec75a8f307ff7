"""Solo: the sister's colours and her 18 lessons."""

import pytest
from drawn import BLUE, COMMON, GREEN, ORANGE, PURPLE, RARE, RED, apart, drawn, made, marked, ones, with_lessons

from scoring.boats import boat
from scoring.discoveries import Colour
from scoring.score import score
from scoring.sister import LESSON_KEYS, Sister, score_sister

ON = boat("blue")
EDGE, INNER = sorted(ON.edge), sorted(ON.squares - ON.edge)
ORDER = (RED, BLUE, PURPLE, GREEN, ORANGE)


def her(*lessons, colours=ORDER):
    return Sister(colours, lessons)


def row_of(colour, size, row, col=1):
    return ones(colour, [(row, col + i) for i in range(size)])


def cats(*colours):
    return tuple(made(colour, [square]) for colour, square in zip(colours, apart(len(colours)), strict=True))


def lesson(key, *discoveries, ticked=()):
    line = score_sister(with_lessons(marked(*discoveries), *ticked), her(key)).lines[1]
    (item,) = line.items
    assert item.key == key
    return item.points


ROW = row_of(RED, 5, 3)
BESIDE = made(COMMON, [(4, 1)])
APART = made(RARE, [(6, 10)])

CASES = [
    ("colours-away-from-treasure", (), 25, "colours without cats count"),
    ("colours-away-from-treasure", (*ROW, BESIDE), 20, "one colour touches"),
    ("colours-away-from-treasure", (*ROW, APART), 25, "the treasure is elsewhere"),
    ("colours-away-from-treasure", (made(RED, [(3, 3)]), made(COMMON, [(4, 4)])), 25, "a corner does not touch"),
    ("largest-family-size", (*ROW, *row_of(BLUE, 3, 6)), 10, "five cats"),
    ("largest-family-size", row_of(RED, 2, 3), 0, "two are no family"),
    ("few-treasures", ones(COMMON, INNER[:8]), 10, "eight"),
    ("few-treasures", (*ones(COMMON, INNER[:8]), made(RARE, [INNER[8]])), 0, "nine"),
    ("rats", (), 95, "19 rats"),
    ("rats", ones(RED, sorted(ON.rats)[1:]), 5, "one rat"),
    ("rats", ones(RED, ON.rats), 0, "none"),
    ("cats-over-15", cats(*[RED] * 15), 0, "fifteen"),
    ("cats-over-15", cats(*[RED] * 17), 10, "seventeen"),
    ("colours-off-edge", (made(RED, [EDGE[0]]), made(BLUE, [INNER[0]])), 20, "red is on the edge"),
    ("colours-off-edge", tuple(made(c, [s]) for c, s in zip(Colour, EDGE, strict=False)), 0, "all are"),
    ("filled-rooms", ones(RED, ON.room_squares[3]), 3, "one room"),
    ("filled-rooms", ones(RED, sorted(ON.room_squares[3])[1:]), 0, "one square left"),
    ("lonely-cats", cats(RED, RED, BLUE), 15, "three"),
    ("lonely-cats", row_of(RED, 2, 3), 0, "they touch"),
    ("largest-family", (*ROW, *row_of(BLUE, 3, 6)), 15, "five cats"),
    ("largest-family", (), 0, "no family"),
    ("second-family", (*ROW, *row_of(BLUE, 3, 6)), 8, "three cats"),
    ("second-family", (*row_of(RED, 4, 3), *row_of(BLUE, 4, 6)), 11, "as large as the first"),
    ("second-family", ROW, 0, "only one"),
    ("common-treasures", (BESIDE, APART), 3, "the rare one does not count"),
    ("common-treasures", (APART,), 0, "none"),
    ("cats-without-treasure", (*ROW, BESIDE), 12, "four of five"),
    ("cats-without-treasure", ROW, 15, "no treasure at all"),
    ("covered-maps", ones(COMMON, ON.maps), 20, "by anything"),
    ("covered-maps", (), 0, "none"),
    ("families", (*ROW, *row_of(BLUE, 3, 6)), 10, "two"),
    ("families", row_of(RED, 2, 3), 0, "none"),
    ("cats-on-edge", (*ones(RED, EDGE[:4]), *ones(BLUE, INNER[:3])), 4, "four of seven"),
    ("cats-on-edge", ones(COMMON, EDGE[:4]), 0, "treasures are no cats"),
    ("colours-away-from-rats", (), 25, "colours without cats count"),
    ("colours-away-from-rats", ones(RED, [(3, 6)]), 20, "red is beside a rat"),
    ("colours-away-from-rats", (*ones(RED, [(3, 6)]), *ones(COMMON, [(3, 7)])), 25, "that rat is hidden"),
    ("colours-away-from-rats", ones(RED, [(2, 9)]), 25, "a corner does not touch"),
]


@pytest.mark.parametrize(
    ("key", "discoveries", "points"), [c[:3] for c in CASES], ids=[f"{c[0]}: {c[3]}" for c in CASES]
)
def test_a_lesson_of_the_sister(key, discoveries, points):
    assert lesson(key, *discoveries) == points


def test_your_lessons_give_her_three_points_each():
    assert lesson("your-lessons", ticked=(1, 2, 30)) == 9
    assert lesson("your-lessons") == 0


def test_her_best_lesson_scores_twice():
    card = score_sister(marked(), her("families", "best-lesson-twice", "rats"))
    assert [(i.key, i.points) for i in card.lines[1].items] == [
        ("families", 0),
        ("best-lesson-twice", 95),
        ("rats", 95),
    ]


def test_her_best_lesson_alone_has_nothing_to_score_twice():
    assert lesson("best-lesson-twice") == 0


def test_all_eighteen_have_a_case():
    assert len(LESSON_KEYS) == 18
    assert {c[0] for c in CASES} | {"your-lessons", "best-lesson-twice"} == {*LESSON_KEYS}


def test_colours_pay_5_4_3_2_1_in_the_order_revealed():
    line = score_sister(marked(*cats(*[RED] * 2, BLUE, PURPLE, GREEN, ORANGE)), her("rats")).lines[0]
    assert [(i.key, i.points) for i in line.items] == [
        ("red", 10),
        ("blue", 4),
        ("purple", 3),
        ("green", 2),
        ("orange", 1),
    ]
    assert line.items[0].why.text("en") == "2 red cats at 5 points each: 10 points."


def test_a_tie_is_hers():
    boat_ = marked(*ones(COMMON, ON.squares - {(3, 7)}), made(RED, [(3, 7)]))
    assert score(boat_, sister=her()).total == 0
    tie = score(marked(*ones(COMMON, ON.squares)), sister=her())
    assert (tie.total, tie.sister.total, tie.winner) == (0, 0, "sister")


def test_more_points_than_hers_win():
    won = score(marked(*ones(COMMON, ON.squares - {(3, 7)}), made(RARE, [(3, 7)])), sister=her())
    assert (won.total, won.sister.total, won.winner) == (3, 0, "player")


def test_without_a_sister_there_is_no_winner():
    card = score(marked())
    assert card.winner is None
    assert "sister" not in card.as_json()


def test_with_the_sister_the_largest_family_must_have_seven_cats():
    seven = with_lessons(marked(*row_of(RED, 7, 4)), 7)
    six = with_lessons(marked(*row_of(RED, 6, 4)), 7)
    assert [score(b, sister=her()).lines[4].points for b in (seven, six)] == [10, 0]
    assert score(six, sister=her()).lines[4].items[0].why.text("en").startswith("Against the sister")


@pytest.mark.parametrize(
    ("lessons", "difficulty"), [(3, "easy"), (4, "medium"), (5, "hard"), (6, "very-hard"), (7, "expert"), (2, None)]
)
def test_the_number_of_lessons_is_the_difficulty(lessons, difficulty):
    assert her(*LESSON_KEYS[:lessons]).difficulty == difficulty


@pytest.mark.parametrize(
    ("colours", "lessons", "message"),
    [
        (ORDER[:4], (), "colours: expected each of blue, green, orange, purple, red once"),
        ((RED, RED, BLUE, GREEN, ORANGE), (), "colours: expected each of"),
        (ORDER, ("rats", "mice"), r"lessons\[1\]: expected one of .* found 'mice'"),
        (ORDER, ("rats", "rats"), r"lessons\[1\]: rats is there twice"),
        (ORDER, LESSON_KEYS[:8], "at most 7 lessons, found 8"),
    ],
)
def test_wrong_cards_of_the_sister_are_explained(colours, lessons, message):
    with pytest.raises(ValueError, match=message):
        Sister(colours, lessons)


def test_the_sister_is_told_in_the_picture_of_a_boat():
    boat_ = drawn("aab\n..b", red="a", blue="b")
    assert score_sister(boat_, her("lonely-cats")).total == 5 + 4 + 10
