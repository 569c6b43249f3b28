"""`make siege`: abuse of a real site, while the moves of another player are timed."""
