"""Who wins: points, then filled rooms, then together."""

import pytest
from drawn import COMMON, RARE, RED, marked, ones, with_lessons
from hypothesis import given
from hypothesis import strategies as st

from scoring.boats import boat
from scoring.cards import ScoreCard, ScoreItem, ScoreLine
from scoring.score import companies, score
from scoring.standings import standings
from scoring.texts import saying

ON = boat("blue")


def worth(points, rooms=0):
    return ScoreCard((ScoreLine("rats", (ScoreItem(frozenset(), points, saying("report.standings")),)),), rooms)


def ranks(*players):
    return [(p.name, p.rank) for p in standings([(name, worth(*w)) for name, *w in players]).places]


def test_most_points_win():
    result = standings([("a", worth(12)), ("b", worth(40)), ("c", worth(-3))])
    assert [(p.name, p.rank) for p in result.places] == [("b", 1), ("a", 2), ("c", 3)]
    assert result.winners == ("b",)


def test_a_tie_goes_to_who_filled_more_rooms():
    result = standings([("a", worth(40, 2)), ("b", worth(40, 3))])
    assert result.winners == ("b",)


def test_filled_rooms_do_not_beat_points():
    assert standings([("a", worth(41, 0)), ("b", worth(40, 7))]).winners == ("a",)


def test_with_equally_many_filled_rooms_both_win_and_the_next_is_third():
    assert ranks(("a", 40, 3), ("b", 40, 3), ("c", 39, 7), ("d", 40, 2)) == [("a", 1), ("b", 1), ("d", 3), ("c", 4)]


def test_one_player_is_first():
    assert ranks(("a", -40)) == [("a", 1)]


def test_the_json_is_the_one_of_the_design():
    result = standings([("a.jpg", worth(57, 5)), ("b.jpg", worth(12, 0))])
    assert result.as_json() == {
        "standings": [
            {"photo": "a.jpg", "rank": 1, "total": 57, "filled_rooms": 5},
            {"photo": "b.jpg", "rank": 2, "total": 12, "filled_rooms": 0},
        ],
        "winners": ["a.jpg"],
    }


def test_the_largest_family_at_the_table_can_decide():
    five = with_lessons(marked(*ones(RED, [(4, c) for c in range(5)])), 7)
    four = with_lessons(marked(*ones(RED, [(4, c) for c in range(4)])), 7)
    cards = [score(b, company=c) for b, c in zip((five, four), companies([five, four]), strict=True)]
    assert [card.lines[4].points for card in cards] == [10, 0]
    tie = [score(b, company=c) for b, c in zip((five, five), companies([five, five]), strict=True)]
    assert [card.lines[4].points for card in tie] == [10, 10]


def test_filled_rooms_are_counted_on_the_card():
    full = marked(*ones(COMMON, ON.squares - ON.room_squares[3]))
    assert score(full).filled_rooms == 6
    assert score(marked(*ones(RARE, ON.squares))).filled_rooms == 7


@given(st.lists(st.tuples(st.integers(-5, 5), st.integers(0, 2)), min_size=1, max_size=8), st.randoms())
def test_the_order_of_players_does_not_matter(players, rng):
    named = [(str(i), worth(*w)) for i, w in enumerate(players)]
    mixed = rng.sample(named, len(named))
    assert {(p.name, p.rank) for p in standings(named).places} == {(p.name, p.rank) for p in standings(mixed).places}


@pytest.mark.parametrize("players", [1, 6, 12])
def test_any_number_of_players_can_share_the_victory(players):
    assert len(standings([(str(i), worth(7, 1)) for i in range(players)]).winners) == players
