"""How fast searches are: children evaluated per second of the whole choice, and milliseconds a move."""

from collections.abc import Callable
from typing import Any

import numpy as np

from wellplayed.game import Floats, Game, Ints, Moves, States, feature_names
from wellplayed.players.registry import player
from wellplayed.search.beam import Beam
from wellplayed.search.evaluate import Linear
from wellplayed.search.expectimax import Expectimax
from wellplayed.search.lookahead import Lookahead
from wellplayed.tetris.classic import Classic
from wellplayed.tetris.guideline.rules import Guideline

from .timing import Timing, rates

WARM_UP = 30  # pieces before anything is timed, so that boards look as they do in the middle of a game


class Counting:
    """A game that counts the moves it rates, and so does nothing without rating moves."""

    foreseen = None  # two pieces go ply by ply

    def __init__(self, game: Game) -> None:
        self.game, self.rows = game, 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)

    def moves(self, states: States, weights: Floats) -> Moves:
        found = self.game.moves(states, weights)
        self.rows += len(found.parent)
        return found


def beams() -> list[Timing]:
    """Children per second of a wide beam on guideline play, by the number of features."""
    game = Guideline("guideline")
    states = middle(game, 4)
    works = {}
    for what, evaluator in {
        "dellacherie": _linear(game, 0),
        "ten classic features": _linear(game, 10),
        "all features": _linear(game, len(game.glossary)),
    }.items():
        works[f"beam 4 deep, 1000 wide, {what}"] = _children(Beam(evaluator, 4, 1000), game, states)
    return rates(works, "children/s", rounds=5)


def moves() -> list[Timing]:
    """Moves per second of the narrow beam of the articles on guideline play, one game at a time and many at once."""
    game = Guideline("guideline")
    evaluator = player("lee", game).evaluator  # type: ignore[attr-defined]
    search, states = Beam(evaluator, 3, 6), middle(game, 256)

    def alone() -> int:
        for i in range(64):
            search.choose(game, states[i : i + 1])
        return 64

    def together() -> int:
        return len(search.choose(game, states))

    return rates({"beam 3 deep, 6 wide, lee": alone, "the same, 256 games at once": together}, "moves/s")


def others() -> list[Timing]:
    """Children per second of lookahead and expectimax on classic play."""
    game = Classic(pieces="bag", previews=2)
    hidden = Classic(pieces="bag")
    evaluator = player("dellacherie", game).evaluator  # type: ignore[attr-defined]
    return rates(
        {
            "lookahead 1 deep, 256 games at once": _children(Lookahead(evaluator, 1), game, middle(game, 256), at=256),
            "lookahead 2 deep": _children(Lookahead(evaluator, 2), game, middle(game, 16)),
            "expectimax, 1 piece": _children(Expectimax(evaluator, 1), hidden, middle(hidden, 16)),
            "expectimax, 2 pieces": _children(Expectimax(evaluator, 2), hidden, middle(hidden, 2)),
            "expectimax, 2 pieces, 5 wide": _children(Expectimax(evaluator, 2, 5), hidden, middle(hidden, 8)),
        },
        "children/s",
        rounds=5,
    )


def pairs() -> list[Timing]:
    """Moves per second over the piece at hand and the next one, in one kernel and ply by ply."""
    game = Classic(previews=1)
    apart: Any = Counting(game)
    works: dict[str, Callable[[], int]] = {}
    for name in ("dellacherie", "ten-by-ten"):
        search = Lookahead(player(name, game).evaluator, 1)  # type: ignore[attr-defined]
        for size in (256, 1):
            states = middle(game, size)

            def one(states: States = states, of: Game = game, search: Lookahead = search) -> int:
                return len(search.choose(of, states))

            def other(states: States = states, of: Game = apart, search: Lookahead = search) -> int:
                return len(search.choose(of, states))

            works[f"two pieces in one kernel, {name}, {size} at once"] = one
            works[f"two pieces ply by ply, {name}, {size} at once"] = other
    return rates(works, "moves/s")


def middle(game: Game, count: int) -> States:
    """[count] positions from the middle of games of a moderate player."""
    weights = player("dellacherie", game).weights
    assert weights is not None
    states = game.rollout(game.new(range(2 * count)), weights, WARM_UP)
    return states[~states["dead"]][:count]


def _linear(game: Game, few: int) -> Linear:
    """Dellacherie's weights, and a small one for every other of the first `few` features."""
    weights = player("dellacherie", game).weights
    assert weights is not None
    return Linear(game, {n: w or -0.01 for k, (n, w) in enumerate(zip(feature_names(game), weights)) if w or k < few})


def _children(search: Any, game: Game, states: States, at: int = 1) -> Callable[[], int]:
    """What makes one move in every state, `at` together, and says how many children were evaluated."""
    parts: list[Ints] = np.split(np.arange(len(states)), range(at, len(states), at))
    counting = Counting(game)
    for rows in parts:
        search.choose(counting, states[rows])

    def choose() -> int:
        for rows in parts:
            search.choose(game, states[rows])
        return counting.rows

    return choose
