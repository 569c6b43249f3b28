"""When the time of the player to move runs out, at tables with a clock."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Adds the column, and an index on the tables that have a clock."""
    op.add_column("tables", sa.Column("falls_at", sa.BigInteger))
    timed = sa.text("falls_at IS NOT NULL")
    op.create_index(
        "ix_tables_falls_at", "tables", ["falls_at"], sqlite_where=timed, postgresql_where=timed
    )
