"""Monte Carlo tree search: many cheap walks into the future, more of them where they promise more or tell more.

**The tree.** A decision node is a living state with moves, and its edges are the moves. Where the current piece of an
afterstate is hidden (a living state for which the game lists no moves) the afterstate is a chance node over
`game.outcomes` with the true chances. Where the next piece is visible there is none, and slots further back stay
unseen, so the search never deals from a state's stream. What neither chance nor the player can move stands, with the
value of the line that led there. A lost move is worth its credit and `loss`, as in expectimax.py, and is made only
where all moves lose.

**One simulation** walks from the root to a move that no walk made before it. Means are scaled to [0, 1] by the least
and the greatest value found so far in this tree (Schrittwieser et al., "Mastering Atari, Go, chess and shogi by
planning with a learned model", Nature 588, 2020, appendix B). With N the visits of a decision node, this one included,
and n those of a move, the walk takes the highest of:

- UCT: mean + c sqrt(ln N / n), Kocsis and Szepesvari, "Bandit based Monte-Carlo planning", ECML 2006. The first of
  the n values is what the evaluator sees ahead, shifted so that the best of the siblings has the mean of the node: a
  walk need not make every poor move once (as Gelly and Wang's first-play urgency, "Exploration exploitation in Go",
  NIPS workshop 2006). By default c is 0.2. The sqrt 2 of the paper, for rewards of 0 or 1, explores too much here:
  with 3,000 simulations on 10x20 and Dellacherie's weights, 93 of 100 moves are those of exact expectimax over two
  more pieces with 0.2, and 85 with sqrt 2.
- PUCT, with a `prior`: mean + c P sqrt N / (1 + n), the mean being 0 where n is 0 (Silver et al., "Mastering the game
  of Go without human knowledge", Nature 550, 2017). By default c is 1.25 (c1 of Schrittwieser et al.). P is what the
  prior function says, or the softmax of the values ahead, in units of `temperature` times their standard deviation
  among the siblings, which does not depend on the evaluator's scale.

Equals are taken in the game's order. At a chance node the walk takes the outcome with the largest chance * M - m, M
being the walks that went on from there, this one included, and m those to the outcome: no dice, and the shares of
visits converge to the chances. With a `depth`, moves so many pieces beyond the current one are not followed further.

**The value of a simulation** is the credit earned along the walk plus the value of its leaf. Without a rollout the
evaluator says what the line of play is worth (see `Moves`). With one, the afterstate is played on for `rollout` pieces
by linear weights, a share `random` of the moves at random, and the evaluator judges the board at the end; see
playout.py. `loss` is by default 50 times the sum of the absolute weights, below zero.

**The move** is the one most visited; of equals the one with the higher mean, then the first in the game's order.

**Chance is fair.** Before a rollout the states are `game.reseeded` with words hashed from the seed, the root's `match`
and `pieces`, and the number of the simulation, or with `common` the number of the visit to the root's move that it
passes, so that all candidates are tried on the same sequences of pieces. What the state's own stream holds changes
nothing. Roots are searched one by one, so equal seeds and simulations give equal moves in any batch and on any number
of threads.

**Rounds.** Walks go out `batch` at a time, so that the game's kernels see whole batches; those of one round spread out
by virtual loss, see tree.py. With batch=1 this is the plain algorithm. Under a clock rounds stay small. A round that a
budget interrupts is forgotten. What counts as a node is a move rated, a walk, and a piece of a rollout.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from ..errors import Fault, InputError
from ..game import Floats, Game, Ints, Moves, States
from ..rng import as_seeds
from . import tree
from .budget import SLICE, Budget
from .evaluate import Evaluator, Linear
from .expectimax import loss_of
from .explain import principal, summed
from .growth import Growth
from .playout import Playout
from .thought import Thought, Tree

if TYPE_CHECKING:
    from .forest import Forest

Prior: TypeAlias = Callable[[States, Moves], Floats]  # of the moves [N] of some states, 0 or more each

SHOWN = 500  # nodes of one thought
LONGEST = 1 << 30  # pieces; no game lasts longer


@dataclass(frozen=True)
class Mcts:
    """The most visited move of a tree grown by simulations. Raises InputError for values out of range.

    Parameters
    ----------
    evaluator : Evaluator
        Values the leaves: linear weights, or any function of states.
    simulations : int, optional
        How many at most; by default 1,000, and with `nodes` or `milliseconds` as many as these allow.
    batch : int
        Walks in one round, 1 to 128.
    c : float, optional
        The weight of exploration.
    prior : bool or callable
        Whether priors guide the walks; a function gives them for (states, moves), at least 0, in any unit.
    temperature : float
        Of the softmax that makes priors of values, in standard deviations.
    rollout : int
        Pieces to play at the leaf; 0 for none.
    random : float
        The share of random moves in rollouts.
    guide : Linear, optional
        The weights that play rollouts; by default the evaluator.
    common : bool
        Whether all candidates are tried on the same sequences of pieces.
    depth : int
        Pieces beyond the current one to look at; 0 for no limit.
    loss : float, optional
        What a lost line is worth besides its credit; needed with an evaluator that is not linear.
    seed : int
        Of the rollouts.
    nodes : int, optional
        Moves rated, walks and rollout pieces that may be spent.
    milliseconds : float, optional
        Time for one move.
    """

    evaluator: Evaluator
    simulations: int | None = None
    batch: int = 16
    c: float | None = None
    prior: bool | Prior = False
    temperature: float = 0.25
    rollout: int = 0
    random: float = 0.0
    guide: Linear | None = None
    common: bool = False
    depth: int = 0
    loss: float | None = None
    seed: int = 0
    nodes: int | None = None
    milliseconds: float | None = None

    def __post_init__(self) -> None:
        for what, value, least, most in (
            ("simulations", 1 if self.simulations is None else self.simulations, 1, LONGEST),
            ("batch", self.batch, 1, SLICE),
            ("c", 0.0 if self.c is None else self.c, 0, 1e9),
            ("temperature", self.temperature, 1e-9, 1e9),
            ("rollout", self.rollout, 0, LONGEST),
            ("random", self.random, 0, 1),
            ("depth", self.depth, 0, LONGEST),
        ):
            if not least <= value <= most:
                raise InputError(f"{what}={value} of mcts is out of range; choose {least} to {most}")
        if self.rollout and not isinstance(self.guide or self.evaluator, Linear):
            raise InputError("rollouts are played by linear weights, and this evaluator has none; give guide")
        loss_of(self.evaluator, self.loss)
        as_seeds([self.seed])
        Budget(self.nodes, self.milliseconds)

    def playout(self) -> Playout:
        """What is done at the leaves."""
        guide = self.guide or self.evaluator
        weights = guide.weights if isinstance(guide, Linear) else np.empty(0)
        return Playout(self.evaluator, weights, self.rollout, self.random, loss_of(self.evaluator, self.loss))

    def priors(self, states: States, moves: Moves) -> Floats:
        """[N] the priors of the moves of `states`, [0] if none are used. Raises Fault if the prior function fails."""
        if self.prior is False:
            return np.empty(0)
        out = np.empty(len(moves.parent))
        if self.prior is True:
            tree.softmax(moves.parent, moves.value, moves.dead, self.temperature, out)
        elif len(out):
            out[:] = supposed(self.prior, states, moves)
        tree.shared(moves.parent, moves.dead, out)
        return out

    def choose(self, game: Game, states: States) -> Ints:
        """[B] the move found for each state. Raises InputError where a state has no move."""
        return np.array([Growth(self, game, states, i).grown().move for i in range(len(states))], np.int64)

    def think(self, game: Game, state: States) -> Thought:
        """The same move for one state [1] with the tree, and for each candidate the mean of its simulations.

        A candidate without any has the value that the evaluator sees ahead, a losing one -inf. Features and
        contributions are those at the end of its line most visited, as far as the pieces of that line are visible;
        plies are those of its longest line. Raises InputError as `choose` does.
        """
        return thought(Growth(self, game, state, 0).grown())


def supposed(prior: Prior, states: States, moves: Moves) -> Floats:
    """[N] what a prior function says of moves. Raises Fault if it fails, or says anything but N numbers from 0 on."""
    name, count = str(getattr(prior, "__name__", type(prior).__name__)), len(moves.action)
    try:
        given = np.asarray(prior(states, moves), np.float64)
    except Fault:
        raise
    except Exception as error:
        raise Fault(f"prior {name!r} failed on {count} moves: {type(error).__name__}: {error}") from error
    if given.shape != (count,) or not (np.isfinite(given) & (given >= 0)).all():
        raise Fault(f"prior {name!r} gave {given} for {count} moves; give a finite number of at least 0 for each")
    return given


def thought(growth: "Growth | Forest") -> Thought:
    """The move that a search found, and why."""
    nodes, rows, move = growth.nodes, growth.candidates, growth.move
    game, state, lines = growth.game, growth.states[:1], visited(growth)
    features, contributions = summed(game, state, growth.how.evaluator, lines)
    values = growth.means(rows)
    values[nodes.kind[rows] == tree.LOST] = -np.inf
    chosen = lines[int(np.argmax(nodes.action[rows] == move))]
    return Thought(
        move, nodes.action[rows].astype(np.int64), values, features, contributions, plies(growth),
        principal(game, state, chosen[chosen >= 0]), tree=shown(growth), nodes=growth.budget.spent,
    )  # fmt: skip


def visited(growth: "Growth | Forest") -> Ints:
    """[C, P] the moves most visited from each candidate on while pieces are visible, -1 after the end."""
    nodes, lines = growth.nodes, []
    for row in growth.candidates:
        line = [nodes.action[row]]
        while nodes.kind[row] == tree.DECISION:
            children = np.arange(nodes.first[row], nodes.first[row] + nodes.children[row])
            row = children[np.lexsort((-growth.means(children), -nodes.visits[children]))[0]]
            if not nodes.visits[row]:
                break
            line.append(nodes.action[row])
        lines.append(line)
    longest = max(map(len, lines))
    return np.array([line + [-1] * (longest - len(line)) for line in lines], np.int64)


def plies(growth: "Growth | Forest") -> Ints:
    """[C] how many pieces beyond each candidate the longest walk through it went."""
    nodes, rows = growth.nodes, growth.candidates
    most = np.zeros(len(rows), np.int64)
    node = np.flatnonzero(nodes.visits[: growth.used])[1:]
    depth = nodes.depth[node]
    while (parent := nodes.parent[node]).any():
        node = np.where(parent > 0, parent, node)
    np.maximum.at(most, node - rows[0], depth - 1)
    return most


def shown(growth: "Growth | Forest") -> Tree:
    """The most visited nodes of the tree."""
    nodes, (least, greatest) = growth.nodes, growth.bounds
    rows = np.argsort(-nodes.visits[: growth.used], kind="stable")[:SHOWN]  # no child is visited more than its parent
    rows = rows[(nodes.visits[rows] > 0) | (rows == 0)]
    place = np.full(growth.used + 1, -1)  # the last is for the root's parent, -1
    place[rows] = np.arange(len(rows))
    values = np.zeros(len(rows))
    if least < greatest:
        values = np.clip((growth.means(rows) - least) / (greatest - least), 0.0, 1.0)
    dealt = (nodes.action[rows] < 0) & (rows > 0)
    outcome = np.where(dealt, rows - nodes.first[nodes.parent[rows]], -1)  # siblings are in the game's order
    return Tree(
        place[nodes.parent[rows]], nodes.action[rows].astype(np.int64), nodes.chance[rows],
        nodes.visits[rows].astype(np.int64), values, nodes.prior[rows], outcome,
    )  # fmt: skip
