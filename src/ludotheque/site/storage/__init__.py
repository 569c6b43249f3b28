"""The database of the site: the log of every table, and all that reads or writes it."""
