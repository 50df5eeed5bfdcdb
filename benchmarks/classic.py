"""How fast classic play is: the fused kernel, the batch path, and the batch functions alone."""

from collections.abc import Callable

import numpy as np

from wellplayed.players.registry import player
from wellplayed.tetris.classic import Classic

from .timing import Timing, rates

BATCH = 256
WARM_UP = 300  # pieces before anything is timed, so that boards look as they do in the middle of a game


def fused() -> list[Timing]:
    """Pieces per second of whole games in one kernel, for controllers of growing cost."""
    works: dict[str, Callable[[], int]] = {}
    for name, height in (("bcts", 20), ("bcts", 10), ("dellacherie", 20), ("dt-20", 20), ("eight-feature", 20)):
        game = Classic(height=height)
        weights = player(name, game).weights
        assert weights is not None
        states = game.rollout(game.new(range(2000)), weights, WARM_UP)
        states = states[~states["dead"]]

        def play(game: Classic = game, weights: np.ndarray = weights, states: np.ndarray = states) -> int:
            after = game.rollout(states, weights, 100)
            return int(after["pieces"].sum() - states["pieces"].sum())

        works[f"rollout, {name}, 10x{height}"] = play
    return rates(works, "pieces/s")


def batch() -> list[Timing]:
    """The same moves through moves, first best, play and deal, 256 games in lockstep, beside the fused kernel."""
    game = Classic()
    bcts = player("bcts", game)
    weights = bcts.weights
    assert weights is not None
    start = game.rollout(game.new(range(BATCH)), weights, WARM_UP)

    def lockstep() -> int:
        states = start
        for _ in range(100):
            states = game.deal(game.play(states, bcts.choose(states)))
        return 100 * BATCH

    def rollout() -> int:
        game.rollout(start, weights, 100)
        return 100 * BATCH

    return rates({"256 games in lockstep, bcts, 10x20": lockstep, "the same in the fused kernel": rollout}, "pieces/s")


def functions() -> list[Timing]:
    """Placements or states per second of each batch function alone, on boards from the middle of games."""
    game = Classic()
    weights = player("bcts", game).weights
    assert weights is not None
    states = game.rollout(game.new(range(BATCH)), weights, WARM_UP)
    placements = len(game.moves(states, weights).parent)

    def repeat(work: Callable[[], object], units: int) -> Callable[[], int]:
        def run() -> int:
            for _ in range(50):
                work()
            return 50 * units

        return run

    return rates(
        {
            "moves (placements scored and hashed)": repeat(lambda: game.moves(states, weights), placements),
            "expand (placements stored)": repeat(lambda: game.expand(states), placements),
            "features (all, states)": repeat(lambda: game.features(states), BATCH),
        },
        "units/s",
    )
