"""Every registered game keeps every promise of the protocol, and the check that says so catches one that does not."""

from collections.abc import Callable
from itertools import count
from typing import Any, NamedTuple

import numpy as np
import pytest

from wellplayed.conformance import check_game
from wellplayed.game import Children, Moves, Outcomes, Placement
from wellplayed.games import GAMES, game
from wellplayed.search.evaluate import weighted
from wellplayed.tetris.classic import Classic
from wellplayed.tetris.classic.record import DTYPE

# Several specs of each game: the plain one, and those that take other ways through its rules.
SPECS = {
    "classic": (
        "classic",
        "classic:height=10",
        "classic:height=10,overflow=clear,pieces=bag",
        "classic:height=4,width=4,previews=15",
        "classic:height=24,width=7,pieces=bag,previews=1",
        "classic:height=6,width=10,overflow=clear",
    ),
    "guideline": (
        "guideline",
        "guideline:rules=tetrio-s1,bag=uniform",
        "guideline:rules=tetrio-s2",
        "guideline:rules=botris,previews=0,hold=off",
        "guideline:bag=14-bag,previews=2",
        "guideline:width=6,height=12,rows=20",
        "guideline:drop=sonic,previews=1",
    ),
}


@pytest.mark.pure
def test_every_registered_game_has_specs_here() -> None:
    assert set(SPECS) == {entry.name for entry in GAMES}


@pytest.mark.parametrize("spec", [spec for specs in SPECS.values() for spec in specs])
def test_game(spec: str) -> None:
    check_game(game(spec), games=6, pieces=80, seed=len(spec))


@pytest.mark.slow
@pytest.mark.parametrize("spec", [spec for specs in SPECS.values() for spec in specs])
def test_game_for_long(spec: str) -> None:
    check_game(game(spec), games=16, pieces=1500, seed=1)


class Fault(NamedTuple):
    """A promise that `Broken` breaks in one method, and what the message must say."""

    method: str
    says: str
    broken: Callable[..., Any]  # takes the game without the fault, then the method's arguments


def later(moves: Any, column: str, change: Callable[[Any], Any]) -> Any:
    """The same rows with one column changed."""
    return moves._replace(**{column: change(getattr(moves, column))})


def marked(states: Any, field: str, value: Any) -> Any:
    """A copy with one field changed in the last record."""
    states = states.copy()
    if len(states):
        states[field][-1] = value
    return states


def blind_to_dead(states: Any) -> Any:
    """The states with every game brought back to life on an empty board."""
    states = states.copy()
    states["columns"][states["dead"]] = 0
    states["dead"] = False
    return states


def credit_by(good: Classic, states: Any, field: str) -> Children:
    """A reward that only someone who can see a hidden field could give."""
    children = good.expand(states)
    return children._replace(credit=children.credit + (states[field] % 2)[children.parent])


def peeks(good: Classic, states: Any) -> Children:
    """A reward for the piece to come."""
    return credit_by(good, states, "stream")


def descending(good: Classic, states: Any) -> Children:
    return Children(*(part[::-1] for part in good.expand(states)))


def without_last(good: Classic, states: Any) -> Children:
    return Children(*(part[:-1] for part in good.expand(states)))


def expand_in_place(good: Classic, states: Any) -> Children:
    children = good.expand(states)
    states["score"] += 1
    return children


def born_with_lines(good: Classic, seeds: Any) -> Any:
    states = good.new(seeds)
    states["lines"] = 1
    return states


def receive_itself(good: Classic, states: Any, garbage: Any) -> Any:
    return states


def live_children(good: Classic, states: Any) -> Children:
    return good.expand(blind_to_dead(states))


def live_mask(good: Classic, states: Any) -> Any:
    return good.mask(blind_to_dead(states))


def play_forgets_pieces(good: Classic, states: Any, actions: Any) -> Any:
    after = good.play(states, actions)
    after["pieces"] = states["pieces"]
    return after


def play_anything(good: Classic, states: Any, actions: Any) -> Any:
    return good.play(states, np.where(good.mask(states)[range(len(states)), np.clip(actions, 0, 39)], actions, 0))


