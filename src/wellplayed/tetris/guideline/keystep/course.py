"""A placement carried out by keys: the plan of it, and its keys pressed at a pace while time goes on.

Each key goes down and up again between two ticks, as one tap of a finger; a row of soft drop is the tap of a path
(controls.py), since a held key falls by its own speed. Gravity may take the piece along meanwhile: soft drops that it
makes are left out, and where it leads off the way `follow` stops and says so.
"""

import numpy as np

from ...._jit import Record, Records, kernel
from ..route import DROP, NO_WAY, find
from ..walk import CANONICAL, HIGHEST, POSITIONS, SONIC, STEP, WIDEST
from .controls import event
from .motion import fits, row_of
from .record import CCW, COLUMNS, CW, DOWN, HALF, HARD, HOLD, KEYS, LEFT, NONE, RIGHT, SOFT, TAP, UP
from .speed import ROW, speed
from .steps import tick

PRESSED = np.array([LEFT, RIGHT, CW, CCW, HALF, SOFT])  # the keys of walk.KEYS
MOST = POSITIONS + 2  # keys of a course: a way, hold before it and a hard drop after it
MOST_EVENTS = 2 * MOST + len(KEYS)  # of one call of `follow`, held keys that are let go included
ANYWHERE = -1  # as a place: the key does not care

WAITING, LOCKED, ASTRAY, LOST, STUCK = range(5)  # why `follow` stopped

# keys, places    numbers of keystep/record.py, and the position (walk.py) where each is due; `length` of them
# next, due       the next key, and the tick before which it is not pressed
# straight        where the last keys begin that a hard drop makes as well
# pieces, columns, before, held    the moment that the course was planned for; `before` is the piece that fell then
# piece, hold     the piece to place, and whether hold brings it
# goal, spin, kind    where it comes to rest, its class, the kind of move (route.py)
# outcome, met    why `follow` stopped; whether the piece that locked lies as planned
COURSE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("keys", np.int8, MOST),
                ("places", np.int32, MOST),
                ("columns", np.uint64, COLUMNS),
                ("due", np.int64),
                ("pieces", np.int64),
                ("length", np.int32),
                ("next", np.int32),
                ("straight", np.int32),
                ("goal", np.int32),
                ("before", np.int8),
                ("piece", np.int8),
                ("held", np.bool_),
                ("hold", np.bool_),
                ("spin", np.int8),
                ("kind", np.int8),
                ("outcome", np.int8),
                ("met", np.bool_),
            ],
            align=True,
        ),
    )
)


@kernel(inline=True)
def place_of(state: Record) -> int:
    """The position of the falling piece, as walk.py numbers it."""
    return (int(state.orientation) * WIDEST + int(state.x)) * HIGHEST + int(state.y)


@kernel
def plan(
    states: Records,
    books: Records,
    courses: Records,
    routes: Records,
    hold: bool,
    spin: int,
    goal: int,
    pace: int,
    whole: bool,
) -> bool:
    """Plan the keys that bring a piece from where it is to the cells of `goal` in a spin class; False if none do.

    With `hold` the piece that hold brings. They are the fewest keys before the hard drop, or with `whole` a path of
    paths.py with every row of soft drop; where gravity takes the piece a row or more from key to key at that `pace`, it
    is reckoned with. Where it is False the course is as before. `courses` and `routes` [1] are modified in place.
    """
    state, book, course = states[0], books[0], courses[0]
    if state.dead or (hold and (state.held or not book.rules.hold)):
        return False
    piece, start, spun = int(state.piece), place_of(state), int(state.spin)
    sag = falls(state, book, 0, pace)
    wait = falls(state, book, state.fall, min(max(course.due - state.tick, 0), max(pace, 1)))
    if hold:
        piece = int(state.queue[0]) if state.hold == NONE else int(state.hold)
        start, wait = where_appears(state, book, piece, True), sag
        if start < 0:
            return False
    appears, first, quick = where_appears(state, book, piece, hold), sunk(state, book, piece, start, wait), not whole
    if hold or first != start:
        spun = 0
    n, straight, kind, found = way(state, book, piece, sag, first, spun, goal, spin, quick, routes)
    if n == NO_WAY:
        return False
    route = routes[0]
    begin(state, course, piece, hold)
    course.goal, course.spin, course.straight = goal, found, course.length + (n if whole else straight)
    for i in range(n):
        append(course, PRESSED[route.keys[i]], route.places[i])
    append(course, HARD, route.places[n])
    if sag > 0 or first != appears:
        kind = seen_from(state, book, piece, appears, goal, found, quick, kind, routes)
    course.kind = kind
    return True


