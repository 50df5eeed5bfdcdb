"""Every registered game keeps every promise of the protocol, and the check that says so catches one that does not."""

import os
from collections.abc import Callable
from itertools import count
from typing import Any, NamedTuple

import numpy as np
import pytest

from wellplayed.conformance import check_game, equal
from wellplayed.conformance.chance import check_chance
from wellplayed.conformance.scene import Scene
from wellplayed.game import Children, Moves, Outcomes, Placement
from wellplayed.games import GAMES, game
from wellplayed.puyo.rules import Puyo
from wellplayed.search.evaluate import weighted
from wellplayed.tetris.classic import Classic
from wellplayed.tetris.classic.record import DTYPE
from wellplayed.tetris.guideline.rules import Guideline

# Several specs of each game: the plain one, and those that take other ways through its rules.
SPECS = {
    "classic": (
        "classic",
        "classic:height=10",
        "classic:height=10,overflow=clear,pieces=bag",
        "classic:height=4,width=4,previews=15",
        "classic:height=24,width=7,pieces=bag,previews=1",
        "classic:height=6,width=10,overflow=clear",
        "classic:height=12,pieces=sz,previews=2",
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
    "puyo": (
        "puyo",
        "puyo:colours=3,pairs=uniform,previews=0,row14=vanish",
        "puyo:colours=5,pairs=arcade,previews=15,death=two",
        "puyo:colours=4,pairs=arcade,previews=1",
    ),
}


def effort(spec: str) -> tuple[int, int]:
    """How many games and pieces: few where moves are walked, a thousand times slower."""
    return (3, 15) if "width=6" in spec or "sonic" in spec else (6, 60)


@pytest.mark.pure
def test_every_registered_game_has_specs_here() -> None:
    assert set(SPECS) == {entry.name for entry in GAMES}


@pytest.mark.parametrize("spec", [spec for specs in SPECS.values() for spec in specs])
def test_game(spec: str) -> None:
    games, pieces = effort(spec)
    check_game(game(spec), games=games, pieces=pieces, seed=len(spec))


@pytest.mark.parametrize("spec", SPECS["guideline"][::2])
def test_game_of_straight_drops(spec: str) -> None:
    view = game(spec).straight()
    assert view is not game(spec)
    games, pieces = effort(spec)
    check_game(view, games=games, pieces=pieces, seed=len(spec) + 1)


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


def one_piece_more(good: Classic, states: Any, weights: Any, pieces: int, **options: Any) -> Any:
    return good.rollout(states, weights, pieces + (pieces > 3), **options)


def no_stops(good: Classic, states: Any, weights: Any, pieces: int, random: float = 0.0, **stops: int) -> Any:
    return good.rollout(states, weights, pieces, random=random)


def zombies(good: Classic, states: Any, weights: Any, pieces: int, **options: Any) -> Any:
    after = good.rollout(states, weights, pieces, **options)
    after["pieces"] += states["dead"]
    return after


def first_legal(good: Classic, states: Any, weights: Any, pieces: int, random: float = 0.0, **stops: int) -> Any:
    """Plays the first drop of all where it should play any."""
    if random != 1:
        return good.rollout(states, weights, pieces, random=random, **stops)
    for _ in range(pieces):
        states = states.copy()
        living = ~states["dead"]
        states[living] = good.deal(good.play(states[living], np.zeros(living.sum(), np.int64)))
    return states


def always_random(good: Classic, states: Any, weights: Any, pieces: int, random: float = 0.0, **stops: int) -> Any:
    return good.rollout(states, weights, pieces, random=random if not 0 < random <= 1 else 1.0, **stops)


def any_share(good: Classic, states: Any, weights: Any, pieces: int, random: float = 0.0, **stops: int) -> Any:
    return good.rollout(states, weights, pieces, random=np.clip(random, 0, 1), **stops)


def random_by_the_batch(
    good: Classic, states: Any, weights: Any, pieces: int, random: float = 0.0, **stops: int
) -> Any:
    return good.rollout(states, weights, pieces, random=random if len(states) > 1 else 0.0, **stops)


def random_by_weights(good: Classic, states: Any, weights: Any, pieces: int, random: float = 0.0, **stops: int) -> Any:
    return good.rollout(states, weights, pieces, random=random if np.sum(weights) > 0 or random != 1 else 0.0, **stops)


def two_at_once(good: Classic, states: Any, weights: Any, pieces: int, random: float = 0.0, **stops: int) -> Any:
    return good.rollout(states, weights, pieces + (random > 0), random=random, **stops)


def reseeded_queue(good: Classic, states: Any, seeds: Any) -> Any:
    other = good.reseeded(states, seeds)
    other["queue"][:, 0] = np.where(states["queue"][:, 0] < 0, -1, seeds % 7)
    return other


def half_reseeded(good: Classic, states: Any, seeds: Any) -> Any:
    other = good.reseeded(states, seeds)
    other["stream"] ^= states["stream"] >> np.uint64(40)
    return other


def reseeded_by_the_batch(good: Classic, states: Any, seeds: Any) -> Any:
    return good.reseeded(states, seeds + np.uint64(len(states)))


def another_bag(good: Classic, states: Any, seeds: Any) -> Any:
    other = good.reseeded(states, seeds)
    other["bag"][states["queue"][:, 0] < 0] = 5
    return other


def drawn(seeds: Any) -> Any:
    """Other words at every call."""
    return np.frombuffer(os.urandom(8 * len(seeds)), np.uint64)


class NoMoves(Classic):
    """A view that knows no move of the last state."""

    def moves(self, states: Any, weights: Any) -> Moves:
        found = super().moves(states, weights)
        return Moves(*(part[found.parent < len(states) - 1] for part in found))


class Generous(Classic):
    """A view that values its moves its own way."""

    def moves(self, states: Any, weights: Any) -> Moves:
        return later(super().moves(states, weights), "value", lambda value: value + 1)


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
    Fault("rollout", "plays few of the legal moves", first_legal),
    Fault("rollout", "random=0.3 is random play", always_random),
    Fault("rollout", "takes random=-0.1", any_share),
    Fault("rollout", "random moves depends on the batch", random_by_the_batch),
    Fault("rollout", "has a taste", random_by_weights),
    Fault("rollout", "random=0.5 plays what is not legal", two_at_once),
    Fault("reseeded", "gave back the memory", lambda good, states, seeds: states),
    Fault("reseeded", "keeps a stream", lambda good, states, seeds: states.copy()),
    Fault("reseeded", "changes 'match'", lambda good, *args: marked(good.reseeded(*args), "match", 5)),
    Fault(
        "reseeded", "another future the second time", lambda good, states, seeds: good.reseeded(states, drawn(seeds))
    ),
    Fault("reseeded", "depends on the batch", reseeded_by_the_batch),
    Fault("reseeded", "some of the old future", half_reseeded),
    Fault("reseeded", "changes the moves", reseeded_queue),
    Fault("reseeded", "changes the features", lambda good, *args: marked(good.reseeded(*args), "cleared", 3)),
    Fault("reseeded", "changes what may come", another_bag),
    Fault("reseeded", "fewer words", lambda good, states, seeds: good.reseeded(states, np.resize(seeds, len(states)))),
    Fault("straight", "name is another", lambda good: Classic(9)),
    Fault("straight", "not the view itself", lambda good: type("Other", (Classic,), {"straight": lambda _: good})(8)),
    Fault("straight", "leaves a state no move", lambda good: NoMoves(8)),
    Fault("straight", "values them otherwise", lambda good: Generous(8)),
)


