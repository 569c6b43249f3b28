"""The log of every table on disk, and everything that reads or writes it."""
