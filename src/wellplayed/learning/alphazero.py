"""The AlphaZero form: a network guides a search, the search plays against chance, and the network learns from it.

After Silver et al., "A general reinforcement learning algorithm that masters chess, shogi, and Go through self-play",
Science 362, 2018. In a round some games are played further side by side, each move by a search (search/puct.py) with
noise in the priors of its root. What the visits of its moves were is what the policy learns, and how the game went on
is what the value learns (alphazero_play.py), from the newest positions (alphazero_update.py). A game against chance has
nobody to resign to: games go on to their ends.
"""

import contextlib
import functools
from typing import Any

import numpy as np

from ..arena.cluster import Cluster
from ..arena.parallel import Beat, Crew
from ..game import Game, taken
from ..games import game as make_game
from ..players.player import Searching, seen
from ..search.puct import Puct
from . import seeds as of
from .alphazero_network import NAMES, Network, Shape, inputs, shape, squashed, untrained
from .alphazero_play import SHARE, Played, Share, played, shares
from .alphazero_settings import Settings, reward
from .buffer import Buffer, packed, unpacked
from .learner import SCALE, Arrays, fitted, ran_away, stream

__all__ = ["AlphaZero", "Settings", "learner", "player"]


class AlphaZero:
    """The AlphaZero form on one game. A `Learner`, which plays on a cluster where `cluster` is set."""

    cluster: Cluster | None = None

    def __init__(self, game: Game, settings: Settings, seed: int) -> None:
        self.game, self.settings, self.seed = game, settings, seed
        self.view, self._shape = seen(game, settings.moves), shape(game, features=settings.features)
        from .alphazero_update import Fit  # it needs torch, which whoever only plays can do without

        self._fit = Fit(untrained(self._shape, settings.wide, settings.deep, seed), settings.rate)
        self._states = game.new(of.training(seed, 0, settings.games))
        self._buffer = Buffer(
            settings.window,
            {
                "states": ((game.dtype.itemsize,), np.uint8),
                "visits": ((game.actions,), np.uint16),
                "value": ((), np.float32),  # h of what was to come
            },
        )
        self._rounds = 0

    @property
    def rounds(self) -> int:
        """How many rounds have been played."""
        return self._rounds

    def advance(self) -> dict[str, float]:
        """Play and learn for one round. Raises InputError where the network runs away."""
        found = self._play()
        for one in found:
            positions, rows = packed(one.before.reshape(-1)), one.visits.reshape(-1, self.game.actions)
            to_come = squashed(one.value.reshape(-1)).astype(np.float32)
            self._buffer.add({"states": positions, "visits": rows, "value": to_come})
        policy, value = self._learn()
        self._states = unpacked(np.concatenate([packed(one.states) for one in found]), self.game.dtype)
        self._rounds += 1
        ended = sum(one.ended for one in found)
        steps = self.settings.games * self.settings.moves_each
        return {
            "steps": steps,
            "episodes": ended,
            "lines": sum(one.lines for one in found) / max(ended, 1),  # of the games that ended, with noise
            "pieces": sum(one.pieces for one in found) / max(ended, 1),
            "reward": sum(one.rewards for one in found) / steps,
            "policy_loss": policy,
            "value_loss": value,
            "loss": policy + value,
        }

    def state(self) -> Arrays:
        """Weights and moments, the games under way, and the newest positions."""
        return {
            **self._fit.state(),
            **{f"buffer.{name}": array for name, array in self._buffer.state().items()},
            "games": packed(self._states),
            "rounds": np.array([self._rounds], np.int64),
        }

    def restore(self, arrays: Arrays) -> None:
        """Go on from there. Raises InputError where it does not fit."""
        fitted("the state of alphazero", arrays, self.state())
        self._fit.restore(arrays)
        kept = {name.removeprefix("buffer."): array for name, array in arrays.items() if name.startswith("buffer.")}
        self._buffer.restore(kept)
        self._states = unpacked(arrays["games"], self.game.dtype)
        self._rounds = int(arrays["rounds"][0])

    def weights(self) -> Arrays:
        """The network, and the scale of the features that go into it."""
        return {**{name: self._fit.arrays[name].copy() for name in NAMES}, SCALE: self._shape.scale.copy()}

    def player(self) -> Searching:
        """The search without noise, making the move most visited."""
        return player(self.game, self.settings, self.weights())

    def _play(self) -> list[Played]:
        """What was played in the round, share by share."""
        s = self.settings
        first = of.training(self.seed, self.rounds + 1, 1)[0]  # round 0 are the games before all rounds
        seeds = np.uint64(first) + np.arange(s.games * s.moves_each, dtype=np.uint64).reshape(s.games, s.moves_each)
        tasks = []
        for number, start in enumerate(range(0, s.games, SHARE)):
            rows = np.arange(start, min(start + SHARE, s.games))
            tasks.append(Share(taken(self._states, rows), seeds[rows], (self.seed, self.rounds, number)))
        work = functools.partial(_played, name=self.game.name, settings=s, weights=self.weights())
        done: dict[int, Played] = {}
        with (
            Crew(s.workers or None, processes=self.cluster or False) as crew,
            contextlib.closing(crew.stream(work, tasks)) as results,
        ):
            done.update(results)
        return [done[number] for number in range(len(tasks))]

    def _learn(self) -> tuple[float, float]:
        """Learn from positions drawn from the buffer; the mean losses. Raises InputError where weights run away."""
        s, generator = self.settings, stream(self.seed, self.rounds)
        steps = max(1, round(s.reuse * s.games * s.moves_each / s.batch)) if s.reuse else 0
        losses = np.zeros(2)
        for _ in range(steps):
            rows = self._buffer.drawn(generator, s.batch)
            states = unpacked(rows["states"], self.game.dtype)
            mask, wanted = self.view.mask(states), shares(rows["visits"])
            losses += self._fit.learn(inputs(self._shape, states), mask, wanted, rows["value"])
        if not all(np.isfinite(array).all() for array in self._fit.arrays.values()):
            raise ran_away("alphazero", self.rounds, "a weight is no longer finite", f"set rate below {s.rate:g}")
        policy, value = losses / max(steps, 1)
        return float(policy), float(value)


def learner(game: Game, settings: Settings, seed: int) -> AlphaZero:
    """The learner before its first round."""
    return AlphaZero(game, settings, seed)


def player(game: Game, settings: Settings, weights: Arrays) -> Searching:
    """The search guided by a network. Raises InputError where the weights do not fit."""
    made = shape(game, features=settings.features)
    own = {**untrained(made, settings.wide, settings.deep, 0), SCALE: made.scale}
    fitted("the weights of alphazero", weights, own)
    made = made._replace(scale=weights[SCALE])
    return Searching(game, seen(game, settings.moves), _puct(game, settings, made, weights))


def _puct(game: Game, s: Settings, made: Shape, weights: Arrays) -> Puct:
    network: Any = Network(made, weights)
    return Puct(network, reward(game, s), s.simulations, s.gamma, s.death, s.c, s.noise)


def _played(share: Share, beat: Beat, *, name: str, settings: Settings, weights: Arrays) -> Played:
    """A share of the games, played wherever this is called: a game by its name, and weights as they were then."""
    beat(0, 0)
    game, view, made = _made(name, settings)
    return played(share, view, _puct(game, settings, made, weights), settings)


@functools.lru_cache(maxsize=4)
def _made(name: str, settings: Settings) -> tuple[Game, Game, Shape]:
    """What all shares of a run need."""
    game = make_game(name)
    return game, seen(game, settings.moves), shape(game, features=settings.features)
