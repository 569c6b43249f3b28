"""The site: one log of events for each table; a change is committed, then announced."""
