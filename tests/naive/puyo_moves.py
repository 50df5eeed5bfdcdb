"""Placements of a pair the slow way: walls looked at one by one, keys tried one by one, puyos dropped one by one.

A field is given by the heights of its six columns, from the floor, and the columns whose row 14 is used up.
"""

from typing import TypeAlias

Position: TypeAlias = tuple[int, int, int]  # x and y of the axis, and where the child is: up, right, down, left

WIDTH = 6
CHILD = ((0, 1), (1, 0), (0, -1), (-1, 0))
START = (2, 11, 0)


def legal(heights: list[int], topped: set[int]) -> set[int]:
    """The actions (rotation * 6 + x) that a pair can reach, by the rule of citrus610/ama, core/move.cpp."""
    if heights[2] > 11:
        return set()
    return {turn * 6 + x for turn in range(4) for x in range(WIDTH) if can(heights, topped, x, turn)}


def can(heights: list[int], topped: set[int], x: int, turn: int) -> bool:
    """Whether one placement can be reached."""
    other = x + CHILD[turn][0]
    if not 0 <= other < WIDTH or heights[x] + (turn == 2) > 12:
        return False
    if turn == 0 and heights[x] == 12 and x in topped:
        return False
    farthest = max(x, other, key=lambda column: abs(column - 2))
    side = 1 if farthest > 2 else -1
    way = [heights[column] for column in range(2, farthest + side, side)]
    if max(way) > 12:
        return False
    return max(way) < 12 or can_climb(heights, 2 + side * way.index(12), side)


def can_climb(heights: list[int], wall: int, side: int) -> bool:
    """Whether a pair can get on top of the first column of twelve on one side of where it appears."""
    if heights[1] >= 12 and heights[3] >= 12:
        return True
    column = wall - side
    while 0 <= column < WIDTH and heights[column] <= 11:
        if heights[column] == 11:
            return True
        column -= side
    return False


def filled(heights: list[int], topped: set[int], x: int, y: int) -> bool:
    """Whether there is a puyo or a wall, row 14 (y 13) included."""
    if not 0 <= x < WIDTH or not 0 <= y <= 13:
        return True
    return x in topped if y == 13 else y < heights[x]


def fits(heights: list[int], topped: set[int], position: Position) -> bool:
    """Whether a pair has room; its axis has none in row 14."""
    x, y, turn = position
    dx, dy = CHILD[turn]
    return y <= 12 and not filled(heights, topped, x, y) and not filled(heights, topped, x + dx, y + dy)


def press(heights: list[int], topped: set[int], position: Position, key: str) -> Position:
    """Where a key brings a pair; `CW` and `CCW` are pressed twice where that makes a quick turn."""
    x, y, turn = position
    if key in ("L", "R"):
        there = (x + (1 if key == "R" else -1), y, turn)
        return there if fits(heights, topped, there) else position
    after = (turn + (1 if key == "CW" else 3)) % 4
    dx, dy = CHILD[after]
    for there in ((x, y, after), (x - dx, y - dy, after)):
        if fits(heights, topped, there):
            return there
    there = (x, y + 1, 2) if turn == 0 else (x, y - 1, 0)
    wedged = filled(heights, topped, x - 1, y) and filled(heights, topped, x + 1, y)
    return there if turn % 2 == 0 and wedged and fits(heights, topped, there) else position


def positions(heights: list[int], topped: set[int]) -> set[Position]:
    """Every position that keys bring a pair to before it falls."""
    found, todo = set(), [START] if fits(heights, topped, START) else []
    while todo:
        position = todo.pop()
        if position not in found:
            found.add(position)
            todo += [press(heights, topped, position, key) for key in ("L", "R", "CW", "CCW")]
    return found


def put(field: list[list[str]], action: int, axis: str, child: str) -> tuple[list[list[str]], bool, int]:
    """The field, rows of letters from the floor, with a pair; whether it reached row 14, and how far it tore."""
    turn, x = divmod(action, 6)
    puyos = [(axis, x), (child, x + CHILD[turn][0])]
    after, rows = [row[:] for row in field], []
    for letter, column in reversed(puyos) if turn == 2 else puyos:
        y = 0
        while y < len(after) and after[y][column] != ".":
            y += 1
        rows.append(y)
        if y < len(after):
            after[y][column] = letter
    return after, max(rows) == 13, abs(rows[0] - rows[1]) if turn % 2 else 0
