"""Each of the 31 lessons: a boat that earns it, one that just misses it, one at its edge."""

from dataclasses import replace

import pytest
from drawn import BLUE, COMMON, GREEN, ORANGE, PURPLE, RARE, RED, apart, drawn, made, marked, ones, with_lessons

from scoring.boats import boat
from scoring.lesson_sheet import default_sheet
from scoring.lessons import ALONE, Company, LessonNotOnSheet, score_lessons
from scoring.score import companies

COLOURS = (BLUE, GREEN, ORANGE, PURPLE, RED)
ON = boat("blue")
NUMBER = {lesson.key: number for number, lesson in default_sheet().lessons.items()}
INNER = sorted(ON.squares - ON.edge)
EDGE = sorted(ON.edge)


def row_of(colour, size, row, col=1):
    """A family: so many cats of one square side by side."""
    return ones(colour, [(row, col + i) for i in range(size)])


def cats(*colours):
    """These cats of one square each, no two touching."""
    return tuple(made(colour, [square]) for colour, square in zip(colours, apart(len(colours)), strict=True))


def all_but(*left):
    """Everything drawn on but these squares."""
    return ones(COMMON, ON.squares - {*left})


def rooms(icon):
    return sorted(s for room in ON.rooms_by_icon[icon] for s in ON.room_squares[room])


OSHAX = [(2, 3), (2, 4), (3, 2), (3, 3), (4, 1), (4, 2)]
FIVE_FOUR_THREE = (*row_of(RED, 5, 2), *row_of(BLUE, 4, 4), *row_of(GREEN, 3, 6))

