"""What is deleted from the database: guests who ask to be forgotten, and old data."""
