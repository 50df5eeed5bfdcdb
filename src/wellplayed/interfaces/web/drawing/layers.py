"""A beam ply by ply, from left to right: small boards of what was kept and of the best that was cut, best first."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from ....game import Game, Placement, States
from ....players.player import Thought
from ...reasons import number as shown
from ..words import Words
from .board import Shape
from .cells import cut, read
from .element import document, element, group, signed, text, width_of
from .well import Body, beginning, top, well

HEAD, FOOT, UNDER = 22.0, 18.0, 17.0  # above the columns, below them, below each board
KEPT, CUT = 6, 2  # boards of a column, at most, of each kind
LEAST_ROWS = 6
EDGE = 1.5  # of the frame round a board
SIZE = 10.0
ENGLISH = Words("en")


class Node(NamedTuple):
    """One board of the picture."""

    row: int  # of its layer
    parent: int  # row of the layer before; -1 in the first
    spot: Placement
    board: str  # before the placement
    value: float
    kept: bool
    chosen: bool  # on the principal line


class Column(NamedTuple):
    """One ply."""

    nodes: tuple[Node, ...]
    kept: int
    total: int
    hidden: int  # rows that are not shown


@dataclass
class Replay:
    """The positions of a thought's layers, played again from the root when one is asked for."""

    game: Game
    root: States  # [1]
    thought: Thought
    known: dict[tuple[int, int], States] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.kept = [np.flatnonzero(layer.kept) for layer in self.thought.layers]

    def before(self, ply: int, row: int) -> States:
        """[1] the position in which a row of the layer `ply` is played."""
        place = int(self.thought.layers[ply].parent[row])
        if ply == 0:
            return self.root
        if (ply, place) not in self.known:
            above = int(self.kept[ply - 1][place])
            action = self.thought.layers[ply - 1].action[above : above + 1]
            self.known[ply, place] = self.game.play(self.before(ply - 1, above), action)
        return self.known[ply, place]

    def parent(self, ply: int, row: int) -> int:
        """The row of the layer before that a row goes on from; -1 in the first layer."""
        return -1 if ply == 0 else int(self.kept[ply - 1][self.thought.layers[ply].parent[row]])

    def line(self) -> list[int]:
        """The row of each layer that the principal line goes through, as far as the layers tell."""
        layers = self.thought.layers
        if len(self.kept[-1]) != 1 or len(self.thought.line) != len(layers):
            return [int(np.argmax(layers[0].action == self.thought.action))]
        rows = [int(self.kept[-1][0])]
        for ply in range(len(layers) - 1, 0, -1):
            rows.append(self.parent(ply, rows[-1]))
        return rows[::-1]


def columns(game: Game, state: States, thought: Thought, most: tuple[int, int] = (KEPT, CUT)) -> list[Column]:
    """What is drawn of each layer: at most so many kept and so many cut ones, the principal line always among them."""
    if not thought.layers:
        return []
    game, state = beginning(game, state, thought)
    replay, found = Replay(game, state, thought), []
    line = replay.line()
    for ply, layer in enumerate(thought.layers):
        chosen = line[ply] if ply < len(line) else -1
        order = np.lexsort((np.arange(len(layer.value)), -layer.value, np.arange(len(layer.value)) != chosen))
        kept, cut = (order[layer.kept[order] == is_kept] for is_kept in (True, False))
        last = ply == len(thought.layers) - 1
        room = (most[0], most[1]) if not last else (1, most[0] + most[1] - 1)  # the last keeps its best line only
        # Of equal positions one is kept; another worth more than the worst kept one was not cut for its value.
        worst = layer.value[kept].min(initial=np.inf)
        cut = cut[np.argsort(layer.value[cut] > worst, kind="stable")]
        shown_rows = [*_best(kept, layer.value, room[0]), *_best(cut, layer.value, room[1])]
        nodes = []
        for row in shown_rows:
            before = replay.before(ply, row)
            spot = game.describe(before, int(layer.action[row]))
            value, is_kept = float(layer.value[row]), bool(layer.kept[row])
            nodes.append(Node(row, replay.parent(ply, row), spot, game.show(before), value, is_kept, row == chosen))
        nodes.sort(key=lambda node: (not node.kept, -node.value, not node.chosen))
        found.append(Column(tuple(nodes), len(kept), len(layer.value), len(layer.value) - len(nodes)))
    return found


