"""How a database of an older version is brought to the shape of `schema`."""

REVISION = "0002"
"""The newest of `versions`."""
