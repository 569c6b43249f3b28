"""People at the site: who is at which table now, and which tables anyone may join."""
