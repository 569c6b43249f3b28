"""Plus 4 solved: every position numbered, swept backwards from the ends, kept in files."""
