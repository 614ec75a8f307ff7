"""A table from opening to the end, on SQLite and on PostgreSQL."""

from dataclasses import replace

import pytest
from at_the_table import Clock, Server, family, jpeg, plan, reading, sending

from scoring.discoveries import Colour, cat
from scoring.squares import Square
from table.change import change_between
from table.events import Role, What
from table.plan import SeatPlan
from table.problems import (
    KeyReused,
    NameTaken,
    NoSuchTable,
    NotAllowed,
    OutOfDate,
    PlanWrong,
    QuestionsOpen,
    ReadingUnusable,
    SeatTaken,
    TableClosed,
    TableFull,
    TextWrong,
    TooOften,
    WrongBoat,
)
from table.standings import Decided, scores_over_time, standings
from table.state import Standing
from table.tables import Deleted, Sending, Tables, Verdict
from table.tokens import new_link
from vision.reading import About, Option, Question


def test_a_table_from_opening_to_winner(tables: Tables) -> None:
    opened = tables.open_table(plan(3), "host")
    anna = tables.sit(opened.guest, "Anna", "blue")
    ben = tables.sit_by_code(opened.code.lower(), "ben", "Ben", "red")
    assert (anna.seat, ben.seat) == (1, 2)
    assert tables.submit(anna.link, sending(*family(3))).version == 1
    now = standings(tables.look(opened.guest).state)
    assert [p.seat.name for p in now.placed] == ["Anna"]
    assert [seat.name for seat in now.missing] == ["Ben", ""]
    assert not now.complete
    tables.submit(ben.link, sending(*family(5), boat="red", seed=1))
    now = standings(tables.look(opened.host).state)
    assert [p.seat.name for p in now.winners] == ["Ben"]
    assert now.decided is Decided.POINTS
    assert now.complete
    tables.close(opened.host)
    with pytest.raises(TableClosed):
        tables.submit(anna.link, sending(*family(6)))
    tables.reopen(opened.host)
    assert tables.submit(anna.link, sending(*family(6))).version == 2


def test_links_are_long_and_the_database_keeps_only_their_hash(tables: Tables, server: Server) -> None:
    opened = tables.open_table(plan(), "host")
    seated = tables.sit(opened.guest, "Anna", "blue")
    links = (opened.host, opened.guest, seated.link)
    assert all(len(link) >= 22 for link in links)  # 128 bits in base64
    assert len({*links}) == 3
    rows = tables._database.read(  # looks below the service, at what is kept
        lambda session: [
            repr(row)
            for name in ("game_table", "access_key", "event")
            for row in session.connection().exec_driver_sql(f"SELECT * FROM {name}")
        ]
    )
    assert len(rows) == 1 + 3 + 2
    assert not any(link in row for link in links for row in rows)


def test_every_version_is_kept_with_its_photo(tables: Tables) -> None:
    opened = tables.open_table(plan(), "host")
    anna = tables.sit(opened.guest, "Anna", "blue")
    for n in range(3):
        tables.submit(anna.link, sending(*family(3 + n), seed=n))
    seat = tables.look(anna.link).state.seat(1)
    assert [s.version for s in seat.submissions] == [1, 2, 3]
    assert [len(s.reading.seen) for s in seat.submissions] == [3, 4, 5]
    photos = [tables.photo(opened.guest, s.photo) for s in seat.submissions]
    assert photos == [jpeg(0), jpeg(1), jpeg(2)]


def test_a_retry_with_the_same_key_does_not_double(tables: Tables) -> None:
    opened = tables.open_table(plan(), "host")
    anna = tables.sit(opened.guest, "Anna", "blue")
    first = tables.submit(anna.link, sending(*family(3)), key="k")
    assert tables.submit(anna.link, sending(*family(3)), key="k") == first
    tables.close(opened.host)
    assert tables.submit(anna.link, sending(*family(3)), key="k") == first
    assert len(tables.look(anna.link).state.seat(1).submissions) == 1
    with pytest.raises(KeyReused):
        tables.submit(anna.link, sending(*family(4)), key="k")


