"""Which nodes of a search tree are drawn, and where: the layout of tree.py, without any picture."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from ....search.thought import Tree

LABEL, GAP = 14.0, 3.0  # the least height of a node that says something; between siblings
TRUNK = 0.36  # of the height that the root may take: all branches together are no wider


@dataclass
class Node:
    """One node of the picture."""

    row: int  # of the tree; -1 for the siblings that are not drawn, together
    visits: int
    value: float
    chance: float = 1.0  # of an outcome
    hidden: int = 0  # how many nodes it stands for, where it stands for several
    children: list["Node"] = field(default_factory=list)
    top: float = 0.0  # of the room that it has, down from the upper edge
    room: float = 0.0

    @property
    def middle(self) -> float:
        """The height at which its bar is centred."""
        return self.top + self.room / 2

    @property
    def levels(self) -> int:
        """How many nodes lie behind it in a row."""
        return 1 + max(child.levels for child in self.children) if self.children else 0

    def walk(self) -> Iterator["Node"]:
        """The node and all behind it."""
        yield self
        for child in self.children:
            yield from child.walk()


def fitted(tree: Tree, height: float, most: int, levels: int) -> tuple[Node, float]:
    """The root of what can be drawn in a height, and the height of one visit.

    These are the `most` most visited nodes, not more than `levels` moves and outcomes from the root, fewer where their
    labels need more height; other siblings of theirs are counted.
    """
    deep = np.zeros(len(tree.parent), np.int64)
    for row in range(1, len(deep)):
        deep[row] = deep[tree.parent[row]] + 1
    scale = TRUNK * height / max(int(tree.visits[0]), 1)
    rows = np.flatnonzero(deep <= levels)[:most]
    root = grown(tree, rows)
    while len(rows) > 2 and needed(root, scale) > height:
        rows = rows[:-1]
        root = grown(tree, rows)
    placed(root, (height - needed(root, scale)) / 2, scale)
    return root, scale


def grown(tree: Tree, rows: np.ndarray) -> Node:
    """The root of the nodes `rows`, parents before children, the first the root; what they leave out is counted."""
    found: dict[int, Node] = {}
    for row in map(int, rows):
        found[row] = Node(row, int(tree.visits[row]), float(tree.value[row]), float(tree.chance[row]))
        if row:
            found[int(tree.parent[row])].children.append(found[row])
    outside = np.setdiff1d(np.arange(1, len(tree.parent)), rows)
    for row, node in found.items():
        others = outside[tree.parent[outside] == row]
        if node.children and len(others):
            visits = tree.visits[others]
            mean = float((visits * tree.value[others]).sum() / max(int(visits.sum()), 1))
            node.children.append(Node(-1, int(visits.sum()), mean, hidden=len(others)))
    return found[0]


def needed(node: Node, scale: float) -> float:
    """The height that a node needs: for its own bar, its label, and everything behind it."""
    return max(node.visits * scale, LABEL if node.row else 0.0, _behind(node, scale))


def _behind(node: Node, scale: float) -> float:
    return sum(needed(child, scale) for child in node.children) + GAP * max(len(node.children) - 1, 0)


def placed(node: Node, top: float, scale: float) -> None:
    """Give a node and all behind it their room, from `top` down. Modified in place."""
    node.top, node.room = top, needed(node, scale)
    top += (node.room - _behind(node, scale)) / 2
    for child in node.children:
        placed(child, top, scale)
        top += child.room + GAP
