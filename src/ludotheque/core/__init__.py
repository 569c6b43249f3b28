"""The vocabulary that every game, bot and door shares; standard library only."""
