"""One game of Puyo as it is watched: a pair is placed, and its chain is shown link by link."""

from typing import Any

import numpy as np

from ..game import Game, Placement, States
from ..players.player import Player
from ..puyo.cells import COLOURS, LETTERS, TOP, VISIBLE, WIDTH
from ..puyo.steps import Step, steps
from .picture import PUYOS
from .playback import EMPTY, LANDS, Cells, Inks, Playback

SHOWN = 0.6  # of a link's time, before what pops is gone
LONG = 2.0  # a link is looked at so many times as long as a pair that fires nothing


class PairPlayback(Playback):
    """A game in progress; `place` puts the chosen pair down, `unfold` lets its chain run, `settle` ends it."""

    def __init__(self, game: Game, player: Player, state: States) -> None:
        super().__init__(game, player, state)
        self.cells = letters(state["cells"][0])
        self.height = VISIBLE
        self.best = 0  # links of the longest chain so far
        self._chain: list[Step] = []
        self._popping: Step | None = None
        self._popped = False  # something has, since the last pair was placed

    @property
    def counts(self) -> dict[str, str]:
        """Score and pairs."""
        return {"score": f"{int(self.state['score'][0]):,}", "pairs": f"{self.pieces:,}"}

    @property
    def lasts(self) -> float:
        """Longer where there is a chain to be looked at."""
        return max(1.0, LONG * len(self._chain))

    @property
    def attack(self) -> int | None:
        """None: ojama goes nowhere in a game alone."""
        return None

    def place(self, action: int | None = None) -> Placement:
        """Play one pair; its chain is shown by `unfold` and over after `settle`."""
        if action is None:
            action = int(self.player.choose(self.state)[0])
        self.last = self.game.describe(self.state, action)
        resting = self.state["cells"][0].copy()
        for letter, (x, y) in zip(self.last.piece, self.last.cells, strict=True):
            if y < TOP:
                resting[COLOURS.index(letter), x] |= 1 << y
        self.state = self.game.play(self.state, np.array([action]))
        self.cells = letters(resting)
        self._chain = steps(resting) if self.state["chain"][0] else []
        self._popping, self._popped = None, False
        self.best = max(self.best, len(self._chain))
        return self.last

    def unfold(self, phase: float) -> None:
        """Show the link whose time has come: what pops, then what is left."""
        if not self._chain:
            return
        time = min(max((phase - LANDS) / (1 - LANDS), 0.0), 0.999) * len(self._chain)
        step = self._chain[int(time)]
        pops = time % 1 < SHOWN
        self._popping, self._popped = step if pops else None, True
        self.cells = letters(step.before if pops else step.after)

    def settle(self) -> None:
        """Let the chain be over, and deal the next pair."""
        self._popping, self._chain = None, []
        self.cells = letters(self.state["cells"][0])
        if not self.dead:
            self.state = self.game.deal(self.state)

    def inks(self, spot: Placement) -> Inks:
        """The cells of a pair with its letters."""
        return dict(zip(spot.cells, spot.piece.lower(), strict=True))

    def flashing(self) -> Inks:
        """The puyos and ojama that pop."""
        if self._popping is None:
            return {}
        cells = [cell for group in self._popping.groups for cell in group.cells]
        return {(x, y): self.cells[y][x] for x, y in [*cells, *self._popping.ojama]}

    def lying(self, before: States) -> Inks:
        """The last pair, until something has popped."""
        return {} if self._popped or self.last is None else self.inks(self.last)

    def queue(self) -> list[str]:
        """The letters of the current pair and of the visible ones after it."""
        return ["".join(COLOURS[c] for c in pair) for pair in self.state["queue"][0] if pair[0] < len(COLOURS)]

    def hold(self) -> None:
        """None: there is no hold."""

    def told(self) -> str:
        """The last move's chain, and the longest so far."""
        one, words = self.state[0], []
        if self.last is not None and one["chain"]:
            links = "1 link" if one["chain"] == 1 else f"{one['chain']} links"
            words = [f"{links}, {int(one['gained']):,} points, {int(one['attack']):,} ojama"]
            words += ["all clear"] if not one["cells"].any() else []
        return ", ".join([*words, *([f"longest chain {self.best}"] if self.best else [])])


def playback(game: Game, player: Player, state: States) -> Playback:
    """The right kind of playback for a game."""
    from ..puyo.rules import Puyo

    return (PairPlayback if isinstance(game, Puyo) else Playback)(game, player, state)


def letters(cells: Any) -> Cells:
    """A field [8, 8] as the picture has it, rows from the floor up, the ghost row and row 14 included."""
    rows = [[EMPTY] * WIDTH for _ in range(TOP + 1)]
    for ink, plane in zip(PUYOS, cells[: len(LETTERS)]):
        for x in range(WIDTH):
            column = int(plane[x])
            while column:
                lowest = column & -column
                rows[lowest.bit_length() - 1][x] = ink
                column ^= lowest
    return rows
