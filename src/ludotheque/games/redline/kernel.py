"""Redline on packed positions: the same game as the rules, hundreds of times as fast.

`table[WIDTH]` says how many actions there are, `act` takes one of them by its number; the order is
not that of the rules. Placing counts on what a square holds: the set of lying tiles that still fit.
"""

from __future__ import annotations

import numpy as np

import ludotheque.games.redline.layout as at
from ludotheque.games.redline.layout import Table
from ludotheque.kernels import kernel
from ludotheque.kernels.bits import popcount
from ludotheque.kernels.chance import below, following


@kernel
def begin(table: Table, first: int) -> None:
    """Clears the table; that seat is the first to be dealt tiles and to place."""
    for index in range(table[at.LAID]):
        _clear_around(table, table[at.LAIDS + index])
    for field in range(at.SEAT + at.MOST_SEATS * at.EACH_SEAT):
        if not at.SEATS <= field <= at.CONTRAST:
            table[field] = 0
    table[at.PHASE], table[at.MOVER], table[at.PLACED], table[at.WINNER] = at.DRAWING, first, -1, -1
    table[at.RESERVE] = at.FULL
    table[at.WIDTH] = popcount(table[at.RESERVE])
    table[at.OPEN], table[at.OPENS] = 1, 0
    table[at.SQUARES + at.MET] = at.BOTH


@kernel
def _clear_around(table: Table, square: int) -> None:
    for row in range(-at.SIDE, at.SIDE + 1, at.SIDE):
        for beside in range(square + row - 1, square + row + 2):
            cell = at.SQUARES + at.EACH_SQUARE * (beside & (at.AREA - 1))
            table[cell + at.LOW] = table[cell + at.HIGH] = at.FULL
            table[cell + at.COLOUR] = table[cell + at.MET] = 0


@kernel
def act(table: Table, chosen: int) -> None:
    """Takes the action of that number, below `table[at.WIDTH]`, and whatever follows from it."""
    phase = table[at.PHASE]
    if phase == at.PLACING:
        index, colour, lying = placement(table, chosen)
        place(table, index, colour, lying)
    elif phase == at.DRAWING:
        draw(table, selected(table[at.RESERVE], chosen))
    else:
        give_back(table, selected(table[at.SEAT + at.EACH_SEAT * table[at.RETURNER]], chosen))


@kernel
def selected(bits: int, chosen: int) -> int:
    """The place of the bit of that number among those set, halving the word each time."""
    place = 0
    width = 32
    while width:
        count = popcount(bits & ((1 << width) - 1))
        if chosen >= count:
            chosen -= count
            bits >>= width
            place += width
        width >>= 1
    return place


@kernel
def hold(table: Table, seat: int, tile: int) -> None:
    """The tile goes into that hand."""
    own = at.SEAT + at.EACH_SEAT * seat
    table[own] |= 1 << tile
    table[own + at.HELD_WORD[tile]] |= at.HELD_BITS[tile]


@kernel
def let_go(table: Table, seat: int, tile: int) -> None:
    """The tile leaves that hand."""
    own = at.SEAT + at.EACH_SEAT * seat
    table[own] &= ~(1 << tile)
    table[own + at.HELD_WORD[tile]] &= ~at.HELD_BITS[tile]


@kernel
def draw(table: Table, tile: int) -> None:
    """Chance: the tile is dealt, or drawn from the reserve."""
    table[at.RESERVE] &= ~(1 << tile)
    if table[at.LAID]:
        hold(table, table[at.MOVER], tile)
        complete(table)
        return
    seat = table[at.MOVER]
    while popcount(table[at.SEAT + at.EACH_SEAT * seat]) == table[at.HAND]:
        seat = (seat + 1) % table[at.SEATS]
    hold(table, seat, tile)
    table[at.WIDTH] -= 1
    last = (table[at.MOVER] + table[at.SEATS] - 1) % table[at.SEATS]
    if popcount(table[at.SEAT + at.EACH_SEAT * last]) == table[at.HAND]:
        table[at.PHASE] = at.PLACING
        table[at.WIDTH] = placements(table, table[at.MOVER])


@kernel
def give_back(table: Table, tile: int) -> None:
    """The tile returns to the reserve; the next to return one does, or the turn is complete."""
    seat = table[at.RETURNER]
    let_go(table, seat, tile)
    table[at.RESERVE] |= 1 << tile
    table[at.OWED] -= 1
    if table[at.OWED] == 0:
        complete(table)
        return
    if seat != table[at.MOVER]:
        table[at.RETURNER] = seat = next_in(table, seat)
    table[at.WIDTH] = popcount(table[at.SEAT + at.EACH_SEAT * seat])


