"""A search tree from left to right: wide branches have many visits, strongly coloured ones high values."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from ....game import Game, Placement, States
from ....players.player import Thought
from ....search.thought import Tree
from ..words import Words
from .branches import Node, fitted
from .element import document, element, group, text, width_of
from .ink import TETRIS, Inks
from .well import Well, well

MOST, LEVELS = 40, 4  # nodes that are drawn, and how far from the root
BAR, SIZE = 4.0, 10.0  # the width of a node, the size of text
STAMP = 22.0  # the width of the line below a small piece, as long as its game is wide
FOOT = 26.0
FAINT, STRONG = 0.14, 0.95  # colour of the least and of the greatest value
SWATCHES = 6
ENGLISH = Words("en")


def svg(
    game: Game,
    state: States,
    thought: Thought,
    *,
    width: float = 360,
    height: float = 380,
    most: int = MOST,
    levels: int = LEVELS,
    words: Words = ENGLISH,
    title: str = "",
    inks: Inks = TETRIS,
) -> str:
    """The tree of a thought of one state [1]; empty text where it has none.

    Branches are as wide as their shares of the visits, and coloured by their means, from the least to the greatest one
    that is drawn. A move shows its piece where it stands over the columns of the well, and its visits; an outcome of
    chance shows which piece it brings and its probability. What is too little to be drawn is counted.
    """
    tree = thought.tree
    if tree is None:
        return ""
    root, scale = fitted(tree, height - FOOT, most, levels)
    columns = max(len(row) for row in game.show(state).split("\n"))
    spots, brought = followed(game, state, tree, root)
    before = max(STAMP + 5, 0.62 * SIZE * (max(map(len, brought.values())) + 5) if brought else 0.0)
    label = before + 7 + width_of(f"{root.visits:,}", SIZE)
    values = [node.value for node in root.walk() if node.row > 0] or [0.0]
    look = Look(
        pitch=min((width - label - 2 * BAR) / max(root.levels, 1), width / 3),
        scale=scale,
        span=(min(values), max(values)),
        columns=columns,
        spots=spots,
        brought=brought,
        chosen=next((n.row for n in root.children if n.row > 0 and tree.action[n.row] == thought.action), -1),
        words=words,
        inks=inks,
        well=well(game),
    )
    parts = [*look.branches(root, 0), *look.labels(root, 0), look.legend(width, height, root)]
    return document(width, height, parts, title)


def followed(game: Game, state: States, tree: Tree, root: Node) -> tuple[dict[int, Placement], dict[int, str]]:
    """Where the moves of the nodes put their pieces, and which piece each outcome of chance brings, by row."""
    states: dict[int, States] = {0: state}
    spots: dict[int, Placement] = {}
    brought: dict[int, str] = {}
    for node in root.walk():
        if node.row <= 0:
            continue
        before, action = states[int(tree.parent[node.row])], int(tree.action[node.row])
        if action >= 0:
            spots[node.row] = game.describe(before, action)
            states[node.row] = game.play(before, np.array([action]))
        else:
            which = int(tree.outcome[node.row])
            states[node.row] = game.outcomes(before).states[which : which + 1]
            brought[node.row] = _piece(game, states[node.row])
    return spots, brought


def _piece(game: Game, state: States) -> str:
    """The piece that is to be placed in one state [1]; empty text where it cannot be."""
    actions = np.flatnonzero(game.mask(state)[0])  # the first is of the piece at hand, if that has any
    spot = game.describe(state, int(actions[0])) if len(actions) else None
    return "" if spot is None or spot.keys.startswith("HOLD") else spot.piece


@dataclass(frozen=True)
class Look:
    """How the nodes of one picture are drawn."""

    pitch: float  # from one level to the next
    scale: float  # height of one visit
    span: tuple[float, float]  # the least and the greatest value
    columns: int
    spots: Mapping[int, Placement]
    brought: Mapping[int, str]  # by outcomes of chance
    chosen: int  # row of the move that is made
    words: Words
    inks: Inks
    well: Well

    def strength(self, value: float) -> float:
        """How strong the colour of a value is."""
        least, greatest = self.span
        share = (value - least) / (greatest - least) if greatest > least else 1.0
        return round(FAINT + (STRONG - FAINT) * min(max(share, 0.0), 1.0), 3)

    def branches(self, node: Node, level: int) -> Iterable[str]:
        """The branches from a node on."""
        # A visit that ended in the node itself is none of its children's, so these share the middle of its bar.
        start = node.middle - sum(child.visits for child in node.children) * self.scale / 2
        for child in node.children:
            thick = child.visits * self.scale
            yield self._branch(child, level, start, thick)
            start += thick
            yield from self.branches(child, level + 1)

    def _branch(self, child: Node, level: int, start: float, thick: float) -> str:
        left, right = level * self.pitch + BAR, (level + 1) * self.pitch
        end, bend, wide = child.middle - thick / 2, (left + right) / 2, max(thick, 0.75)
        shape = (
            f"M{left:.1f} {start:.1f}C{bend:.1f} {start:.1f} {bend:.1f} {end:.1f} {right:.1f} {end:.1f}v{wide:.1f}"
            f"C{bend:.1f} {end + wide:.1f} {bend:.1f} {start + wide:.1f} {left:.1f} {start + wide:.1f}z"
        )
        if child.row < 0:
            return element("path", class_="branch rest", d=shape, fill="var(--muted)", fill_opacity=0.2)
        opacity = max(self.strength(child.value) * 0.6, 0.16)
        return element("path", class_="branch", d=shape, fill="var(--accent)", fill_opacity=opacity)

    def labels(self, node: Node, level: int) -> Iterable[str]:
        """The bars of a node and of those behind it, each with what it says."""
        yield self._label(node, level)
        for child in node.children:
            yield from self.labels(child, level + 1)

    def _label(self, node: Node, level: int) -> str:
        x, thick = level * self.pitch, max(node.visits * self.scale, 1.5)
        if node.row < 0:
            said = self.words("think.tree.rest", n=f"{node.hidden:,}")
            base = node.middle + SIZE * 0.36
            return text(said, x + BAR + 4, base, size=SIZE, fill="var(--muted)", class_="rest")
        top = node.middle - thick / 2
        parts = [
            element(
                "rect", x=x, y=top, width=BAR, height=thick, rx=min(1.5, thick / 2), fill="var(--accent)",
                fill_opacity=self.strength(node.value) if node.row else None,
            )
        ]  # fmt: skip
        if node.row == self.chosen:
            parts.append(
                element(
                    "rect", class_="chosen", x=x - 2, y=top - 2, width=BAR + 4, height=thick + 4, rx=3, fill="none",
                    stroke="var(--text)", stroke_width=1.2,
                )
            )  # fmt: skip
        if node.row > 0:
            parts.append(self._said(node, x + BAR + 4))
        return group(parts, class_="node", data_visits=node.visits, data_value=f"{node.value:.4f}")

    def _said(self, node: Node, x: float) -> str:
        """On a ground of its own: the small piece over its columns, or an outcome and its chance; then the visits."""
        base, left, parts = node.middle + SIZE * 0.36, x, []
        if node.row in self.spots:
            parts.append(self._stamp(self.spots[node.row], x, node.middle))
            x += STAMP + 5
        elif node.row in self.brought:
            share = f"{self.brought[node.row]} {node.chance:.0%}".strip()
            parts.append(text(share, x, base, size=SIZE, fill="var(--muted)", mono=True))
            x += 0.62 * SIZE * (len(share) + 1)
        count = f"{node.visits:,}"
        weight = 650 if node.row == self.chosen else None
        parts.append(text(count, x, base, size=SIZE, mono=True, font_weight=weight))
        ground = element(
            "rect", x=left - 2, y=node.middle - 6.5, width=x - left + 0.62 * SIZE * len(count) + 4, height=13, rx=3,
            fill="var(--panel)", fill_opacity=0.86,
        )  # fmt: skip
        return ground + "".join(parts)

    def _stamp(self, spot: Placement, x: float, middle: float) -> str:
        """A piece over a line as long as the well is wide."""
        tall = max(y for _, y in spot.cells) - min(y for _, y in spot.cells) + 1
        unit = STAMP / self.columns
        floor = element("path", d=f"M0 {tall * unit + 0.5:.2f}h{STAMP:.1f}", stroke="var(--muted)", stroke_width=0.8)
        shape = self.well.stamp(spot, unit, self.inks)
        return group([floor, shape], x, middle - tall * unit / 2, class_="stamp")

    def legend(self, width: float, height: float, root: Node) -> str:
        """What width and colour mean."""
        base = height - 6
        visits = self.words("think.visits", n=f"{root.visits:,}")
        parts = [text(visits, 0, base, size=SIZE, fill="var(--muted)")]
        least, greatest = (f"{value:.2f}" for value in self.span)
        right = width - 0.62 * SIZE * len(greatest) - 5
        parts.append(text(greatest, width, base, size=SIZE, anchor="end", fill="var(--muted)", mono=True))
        for step in range(SWATCHES):
            strength = FAINT + (STRONG - FAINT) * step / (SWATCHES - 1)
            x = right - (SWATCHES - step) * 10
            parts.append(
                element("rect", x=x, y=base - 8, width=10, height=8, fill="var(--accent)", fill_opacity=strength)
            )
        x = right - SWATCHES * 10 - 5
        parts.append(text(least, x, base, size=SIZE, anchor="end", fill="var(--muted)", mono=True))
        x -= 0.62 * SIZE * len(least) + 5
        parts.append(text(self.words("think.tree.scale"), x, base, size=SIZE, anchor="end", fill="var(--muted)"))
        return group(parts, class_="legend")
