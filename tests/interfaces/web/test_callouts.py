"""What is called out, on boards where it is known."""

import numpy as np
import pytest

from wellplayed.interfaces.web.callouts import called
from wellplayed.tetris.guideline.keys import KeyGame, Start, play_keys
from wellplayed.tetris.guideline.keystep.record import DTYPE
from wellplayed.tetris.guideline.ruleset import parse
from wellplayed.tetris.pieces import PIECES

SLOT = "##......../#...######/##.#######"  # a T-spin double, by the keys of SPIN
SPIN = "LLCW" + "D" * 18 + "CWHD"
WELL = "/".join(["#########."] * 4)
DOWN_THE_WELL = "CWRRRRHD"


def played(board: str, queue: str, keys: str, rules: str = "guideline:gravity=0") -> KeyGame:
    game = KeyGame(parse(rules), start=Start(board, queue))
    play_keys(game, keys)
    return game


@pytest.mark.parametrize(
    ("board", "queue", "keys", "names"),
    [
        ("", "O", "HD", []),
        ("#########.", "I", DOWN_THE_WELL, ["single"]),
        ("#########./#########.", "I", DOWN_THE_WELL, ["double"]),
        ("#########./#########./#########.", "I", DOWN_THE_WELL, ["triple"]),
        (f"#........./{WELL}", "I", DOWN_THE_WELL, ["quad"]),
        (WELL, "I", DOWN_THE_WELL, ["quad", "perfect-clear"]),
        (SLOT, "T", SPIN, ["t-spin-double"]),
        ("##......../#...#####./##.#######", "T", SPIN, ["t-spin-single"]),
        ("##......../#...#####./##.######.", "T", SPIN, ["t-spin"]),
    ],
)
def test_one_piece(board: str, queue: str, keys: str, names: list[str]) -> None:
    assert called(played(board, queue, keys).state) == names


@pytest.mark.parametrize(
    ("piece", "spin", "cleared", "name"),
    [
        ("T", 1, 0, "t-spin-mini"),
        ("T", 1, 1, "t-spin-mini-single"),
        ("T", 1, 2, "t-spin-mini-double"),
        ("T", 2, 3, "t-spin-triple"),
        ("S", 2, 2, "s-spin-double"),
        ("L", 1, 1, "l-spin-mini-single"),
    ],
)
def test_spins_of_every_class(piece: str, spin: int, cleared: int, name: str) -> None:
    state = np.zeros(1, DTYPE)[0]
    state.last_piece, state.last_spin, state.last_cleared = PIECES.index(piece), spin, cleared
    state.chain = state.combo = 1
    assert called(state) == [name]
    state.chain, state.combo, state.last_perfect = 2, 5, cleared > 0
    assert called(state) == [name, *(["back-to-back", "combo-4", "perfect-clear"] if cleared else [])]


def test_chains_and_combos_count_from_the_second() -> None:
    game = played(f"#........./{WELL}/{WELL}", "III", DOWN_THE_WELL)
    assert called(game.state) == ["quad"]
    play_keys(game, DOWN_THE_WELL)
    assert called(game.state) == ["quad", "back-to-back", "combo-1"]
    play_keys(game, "HD")
    assert called(game.state) == []


def test_a_plain_clear_is_no_back_to_back() -> None:
    game = played(f"#........./#########./{WELL}", "II", DOWN_THE_WELL)
    assert called(game.state) == ["quad"]
    play_keys(game, DOWN_THE_WELL)
    assert called(game.state) == ["single", "combo-1"]