def test_sitting_down_again_with_the_same_prepared_link_finds_the_seat(tables: Tables) -> None:
    opened = tables.open_table(plan(2), "host")
    link = new_link()
    first = tables.sit(opened.guest, "Anna", "blue", player_link=link)
    assert tables.sit(opened.guest, "Anna", "blue", player_link=link) == first
    assert tables.sit(opened.guest, "Ben", "blue").seat == 2


def test_seats_kept_for_names_and_open_ones(tables: Tables) -> None:
    opened = tables.open_table(replace(plan(), seats=(SeatPlan(), SeatPlan("Zoé", "red"))), "host")
    assert tables.sit(opened.guest, "zoé", "red").seat == 2
    with pytest.raises(NameTaken):
        tables.sit(opened.guest, "ZOÉ", "blue")
    with pytest.raises(SeatTaken):
        tables.sit(opened.guest, "Ben", "blue", seat=2)
    assert tables.sit(opened.guest, "Ben", "blue", seat=1).seat == 1
    with pytest.raises(TableFull):
        tables.sit(opened.guest, "Cem", "blue")


def test_a_name_kept_for_another_seat_cannot_be_taken(tables: Tables) -> None:
    opened = tables.open_table(replace(plan(), seats=(SeatPlan(), SeatPlan("Zoé"))), "host")
    with pytest.raises(NameTaken):
        tables.sit(opened.guest, "Zoé", "blue", seat=1)


@pytest.mark.parametrize("name", ["", "  \n ", "\u202e\u200b", "x" * 41])
def test_a_name_needs_characters_and_not_too_many(tables: Tables, name: str) -> None:
    opened = tables.open_table(plan(), "host")
    with pytest.raises(TextWrong, match="1 to 40"):
        tables.sit(opened.guest, name, "blue")


def test_names_stay_text_as_typed_without_hidden_characters(tables: Tables) -> None:
    opened = tables.open_table(plan(), "host")
    tables.sit(opened.guest, " <b>A\u202enna</b>\t&\n Zoe\u0301 ", "blue")
    assert tables.look(opened.guest).state.seat(1).name == "<b>Anna</b> & Zoé"


def test_only_what_a_link_allows(tables: Tables) -> None:
    opened = tables.open_table(plan(), "host")
    anna = tables.sit(opened.guest, "Anna", "blue")
    for link in (opened.guest, anna.link):
        for deed in (
            lambda link=link: tables.close(link),
            lambda link=link: tables.delete(link),
            lambda link=link: tables.free_seat(link, 1),
            lambda link=link: tables.renew_link(link, 1),
        ):
            with pytest.raises(NotAllowed):
                deed()
    for link in (opened.guest, opened.host):
        with pytest.raises(NotAllowed, match="Sit down"):
            tables.submit(link, sending(*family(3)))
    with pytest.raises(NotAllowed):
        tables.sit(anna.link, "Ben", "blue")
    with pytest.raises(NoSuchTable):
        tables.look(opened.code)
    with pytest.raises(NoSuchTable):
        tables.look(opened.host + "x")


def test_a_photo_is_shown_only_at_its_table(tables: Tables) -> None:
    one, other = (tables.open_table(plan(), "host") for _ in range(2))
    anna = tables.sit(one.guest, "Anna", "blue")
    tables.submit(anna.link, sending(*family(3)))
    name = tables.look(anna.link).state.sent[0].photo
    assert tables.photo(one.guest, name)
    with pytest.raises(NoSuchTable):
        tables.photo(other.host, name)
    with pytest.raises(NoSuchTable):
        tables.photo(one.host, "../" + name)


