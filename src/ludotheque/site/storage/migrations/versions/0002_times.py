"""The time of each event, unknown for those stored before."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Adds the column, empty in existing events."""
    op.add_column("events", sa.Column("at", sa.BigInteger))
