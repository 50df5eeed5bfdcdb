"""Garbage on its way: what is pending, what an attack takes away of it, and how the rest rises.

What one move does, in this order:

1. the piece locks, and full rows vanish;
2. a perfect clear is decided on the board as it is now, then score and attack (scoring.py);
3. the attack takes pending lines away, the oldest first, and what is left of it goes out (`exchange`);
4. if the move cleared nothing, or nothing blocks, lines that have waited long enough rise, and the others have waited
   one piece more (`settle`);
5. the next piece appears.

So a perfect clear counts whatever is pending, cells are conserved (rows that rise bring `width - 1` each), and garbage
never rises into the piece just played. In play by keys waits are ticks: `pass_time` counts them down, and `rise` is
step 4. A garbage row always has one hole, so it can be cleared like any other; rows that can never be cleared ("solid
garbage") do not exist here.

Pending lines stand in one array of the record, int16 [SLOTS, 3], oldest first: how many lines, their hole column, and
how long they still wait. A row without lines ends the list. The hole is drawn when the lines arrive, so that it is
public and every move has one result; the draws come from a stream of their own (`noise`), so that two players with one
seed get the same pieces whatever they send each other.
"""

import numpy as np

from ..._jit import Array, Record, kernel
from ...rng import INCREMENT, below, mixed, scramble
from .ruleset import number
from .scoring import Sent, thirds

SLOTS = 16
LINES, HOLE, WAIT = range(3)
NOWHERE = -1  # the last hole of a game without garbage so far

_COMBO = number("blocking", "combo")
_SALT = np.uint64(0x6761726261676531)  # "garbage1"
_0, _1, _11 = np.uint64(0), np.uint64(1), np.uint64(11)


@kernel(inline=True)
def noise(seed: np.uint64) -> np.uint64:
    """The state of a fresh game's garbage stream."""
    return mixed(_SALT, seed)


@kernel(inline=True)
def total(pending: Array) -> int:
    """How many lines are pending."""
    lines = 0
    for i in range(SLOTS):
        lines += int(pending[i, LINES])
    return lines


# Arriving -------------------------------------------------------------------------------------------------------------


@kernel(inline=True)
def _happens(word: np.uint64, chance: float) -> bool:
    """Whether something of this chance happens, by the upper 53 bits of a random word."""
    return bool(np.float64(word >> _11) < chance * 9007199254740992.0)  # 2**53


@kernel(inline=True)
def _append(pending: Array, hole: int, wait: int) -> None:
    """Add one line at the end; where no row is left, it joins the last one. Modified in place."""
    last = -1
    while last + 1 < SLOTS and pending[last + 1, LINES] > 0:
        last += 1
    same = last >= 0 and pending[last, HOLE] == hole and pending[last, WAIT] == wait
    if not same and last + 1 < SLOTS:
        last += 1
        pending[last, HOLE] = hole
        pending[last, WAIT] = wait
    pending[last, LINES] += 1


@kernel
def receive(
    rules: Record, pending: Array, lines: int, wait: int, stream: np.uint64, hole: int
) -> tuple[np.uint64, int]:
    """Queue one attack; return the (stream, hole) after it. `pending` is modified in place.

    `wait` is `rules.delay_turns` or `rules.delay_ticks`. `hole` is the column of the last line received, or NOWHERE.
    Whether it moves, and where to, takes a word of the stream each.
    """
    hole = int(hole)
    chance = rules.messy_change
    for _ in range(lines):
        stream = stream + INCREMENT
        if hole < 0 or _happens(scramble(stream), chance):
            stream = stream + INCREMENT
            hole = int(np.int64(below(scramble(stream), np.uint64(rules.width))))
        _append(pending, hole, wait)
        chance = rules.messy_within
    return stream, hole


# Leaving --------------------------------------------------------------------------------------------------------------


@kernel(inline=True)
def _drop_first(pending: Array) -> None:
    """Remove the oldest row of the list. Modified in place."""
    for i in range(SLOTS - 1):
        for k in range(3):
            pending[i, k] = pending[i + 1, k]
    for k in range(3):
        pending[SLOTS - 1, k] = 0


