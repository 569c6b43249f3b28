"""Monte-Carlo tree search of Redline for any number of players, on the kernel's positions.

A node is a few words of one array; its children lie side by side, one for each action of the
position, in the kernel's order. If a tile is drawn, chance chooses the child. Every player is
assumed to play for themselves: a node holds what the player whose action led to it has won there,
in `WHOLE_WIN`ths. Logarithms and exponentials are avoided, since their last bit differs between
machines: the same seed builds the same tree everywhere.

    word 0   word 1  word 2              word 3         word 4   word 5
    | visits | won   | first child, or 0 | how many     | weight | weight of its children |

The first node of the array is unused, except for its first word: where the next children go.
"""

from __future__ import annotations

from math import sqrt

import ludotheque.games.redline.layout as at
from ludotheque.games.redline.kernel import LUCK, act, acting, barred, go_back
from ludotheque.games.redline.layout import Integers
from ludotheque.games.redline.thinking.outlook import (
    SEEN_LENGTH,
    aligning,
    judge,
    play_at_random,
)
from ludotheque.kernels import light_kernel
from ludotheque.kernels.arrays import Bits, Reals, fill, real_zeros, zeros
from ludotheque.kernels.bits import popcount
from ludotheque.kernels.chance import below, following

VISITS, WON, FIRST, COUNT, WEIGHT, WEIGHTS, EACH_NODE = 0, 1, 2, 3, 4, 5, 6
ROOT = EACH_NODE
WHOLE_WIN = 1 << 16  # shares of a win are counted in whole numbers, so that sums are exact
MOST_DEPTH = 512  # more actions than a round can have
# Room for the children of the root, and for new nodes in each iteration: more than needed.
ROOT_CHILDREN, NODES_PER_ITERATION = 1024, 24
# How much a rarely seen action can promise beyond what it has won (more explores more), and how
# much more often than others an aligning placement is looked at. No record says which other values
# were tried; docs/evidence/ladders.md says what the search reaches with these.
EXPLORATION, ALIGNMENT_WEIGHT = 1.0, 3
ITERATIONS_PER_CHECK = 64  # whether the favourite can still be overtaken


def room_for(iterations: int) -> int:
    """The length of a tree's array; nodes that find no more room get no children."""
    return EACH_NODE * (ROOT_CHILDREN + NODES_PER_ITERATION * iterations)


def new_tree(iterations: int) -> Integers:
    """An array with room for that many iterations."""
    return zeros(room_for(iterations))


@light_kernel
def grow(
    table: Integers,
    tree: Integers,
    iterations: int,
    random_actions: int,
    weights: Reals,
    bits: Bits,
) -> Bits:
    """Runs that many iterations from the position `table`, `random_actions` beyond the tree.

    It ends early if the favourite can no longer be overtaken; returns the generator's bits.
    """
    start = table.copy()
    path, seen, chances = zeros(2 * MOST_DEPTH), real_zeros(SEEN_LENGTH), real_zeros(at.MOST_SEATS)
    tree[0] = ROOT + EACH_NODE
    fill(tree, ROOT, ROOT + EACH_NODE, 0)
    for number in range(iterations):
        if number % ITERATIONS_PER_CHECK == 0 and _settled(tree, iterations - number):
            break
        depth, bits = _descend(table, tree, path, bits)
        bits = play_at_random(table, random_actions, bits)
        if table[at.WIDTH]:
            judge(table, weights, seen, chances)
        else:
            for seat in range(at.MOST_SEATS):
                chances[seat] = 0.0
            chances[table[at.WINNER]] = 1.0
        _count_visit(tree, path, depth, chances)
        go_back(table, start)
    return bits


@light_kernel
def _settled(tree: Integers, left: int) -> bool:
    """Whether the favourite leads by more visits than are left."""
    first = second = 0
    for number in range(tree[ROOT + COUNT]):
        visits = tree[tree[ROOT + FIRST] + EACH_NODE * number]
        if visits > first:
            first, second = visits, first
        else:
            second = max(second, visits)
    return bool(first - second > left)


@light_kernel
def winning(table: Integers) -> int:
    """The number of an action that wins at once; -1 if there is none."""
    start, seat = table.copy(), acting(table)
    for number in range(start[at.WIDTH]):
        act(table, number)
        won = table[at.PHASE] == at.OVER and table[at.WINNER] == seat
        go_back(table, start)
        if won:
            return number
    return -1


