"""The schema of the database: guests, tables, seats, and the log that is the only truth.

Beside them, what belongs to people alone: whom they invite, and which devices are told what.
"""

from __future__ import annotations

import sqlalchemy as sa

from ludotheque.site.storage.database import Plain

# Random bytes: two ids are never the same by chance, and secrets and invitations not guessed.
ID_BYTES, INVITE_BYTES, SECRET_BYTES = 9, 12, 24
# Texts have a longest length in letters, with room beyond what the site writes; the migrations say
# the same, and SQLite ignores it.
metadata = sa.MetaData()


def _owned_by(table: str) -> sa.ForeignKey:
    """A key to a row with which this one is deleted."""
    return sa.ForeignKey(f"{table}.id", ondelete="CASCADE")


guests = sa.Table(
    "guests",
    metadata,
    sa.Column("id", Plain(32), primary_key=True),
    sa.Column("secret", Plain(64), nullable=False, unique=True),
    sa.Column("name", Plain(40), nullable=False, default=""),
    sa.Column("seen_day", sa.Integer),  # of the last visit, in days since 1970
)
tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", Plain(32), primary_key=True),
    sa.Column("spec", Plain(300), nullable=False),
    sa.Column("rules", sa.Integer, nullable=False),
    sa.Column("seq", sa.Integer, nullable=False),
    sa.Column("over", sa.Boolean, nullable=False, default=False),
    sa.Column("turn", sa.Integer),  # of older versions; nothing writes or reads it any more
    sa.Column("waits_for_bot", sa.Boolean, nullable=False, default=False, index=True),
    sa.Column("changed", sa.Float, nullable=False),
    sa.Column("falls_at", sa.BigInteger),  # when the seat to move has no time left, in ms
    # Whether anyone may join, and a seat is open.
    sa.Column(
        "listed", sa.Boolean, nullable=False, default=False, server_default=sa.false(), index=True
    ),
    sa.Column("invite", Plain(64), index=True, unique=True),  # to any seat that is open
)
_TIMED = tables.c.falls_at.is_not(None)
sa.Index("ix_tables_falls_at", tables.c.falls_at, sqlite_where=_TIMED, postgresql_where=_TIMED)
seats = sa.Table(
    "seats",
    metadata,
    sa.Column("table_id", Plain(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("guest", Plain(32), nullable=False, default="", index=True),
    sa.Column("invite", Plain(64), unique=True),  # to this seat alone
    # By the guest on it, who is no longer shown the table in a list.
    sa.Column("forgotten", sa.Boolean, nullable=False, default=False, server_default=sa.false()),
    # The last stay of that guest at the table, in milliseconds since 1970; empty if never seen.
    sa.Column("here_since", sa.BigInteger),
    sa.Column("here_until", sa.BigInteger),
)
events = sa.Table(
    "events",
    metadata,
    sa.Column("table_id", Plain(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("kind", Plain(16), nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("client", Plain(64)),
    sa.Column("at", sa.BigInteger),  # milliseconds since 1970; empty in events of version 0.1
    sa.UniqueConstraint("table_id", "client", name="one_effect"),
)
# With a guest or a table goes what was asked for or said of it.
invitations = sa.Table(
    "invitations",
    metadata,
    sa.Column("table_id", Plain(32), _owned_by("tables"), primary_key=True),
    sa.Column("guest", Plain(32), _owned_by("guests"), primary_key=True, index=True),
    sa.Column("inviter", Plain(32), _owned_by("guests"), nullable=False),
    sa.Column("answered", sa.Boolean, nullable=False, default=False),
    sa.Column("at", sa.BigInteger, nullable=False),  # milliseconds since 1970
)
push_keys = sa.Table(
    "push_keys",  # one row: by this pair, push services know the site
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("public", Plain(100), nullable=False),
    sa.Column("private", Plain(100), nullable=False),
)
subscriptions = sa.Table(
    "subscriptions",  # a browser to which a guest has messages sent
    metadata,
    sa.Column("id", Plain(32), primary_key=True),
    sa.Column("guest", Plain(32), _owned_by("guests"), nullable=False, index=True),
    sa.Column("endpoint", Plain(1000), nullable=False, unique=True),
    sa.Column("p256dh", Plain(100), nullable=False),
    sa.Column("auth", Plain(40), nullable=False),
    sa.Column("lang", Plain(8), nullable=False),
    sa.Column("kinds", Plain(100), nullable=False),
    # The daily message: whether there is something to say, and when it was sent last.
    sa.Column("daily_due", sa.Boolean, nullable=False, default=False),
    sa.Column("daily_at", sa.BigInteger, nullable=False, default=0),  # milliseconds since 1970
    sa.Column("at", sa.BigInteger, nullable=False),  # milliseconds since 1970
)
