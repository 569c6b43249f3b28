"""Migrations of databases of older versions to the tables of `schema`."""

REVISION = "0008"
"""The newest revision in `versions`."""
