"""Tables, keys, events, deletions."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this version."""
    op.create_table(
        "game_table",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("code", sa.String(8), nullable=False, unique=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("opened_at", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_game_table_expires_at", "game_table", ["expires_at"])
    op.create_table(
        "access_key",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("game_table.id", ondelete="CASCADE"), nullable=False),
        sa.Column("role", sa.String(20), nullable=False),
        sa.Column("seat", sa.Integer, nullable=True),
    )
    op.create_index("ix_access_key_table_id", "access_key", ["table_id"])
    op.create_table(
        "event",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("game_table.id", ondelete="CASCADE"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("who", sa.String(20), nullable=False),
        sa.Column("what", sa.String(20), nullable=False),
        sa.Column("facts", sa.JSON, nullable=False),
        sa.Column("request", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "number"),
        sa.UniqueConstraint("table_id", "request", name="event_once_per_request"),
    )
    op.create_table(
        "deletion",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("asked_at", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Back to the version before: nothing."""
    for name in ("deletion", "event", "access_key", "game_table"):
        op.drop_table(name)
