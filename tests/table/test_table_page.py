"""What happens on the table's page, flow by flow, without a browser."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from at_the_table import family, jpeg, plan, sending
from reader_by_name import looks
from streamlit.testing.v1 import AppTest

from pages.parts import arrival, table_room, table_seat
from table.plan import SeatPlan
from table.problems import StorageFull, TableAway, TableProblem
from table.settings import folder_settings
from table.standings import standings
from table.table_report import TableHistory, table_pdf
from table.tables import Opened, Plan, Tables, start_tables
from table.tokens import shown_code


@pytest.fixture
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Tables]:
    """The tables that the page sees too."""
    monkeypatch.setenv("BOATSCORE_DATA", str(tmp_path))
    monkeypatch.delenv("BOATSCORE_DATABASE_URL", raising=False)
    monkeypatch.setattr(arrival, "looks", looks)
    table_room.tables.clear()
    yield start_tables(folder_settings(tmp_path))
    table_room.tables.clear()


@pytest.fixture
def opened(tables: Tables) -> Opened:
    return tables.open_table(plan(3), "host")


def room() -> None:
    from pages import table

    table.page()


def at_table(**links: str) -> AppTest:
    """The page as somebody with these links opens it."""
    app = AppTest.from_function(room, default_timeout=60)
    for name, link in links.items():
        app.query_params[name] = link
    return app.run()


def says(app: AppTest) -> str:
    parts = [*app.markdown, *app.caption, *app.error, *app.warning, *app.success, *app.info, *app.text, *app.code]
    return "\n".join(part.value for part in parts) + "\n".join(str(html.value) for html in app.get("html"))


def click(app: AppTest, key: str) -> AppTest:
    return app.button(key=key).click().run()


def drafted(app: AppTest, name: str = "anna.jpg", data: bytes = b"") -> AppTest:
    uploader = next(u for u in app.file_uploader if u.key.startswith("table-photo"))
    uploader.set_value((name, data or jpeg(5), "image/jpeg"))
    return app.run()


def test_a_table_is_opened_and_its_host_sees_how_to_invite(tables: Tables) -> None:
    app = at_table()
    app.text_input[1].set_value("Friday")
    next(b for b in app.button if b.label == "Open a table").click().run()
    assert not app.exception
    link = app.query_params["t"]
    look = tables.look(link)
    assert look.state.plan.name == "Friday"
    assert len(look.state.seats) == 4
    assert shown_code(look.code) in says(app)


def test_a_guest_sits_down_and_the_address_becomes_the_seat(tables: Tables, opened: Opened) -> None:
    app = at_table(t=opened.guest)
    app.text_input(key="table-name").set_value("Anna")
    next(b for b in app.button if b.label == "Sit down").click().run()
    assert not app.exception
    assert tables.look(app.query_params["t"]).entry.seat == 1
    assert "You are Anna. Blue boat." in says(app)


def test_a_code_leads_to_a_seat_and_a_wrong_one_is_told(tables: Tables, opened: Opened) -> None:
    app = at_table(code="AAAA-AAAA")
    assert "No table is found" in says(app)
    app = at_table(code=opened.code.lower())
    app.text_input(key="table-name").set_value("Anna")
    next(b for b in app.button if b.label == "Sit down").click().run()
    assert tables.look(app.query_params["t"]).state.seat(1).name == "Anna"


def test_a_kept_seat_is_chosen_by_its_name(tables: Tables) -> None:
    opened = tables.open_table(Plan("Friday", (SeatPlan("Zoé"), SeatPlan())), "host")
    app = at_table(t=opened.guest)
    app.button_group(key="table-who").set_value(["Zoé"]).run()
    next(b for b in app.button if b.label == "Sit down").click().run()
    assert tables.look(app.query_params["t"]).state.seat(1).taken


def test_a_photo_is_read_checked_and_sent(tables: Tables, opened: Opened) -> None:
    anna = tables.sit(opened.guest, "Anna", "blue")
    app = drafted(at_table(t=anna.link))
    assert tables.look(anna.link).state.seat(1).latest is None
    click(app, "table-submit")
    assert not app.exception
    sent = tables.look(anna.link).state.seat(1).latest
    assert sent is not None
    assert sent.read == sent.sent
    assert "Your boat is at the table (photo 1)" in says(app)
    assert "Anna is ahead so far." in says(app)


def test_an_open_question_keeps_the_boat_from_being_sent(tables: Tables, opened: Opened) -> None:
    ben = tables.sit(opened.guest, "Ben", "red")
    app = drafted(at_table(t=ben.link), "ben.jpg")
    assert app.button(key="table-submit").disabled
    assert "Answer the question above" in says(app)


def test_another_boat_than_ones_own_can_be_made_ones_own(tables: Tables, opened: Opened) -> None:
    ben = tables.sit(opened.guest, "Ben", "blue")
    app = drafted(at_table(t=ben.link), "better.jpg")
    assert app.button(key="table-submit").disabled
    click(app, "table-change-boat")
    click(app, "table-submit")
    assert tables.look(ben.link).state.seat(1).boat == "red"
    assert tables.look(ben.link).state.seat(1).latest is not None


def test_a_photo_that_cannot_be_read_is_told_and_can_be_tapped_in(tables: Tables, opened: Opened) -> None:
    anna = tables.sit(opened.guest, "Anna", "blue")
    app = drafted(at_table(t=anna.link), "dark.jpg")
    assert "ore light" in says(app)
    click(app, "table-by-hand")
    click(app, "table-submit")
    sent = tables.look(anna.link).state.seat(1).latest
    assert sent is not None
    assert sent.read is None


def test_a_file_that_is_no_picture_is_told_when_it_is_sent(tables: Tables, opened: Opened) -> None:
    anna = tables.sit(opened.guest, "Anna", "blue")
    app = drafted(at_table(t=anna.link), "anna.jpg", b"no picture")
    click(app, "table-submit")
    assert "broken or not a picture" in says(app)
    assert app.session_state[table_seat.DRAFT] is not None
    assert tables.look(anna.link).state.seat(1).latest is None


@pytest.mark.parametrize("problem", [TableAway(), StorageFull()])
def test_a_draft_is_kept_while_the_table_is_away_and_sent_when_it_is_back(
    tables: Tables, opened: Opened, monkeypatch: pytest.MonkeyPatch, problem: TableProblem
) -> None:
    anna = tables.sit(opened.guest, "Anna", "blue")
    app = drafted(at_table(t=anna.link))

    def away(*args: object) -> None:
        raise problem

    with monkeypatch.context() as broken:
        broken.setattr(Tables, "submit", away)
        click(app, "table-submit")
        assert "Not sent yet. Your boat is kept here" in says(app)
        app.run()
        assert app.session_state[table_seat.DRAFT].again
    app.run()
    app.run()
    assert table_seat.DRAFT not in app.session_state
    assert len(tables.look(anna.link).state.seat(1).submissions) == 1


def test_while_the_whole_table_is_away_the_page_says_so_and_keeps_the_draft(
    tables: Tables, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = tables.sit(opened.guest, "Anna", "blue")
    app = drafted(at_table(t=anna.link))

    def away(*args: object) -> None:
        raise TableAway

    with monkeypatch.context() as broken:
        broken.setattr(Tables, "look", away)
        app.run()
        assert not app.exception
        assert "cannot be reached" in says(app)
        assert "is kept here" in says(app)
    app.run()
    click(app, "table-submit")
    assert tables.look(anna.link).state.seat(1).latest is not None


def test_names_and_words_are_text_and_never_markup(tables: Tables) -> None:
    opened = tables.open_table(Plan("<script>alert(1)</script>", (SeatPlan(),)), "host")
    anna = tables.sit(opened.guest, "**A** <img src=x>", "blue")
    tables.submit(anna.link, sending(*family(3)))
    app = at_table(t=opened.guest)
    assert not app.exception
    assert "<script>alert" not in says(app)
    assert not re.search(r"(?<!\\)<img src=x", says(app))
    assert r"\*\*A\*\*" in says(app)
    assert "&lt;img src=x&gt;" in says(app)


@pytest.mark.parametrize("name", ["x" * 40, "⛵ 猫", "A, B", "Zoé"])
def test_whatever_a_player_is_called_the_page_and_the_sheet_are_there(
    tables: Tables, opened: Opened, name: str
) -> None:
    anna = tables.sit(opened.guest, name, "blue")
    tables.submit(anna.link, sending(*family(3)))
    app = at_table(t=anna.link)
    assert not app.exception
    history = TableHistory(tables.history(opened.host))
    assert table_pdf(history, {}, "fr").startswith(b"%PDF")


def test_a_link_that_ended_leads_back_to_the_way_in(tables: Tables, opened: Opened) -> None:
    anna = tables.sit(opened.guest, "Anna", "blue")
    tables.free_seat(opened.host, 1)
    app = at_table(t=anna.link)
    assert "No table is found" in says(app)
    click(app, "table-leave")
    assert any(b.label == "Open a table" for b in app.button)


def test_a_host_who_plays_too_keeps_the_hosts_rights_when_the_seat_is_freed(tables: Tables, opened: Opened) -> None:
    seat = tables.sit(opened.host, "Me", "blue")
    app = at_table(t=opened.host, p=seat.link)
    assert "You are Me." in says(app)
    assert app.button(key="table-close")
    tables.free_seat(opened.host, 1)
    app = at_table(t=opened.host, p=seat.link)
    assert "You are the host." in says(app)


def test_the_history_tells_everything_with_the_totals_then(tables: Tables, opened: Opened) -> None:
    anna = tables.sit(opened.guest, "Anna", "blue")
    tables.submit(anna.link, sending(*family(3)))
    tables.submit(anna.link, sending(*family(4), seed=1))
    tables.close(opened.host)
    app = at_table(t=opened.guest)
    app.toggle(key="table-history-on").set_value(True).run()
    told = says(app)
    for line in (
        "the host opened the table",
        "Anna sat down: Blue boat",
        "Anna sent photo 2",
        "the host closed the table",
    ):
        assert line in told
    total = standings(tables.look(opened.host).state).placed[0].card.total
    assert f"Anna −{abs(total)} points" in told


def test_a_host_deletes_the_table(tables: Tables, opened: Opened) -> None:
    app = at_table(t=opened.host)
    click(app, "table-delete-yes")
    assert "No table" not in says(app)
    assert any(b.label == "Open a table" for b in app.button)
    assert "No table is found" in says(at_table(t=opened.guest))
