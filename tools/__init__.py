"""Scripts that generate committed files, such as `make pictures`."""
