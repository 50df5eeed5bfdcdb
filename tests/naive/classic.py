"""Classic Tetris the slow way: a board is a list of rows of bool, row 0 at the floor.

The rules are those of MDPTetris's "simplified" game (Thiery and Scherrer, "Building controllers for Tetris", ICGA
Journal 32, 2009): a piece is turned and put above a column, falls straight down onto the pile, full rows vanish, and
a piece that comes to rest above the visible rows ends the game, at once or (`clear`) unless full rows save it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeAlias

Board: TypeAlias = list[list[bool]]
Cells: TypeAlias = list[tuple[int, int]]

PIECES = "IOTZSJL"
HIDDEN = 4  # rows above the visible ones

# Each orientation as a picture, its rows from the top, in the order in which ties are broken.
PICTURES = (
    ("#/#/#/#", "####"),
    ("##/##",),
    ("#./##/#.", ".#./###", ".#/##/.#", "###/.#."),
    (".#/##/#.", "##./.##"),
    ("#./##/.#", ".##/##."),
    ("#../###", ".#/.#/##", "###/..#", "##/#./#."),
    ("###/#..", "#./#./##", "..#/###", "##/.#/.#"),
)


class Rules(NamedTuple):
    """What can be chosen about a game."""

    height: int = 20
    width: int = 10
    pieces: str = "uniform"  # or `bag`, or `sz`: S and Z alone
    previews: int = 0
    clear: bool = False


class Last(NamedTuple):
    """What the last move did."""

    bottom: int = 0  # the row of its piece's lowest cell
    tall: int = 0  # rows its piece covers
    cleared: int = 0
    eroded: int = 0  # rows cleared times the piece's cells in them
    gap: int = 0  # columns by which it missed standing beside the tallest column


@dataclass(frozen=True)
class Position:
    """A whole position, the hidden stream included. `None` in the queue is a piece not seen yet."""

    board: Board
    queue: list[int | None]
    match: int = 0
    stream: int = 0
    bag: frozenset[int] = frozenset()
    pieces: int = 0
    lines: int = 0
    dead: bool = False
    last: Last = field(default=Last())


# Pieces --------------------------------------------------------------------------------------------------------------


def cells(piece: int, orientation: int) -> Cells:
    """The cells (x, y) of a piece whose lowest row and leftmost column are 0."""
    rows = PICTURES[piece][orientation].split("/")
    return [(x, len(rows) - 1 - i) for i, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#"]


def span(piece: int, orientation: int) -> int:
    """How many columns it covers."""
    return max(x for x, _ in cells(piece, orientation)) + 1


def tall(piece: int, orientation: int) -> int:
    """How many rows it covers."""
    return max(y for _, y in cells(piece, orientation)) + 1


def placements(piece: int, width: int) -> list[tuple[int, int]]:
    """Every (orientation, leftmost column) between the walls, in the order in which ties are broken."""
    return [(o, x) for o in range(len(PICTURES[piece])) for x in range(width) if x + span(piece, o) <= width]


# Boards --------------------------------------------------------------------------------------------------------------


def empty_board(height: int, width: int) -> Board:
    """Nothing but empty cells, hidden rows included."""
    return [[False] * width for _ in range(height + HIDDEN)]


def from_text(text: str, height: int, width: int) -> Board:
    """A board from rows of `#` and `.`, the top row first, missing rows on top empty."""
    board = empty_board(height, width)
    for y, row in enumerate(reversed(text.split())):
        board[y] = [mark == "#" for mark in row]
    return board


def filled(board: Board, x: int, y: int) -> bool:
    """Whether a cell is filled; walls and floor are, the sky is not."""
    if y < 0 or x < 0 or x >= len(board[0]):
        return True
    return y < len(board) and board[y][x]


def heights(board: Board) -> list[int]:
    """The number of rows up to the highest filled cell of each column."""
    return [max([y + 1 for y in range(len(board)) if board[y][x]], default=0) for x in range(len(board[0]))]


def fall(board: Board, shape: Cells, x: int) -> int:
    """The row where a piece comes to rest that is let go above the board at column x and moves one row at a time."""
    y = len(board)
    while not any(filled(board, x + dx, y - 1 + dy) for dx, dy in shape):
        y -= 1
    return y


def with_cells(board: Board, shape: Cells, x: int, y: int) -> Board:
    """A copy with the piece's cells filled."""
    board = [list(row) for row in board]
    for dx, dy in shape:
        board[y + dy][x + dx] = True
    return board


def without_full_rows(board: Board) -> Board:
    """A copy with every full row taken out, hidden ones too, and empty rows on top."""
    kept = [list(row) for row in board if not all(row)]
    return kept + [[False] * len(board[0]) for _ in range(len(board) - len(kept))]


