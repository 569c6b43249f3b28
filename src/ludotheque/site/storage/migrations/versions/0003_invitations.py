"""One invitation for each table, and the tables that a guest has removed from the list."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
# Too random to be guessed; made by the database itself, since there may be many tables.
_RANDOM = {
    "sqlite": "lower(hex(randomblob(16)))",
    "postgresql": "replace(gen_random_uuid()::text, '-', '')",
}


def upgrade() -> None:
    """Adds both columns; existing tables get an invitation."""
    op.add_column("tables", sa.Column("invite", sa.String(64)))
    op.execute(f"UPDATE tables SET invite = {_RANDOM[op.get_bind().dialect.name]}")
    op.create_index("ix_tables_invite", "tables", ["invite"], unique=True)
    forgotten = sa.Column("forgotten", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("seats", forgotten)
