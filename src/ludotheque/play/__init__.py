"""Matches without I/O."""