def gap(board: Board, columns: set[int]) -> int:
    """Columns by which a piece over `columns` misses standing beside the tallest column; 1 if it lands on it."""
    h = heights(board)
    tallest = h.index(max(h))
    if tallest in columns:
        return 1
    return min(abs(x - tallest) for x in columns) - 1


# Moves ---------------------------------------------------------------------------------------------------------------


def play(position: Position, rules: Rules, orientation: int, x: int) -> Position:
    """The position after one placement; what comes into view stays unseen."""
    piece = position.queue[0]
    assert piece is not None, "the piece is not dealt"
    assert not position.dead, "the game is over"
    shape = cells(piece, orientation)
    bottom = fall(position.board, shape, x)
    board = with_cells(position.board, shape, x, bottom)
    complete = [y for y, row in enumerate(board) if all(row)]
    too_high = bottom + tall(piece, orientation) > rules.height
    if too_high and not rules.clear:
        complete = []
    if complete:
        board = without_full_rows(board)
    mine = sum(bottom + dy in complete for _, dy in shape)
    return replace(
        position,
        board=board,
        queue=[*position.queue[1:], None],
        pieces=position.pieces + 1,
        lines=position.lines + len(complete),
        dead=max(heights(board)) > rules.height,
        last=Last(
            bottom,
            tall(piece, orientation),
            len(complete),
            len(complete) * mine,
            gap(position.board, {x + dx for dx, _ in shape}),
        ),
    )


def expand(position: Position, rules: Rules) -> Iterator[tuple[int, Position]]:
    """Every (action, position after it), an action being orientation times width plus column."""
    piece = position.queue[0]
    if position.dead or piece is None:
        return
    for o, x in placements(piece, rules.width):
        yield o * rules.width + x, play(position, rules, o, x)


# Chance --------------------------------------------------------------------------------------------------------------

WORD = 2**64
GOLDEN = 0x9E3779B97F4A7C15


def seeded(seed: int) -> int:
    """The state of a stream that starts from a seed."""
    z = 0xD1342543DE82EF95 * (seed + 1) % WORD
    z = (z ^ z >> 32) * 0xBF58476D1CE4E5B9 % WORD
    z = (z ^ z >> 29) * 0x94D049BB133111EB % WORD
    return z ^ z >> 32


def scrambled(z: int) -> int:
    """The output of splitmix64 for a state."""
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % WORD
    z = (z ^ z >> 27) * 0x94D049BB133111EB % WORD
    return z ^ z >> 31


def possible(bag: frozenset[int], pieces: str) -> list[int]:
    """What may come next: one of seven, S or Z, or one of those left in the bag, which is refilled when empty."""
    if pieces == "sz":
        return sorted(PIECES.index(letter) for letter in "SZ")
    return sorted(bag or range(7)) if pieces == "bag" else list(range(7))


def draw(stream: int, bag: frozenset[int], pieces: str) -> tuple[int, frozenset[int], int]:
    """The next stream, bag and piece."""
    stream = (stream + GOLDEN) % WORD
    upper_half = scrambled(stream) >> 32
    left = possible(bag, pieces)
    piece = left[upper_half * len(left) >> 32]
    return stream, frozenset(left) - {piece} if pieces == "bag" else bag, piece


def new(seed: int, rules: Rules) -> Position:
    """A fresh game."""
    unseen: list[int | None] = [None] * (rules.previews + 1)
    return deal(Position(empty_board(rules.height, rules.width), unseen, seed, seeded(seed)), rules)


def deal(position: Position, rules: Rules) -> Position:
    """The position with every unseen slot filled from its own stream."""
    stream, bag, queue = position.stream, position.bag, list(position.queue)
    for slot, piece in enumerate(queue):
        if piece is None:
            stream, bag, queue[slot] = draw(stream, bag, rules.pieces)
    return replace(position, stream=stream, bag=bag, queue=queue)


def outcomes(position: Position, rules: Rules) -> list[tuple[float, Position]]:
    """Every (chance, position) that the first unseen slot may bring; the position itself if nothing is unseen."""
    if None not in position.queue or position.dead:
        return [(1.0, position)]
    slot = position.queue.index(None)
    left = possible(position.bag, rules.pieces)
    found = []
    for piece in left:
        queue = [*position.queue[:slot], piece, *position.queue[slot + 1 :]]
        bag = frozenset(left) - {piece} if rules.pieces == "bag" else position.bag
        found.append((1 / len(left), replace(position, queue=queue, bag=bag)))
    return found
