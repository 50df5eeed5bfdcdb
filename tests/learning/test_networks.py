"""Networks against plain NumPy, the same in any batch, with all weights in one vector."""

import numpy as np
import pytest

from wellplayed.errors import InputError
from wellplayed.learning.networks import Network, Plan, untrained

DENSE = Plan((5,), (), 0, (6, 4), 2)
BOARD = Plan((3, 7, 4), (0, 2), 2, (5,), 3)


def network(plan: Plan, seed: int = 0) -> Network:
    net = Network(plan, untrained(plan, np.random.default_rng(seed)))
    net.vector += np.random.default_rng(seed + 1).normal(size=len(net.vector)).astype(np.float32) / 10  # biases as well
    return net


def drawn(count: int, size: tuple[int, ...]) -> np.ndarray:
    x = np.random.default_rng(1).random((count, *size), np.float32)
    return x * (x > 0.4)


def near(x: np.ndarray, weights: np.ndarray, bias: np.ndarray) -> np.ndarray:
    """[H, W, K] of one board [H, W, C]: each cell gives to the nine around it."""
    height, width, _ = x.shape
    out = np.zeros((height, width, len(bias))) + bias
    for y in range(height):
        for i in range(width):
            for dy in range(3):
                for dx in range(3):
                    to = y + dy - 1, i + dx - 1
                    if 0 <= to[0] < height and 0 <= to[1] < width:
                        out[to] += x[y, i] @ weights[dy, :, dx]
    return np.maximum(out, 0)


def layers(y: np.ndarray, w: dict[str, np.ndarray], count: int) -> np.ndarray:
    for i in range(count):
        y = y @ w[f"dense{i}"] + w[f"dense{i}_bias"]
        y = y if i == count - 1 else np.maximum(y, 0)
    return y


def test_dense_layers_are_those_of_numpy() -> None:
    net, x = network(DENSE), drawn(9, (5,))
    assert net(x) == pytest.approx(layers(x.astype(float), net.arrays(), 3), abs=1e-5)


def test_a_board_is_what_plain_loops_make_of_it() -> None:
    net, x = network(BOARD), drawn(4, (3, 7, 4))
    w = net.arrays()
    for planes, found in zip(x, net(x)):
        y = planes[[0, 2]].transpose(1, 2, 0).astype(float)
        y = near(near(y, w["near"], w["near_bias"]), w["far"], w["far_bias"])
        columns = np.maximum(np.einsum("ywc,yck->wk", y, w["column"]) + w["column_bias"], 0)
        assert columns.shape == (4, 4)  # two numbers a channel for each column
        y = layers(np.concatenate([columns.ravel(), [planes[1].mean()]]), w, 2)
        assert found == pytest.approx(y, abs=1e-5)


@pytest.mark.parametrize("plan", [DENSE, BOARD])
def test_a_row_is_worth_the_same_in_any_batch(plan: Plan) -> None:
    net, x = network(plan), drawn(60, plan.size)
    whole, order = net(x), np.random.default_rng(2).permutation(60)
    assert np.array_equal(net(x[order]), whole[order])
    assert np.array_equal(np.concatenate([net(x[i : i + 7]) for i in range(0, 60, 7)]), whole)
    assert net(x[:0]).shape == (0, plan.outputs)
    assert len(np.unique(whole)) > 60


def test_all_weights_are_in_one_vector() -> None:
    net = network(DENSE)
    assert len(net.vector) == 5 * 6 + 6 + 6 * 4 + 4 + 4 * 2 + 2
    assert np.array_equal(np.concatenate([part.ravel() for part in net.arrays().values()]), net.vector)
    net.arrays()["dense0"][:] = 0
    assert net.vector[:30].all()
    net.plan.views(net.vector)["dense0"][:] = 0
    assert not net.vector[:30].any()


def test_first_weights_come_from_the_generator() -> None:
    one, same, other = (untrained(BOARD, np.random.default_rng(seed)) for seed in (1, 1, 2))
    assert np.array_equal(one, same)
    assert not np.array_equal(one, other)
    large = Plan((400,), (), 0, (300,), 200)
    parts = large.views(untrained(large, np.random.default_rng(0)))
    assert parts["dense0"].std() == pytest.approx(np.sqrt(2 / 400), rel=0.02)
    assert parts["dense1"].std() == pytest.approx(0.1 * np.sqrt(2 / 300), rel=0.02)
    assert not parts["dense0_bias"].any()


def test_weights_come_and_go_by_name() -> None:
    one, other = network(BOARD, 1), network(BOARD, 3)
    kept = one.arrays()
    other.load(kept)
    assert np.array_equal(one.vector, other.vector)
    one.vector[:] = 0
    assert np.array_equal(kept["near"], other.arrays()["near"])
    with pytest.raises(InputError, match="the weights of the network"):
        other.load(network(DENSE).arrays())
    with pytest.raises(InputError, match="not finite"):
        other.load({**kept, "near_bias": np.full(2, np.nan, np.float32)})
