"""How players are made of searches: the options of a spec become a search over the moves that the player considers.

Every player takes `moves`: `drop` for straight drops alone, `reach` for every place that keys can steer to. What paths
add is to be seen, so greedy players and exact look-ahead drop unless told otherwise, and the others reach. In classic
play the two are the same.

`weights` is the name of a player that adds up features, a file of the user's own (own.py), or `usual`, the evaluation
that is usual in the game: the four features in Tetris, `builder` in Puyo. `nodes` and `ms` bound a
move by positions valued or by milliseconds; with `ms` a move depends on the clock. All other options are those of the
search of that name.
"""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from ..errors import InputError
from ..game import Game
from ..games import family
from ..search.beam import Beam
from ..search.descent import check_depth
from ..search.evaluate import Linear
from ..search.expectimax import Expectimax
from ..search.lookahead import Lookahead
from ..search.mcts import Mcts
from ..search.sampled import Sampled, Vote
from ..spec import parse
from .own import Own, from_file, is_file
from .player import Greedy, Player, Search, Searching, Way, seen
from .registry import USUAL, player, usual

Made: TypeAlias = Callable[[Game], Player]


def evaluator(text: str, game: Game) -> "Linear | Own":
    """What `weights=text` stands for: the weights of a player, or what a file defines.

    Raises InputError for a player that has no weights, an unknown one, or a file that cannot be used.
    """
    if is_file(parse(text).name):
        return from_file(text, game)
    found = player(usual(family(game)) if text == USUAL else text, game)
    if not isinstance(found, Greedy):
        one = usual(family(game))
        raise InputError(f"weights={text} names a player that adds up no features; choose one such as {one}")
    return found.evaluator


def of_weights(named: Mapping[str, float]) -> Callable[..., Made]:
    """What makes a greedy player of weights by feature name."""

    def make(moves: Way = "drop") -> Made:
        return lambda game: Greedy(Linear(game, named), seen(game, moves))

    return make


def of_file(name: str) -> Callable[..., Made]:
    """What makes a greedy player of the evaluator in a file."""

    def make(moves: Way = "drop") -> Made:
        return greedy(name, moves)

    return make


def greedy(weights: str, moves: Way) -> Made:
    """The best placement by any evaluator."""

    def made(game: Game) -> Player:
        judge, view = evaluator(weights, game), seen(game, moves)
        return Greedy(judge, view) if isinstance(judge, Linear) else Searching(game, view, Lookahead(judge, 0))

    return made


def full_path(weights: str = USUAL, moves: Way = "reach") -> Made:
    """The best placement among all that can be reached."""
    return greedy(weights, moves)


def one_ply(weights: str = USUAL, moves: Way = "drop") -> Made:
    """The best placement of the current piece and the next."""
    return lookahead(1, weights, moves)


def lookahead(depth: int = 1, weights: str = USUAL, moves: Way = "drop") -> Made:
    """The best placement of the current piece and `depth` more, all lines looked at."""
    return _searching(weights, moves, lambda judge: Lookahead(judge, depth), depth)


def beam(
    depth: int = 3,
    width: int = 6,
    weights: str = USUAL,
    moves: Way = "reach",
    speculate: bool = False,
    loss: float | None = None,
    nodes: int | None = None,
    ms: float | None = None,
) -> Made:
    """The best of the lines over the queue of which `width` positions are kept after each piece."""
    return _searching(
        weights, moves, lambda judge: Beam(judge, depth, width, speculate, nodes, ms, loss), depth, speculate
    )


def expectimax(
    pieces: int = 1,
    width: int = 0,
    weights: str = USUAL,
    moves: Way = "reach",
    loss: float | None = None,
    nodes: int | None = None,
    ms: float | None = None,
) -> Made:
    """The best move on average over what chance may bring."""
    return _searching(weights, moves, lambda judge: Expectimax(judge, pieces, width, loss, nodes, ms))


def sampled(
    depth: int = 8,
    width: int = 20,
    futures: int = 4,
    weights: str = USUAL,
    moves: Way = "reach",
    vote: Vote = "sum",
    enough: float | None = None,
    seed: int = 0,
) -> Made:
    """The first move that beams over several dreamt futures agree on."""

    def made(game: Game) -> Player:
        view = seen(game, moves)
        search = Sampled(evaluator(weights, game), depth, width, futures, vote, enough, seed)
        view.showing(depth)  # raises where the queue has no room for so many
        return Searching(game, view, search)

    return made


def mcts(
    simulations: int | None = None,
    weights: str = USUAL,
    moves: Way = "reach",
    batch: int = 16,
    c: float | None = None,
    prior: bool = False,
    temperature: float = 0.25,
    rollout: int = 0,
    random: float = 0.0,
    guide: str | None = None,
    common: bool = False,
    depth: int = 0,
    loss: float | None = None,
    seed: int = 0,
    nodes: int | None = None,
    ms: float | None = None,
) -> Made:
    """The move most visited by simulations."""

    def made(game: Game) -> Player:
        player_guide = evaluator(guide, game) if guide else None
        if isinstance(player_guide, Own):
            raise InputError(f"guide={guide} of player 'mcts' is no weights; rollouts are played by linear weights")
        search = Mcts(
            evaluator(weights, game), simulations, batch, c, prior, temperature, rollout, random, player_guide, common,
            depth, loss, seed, nodes, ms,
        )  # fmt: skip
        return Searching(game, seen(game, moves), search)

    return made


def _searching(
    weights: str, moves: Way, search: Callable[["Linear | Own"], Search], depth: int = 0, speculate: bool = False
) -> Made:
    """A player of a search that must see `depth` pieces after the current one; one fewer with `speculate`."""

    def made(game: Game) -> Player:
        found = Searching(game, seen(game, moves), search(evaluator(weights, game)))
        check_depth(game, depth, speculate=speculate)
        return found

    return made
