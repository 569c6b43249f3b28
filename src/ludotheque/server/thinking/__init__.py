"""Bots, hints and reviews, worked out in processes of their own."""
