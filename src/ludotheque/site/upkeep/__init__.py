"""Deletes guests who ask to be forgotten, and old data."""
