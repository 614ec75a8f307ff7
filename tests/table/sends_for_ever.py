"""Run by test_killed.py: a page server of its own that submits in a loop and says what was confirmed, until killed."""

import sys
from pathlib import Path

from at_the_table import family, sending
from sqlalchemy.engine import make_url

from table.database import Database
from table.photo_store import PhotoStore
from table.tables import Tables


def main(database_url: str, photos: str, first: int, *links: str) -> None:
    tables = Tables(Database(make_url(database_url)), PhotoStore(Path(photos).as_uri()), limits=Unlimited())
    for number in range(first, first + 100_000):
        link = links[number % len(links)]
        receipt = tables.submit(link, sending(*family(3 + number % 5), seed=number), key=str(number))
        sys.stdout.write(f"{number} {receipt.event}\n")
        sys.stdout.flush()


class Unlimited:
    """No rate limit: this test sends as fast as it can."""

    def count(self, deed: object, client: str) -> None:
        """Nothing is counted."""


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), *sys.argv[4:])
