"""Measurements, never part of the tests: `make bench`."""