CASES = {
    "edge-full": {
        "earns": (ones(RARE, EDGE), 12, "No square on the edge is empty: 12 points."),
        "misses": (ones(RARE, EDGE[1:]), 0, "1 square on the edge is empty: 0 points."),
        "edge": (all_but(INNER[0]), 12, "No square on the edge is empty: 12 points."),
    },
    "exactly-15-cats": {
        "earns": (cats(*COLOURS * 3), 10, "Exactly 15 cats: 10 points."),
        "misses": (cats(*COLOURS * 2, *COLOURS[:4]), 0, "14 of 15 cats: 0 points."),
        "edge": (cats(*COLOURS * 3, RED), 0, "16 cats, but exactly 15 pay: 0 points."),
    },
    "three-of-each": {
        "earns": (cats(*COLOURS * 3), 15, "At least 3 cats of each colour: 15 points."),
        "misses": (cats(*COLOURS * 2, *COLOURS[:4]), 0, "4 of 5 colours with 3 cats or more: 0 points."),
        "edge": (cats(*COLOURS * 3, RED, RED), 15, "At least 3 cats of each colour: 15 points."),
    },
    "each-colour-on-edge": {
        "earns": (
            tuple(made(c, [s]) for c, s in zip(COLOURS, EDGE, strict=False)),
            7,
            "Cats of all 5 colours touch the edge: 7 points.",
        ),
        "misses": (
            tuple(made(c, [s]) for c, s in zip(COLOURS, [*EDGE[:4], INNER[0]], strict=True)),
            0,
            "4 of 5 colours with a cat on the edge: 0 points.",
        ),
        "edge": (
            (*(made(c, [s]) for c, s in zip(COLOURS[:4], EDGE, strict=False)), made(RED, [(4, 0), (4, 1), (4, 2)])),
            7,
            "Cats of all 5 colours touch the edge: 7 points.",
        ),
    },
    "best-colour-on-edge": {
        "earns": (
            (*ones(RED, EDGE[:2]), *ones(BLUE, EDGE[2:5])),
            3,
            "3 blue cats on the edge, your best colour there: 3 points.",
        ),
        "misses": (ones(RED, INNER[:4]), 0, "No cat touches the edge: 0 points."),
        "edge": (
            (made(RED, [(0, 7), (0, 8), (0, 9)]), *ones(COMMON, EDGE[5:])),
            1,
            "1 red cat on the edge, your best colour there: 1 point.",
        ),
    },
    "lonely-cats": {
        "earns": (cats(RED, RED, BLUE), 3, "3 lonely cats at 1 point each: 3 points."),
        "misses": (drawn("ab", red="ab").discoveries, 0, "0 lonely cats at 1 point each: 0 points."),
        "edge": (drawn("a.\n.b", red="ab").discoveries, 2, "2 lonely cats at 1 point each: 2 points."),
    },
    "rare-treasures": {
        "earns": (drawn("a.b", rare="ab").discoveries, 4, "2 rare treasures at 2 points each: 4 points."),
        "misses": (drawn("a.b", common="ab").discoveries, 0, "0 rare treasures at 2 points each: 0 points."),
        "edge": (drawn("ab", rare="a", common="b").discoveries, 2, "1 rare treasure at 2 points each: 2 points."),
    },
    "common-treasures": {
        "earns": (drawn("a.b", common="ab").discoveries, 2, "2 common treasures at 1 point each: 2 points."),
        "misses": (drawn("a.b", rare="ab").discoveries, 0, "0 common treasures at 1 point each: 0 points."),
        "edge": (drawn("ab", rare="a", common="b").discoveries, 1, "1 common treasure at 1 point each: 1 point."),
    },
    "no-rats": {
        "earns": (ones(COMMON, ON.rats), 10, "No visible rat: 10 points."),
        "misses": (
            ones(COMMON, sorted(ON.rats)[1:]),
            0,
            "1 visible rat, but only a boat without any is paid: 0 points.",
        ),
        "edge": ((), 0, "19 visible rats, but only a boat without any is paid: 0 points."),
    },
    "rat-friend": {
        "earns": ((), 38, "19 visible rats at 2 points each: 38 points."),
        "misses": (ones(COMMON, ON.rats), 0, "0 visible rats at 2 points each: 0 points."),
        "edge": (ones(COMMON, sorted(ON.rats)[1:]), 2, "1 visible rat at 2 points each: 2 points."),
    },
    **{
        f"five-{colour}": {
            "earns": (cats(*[colour] * 5, other), 9, f"Exactly 5 {colour} cats: 9 points."),
            "misses": (cats(*[colour] * 4, other), 0, f"4 of 5 {colour} cats: 0 points."),
            "edge": (cats(*[colour] * 6), 0, f"6 {colour} cats, but exactly 5 pay: 0 points."),
        }
        for colour, other in zip(COLOURS, (*COLOURS[1:], BLUE), strict=True)
    },
    "five-rats": {
        "earns": (ones(COMMON, sorted(ON.rats)[5:]), 10, "Exactly 5 visible rats: 10 points."),
        "misses": (ones(COMMON, sorted(ON.rats)[4:]), 0, "4 of 5 visible rats: 0 points."),
        "edge": (ones(COMMON, sorted(ON.rats)[6:]), 0, "6 visible rats, but exactly 5 pay: 0 points."),
    },
    "five-treasures": {
        "earns": (
            drawn("a.b.c.d.e.f", rare="ab", common="cde", red="f").discoveries,
            9,
            "Exactly 5 treasures: 9 points.",
        ),
        "misses": (drawn("a.b.c.d.e", rare="ab", common="cd", red="e").discoveries, 0, "4 of 5 treasures: 0 points."),
        "edge": (
            drawn("a.b.c.d.e.f", rare="abf", common="cde").discoveries,
            0,
            "6 treasures, but exactly 5 pay: 0 points.",
        ),
    },
    "pairs-on-edge": {
        "earns": (ones(RED, EDGE[:4]), 2, "4 cats on the edge, 1 point for every 2: 2 points."),
        "misses": (
            (*ones(RED, EDGE[:1]), *ones(RED, INNER[:3])),
            0,
            "1 cat on the edge, 1 point for every 2: 0 points.",
        ),
        "edge": (ones(RED, EDGE[:5]), 2, "5 cats on the edge, 1 point for every 2: 2 points."),
    },
    "parrot-rooms-full": {
        "earns": (ones(RED, rooms("parrot")), 12, "All parrot rooms are full: 12 points."),
        "misses": (ones(RED, rooms("parrot")[:-1]), 0, "1 of 2 parrot rooms full, 1 square is missing: 0 points."),
        "edge": (all_but(*rooms("moon")), 12, "All parrot rooms are full: 12 points."),
    },
    "moon-rooms-empty": {
        "earns": (all_but(*rooms("moon")), 18, "All moon rooms are empty: 18 points."),
        "misses": (ones(RED, rooms("moon")[:1]), 0, "1 of 2 moon rooms empty, 1 square is drawn on: 0 points."),
        "edge": ((), 18, "All moon rooms are empty: 18 points."),
    },
    "big-families": {
        "earns": ((*row_of(RED, 4, 2), *row_of(BLUE, 5, 4)), 8, "2 families of 4 or more at 4 points each: 8 points."),
        "misses": (row_of(RED, 3, 2), 0, "0 families of 4 or more at 4 points each: 0 points."),
        "edge": (row_of(RED, 9, 2), 4, "1 family of 4 or more at 4 points each: 4 points."),
    },
    "oshax": {
        "earns": (
            (made(RED, OSHAX), made(BLUE, [(6, 2), (6, 3), (6, 4)], oshax=True)),
            6,
            "2 Oshax at 3 points each: 6 points.",
        ),
        "misses": (drawn("aaa\n.a.", red="a").discoveries, 0, "0 Oshax at 3 points each: 0 points."),
        "edge": ((made(RARE, OSHAX),), 0, "0 Oshax at 3 points each: 0 points."),
    },
    "apple-room-empty": {
        "earns": (all_but(*rooms("apple")), 15, "The apple room is empty: 15 points."),
        "misses": (ones(RED, rooms("apple")[3:4]), 0, "0 of 1 apple room empty, 1 square is drawn on: 0 points."),
        "edge": ((), 15, "The apple room is empty: 15 points."),
    },
    "third-family-twice": {
        "earns": (FIVE_FOUR_THREE, 8, "Your third-largest family, 3 green cats, scores again: 8 points."),
        "misses": (FIVE_FOUR_THREE[:-1], 0, "2 of 3 families: 0 points."),
        "edge": (
            (*FIVE_FOUR_THREE, *row_of(ORANGE, 6, 4, col=10)),
            11,
            "Your third-largest family, 4 blue cats, scores again: 11 points.",
        ),
    },
    "middle-row-full": {
        "earns": (row_of(RED, 22, 4, col=0), 10, "The middle row is full: 10 points."),
        "misses": (row_of(RED, 21, 4, col=0), 0, "1 square of the middle row is empty: 0 points."),
        "edge": (row_of(RED, 21, 3, col=0), 0, "22 squares of the middle row are empty: 0 points."),
    },
    "exactly-20-cats": {
        "earns": (cats(*COLOURS * 4), 10, "Exactly 20 cats: 10 points."),
        "misses": (cats(*COLOURS * 3, *COLOURS[:4]), 0, "19 of 20 cats: 0 points."),
        "edge": (cats(*COLOURS * 4, RED), 0, "21 cats, but exactly 20 pay: 0 points."),
    },
    "all-treasures": {
        "earns": (drawn("a.b.c", rare="a", common="bc").discoveries, 6, "3 treasures at 2 points each: 6 points."),
        "misses": (cats(RED), 0, "0 treasures at 2 points each: 0 points."),
        "edge": (drawn("ab", common="ab").discoveries, 4, "2 treasures at 2 points each: 4 points."),
    },
    "filled-rooms": {
        "earns": (ones(RED, ON.squares), 14, "7 filled rooms at 2 points each: 14 points."),
        "misses": (ones(RED, rooms("apple")[1:]), 0, "0 filled rooms at 2 points each: 0 points."),
        "edge": (ones(RED, rooms("apple")), 2, "1 filled room at 2 points each: 2 points."),
    },
}


