"""Why a move was chosen, as data: what the terminal and the page draw.

Every search can be asked to note what it does. What it notes is a by-product: the move is the same with and without.
"""

from typing import NamedTuple

from ..game import Bools, Floats, Ints, Placement, States


class Layer(NamedTuple):
    """One ply of a beam: the children of all positions kept before, in the order of (parent, action)."""

    parent: Ints  # [N] which of the positions kept in the layer before, in its order; 0 in the first layer
    action: Ints  # [N]
    value: Floats  # [N] of the whole line up to here: credit on the way, and the board at its end
    kept: Bools  # [N] searched further (in the last layer: the line that won)


class Tree(NamedTuple):
    """The most visited nodes of a search tree, parents before their children; row 0 is the root."""

    parent: Ints  # [N] row of the parent; -1 for the root
    action: Ints  # [N] the move that leads here; -1 for the root and for an outcome of chance
    chance: Floats  # [N] the probability of an outcome of chance; 1 for a move
    visits: Ints  # [N]
    value: Floats  # [N] mean of what the visits found, scaled to [0, 1]
    prior: Floats  # [N] what the evaluator thought of the move beforehand, summing to 1 over siblings; 0 if unused
    outcome: Ints  # [N] which of `game.outcomes` of the position before an outcome of chance is; -1 for a move


class Thought(NamedTuple):
    """Why a move was chosen: every candidate with its value, and how the value comes about.

    A search that cuts gives a candidate the value of its best line at the ply where the last of them was cut, so values
    of unequal `plies` are of boards after unequally many pieces.
    """

    action: int  # the move `choose` makes
    actions: Ints  # [N] all candidates, in the game's order
    values: Floats  # [N]
    features: Floats  # [N, F] of the position at the end of each candidate's best line
    contributions: (
        Floats  # [N, F] weight times feature, credit summed along the line; all 0 for a player without weights
    )
    plies: Ints  # [N] how many pieces beyond the candidate were looked at
    line: tuple[Placement, ...] = ()  # the principal line: the move, and how play is expected to go on
    layers: tuple[Layer, ...] = ()  # of a beam or an exact lookahead
    tree: Tree | None = None  # of MCTS
    nodes: int = 0  # children evaluated
    dream: States | None = None  # [1] where line and layers begin, if hidden pieces were dreamt: those laid open
