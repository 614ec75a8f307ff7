"""Photos are kept whole or not at all, in a folder or in another store."""

import errno
from pathlib import Path

import fsspec
import pytest

from table.photo_store import PhotoStore
from table.problems import StorageFull, TableAway


@pytest.fixture(params=["folder", "memory"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> PhotoStore:
    return PhotoStore((tmp_path / "photos").as_uri() if request.param == "folder" else f"memory://{tmp_path.name}")


def test_a_photo_comes_back_and_goes_with_its_table(store: PhotoStore) -> None:
    store.put("one", "a.jpg", b"picture")
    store.put("one", "a.jpg", b"picture")
    store.put("two", "a.jpg", b"other")
    assert store.get("one", "a.jpg") == b"picture"
    assert store.names("one") == ["a.jpg"]
    store.delete_table("one")
    store.delete_table("one")
    assert store.names("one") == []
    assert store.get("two", "a.jpg") == b"other"


def test_a_photo_that_is_gone_says_that_the_table_is_away(store: PhotoStore) -> None:
    with pytest.raises(TableAway):
        store.get("one", "a.jpg")


def test_a_full_disk_leaves_no_part_of_a_photo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    store = PhotoStore((tmp_path / "photos").as_uri())
    monkeypatch.setattr("table.photo_store.os.fsync", full)
    with pytest.raises(StorageFull, match="full"):
        store.put("one", "a.jpg", b"picture")
    assert not [p for p in (tmp_path / "photos").rglob("*") if p.is_file()]


def test_a_store_that_is_away_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class BackendDown(Exception):
        pass

    def down(self: object, path: str, value: bytes, **more: object) -> None:
        raise BackendDown

    monkeypatch.setattr(fsspec.get_filesystem_class("memory"), "pipe_file", down)
    with pytest.raises(TableAway, match="try again"):
        PhotoStore(f"memory://{tmp_path.name}").put("one", "a.jpg", b"picture")


def test_a_folder_that_is_no_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "photos").write_text("a file")
    with pytest.raises(TableAway):
        PhotoStore((tmp_path / "photos").as_uri()).put("one", "a.jpg", b"picture")
