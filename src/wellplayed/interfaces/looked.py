"""What a search looked at, in a few lines of text: how far, how wide, and how it expects play to go on."""

import numpy as np
from rich.text import Text

from ..game import Ints, Placement
from ..players.player import Thought
from .picture import DIM, STRONG, Look, glyph, joined

ARROW = {True: " → ", False: " > "}


def looked(thought: Thought, look: Look, width: int) -> list[Text]:
    """The lines of a search; none for a player that looks one move ahead."""
    depth = int(thought.plies.max(initial=0))
    if not depth and thought.tree is None:
        return []
    pieces = "1 piece" if depth == 1 else f"{depth} pieces"
    words = f"looked {pieces} further, {thought.nodes:,} positions"
    lines = [joined([(words, STRONG)])]
    if thought.tree is not None:
        lines = [joined([(f"{words}, {int(thought.tree.visits[0]):,} visits", STRONG)])]
    elif any(not layer.kept.all() for layer in thought.layers[:-1]):
        lines.append(_kept(thought, look, width))
    if len(thought.line) > 1:
        lines.append(_line(thought.line[1:], look, width))
    return lines


def _kept(thought: Thought, look: Look, width: int) -> Text:
    """How many children of each ply were kept, and how many were looked at, for as many plies as fit."""
    line = "kept   "
    for ply, layer in enumerate(thought.layers[:-1]):
        more = (ARROW[look.unicode] if ply else "") + f"{int(layer.kept.sum())} of {len(layer.kept)}"
        if len(line) + len(more) > width:
            break
        line += more
    return joined([(line, DIM)])


def _line(line: tuple[Placement, ...], look: Look, width: int) -> Text:
    """The placements that are expected to follow, as many as fit."""
    runs, room = [("then   ", DIM)], width - 7
    for i, spot in enumerate(line):
        drawn = glyph(spot, look)
        text = f" {spots(spot)}" + (f" {spot.kind}" if spot.keys else "")
        gap = ARROW[look.unicode] if i else ""
        room -= len(gap) + sum(len(part) for part, _ in drawn) + len(text)
        if room < 0:
            break
        runs += [(gap, DIM), *drawn, (text, DIM)]
    return joined(runs)


def spots(spot: Placement) -> str:
    """The columns of a placement, from 1."""
    across = [x + 1 for x, _ in spot.cells]
    first, last = min(across), max(across)
    return f"{first}" if first == last else f"{first}-{last}"


def visits(thought: Thought) -> Ints | None:
    """[N] how often a tree search went to each candidate; None for other players."""
    if thought.tree is None:
        return None
    tree, found = thought.tree, np.zeros(len(thought.actions), np.int64)
    for row in np.flatnonzero((tree.parent == 0) & (tree.action >= 0)):
        found[thought.actions == tree.action[row]] = tree.visits[row]
    return found
