"""Play by keys and play by placements are one game: paths lead where they say, and moves have the same results."""

import random

import numpy as np
import pytest
from tests.tetris.guideline.boards import columns, draw_board, draw_rules

from wellplayed.tetris.guideline.keys import KeyGame, Start, play_keys
from wellplayed.tetris.guideline.paths import paths
from wellplayed.tetris.guideline.rules import Guideline
from wellplayed.tetris.guideline.ruleset import Ruleset, parse
from wellplayed.tetris.guideline.walk import CANONICAL
from wellplayed.tetris.pieces import PIECES

SHARED = ("columns", "marks", "pieces", "lines", "attack", "sent", "combo", "chain", "dead")


def text(board: frozenset[tuple[int, int]], width: int) -> str:
    top = max((y for _, y in board), default=0)
    return "/".join("".join(".#"[(x, y) in board] for x in range(width)) for y in reversed(range(top + 1)))


@pytest.mark.parametrize("seed", range(30))
def test_every_path_key_by_key(seed: int) -> None:
    rng = random.Random(seed)
    rules = draw_rules(rng)
    board = draw_board(rng, rules)
    for piece in range(7):
        game = KeyGame(rules, start=Start(text(board, rules.width), PIECES[piece] * 3))
        if game.over:
            continue
        moment = game.snapshot()
        known = paths(columns(board), rules.width, rules.rows, piece, rules)
        for found in rng.sample(known, min(40, len(known))):
            game.restore(moment)
            assert all(play_keys(game, found.path.keys)), found
            assert sorted(game.cells()) == sorted(found.cells), found
            assert ("none", "mini", "full")[game.state.spin] == found.path.spin, found


def same(game: KeyGame, state: np.ndarray) -> None:
    """A game by keys against the record of play by placements, both after a move."""
    for name in SHARED:
        assert game.state[name].tolist() == state[name][0].tolist(), name
    if not game.over:  # nothing is dealt to a game that is over
        for name in ("stream", "bag", "noise", "hole", "pending", "hold"):
            assert game.state[name].tolist() == state[name][0].tolist(), name
        queue = [int(game.state.piece), *game.state.queue[: game.rules.previews].tolist()]
        assert queue == state["queue"][0, : len(queue)].tolist()


@pytest.mark.parametrize(
    "rules",
    [
        "guideline",
        "tetrio-s2:multiplier_increase=0,delay_turns=0,delay_ticks=0",
        "guideline:spawn=19-20,half=six,spins=all,bag=14-bag,clutch=on,attack=tetrio-s1,combo=modern",
        "guideline:width=6,previews=3,bag=uniform,messy_change=0,block_out=off,lock_out=off",
    ],
)
def test_games_are_the_same_by_keys_and_by_placements(rules: str) -> None:
    for seed in range(4):
        play_both(parse(rules), seed, 60)


def play_both(rules: Ruleset, seed: int, moves: int) -> None:
    rng = random.Random(seed)
    guideline, game = Guideline(rules), KeyGame(rules, seed)
    state = guideline.new([seed])
    for _ in range(moves):
        if rng.random() < 0.15:
            rows = rng.randint(1, 3)
            state = guideline.receive(state, np.array([rows]))
            game.receive(rows)
        actions = np.flatnonzero(guideline.mask(state)[0])
        low = sorted(actions, key=lambda a: a // rules.width % rules.rows)[: max(4, len(actions) // 8)]
        action = int(rng.choice(low))
        rest, x = divmod(action, rules.width)
        rest, y = divmod(rest, rules.rows)
        rest, o = divmod(rest, 4)
        hold, spin = divmod(rest, 3)
        if hold and not game.state.held:
            assert game.apply("HOLD")
        piece = int(game.state.piece)
        board = game.state.columns
        wanted = (o, x, y, spin)
        way = next(
            found.path.keys
            for found in paths(board, rules.width, rules.rows, piece, rules)
            if (found.orientation, found.x, found.y, ("none", "mini", "full").index(found.path.spin)) == wanted
        )
        play_keys(game, way)
        kept = CANONICAL[piece, game.state.orientation]
        assert (kept[0], game.state.x + kept[1], game.state.y + kept[2]) == (o, x, y)
        game.apply("HD")
        state = guideline.deal(guideline.play(state, np.array([action])))
        same(game, state)
        if game.over:
            break
