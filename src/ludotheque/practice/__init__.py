"""Positions with something to find: lessons, problems, and mistakes to be played better."""
