"""Solving Plus 4: positions are numbered, swept backwards from the ends, and stored in files."""