def dealt_piece(good: Classic, states: Any, change: Any) -> Any:
    """Deals pieces that are off by `change` where one was unseen."""
    dealt = good.deal(states)
    dealt["queue"][:, 0] = (dealt["queue"][:, 0] + np.where(states["queue"][:, 0] < 0, change, 0)) % 7
    return dealt


def deal_by_the_batch(good: Classic, states: Any) -> Any:
    return dealt_piece(good, states, len(states))


def deal_by_the_call() -> Callable[[Classic, Any], Any]:
    calls = count()
    return lambda good, states: dealt_piece(good, states, next(calls))


def deal_another_bag(good: Classic, states: Any) -> Any:
    dealt = good.deal(states)
    dealt["bag"][states["queue"][:, 0] < 0] = 5  # uniform pieces leave it as it is
    return dealt


def outcomes_too_likely(good: Classic, states: Any) -> Outcomes:
    return later(good.outcomes(states), "chance", lambda chance: chance * 1.01)


def outcomes_without_the_last(good: Classic, states: Any) -> Outcomes:
    found = good.outcomes(states)
    keep = np.ones(len(found.parent), np.bool_)
    counts = np.bincount(found.parent)
    keep[np.cumsum(counts)[counts == 7] - 1] = False
    left = Outcomes(*(part[keep] for part in found))
    return left._replace(chance=1.0 / np.bincount(left.parent)[left.parent])


def keys_of_boards_alone(good: Classic, states: Any, weights: Any) -> Moves:
    return later(good.moves(states, weights), "key", lambda key: key & np.uint64(0xF))


def keys_of_the_stream(good: Classic, states: Any, weights: Any) -> Moves:
    moves = good.moves(states, weights)
    return moves._replace(key=moves.key ^ states["stream"][moves.parent])


def keys_of_the_past(good: Classic, states: Any, weights: Any) -> Moves:
    moves = good.moves(states, weights)
    return moves._replace(key=moves.key ^ states["lines"].astype(np.uint64)[moves.parent])


def values_by_dot_product(good: Classic, states: Any, weights: Any) -> Moves:
    children = good.expand(states)
    value = weighted(good.features(children.states)[:, ::-1], weights[::-1].copy())  # backwards
    return good.moves(states, weights)._replace(value=np.where(children.states["dead"], -np.inf, value))


def one_cell_twice(good: Classic, state: Any, action: int) -> Placement:
    placement = good.describe(state, action)
    return placement._replace(cells=(placement.cells[0], *placement.cells[:-1]))


def below_the_floor(good: Classic, state: Any, action: int) -> Placement:
    placement = good.describe(state, action)
    return placement._replace(cells=tuple((x, y - 1) for x, y in placement.cells))


def one_piece_more(good: Classic, states: Any, weights: Any, pieces: int, **stops: int) -> Any:
    return good.rollout(states, weights, pieces + (pieces > 3), **stops)


def no_stops(good: Classic, states: Any, weights: Any, pieces: int, **stops: int) -> Any:
    return good.rollout(states, weights, pieces)


def zombies(good: Classic, states: Any, weights: Any, pieces: int, **stops: int) -> Any:
    after = good.rollout(states, weights, pieces, **stops)
    after["pieces"] += states["dead"]
    return after


