"""The tree that one walk went through: its way from the root down, and beside each step what it could have taken.

Every level shows the children of the node above on the path, the most visited first. A node is as large as its visits.
"""

from collections.abc import Callable
from enum import Enum
from math import sqrt
from typing import NamedTuple

import numpy as np

from ....search import tree
from ..drawing.element import element, group, text
from ..words import Words
from .iteration import Iteration, score
from .pictures import Tile, arrow, segment

LEVEL, LEAST, MOST = 96.0, 4.0, 15.0  # pixels from level to level, and the radii of nodes
ABOVE, UNDER = 8.0, 15.0  # from a node to the line above it, and to the first below it


class Look(Enum):
    """What is written at the nodes."""

    SCORES = "scores"  # before the walk
    LEAF = "leaf"
    UPDATES = "updates"  # after it


class Node(NamedTuple):
    """One node of the picture."""

    row: int
    x: float
    y: float
    chosen: bool  # on the path


def drawn(one: Iteration, label: Callable[[int], str], look: Look, width: float, words: Words) -> Tile:
    """The tree about one walk."""
    room = max(5, min(9, int(width / 58)))
    levels, more = [[Node(0, width / 2, MOST + 14, True)]], [0]
    for depth, row in enumerate(one.path[:-1], 1):
        rows, rest = _siblings(one, row, one.path[depth], room)
        more.append(rest)
        pitch = width / (room + 1)
        left = (width - pitch * (len(rows) - 1 + (1 if rest else 0))) / 2
        y = MOST + 14 + depth * LEVEL
        levels.append([Node(r, left + n * pitch, y, r == one.path[depth]) for n, r in enumerate(rows)])
    parts = []
    for depth, level in enumerate(levels[1:], 1):
        above = next(node for node in levels[depth - 1] if node.chosen)
        parts += _edges(one, above, level, look)
    for depth, level in enumerate(levels):
        parts += [_node(one, node, label, look) for node in level]
        if more[depth]:
            last = level[-1]
            note = words("explain.more", n=more[depth])
            at = last.x + width / (room + 1)
            parts.append(text(note, at, last.y + 4, size=11, anchor="middle", fill="var(--muted)"))
    high = MOST + 14 + (len(levels) - 1) * LEVEL + MOST + 30
    return Tile(width, high, group(parts, class_="walk"))


def _siblings(one: Iteration, parent: int, chosen: int, room: int) -> tuple[list[int], int]:
    """The rows of a level, the most visited first, the chosen one always among them; and how many are left out."""
    nodes = one.growth.nodes
    rows = np.arange(nodes.first[parent], nodes.first[parent] + nodes.children[parent])
    order = rows[np.lexsort((rows, -one.growth.means(rows), -nodes.visits[rows]))].tolist()
    kept = order[:room]
    if chosen not in kept:
        kept[-1] = chosen
    return kept, len(order) - len(kept)


def _visits(one: Iteration, row: int, look: Look) -> int:
    if look is Look.UPDATES:
        return int(one.growth.nodes.visits[row])
    return int(one.before.visits[row]) if row < one.used else 0


def _radius(one: Iteration, row: int, look: Look) -> float:
    most = max(_visits(one, 0, look), 1)
    return LEAST + (MOST - LEAST) * sqrt(_visits(one, row, look) / most)


def _edges(one: Iteration, above: Node, level: list[Node], look: Look) -> list[str]:
    found = []
    for node in sorted(level, key=lambda node: node.chosen):
        lines = 2 if look is Look.SCORES and above.row else 1
        start = above.y + _radius(one, above.row, look) + UNDER + 12 * (lines - 1) + 4
        end = node.y - _radius(one, node.row, look) - ABOVE - 11
        if not node.chosen:
            found.append(segment(above.x, start, node.x, end, "var(--line)", 1))
        elif look is Look.UPDATES:
            found.append(arrow(node.x, end - 1, above.x, start + 1, "var(--good)", 2))
        else:
            found.append(arrow(above.x, start + 1, node.x, end - 1, "var(--accent)", 2))
    return found


def _node(one: Iteration, node: Node, label: Callable[[int], str], look: Look) -> str:
    """A circle, its name above, its numbers below."""
    nodes, row, radius = one.growth.nodes, node.row, _radius(one, node.row, look)
    new = row == one.path[-1]
    fill = "var(--accent)" if node.chosen else "var(--raised)"
    ring = "var(--good)" if new else "var(--accent)" if node.chosen else "var(--muted)"
    shape = element(
        "circle", cx=node.x, cy=node.y, r=radius, fill=fill if not new else "var(--panel)", stroke=ring,
        stroke_width=2 if node.chosen else 1, stroke_dasharray="3 2" if new and look is not Look.UPDATES else None,
    )  # fmt: skip
    ink = "var(--text)" if node.chosen else "var(--muted)"
    parts = [shape]
    if row:
        parts.append(_line(label(row), node.x, node.y - radius - ABOVE + 2, ink))
    visits = _visits(one, row, look)
    low = node.y + radius + UNDER
    if look is Look.UPDATES and node.chosen and visits > 1:
        parts.append(_line(f"{visits - 1}→{visits}", node.x, low, "var(--good)"))
    else:
        parts.append(_line(f"n {visits}", node.x, low, ink))
    if look is Look.SCORES and row and nodes.action[row] >= 0 and nodes.kind[row] != tree.LOST:
        parts.append(_line(f"{score(one, row).total:.2f}", node.x, low + 12, ink, bold=node.chosen))
    elif look is Look.SCORES and row and nodes.action[row] < 0:
        parts.append(_line(f"p {float(nodes.chance[row]):.2f}", node.x, low + 12, ink))
    return "".join(parts)


def _line(words: str, x: float, y: float, fill: str, *, bold: bool = False) -> str:
    return text(words, x, y, size=10, anchor="middle", fill=fill, mono=True, font_weight=650 if bold else None,
                paint_order="stroke", stroke="var(--panel)", stroke_width=3, stroke_linejoin="round")  # fmt: skip
