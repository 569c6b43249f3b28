"""Exercises: lessons, problems, and mistakes from games to be played better."""
