"""The features of one-piece controllers by their definitions, one cell at a time.

Each function takes a position whose move has been played and its full rows cleared; walls and floor count as filled,
the sky as empty. The order of FEATURES is the order of summation.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction

from .classic import Board, Position, filled, heights

Feature = Callable[[Position, int], float]  # (position, visible rows) -> number


def differences(board: Board) -> list[int]:
    """The height of each column less that of its right neighbour."""
    h = heights(board)
    return [h[x] - h[x + 1] for x in range(len(h) - 1)]


def holes_of(board: Board) -> list[tuple[int, int]]:
    """The empty cells with a filled cell anywhere above them."""
    return [(x, y) for x, h in enumerate(heights(board)) for y in range(h) if not board[y][x]]


def is_well(board: Board, x: int, y: int, rows: int) -> bool:
    """Whether an empty visible cell has filled cells or walls left and right."""
    return y < rows and not filled(board, x, y) and filled(board, x - 1, y) and filled(board, x + 1, y)


def empty_below(board: Board, x: int, y: int) -> int:
    """How many empty cells lie directly below a cell, down to the first filled one."""
    count = 0
    while not filled(board, x, y - 1 - count):
        count += 1
    return count


def empty_runs(board: Board, x: int) -> Iterator[list[int]]:
    """The rows of each unbroken run of empty cells in a column, from the floor up."""
    run: list[int] = []
    for y in range(len(board) + 1):
        if y < len(board) and not board[y][x]:
            run.append(y)
        elif run:
            yield run
            run = []


def landing_height(position: Position, rows: int) -> float:
    return position.last.bottom + (position.last.tall - 1) / 2


def eroded_cells(position: Position, rows: int) -> float:
    return position.last.eroded


def row_transitions(position: Position, rows: int) -> float:
    board = position.board
    return sum(filled(board, x, y) != filled(board, x + 1, y) for y in range(rows) for x in range(-1, len(board[0])))


def column_transitions(position: Position, rows: int) -> float:
    board = position.board
    columns = range(len(board[0]))
    return sum(filled(board, x, y) != filled(board, x, y + 1) for x in columns for y in range(-1, len(board)))


def holes(position: Position, rows: int) -> float:
    return len(holes_of(position.board))


def wells(position: Position, rows: int) -> float:
    total = 0
    for x in range(len(position.board[0])):
        for y in range(rows):
            if is_well(position.board, x, y, rows):
                total += 1 + empty_below(position.board, x, y)
    return total


def fast_wells(position: Position, rows: int) -> float:
    total = 0
    for x in range(len(position.board[0])):
        for run in empty_runs(position.board, x):
            well_cells = [y for y in run if is_well(position.board, x, y, rows)]
            if well_cells:
                n = max(well_cells) - run[0] + 1
                total += sum(range(1, n + 1))
    return total


def hole_depth(position: Position, rows: int) -> float:
    board = position.board
    total = 0
    for x in range(len(board[0])):
        for y in range(len(board)):
            if board[y][x] and any(not board[under][x] for under in range(y)):
                total += 1
    return total


def rows_with_holes(position: Position, rows: int) -> float:
    return len({y for _, y in holes_of(position.board)})


def diversity(position: Position, rows: int) -> float:
    seen = differences(position.board)
    return sum(d in seen for d in (-2, -1, 0, 1, 2))


def aggregate_height(position: Position, rows: int) -> float:
    return sum(heights(position.board))


def lines(position: Position, rows: int) -> float:
    return position.last.cleared


def bumpiness(position: Position, rows: int) -> float:
    return sum(abs(d) for d in differences(position.board))


def highest(position: Position, rows: int) -> float:
    return max(heights(position.board))


def lowest(position: Position, rows: int) -> float:
    return min(heights(position.board))


def lowest_filled(position: Position, rows: int) -> float:
    return min([h for h in heights(position.board) if h > 0], default=0)


def height_variance(position: Position, rows: int) -> float:
    h = heights(position.board)
    mean = Fraction(sum(h), len(h))
    return float(sum((each - mean) ** 2 for each in h) / len(h))


def depths(board: Board) -> list[int]:
    """How far each column lies below the lower of its neighbours, walls being higher than anything."""
    h = [len(board) + 1, *heights(board), len(board) + 1]
    return [max(0, min(h[x - 1], h[x + 1]) - h[x]) for x in range(1, len(h) - 1)]


def well_depth(position: Position, rows: int) -> float:
    return sum(depths(position.board))


def stepped_wells(position: Position, rows: int) -> float:
    return sum(sum(range(1, d + 1)) for d in depths(position.board))


def landing_top(position: Position, rows: int) -> float:
    return position.last.bottom + position.last.tall


def tallest_gap(position: Position, rows: int) -> float:
    return position.last.gap


def constant(position: Position, rows: int) -> float:
    return 1


def height_of(x: int) -> Feature:
    """The height of one column, 0 where the board is narrower."""
    return lambda position, rows: [*heights(position.board), *[0] * 10][x]


def step_of(x: int) -> Feature:
    """The size of one difference between neighbours, 0 where the board is narrower."""
    return lambda position, rows: [*(abs(d) for d in differences(position.board)), *[0] * 10][x]


def rows_over_holes(position: Position, rows: int) -> float:
    board = position.board
    columns = range(len(board[0]))
    return sum(any(board[y][x] and any(not board[z][x] for z in range(y)) for x in columns) for y in range(len(board)))


def deep_wells(position: Position, rows: int) -> float:
    return sum(d >= 3 for d in depths(position.board))


def steps_of(size: int) -> Feature:
    """How many differences between neighbours have this size."""
    return lambda position, rows: [abs(d) for d in differences(position.board)].count(size)


FEATURES: dict[str, Feature] = {
    f.__name__: f
    for f in (
        landing_height,
        eroded_cells,
        row_transitions,
        column_transitions,
        holes,
        wells,
        fast_wells,
        hole_depth,
        rows_with_holes,
        diversity,
        aggregate_height,
        lines,
        bumpiness,
        highest,
        lowest,
        lowest_filled,
        height_variance,
        well_depth,
        stepped_wells,
        landing_top,
        tallest_gap,
        constant,
    )
}
FEATURES |= {f"height_{x + 1}": height_of(x) for x in range(10)}
FEATURES |= {f"step_{x + 1}": step_of(x) for x in range(9)}
FEATURES |= {"rows_over_holes": rows_over_holes, "deep_wells": deep_wells}
FEATURES |= {"flat_steps": steps_of(0), "single_steps": steps_of(1), "double_steps": steps_of(2)}

EARNED = ("eroded_cells", "lines")  # events of the move, and not properties of the board


def features(position: Position, rows: int) -> list[float]:
    """All features, in order."""
    return [float(f(position, rows)) for f in FEATURES.values()]
