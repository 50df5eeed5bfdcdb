"""DQN: a network that says what positions or moves are worth, learned from moves drawn out of a replay buffer.

Many games are played side by side, greedily by the network but for a share of random moves, and every move goes into
the buffer (buffer.py). At each step of all games a batch is drawn from it and learned (dqn_update.py). What comes after
a move is valued by the target network, an older copy or a running average of the one that plays: a network that chases
its own newest guesses runs away. Its two forms are in dqn_forms.py, what it sees in dqn_inputs.py, what moves earn in
dqn_reward.py. The player of a checkpoint plays by the target network, which swings less.
"""

from typing import Any

import numpy as np

from ..game import Bools, Game, States
from ..players.player import Searching, seen
from . import seeds as of
from .buffer import Buffer, packed, unpacked
from .dqn_forms import Actions, Afterstates, Form
from .dqn_inputs import Looks
from .dqn_reward import Rewards
from .dqn_settings import Settings
from .dqn_update import Batch, targets
from .evaluate import unit
from .learner import SCALE, Arrays, fitted, ran_away, stream
from .networks import Network, Plan, untrained

__all__ = ["Dqn", "Settings", "learner", "player"]

LARGEST = 1e6  # of a weight or an error: far beyond what any reward of these games is worth


class Dqn:
    """DQN on one game. A `Learner`."""

    def __init__(self, game: Game, settings: Settings, seed: int) -> None:
        self.game, self.settings, self.seed = game, settings, seed
        self.view = seen(game, settings.moves)
        looks = Looks(game, settings)
        own = plan(game, settings, looks)
        first = untrained(own, np.random.default_rng(np.random.SeedSequence(seed)))
        self.online, self.target = Network(own, first), Network(own, first.copy())
        self.form = form(game, settings, looks, self.online, self.target)
        from .gradients import Fit, chosen_device  # they need torch, which whoever only plays can do without

        self.fit = Fit(self.online, settings.rate, chosen_device(settings.device, large=looks.planes))
        size = game.dtype.itemsize
        record = ((size,), np.uint8)
        self.buffer = Buffer(
            settings.capacity,
            {"state": record, "after": record, "action": ((), np.int64), "reward": ((), float), "ends": ((), bool)},
        )
        self._rounds, self._pieces = 0, 0
        self._states = game.new(of.training(seed, 0, settings.games))
        self._previous, self._going = self._states.copy(), np.zeros(settings.games, np.bool_)

    @property
    def rounds(self) -> int:
        """How many rounds have been played."""
        return self._rounds

    def advance(self) -> dict[str, float]:
        """Play and learn for one round. Raises InputError where the network runs away."""
        s, generator = self.settings, stream(self.seed, self._rounds)
        steps = s.round // s.games
        seeds = iter(of.training(self.seed, self._rounds + 1, steps * s.games))
        counts: dict[str, list[float]] = {"ended": [], "reward": [], "loss": []}
        for step in range(steps):
            self._play(generator, seeds, counts)
            if len(self.buffer) >= s.first and step % s.between == 0:
                counts["loss"].append(self._learn(generator))
                self._checked(counts["loss"][-1])
        self._rounds += 1
        ended, losses = counts["ended"], counts["loss"]
        return {
            "steps": steps * s.games,
            "episodes": len(ended),
            unit(self.game): float(np.mean(ended)) if ended else 0.0,  # of games that ended, while it learns
            "reward": float(np.mean(counts["reward"])),
            "loss": float(np.mean(losses)) if losses else 0.0,
            "epsilon": s.random(self._pieces),
        }

    def state(self) -> Arrays:
        """Both networks, the optimiser's averages, the buffer, counters, and the games in the middle of which it is."""
        return {
            "online": self.online.vector,
            "target": self.target.vector,
            **{f"adam.{name}": array for name, array in self.fit.state().items()},
            **{f"buffer.{name}": array for name, array in self.buffer.state().items()},
            "counts": np.array([self._rounds, self._pieces], np.int64),
            "states": packed(self._states),
            "previous": packed(self._previous),
            "going": self._going,
        }

    def restore(self, arrays: Arrays) -> None:
        """Go on from there. Raises InputError where it does not fit."""
        fitted("the state of dqn", arrays, self.state())
        self.online.vector[:], self.target.vector[:] = arrays["online"], arrays["target"]
        self.fit.restore(_under("adam", arrays))
        self.buffer.restore(_under("buffer", arrays))
        self._rounds, self._pieces = (int(count) for count in arrays["counts"])
        self._states = unpacked(arrays["states"], self.game.dtype).copy()
        self._previous = unpacked(arrays["previous"], self.game.dtype).copy()
        self._going = arrays["going"].copy()

    def weights(self) -> Arrays:
        """The weights of the layers by name, and the scale of what goes into them."""
        return {**self.target.arrays(), SCALE: self.form.looks.scale.copy()}

    def player(self) -> Searching:
        """Greedy by what is learned so far."""
        return player(self.game, self.settings, self.weights())

    def _play(self, generator: np.random.Generator, seeds: Any, counts: dict[str, list[float]]) -> None:
        """A move in each game, kept in the buffer; games that are over make way for others. Modified in place."""
        s, states = self.settings, self._states
        random = generator.random(len(states)) < s.random(self._pieces)
        move = self.form.move(self.view, states, random, generator.random(len(states)))
        dealt = self.game.deal(move.after)
        dead = move.after["dead"]
        over = dead | ~self.view.mask(dealt).any(axis=1)
        for told in self.form.told(states, self._previous, self._going, move, dealt, over & ~dead):
            if len(told.state):
                rows = {**told._asdict(), "state": packed(told.state), "after": packed(told.after)}
                self.buffer.add(rows)
        counts["reward"].append(float(move.reward.mean()))
        self._pieces += len(states)
        self._go_on(move.after, dealt, over | (move.after["pieces"] == s.longest), seeds, counts["ended"])

    def _go_on(self, after: States, dealt: States, over: Bools, seeds: Any, ended: list[float]) -> None:
        self._states, self._previous, self._going = dealt, after, ~over
        which = np.flatnonzero(over)
        if len(which):
            ended += after[unit(self.game)][which].tolist()
            dealt[which] = self.game.new([next(seeds) for _ in which])

    def _learn(self, generator: np.random.Generator) -> float:
        """An update of the network that plays, and of the target network; the error."""
        s, dtype, looks = self.settings, self.game.dtype, self.form.looks
        rows = self.buffer.drawn(generator, s.drawn)
        after = unpacked(rows["after"], dtype)
        batch = Batch(
            looks(unpacked(rows["state"], dtype)), rows["action"], rows["reward"], looks(after), rows["ends"],
            self.form.legal(self.view, after),
        )  # fmt: skip
        wanted = targets(batch, self.online, self.target, s.gamma, double=s.double)
        loss = self.fit.step(batch.inputs, batch.action, wanted)
        if not s.copied:
            self.target.vector += np.float32(s.soft) * (self.online.vector - self.target.vector)
        elif self.fit.optimiser.steps % s.copied == 0:
            self.target.vector[:] = self.online.vector
        return loss

    def _checked(self, loss: float) -> None:
        """Raises InputError where an error or a weight is not finite, or larger than any reward explains."""
        s, largest = self.settings, float(np.abs(self.online.vector).max())
        if loss <= LARGEST and largest <= LARGEST:  # nan compares false
            return
        found = f"the mean squared error is {loss:.3g} and the largest weight {largest:.3g}"
        remedy = f"set rate below {s.rate:g}" + (f" or gamma below {s.gamma:g}" if s.gamma > 0.9 else "")
        if abs(s.worth) > 1:
            remedy += f" or worth below {abs(s.worth):g}"
        raise ran_away("dqn", self._rounds, found, remedy)