FAULTS = (
    Fault("new", "depend on the seeds beside it", lambda good, seeds: marked(good.new(seeds), "gap", len(seeds) & 127)),
    Fault("new", "one stream", lambda good, seeds: good.new([0 if 0 <= s < 1 << 64 else s for s in seeds])),
    Fault("new", "'lines' is not 0", born_with_lines),
    Fault("new", "takes the seed -1", lambda good, seeds: good.new([int(seed) % 2**64 for seed in seeds])),
    Fault("expand", "parents do not ascend", descending),
    Fault("expand", "mask and expand name different actions", without_last),
    Fault("expand", "expand changed the states", expand_in_place),
    Fault("expand", "gives a dead state children", live_children),
    Fault("expand", "expand depends on the hidden stream", peeks),
    Fault(
        "expand",
        "expand depends on the hidden stream or the match",
        lambda good, states: credit_by(good, states, "match"),
    ),
    Fault("mask", "mask and expand name different actions", lambda good, states: good.mask(states) ^ True),
    Fault("mask", "allows a dead state a move", live_mask),
    Fault("moves", "not weights times features in feature order", values_by_dot_product),
    Fault("moves", "differ in what is dead", lambda good, *args: later(good.moves(*args), "dead", np.zeros_like)),
    Fault("moves", "credit is not weights", lambda good, *args: later(good.moves(*args), "credit", np.zeros_like)),
    Fault("moves", "one key for two different boards", keys_of_boards_alone),
    Fault("moves", "a key depends on the past", keys_of_the_past),
    Fault("moves", "moves depend on the hidden stream", keys_of_the_stream),
    Fault("play", "play and expand make different states", lambda good, *args: marked(good.play(*args), "score", 77)),
    Fault("play", "play and expand make different states", play_forgets_pieces),
    Fault("play", "takes the illegal action", play_anything),
    Fault("outcomes", "do not sum to 1", outcomes_too_likely),
    Fault("outcomes", "not among the outcomes", outcomes_without_the_last),
    Fault("deal", "leaves something to deal", lambda good, states: marked(good.deal(states), "gap", 5)),
    Fault("deal", "depends on its batch", deal_by_the_batch),
    Fault("deal", "another piece the second time", deal_by_the_call()),
    Fault("deal", "not among the outcomes", deal_another_bag),
    Fault("features", "a feature of afterstates is not finite", lambda good, states: good.features(states) * np.nan),
    Fault("features", r"features of afterstates are not \[B, F\]", lambda good, states: good.features(states)[:1]),
    Fault("features", "are not float64", lambda good, states: good.features(states).astype(np.float32)),
    Fault("planes", "not float32", lambda good, states: good.planes(states).astype(np.float64)),
    Fault("planes", r"not \[B, C, H, W\]", lambda good, states: good.planes(states).reshape(len(states), 1, -1)),
    Fault("receive", "gave back the memory", receive_itself),
    Fault("receive", "gets no garbage", lambda good, states, garbage: marked(states, "pieces", 0)),
    Fault("describe", "not distinct", one_cell_twice),
    Fault("describe", "outside the well", below_the_floor),
    Fault("show", "no text", lambda good, state: ""),
    Fault("rollout", "is not moves, first best, play and deal", one_piece_more),
    Fault("rollout", "goes on past the stop", no_stops),
    Fault("rollout", "goes on in a dead state", zombies),
)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault.method}: {fault.says}")
def test_catches(fault: Fault) -> None:
    good = Classic(8)
    check_game(good, games=5, pieces=40)

    def method(self: Classic, *args: Any, **kwargs: Any) -> Any:
        return fault.broken(good, *args, **kwargs)

    broken = type("Broken", (Classic,), {fault.method: method})
    with pytest.raises(AssertionError, match=f"^classic:height=8.*({fault.says})"):
        check_game(broken(8), games=5, pieces=40)


@pytest.mark.parametrize("field", ["dead", "pieces", "lines", "score", "match", "stream"])
def test_catches_a_record_that_lacks_a_field(field: str) -> None:
    named = [(name, DTYPE.fields[name][0]) for name in DTYPE.names if name != field]
    broken = type("Broken", (Classic,), {"dtype": np.dtype(named)})
    with pytest.raises(AssertionError, match=f"dtype has no field '{field}'"):
        check_game(broken(8), games=2, pieces=2)


def test_says_where() -> None:
    def moves(self: Classic, states: Any, weights: Any) -> Moves:
        found = Classic.moves(self, states, weights)
        return later(found, "credit", np.zeros_like) if (states["pieces"] > 6).any() else found

    broken = type("Broken", (Classic,), {"moves": moves})
    with pytest.raises(AssertionError, match=r"\(games from seed 3, ply \d+\)"):
        check_game(broken(6), games=6, pieces=60, seed=3)
