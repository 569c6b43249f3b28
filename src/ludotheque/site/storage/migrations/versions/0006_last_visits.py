"""The day of each guest's last visit, so that guests who never come back can be deleted."""

import time

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
_DAY_S = 24 * 3600


def upgrade() -> None:
    """Adds the column; existing guests count as seen today."""
    op.add_column("guests", sa.Column("seen_day", sa.Integer))
    guests = sa.table("guests", sa.column("seen_day", sa.Integer))
    op.execute(sa.update(guests).values(seen_day=int(time.time() // _DAY_S)))
