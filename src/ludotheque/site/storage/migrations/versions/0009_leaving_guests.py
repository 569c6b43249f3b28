"""Which guests are being forgotten."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Adds the column: no guest is being forgotten."""
    leaving = sa.Column("leaving", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("guests", leaving)