def test_finds_no_fault_in_the_game_without_one() -> None:
    check_game(Classic(8), games=5, pieces=40)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault.method}: {fault.says}")
def test_catches(fault: Fault) -> None:
    good = Classic(8)

    def method(self: Classic, *args: Any, **kwargs: Any) -> Any:
        return fault.broken(good, *args, **kwargs)

    broken = type("Broken", (Classic,), {fault.method: method})
    with pytest.raises(AssertionError, match=f"^classic:height=8.*({fault.says})"):
        check_game(broken(8), games=5, pieces=40)


# Contents that play alike may be one outcome. What else may differ between what is dealt and what may come?


def other_numbers(good: Any, states: Any) -> Any:
    """Deals a pair with another colour than came out of the pool."""
    dealt = good.deal(states)
    unseen, axis = states["queue"][:, 1, 0] == 255, dealt["queue"][:, 1, 0]
    dealt["queue"][:, 1, 0] = np.where(unseen & ~states["dead"], 3 - axis, axis)
    return dealt


def same_numbers(good: Any, states: Any, change: Callable[[Any], None]) -> Any:
    """Deals, and puts what is dealt into another order, where anything was."""
    dealt = good.deal(states)
    unseen = ~states["dead"] & (states["queue"][:, 1, 0] == 255)
    changed = dealt.copy()
    change(changed)
    dealt[unseen] = changed[unseen]
    return dealt


def pairs_out_of_order(states: Any) -> None:
    states["queue"][:, :2] = states["queue"][:, 1::-1]


def field_in_a_mirror(states: Any) -> None:
    states["cells"][..., :6] = states["cells"][..., 5::-1]


def another_hole(good: Any, states: Any) -> Any:
    """Moves the hidden holes of garbage on, which no outcome of pieces replaces."""
    dealt = good.deal(states)
    dealt["noise"] += states["queue"][:, good.previews] < 0
    return dealt


ALIKE = (
    (Puyo(previews=1), other_numbers),
    (Puyo(previews=1), lambda good, states: same_numbers(good, states, pairs_out_of_order)),
    (Puyo(previews=1), lambda good, states: same_numbers(good, states, field_in_a_mirror)),
    (Guideline(previews=2), another_hole),
)


@pytest.mark.parametrize(("good", "deal"), ALIKE)
def test_catches_what_does_not_play_alike(good: Any, deal: Callable[[Any, Any], Any]) -> None:
    broken = type("Broken", (type(good),), {"deal": lambda self, states: deal(good, states)})
    game = broken(previews=good.previews)
    game.new = good.new
    with pytest.raises(AssertionError, match="deal gives what is not among the outcomes"):
        check_game(game, games=4, pieces=12)


def test_lets_a_pair_come_the_other_way_round() -> None:
    def deal(self: Puyo, states: Any) -> Any:
        return same_numbers(Puyo(previews=1), states, turned)

    def turned(states: Any) -> None:
        states["queue"][:, 1] = states["queue"][:, 1, ::-1]

    game = Puyo(previews=1)
    states = game.play(game.new(range(4)), np.zeros(4, np.int64))
    both = type("Turned", (Puyo,), {"deal": deal})(previews=1)
    scene = Scene(both, game.new(range(4)), np.ones(len(game.glossary)), "fresh games")
    assert not equal(check_chance(scene, states), game.deal(states)).all()


@pytest.mark.parametrize("previews", [-1, 16, "5", None])
def test_catches_wrong_previews(previews: Any) -> None:
    wrong = property(lambda _: previews, lambda *_: None)
    broken = type("Broken", (Classic,), {"previews": wrong, "new": lambda _, seeds: Classic(8).new(seeds)})
    with pytest.raises(AssertionError, match="previews is not 0 to 15"):
        check_game(broken(8), games=2, pieces=2)


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
