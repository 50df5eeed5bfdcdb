"""Classic Tetris as a `Game`: one piece at a time, dropped straight from above the pile, no steering, no kicks.

These are the rules of the published one-piece results ("simplified Tetris" of MDPTetris, Thiery and Scherrer 2009): a
piece is an orientation and a column; it falls straight onto the pile; a full row vanishes; a piece that comes to rest
above the visible rows ends the game.
"""

import functools
from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ...errors import InputError
from ...game import Children, Feature, Floats, Ints, Keys, Moves, Outcomes, Placement, States, copied
from ...random_moves import as_share
from ...rng import as_seeds, as_words
from ...weights import as_weights, used_bits
from ..bag import KINDS
from ..features import FEATURES, NAMES
from ..pieces import COUNT, ORIENTATIONS, PIECES, SPAN
from . import moves as kernels
from .pairs import first_of_two
from .record import DTYPE, HIDDEN
from .rollout import rollout
from .text import show

ROOM = 34  # drops of one piece on ten columns, at most
Overflow = Literal["end", "clear"]
Pieces = Literal["uniform", "bag", "sz"]  # as in bag.KINDS


@functools.cache
def _fits(width: int) -> NDArray[np.bool_]:
    """[8, 4 width] the actions of each piece; the last row, empty, is for pieces not yet seen."""
    fits = np.zeros((8, 4, width), np.bool_)
    for piece in range(7):
        for o in range(COUNT[piece]):
            fits[piece, o, : width - SPAN[piece, o] + 1] = True
    return fits.reshape(8, -1)


