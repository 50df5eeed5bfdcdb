"""Puyo chains the slow way: a field is thirteen rows of six letters, row 0 at the floor; groups are found by flooding.

Rules of Tsu: the ghost row, row 13, falls like the others and takes no part in groups, and ojama there stays when a
neighbour pops. Letters are those of text fields: `.` empty, `R G B Y P` colours, `#` ojama.
"""

from typing import NamedTuple, TypeAlias

Field: TypeAlias = list[list[str]]
Cell: TypeAlias = tuple[int, int]  # x, y

WIDTH, ROWS, VISIBLE = 6, 13, 12
COLOURS = "RGBYP"

# Bonuses as printed in puyoai, src/core/score.h, by link, colours and size of a group.
CHAIN = [0, 0, 8, 16, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448, 480, 512]
COLOUR = [0, 0, 3, 6, 12, 24]
GROUP = [0, 0, 0, 0, 0, 2, 3, 4, 5, 6, 7, 10]


class Popped(NamedTuple):
    """One link of a chain."""

    groups: list[tuple[str, set[Cell]]]
    ojama: set[Cell]
    points: int


def field_of(rows: list[str]) -> Field:
    """A field from its rows of text, the top one first."""
    filled = [list(row) for row in reversed(rows)]
    return filled + [["."] * WIDTH for _ in range(ROWS - len(filled))]


def rows_of(field: Field) -> list[str]:
    """All thirteen rows as text, the top one first."""
    return ["".join(row) for row in reversed(field)]


def fallen(field: Field) -> Field:
    """The field after everything has come down."""
    columns = [[row[x] for row in field if row[x] != "."] for x in range(WIDTH)]
    return [[column[y] if y < len(column) else "." for column in columns] for y in range(ROWS)]


def neighbours(cell: Cell) -> list[Cell]:
    """The cells beside one, as far as they are visible."""
    x, y = cell
    beside = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
    return [(a, b) for a, b in beside if 0 <= a < WIDTH and 0 <= b < VISIBLE]


BESIDE = {(x, y): neighbours((x, y)) for x in range(WIDTH) for y in range(VISIBLE)}


def groups(field: Field) -> list[tuple[str, set[Cell]]]:
    """Every group of one colour, single puyos included."""
    found: list[tuple[str, set[Cell]]] = []
    seen: set[Cell] = set()
    for cell in BESIDE:
        colour = field[cell[1]][cell[0]]
        if colour not in COLOURS or cell in seen:
            continue
        group, todo = {cell}, [cell]
        while todo:
            for x, y in BESIDE[todo.pop()]:
                if field[y][x] == colour and (x, y) not in group:
                    group.add((x, y))
                    todo.append((x, y))
        seen |= group
        found.append((colour, group))
    return found


def popped(field: Field, link: int) -> Popped | None:
    """What pops as the given link (1 is the first) in a field at rest; None where nothing does."""
    popping = [(colour, group) for colour, group in groups(field) if len(group) >= 4]
    if not popping:
        return None
    cells = set().union(*(group for _, group in popping))
    ojama = {(a, b) for cell in cells for a, b in BESIDE[cell] if field[b][a] == "#"}
    bonus = CHAIN[min(link, 19)] + COLOUR[len({colour for colour, _ in popping})]
    bonus += sum(GROUP[min(len(group), 11)] for _, group in popping)
    return Popped(popping, ojama, 10 * len(cells) * min(max(bonus, 1), 999))


def without(field: Field, cells: set[Cell]) -> Field:
    """The field with some cells empty."""
    return [["." if (x, y) in cells else cell for x, cell in enumerate(row)] for y, row in enumerate(field)]


def simulate(field: Field) -> tuple[Field, list[Popped]]:
    """The field after the chain that starts in it, once it has come to rest, and the links of that chain."""
    field, links = fallen(field), []
    while (link := popped(field, len(links) + 1)) is not None:
        links.append(link)
        field = fallen(without(field, set().union(link.ojama, *(group for _, group in link.groups))))
    return field, links
