"""How fast Puyo play by placements is: moves scored, with and without what fields could fire, and whole games."""

from collections.abc import Callable

import numpy as np

from wellplayed.puyo.features import LOOKED, NAMES
from wellplayed.puyo.rules import Puyo

from .timing import Timing, rates

BATCH = 256
PAIRS = 22  # played before anything is timed, so that fields look as they do in the middle of a game
# Saves up for a chain; and the same without a look at it.
BUILDER = {
    "chain_square": 2.0,
    "potential_score": 2.0,
    "connections": 0.3,
    "triples": 0.3,
    "valleys": -0.3,
    "tear": -0.3,
}


def vector(weights: dict[str, float]) -> np.ndarray:
    """[F] weights in the order of features."""
    return np.array([weights.get(name, 0.0) for name in NAMES])


def functions() -> list[Timing]:
    """Placements or states per second of each batch function alone, on fields of about forty puyos."""
    game, building = Puyo(), vector(BUILDER)
    looked = (LOOKED >> np.arange(len(NAMES)) & 1).astype(bool)
    plain = np.where(looked, 0.0, building)
    states = game.rollout(game.new(range(BATCH)), building, PAIRS)
    states = states[~states["dead"]]
    placements = len(game.moves(states, plain).parent)

    def repeat(work: Callable[[], object], units: int) -> Callable[[], int]:
        def run() -> int:
            for _ in range(20):
                work()
            return 20 * units

        return run

    every = np.ones(len(NAMES))
    return rates(
        {
            "puyo moves, without a look at what could fire": repeat(lambda: game.moves(states, plain), placements),
            "puyo moves, with it": repeat(lambda: game.moves(states, building), placements),
            "puyo moves, every feature": repeat(lambda: game.moves(states, every), placements),
            "puyo expand (placements stored)": repeat(lambda: game.expand(states), placements),
            "puyo features (all, states)": repeat(lambda: game.features(states), len(states)),
        },
        "units/s",
    )


def games() -> list[Timing]:
    """Pairs per second of whole games in one kernel."""
    game, building = Puyo(), vector(BUILDER)
    plain = vector({"links": 8.0, "connections": 2.0, "triples": 1.0, "danger": -8.0, "max_height": -0.5})
    start = game.new(range(BATCH))
    works: dict[str, Callable[[], int]] = {}
    for what, weights in (("popping at once", plain), ("saving up", building)):

        def play(weights: np.ndarray = weights) -> int:
            return int(game.rollout(start, weights, 50)["pieces"].sum())

        works[f"puyo rollout, {what}"] = play
    return rates(works, "pairs/s")
