"""The tests: one module for each thing that a game has."""
