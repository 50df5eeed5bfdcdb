"""One game as it is watched: its state, and the colours that the state does not keep.

A record says which cells are filled, not by which piece. So every placement is played a second time on a board of
letters, and full rows leave both boards together. Where the two still differ, garbage has risen.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np

from ..game import Game, Placement, States
from ..players.player import Player, Thought

Cells: TypeAlias = list[list[str]]  # rows from the floor up; a piece's letter, # unknown, G garbage, blank for empty
Inks: TypeAlias = dict[tuple[int, int], str]  # (x, y) to a letter
EMPTY, UNKNOWN, GARBAGE = " ", "#", "G"

# A piece's time, in shares of it: it hangs above its ghost, falls, lies; full rows flash and are gone.
FALLS, LANDS, VANISH = 0.3, 0.5, 0.82


class Clear(NamedTuple):
    """A move that cleared rows."""

    move: int  # 1 is the first piece
    lines: int
    total: int


class Playback:
    """A game in progress. `place` puts the chosen piece down, `settle` lets full rows vanish and deals the next."""

    def __init__(self, game: Game, player: Player, state: States) -> None:
        self.game, self.player, self.state = game, player, state
        self.cells = read(game.show(state))
        self.height: int = getattr(game, "height", len(self.cells))  # visible rows
        self.full: list[int] = []  # rows that the last piece filled and that have not vanished yet
        self.last: Placement | None = None
        self._fields = game.dtype.names or ()

    @property
    def pieces(self) -> int:
        """How many pieces have been placed."""
        return int(self.state["pieces"][0])

    @property
    def lines(self) -> int:
        """How many rows have been cleared."""
        return int(self.state["lines"][0])

    @property
    def counts(self) -> dict[str, str]:
        """What is counted beside the well, in two lines."""
        return {"lines": f"{self.lines:,}", "pieces": f"{self.pieces:,}"}

    @property
    def lasts(self) -> float:
        """How many times as long as usual the last move is to be looked at."""
        return 1.0

    @property
    def attack(self) -> int | None:
        """How many lines of garbage were made; None where the game has none."""
        return int(self.state["attack"][0]) if "attack" in self._fields else None

    @property
    def pile(self) -> int:
        """The height of the tallest column."""
        return len(_filled(self.cells))

    @property
    def dead(self) -> bool:
        """Whether the game is over."""
        return bool(self.state["dead"][0])

    def think(self) -> Thought:
        """The player's next move with its reasons; nothing is played."""
        return self.player.think(self.state)

    def place(self, action: int | None = None) -> Placement:
        """Play one move, the player's own by default; full rows stay until `settle`."""
        if action is None:
            action = int(self.player.choose(self.state)[0])
        self.last = self.game.describe(self.state, action)
        lines = self.lines
        self.state = self.game.play(self.state, np.array([action]))
        for x, y in self.last.cells:
            while y >= len(self.cells):
                self.cells.append([EMPTY] * len(self.cells[0]))
            self.cells[y][x] = self.last.piece
        # A piece that ends the game may fill rows that the rules do not clear, so the count decides.
        self.full = [y for y, row in enumerate(self.cells) if EMPTY not in row] if self.lines > lines else []
        return self.last

    def settle(self) -> None:
        """Remove the full rows, let garbage rise, and deal the next piece."""
        if self.full:
            kept = [row for y, row in enumerate(self.cells) if y not in self.full]
            self.cells = kept + [[EMPTY] * len(self.cells[0]) for _ in self.full]
            self.full = []
        if not self.dead:
            if self.attack is not None:
                self.cells = risen(self.cells, read(self.game.show(self.state)))
            self.state = self.game.deal(self.state)

    def unfold(self, phase: float) -> None:
        """Show what follows from the last move, as far as the time of its piece has come."""
        if phase >= VANISH and self.full:
            self.settle()

    def inks(self, spot: Placement) -> Inks:
        """The cells of a placement with their letters."""
        return dict.fromkeys(spot.cells, spot.piece)

    def flashing(self) -> Inks:
        """What is about to vanish."""
        return {(x, y): UNKNOWN for y in self.full for x in range(len(self.cells[0]))}

    def lying(self, before: States) -> Inks:
        """The piece placed since `before` [1], as long as it lies where it was put."""
        gone = self.lines > int(before["lines"][0])  # and the rows above have come down
        return {} if gone or self.last is None else self.inks(self.last)

    def queue(self) -> Sequence[str]:
        """The letters of the current piece and of the visible ones after it."""
        from ..tetris.pieces import PIECES

        return "".join(PIECES[p] for p in self.state["queue"][0] if p >= 0) if "queue" in self._fields else ""

    def hold(self) -> str | None:
        """The letter of the piece in hold, empty for none; None where the game has no hold."""
        from ..tetris.pieces import PIECES

        if "hold" not in self._fields or not getattr(getattr(self.game, "rules", None), "hold", True):
            return None
        return PIECES[int(self.state["hold"][0])] if self.state["hold"][0] >= 0 else ""

    def told(self) -> str:
        """What the last move did, where the game counts spins, combos and attack; empty for nothing worth telling."""
        if self.last is None or "last_attack" not in self._fields:
            return ""
        one, words = self.state[0], []
        rows, spin, piece = int(one["cleared"]), self.last.spin, self.last.piece
        if spin != "none" or rows:
            name = {"mini": f"{piece}-spin mini", "full": f"{piece}-spin"}.get(spin, "")
            words.append(" ".join(filter(None, (name, ("", "single", "double", "triple", "quad")[rows]))))
        for what, count in (("combo", int(one["combo"]) - 1), ("back to back", int(one["chain"]) - 1)):
            if rows and count > 0:
                words.append(f"{what} {count}")
        if one["perfect"]:
            words.append("perfect clear")
        if one["last_attack"]:
            words.append(f"sends {int(one['last_attack'])}")
        return ", ".join(words)


def risen(cells: Cells, shown: Cells) -> Cells:
    """The board `shown` in the letters of `cells`, pushed up by the garbage below; as it is if they do not fit."""
    mine, theirs = _filled(cells), _filled(shown)
    pushed = theirs[: max(len(theirs) - len(mine), 0)] + mine
    if [[cell == EMPTY for cell in row] for row in pushed] != [[cell == EMPTY for cell in row] for row in theirs]:
        pushed = theirs
    return pushed + [[EMPTY] * len(shown[0]) for _ in range(len(shown) - len(pushed))]


def _filled(cells: Cells) -> Cells:
    """The rows up to the highest one that is not empty, copied."""
    top = max((y + 1 for y, row in enumerate(cells) if row.count(EMPTY) < len(row)), default=0)
    return [list(row) for row in cells[:top]]


def shape(letter: str) -> list[tuple[int, int]]:
    """The cells (x, y) of a piece lying as flat as it can."""
    from ..tetris.pieces import ORIENTATIONS, PIECES

    flattest = min(ORIENTATIONS[PIECES.index(letter)], key=lambda columns: max(columns).bit_length())
    return [(x, y) for x, column in enumerate(flattest) for y in range(4) if column >> y & 1]


def read(shown: str) -> Cells:
    """The cells of a board as `Game.show` writes it."""
    rows = reversed(shown.split("\n"))
    return [[EMPTY if cell == "." else cell if cell == GARBAGE else UNKNOWN for cell in row] for row in rows]
