"""Says what each move of a position of Babylone is worth under perfect play, and which is best.

Run it with `python examples/solve_position.py`, or with another position as its argument: each pile
from top to bottom (green is v), `-` where there is none, then the seat of the player to move.
"""

import sys

from ludotheque import load

POSITION = "vv - - bn - nrrrn - - - - - bvb 0"

kit = load("babylone")
state = kit.round.notation.read_state(sys.argv[1] if sys.argv[1:] else POSITION)
assert kit.solver is not None, "Babylone is solved"
kit.solver.prepare()
found = kit.solver.analyse(state)
write = kit.round.notation.write_action
for action, verdict in found.actions:
    print(f"{write(action):6} {verdict.word}")
print("best:", *map(write, found.best))