def test_wrong_codes_are_limited_and_right_ones_are_not(tables: Tables) -> None:
    opened = tables.open_table(plan(), "host")
    for _ in range(30):
        assert tables.lobby(opened.code, "class").name == "Friday"
    for guess in range(10):
        with pytest.raises(NoSuchTable):
            tables.lobby(f"AAAA-AAA{guess}", "thief")
    with pytest.raises(TooOften, match="Wait"):
        tables.lobby(opened.code, "thief")
    assert tables.lobby(f"{opened.code[:4]}-{opened.code[4:]}", "class").seats[0] == (1, "", "", False)


def test_what_cannot_count_is_refused_before_it_is_kept(tables: Tables) -> None:
    opened = tables.open_table(plan(), "host")
    anna = tables.sit(opened.guest, "Anna", "blue")
    with pytest.raises(WrongBoat, match="red boat, and you sit with the blue"):
        tables.submit(anna.link, sending(*family(3), boat="red"))
    tables.change_boat(anna.link, "red")
    tables.submit(anna.link, sending(*family(3), boat="red"))
    tables.change_boat(anna.link, "blue")
    question = Question(About.LESSON, frozenset(), (Option(), Option(lessons=(3,))), lesson=3)
    with pytest.raises(QuestionsOpen):
        tables.submit(anna.link, Sending(jpeg(), replace(reading(*family(3)), questions=(question,))))
    with pytest.raises(ReadingUnusable, match="lesson 99"):
        tables.submit(anna.link, sending(*family(3), lessons=(99,)))
    assert len(tables.look(anna.link).state.seat(1).submissions) == 1


def test_a_plan_that_cannot_be_is_told(tables: Tables) -> None:
    for wrong in (
        plan(0),
        plan(25),
        plan(days=0),
        plan(boats=("pink",)),
        plan(lesson_sheet={"lessons": [{"number": 1, "condition": "fly"}]}),
        replace(plan(), seats=(SeatPlan("A"), SeatPlan("a"))),
    ):
        with pytest.raises(PlanWrong):
            tables.open_table(wrong, "host")


def test_a_tables_own_lesson_sheet_counts(tables: Tables) -> None:
    sheet = {"lessons": [{"number": 5, "condition": "exactly-cats", "count": 3, "points": 50}]}
    opened = tables.open_table(plan(lesson_sheet=sheet), "host")
    anna = tables.sit(opened.guest, "Anna", "blue")
    tables.submit(anna.link, sending(*family(3), lessons=(5,)))
    card = standings(tables.look(anna.link).state).placed[0].card
    assert card.lines[-1].points == 50


def test_pages_see_what_is_new_since_they_looked(tables: Tables, server: Server) -> None:
    other = server()
    opened = tables.open_table(plan(), "host")
    version = tables.look(opened.guest).state.version
    assert tables.changes_since(opened.guest, version).events == ()
    anna = other.sit(opened.guest, "Anna", "blue")
    other.submit(anna.link, sending(*family(3)))
    changes = tables.changes_since(opened.guest, version)
    assert [event.what for event in changes.events] == [What.SAT, What.SUBMITTED]
    assert tables.look(opened.guest).state == other.look(opened.guest).state
    assert tables.changes_since(opened.guest, changes.version).events == ()


WRONG, RIGHT = cat(Colour.RED, (4, 4), (4, 5)), (cat(Colour.RED, (4, 4)), cat(Colour.RED, (4, 5)))