@light_kernel
def favourite(tree: Integers) -> int:
    """The number of the action that was visited most often."""
    first, found = tree[ROOT + FIRST], 0
    for number in range(tree[ROOT + COUNT]):
        if tree[first + EACH_NODE * number] > tree[first + EACH_NODE * found]:
            found = number
    return found


@light_kernel
def _descend(table: Integers, tree: Integers, path: Integers, bits: Bits) -> tuple[int, Bits]:
    """Goes down the tree to a new or finished position; returns the length of its path."""
    node, depth = ROOT, 0
    path[0], path[1] = node, LUCK
    while table[at.WIDTH] and (tree[node + VISITS] or node == ROOT):
        if tree[node + FIRST] == 0 and not _expand(table, tree, node):
            break
        seat = acting(table)
        bits = following(bits)
        if seat == LUCK:
            chosen = below(bits, table[at.WIDTH])
        else:
            chosen = _select(tree, node, below(bits, table[at.WIDTH]))
        node = tree[node + FIRST] + EACH_NODE * chosen
        act(table, chosen)
        depth += 1
        path[2 * depth], path[2 * depth + 1] = node, seat
    return depth, bits


@light_kernel
def _expand(table: Integers, tree: Integers, node: int) -> bool:
    """Gives the node a child for every action, if there is room."""
    first, width = tree[0], table[at.WIDTH]
    if first + EACH_NODE * width > len(tree):
        return False
    tree[0] = first + EACH_NODE * width
    tree[node + FIRST], tree[node + COUNT], tree[node + WEIGHTS] = first, width, width
    fill(tree, first, tree[0], 0)
    for child in range(first, tree[0], EACH_NODE):
        tree[child + WEIGHT] = 1
    if table[at.PHASE] == at.PLACING:
        _favour_alignments(table, tree, node)
    return True


@light_kernel
def _favour_alignments(table: Integers, tree: Integers, node: int) -> None:
    """Gives placements with a new alignment more weight; they come by square, then by colour."""
    lying = at.SEAT + at.EACH_SEAT * table[at.MOVER] + at.LYING_HELD
    child = tree[node + FIRST]
    for index in range(table[at.OPEN]):
        square = table[at.OPENS + index]
        cell = at.SQUARES + at.EACH_SQUARE * square
        for colour in range(2):
            if barred(table, cell) == colour + 1:
                continue
            ways = popcount(table[cell + at.LOW] & table[lying + 2 * colour])
            ways += popcount(table[cell + at.HIGH] & table[lying + 2 * colour + 1])
            if ways and aligning(table, square, colour):
                for number in range(ways):
                    tree[child + EACH_NODE * number + WEIGHT] = ALIGNMENT_WEIGHT
                tree[node + WEIGHTS] += (ALIGNMENT_WEIGHT - 1) * ways
            child += EACH_NODE * ways


@light_kernel
def _select(tree: Integers, node: int, begin: int) -> int:
    """The child with the greatest share of wins plus promise; rarely seen ones promise more.

    A child that was never seen has the mean share of all; of equals, the first from `begin` on is
    taken.
    """
    first, count = tree[node + FIRST], tree[node + COUNT]
    won = WHOLE_WIN
    for child in range(first, first + EACH_NODE * count, EACH_NODE):
        won += tree[child + WON]
    mean = won / (tree[node + VISITS] + 2)
    promise = EXPLORATION * WHOLE_WIN * sqrt(tree[node + VISITS] + 1.0) / tree[node + WEIGHTS]
    best, found = -1.0, 0
    for step in range(count):
        number = begin + step if begin + step < count else begin + step - count
        child = first + EACH_NODE * number
        visits = tree[child + VISITS]
        share = tree[child + WON] / visits if visits else mean
        share += promise * tree[child + WEIGHT] / (1.0 + visits)
        if share > best:
            best, found = share, number
    return found


@light_kernel
def _count_visit(tree: Integers, path: Integers, depth: int, chances: Reals) -> None:
    """Counts the visit in every node of the path, with the chance of the player who chose it."""
    tree[ROOT + VISITS] += 1
    for step in range(1, depth + 1):
        node, seat = path[2 * step], path[2 * step + 1]
        tree[node + VISITS] += 1
        if seat != LUCK:
            tree[node + WON] += int(chances[seat] * WHOLE_WIN)
