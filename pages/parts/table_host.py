"""The host's part: invite, help players, close, delete; and what everybody can take home."""

import json
from collections.abc import Callable
from html import escape

import streamlit as st

from pages.parts.table_room import LINK, Visitor, Where, act, address, go_to, name_of, tables, told
from pages.parts.words import Words
from table.qr import qr_svg
from table.table_report import TableHistory, table_json, table_pdf
from table.tables import Deleted, Seated
from table.tokens import guest_link, shown_code

PDF, JSON = "application/pdf", "application/json"
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
    with st.expander(words("table.keep"), icon=":material/download:", key="table-keep"):
        st.caption(words("table.keep_hint"))
        stem = "".join(c if c.isalnum() else "-" for c in visitor.look.state.plan.name).strip("-").lower() or "table"
        for key, make, suffix, mime, icon in (
            ("pdf", lambda: _pdf(visitor, words), "pdf", PDF, "picture_as_pdf"),
            ("json", lambda: _json(visitor, words), "json", JSON, "data_object"),
        ):
            _download(words("keep_pdf" if key == "pdf" else "keep_json"), make, f"{stem}.{suffix}", mime, key, icon)


def _download(label: str, make: Callable[[], bytes], name: str, mime: str, key: str, icon: str) -> None:
    st.download_button(
        label,
        make,
        name,
        mime,
        key=f"table-{key}",
        icon=f":material/{icon}:",
        on_click="ignore",
        width="stretch",
    )


def _pdf(visitor: Visitor, words: Words) -> bytes:
    photos = {s.photo: tables().photo(visitor.link, s.photo) for s in visitor.look.state.sent}
    return table_pdf(TableHistory(tables().history(visitor.link)), photos, words.lang)


def _json(visitor: Visitor, words: Words) -> bytes:
    whole = table_json(TableHistory(tables().history(visitor.link)), words.lang)
    return (json.dumps(whole, indent=1, ensure_ascii=False) + "\n").encode()


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
