"""Training by torch: the network it sees is the one that is asked, and a step goes down the gradient of NumPy."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="needs torch; run make setup")

from tests.learning.test_networks import BOARD, DENSE, drawn, network  # noqa: E402

from wellplayed.errors import InputError  # noqa: E402
from wellplayed.learning.gradients import Fit, chosen_device, forward  # noqa: E402
from wellplayed.learning.networks import Network, Plan, untrained  # noqa: E402


@pytest.mark.parametrize("plan", [DENSE, BOARD])
def test_torch_sees_the_same_network(plan: Plan) -> None:
    net, x = network(plan), drawn(20, plan.size)
    seen = forward(plan, torch.from_numpy(net.vector), torch.from_numpy(x)).numpy()
    assert seen == pytest.approx(net(x), abs=1e-5)


def linear(seed: int) -> Network:
    return network(Plan((3,), (), 0, (), 4), seed)


def moves(seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    random = np.random.default_rng(seed)
    return drawn(40, (3,)), random.integers(4, size=40), random.normal(size=40).astype(np.float32)


def test_a_step_goes_down_the_gradient_of_numpy() -> None:
    net, (x, action, wanted) = linear(1), moves(0)
    w = net.arrays()
    error = (x @ w["dense0"] + w["dense0_bias"])[np.arange(40), action] - wanted
    gradient, of_bias = np.zeros_like(w["dense0"]), np.zeros_like(w["dense0_bias"])
    for i in range(40):
        gradient[:, action[i]] += 2 * error[i] * x[i] / 40
        of_bias[action[i]] += 2 * error[i] / 40
    before, fit = net.vector.copy(), Fit(net, 0.01, "cpu")
    assert fit.step(x, action, wanted) == pytest.approx((error**2).mean(), rel=1e-5)
    by_hand = np.concatenate([gradient.ravel(), of_bias])
    assert np.abs(by_hand).min() > 1e-5
    assert net.vector - before == pytest.approx(-0.01 * np.sign(by_hand), abs=1e-4)  # Adam's first step
    assert fit.state()["first"] == pytest.approx(0.1 * by_hand, rel=1e-4, abs=1e-7)  # the first of its averages


def test_steps_come_to_the_least_squares() -> None:
    net, (x, action, wanted) = linear(1), moves(5)
    fit = Fit(net, 0.05, "cpu")
    for _ in range(600):
        loss = fit.step(x, action, wanted)
    errors = []
    for one in range(4):
        rows = action == one
        own = np.concatenate([x[rows], np.ones((rows.sum(), 1))], axis=1)
        errors += ((own @ np.linalg.lstsq(own, wanted[rows], rcond=None)[0] - wanted[rows]) ** 2).tolist()
    assert loss == pytest.approx(np.mean(errors), rel=0.02)


def test_restored_it_goes_on_to_the_same_bits() -> None:
    one, (x, action, wanted) = linear(1), moves(2)
    fit = Fit(one, 0.01, "cpu")
    for _ in range(3):
        fit.step(x, action, wanted)
    other = Network(one.plan, untrained(one.plan, np.random.default_rng(9)))
    again = Fit(other, 0.01, "cpu")
    other.vector[:] = one.vector
    again.restore({name: array.copy() for name, array in fit.state().items()})
    for each in (fit, again):
        each.step(x, action, wanted)
    assert np.array_equal(one.vector, other.vector)


def test_devices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    assert [chosen_device(wanted, large=True) for wanted in ("auto", "cpu")] == ["cpu", "cpu"]
    with pytest.raises(InputError, match="device=cuda needs a graphics card"):
        chosen_device("cuda", large=True)
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    assert [chosen_device("auto", large=large) for large in (True, False)] == ["cuda", "cpu"]
    assert chosen_device("cuda", large=False) == "cuda"