def svg(
    game: Game,
    state: States,
    thought: Thought,
    *,
    width: float = 360,
    height: float = 460,
    plies: int | None = None,
    words: Words = ENGLISH,
    title: str = "",
) -> str:
    """The layers of a thought of one state [1]; empty text where it has none.

    Each board shows a position with the piece placed on it and below it the value of the line up to there. Kept ones
    are bright, cut ones dim, the principal line is joined; what is not drawn is counted. With `plies` only so many
    columns are drawn, and the principal line is not, since it is not known then. `width` and about `height` are those
    of the picture.
    """
    found = columns(game, state, thought)
    if not found:
        return ""
    fields = [[read(node.board) for node in column.nodes] for column in found]
    tops = [top(own, node.spot.cells) for c, f in zip(found, fields) for node, own in zip(c.nodes, f)]
    rows = max([LEAST_ROWS, *(high + 1 for high in tops)])
    wide = max(own.width for column in fields for own in column)
    cell = min(max(width / len(found) * 0.58 / wide, 2.2), 5.0)
    # A value may be wider than its board.
    texts = [_value(node) for column in found for node in column.nodes]
    edge = max(EDGE, (0.61 * SIZE * max(map(len, texts)) - wide * cell) / 2)
    pitch = (width - wide * cell - 2 * edge) / max(len(found) - 1, 1)
    step = rows * cell + UNDER
    room = max(int((height - HEAD - FOOT) / step), 3)
    found = [_fitted(column, room) for column in found]
    drawn, open_ended = found[:plies], plies is not None and plies < len(found)
    places = [
        {node.row: (edge + ply * pitch, HEAD + i * step) for i, node in enumerate(column.nodes)}
        for ply, column in enumerate(drawn)
    ]
    high = HEAD + max(len(column.nodes) for column in found) * step + FOOT
    board = (wide * cell, rows * cell)
    parts = []
    for ply in range(1, len(drawn)):
        parts += _links(drawn[ply].nodes, places[ply - 1], places[ply], board, open_ended)
    long = max(width_of(words("think.kept", kept=c.kept, total=c.total), SIZE) for c in found) > pitch - 4
    for column, spots in zip(drawn, places):
        parts += [_node(node, spots[node.row], rows, cell, open_ended, well(game).body) for node in column.nodes]
        parts += _counts(column, spots, step, board[0], width, None if long else words)
    return document(width, high, parts, title)


def _best(rows: Sequence[int], values: np.ndarray, most: int) -> list[int]:
    """The first rows, lost ones left out unless there are only such."""
    return [int(row) for row in rows[:most] if np.isfinite(values[row])] or [int(row) for row in rows[:1]]


def _fitted(column: Column, room: int) -> Column:
    """A column with at most `room` boards, one of them a cut one where there are any, the chosen one among them."""
    nodes = sorted(column.nodes, key=lambda node: not node.chosen)
    kept, cut = ([node for node in nodes if node.kept == is_kept] for is_kept in (True, False))
    fewest = min(len(cut), max(room - len(kept), 1))
    left = {node.row for node in (*kept[: room - fewest], *cut[:fewest])}
    return column._replace(
        nodes=tuple(node for node in column.nodes if node.row in left), hidden=column.total - len(left)
    )


def _links(
    nodes: Sequence[Node],
    before: dict[int, tuple[float, float]],
    here: dict[int, tuple[float, float]],
    board: tuple[float, float],
    open_ended: bool,
) -> list[str]:
    """The ways from the boards of one ply to those of the next, the principal one last and on top."""
    found = []
    for node in sorted(nodes, key=lambda node: (node.chosen, node.kept)):
        if node.parent not in before:
            continue
        (x, y), (to_x, to_y) = before[node.parent], here[node.row]
        x, y, to_y = x + board[0] + 2, y + board[1] / 2, to_y + board[1] / 2
        bend = (x + to_x - 2) / 2
        chosen = node.chosen and not open_ended
        look = {
            "stroke": "var(--accent)" if chosen else "var(--muted)",
            "stroke_width": 2 if chosen else 1,
            "stroke_opacity": None if chosen else 0.55 if node.kept else 0.22,
        }
        way = f"M{x:.1f} {y:.1f}C{bend:.1f} {y:.1f} {bend:.1f} {to_y:.1f} {to_x - 2:.1f} {to_y:.1f}"
        kind = "chosen" if chosen else "kept" if node.kept else "cut"
        found.append(element("path", class_=f"link {kind}", d=way, fill="none", **look))
    return found


def _node(node: Node, at: tuple[float, float], rows: int, cell: float, open_ended: bool, body: Body) -> str:
    """One board with its value below."""
    own, chosen = read(node.board), node.chosen and not open_ended
    parts = [body(cut(own, 0, rows), piece=Shape(node.spot.piece, node.spot.cells), cell=cell, dim=not node.kept)]
    wide, high = own.width * cell, rows * cell
    if chosen:
        frame = {"x": -EDGE, "y": -EDGE, "width": wide + 2 * EDGE, "height": high + 2 * EDGE}
        parts.append(element("rect", **frame, rx=2, fill="none", stroke="var(--accent)", stroke_width=1.5))
    fill = "var(--text)" if node.kept else "var(--muted)"
    weight = 650 if chosen else None
    parts.append(
        text(_value(node), wide / 2, high + 11, size=SIZE, anchor="middle", fill=fill, mono=True, font_weight=weight)
    )
    kind = "chosen" if chosen else "kept" if node.kept else "cut"
    return group(parts, at[0], at[1], class_=f"node {kind}")


def _value(node: Node) -> str:
    return signed(shown(node.value)) if np.isfinite(node.value) else "✕"


def _counts(
    column: Column, spots: dict[int, tuple[float, float]], step: float, wide: float, width: float, words: Words | None
) -> list[str]:
    """Above a column how many were kept of how many, below it how many are not drawn; without `words` in numbers."""
    left, bottom = next(iter(spots.values()))[0], max(y for _, y in spots.values()) + step
    if words is None:
        said = [(f"{column.kept}/{column.total}", 11.0), (f"+{column.hidden}", bottom + 8)]
    else:
        kept = words("think.kept", kept=column.kept, total=column.total)
        said = [(kept, 11.0), (words("think.rest", n=f"{column.hidden:,}"), bottom + 8)]
    parts = []
    for label, y in said if column.hidden else said[:1]:
        half = width_of(label, SIZE) / 2
        middle = min(max(left + wide / 2, half), width - half)
        parts.append(text(label, middle, y, size=SIZE, anchor="middle", fill="var(--muted)", class_="count"))
    return parts
