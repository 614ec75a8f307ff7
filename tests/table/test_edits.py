"""What a person changes on a boat."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.boats import boat
from scoring.discoveries import Colour, Kind, cat, common, rare
from scoring.marked_boat import Special
from scoring.sister import Sister
from scoring.squares import Square
from table.edits import (
    PENS,
    EditRefused,
    History,
    Pen,
    call_oshax,
    changed_by,
    draw,
    empty_boat,
    erase,
    erase_whole,
    join,
    split,
    with_lessons,
    with_sister,
    with_specials,
)
from vision.reading import About, Option, Question, Reading, Seen, reading_from_json, reading_json

BLUE, RED = Pen(Kind.CAT, Colour.BLUE), Pen(Kind.CAT, Colour.RED)
COMMON = Pen(Kind.COMMON)
LINE = cat(Colour.BLUE, (3, 2), (3, 3), (3, 4))
OTHER = cat(Colour.RED, (3, 5), (3, 6))
SQUARES = sorted(boat("blue").squares)


def of(*discoveries, questions=(), lessons=(), specials=()):
    seen = tuple(Seen(d, 0.9) for d in discoveries)
    return Reading("a.jpg", "boat-blue-en-a4", "blue", seen, lessons, specials, questions)


def drawn(reading):
    return {seen.discovery for seen in reading.seen}


def by_hand(reading):
    return {seen.discovery for seen in reading.seen if seen.by_hand}


def test_a_tap_on_an_empty_square_starts_a_discovery_by_hand():
    after = draw(of(LINE), RED, Square(5, 5))
    assert drawn(after) == {LINE, cat(Colour.RED, (5, 5))}
    assert by_hand(after) == {cat(Colour.RED, (5, 5))}


def test_the_next_tap_beside_it_adds_to_it():
    after = draw(of(LINE), BLUE, Square(4, 4), onto=Square(3, 4))
    assert drawn(after) == {cat(Colour.BLUE, (3, 2), (3, 3), (3, 4), (4, 4))} == by_hand(after)


@pytest.mark.parametrize(("pen", "square"), [(BLUE, Square(4, 5)), (RED, Square(4, 4))])
def test_a_tap_that_does_not_touch_or_has_another_pen_starts_a_new_one(pen, square):
    after = draw(of(LINE), pen, square, onto=Square(3, 4))
    assert drawn(after) == {LINE, pen.on(frozenset({square}))}


def test_a_pen_on_another_discovery_recolours_all_of_it():
    after = draw(of(LINE, OTHER), RED, Square(3, 3))
    assert drawn(after) == {cat(Colour.RED, (3, 2), (3, 3), (3, 4)), OTHER}
    assert draw(of(LINE), COMMON, Square(3, 2)).seen[0].discovery == common((3, 2), (3, 3), (3, 4))


def test_a_pen_on_its_own_discovery_changes_nothing():
    assert draw(of(LINE), BLUE, Square(3, 3)) == of(LINE)


def test_erasing_the_middle_leaves_two_pieces_by_hand():
    after = erase(of(LINE, OTHER), Square(3, 3))
    assert drawn(after) == {cat(Colour.BLUE, (3, 2)), cat(Colour.BLUE, (3, 4)), OTHER}
    assert by_hand(after) == drawn(after) - {OTHER}


def test_erasing_the_last_square_erases_the_discovery():
    assert drawn(erase(of(cat(Colour.RED, (5, 5))), Square(5, 5))) == set()


def test_a_whole_discovery_can_be_erased():
    assert drawn(erase_whole(of(LINE, OTHER), Square(3, 3))) == {OTHER}


def test_joining_takes_the_first_ones_colour():
    after = join(of(LINE, OTHER), Square(3, 6), Square(3, 2))
    assert drawn(after) == {cat(Colour.RED, *((3, col) for col in range(2, 7)))} == by_hand(after)


def test_splitting_cuts_off_what_was_tapped_and_keeps_the_colour():
    after = split(of(LINE, OTHER), [Square(3, 3)])
    assert drawn(after) == {*(cat(Colour.BLUE, (3, col)) for col in (2, 3, 4)), OTHER}
    assert drawn(split(of(LINE), [Square(3, 4), Square(3, 3)])) == {
        cat(Colour.BLUE, (3, 2)),
        cat(Colour.BLUE, (3, 3), (3, 4)),
    }


def test_a_cat_can_be_called_an_oshax_and_back():
    after = call_oshax(of(LINE), Square(3, 2))
    assert after.seen[0].discovery.oshax
    assert not call_oshax(after, Square(3, 2)).seen[0].discovery.oshax


@pytest.mark.parametrize(
    ("gesture", "why"),
    [
        ({"do": "draw", "pen": "blue", "square": [0, 0]}, "off-the-boat"),
        ({"do": "draw", "pen": "blue", "square": [99, -4]}, "off-the-boat"),
        ({"do": "draw", "pen": "pink", "square": [3, 3]}, "unknown"),
        ({"do": "draw", "pen": "blue", "square": "33"}, "unknown"),
        ({"do": "draw", "pen": "blue", "square": [True, 3]}, "unknown"),
        ({"do": "erase", "square": [5, 5]}, "nothing-there"),
        ({"do": "erase-whole", "square": [5, 5]}, "nothing-there"),
        ({"do": "join", "square": [3, 2], "other": [3, 3]}, "already-one"),
        ({"do": "join", "square": [3, 2], "other": [6, 6]}, "not-touching"),
        ({"do": "split", "squares": []}, "nothing-there"),
        ({"do": "split", "squares": [[3, 2], [3, 5]]}, "of-two"),
        ({"do": "split", "squares": [[3, 2], [3, 3], [3, 4]]}, "all-of-it"),
        ({"do": "split", "squares": 3}, "unknown"),
        ({"do": "oshax", "square": [6, 6]}, "only-cats"),
        ({"do": "answer", "question": "which colour? 3,2", "choice": 0}, "stale"),
        ({"do": "answer", "question": 0, "choice": 0}, "stale"),
        ({"do": "explode"}, "unknown"),
        ({}, "unknown"),
    ],
)
def test_what_cannot_be_done_is_refused_with_a_reason(gesture, why):
    history = History((of(LINE, OTHER, rare((6, 5), (6, 6))),))
    with pytest.raises(EditRefused) as refused:
        changed_by(history, gesture)
    assert refused.value.key == why


def test_undo_and_redo_walk_the_same_states_and_a_change_forgets_what_was_undone():
    first = of(LINE)
    one = changed_by(History((first,)), {"do": "draw", "pen": "red", "square": [5, 5]})
    two = changed_by(one, {"do": "erase", "square": [3, 3]})
    back = changed_by(changed_by(two, {"do": "undo"}), {"do": "undo"})
    assert back.now == first and not back.can_undo and back.can_redo
    assert changed_by(back, {"do": "undo"}).now == first
    assert changed_by(back, {"do": "redo"}).now == one.now
    other = changed_by(back, {"do": "draw", "pen": "common", "square": [5, 5]})
    assert not other.can_redo and other.first == first


def test_a_tap_that_changes_nothing_is_not_a_step_to_undo():
    history = History((of(LINE),))
    assert changed_by(history, {"do": "draw", "pen": "blue", "square": [3, 3]}) == history


def asked(about=About.HOW_MANY):
    two = (cat(Colour.BLUE, (3, 2), (3, 3)), cat(Colour.BLUE, (3, 4)))
    return Question(about, LINE.squares, (Option((LINE,), odds=0.6), Option(two, odds=0.4)))


def test_an_answer_replaces_what_was_asked_about_and_the_question_goes():
    history = History((of(LINE, OTHER, questions=(asked(),)),))
    after = changed_by(history, {"do": "answer", "question": asked().name, "choice": 1}).now
    assert drawn(after) == {*asked().options[1].discoveries, OTHER}
    assert by_hand(after) == {*asked().options[1].discoveries}
    assert after.status == "ok"


@pytest.mark.parametrize("choice", [2, -1, True, "1", None])
def test_an_answer_that_was_not_offered_is_refused(choice):
    history = History((of(LINE, OTHER, questions=(asked(),)),))
    with pytest.raises(EditRefused) as refused:
        changed_by(history, {"do": "answer", "question": asked().name, "choice": choice})
    assert refused.value.key == "unknown"


@pytest.mark.parametrize("order", [1, -1])
def test_two_answers_given_at_one_look_both_count(order):
    which = Question(About.COLOUR, OTHER.squares, (Option((OTHER,)), Option((replace(OTHER, colour=Colour.GREEN),))))
    history = History((of(LINE, OTHER, questions=(asked(), which)),))
    for question in (asked(), which)[::order]:
        history = changed_by(history, {"do": "answer", "question": question.name, "choice": 1})
    assert drawn(history.now) == {*asked().options[1].discoveries, replace(OTHER, colour=Colour.GREEN)}
    assert history.now.status == "ok"


@pytest.mark.parametrize(
    "gesture",
    [
        {"do": "erase", "square": [3, 3]},
        {"do": "draw", "pen": "red", "square": [3, 3]},
        {"do": "join", "square": [3, 5], "other": [3, 4]},
    ],
)
def test_a_change_to_what_is_asked_about_answers_the_question(gesture):
    history = History((of(LINE, OTHER, questions=(asked(),)),))
    assert changed_by(history, gesture).now.questions == ()


def test_a_change_elsewhere_leaves_the_question():
    history = History((of(LINE, OTHER, questions=(asked(),)),))
    assert changed_by(history, {"do": "draw", "pen": "red", "square": [6, 9]}).now.questions == (asked(),)


def test_ticking_a_lesson_answers_the_question_about_it():
    question = Question(About.LESSON, frozenset(), (Option(), Option(lessons=(7,))), lesson=7)
    after = with_lessons(of(questions=(question,)), [9, 7])
    assert after.lessons == (7, 9) and after.questions == ()
    assert with_lessons(of(questions=(question,)), [9]).questions == (question,)


def test_specials_stay_in_printed_order():
    assert with_specials(of(), [Special.ROW, Special.EXTRA_CARD]).specials == (Special.EXTRA_CARD, Special.ROW)


def test_the_sister_comes_and_goes():
    sister = Sister(tuple(Colour), ("rats",))
    assert with_sister(of(), sister).sister == sister
    assert with_sister(with_sister(of(), sister), None).sister is None


taps = st.one_of(
    st.builds(
        lambda pen, square, onto: {"do": "draw", "pen": pen.name, "square": list(square), "onto": list(onto)},
        st.sampled_from(PENS),
        st.sampled_from(SQUARES),
        st.sampled_from(SQUARES),
    ),
    st.builds(
        lambda do, square, other: {"do": do, "square": list(square), "other": list(other)},
        st.sampled_from(["erase", "erase-whole", "join", "oshax"]),
        st.sampled_from(SQUARES),
        st.sampled_from(SQUARES),
    ),
    st.builds(
        lambda squares: {"do": "split", "squares": [list(s) for s in squares]},
        st.lists(st.sampled_from(SQUARES), max_size=3),
    ),
    st.sampled_from([{"do": "undo"}, {"do": "redo"}]),
)


@given(st.lists(taps, max_size=40))
def test_whatever_is_tapped_the_boat_can_be_scored_and_kept(gestures):
    history = History((empty_boat("by hand", "boat-blue-en-a4", "blue"),))
    for gesture in gestures:
        try:
            history = changed_by(history, gesture)
        except EditRefused:
            continue
        reading = history.now
        assert len(reading.marked_boat.owner) == sum(len(s.discovery.squares) for s in reading.seen)
        assert all(seen.by_hand for seen in reading.seen)
        assert reading_from_json(reading_json(reading)) == reading
