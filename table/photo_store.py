"""Where photos lie: a folder or any store that fsspec knows. Named by content; written whole or not at all."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EDQUOT, EFBIG, ENOSPC
from pathlib import Path
from typing import Any

import fsspec

from table.problems import StorageFull, TableAway

NO_ROOM = (ENOSPC, EDQUOT, EFBIG)
ONLY_MINE = 0o700


class PhotoStore:
    """Photos of all tables: `TABLE/SHA256.jpg`."""

    def __init__(self, url: str) -> None:
        with _in_words():
            self._files, self._root = fsspec.core.url_to_fs(url)
        self._local = "file" in _protocols(self._files)

    def put(self, table_id: str, name: str, data: bytes) -> None:
        """Keep these bytes for good before returning. The same photo a second time changes nothing."""
        with _in_words():
            if self._local:
                _write_whole(Path(self._root) / table_id, name, data)
            else:
                self._files.makedirs(self._folder(table_id), exist_ok=True)
                self._files.pipe_file(f"{self._folder(table_id)}/{name}", data)

    def get(self, table_id: str, name: str) -> bytes:
        """The photo's bytes."""
        with _in_words():
            return bytes(self._files.cat_file(f"{self._folder(table_id)}/{name}"))

    def names(self, table_id: str) -> list[str]:
        """What is kept for this table."""
        with _in_words():
            if not self._files.exists(self._folder(table_id)):
                return []
            return sorted(path.rsplit("/", 1)[-1] for path in self._files.ls(self._folder(table_id), detail=False))

    def delete_table(self, table_id: str) -> None:
        """Every photo of this table is gone for good."""
        with _in_words():
            self._files.invalidate_cache()
            if self._files.exists(self._folder(table_id)):
                self._files.rm(self._folder(table_id), recursive=True)

    def _folder(self, table_id: str) -> str:
        return f"{self._root.rstrip('/')}/{table_id}"


def _protocols(files: Any) -> tuple[str, ...]:
    return (files.protocol,) if isinstance(files.protocol, str) else tuple(files.protocol)


def _write_whole(folder: Path, name: str, data: bytes) -> None:
    """Under a passing name first, then renamed: a reader, or a server killed here, never leaves half a photo."""
    folder.mkdir(mode=ONLY_MINE, parents=True, exist_ok=True)
    passing = folder / f".{secrets.token_hex(8)}.part"
    try:
        with passing.open("wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        passing.replace(folder / name)
    except BaseException:
        passing.unlink(missing_ok=True)
        raise
    _keep_folder(folder)


def _keep_folder(folder: Path) -> None:
    """A new name survives a power cut only when its folder is written too; Windows has no such call."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def _in_words() -> Iterator[None]:
    """A store's errors as StorageFull or TableAway."""
    try:
        yield
    except OSError as problem:
        raise (StorageFull() if problem.errno in NO_ROOM else TableAway()) from problem
    except Exception as problem:  # noqa: BLE001  (object stores raise their own libraries' types when they are away)
        raise TableAway() from problem
