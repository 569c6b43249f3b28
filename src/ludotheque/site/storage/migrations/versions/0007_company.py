"""Who is at a table, and which tables anyone may join."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Adds the columns: no guest has been seen, and no table can be joined by anyone."""
    listed = sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("tables", listed)
    op.create_index("ix_tables_listed", "tables", ["listed"])
    op.add_column("seats", sa.Column("here_since", sa.BigInteger))
    op.add_column("seats", sa.Column("here_until", sa.BigInteger))
