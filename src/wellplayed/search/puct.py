"""Monte Carlo tree search guided by a network: priors for its moves, and values for its leaves.

The form of Silver et al., "A general reinforcement learning algorithm that masters chess, shogi, and Go through
self-play", Science 362, 2018, with chance nodes. The network is any function that says of dealt states how likely each
action is, as logits, and what is to come, as the discounted sum of the rewards ahead. It is asked of positions whose
current piece is known, and of nothing else, so it may be asked of any.

**One simulation** walks from the root as `mcts.py` says of PUCT, to a move that was not made before. Where the next
piece is visible, the network says what the position after it is worth. Where it is hidden the move leads to a chance
node, and what it is worth is the expectation of the network over `game.outcomes`, weighed with the true chances; all
of them are asked for in one call. A move lost is worth its reward and `death`, and is made only where all moves lose.
Where a state has more outcomes than `outcomes`, a sample of so many stands for them. When a node is opened, at its
second visit, its moves get the softmax of the network's logits over those that do not lose.

A move that was not made before counts as the mean of its node, where mcts.py has the least value: of some twenty moves
those that no prior favours would hardly be tried by as many simulations, whatever the network thinks of what they lead
to. With one network, 32 simulations and a flat policy, 30 games on a narrow board have 11.7 lines instead of 4.8.

A value is sum gamma^k r_k over the rewards r_k of the moves from the root on, `reward` being weights over features that
are earned, and gamma^d times what the network says at the end of d moves.

**The move** is the one most visited; of equals the one with the higher mean, and before any visit the one with the
highest prior: with no simulations the policy plays alone.

**Noise.** For self-play, `noise` of each prior at the root is replaced by given numbers, drawn by the caller.

**Lockstep.** Many roots are searched together, one simulation of each in a step: see forest.py.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..errors import Fault, InputError
from ..game import Floats, Game, Ints, States, earned, taken
from .evaluate import Linear
from .forest import Forest, Found
from .mcts import thought
from .thought import Thought

Network: TypeAlias = Callable[[States], tuple[NDArray[Any], NDArray[Any]]]  # [B] to logits [B, actions], values [B]

TOGETHER = 64  # roots in one forest, at most
LONGEST = 1 << 20  # simulations


@dataclass(frozen=True)
class Puct:
    """The most visited move of a tree grown by simulations that a network guides. Raises InputError for bad values.

    Parameters
    ----------
    network : callable
        Of dealt states [B]: logits [B, actions] of their moves, and what is to come [B].
    reward : Linear
        What a move earns: weights of features that are earned.
    simulations : int
        Of each root; 0 for the policy alone.
    gamma : float
        What a reward counts a move later.
    death : float
        The reward for losing.
    c : float, optional
        The weight of exploration; by default 1.25, see mcts.py.
    noise : float
        The share of noise in the priors of roots, where noise is given.
    outcomes : int
        Of chance, at one node; where there are more, a sample of so many.
    """

    network: Network
    reward: Linear
    simulations: int = 64
    gamma: float = 1.0
    death: float = 0.0
    c: float | None = None
    noise: float = 0.25
    outcomes: int = 32

    def __post_init__(self) -> None:
        for what, value, least, most in (
            ("simulations", self.simulations, 0, LONGEST),
            ("gamma", self.gamma, 0, 1),
            ("death", self.death, -1e9, 1e9),
            ("c", 0.0 if self.c is None else self.c, 0, 1e9),
            ("noise", self.noise, 0, 1),
            ("outcomes", self.outcomes, 1, LONGEST),
        ):
            if not least <= value <= most:
                raise InputError(f"{what}={value} of puct is out of range; choose {least} to {most}")
        if self.reward.weights[~earned(self.reward.game)].any():
            raise InputError("a reward of puct is no event that earns; weigh features such as lines alone")

    def evaluator(self, states: States) -> Floats:
        """[B] what the network says is to come."""
        return self.asked(states, self.reward.game.actions)[1]

    def asked(self, states: States, actions: int) -> tuple[NDArray[Any], Floats]:
        """Logits [B, A] and values [B] of the network.

        Raises Fault if it fails, or gives anything but finite numbers of these shapes.
        """
        name, count = str(getattr(self.network, "__name__", type(self.network).__name__)), len(states)
        try:
            logits, value = self.network(states)
            logits, value = np.asarray(logits), np.asarray(value, np.float64)
        except Fault:
            raise
        except Exception as error:
            raise Fault(f"network {name!r} failed on {count} positions: {type(error).__name__}: {error}") from error
        if logits.shape != (count, actions) or value.shape != (count,):
            raise Fault(
                f"network {name!r} gave logits {list(logits.shape)} and values {list(value.shape)} for {count} "
                f"positions; give [{count}, {actions}] and [{count}]"
            )
        if not (np.isfinite(logits).all() and np.isfinite(value).all()):
            raise Fault(f"network {name!r} gave numbers that are not finite")
        return logits, value

    def search(self, game: Game, states: States, noise: Floats | None = None) -> Found:
        """What is found at each root [B], with `noise` [B, A] in their priors where it is given.

        Raises InputError where a state has no move.
        """
        parts = []
        for start in range(0, len(states), TOGETHER):
            rows = np.arange(start, min(start + TOGETHER, len(states)))
            part = noise if noise is None else noise[rows]
            parts.append(Forest(self, game, taken(states, rows), part).grown().found())
        if not parts:
            return Found(np.empty(0, np.int64), np.empty((0, game.actions), np.int64), np.empty(0))
        return parts[0] if len(parts) == 1 else Found(*(np.concatenate(column) for column in zip(*parts)))

    def choose(self, game: Game, states: States) -> Ints:
        """[B] the move found for each state. Raises InputError where a state has no move."""
        return self.search(game, states).move

    def think(self, game: Game, state: States) -> Thought:
        """The same move for one state [1] with its tree, visits and priors, and for each candidate its mean.

        A candidate without a simulation has the value that the network expects of it, a losing one -inf. Raises
        InputError as `choose` does.
        """
        forest = Forest(self, game, state).grown()
        forest.weigh(forest.candidates)
        return thought(forest)
