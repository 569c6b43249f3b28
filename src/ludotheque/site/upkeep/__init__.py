"""What leaves the database: people who ask to be forgotten, and what has grown old."""
