"""Puyo Puyo as a `Game`, played by placements: Tsu's field, chains and scores, with every disagreement an option.

One action is where a pair comes to rest: rotation * 6 + x, the child being up, right, down or left of the axis at
column x. Which of them can be reached is said in reach.py, what a chain is worth in scoring.py.
"""

from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..game import Children, Feature, Floats, Ints, Keys, Moves, Outcomes, Placement, States, copied
from ..random_moves import as_share
from ..rng import as_seeds, as_words
from ..weights import as_weights, used_bits
from . import moves as kernels
from .cells import COLOURS, EMPTY, OJAMA, TOP, WIDTH
from .features import COUNT, FEATURES, NAMES
from .ojama import CHAIN, MOST, NONE, receive
from .pairs import fill_all, number, reseed, start_all
from .placing import BLOCK, VANISH, landing
from .pool import ORDER
from .reach import ACTIONS, THIRD, TWO
from .record import DTYPE
from .rollout import rollout
from .text import show

Pairs = Literal["uniform", "esports", "arcade"]
Row14 = Literal["block", "vanish"]
Death = Literal["third", "two"]
Blocking = Literal["none", "chain"]
_STEP = ((0, 1), (1, 0), (0, -1), (-1, 0))  # from the axis to the child, by rotation


class Puyo:
    """Puyo Puyo on 6 x 12 visible cells and the ghost row.

    `colours` are 3 to 5, `pairs` come `uniform` or from a pool of 256 puyos as in `esports` or the `arcade` game, and
    `previews` (0 to 15) pairs are visible after the current one. `row14` says what becomes of a puyo that comes to rest
    there: it stays and `block`s that cell for the rest of the game, or it will `vanish`. `death` is a puyo in row 12 of
    the `third` column, or of `two`, columns 3 and 4. Ojama on its way falls after every move, or where `blocking` is
    `chain` only after one without a chain. Raises InputError for values out of range.
    """

    dtype = DTYPE
    glossary = tuple(Feature(*f) for f in FEATURES)
    actions = ACTIONS

    def __init__(
        self,
        colours: int = 4,
        pairs: Pairs = "esports",
        previews: int = 2,
        row14: Row14 = "block",
        death: Death = "third",
        blocking: Blocking = "none",
    ) -> None:
        for what, value, least, most in (("colours", colours, 3, 5), ("previews", previews, 0, 15)):
            if not least <= value <= most:
                raise InputError(f"{what}={value} of puyo is out of range; choose {least} to {most}")
        for what, text, known in (
            ("row14", row14, ("block", "vanish")),
            ("death", death, ("third", "two")),
            ("blocking", blocking, ("none", "chain")),
        ):
            if text not in known:
                raise InputError(f"{what}={text} of puyo is unknown; choose {' or '.join(known)}")
        self.colours, self.pairs, self.previews, self.row14, self.death = colours, pairs, previews, row14, death
        self.blocking = blocking
        self._kind = number(pairs)
        self._row14 = BLOCK if row14 == "block" else VANISH
        self._death = THIRD if death == "third" else TWO
        self._blocking = NONE if blocking == "none" else CHAIN

    @property
    def name(self) -> str:
        """The full spec, every rule named; that about ojama only where it is not the usual one."""
        return (
            f"puyo:colours={self.colours},pairs={self.pairs},previews={self.previews},row14={self.row14},"
            f"death={self.death}" + (f",blocking={self.blocking}" if self.blocking != "none" else "")
        )

    def __repr__(self) -> str:
        return f"<{self.name}>"

    def straight(self) -> "Puyo":
        """The game itself: a pair has no other placements than those that fall straight."""
        return self

    def showing(self, previews: int) -> "Puyo":
        """The same game with other previews. Raises InputError for a number beyond 0 to 15."""
        return Puyo(self.colours, self.pairs, previews, self.row14, self.death, self.blocking)

    def new(self, seeds: Sequence[int] | Ints) -> States:
        """[B] fresh games. Raises InputError for a seed outside 0 to 2**64 - 1."""
        states = np.zeros(len(seeds), DTYPE)
        words = as_seeds(seeds)
        states["match"] = words
        start_all(self._kind, self.colours, words, states)
        fill_all(self._kind, self.colours, self.previews, states)
        return states

    def expand(self, states: States) -> Children:
        """Every placement of every state as an afterstate; the reward is the chain's points."""
        size = kernels.ROOM * len(states)
        out, parent, action = np.empty(size, DTYPE), np.empty(size, np.int64), np.empty(size, np.int64)
        n = kernels.expand(states, self.previews, self._row14, self._death, self._blocking, out, parent, action)
        out = copied(out[:n])
        return Children(
            out, parent[:n], action[:n], out["gained"].astype(np.float64), out["last_attack"].astype(np.int64)
        )

    def moves(self, states: States, weights: Floats) -> Moves:
        """Every placement, scored with weights [F] over `glossary` and not stored."""
        weights = as_weights(weights, NAMES)
        size = kernels.ROOM * len(states)
        parent, action = np.empty(size, np.int64), np.empty(size, np.int64)
        key, credit, value = np.empty(size, np.uint64), np.empty(size), np.empty(size)
        dead = np.empty(size, np.bool_)
        n = kernels.moves(
            states, self.previews, self._row14, self._death, self._blocking, weights, used_bits(weights),
            parent, action, key, credit, value, dead,
        )  # fmt: skip
        return Moves(parent[:n], action[:n], key[:n], credit[:n], value[:n], dead[:n])

    def play(self, states: States, actions: Ints) -> States:
        """[B] afterstates. Raises InputError where an action is not legal or the game is over."""
        after, actions = copied(states), np.ascontiguousarray(actions, np.int64)
        if actions.shape != after.shape:
            raise InputError(f"{len(actions)} actions for {len(after)} states; give one for each")
        bad = kernels.play(after, actions, self.previews, self._row14, self._death, self._blocking)
        if bad >= 0:
            why = "the game is over" if states[bad]["dead"] else f"action {actions[bad]} is not legal there; see mask()"
            raise InputError(f"cannot play in state {bad}: {why}")
        return after

    def mask(self, states: States) -> NDArray[np.bool_]:
        """[B, 24] which placements can be reached; none when dead, and of a double only one way round."""
        out = np.empty((len(states), ACTIONS), np.bool_)
        kernels.mask(states, self._death, out)
        return out

    def outcomes(self, states: States) -> Outcomes:
        """The pairs that may come into the first unseen slot, with what is left then.

        Either way round is one outcome. A pair that is the next to be played is two where it matters: only the child
        can go to row 14.
        """
        size = kernels.CHANCES * len(states)
        out, parent, chance = np.empty(size, DTYPE), np.empty(size, np.int64), np.empty(size)
        n = kernels.outcomes(states, self._kind, self.colours, self.previews, self._death, out, parent, chance)
        return Outcomes(copied(out[:n]), parent[:n], chance[:n])

    def deal(self, states: States) -> States:
        """[B] every unseen slot filled from the state's own generator."""
        dealt = copied(states)
        fill_all(self._kind, self.colours, self.previews, dealt)
        return dealt

    def reseeded(self, states: States, seeds: Keys) -> States:
        """[B] the same positions with other hidden pairs. Raises InputError for another number of words than states."""
        after = copied(states)
        reseed(after, as_words(seeds, len(states)))
        return after

    def features(self, states: States) -> Floats:
        """[B, F] the features named in `glossary`."""
        out = np.empty((len(states), COUNT))
        kernels.features(states, out)
        return out

    def planes(self, states: States) -> NDArray[np.float32]:
        """[B, 7 + 5 (previews + 1), 14, 6]: five colours, ojama, used-up row 14, and colours of each pair by halves."""
        count, slots = len(states), self.previews + 1
        out = np.zeros((count, OJAMA + 2 + len(COLOURS) * slots, TOP + 1, WIDTH), np.float32)
        rows = np.arange(TOP)
        cells = states["cells"][:, : OJAMA + 1, :WIDTH]
        out[:, : OJAMA + 1, :TOP] = cells[:, :, None, :] >> rows[:, None] & 1
        out[:, OJAMA + 1, TOP] = states["topped"][:, None] >> np.arange(WIDTH) & 1
        for slot in range(slots):
            for colour in range(len(COLOURS)):
                share = (states["queue"][:, slot] == colour).sum(axis=1) / 2
                out[:, OJAMA + 2 + len(COLOURS) * slot + colour] = share[:, None, None]
        return out

    def receive(self, states: States, garbage: Ints) -> States:
        """[B] the states with more pieces of ojama [B] on their way; where they will fall becomes public here.

        They fall at the end of a move (ojama.py). Raises InputError for a number outside 0 to 1,000,000, or not one for
        each state.
        """
        pieces = np.ascontiguousarray(garbage, np.int64)
        if pieces.shape != states.shape:
            raise InputError(f"{len(pieces)} numbers of ojama for {len(states)} states; give one for each")
        if len(pieces) and (pieces.min() < 0 or pieces.max() > MOST):
            raise InputError(f"{pieces.min()} to {pieces.max()} ojama cannot come; choose 0 to {MOST:,}")
        after = copied(states)
        receive(after, pieces)
        return after

    def describe(self, state: States, action: int) -> Placement:
        """Where `action` puts the current pair of one state [1]. Raises InputError for an illegal action.

        The piece is the letters of axis and child, and the cells are in that order.
        """
        if not (0 <= action < ACTIONS and self.mask(state)[0, action]):
            raise InputError(f"action {action} is not legal there; see mask()")
        rotation, x = divmod(int(action), WIDTH)
        other = x + _STEP[rotation][0]
        filled = np.bitwise_or.reduce(state["cells"][0], axis=0)
        axis, child = landing(int(action), int(filled[x]), int(filled[other]))
        cells = ((x, int(axis).bit_length() - 1), (other, int(child).bit_length() - 1))
        piece = "".join(COLOURS[colour] for colour in state["queue"][0, 0])
        return Placement(piece, rotation, cells, "", "drop", "none")

    def show(self, state: States) -> str:
        """One state [1] as rows of letters, the top visible row first, the ghost row only where it is filled."""
        return show(state["cells"][0])

    def rollout(
        self, states: States, weights: Floats, pieces: int, *, low: int = -1, high: int = 127, random: float = 0.0
    ) -> States:
        """[B] states after up to `pieces` greedy moves each; see `Game.rollout`.

        Raises InputError for a share of random moves outside 0 to 1, and for states that are not dealt.
        """
        weights, share = as_weights(weights, NAMES), as_share(random)
        if np.any((states["queue"][:, : self.previews + 1] == EMPTY) & ~states["dead"][:, None, None]):
            raise InputError("rollout needs dealt states; call deal() first")
        after = copied(states)
        rollout(
            after, self._kind, self.colours, self.previews, self._row14, self._death, self._blocking,
            weights, used_bits(weights), pieces, low, high, share,
        )  # fmt: skip
        return after

    @property
    def letters(self) -> str:
        """The letters of the colours that are played with."""
        return "".join(COLOURS[plane] for plane in ORDER[: self.colours])