@kernel
def plunge(states: Records, books: Records, courses: Records, routes: Records) -> None:
    """Plan nothing but a hard drop. `courses` and `routes` [1] are modified in place."""
    state, book, course = states[0], books[0], courses[0]
    piece, start = int(state.piece), place_of(state)
    goal = sunk(state, book, piece, start, HIGHEST)
    spin = int(state.spin) if goal == start else 0
    begin(state, course, piece, False)
    course.goal, course.spin, course.straight = goal, spin, 0
    append(course, HARD, ANYWHERE)
    appears = where_appears(state, book, piece, False)
    course.kind = seen_from(state, book, piece, appears, goal, spin, True, DROP, routes)


@kernel
def where_appears(state: Record, book: Record, piece: int, hold: bool) -> int:
    """The position where the falling piece appeared, or where the one that `hold` brings will; -1 if there is none."""
    row = row_of(state, book, piece, not hold and bool(book.rules.clutch) and state.last_cleared > 0)
    return -1 if row < 0 else int(book.column[piece]) * HIGHEST + row


@kernel
def falls(state: Record, book: Record, part: int, ticks: int) -> int:
    """How many rows gravity makes of so many ticks from now on, and of `part` of a row."""
    return int((part + speed(state, book) * ticks) // ROW)


@kernel
def sunk(state: Record, book: Record, piece: int, place: int, rows: int) -> int:
    """The position of a piece after a fall of up to `rows` rows."""
    o, x, y = place // (WIDEST * HIGHEST), place // HIGHEST % WIDEST, place % HIGHEST
    while rows > 0 and fits(state, book, piece, o, x, y - 1):
        rows, y, place = rows - 1, y - 1, place - 1
    return place


@kernel
def way(
    state: Record,
    book: Record,
    piece: int,
    sag: int,
    start: int,
    spun: int,
    goal: int,
    spin: int,
    quick: bool,
    routes: Records,
) -> tuple[int, int, int, int]:
    """What `find` finds on the board as it is. `routes` [1] is modified in place."""
    down, width = STEP if book.rules.drop == 0 else SONIC, int(book.rules.width)
    kicks, rule = book.kicks[piece], book.switches
    return find(state.columns, width, piece, kicks, rule, down, sag, start, spun, goal, spin, quick, routes)


@kernel
def seen_from(
    state: Record,
    book: Record,
    piece: int,
    start: int,
    goal: int,
    spin: int,
    quick: bool,
    otherwise: int,
    routes: Records,
) -> int:
    """The kind of move from `start`, which does not change while a piece falls. `routes` [1] is modified in place."""
    if start < 0:
        return otherwise
    n, _, kind, _ = way(state, book, piece, 0, start, 0, goal, spin, quick, routes)
    return otherwise if n == NO_WAY else kind


@kernel
def begin(state: Record, course: Record, piece: int, hold: bool) -> None:
    """A course without keys but that of hold, from this moment on. Modified in place."""
    course.columns[:] = state.columns
    course.pieces, course.before, course.held = state.pieces, state.piece, state.held
    course.piece, course.hold, course.next, course.length = piece, hold, 0, 0
    if hold:
        append(course, HOLD, ANYWHERE)


@kernel
def append(course: Record, key: int, place: int) -> None:
    """One more key. Modified in place."""
    course.keys[course.length], course.places[course.length] = key, place
    course.length += 1


@kernel
def follow(states: Records, books: Records, courses: Records, pace: int, until: int, log: Records) -> int:
    """Press the keys of a course, one every `pace` ticks (0: all at once), and let time go on to the tick `until`.

    Returns how many key events happened; they fill `log` [MOST_EVENTS]. Keys that were held are let go first. The
    outcome says why it stopped: WAITING at the tick `until` or at the end of the game; LOCKED; ASTRAY, since the piece
    is not where the next key is due; LOST, since the piece or the board is not that of the plan; STUCK, since a key had
    no effect. `states` and `courses` [1] are modified in place.
    """
    state, book, course = states[0], books[0], courses[0]
    n = let_go(state, book, log)
    course.due = min(course.due, state.tick + max(pace, 1))
    while not state.dead and state.tick < until:
        if not valid(state, course):
            course.outcome = LOST
            return n
        while course.due <= state.tick and not state.dead:
            if not here(state, course):
                course.outcome = ASTRAY
                return n
            took = press(state, book, course.keys[course.next], log, n)
            n += 1 if course.keys[course.next] == SOFT or state.dead else 2
            course.next += 1
            if ended(state, course):
                course.due = state.tick + max(pace, 1)
                return n
            course.due = state.tick + pace
            if not took:
                course.outcome = STUCK
                return n
        if not state.dead:
            tick(state, book)
            if ended(state, course):
                return n
    course.outcome = WAITING
    return n


@kernel
def let_go(state: Record, book: Record, log: Records) -> int:
    """Release every key that is down; how many events that took. Modified in place."""
    n = 0
    for key in range(len(KEYS)):
        if not state.dead and state.keys & (np.uint16(1) << np.uint16(key)) != 0:
            note(log, n, state.tick, key, UP)
            event(state, book, key, UP)
            n += 1
    return n


@kernel
def press(state: Record, book: Record, key: int, log: Records, n: int) -> bool:
    """One key down and up again, or one row down; False if nothing came of it. Modified in place."""
    note(log, n, state.tick, key, TAP if key == SOFT else DOWN)
    took = event(state, book, key, TAP if key == SOFT else DOWN)
    if key != SOFT and not state.dead:
        note(log, n + 1, state.tick, key, UP)
        event(state, book, key, UP)
    return took


@kernel(inline=True)
def note(log: Records, n: int, tick: int, key: int, kind: int) -> None:
    """Write an event down. Modified in place."""
    log[n].tick, log[n].key, log[n].kind = tick, key, kind


@kernel
def valid(state: Record, course: Record) -> bool:
    """Whether the game still is where the course was planned for: its piece, its board, its hold."""
    held = course.hold and course.next > 0
    if state.pieces != course.pieces or state.held != (course.held or held):
        return False
    if state.piece != (course.before if course.hold and course.next == 0 else course.piece):
        return False
    same = True
    for x in range(COLUMNS):
        same = same and state.columns[x] == course.columns[x]
    return bool(same)


@kernel
def here(state: Record, course: Record) -> bool:
    """Whether the piece is where a key is due; soft drops that gravity made are passed over. Modified in place."""
    i, place = int(course.next), place_of(state)
    while course.keys[i] == SOFT and course.places[i] != place:
        i += 1
    if course.places[i] not in (ANYWHERE, place):
        return False
    course.next = i
    if i >= course.straight:
        course.next = course.length - 1
    return True


@kernel
def ended(state: Record, course: Record) -> bool:
    """Whether the piece of the course has locked; then the outcome is noted. Modified in place."""
    if state.pieces == course.pieces:
        return False
    course.outcome = LOCKED
    o, x, y = course.goal // (WIDEST * HIGHEST), course.goal // HIGHEST % WIDEST, course.goal % HIGHEST
    a, b = CANONICAL[course.piece, o], CANONICAL[course.piece, state.last_orientation]
    same = a[0] == b[0] and x + a[1] == state.last_x + b[1] and y + a[2] == state.last_y + b[2]
    course.met = state.last_piece == course.piece and state.last_spin == course.spin and same
    return True