@kernel
def placements(table: Table, seat: int) -> int:
    """How many ways that seat has to place a tile; leaves the count of each open square."""
    own = at.SEAT + at.EACH_SEAT * seat
    total = 0
    for index in range(table[at.OPEN]):
        square = at.SQUARES + at.EACH_SQUARE * table[at.OPENS + index]
        met = table[square + at.MET]
        if met == at.BOTH:
            met = table[at.LAST] * table[at.CONTRAST]
        count = 0
        if met != 1:
            count += popcount(table[square + at.LOW] & table[own + at.LYING_HELD])
            count += popcount(table[square + at.HIGH] & table[own + at.LYING_HELD + 1])
        if met != 2:
            count += popcount(table[square + at.LOW] & table[own + at.LYING_HELD + 2])
            count += popcount(table[square + at.HIGH] & table[own + at.LYING_HELD + 3])
        table[at.COUNTS + index] = count
        total += count
    return total


@kernel
def placement(table: Table, chosen: int) -> tuple[int, int, int]:
    """The placement of that number: its open square's index, its colour (0 or 1), how it lies."""
    index = 0
    while chosen >= table[at.COUNTS + index]:
        chosen -= table[at.COUNTS + index]
        index += 1
    cell = at.SQUARES + at.EACH_SQUARE * table[at.OPENS + index]
    met = table[cell + at.MET]
    if met == at.BOTH:
        met = table[at.LAST] * table[at.CONTRAST]
    own = at.SEAT + at.EACH_SEAT * table[at.MOVER] + at.LYING_HELD
    word = 2 * (met == 1)
    fitting = table[cell + at.LOW] & table[own + word]
    while chosen >= popcount(fitting):
        chosen -= popcount(fitting)
        word += 1
        fitting = table[cell + (word & 1)] & table[own + word]
    return index, word >> 1, 48 * (word & 1) + selected(fitting, chosen)


@kernel
def place(table: Table, index: int, colour: int, lying: int) -> None:
    """The lying tile (its bit among 96) of colour 0 or 1 goes to that open square."""
    seat = table[at.MOVER]
    square = table[at.OPENS + index]
    table[at.OPEN] -= 1
    table[at.OPENS + index] = table[at.OPENS + table[at.OPEN]]
    lay(table, square, colour + 1, at.SPOKES[lying])
    let_go(table, seat, 24 * colour + (lying >> 2))
    table[at.PLACED] = seat
    if not aligns(table, square):
        complete(table)
    elif table[at.RESERVE]:
        table[at.PHASE], table[at.WIDTH] = at.DRAWING, popcount(table[at.RESERVE])
    else:
        table[at.PHASE], table[at.OWED] = at.RETURNING, table[at.SEATS] - table[at.GONE] - 1
        table[at.RETURNER] = other = next_in(table, seat)
        table[at.WIDTH] = popcount(table[at.SEAT + at.EACH_SEAT * other])


@kernel
def lay(table: Table, square: int, colour: int, spokes: int) -> None:
    """A tile of colour 1 or 2 lies on that square; what fits the squares beside it is narrowed."""
    table[at.LAIDS + table[at.LAID]] = square
    table[at.LAID] += 1
    table[at.LAST] = table[at.SQUARES + at.EACH_SQUARE * square + at.COLOUR] = colour
    for way in range(8):
        beside = (square + at.STEP[way]) & (at.AREA - 1)
        cell = at.SQUARES + at.EACH_SQUARE * beside
        if table[cell + at.COLOUR] == 0:
            line = spokes >> way & 1
            asked = 4 * (way ^ 4) + 2 * line
            table[cell + at.LOW] &= at.FITTING[asked]
            table[cell + at.HIGH] &= at.FITTING[asked + 1]
            if line:
                if table[cell + at.MET] == 0:
                    table[at.OPENS + table[at.OPEN]] = beside
                    table[at.OPEN] += 1
                table[cell + at.MET] |= colour


@kernel
def aligns(table: Table, square: int) -> bool:
    """Whether the tile on that square has made a new alignment."""
    for way in range(4):
        ahead = _reach(table, square, at.STEP[way])
        behind = _reach(table, square, -at.STEP[way])
        same = max(ahead, 0) + max(behind, 0)
        alternating = max(-ahead, 0) + max(-behind, 0)
        if same >= 2 and ahead < 3 and behind < 3:
            return True
        if alternating >= 3 and ahead > -4 and behind > -4:
            return True
    return False


