"""What happens at a table, without network, database or clock: the site and others build on it."""
