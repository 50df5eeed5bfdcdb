"""How fast Monte Carlo tree search is: simulations per second of one thread, tree, game and evaluation together."""

from collections.abc import Callable

from wellplayed.game import Game, States
from wellplayed.players.registry import player
from wellplayed.search.mcts import Mcts
from wellplayed.tetris.classic import Classic
from wellplayed.tetris.guideline.rules import Guideline

from .search import middle
from .timing import Timing, rates

SIMULATIONS = 4000  # for one move
CASES = (("no rollout", 0, 32), ("no rollout", 0, 64), ("10 pieces", 10, 32), ("10 pieces", 10, 64))


def simulations() -> list[Timing]:
    """Simulations per second with Dellacherie's weights, by the length of rollouts and the walks of one round."""
    works: dict[str, Callable[[], int]] = {}
    games: tuple[Game, ...] = (Classic(), Guideline("guideline"))
    for game in games:
        evaluator = player("dellacherie", game).evaluator  # type: ignore[attr-defined]
        states = middle(game, 4)
        for what, rollout, batch in CASES:
            search = Mcts(evaluator, SIMULATIONS, batch, rollout=rollout)
            works[f"mcts, {game.name.partition(':')[0]}, {what}, rounds of {batch}"] = _moves(search, game, states)
    return rates(works, "simulations/s", rounds=5)


def _moves(search: Mcts, game: Game, states: States) -> Callable[[], int]:
    def choose() -> int:
        return SIMULATIONS * len(search.choose(game, states))

    return choose
