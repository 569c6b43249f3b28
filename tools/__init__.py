"""Scripts that make what is committed: `make pictures`."""
