"""The schema of the database: guests, tables, seats, and the log from which tables are replayed.

Apart from these, it holds invitations by name, and what push messages need.
"""

from __future__ import annotations

import sqlalchemy as sa

from ludotheque.site.storage.database import Plain
from ludotheque.table.forgetting import NAMING

# Random bytes: enough that ids never collide, and that secrets and invitations are not guessed.
ID_BYTES, INVITE_BYTES, SECRET_BYTES = 9, 12, 24
# The lengths of text columns leave room beyond what the site writes. The migrations repeat them;
# SQLite ignores them.
metadata = sa.MetaData()


def _owned_by(table: str) -> sa.ForeignKey:
    """A foreign key to a row with which this one is deleted."""
    return sa.ForeignKey(f"{table}.id", ondelete="CASCADE")


guests = sa.Table(
    "guests",
    metadata,
    sa.Column("id", Plain(32), primary_key=True),
    sa.Column("secret", Plain(64), nullable=False, unique=True),
    sa.Column("name", Plain(40), nullable=False, default=""),
    sa.Column("seen_day", sa.Integer),  # of the last visit, in days since 1970
    # Whether the guest is being forgotten; nothing more is stored for them then.
    sa.Column("leaving", sa.Boolean, nullable=False, default=False, server_default=sa.false()),
)
tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", Plain(32), primary_key=True),
    sa.Column("spec", Plain(300), nullable=False),
    sa.Column("rules", sa.Integer, nullable=False),
    sa.Column("seq", sa.Integer, nullable=False),
    sa.Column("over", sa.Boolean, nullable=False, default=False),
    sa.Column("turn", sa.Integer),  # from older versions; no longer written or read
    sa.Column("waits_for_bot", sa.Boolean, nullable=False, default=False, index=True),
    sa.Column("changed", sa.Float, nullable=False),
    sa.Column("falls_at", sa.BigInteger),  # when the player to move has no time left, in ms
    # Whether a seat is open and anyone may join.
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
    # Whether the guest has removed the table from the list of games.
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
# Literally, since a database uses a partial index only for a query that says the same.
OF_NAMING_KINDS = events.c.kind.in_([sa.literal(kind, literal_execute=True) for kind in NAMING])
sa.Index(
    "ix_events_naming",
    events.c.table_id,
    sqlite_where=OF_NAMING_KINDS,
    postgresql_where=OF_NAMING_KINDS,
)
# Invitations and subscriptions are deleted with their guest or table.
invitations = sa.Table(
    "invitations",
    metadata,
    sa.Column("table_id", Plain(32), _owned_by("tables"), primary_key=True),
    sa.Column("guest", Plain(32), _owned_by("guests"), primary_key=True, index=True),
    sa.Column("inviter", Plain(32), _owned_by("guests"), nullable=False),
    sa.Column("answered", sa.Boolean, nullable=False, default=False),
    sa.Column("at", sa.BigInteger, nullable=False),  # milliseconds since 1970
)
mutes = sa.Table(
    "mutes",  # whose invitations a guest does not want
    metadata,
    sa.Column("id", Plain(32), primary_key=True),  # for the page, which must not name the muted
    sa.Column("guest", Plain(32), _owned_by("guests"), nullable=False),
    sa.Column("muted", Plain(32), _owned_by("guests"), nullable=False, index=True),
    sa.Column("at", sa.BigInteger, nullable=False),  # milliseconds since 1970
    sa.UniqueConstraint("guest", "muted", name="one_mute"),
)
push_keys = sa.Table(
    "push_keys",  # one row: the pair by which push services know the site
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("public", Plain(100), nullable=False),
    sa.Column("private", Plain(100), nullable=False),
)
subscriptions = sa.Table(
    "subscriptions",  # the browsers to which push messages are sent
    metadata,
    sa.Column("id", Plain(32), primary_key=True),
    sa.Column("guest", Plain(32), _owned_by("guests"), nullable=False, index=True),
    sa.Column("endpoint", Plain(1000), nullable=False, unique=True),
    sa.Column("p256dh", Plain(100), nullable=False),
    sa.Column("auth", Plain(40), nullable=False),
    sa.Column("lang", Plain(8), nullable=False),
    sa.Column("kinds", Plain(100), nullable=False),
    # The daily message: whether one is due, and when the last one was sent.
    sa.Column("daily_due", sa.Boolean, nullable=False, default=False),
    sa.Column("daily_at", sa.BigInteger, nullable=False, default=0),  # milliseconds since 1970
    sa.Column("at", sa.BigInteger, nullable=False),  # milliseconds since 1970
)
