"""The site: one log of events a table, commit first, then tell."""
