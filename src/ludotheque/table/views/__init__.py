"""What each guest sees of a table."""
