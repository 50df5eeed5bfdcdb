"""Positions to test with: reached by play, good and bad, or filled at random."""

import functools
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from tests.naive import classic as naive
from tests.naive.features import EARNED, features
from tests.naive.records import position

from wellplayed.tetris.bag import KINDS
from wellplayed.tetris.classic import Classic
from wellplayed.tetris.features import NAMES

# A controller good enough to keep games alive, so that positions of every age turn up.
STEADY = np.array(
    [{"aggregate_height": -0.5, "lines": 0.8, "holes": -0.4, "bumpiness": -0.2}.get(n, 0.0) for n in NAMES]
)


def games() -> list[Classic]:
    """Every height from 4 to 24, every width from 4 to 10, all generators, both endings, 0 to 15 previews."""
    return [
        Classic(
            height,
            4 + height * 3 % 7,
            KINDS[(height // 2 + 1) % 3],
            height * 5 % 16,
            "clear" if height % 2 else "end",
        )
        for height in range(4, 25)
    ]


def rules(game: Classic) -> naive.Rules:
    """The rules of a game for its twin."""
    return naive.Rules(game.height, game.width, game.pieces, game.previews, game.overflow == "clear")


def best(moves: Any, count: int) -> Any:
    """[count] the rows with the highest value of each parent, the first of equals."""
    starts = np.searchsorted(moves.parent, np.arange(count + 1))
    return np.array([a + np.argmax(moves.value[a:b]) for a, b in pairwise(starts)], np.int64)


def played(game: Classic, count: int, seed: int) -> Any:
    """[count] living, dealt positions of all ages, from games in which good moves and random ones mix."""
    rng = np.random.default_rng(seed)
    states, seen = game.new(range(seed, seed + 16)), []
    for _ in range(60):
        moves = game.moves(states, STEADY)
        noise = rng.normal(size=len(moves.value)) * np.repeat(
            rng.choice([0.0, 1.0, 20.0], len(states)), np.bincount(moves.parent)
        )
        noisy = moves._replace(value=moves.value + noise)
        states = game.deal(game.play(states, moves.action[best(noisy, len(states))]))
        states = states[~states["dead"]]
        if not len(states):
            break
        seen.append(states)
    every = np.concatenate(seen)
    return every[rng.choice(len(every), count, replace=len(every) < count)]


def scattered(game: Classic, count: int, seed: int) -> Any:
    """[count] fresh games whose boards are filled at random below random column heights, without full rows."""
    rng = np.random.default_rng(seed)
    states = game.new(range(seed, seed + count))
    y, x = np.arange(game.height)[:, None], np.arange(game.width)
    for state in states:
        tops = rng.integers(0, rng.integers(1, game.height + 1) + 1, game.width)
        board = (rng.random((game.height, game.width)) < rng.uniform(0.2, 1.0)) & (y < tops)
        full = board.all(axis=1)
        board[full, rng.integers(0, game.width, full.sum())] = False
        state["columns"][x] = (board.astype(np.uint32) << y.astype(np.uint32)).sum(axis=0)
    return states


class Case(NamedTuple):
    """Positions of one game, and everything their twins say about the moves in them."""

    game: Classic
    states: Any  # [B]
    twins: list[naive.Position]  # [B]
    parent: list[int]  # [N]
    action: list[int]  # [N]
    children: list[naive.Position]  # [N]
    features: Any  # [N, F] zeros where dead: nobody looks at the board of a lost game
    earned: Any  # [F] which features are credit


@functools.cache
def cases() -> tuple[Case, ...]:
    """One case for each of `games`."""
    return tuple(_case(game, np.concatenate([played(game, 9, 1), scattered(game, 6, 2)])) for game in games())


def _case(game: Classic, states: Any) -> Case:
    twins = [position(state, rules(game)) for state in states]
    found = [(i, *child) for i, twin in enumerate(twins) for child in naive.expand(twin, rules(game))]
    table = [[0.0] * len(NAMES) if child.dead else features(child, game.height) for _, _, child in found]
    return Case(
        game,
        states,
        twins,
        [i for i, _, _ in found],
        [action for _, action, _ in found],
        [child for _, _, child in found],
        np.array(table),
        np.array([name in EARNED for name in NAMES]),
    )
