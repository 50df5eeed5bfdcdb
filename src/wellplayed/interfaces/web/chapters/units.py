"""What goes through a network, drawn: inputs as bars, each hidden layer as a square of units, and what comes out."""

from collections.abc import Sequence
from math import ceil, sqrt

import numpy as np

from ....game import Floats
from ....learning.networks import Network
from ..drawing.element import element, text, width_of
from ..words import Words
from .gradient import layers
from .numbers import exact, shown
from .pictures import Bar, Tile, arrow, bars, below, captioned, flowed, placed

CELL, LARGE, GAP = 11.0, 15.0, 1.5  # of a unit
ARROW, SHORT = 34.0, 15.0  # from layer to layer, and where there is little room
LEAST = 500.0  # below this width the inputs stand above the layers


def through(names: Sequence[str], levels: Sequence[Floats], width: float, words: Words) -> Tile:
    """The inputs [F] and what each layer makes of them, the output the last of `levels`."""
    squares = [
        captioned(_square(level), words("explain.dqn.units", n=int((level > 0).sum()), total=len(level)))
        for level in levels[1:-1]
    ]
    tiles = [*squares, _output(float(levels[-1][0]))]
    rows = [Bar(name, float(value), shown(float(value))) for name, value in zip(names, levels[0], strict=True)]
    chain = _chained(tiles, width)
    if width < LEAST:
        return below([bars(rows, width), chain], 22)
    inputs = bars(rows, width - chain.width - 14)
    high = max(inputs.height, chain.height)
    parts = [
        placed(inputs, 0, (high - inputs.height) / 2),
        placed(chain, width - chain.width, (high - chain.height) / 2),
    ]
    return Tile(width, high, "".join(parts))


def touched(before: Network, after: Network, width: float, words: Words) -> Tile:
    """The hidden layers, the cell of a unit the fuller the more a step changed the weights that go into it."""
    old, new, tiles = before.plan.views(before.vector), after.plan.views(after.vector), []
    for i, layer in enumerate(layers(before, after)[:-1]):
        change = np.abs(new[f"dense{i}"] - old[f"dense{i}"]).sum(axis=0, dtype=np.float64)
        moved = words("explain.dqn.moved", n=f"{layer.moved:,}", total=f"{layer.weights:,}")
        tiles.append(captioned(_square(change, LARGE), moved, above=words("explain.dqn.layer", n=i + 1)))
    return flowed(tiles, width, 28)


def _square(level: Floats, cell: float = CELL) -> Tile:
    """A layer [U] as a square of cells, the fuller the greater their numbers."""
    side, most = ceil(sqrt(len(level))), float(level.max()) or 1.0
    parts = []
    for n, value in enumerate(level):
        y, x = divmod(n, side)
        box = {"x": x * cell, "y": y * cell, "width": cell - GAP, "height": cell - GAP, "rx": 1.5}
        parts.append(element("rect", **box, fill="var(--raised)"))
        if value > 0:
            share = 0.15 + 0.85 * float(value) / most
            parts.append(element("rect", **box, fill="var(--accent)", fill_opacity=share, class_="unit"))
    return Tile(side * cell, ceil(len(level) / side) * cell, "".join(parts))


def _output(value: float) -> Tile:
    said, size = exact(value, 3), 16.0
    wide = max(width_of(said, size), 34.0) + 4
    return Tile(wide, 40, text("Q(s)", wide / 2, 11, size=11, anchor="middle", fill="var(--muted)")
                + text(said, wide / 2, 32, size=size, anchor="middle", mono=True, font_weight=650))  # fmt: skip


def _chained(tiles: Sequence[Tile], width: float) -> Tile:
    """Tiles in a row with arrows from each to the next, one more before the first; their middles on one line."""
    room = (width - sum(tile.width for tile in tiles)) / len(tiles)
    long = min(ARROW, max(SHORT, room))
    high, x, parts = max(tile.height for tile in tiles), 0.0, []
    for tile in tiles:
        parts.append(arrow(x + 3, high / 2, x + long - 3, high / 2, "var(--muted)"))
        x += long
        parts.append(placed(tile, x, (high - tile.height) / 2))
        x += tile.width
    return Tile(x, high, "".join(parts))
