"""What each guest is shown of a table."""
