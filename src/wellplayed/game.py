"""What a game must offer to be searched, played, tuned and learned: a handful of batch functions over records.

A state is one record of the game's dtype and holds a whole position, its own stream of future pieces included. All
functions take and return whole batches and change nothing in place. Search is ordinary Python over these batches and
knows no game.

A move has two halves. `play` (and `expand`, for every move at once) places the piece and clears lines; what the player
cannot see yet stays empty in the result, an afterstate. `deal` then fills the empty slots from the state's own stream.
A search that looks past what is visible asks `outcomes` instead, and never `deal`.
"""

from typing import Any, NamedTuple, Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import NDArray

States: TypeAlias = NDArray[Any]  # [B] records of the game's dtype
Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]
Bools: TypeAlias = NDArray[np.bool_]
Keys: TypeAlias = NDArray[np.uint64]


class Children(NamedTuple):
    """Every legal successor of a batch of states, stored. Siblings are contiguous, in the order of their actions."""

    states: States  # [N] afterstates
    parent: Ints  # [N] ascending, index into the batch expanded
    action: Ints  # [N]
    credit: Floats  # [N] the game's own reward for the move
    attack: Ints  # [N] garbage sent; 0 where the game has none


class Moves(NamedTuple):
    """Every legal move of a batch of states, scored with linear weights and not stored. Ordered as in `Children`.

    The value of a line of play is the credit of all its moves but the last, plus the value of the last one.
    """

    parent: Ints  # [N] ascending
    action: Ints  # [N]
    key: Keys  # [N] equal for afterstates with the same future
    credit: Floats  # [N] the part of `value` that belongs to events (lines, eroded cells), kept when play goes on
    value: Floats  # [N] all features of the afterstate times weights, summed in feature order; -inf where dead
    dead: Bools  # [N] the move loses the game


class Outcomes(NamedTuple):
    """Every possible content of the first unseen slot, with its true probability."""

    states: States  # [N]
    parent: Ints  # [N] ascending
    chance: Floats  # [N] sums to 1 for each parent


class Feature(NamedTuple):
    """One number that describes a state."""

    name: str
    definition: str
    source: str
    credit: bool = False  # earned on the way (an event), and not a property of the board


class Placement(NamedTuple):
    """Where a move puts its piece."""

    piece: str
    orientation: int  # in the order of the game's actions
    cells: tuple[tuple[int, int], ...]  # (x, y), y up from the floor, before lines clear
    keys: str  # the key sequence; empty where the game has no keys
    kind: str  # drop, shift, tuck or spin
    spin: str  # none, mini or full


class Game(Protocol):
    """The rules of one game, batch by batch. B states in, N children or moves out."""

    @property
    def name(self) -> str:
        """The spec that makes this game again, for instance `classic:height=10`."""
        ...

    @property
    def dtype(self) -> np.dtype[Any]:
        """The record of one state; it has the fields `dead`, `pieces`, `lines`, `score`, `match` and `stream`."""
        ...

    @property
    def actions(self) -> int:
        """How many actions there are; an action is an index below this."""
        ...

    @property
    def previews(self) -> int:
        """How many pieces after the current one a player sees."""
        ...

    @property
    def glossary(self) -> tuple[Feature, ...]:
        """The columns of `features`, in order."""
        ...

    def straight(self) -> "Game":
        """The same game, states and action numbers, with only the placements that a straight drop reaches."""
        ...

    def showing(self, previews: int) -> "Game":
        """The same game, states and action numbers, with `previews` pieces visible after the current one.

        A search that dreams of futures (search/sampled.py) lets such a game `deal` what nobody sees yet. Raises
        InputError for a number that the record has no room for.
        """
        ...

    def new(self, seeds: Any) -> States:
        """[B] fresh games, each reproducible from its seed (0 to 2**64 - 1) alone."""
        ...

    def expand(self, states: States) -> Children:
        """Every legal placement of every state, played out; dead states have none."""
        ...

    def moves(self, states: States, weights: Floats) -> Moves:
        """The same placements, scored with linear weights [F]."""
        ...

    def play(self, states: States, actions: Ints) -> States:
        """[B] afterstates: one action for each state. Raises InputError for an action that is not legal."""
        ...

    def mask(self, states: States) -> Bools:
        """[B, actions] which actions are legal."""
        ...

    def outcomes(self, states: States) -> Outcomes:
        """What chance may put into the first unseen slot; a state with no unseen slot is its own only outcome.

        Contents that play alike, such as a Puyo pair either way round, may be one outcome.
        """
        ...

    def deal(self, states: States) -> States:
        """[B] all unseen slots filled from each state's own stream."""
        ...

    def reseeded(self, states: States, seeds: Keys) -> States:
        """[B] the same positions with other hidden futures, each drawn from a word [B]; for rollouts.

        All that is hidden is replaced and all that is visible stays, so a search that deals such states knows nothing
        that a player does not.
        """
        ...

    def features(self, states: States) -> Floats:
        """[B, F] the features of each state; those of the last move are kept in the record."""
        ...

    def planes(self, states: States) -> NDArray[np.float32]:
        """[B, C, H, W] the state as images for a network, row 0 at the floor."""
        ...

    def receive(self, states: States, garbage: Ints) -> States:
        """[B] the states after garbage rows [B] rose; their holes become public here."""
        ...

    def describe(self, state: States, action: int) -> Placement:
        """Where `action` would put the piece of one state [1]."""
        ...

    def show(self, state: States) -> str:
        """One state [1] as text, the top row first."""
        ...

    def rollout(
        self,
        states: States,
        weights: Floats,
        pieces: int,
        *,
        low: int = -1,
        high: int = 127,
        random: float = 0.0,
    ) -> States:
        """[B] states after up to `pieces` greedy moves each with linear weights, dealt and ready to go on.

        A share `random` of the moves is any legal one instead, by a hash of the state's stream and its count of pieces,
        so that 0 is greedy play and 1 is random play. A game also stops when it is dead, or right after a move that
        leaves the pile at most `low` or at least `high` rows high. The fused equivalent of moves, first best, play,
        deal; it must agree with them move by move.
        """
        ...


@runtime_checkable
class Foreseeing(Protocol):
    """A game that finds the best two moves in one go, where that is faster than move by move."""

    def foreseen(self, states: States, weights: Floats) -> Ints:
        """[B] the first of the best two moves with linear weights, the second with the next piece known; -1 for none.

        The value of two moves is the credit of the first and the value of the second. The fused equivalent of a
        lookahead of depth 1, and it must agree with it move by move.
        """
        ...


def feature_names(game: Game) -> tuple[str, ...]:
    """The names of the game's features, in order."""
    return tuple(f.name for f in game.glossary)


def earned(game: Game) -> Bools:
    """[F] which features are credit."""
    return np.array([f.credit for f in game.glossary])


def copied(states: States) -> States:
    """A contiguous copy of records. NumPy copies them field by field; as bytes it is five times as fast."""
    copy: States = np.ascontiguousarray(states).view(np.uint8).copy().view(states.dtype)
    return copy


def taken(states: States, rows: Ints) -> States:
    """[N] contiguous copies of the records with the indices `rows` [N]; `states[rows]`, fifteen times as fast.

    Raises IndexError for an index that is out of range.
    """
    whole = np.ascontiguousarray(states).view(np.dtype((np.void, states.dtype.itemsize)))
    copies: States = whole.take(rows).view(states.dtype)
    return copies
