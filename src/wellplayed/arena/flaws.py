"""What ruins each baseline, on a board from its own play: the move, and what it leaves.

Every board is found by playing the baseline from seed 0 on and looking for the first position of a stated kind.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ..game import Game, States, feature_names
from ..games import game as make_game
from ..players.player import Player
from ..players.registry import player as make_player

GAME = "classic:height=20"
TRIED = 50  # games looked through
FEW = 6  # holes on a board that is still easy to read
ALMOST = 8  # filled cells of ten that make a row look nearly done


class Flaw(NamedTuple):
    """A move that shows what is wrong with a player."""

    player: str
    seed: int
    move: int  # counted from 1
    piece: str
    before: str  # rows of # and ., the top one first
    cells: tuple[tuple[int, int], ...]  # where the piece goes, (x, y) from the lower left
    after: str
    says: str


class Moment(NamedTuple):
    """One move of a game, for a test to look at."""

    game: Game
    state: States  # [1]
    action: int
    after: States  # [1] afterstate

    def feature(self, name: str, states: States | None = None) -> float:
        """A feature of the position before the move, or of others [1]."""
        given = self.state if states is None else states
        return float(self.game.features(given)[0, feature_names(self.game).index(name)])

    def gained(self, name: str) -> float:
        """By how much the move changed a feature of the board."""
        return self.feature(name, self.after) - self.feature(name)

    def least(self, name: str) -> float:
        """The least that any move would have changed it by."""
        values = self.game.features(self.game.expand(self.state).states)[:, feature_names(self.game).index(name)]
        return float(values.min()) - self.feature(name)


Test = Callable[[Moment], str]  # what the flaw is, or nothing where the moment does not show it


def flaws() -> list[Flaw]:
    """The flaw of each baseline, in the order of the ladder."""
    tests: dict[str, Test] = {
        "random": _buried,
        "lowest-column": _plain,
        "highest-column": _tower,
        "clear-first": _dug,
        "lowest-maximum": _covered,
    }
    game = make_game(GAME)
    return [_found(game, name, make_player(name, game), test) for name, test in tests.items()]


def _found(game: Game, name: str, player: Player, test: Test) -> Flaw:
    """The first moment that shows the flaw. Raises LookupError if there is none in the games looked through."""
    for seed in range(TRIED):
        state = game.new([seed])
        while not state["dead"][0]:
            action = int(player.choose(state)[0])
            after = game.play(state, np.array([action]))
            says = test(Moment(game, state, action, after))
            if says:
                spot = game.describe(state, action)
                move = int(after["pieces"][0])
                return Flaw(name, seed, move, spot.piece, game.show(state), spot.cells, game.show(after), says)
            state = game.deal(after)
    raise LookupError(f"no game of {name} shows its flaw in {TRIED} games")


def _lost(moment: Moment) -> str:
    """How the game ended, where the move ended it."""
    if not moment.after["dead"][0]:
        return ""
    pieces, lines = int(moment.after["pieces"][0]), int(moment.after["lines"][0])
    return f"lost after {pieces} pieces and {lines} {'row' if lines == 1 else 'rows'}"


def _buried(moment: Moment) -> str:
    lost = _lost(moment)
    return lost and f"{lost}: {moment.feature('holes'):.0f} empty cells lie buried"


def _plain(moment: Moment) -> str:
    lost = _lost(moment)
    if not lost:
        return ""
    rows = moment.game.show(moment.state).split("\n")
    nearly = sum(row.count("#") >= ALMOST for row in rows)
    holes = moment.feature("holes")
    return f"{lost}: a plain of {nearly} rows that lack one or two cells each, over {holes:.0f} buried cells"


def _tower(moment: Moment) -> str:
    lost = _lost(moment)
    if not lost:
        return ""
    heights = [moment.feature(f"height_{x}") for x in range(1, 11)]
    return f"{lost}: one column stands {max(heights):.0f} rows high, the lowest {min(heights):.0f}"


def _dug(moment: Moment) -> str:
    cleared, holes = int(moment.after["cleared"][0]), moment.gained("holes")
    if not (cleared == 1 and holes >= 2 and moment.least("holes") <= 0 and moment.feature("holes") <= FEW):
        return ""
    return f"one row now, and {holes:.0f} new holes under it, where another move would have made none"


def _covered(moment: Moment) -> str:
    holes = moment.gained("holes")
    clean = moment.least("holes") <= 0 and moment.feature("holes") <= FEW
    if not (holes >= 2 and moment.gained("highest") == 0 and clean):
        return ""
    return f"no column grew taller than the tallest, and {holes:.0f} cells were buried for it; another move buries none"
