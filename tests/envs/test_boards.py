"""Boards as arrays are the boards as text, garbage and ojama included, and stay within their bounds to the end."""

import numpy as np
import pytest
from tests.envs.walks import chosen

from wellplayed.envs.boards import board_of
from wellplayed.game import Game
from wellplayed.games import game as game_of

LETTERS = {"classic": ".#", "guideline": ".#G", "puyo": ".RGBYP#"}


def as_text(board: np.ndarray, letters: str) -> list[str]:
    """Rows from the floor up, empty ones on top left out."""
    rows = ["".join(letters[cell] for cell in row) for row in board.tolist()]
    while rows and not rows[-1].strip("."):
        rows.pop()
    return rows


@pytest.mark.parametrize("spec", ["classic:height=8", "guideline:height=12,rows=24", "puyo:colours=5,previews=1"])
def test_it_is_the_board_in_numbers(spec: str) -> None:
    game: Game = game_of(spec)
    board, letters = board_of(game), LETTERS[spec.partition(":")[0]]
    states, met = game.new([1, 2, 3]), set()
    for step in range(40):
        seen = board.arrays(states)
        for i in range(3):
            one = {name: values[i] for name, values in seen.items()}
            assert one in board.space
            shown = [row.replace("-", ".") for row in reversed(game.show(states[i : i + 1]).splitlines())]
            while shown and not shown[-1].strip("."):
                shown.pop()
            assert as_text(one["board"], letters) == shown
            met |= set("".join(shown))
        if "classic" not in spec:
            states = game.receive(states, np.array([0, 1, 2 + step % 5]))
        masks = game.mask(states)
        going = np.flatnonzero(masks.any(axis=1))
        if not len(going):
            break
        actions = np.array([chosen(masks[i], step) for i in going])
        states = states.copy()
        played = game.play(states[going], actions)
        unseen = board.arrays(played)["queue"][:, -1]
        assert (unseen == -1).all()
        states[going] = game.deal(played)
    assert met == set(letters)


def test_counters_say_what_is_due() -> None:
    game = game_of("puyo")
    states = game.new([1])
    states["clear"], states["topped"], states["pending"] = True, 0b100001, 7
    seen = board_of(game).arrays(states)
    assert seen["counters"].tolist() == [[1, 7]]
    assert seen["topped"].tolist() == [[1, 0, 0, 0, 0, 1]]
    tetris = game_of("guideline")
    states = tetris.receive(tetris.new([1]), np.array([5]))
    states["combo"], states["chain"], states["hold"] = 3, 2, 4
    seen = board_of(tetris).arrays(states)
    assert seen["counters"].tolist() == [[3, 2, 5]]
    assert seen["hold"].tolist() == [[4]]
