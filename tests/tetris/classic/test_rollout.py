"""The fused kernel against the batch path, move by move: score, first best, play, deal."""

from typing import Any

import numpy as np
import pytest
from tests.naive import classic as naive
from tests.naive.random_moves import stray
from tests.naive.records import expected, fields
from tests.naive.search import greedy
from tests.tetris.positions import STEADY, games, played, rules, scattered

from wellplayed.errors import InputError
from wellplayed.players.registry import player
from wellplayed.search.reduce import first_best
from wellplayed.tetris.bag import KINDS
from wellplayed.tetris.classic import Classic
from wellplayed.tetris.features import NAMES

F = len(NAMES)
# Every published set of features, and one that takes the plain way through the whole board.
CONTROLLERS = ("dellacherie", "bcts", "dt-20", "rv-ce", "four-feature", "eight-feature", "simplified", "clear-first")


def weights_of(name: str) -> Any:
    return player(name, Classic(10)).weights


def step(game: Classic, states: Any, weights: Any) -> Any:
    """One greedy move of each living state, the long way."""
    living = np.flatnonzero(~states["dead"])
    states = states.copy()
    if len(living):
        moves = game.moves(states[living], weights)
        rows = first_best(moves.parent, moves.value, len(living))
        states[living] = game.deal(game.play(states[living], moves.action[rows]))
    return states


def assert_same(one: Any, two: Any) -> None:
    for name in one.dtype.names:
        np.testing.assert_array_equal(one[name], two[name], err_msg=name)


def compare(game: Classic, weights: Any, batch: int, pieces: int, seed: int) -> int:
    """Play a batch both ways, compare at a few points and at the end; return how many moves were made."""
    start = stepped = game.new(range(seed, seed + batch))
    for made in range(1, pieces + 1):
        before = stepped
        stepped = step(game, stepped, weights)
        if made in (1, 2, 7) or made == pieces:
            assert_same(game.rollout(start, weights, made), stepped)
            assert_same(game.rollout(before, weights, 1), stepped)
    return int((stepped["pieces"] - start["pieces"]).sum())


@pytest.mark.parametrize("name", CONTROLLERS)
def test_agrees_with_the_batch_path(name: str) -> None:
    made = sum(compare(game, weights_of(name), 300, 40, 1000) for game in games())
    assert made > 50_000  # small boards end early


def test_agrees_with_the_batch_path_on_the_standard_board() -> None:
    made = sum(compare(Classic(20), weights_of(name), 1000, 150, 3000) for name in CONTROLLERS[:7])
    assert made > 1_000_000


@pytest.mark.slow
@pytest.mark.parametrize("overflow", ["end", "clear"])
@pytest.mark.parametrize("height", [6, 10, 20])
def test_agrees_with_the_batch_path_for_long(height: int, overflow: Any) -> None:
    for pieces in KINDS:
        made = [
            compare(Classic(height, 10, pieces, 2, overflow), weights_of(name), 2000, 400, 9000)
            for name in CONTROLLERS[:5]
        ]
        assert sum(made) > 100_000


def test_agrees_for_weights_of_every_shape() -> None:
    rng = np.random.default_rng(1)
    for game in games():
        for _ in range(6):
            weights = np.where(rng.random(F) < rng.random(), rng.normal(size=F), 0.0)
            compare(game, weights + STEADY * rng.integers(0, 2), 40, 25, int(rng.integers(1000)))


def test_agrees_from_any_position() -> None:
    for game in games():
        states = np.concatenate([played(game, 60, 11), scattered(game, 60, 12)])
        for name in ("dt-20", "simplified"):
            assert_same(game.rollout(states, weights_of(name), 1), step(game, states, weights_of(name)))


@pytest.mark.parametrize("name", ["bcts", "eight-feature"])
def test_agrees_with_the_twin(name: str) -> None:
    named = {n: w for n, w in zip(NAMES, weights_of(name)) if w}
    for game in games()[::5]:
        states, twin = game.new([5]), naive.new(5, rules(game))
        for _ in range(8):
            if twin.dead:
                break
            action = greedy(twin, rules(game), named)
            twin = naive.deal(naive.play(twin, rules(game), *divmod(action, game.width)), rules(game))
            states = game.rollout(states, weights_of(name), 1)
            assert fields(states[0]) == expected(twin)


def test_k_pieces_are_k_times_one_piece() -> None:
    game = Classic(8, 8, "bag", 3)
    states = start = game.new(range(200))
    for _ in range(30):
        states = game.rollout(states, STEADY, 1)
    assert_same(game.rollout(start, STEADY, 30), states)
    assert_same(game.rollout(game.rollout(start, STEADY, 11), STEADY, 19), states)


def test_no_pieces_is_a_copy() -> None:
    game = Classic()
    states = game.new([1, 2])
    after = game.rollout(states, STEADY, 0)
    assert after.tobytes() == states.tobytes()
    assert not np.shares_memory(after, states)


def test_a_batch_is_many_batches_of_one() -> None:
    game = Classic(10, 7, previews=2)
    states = np.concatenate([played(game, 50, 13), scattered(game, 50, 14)])
    together = game.rollout(states, STEADY, 40)
    assert together.tobytes() == b"".join(game.rollout(states[i : i + 1], STEADY, 40).tobytes() for i in range(100))


