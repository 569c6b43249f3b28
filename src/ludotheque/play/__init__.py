"""A game in progress and what is made of it: matches, arena, hints, reviews; without I/O."""
