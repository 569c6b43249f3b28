"""When each event was ruled; of those kept before, nobody knows."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Adds the column, empty for what is there."""
    op.add_column("events", sa.Column("at", sa.BigInteger))
