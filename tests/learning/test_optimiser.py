"""Adam over one vector against its few lines in NumPy."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="needs torch; run make setup")

from wellplayed.learning.optimiser import Adam  # noqa: E402


def test_it_steps_as_the_paper_says() -> None:
    random = np.random.default_rng(0)
    weights = random.normal(size=50)
    own = Adam(torch.from_numpy(weights.astype(np.float32)), 0.01)
    mean, square = np.zeros(50), np.zeros(50)
    for step in range(1, 31):
        gradient = random.normal(size=50) * np.logspace(-6, 2, 50)
        own.step(torch.from_numpy(gradient.astype(np.float32)))
        mean = 0.9 * mean + 0.1 * gradient
        square = 0.999 * square + 0.001 * gradient**2
        weights = weights - 0.01 * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    assert own.steps == 30
    assert own.weights.numpy() == pytest.approx(weights, abs=1e-5)
