"""What Alembic runs for every migration: on the connection, lock and transaction of table.database, never its own."""

from alembic import context

from table.models import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
