"""Only the hash of each secret is stored, so that a copy of the database is no key to guests."""

import hashlib

from alembic import op

revision = "0004"
down_revision = "0003"
_HASHED = {
    "sqlite": "sha256_hex(secret)",
    "postgresql": "encode(sha256(convert_to(secret, 'UTF8')), 'hex')",
}


def upgrade() -> None:
    """Hashes the existing secrets, which stay valid; there is no way back."""
    bind = op.get_bind()
    if bind.dialect.name == "sqlite":
        raw = bind.connection.driver_connection
        assert raw is not None
        raw.create_function("sha256_hex", 1, _sha256_hex, deterministic=True)
    op.execute(f"UPDATE guests SET secret = {_HASHED[bind.dialect.name]}")


def _sha256_hex(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