@kernel
def _reach(table: Table, square: int, step: int) -> int:
    """How many tiles go on that way, up to 4: of the same colour, or below 0, alternating."""
    colour = table[at.SQUARES + at.EACH_SQUARE * square + at.COLOUR]
    there = (square + step) & (at.AREA - 1)
    found = table[at.SQUARES + at.EACH_SQUARE * there + at.COLOUR]
    if found == 0:
        return 0
    flip = found ^ colour
    count = 0
    while count < 4 and found == colour ^ flip:
        count += 1
        colour = found
        there = (there + step) & (at.AREA - 1)
        found = table[at.SQUARES + at.EACH_SQUARE * there + at.COLOUR]
    return -count if flip else count


@kernel
def next_in(table: Table, seat: int) -> int:
    """The next seat clockwise that is not out, itself at last; -1 when all are."""
    for step in range(1, table[at.SEATS] + 1):
        other = (seat + step) % table[at.SEATS]
        if table[at.SEAT + at.EACH_SEAT * other + at.PLACE_OUT] == 0:
            return int(other)
    return -1


@kernel
def complete(table: Table) -> None:
    """Ends a turn: who has no tile is out; then the round ends, or the next seat moves."""
    already = table[at.GONE]
    for seat in range(table[at.SEATS]):
        own = at.SEAT + at.EACH_SEAT * seat
        if table[own] == 0 and table[own + at.PLACE_OUT] == 0:
            table[own + at.PLACE_OUT] = already + 1
            table[at.GONE] += 1
    table[at.TURNS] += 1
    mover = next_in(table, table[at.MOVER])
    width = placements(table, mover) if mover >= 0 else 0
    if width == 0 and not _anybody_places(table):
        _finish(table, table[at.PLACED])
    elif table[at.GONE] == table[at.SEATS] - 1:
        _finish(table, mover)
    elif width:
        table[at.PHASE], table[at.MOVER], table[at.WIDTH] = at.PLACING, mover, width
    else:
        held = popcount(table[at.SEAT + at.EACH_SEAT * mover])
        table[at.PHASE], table[at.MOVER], table[at.WIDTH] = at.RETURNING, mover, held
        table[at.RETURNER], table[at.OWED] = mover, min(2, held)


@kernel
def _anybody_places(table: Table) -> bool:
    for seat in range(table[at.SEATS]):
        if table[at.SEAT + at.EACH_SEAT * seat] and placements(table, seat):
            return True
    return False


@kernel
def _finish(table: Table, winner: int) -> None:
    table[at.PHASE], table[at.WIDTH], table[at.WINNER] = at.OVER, 0, winner


@kernel
def play_out(table: Table, bits: np.uint64) -> np.uint64:
    """Plays on at random, every action as likely as any other; the generator's bits after it."""
    while table[at.WIDTH]:
        bits = following(bits)
        act(table, below(bits, table[at.WIDTH]))
    return bits


@kernel
def play_games(table: Table, games: int, bits: np.uint64, wins: Table) -> tuple[int, int]:
    """Plays that many rounds at random and counts each seat's wins; the first seat begins.

    Returns how many turns they took, and the sum of the squares of these.
    """
    turns = squared = 0
    for _ in range(games):
        begin(table, 0)
        bits = play_out(table, bits)
        wins[table[at.WINNER]] += 1
        turns += table[at.TURNS]
        squared += table[at.TURNS] * table[at.TURNS]
    return turns, squared


@kernel
def play_on(table: Table, start: Table, times: int, bits: np.uint64, wins: Table) -> np.uint64:
    """Plays on at random from `start` that often and counts each seat's wins.

    `table` holds the same position, before and after; the generator's bits are returned.
    """
    for _ in range(times):
        bits = play_out(table, bits)
        wins[table[at.WINNER]] += 1
        go_back(table, start)
    return bits


@kernel
def go_back(table: Table, start: Table) -> None:
    """The position is `start` again, from which it was played on."""
    for index in range(start[at.LAID], table[at.LAID]):
        _copy_around(table, start, table[at.LAIDS + index])
    for field in range(at.SQUARES):
        table[field] = start[field]


@kernel
def _copy_around(table: Table, start: Table, square: int) -> None:
    for row in range(-at.SIDE, at.SIDE + 1, at.SIDE):
        for beside in range(square + row - 1, square + row + 2):
            cell = at.SQUARES + at.EACH_SQUARE * (beside & (at.AREA - 1))
            for field in range(cell, cell + at.EACH_SQUARE):
                table[field] = start[field]
