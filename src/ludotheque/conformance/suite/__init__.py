"""The tests, one module for each aspect of a game."""
