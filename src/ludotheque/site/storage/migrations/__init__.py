"""The migrations of older databases to the tables of `schema`."""

REVISION = "0011"
"""The newest revision in `versions`."""