@kernel
def remove(pending: Array, lines: int) -> int:
    """Take up to `lines` lines away, oldest first; return how many there were. Modified in place."""
    taken = 0
    while taken < lines and pending[0, LINES] > 0:
        here = min(int(pending[0, LINES]), lines - taken)
        pending[0, LINES] -= here
        taken += here
        if pending[0, LINES] == 0:
            _drop_first(pending)
    return taken


@kernel(inline=True)
def _offset(rules: Record, pending: Array, lines: int, pieces: int, sent: int) -> int:
    """What goes out of one attack after it has taken away pending lines. Modified in place."""
    if lines <= 0 or not rules.cancel:
        return max(int(lines), 0)
    strength = int(lines)
    # TETR.IO's opener phase (halp1/triangle, src/engine/garbage): while no less is pending than one has sent.
    if pieces < rules.opener and total(pending) >= sent:
        strength *= 2
    return max(int(lines) - remove(pending, strength), 0)


@kernel
def exchange(rules: Record, pending: Array, attack: Sent, pieces: int, sent: int) -> int:
    """Set an attack off against what is pending; return the lines that go out. `pending` is modified in place.

    `pieces` and `sent` are how many pieces were placed and lines sent before this move, for the opener phase. The parts
    of the attack go one after another, as they travel: the surge in thirds, the clear, the perfect clear.
    """
    first, second, third = thirds(attack.surge)
    out = 0
    for part in (first, second, third, attack.clear, attack.perfect):
        out += _offset(rules, pending, part, pieces, sent + out)
    return out


# Rising ---------------------------------------------------------------------------------------------------------------


@kernel
def raise_rows(columns: Array, width: int, rows: int, lines: int, hole: int) -> bool:
    """Push `lines` garbage rows (0 to 60) in from below; return whether filled cells went above `rows`, and are lost.

    `columns` [at least width] are uint64, bit y is row y. Modified in place.
    """
    n = np.uint64(lines)
    filled = (_1 << n) - _1
    keep = (_1 << np.uint64(rows)) - _1
    lost = False
    for x in range(width):
        column = columns[x] << n
        if x != hole:
            column |= filled
        lost = lost or (columns[x] >> np.uint64(max(rows - lines, 0))) != _0
        columns[x] = column & keep
    return lost


@kernel(inline=True)
def raise_marks(marks: np.uint64, rows: int, lines: int) -> np.uint64:
    """Which rows are garbage (bit y is row y), after `lines` more rose; what `garbage_cleared` is counted from."""
    n = np.uint64(lines)
    return ((marks << n) | ((_1 << n) - _1)) & ((_1 << np.uint64(rows)) - _1)


@kernel
def rise(rules: Record, pending: Array, columns: Array) -> tuple[int, bool]:
    """Raise what has waited long enough, `cap` lines at most; return (lines, whether cells were lost at the top).

    `pending` and `columns` are modified in place.
    """
    room = int(rules.cap)
    if room == 0:
        room = int(rules.rows)
    risen, lost = 0, False
    while risen < room and pending[0, LINES] > 0 and pending[0, WAIT] <= 0:
        here = min(int(pending[0, LINES]), room - risen)
        lost |= raise_rows(columns, rules.width, rules.rows, here, pending[0, HOLE])
        remove(pending, here)
        risen += here
    return risen, lost


@kernel(inline=True)
def pass_time(pending: Array, units: int) -> None:
    """Let all pending lines wait so many pieces or ticks less. Modified in place."""
    for i in range(SLOTS):
        pending[i, WAIT] = max(int(pending[i, WAIT]) - units, 0)


@kernel
def settle(rules: Record, pending: Array, columns: Array, lines: int) -> tuple[int, bool]:
    """Step 4 of a move that cleared `lines`, where waits are pieces; returns what `rise` does. Modified in place.

    A move that holds garbage off does not shorten its wait either (process_garbage of botris-interface 0.1.21).
    """
    if lines > 0 and rules.blocking == _COMBO:
        return 0, False
    risen, lost = rise(rules, pending, columns)
    pass_time(pending, 1)
    return risen, lost