def item(key, discoveries, company=ALONE):
    drawing = with_lessons(marked(*discoveries), NUMBER[key])
    (found,) = score_lessons(drawing, default_sheet(), company).items
    assert (found.number, found.key) == (NUMBER[key], key)
    return found


@pytest.mark.parametrize("case", ["earns", "misses", "edge"])
@pytest.mark.parametrize("key", CASES)
def test_lesson(key, case):
    discoveries, points, sentence = CASES[key][case]
    found = item(key, discoveries)
    assert (found.points, found.why.text("en")) == (points, sentence)


def test_every_lesson_has_its_cases():
    counted = {"lesson-count", "six-lessons", "largest-family"}
    assert CASES.keys() | counted == NUMBER.keys()
    assert len(NUMBER) == 31


def lessons_line(*numbers, company=ALONE):
    return {i.key: i for i in score_lessons(with_lessons(marked(), *numbers), default_sheet(), company).items}


@pytest.mark.parametrize("others", [0, 1, 4])
def test_lesson_count_counts_itself(others):
    line = lessons_line(NUMBER["lesson-count"], *range(1, 1 + others))
    assert line["lesson-count"].points == 1 + others


@pytest.mark.parametrize(
    ("ticked", "points", "sentence"),
    [
        (6, 7, "Exactly 6 ticked lessons: 7 points."),
        (5, 0, "5 of 6 ticked lessons: 0 points."),
        (7, 0, "7 ticked lessons, but exactly 6 pay: 0 points."),
    ],
)
def test_six_lessons_counts_itself(ticked, points, sentence):
    found = lessons_line(NUMBER["six-lessons"], *range(1, ticked))["six-lessons"]
    assert (found.points, found.why.text("en")) == (points, sentence)


