"""Types and functions that games, bots, the site and the commands share; standard library only."""
