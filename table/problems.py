"""What can go wrong at a table: each has a type, a key for the page's catalogue, and says what to do."""

from typing import ClassVar


class TableProblem(Exception):
    """Something a player can understand and act on. `key` names the text in a catalogue, `facts` fill it in."""

    key: ClassVar[str]
    words: ClassVar[str]
    draft_kept: ClassVar[bool] = False
    """The page should keep what the player made and offer to try again."""

    def __init__(self, **facts: object) -> None:
        self.facts = facts
        super().__init__(self.words.format(**facts))


class TableAway(TableProblem):
    """The database or the photo store does not answer."""

    key = "table-away"
    words = "The table cannot be reached just now. What you made is kept here: try again in a moment."
    draft_kept = True


class StorageFull(TableProblem):
    """No room left where tables or photos are kept."""

    key = "storage-full"
    words = (
        "The place where tables are kept is full, so nothing was saved. What you made is kept here: "
        "ask the person who runs this server to make room, then try again."
    )
    draft_kept = True


class QueueFull(TableProblem):
    """Too many photos are in line."""

    key = "queue-full"
    words = "Very many photos are being read right now. Wait a minute, then send yours again."
    draft_kept = True


class TooOften(TableProblem):
    """A rate limit was reached."""

    key = "too-often"
    words = "That was tried too often. Wait {seconds} seconds, then try again."
    draft_kept = True

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds=seconds)


class NoSuchTable(TableProblem):
    """A link or code that leads to no table, or to one that was deleted or has expired."""

    key = "no-such-table"
    words = "No table is found here. Check the link or the code; the table may also have been deleted or have expired."


class NotAllowed(TableProblem):
    """The link does not give the right to do this."""

    key = "not-allowed"
    words = "Your link does not allow this. {who}"

    def __init__(self, who: str) -> None:
        super().__init__(who=who)


class TableClosed(TableProblem):
    """The host has closed the table."""

    key = "table-closed"
    words = "The host has closed this table: nothing can be changed. Ask the host to open it again."
    draft_kept = True


class TableFull(TableProblem):
    """Every seat is taken."""

    key = "table-full"
    words = "Every seat at this table is taken. Ask the host for a seat."


class SeatTaken(TableProblem):
    """Somebody sits there."""

    key = "seat-taken"
    words = "Somebody already sits there. Choose another seat."


class NameTaken(TableProblem):
    """Two players of one table cannot have the same name."""

    key = "name-taken"
    words = "Somebody at this table is already called {name}. Choose another name."


class TextWrong(TableProblem):
    """A name or a text that is empty or too long."""

    key = "text-wrong"
    words = "{what} needs 1 to {most} characters."


class PlanWrong(TableProblem):
    """A table that cannot be opened this way."""

    key = "plan-wrong"
    words = "The table cannot be opened like this: {why}"


class WrongBoat(TableProblem):
    """The photo shows another boat than the player's."""

    key = "wrong-boat"
    words = (
        "This photo shows the {shown} boat, and you sit with the {yours} boat. "
        "Send the right photo or change your boat."
    )
    draft_kept = True


class QuestionsOpen(TableProblem):
    """A reading that still asks something."""

    key = "questions-open"
    words = "{count} question(s) about this photo are still open. Answer them, then send."
    draft_kept = True


class ReadingUnusable(TableProblem):
    """A reading that scoring cannot take."""

    key = "reading-unusable"
    words = "This reading cannot be used: {why}"
    draft_kept = True


class PhotoTooLarge(TableProblem):
    """More bytes or pixels than a table keeps."""

    key = "photo-too-large"
    words = "This photo is too large: it has {found}, and at most {most} can be kept. Send it in a smaller size."
    draft_kept = True


class PhotoBroken(TableProblem):
    """Bytes that are no picture."""

    key = "photo-broken"
    words = "This file is broken or not a picture. Take the photo again, or save it as JPEG or PNG."
    draft_kept = True


class TooMany(TableProblem):
    """More submissions or objections than one table keeps."""

    key = "too-many"
    words = "At most {most} {what} are kept here."


class KeyReused(TableProblem):
    """The same idempotency key came with other content."""

    key = "key-reused"
    words = "This was already sent with other content. Reload the page and send again."
    draft_kept = True


class NothingToChange(TableProblem):
    """An objection that changes nothing."""

    key = "nothing-to-change"
    words = "Your proposal is the same as the reading. Change a square first, then object."


class OutOfDate(TableProblem):
    """The boat has changed since the objection, or the objection is settled."""

    key = "out-of-date"
    words = "The boat has changed since, or this is already settled. Look at it again."


class DatabaseNewer(TableProblem):
    """The database was made by a newer boatscore."""

    key = "database-newer"
    words = "The tables were saved by a newer boatscore. Update boatscore on this server, then start it again."