def test_if_every_move_loses_the_first_is_played() -> None:
    for overflow in ("end", "clear"):
        game = Classic(4, 4, overflow=overflow)
        states = game.new([0])
        states["columns"][0, :4] = [0b1001, 0b0110, 0b1001, 0b0110]
        states["queue"][0, 0] = naive.PIECES.index("O")
        after = game.rollout(states, STEADY, 3)
        assert after["dead"].all()
        assert after["pieces"][0] == 1
        assert after["columns"][0, :4].tolist() == [0b111001, 0b110110, 0b1001, 0b0110]
        assert_same(after, step(game, states, STEADY))


@pytest.mark.parametrize("overflow", ["end", "clear"])
@pytest.mark.parametrize(("low", "high"), [(-1, 9), (2, 127), (1, 8), (0, 127), (4, 10)])
def test_stops_at_a_pile_as_low_or_as_high_as_told(low: int, high: int, overflow: Any) -> None:
    game = Classic(12, 8, "uniform", 1, overflow)
    weights = weights_of("four-feature")
    start = game.rollout(game.new(range(300)), weights, 6)  # the pile is above `low` in some and not in others
    start = start[~start["dead"]]
    states, stopped = start.copy(), np.zeros(len(start), np.bool_)
    for _ in range(60):
        going = np.flatnonzero(~stopped)
        if not len(going):
            break
        states[going] = step(game, states[going], weights)
        pile = np.array([max(int(c).bit_length() for c in columns) for columns in states["columns"][going]])
        stopped[going] = states["dead"][going] | (pile <= low) | (pile >= high)
    assert_same(game.rollout(start, weights, 60, low=low, high=high), states)
    assert stopped.any()


def test_a_stop_is_looked_for_after_a_move_and_never_before() -> None:
    game = Classic()
    states = game.new([0])
    assert game.rollout(states, STEADY, 50, low=127)["pieces"].tolist() == [1]
    assert game.rollout(states, STEADY, 50, high=0)["pieces"].tolist() == [1]
    assert game.rollout(states, STEADY, 50, low=-1, high=127)["pieces"].tolist() == [50]


def test_the_result_is_dealt_and_ready_to_go_on() -> None:
    for game in games():
        after = game.rollout(game.new(range(50)), STEADY, 10)
        assert (after["queue"][:, : game.previews + 1] >= 0).all()
        assert (after["queue"][:, game.previews + 1 :] == -1).all()
        assert_same(game.deal(after), after)


# Random moves ---------------------------------------------------------------------------------------------------------


def strayed(game: Classic, states: Any, weights: Any, share: float) -> tuple[Any, int]:
    """One move of each living state, a share of them at random as the twin says; and how many were random."""
    states, made = states.copy(), 0
    moves = game.moves(states, weights)
    ends = np.searchsorted(moves.parent, np.arange(len(states) + 1))
    rows = first_best(moves.parent, moves.value, len(states))
    for i in np.flatnonzero(~states["dead"]):
        row = stray(int(states["stream"][i]), int(states["pieces"][i]), share, int(ends[i + 1] - ends[i]))
        if row is not None:
            rows[i], made = ends[i] + row, made + 1
    living = ~states["dead"]
    states[living] = game.deal(game.play(states[living], moves.action[rows[living]]))
    return states, made


@pytest.mark.parametrize("share", [0.0, 0.05, 0.5, 1.0])
def test_random_moves_are_those_of_the_twin(share: float) -> None:
    made = total = 0
    for game in games():
        start = states = np.concatenate([game.new(range(30)), played(game, 20, 7)])
        for ply in range(1, 7):
            total += int((~states["dead"]).sum())
            states, strays = strayed(game, states, weights_of("bcts"), share)
            made += strays
            assert_same(game.rollout(start, weights_of("bcts"), ply, random=share), states)
    assert abs(made / total - share) < 0.01


def test_random_moves_take_nothing_from_the_stream() -> None:
    game = Classic()
    start = game.new(range(100))
    greedy, random = (game.rollout(start, STEADY, 5, random=share) for share in (0.0, 1.0))
    for field in ("queue", "stream", "bag", "pieces"):
        np.testing.assert_array_equal(greedy[field], random[field])


def test_every_drop_is_equally_likely() -> None:
    game = Classic(10, 7)
    one = played(game, 1, 5)
    futures = game.reseeded(np.repeat(one, 8000), np.arange(8000, dtype=np.uint64))
    after = game.rollout(futures, STEADY, 1, random=1.0)
    children = game.expand(one).states
    found = np.array([(after["columns"] == child["columns"]).all(axis=1).sum() for child in children])
    fair = 8000 / len(children)
    assert found.sum() == 8000  # no two drops of this piece make one board
    assert ((found - fair) ** 2 / fair).sum() < len(children) + 4 * (2 * len(children)) ** 0.5


def test_a_batch_with_random_moves_is_many_batches_of_one() -> None:
    game = Classic(10, 7, previews=2)
    states = np.concatenate([played(game, 50, 13), scattered(game, 50, 14)])
    together = game.rollout(states, STEADY, 40, random=0.3)
    alone = (game.rollout(states[i : i + 1], STEADY, 40, random=0.3).tobytes() for i in range(100))
    assert together.tobytes() == b"".join(alone)


@pytest.mark.parametrize("share", [-0.1, 1.5, float("nan")])
def test_refuses_what_is_no_share(share: float) -> None:
    with pytest.raises(InputError, match="is no share of moves; choose 0"):
        Classic().rollout(Classic().new([1]), STEADY, 1, random=share)
