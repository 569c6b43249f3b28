"""Bots, hints, reviews and calling time: the same on the site and in the pocket."""
