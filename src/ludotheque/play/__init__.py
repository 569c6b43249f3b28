"""Games in progress and what is built on them: matches, arena, hints, reviews; without I/O."""