def test_an_objection_changes_the_score_when_it_is_accepted_and_nothing_is_lost(tables: Tables, clock: Clock) -> None:
    opened = tables.open_table(plan(), "host")
    anna, ben = (tables.sit(opened.guest, name, "blue") for name in ("Anna", "Ben"))
    sent = reading(*family(3, row=5), WRONG)
    event = tables.submit(anna.link, Sending(jpeg(), sent, sent)).event
    before = standings(tables.look(opened.guest).state).placed[0].card.total
    version = tables.look(opened.guest).state.version
    clock.wait(minutes=5)
    change = change_between(sent, reading(*family(3, row=5), *RIGHT))
    assert change.squares == {Square(4, 4), Square(4, 5)}
    objection = tables.object_to(ben.link, event, change, "two cats")
    assert standings(tables.look(opened.guest).state).placed[0].card.total == before
    clock.wait(minutes=5)
    tables.settle(anna.link, objection, Verdict.ACCEPT)
    state = tables.look(opened.guest).state
    after = standings(state).placed[0].card.total
    assert after != before
    about = state.objections[0]
    assert (about.name, about.words, about.standing) == ("Ben", "two cats", Standing.ACCEPTED)
    assert str(about.settled_by) == "seat-1"
    assert about.settled_at == clock.now
    submission = state.submission(event)
    assert submission is not None
    assert submission.sent == replace(sent, photo=submission.photo)
    assert all(seen.by_hand for seen in submission.reading.seen if seen.discovery in RIGHT)
    assert standings(tables.look_back(opened.guest, version).state).placed[0].card.total == before
    assert [list(m.totals.values()) for m in scores_over_time(tables.history(opened.guest))] == [[before], [after]]


def test_who_may_object_and_who_may_settle(tables: Tables) -> None:
    opened = tables.open_table(plan(), "host")
    anna, ben = (tables.sit(opened.guest, name, "blue") for name in ("Anna", "Ben"))
    sent = reading(WRONG)
    event = tables.submit(anna.link, Sending(jpeg(), sent)).event
    change = change_between(sent, reading(*RIGHT))
    with pytest.raises(NotAllowed, match="Sit down"):
        tables.object_to(opened.guest, event, change)
    objection = tables.object_to(ben.link, event, change)
    for link in (ben.link, opened.guest):
        with pytest.raises(NotAllowed, match="owner or the host"):
            tables.settle(link, objection, Verdict.ACCEPT)
    tables.settle(opened.host, objection, Verdict.REFUSE)
    with pytest.raises(OutOfDate):
        tables.settle(opened.host, objection, Verdict.ACCEPT)
    assert tables.look(opened.host).state.submission(event).reading.marked_boat == sent.marked_boat


def test_of_two_objections_to_the_same_squares_only_one_can_be_accepted(tables: Tables) -> None:
    opened = tables.open_table(plan(), "host")
    anna, ben = (tables.sit(opened.guest, name, "blue") for name in ("Anna", "Ben"))
    sent = reading(WRONG)
    event = tables.submit(anna.link, Sending(jpeg(), sent)).event
    first, second, apart = (
        tables.object_to(ben.link, event, change_between(sent, after))
        for after in (reading(*RIGHT), reading(), replace(sent, lessons=(3,)))
    )
    tables.settle(anna.link, first, Verdict.ACCEPT)
    with pytest.raises(OutOfDate):
        tables.settle(anna.link, second, Verdict.ACCEPT)
    tables.settle(anna.link, apart, Verdict.ACCEPT)
    now = tables.look(anna.link).state.submission(event).reading
    assert {seen.discovery for seen in now.seen} == {*RIGHT}
    assert now.lessons == (3,)


def test_a_new_photo_overtakes_open_objections_to_the_old_one(tables: Tables) -> None:
    opened = tables.open_table(plan(), "host")
    anna = tables.sit(opened.guest, "Anna", "blue")
    sent = reading(WRONG)
    event = tables.submit(anna.link, Sending(jpeg(), sent)).event
    change = change_between(sent, reading(*RIGHT))
    objection = tables.object_to(opened.host, event, change)
    tables.submit(anna.link, Sending(jpeg(1), sent))
    assert tables.look(anna.link).state.objections[0].standing is Standing.OVERTAKEN
    with pytest.raises(OutOfDate):
        tables.settle(anna.link, objection, Verdict.ACCEPT)
    with pytest.raises(OutOfDate):
        tables.object_to(opened.host, event, change)


