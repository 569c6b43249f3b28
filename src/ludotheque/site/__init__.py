"""The site: the server, which stores each change of a table before it announces it."""