@pytest.mark.parametrize(
    ("mine", "elsewhere", "points", "sentence"),
    [
        (5, 4, 10, "Your family of 5 is the largest at the table: 10 points."),
        (5, 5, 10, "Your family of 5 shares first place at the table, a tie pays too: 10 points."),
        (5, 6, 0, "Your largest family has 5 cats, another boat has a family of 6: 0 points."),
        (3, 0, 10, "Your family of 3 is the largest at the table: 10 points."),
        (2, 0, 0, "You have no family: 0 points."),
    ],
)
def test_the_largest_family_of_all_players_pays_and_a_tie_pays_too(mine, elsewhere, points, sentence):
    found = item("largest-family", row_of(RED, mine, 4), Company(elsewhere))
    assert (found.points, found.why.text("en")) == (points, sentence)


@pytest.mark.parametrize(("size", "points"), [(6, 0), (7, 10), (8, 10)])
def test_against_the_sister_a_family_of_seven_is_needed(size, points):
    found = item("largest-family", row_of(RED, size, 4), Company(sister=True))
    assert found.points == points
    assert found.why.text("en").startswith("Against the sister a family of 7 pays")


@pytest.mark.parametrize(("size", "points"), [(6, 0), (7, 10)])
def test_a_boat_scored_alone_says_that_the_others_are_not_known(size, points):
    found = item("largest-family", row_of(RED, size, 4))
    assert found.points == points
    assert "Without the other boats" in found.why.text("en")
    assert "Score all boats together" in found.why.text("en")


def test_companies_tell_each_boat_of_the_largest_family_elsewhere():
    three, five, none = marked(*row_of(RED, 3, 4)), marked(*row_of(BLUE, 5, 4)), marked()
    assert [c.largest_elsewhere for c in companies([three, five, none])] == [5, 3, 5]
    assert companies([three]) == [ALONE]


def test_oshax_count_by_shape_in_any_orientation_and_by_the_players_word():
    shape = made(RED, [(2, 3), (2, 4), (3, 2), (3, 3), (4, 1), (4, 2)])
    turned = made(BLUE, [(2, 8), (3, 8), (3, 9), (4, 9), (4, 10), (2, 7)])
    word = made(GREEN, [(6, 5)], oshax=True)
    assert item("oshax", (shape, turned, word)).points == 9


def test_a_ticked_lesson_that_earns_nothing_is_an_item_with_no_points_and_shows_where():
    found = item("five-blue", cats(*[BLUE] * 4))
    assert (found.points, len(found.squares)) == (0, 4)


def test_items_come_in_the_order_of_their_numbers():
    line = score_lessons(with_lessons(marked(), 17, 3, 30), default_sheet())
    assert [i.number for i in line.items] == [3, 17, 30]


def test_a_lesson_that_the_sheet_does_not_have_is_explained():
    with pytest.raises(
        LessonNotOnSheet, match="lesson 40 is not on the lesson sheet 'default', which has the lessons 1 to 31"
    ):
        score_lessons(with_lessons(marked(), 3, 40), default_sheet())


def test_a_boat_without_rooms_of_an_icon_cannot_earn_their_lessons():
    bare = replace(ON, icons={})
    drawing = with_lessons(marked(on=bare), NUMBER["moon-rooms-empty"], NUMBER["parrot-rooms-full"])
    assert [i.points for i in score_lessons(drawing, default_sheet()).items] == [0, 0]
