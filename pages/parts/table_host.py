"""The host's part: invite, help players, close, delete; and what everybody can take home."""

from html import escape

import streamlit as st

from pages.parts import files
from pages.parts.table_room import LINK, Visitor, Where, act, address, go_to, name_of, said, tables, told
from pages.parts.words import Words
from table.problems import TableProblem
from table.qr import qr_svg
from table.table_report import TableHistory, table_json, table_pdf
from table.tables import Deleted, Seated
from table.tokens import guest_link, shown_code

QR_PX = 240


def invite(visitor: Visitor, words: Words) -> None:
    """Link, code and QR picture for the others."""
    waiting = any(not seat.taken for seat in visitor.look.state.seats) and not visitor.look.state.closed
    with st.expander(words("table.invite"), icon=":material/group_add:", expanded=waiting, key="table-invite"):
        link = address(**{LINK: guest_link(visitor.link)})
        left, right = st.columns([3, 2], gap="medium", vertical_alignment="center")
        with left:
            st.html(f'<p class="code" aria-label="{words("table.code")}">{shown_code(visitor.look.code)}</p>')
            hint = words("table.code_hint", where=address().rstrip("?"))
            st.html(f"<small>{escape(hint)}</small>")
            st.code(link, language=None, wrap_lines=True)
            st.caption(words("table.link_hint"))
        with right:
            st.image(qr_svg(link), caption=words("table.qr"), width=QR_PX)
        st.info(words("table.keep_link"), icon=":material/bookmark:")


def keep(visitor: Visitor, words: Words) -> None:
    """The report of the whole table, for everybody at it."""
    if (panel := files.panel(words("table.keep"), "download", "table-keep")) is None:
        return
    with panel:
        st.caption(words("table.keep_hint"))
        try:
            history = TableHistory(tables().history(visitor.link))
            photos = {s.photo: tables().photo(visitor.link, s.photo) for s in visitor.look.state.sent}
        except TableProblem as problem:
            st.error(said(problem, words), icon=":material/cloud_off:")
            return
        stem = files.stem_of(visitor.look.state.plan.name, "table")
        whole = files.as_json(table_json(history, words.lang))
        report = table_pdf(history, photos, words.lang)
        files.offer(words("keep_pdf"), report, f"{stem}.pdf", files.PDF, "table-pdf")
        files.offer(words("keep_json"), whole, f"{stem}.json", files.JSON, "table-json")


def manage(visitor: Visitor, words: Words) -> None:
    """Close and open again, seats, delete."""
    with st.expander(words("table.manage"), icon=":material/settings:", key="table-manage"):
        told(Where.HOST)
        _close(visitor, words)
        _seats(visitor, words)
        _delete(visitor, words)


def _close(visitor: Visitor, words: Words) -> None:
    closed = visitor.look.state.closed
    st.button(
        words("table.reopen" if closed else "table.close"),
        key="table-close",
        icon=f":material/{'lock_open' if closed else 'lock'}:",
        on_click=_open_or_close,
        args=(visitor, words),
    )
    st.caption(words("table.close_hint"))


def _open_or_close(visitor: Visitor, words: Words) -> None:
    turn = tables().reopen if visitor.look.state.closed else tables().close
    act(lambda: turn(visitor.link), Where.HOST, words)


def _seats(visitor: Visitor, words: Words) -> None:
    for seat in visitor.look.state.seats:
        if not seat.taken:
            continue
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"{seat.number}. {name_of(seat, words)}")
            st.button(
                words("table.renew"), key=f"table-renew-{seat.number}", on_click=_renew,
                args=(visitor, seat.number, words),
            )  # fmt: skip
            if not visitor.look.state.closed:
                with st.popover(words("table.free_seat"), key=f"table-free-{seat.number}"):
                    st.write(words("table.free_hint"))
                    st.button(
                        words("table.free_seat"), key=f"table-free-yes-{seat.number}", type="primary",
                        on_click=_free, args=(visitor, seat.number, words),
                    )  # fmt: skip
    renewed: Seated | None = st.session_state.get("table-renewed")
    if renewed is not None:
        st.info(words("table.renewed", name=name_of(visitor.look.state.seat(renewed.seat), words)))
        st.code(address(**{LINK: renewed.link}), language=None, wrap_lines=True)


def _renew(visitor: Visitor, seat: int, words: Words) -> None:
    def deed() -> None:
        st.session_state["table-renewed"] = tables().renew_link(visitor.link, seat)

    act(deed, Where.HOST, words)


def _free(visitor: Visitor, seat: int, words: Words) -> None:
    act(lambda: tables().free_seat(visitor.link, seat), Where.HOST, words)


def _delete(visitor: Visitor, words: Words) -> None:
    with st.popover(words("table.delete"), icon=":material/delete_forever:", key="table-delete"):
        st.write(words("table.delete_hint"))
        st.button(
            words("table.delete_yes"), type="primary", key="table-delete-yes", on_click=_gone, args=(visitor, words)
        )


def _gone(visitor: Visitor, words: Words) -> None:
    done: list[Deleted] = []
    if act(lambda: done.append(tables().delete(visitor.link)), Where.HOST, words):
        go_to()
        st.session_state["table-gone"] = words("table.deleted" if done[0] is Deleted.ALL else "table.deleted_later")