def test_the_host_helps_a_player_who_lost_the_link_and_frees_a_seat(tables: Tables) -> None:
    opened = tables.open_table(plan(), "host")
    anna = tables.sit(opened.guest, "Anna", "blue")
    tables.submit(anna.link, sending(*family(3)))
    again = tables.renew_link(opened.host, 1)
    with pytest.raises(NoSuchTable):
        tables.look(anna.link)
    assert tables.look(again.link).entry.role is Role.PLAYER
    assert tables.submit(again.link, sending(*family(4))).version == 2
    tables.free_seat(opened.host, 1)
    with pytest.raises(NoSuchTable):
        tables.submit(again.link, sending(*family(5)))
    state = tables.look(opened.guest).state
    assert not state.seat(1).taken
    assert standings(state).placed == ()
    assert tables.sit(opened.guest, "Anna", "red").seat == 1


def test_a_deleted_table_is_gone_with_its_photos(tables: Tables, server: Server, tmp_path) -> None:
    other = server()
    opened, kept = (tables.open_table(plan(), "host") for _ in range(2))
    for table in (opened, kept):
        anna = tables.sit(table.guest, "Unforgettable", "blue")
        tables.submit(anna.link, sending(*family(3), seed=9))
    other.look(opened.guest)
    assert len([*(tmp_path / "photos").glob("*/*")]) == 2
    assert tables.delete(opened.host) is Deleted.ALL
    for server_of_two in (tables, other):
        with pytest.raises(NoSuchTable):
            server_of_two.look(opened.guest)
        with pytest.raises(NoSuchTable):
            server_of_two.lobby(opened.code, "x")
    assert len([*(tmp_path / "photos").glob("*/*")]) == 1
    assert tables.look(kept.guest).state.seat(1).latest is not None


def test_an_expired_table_is_gone_and_purged(tables: Tables, clock: Clock, tmp_path) -> None:
    opened = tables.open_table(plan(), "host")
    anna = tables.sit(opened.guest, "Anna", "blue")
    tables.submit(anna.link, sending(*family(3)))
    clock.wait(days=89)
    assert tables.purge_expired() == 0
    assert tables.look(opened.guest).state.seat(1).taken
    clock.wait(days=1, seconds=1)
    with pytest.raises(NoSuchTable):
        tables.look(opened.guest)
    with pytest.raises(NoSuchTable):
        tables.submit(anna.link, sending(*family(3)))
    assert tables.purge_expired() == 1
    assert not [*(tmp_path / "photos").glob("*/*")]


def test_lessons_that_compare_players_are_settled_across_the_table(tables: Tables) -> None:
    opened = tables.open_table(plan(), "host")
    anna, ben = (tables.sit(opened.guest, name, "blue") for name in ("Anna", "Ben"))
    tables.submit(anna.link, sending(*family(7), lessons=(7,)))
    alone = standings(tables.look(opened.guest).state).of_seat(1)
    assert alone is not None
    assert alone.card.lines[-1].points == 10
    tables.submit(ben.link, sending(*family(8), lessons=(7,), seed=1))
    now = standings(tables.look(opened.guest).state)
    assert [(p.seat.name, p.card.lines[-1].points) for p in now.placed] == [("Ben", 10), ("Anna", 0)]


def test_a_tie_goes_to_filled_rooms_and_then_is_shared(tables: Tables) -> None:
    opened = tables.open_table(plan(), "host")
    anna, ben = (tables.sit(opened.guest, name, "blue") for name in ("Anna", "Ben"))
    tables.submit(anna.link, sending(*family(3)))
    tables.submit(ben.link, sending(*family(3, Colour.BLUE), seed=1))
    now = standings(tables.look(opened.guest).state)
    assert [p.rank for p in now.placed] == [1, 1]
    assert now.decided is Decided.SHARED
