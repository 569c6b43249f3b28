"""Redline on packed positions: the same game as the rules, but a thousand times as fast.

`table[WIDTH]` is the number of actions, and `act` takes one by its number; their order is not that
of the rules. Each square holds the set of lying tiles that still fit it (see `layout`).
"""

from __future__ import annotations

import ludotheque.games.redline.layout as at
from ludotheque.games.redline.layout import Integers
from ludotheque.kernels import light_kernel
from ludotheque.kernels.arrays import Bits, copy_range
from ludotheque.kernels.bits import popcount
from ludotheque.kernels.chance import below, following

LUCK = -1


@light_kernel
def act(table: Integers, chosen: int) -> None:
    """Takes the action of that number, below `table[at.WIDTH]`, with all its consequences."""
    phase = table[at.PHASE]
    if phase == at.PLACING:
        index, colour, lying = placement(table, chosen)
        place(table, index, colour, lying)
    elif phase == at.DRAWING:
        draw(table, selected(table[at.RESERVE], chosen))
    else:
        give_back(table, selected(table[at.SEAT + at.EACH_SEAT * table[at.RETURNER]], chosen))


@light_kernel
def acting(table: Integers) -> int:
    """The seat that is to place or to return a tile, or `LUCK` if one is drawn."""
    if table[at.PHASE] == at.DRAWING:
        return LUCK
    return int(table[at.MOVER] if table[at.PHASE] == at.PLACING else table[at.RETURNER])


@light_kernel
def barred(table: Integers, cell: int) -> int:
    """The colour (1 or 2) that may not be placed on that square; 0 if both may."""
    met = table[cell + at.MET]
    return int(table[at.LAST] * table[at.CONTRAST] if met == at.BOTH else met)


@light_kernel
def selected(bits: int, chosen: int) -> int:
    """The index of the set bit with that number, counted from 0, found by halving the word."""
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


@light_kernel
def hold(table: Integers, seat: int, tile: int) -> None:
    """Puts the tile into that hand, in all its rotations."""
    own = at.SEAT + at.EACH_SEAT * seat
    table[own] |= 1 << tile
    table[own + at.HELD_WORD[tile]] |= at.HELD_BITS[tile]


@light_kernel
def let_go(table: Integers, seat: int, tile: int) -> None:
    """Takes the tile out of that hand, in all its rotations."""
    own = at.SEAT + at.EACH_SEAT * seat
    table[own] &= ~(1 << tile)
    table[own + at.HELD_WORD[tile]] &= ~at.HELD_BITS[tile]


@light_kernel
def draw(table: Integers, tile: int) -> None:
    """Deals the tile to the next hand that is not full, or draws it from the reserve."""
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


@light_kernel
def give_back(table: Integers, tile: int) -> None:
    """Returns the tile to the reserve; the next player returns one, or the turn is complete."""
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


@light_kernel
def placements(table: Integers, seat: int) -> int:
    """The number of ways in which that seat can place a tile; stores it for each open square."""
    own = at.SEAT + at.EACH_SEAT * seat
    total = 0
    for index in range(table[at.OPEN]):
        square = at.SQUARES + at.EACH_SQUARE * table[at.OPENS + index]
        bar, count = barred(table, square), 0
        if bar != 1:
            count += popcount(table[square + at.LOW] & table[own + at.LYING_HELD])
            count += popcount(table[square + at.HIGH] & table[own + at.LYING_HELD + 1])
        if bar != 2:
            count += popcount(table[square + at.LOW] & table[own + at.LYING_HELD + 2])
            count += popcount(table[square + at.HIGH] & table[own + at.LYING_HELD + 3])
        table[at.COUNTS + index] = count
        total += count
    return total


@light_kernel
def placement(table: Integers, chosen: int) -> tuple[int, int, int]:
    """The placement of that number: index of its open square, colour (0 or 1), lying tile."""
    index = 0
    while chosen >= table[at.COUNTS + index]:
        chosen -= table[at.COUNTS + index]
        index += 1
    cell = at.SQUARES + at.EACH_SQUARE * table[at.OPENS + index]
    own = at.SEAT + at.EACH_SEAT * table[at.MOVER] + at.LYING_HELD
    word = 2 * (barred(table, cell) == 1)
    fitting = table[cell + at.LOW] & table[own + word]
    while chosen >= popcount(fitting):
        chosen -= popcount(fitting)
        word += 1
        fitting = table[cell + (word & 1)] & table[own + word]
    return index, word >> 1, 48 * (word & 1) + selected(fitting, chosen)


