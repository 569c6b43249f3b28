"""Migrations of databases of older versions to the tables of `schema`."""

REVISION = "0007"
"""The newest revision in `versions`."""
