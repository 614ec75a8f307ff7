"""Links that cannot be guessed, and short codes that can be read aloud."""

import base64
import hashlib
import secrets

from table.models import CODE_CHARS

LINK_BYTES = 24
"""192 bits; nobody guesses 128."""
CODE_ALPHABET = "ACFHKMRTUWXY234679"
"""Letters and digits that neither look nor sound alike: no 0 O 1 I L 5 S 8 B, no B D E G P V beside T, no N beside M,
no J beside G, which English and French swap."""
SHOWN_GROUP = 4


def new_link() -> str:
    """A fresh secret for a link."""
    return secrets.token_urlsafe(LINK_BYTES)


def guest_link(host: str) -> str:
    """The guests' link of a host's table: the host can always show it again, and nobody can get back from it."""
    digest = hashlib.sha256(f"guests of {host}".encode()).digest()
    return base64.urlsafe_b64encode(digest[:LINK_BYTES]).decode()


def hashed(secret: str) -> str:
    """What is kept of a secret. It is long and random, so a plain SHA-256 cannot be turned back."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def new_code() -> str:
    """A fresh short code: 18 ** 8, about eleven thousand million, are possible."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_CHARS))


def shown_code(code: str) -> str:
    """A code as people see it: two groups."""
    return f"{code[:SHOWN_GROUP]}-{code[SHOWN_GROUP:]}"


def typed_code(typed: str) -> str | None:
    """The code that a person typed, however grouped; None when it cannot be one."""
    code = "".join(c for c in typed.upper() if c.isalnum())
    return code if len(code) == CODE_CHARS and set(code) <= set(CODE_ALPHABET) else None