@light_kernel
def place(table: Integers, index: int, colour: int, lying: int) -> None:
    """Places the lying tile (its bit among 96) of colour 0 or 1 on that open square."""
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


@light_kernel
def lay(table: Integers, square: int, colour: int, spokes: int) -> None:
    """Lays a tile of colour 1 or 2 on that square, and narrows what fits the squares beside it."""
    table[at.LAIDS + table[at.LAID]] = square
    table[at.LAID] += 1
    table[at.LAST] = table[at.SQUARES + at.EACH_SQUARE * square + at.COLOUR] = colour
    for way in range(8):
        beside = (square + at.STEP[way]) & (at.AREA - 1)
        cell = at.SQUARES + at.EACH_SQUARE * beside
        if table[cell + at.COLOUR] == 0:
            line = spokes >> way & 1
            if line or not table[at.OWN_DEAD_END]:
                asked = 4 * (way ^ 4) + 2 * line
                table[cell + at.LOW] &= at.FITTING[asked]
                table[cell + at.HIGH] &= at.FITTING[asked + 1]
            if line:
                if table[cell + at.MET] == 0:
                    table[at.OPENS + table[at.OPEN]] = beside
                    table[at.OPEN] += 1
                table[cell + at.MET] |= colour


@light_kernel
def aligns(table: Integers, square: int) -> bool:
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


@light_kernel
def _reach(table: Integers, square: int, step: int) -> int:
    """The number of tiles in line that way, at most 4: of one colour, negative if alternating."""
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


@light_kernel
def next_in(table: Integers, seat: int) -> int:
    """The next seat clockwise that is not out, possibly the same one; -1 if all are out."""
    for step in range(1, table[at.SEATS] + 1):
        other = (seat + step) % table[at.SEATS]
        if table[at.SEAT + at.EACH_SEAT * other + at.PLACE_OUT] == 0:
            return int(other)
    return -1


@light_kernel
def complete(table: Integers) -> None:
    """Ends a turn: players without a tile are out; then the round ends, or the next seat moves."""
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


@light_kernel
def _anybody_places(table: Integers) -> bool:
    for seat in range(table[at.SEATS]):
        if table[at.SEAT + at.EACH_SEAT * seat] and placements(table, seat):
            return True
    return False


@light_kernel
def _finish(table: Integers, winner: int) -> None:
    table[at.PHASE], table[at.WIDTH], table[at.WINNER] = at.OVER, 0, winner


@light_kernel
def play_out(table: Integers, bits: Bits) -> Bits:
    """Plays on at random, every action as likely as any other; returns the generator's bits."""
    while table[at.WIDTH]:
        bits = following(bits)
        act(table, below(bits, table[at.WIDTH]))
    return bits


@light_kernel
def play_on(table: Integers, start: Integers, times: int, bits: Bits, wins: Integers) -> Bits:
    """Plays on at random from `start` that often and counts each seat's wins.

    `table` must hold the same position, and holds it again afterwards; returns the generator's
    bits.
    """
    for _ in range(times):
        bits = play_out(table, bits)
        wins[table[at.WINNER]] += 1
        go_back(table, start)
    return bits


@light_kernel
def go_back(table: Integers, start: Integers) -> None:
    """Restores the position `start`, from which the table was played on."""
    for index in range(start[at.LAID], table[at.LAID]):
        _copy_around(table, start, table[at.LAIDS + index])
    copy_range(table, start, 0, at.SQUARES)


@light_kernel
def _copy_around(table: Integers, start: Integers, square: int) -> None:
    for row in range(-at.SIDE, at.SIDE + 1, at.SIDE):
        for beside in range(square + row - 1, square + row + 2):
            cell = at.SQUARES + at.EACH_SQUARE * (beside & (at.AREA - 1))
            copy_range(table, start, cell, cell + at.EACH_SQUARE)
