"""Guideline Tetris as a `Game`, played by placements: hold, queue, every place a piece can be steered to, garbage.

One action is a resting place with its spin class, of the current piece or of the one that hold offers. The rules are
those of a `Ruleset`; `guideline:rules=tetrio-s2,previews=3` names one.
"""

import copy
import dataclasses
import threading
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...errors import InputError
from ...game import Children, Feature, Floats, Ints, Keys, Moves, Outcomes, Placement, States, copied, taken
from ...random_moves import as_share
from ...rng import as_seeds, as_words
from ...weights import as_weights, used_bits
from ..pieces import PIECES
from . import choice
from . import moves as kernels
from .features import COUNT, FEATURES, NAMES
from .flood import SPINS, TABLES
from .moves import FLOODED, LANES, ROOM
from .paths import path
from .record import DTYPE
from .ruleset import Ruleset, preset
from .scored import measured, scored
from .stamps import CELL
from .tallfeatures import tall_measured, tall_scored
from .walk import placements

_SPINS = ("none", "mini", "full")


class Guideline:
    """Guideline play under one rule book. `rules` is a `Ruleset` or the name of a preset; other options change it.

    Raises InputError for an unknown preset or a change that the ruleset refuses.
    """

    dtype = DTYPE
    glossary = tuple(Feature(*f) for f in FEATURES)

    def __init__(self, rules: Ruleset | str = "guideline", **changes: Any) -> None:
        book = preset(rules) if isinstance(rules, str) else rules
        self.rules = dataclasses.replace(book, **changes)
        self.width, self.height, self.previews = self.rules.width, self.rules.height, self.rules.previews
        self.actions = 2 * 3 * 4 * self.rules.rows * self.width
        self._book = self.rules.record()
        self._local = threading.local()
        self._straight = False
        # The flood is compiled for ten columns and for soft drops row by row; everything else is walked.
        self._walks = self.width != 10 or self.rules.drop != "step" or self.rules.spins not in SPINS
        table = TABLES.index((self.rules.kicks, self.rules.half))
        self._lister = kernels.lister(table, 0 if self._walks else SPINS.index(self.rules.spins))

    @property
    def name(self) -> str:
        """The spec that makes this game again."""
        preset_name, _, changes = str(self.rules).partition(":")
        return f"guideline:rules={preset_name}" + (f",{changes}" if changes else "")

    def __repr__(self) -> str:
        return f"<{self.name}{', straight drops' if self._straight else ''}>"

    def straight(self) -> "Guideline":
        """A view of the same game that knows only straight drops, of the current piece and of the one in hold.

        A straight drop is a placement without spin under the open sky: no cell of the pile lies above a cell of the
        piece. Where the pile leaves the rows free in which pieces appear and turn, these are the placements of kind
        `drop` and `shift` (paths.py), which need no key after the first `D`. On higher piles a piece may need soft
        drops on its way there, and counts all the same. A state without any, whose pieces appear under an overhang,
        keeps all its placements, so that a game that goes on has always a move.
        """
        if self._straight:
            return self
        view = copy.copy(self)
        view._straight = True
        return view

    def showing(self, previews: int) -> "Guideline":
        """The same game with other previews. Raises InputError for a number beyond 0 to 14."""
        view = Guideline(dataclasses.replace(self.rules, previews=previews))
        return view.straight() if self._straight else view

    def new(self, seeds: Sequence[int] | Ints) -> States:
        """[B] fresh games. Raises InputError for a seed outside 0 to 2**64 - 1."""
        states = np.zeros(len(seeds), DTYPE)
        kernels.new(states, as_seeds(seeds), self._book)
        return states

    def listed(self, states: States) -> tuple[Ints, Ints, Ints]:
        """Parents [N], actions [N] and spots [N] (see moves.py) of every legal action, in order."""
        parent, action, spot = self._listed(states)
        return parent.copy(), action.copy(), spot.copy()

    def _listed(self, states: States, holds: Ints | None = None) -> tuple[Ints, Ints, Ints]:
        """The same, in memory that the next call in this thread writes over.

        `holds` [B] asks for the moves of the current piece (0) or the one that hold offers (1) alone; it may get all.
        """
        skip = self._high(states, -1 if self._walks else FLOODED)
        # Whether the view for straight drops keeps all moves depends on both pieces.
        which = np.where(skip, 0, 3 if holds is None or self._straight else 1 << (holds & 1))
        parent, action, spot = self._buffers(ROOM * len(states))
        n = self._lister(states, which, self._book, parent, action, spot)
        if skip.any():
            walked = [(i, self._walked(states[i : i + 1])) for i in np.flatnonzero(skip)]
            parent = np.concatenate([parent[:n], *(np.full(len(a), i) for i, a in walked)])
            action = np.concatenate([action[:n], *(a for _, a in walked)])
            order = np.argsort(parent, kind="stable")
            parent, action, n = parent[order], action[order], len(order)
            spot = self.spots(action)
        if self._straight:
            n = choice.straight(states, self._book, parent[:n], action[:n], spot[:n])
        return parent[:n], action[:n], spot[:n]

    def _buffers(self, size: int) -> tuple[Ints, Ints, Ints]:
        """Three arrays of `size` or more, kept for the next call of this thread: fresh pages cost more than moves."""
        kept: Any = getattr(self._local, "buffers", None)
        if kept is None or len(kept[0]) < size:
            kept = self._local.buffers = tuple(np.empty(size, np.int64) for _ in range(3))
        return kept[0], kept[1], kept[2]

    def _walked(self, state: States) -> Ints:
        """The actions of one state [1] found by walking."""
        found: list[Ints] = []
        if not state["dead"][0] and state["queue"][0, 0] >= 0:
            columns, rows = state["columns"][0], self.rules.rows
            for hold, piece in enumerate((self._piece(state, False), self._piece(state, True))):
                row = kernels.appears(self._book, state, piece) if piece >= 0 else -1
                if row >= 0:
                    o, x, y, spin = placements(columns, self.width, rows, piece, self.rules, row=row)
                    actions = (((hold * 3 + spin) * 4 + o) * rows + y) * self.width + x
                    found.append(actions[y < rows])  # what is kicked above the last row could not stay there
        return np.sort(np.concatenate(found)) if found else np.empty(0, np.int64)

    def spots(self, actions: Ints) -> Ints:
        """[N] actions as spots."""
        rest, x = np.divmod(actions, self.width)
        kind, y = np.divmod(rest, self.rules.rows)
        return kind << 11 | y << 5 | x

    def _piece(self, state: States, hold: bool) -> int:
        """The current piece of one state [1], or the one that hold offers; -1 for none."""
        return int(kernels.offered(self._book, state) if hold else state["queue"][0, 0])

    def expand(self, states: States) -> Children:
        """Every placement of every state as an afterstate; the reward is the garbage sent."""
        parent, action, spot = self.listed(states)
        out = np.empty(len(parent), DTYPE)
        kernels.played(states, self._book, parent, spot, out)
        attack = out["last_attack"].astype(np.int64)
        return Children(out, parent, action, attack.astype(np.float64), attack)

    def moves(self, states: States, weights: Floats) -> Moves:
        """Every placement, scored with weights [F] over `glossary` and not stored."""
        weights = as_weights(weights, NAMES)
        return self._scored(states, *self._listed(states), weights)

    def _scored(self, states: States, parents: Ints, actions: Ints, spot: Ints, weights: Floats) -> Moves:
        """Listed actions, copied and scored."""
        size, used = len(parents), used_bits(weights)
        # One block for all: the allocator gives several back to the system each time, and new pages cost a fifth.
        block = np.empty((5, size), np.int64)
        parent, action, key = block[0], block[1], block[2].view(np.uint64)
        credit, value = block[3].view(np.float64), block[4].view(np.float64)
        parent[:], action[:] = parents, actions
        dead = np.empty(size, np.bool_)
        if self._high(states, -1 if self._walks else FLOODED, risen=True).any():
            out = np.empty(size, DTYPE)
            kernels.played(states, self._book, parent, spot, out)
            tall_scored(out, self.features(out), self._book, weights, used, key, credit, value)
            dead = out["dead"]
        else:
            scratch = np.zeros(1, DTYPE)
            scored(states, scratch, self._book, parent, spot, weights, used, key, credit, value, dead)
        return Moves(parent, action, key, credit, value, dead)

    def _high(self, states: States, most: int, *, risen: bool = False) -> NDArray[np.bool_]:
        """[B] whose piles, `risen` by the garbage on its way, are higher than `most` rows."""
        out = np.empty(len(states), np.bool_)
        kernels.tall(states, self._book, most, risen, out)
        return out

    def play(self, states: States, actions: Ints) -> States:
        """[B] afterstates. Raises InputError where an action is not legal or the game is over."""
        actions = np.ascontiguousarray(actions, np.int64)
        if actions.shape != states.shape:
            raise InputError(f"{len(actions)} actions for {len(states)} states; give one for each")
        bad = choice.missing(*self._listed(states, actions // (self.actions // 2))[:2], actions)
        if bad >= 0:
            why = "the game is over" if states[bad]["dead"] else f"action {actions[bad]} is not legal there; see mask()"
            raise InputError(f"cannot play in state {bad}: {why}")
        after = np.empty(len(states), DTYPE)
        kernels.played(states, self._book, np.arange(len(states)), self.spots(actions), after)
        return after

    def mask(self, states: States) -> NDArray[np.bool_]:
        """[B, actions] which actions are legal."""
        masks = np.zeros((len(states), self.actions), np.bool_)
        masks[self._listed(states)[:2]] = True
        return masks

    def outcomes(self, states: States) -> Outcomes:
        """The possible pieces of the first unseen slot, by what the bag still holds."""
        size = 7 * len(states)
        out, parent, chance = np.empty(size, DTYPE), np.empty(size, np.int64), np.empty(size)
        n = kernels.outcomes(states, self._book, out, parent, chance)
        return Outcomes(out[:n], parent[:n], chance[:n])

    def deal(self, states: States) -> States:
        """[B] every unseen slot filled from the state's own stream."""
        dealt = copied(states)
        kernels.deal(dealt, self._book)
        return dealt

    def reseeded(self, states: States, seeds: Keys) -> States:
        """[B] the same positions with other pieces and garbage holes to come, from a word each [B].

        Raises InputError where there is not one word for each state.
        """
        other, words = copied(states), as_words(seeds, len(states))
        kernels.reseed(other, words, self._book)
        return other

    def features(self, states: States) -> Floats:
        """[B, F] the columns of `glossary`."""
        out = np.zeros((len(states), COUNT))
        high = self._high(states, LANES if self.width <= 15 and self.height <= LANES else -1)
        if not high.any():
            measured(states, self._book, out)
            return out
        for kernel, which in ((measured, ~high), (tall_measured, high)):
            part = np.zeros((int(which.sum()), COUNT))
            kernel(taken(states, np.flatnonzero(which)), self._book, part)
            out[which] = part
        return out

    def planes(self, states: States) -> NDArray[np.float32]:
        """[B, C, rows, W]: filled cells, garbage rows, a constant plane for each piece of hold and of each slot."""
        rows = np.arange(self.rules.rows, dtype=np.uint64)
        cells = (states["columns"][:, None, : self.width] >> rows[:, None]) & np.uint64(1)
        marks = np.broadcast_to(((states["marks"][:, None] >> rows) & np.uint64(1))[:, :, None], cells.shape)
        slots = np.concatenate([states["hold"][:, None], states["queue"][:, : self.previews + 1]], axis=1)
        flags = (slots[:, :, None] == np.arange(7)).reshape(len(states), 7 * slots.shape[1])
        constant = np.broadcast_to(flags[:, :, None, None], (*flags.shape, *cells.shape[1:]))
        return np.concatenate([cells[:, None], marks[:, None], constant], axis=1, dtype=np.float32, casting="unsafe")

    def receive(self, states: States, garbage: Ints) -> States:
        """[B] the states with `garbage` lines [B] on their way. Raises InputError for a negative number of lines."""
        lines = np.ascontiguousarray(garbage, np.int64)
        if lines.shape != states.shape or (lines < 0).any():
            raise InputError(f"cannot receive {garbage}; give a number of lines, 0 or more, for each state")
        after = copied(states)
        kernels.received(after, self._book, lines)
        return after

    def describe(self, state: States, action: int) -> Placement:
        """Where `action` puts its piece, one state [1], and by which keys. Raises InputError for an illegal action."""
        if action not in self.listed(state)[1]:
            raise InputError(f"action {action} is not legal there; see mask()")
        hold, spin, o, x, y = self.parts(action)
        piece = self._piece(state, bool(hold))
        columns, row = state["columns"][0], kernels.appears(self._book, state, piece)
        way = path(columns, self.width, self.rules.rows, piece, o, x, y, self.rules, _SPINS[spin], row=row)
        cells = tuple((int(x + dx), int(y + dy)) for dx, dy in CELL[piece, o])
        return Placement(PIECES[piece], o, cells, ("HOLD " if hold else "") + way.text, way.kind, _SPINS[spin])

    def parts(self, action: int) -> tuple[int, int, int, int, int]:
        """An action as (hold, spin, orientation, x, y), the centre at (x, y)."""
        rest, x = divmod(int(action), self.width)
        rest, y = divmod(rest, self.rules.rows)
        rest, o = divmod(rest, 4)
        hold, spin = divmod(rest, 3)
        return hold, spin, o, x, y

    def show(self, state: States) -> str:
        """One state [1] as rows of `#`, `G` (garbage) and `.`, the top visible row first, higher ones where filled."""
        columns, marks = [int(c) for c in state["columns"][0][: self.width]], int(state["marks"][0])
        top = max([self.height, *(c.bit_length() for c in columns)])
        filled = ["G" if marks >> y & 1 else "#" for y in range(top)]
        return "\n".join("".join(filled[y] if c >> y & 1 else "." for c in columns) for y in reversed(range(top)))

    def rollout(
        self, states: States, weights: Floats, pieces: int, *, low: int = -1, high: int = 127, random: float = 0.0
    ) -> States:
        """[B] states after up to `pieces` greedy moves each, dealt; see `Game.rollout`.

        Raises InputError for a share of random moves outside 0 to 1, and for states that are not dealt.
        """
        weights, share, after = as_weights(weights, NAMES), as_share(random), copied(states)
        going = np.flatnonzero(~after["dead"])
        here = taken(after, going)
        if (here["queue"][:, 0] < 0).any():
            raise InputError("rollout needs dealt states; call deal() first")
        for _ in range(pieces):
            if not len(going):
                break
            out, piles = np.empty(len(going), DTYPE), np.empty(len(going), np.int64)
            spot = self._next(here, weights, share)
            kernels.played(here, self._book, np.arange(len(going)), spot, out)
            kernels.piles(out, self._book, piles)
            here = self.deal(out)
            on = ~here["dead"] & (piles > low) & (piles < high)
            if not on.all():
                after[going[~on]] = here[~on]
                going, here = going[on], taken(here, np.flatnonzero(on))
        after[going] = here
        return after

    def _next(self, states: States, weights: Floats, share: float) -> Ints:
        """[B] the spots of the moves that `rollout` makes."""
        parent, action, spot = self._listed(states)
        rows = np.full(len(states), -1)
        if share > 0:
            choice.strays(states, parent, share, rows)
        greedy = np.flatnonzero(rows < 0)
        if len(greedy):
            which = np.flatnonzero(rows[parent] < 0) if share > 0 else slice(None)
            best = np.empty(len(states), np.int64)
            moves = self._scored(states, parent[which], action[which], spot[which], weights)
            choice.chosen(moves.parent, moves.value, best)
            rows[greedy] = np.arange(len(parent))[which][best[greedy]]
        spots: Ints = spot[rows]
        return spots