def plan(game: Game, settings: Settings, looks: Looks) -> Plan:
    """The network that a game and settings ask for."""
    shaped, channels = (np.flatnonzero(looks.shaped()).tolist(), settings.channels) if looks.planes else ([], 0)
    outputs = game.actions if settings.form == "action" else 1
    return Plan(looks.size, tuple(shaped), channels, settings.layers, outputs)


def form(game: Game, settings: Settings, looks: Looks, online: Network, target: Network) -> Form:
    """The form that settings ask for."""
    rewards = Rewards(game, settings)
    if settings.form == "action":
        return Actions(looks, rewards, online)
    return Afterstates(looks, rewards, settings.gamma, online, None if settings.double else target)


def learner(game: Game, settings: Settings, seed: int) -> Dqn:
    """DQN before its first round. Raises InputError for features or rewards that the game does not have."""
    return Dqn(game, settings, seed)


def player(game: Game, settings: Settings, weights: Arrays) -> Searching:
    """Greedy by a network. Raises InputError where the weights do not fit."""
    looks = Looks(game, settings, weights.get(SCALE, np.empty(0)))
    own = plan(game, settings, looks)
    network = Network(own, untrained(own, np.random.default_rng(0)))
    fitted("the weights of the network", weights, {**network.arrays(), SCALE: np.empty(len(looks.names))})
    network.load({name: array for name, array in weights.items() if name != SCALE})
    return Searching(game, seen(game, settings.moves), form(game, settings, looks, network, network))


def _under(name: str, arrays: Arrays) -> Arrays:
    """The arrays whose names begin with that one, by the rest of their names."""
    return {key.removeprefix(f"{name}."): array for key, array in arrays.items() if key.startswith(f"{name}.")}