class Classic:
    """Classic play on a board of `height` 4 to 24 visible rows and `width` 4 to 10 columns.

    `pieces` are `uniform` (each of seven equally likely), from a seven-`bag`, or `sz` (S and Z alone, each equally
    likely: the hardest pieces, which no player survives for ever); `previews` (0 to 15) more are visible after the
    current one. `overflow` says what happens when a piece comes to rest above the visible rows: `end` ends
    the game without clearing anything; `clear` clears full rows first and ends it only if the pile is still too high.
    Raises InputError for values out of range.
    """

    dtype = DTYPE
    glossary = tuple(Feature(*f) for f in FEATURES)

    def __init__(
        self,
        height: int = 20,
        width: int = 10,
        pieces: Pieces = "uniform",
        previews: int = 0,
        overflow: Overflow = "end",
    ) -> None:
        for what, value, least, most in (
            ("height", height, 4, 24),
            ("width", width, 4, 10),
            ("previews", previews, 0, 15),
        ):
            if not least <= value <= most:
                raise InputError(f"{what}={value} of classic is out of range; choose {least} to {most}")
        if pieces not in KINDS:
            raise InputError(f"pieces={pieces} of classic is unknown; choose {', '.join(KINDS)}")
        if overflow not in ("end", "clear"):
            raise InputError(f"overflow={overflow} of classic is unknown; choose end or clear")
        self.height, self.width, self.pieces, self.previews, self.overflow = height, width, pieces, previews, overflow
        self.actions = 4 * width
        self._kind, self._clear = KINDS.index(pieces), overflow == "clear"

    @property
    def name(self) -> str:
        """The full spec, every rule named."""
        return (
            f"classic:height={self.height},width={self.width},pieces={self.pieces},"
            f"previews={self.previews},overflow={self.overflow}"
        )

    def __repr__(self) -> str:
        return f"<{self.name}>"

    def straight(self) -> "Classic":
        """The game itself: every placement of classic play is a straight drop."""
        return self

    def showing(self, previews: int) -> "Classic":
        """The same game with other previews. Raises InputError for a number beyond 0 to 15."""
        return Classic(self.height, self.width, self.pieces, previews, self.overflow)

    def new(self, seeds: Sequence[int] | Ints | Keys) -> States:
        """[B] fresh games. Raises InputError for a seed outside 0 to 2**64 - 1."""
        states = np.zeros(len(seeds), DTYPE)
        kernels.new(states, as_seeds(seeds), self.previews, self._kind)
        return states

    def expand(self, states: States) -> Children:
        """Every placement of every state as an afterstate; the reward is lines cleared."""
        size = ROOM * len(states) + 16
        out, parent, action = np.empty(size, DTYPE), np.empty(size, np.int64), np.empty(size, np.int64)
        n = kernels.expand(states, self.height, self.width, self.previews, self._clear, out, parent, action)
        out = copied(out[:n])
        return Children(out, parent[:n], action[:n], out["cleared"].astype(np.float64), np.zeros(n, np.int64))

    def moves(self, states: States, weights: Floats) -> Moves:
        """Every placement, scored with weights [F] over `glossary` and not stored."""
        weights = as_weights(weights, NAMES)
        size = ROOM * len(states) + 16
        parent, action = np.empty(size, np.int64), np.empty(size, np.int64)
        key, credit, value = np.empty(size, np.uint64), np.empty(size), np.empty(size)
        dead = np.empty(size, np.bool_)
        n = kernels.moves(
            states, self.height, self.width, self.previews, self._clear, weights, used_bits(weights),
            parent, action, key, credit, value, dead,
        )  # fmt: skip
        return Moves(parent[:n], action[:n], key[:n], credit[:n], value[:n], dead[:n])

    def play(self, states: States, actions: Ints) -> States:
        """[B] afterstates. Raises InputError where an action is not legal or the game is over."""
        after, actions = copied(states), np.ascontiguousarray(actions, np.int64)
        if actions.shape != after.shape:
            raise InputError(f"{len(actions)} actions for {len(after)} states; give one for each")
        bad = kernels.play(after, actions, self.height, self.width, self.previews, self._clear)
        if bad >= 0:
            why = "the game is over" if states[bad]["dead"] else f"action {actions[bad]} is not legal there; see mask()"
            raise InputError(f"cannot play in state {bad}: {why}")
        return after

    def mask(self, states: States) -> NDArray[np.bool_]:
        """[B, actions] which (orientation, column) fit between the walls; none when dead."""
        masks: NDArray[np.bool_] = _fits(self.width)[states["queue"][:, 0]] & ~states["dead"][:, None]
        return masks

    def outcomes(self, states: States) -> Outcomes:
        """The possible pieces of the first unseen slot, equally likely: all seven, what the bag holds, or S and Z."""
        size = 7 * len(states)
        out, parent, chance = np.empty(size, DTYPE), np.empty(size, np.int64), np.empty(size)
        n = kernels.outcomes(states, self.previews, self._kind, out, parent, chance)
        return Outcomes(out[:n], parent[:n], chance[:n])

    def deal(self, states: States) -> States:
        """[B] every unseen slot filled from the state's own stream."""
        dealt = copied(states)
        kernels.deal(dealt, self.previews, self._kind)
        return dealt

    def reseeded(self, states: States, seeds: Keys) -> States:
        """[B] the same positions with other streams of pieces, begun from a word each [B] as `new` begins them.

        Raises InputError where there is not one word for each state.
        """
        other, words = copied(states), as_words(seeds, len(states))
        kernels.reseed(other, words)
        return other

    def features(self, states: States) -> Floats:
        """[B, F] the columns of `glossary`. Of a dead state, whose pile stands above the rows, nothing is promised."""
        out = np.zeros((len(states), len(FEATURES)))
        kernels.features(states, self.height, self.width, out)
        return out

    def planes(self, states: States) -> NDArray[np.float32]:
        """[B, 1 + 7 (1 + previews), H + 4, W]: filled cells, then one constant plane for each piece of each slot."""
        rows = np.arange(self.height + HIDDEN, dtype=np.uint32)
        cells = (states["columns"][:, None, : self.width] >> rows[:, None]) & 1
        slots = states["queue"][:, : self.previews + 1, None] == np.arange(7)
        flags = slots.reshape(len(states), 7 * (self.previews + 1))[:, :, None, None]
        return np.concatenate(
            [cells[:, None], np.broadcast_to(flags, (*flags.shape[:2], *cells.shape[1:]))], axis=1, dtype=np.float32
        )

    def receive(self, states: States, garbage: Ints) -> States:
        """Classic play knows no garbage: a copy, or InputError where `garbage` is not 0."""
        if np.any(garbage):
            raise InputError("classic play knows no garbage; use another game for versus matches")
        return copied(states)

    def describe(self, state: States, action: int) -> Placement:
        """Where `action` puts the current piece of one state [1]. Raises InputError for an illegal action."""
        if not (0 <= action < self.actions and self.mask(state)[0, action]):
            raise InputError(f"action {action} is not legal there; see mask()")
        piece, (o, x) = int(state["queue"][0, 0]), divmod(int(action), self.width)
        base = int(self.play(state, np.array([action]))["bottom"][0])
        cells = tuple(
            (x + k, base + row) for k, bits in enumerate(ORIENTATIONS[piece][o]) for row in range(4) if bits >> row & 1
        )
        return Placement(PIECES[piece], o, cells, "", "drop", "none")

    def show(self, state: States) -> str:
        """One state [1] as rows of `#` and `.`, the top visible row first, hidden rows only where they are filled."""
        return show(state, self.height, self.width)

    def foreseen(self, states: States, weights: Floats) -> Ints:
        """[B] the first of the best two drops with weights [F]; the fused kernel, see `Foreseeing`."""
        weights = as_weights(weights, NAMES)
        actions = np.empty(len(states), np.int64)
        first_of_two(states, self.height, self.width, self._clear, weights, used_bits(weights), actions)
        return actions

    def rollout(
        self, states: States, weights: Floats, pieces: int, *, low: int = -1, high: int = 127, random: float = 0.0
    ) -> States:
        """[B] states after up to `pieces` greedy moves each; the fused kernel, see `Game.rollout`.

        Raises InputError for a share of random moves outside 0 to 1, and for states that are not dealt.
        """
        weights, share = as_weights(weights, NAMES), as_share(random)
        if np.any((states["queue"][:, : self.previews + 1] < 0) & ~states["dead"][:, None]):
            raise InputError("rollout needs dealt states; call deal() first")
        after = copied(states)
        rollout(
            after, self.height, self.width, self.previews, self._kind, self._clear,
            weights, used_bits(weights), pieces, low, high, share,
        )  # fmt: skip
        return after
