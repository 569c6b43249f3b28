"""An index of the events that name guests, for those who ask to be forgotten."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
_NAMING = sa.text("kind IN ('created', 'opened', 'seated')")


def upgrade() -> None:
    """Creates the index."""
    op.create_index(
        "ix_events_naming", "events", ["table_id"], sqlite_where=_NAMING, postgresql_where=_NAMING
    )
