"""One DQN update: its target by the learner's own formula, its step by finite differences, and what is shown of it."""

from typing import Any

import numpy as np
import pytest
from tests.interfaces.web.chapters.telling import drawn, number, read_number, told

from wellplayed.errors import InputError
from wellplayed.game import taken
from wellplayed.interfaces.web.chapters import practice, samples
from wellplayed.interfaces.web.chapters.gradient import activations, gradient, layers, stepped
from wellplayed.interfaces.web.chapters.numbers import exact
from wellplayed.interfaces.web.chapters.position import read, state
from wellplayed.interfaces.web.chapters.practice import Update, updated
from wellplayed.interfaces.web.refusals import Refusal
from wellplayed.learning.dqn_update import Batch, targets
from wellplayed.learning.networks import Network, Plan, untrained
from wellplayed.players.registry import player
from wellplayed.showcases import QUAD

BOARDS = [(samples.MIDDLE, "JT"), (QUAD.rows, "TI"), (str(drawn(6)), "OS")]
# The first O can go aside, and the second one only where the third has to appear.
FULL = "/".join(["..##....#.", *["#########."] * 19])


@pytest.fixture(scope="module")
def small() -> Network:
    plan = Plan((5,), (), 0, (7, 6), 1)
    rng = np.random.default_rng(3)
    return Network(plan, untrained(plan, rng) + rng.normal(0, 0.1, untrained(plan, rng).size).astype(np.float32))


def plainly(network: Network, inputs: list[float]) -> float:
    """What a network says, unit by unit in double precision."""
    parts = network.plan.views(network.vector)
    level = list(inputs)
    for i in range(len(network.plan.hidden) + 1):
        weights, bias = parts[f"dense{i}"].tolist(), parts[f"dense{i}_bias"].tolist()
        sums = [b + sum(x * row[k] for x, row in zip(level, weights, strict=True)) for k, b in enumerate(bias)]
        level = sums if i == len(network.plan.hidden) else [max(s, 0.0) for s in sums]
    return float(level[0])


def test_what_goes_through_a_network_is_what_it_says(small: Network) -> None:
    inputs = np.array([0.3, -0.2, 1.1, 0.0, 0.7], np.float32)
    levels = activations(small, inputs)
    assert [len(level) for level in levels] == [5, 7, 6, 1]
    assert levels[-1][0] == pytest.approx(plainly(small, inputs.tolist()))
    assert levels[-1][0] == pytest.approx(float(small(inputs[None])[0, 0]), rel=1e-5)


def test_the_gradient_is_how_the_output_changes_with_each_weight(small: Network) -> None:
    inputs = np.array([0.3, -0.2, 1.1, 0.4, 0.7], np.float32)
    found, size = gradient(small, inputs), 1e-3
    assert np.count_nonzero(found) > 20
    for at in range(0, len(found), 3):
        said = []
        for sign in (1, -1):
            vector = small.vector.copy()
            vector[at] += np.float32(sign * size)
            said.append((float(vector[at]), plainly(Network(small.plan, vector), inputs.tolist())))
        assert found[at] == pytest.approx((said[0][1] - said[1][1]) / (said[0][0] - said[1][0]), abs=1e-4)


def test_a_step_moves_each_weight_by_its_share_and_leaves_the_old_network() -> None:
    plan = Plan((3,), (), 0, (4,), 1)
    before = Network(plan, untrained(plan, np.random.default_rng(0)))
    kept, inputs = before.vector.copy(), np.array([1.0, 0.5, 2.0], np.float32)
    after = stepped(before, inputs, -0.5, 0.1)
    assert np.array_equal(before.vector, kept)
    assert after.vector - kept == pytest.approx(0.1 * -0.5 * gradient(before, inputs), abs=1e-6)
    found = layers(before, after)
    assert [layer.weights for layer in found] == [16, 5]
    assert sum(layer.moved for layer in found) == np.count_nonzero(after.vector != kept)
    assert found[1].largest == pytest.approx(np.abs(after.vector - kept)[16:].max(), abs=1e-7)


def test_torch_has_the_same_gradient() -> None:
    torch = pytest.importorskip("torch")
    from wellplayed.learning.gradients import forward

    update = updated(read(samples.MIDDLE), "JT", 0.01, 0.9, 0)
    vector = torch.from_numpy(update.online.vector.copy()).requires_grad_()
    said = forward(update.online.plan, vector, torch.from_numpy(update.inputs[None]))[0, 0]
    (wanted,) = torch.autograd.grad(said, vector)
    assert gradient(update.online, update.inputs) == pytest.approx(wanted.numpy(), abs=1e-4)


@pytest.mark.parametrize(("rows", "pieces"), BOARDS)
@pytest.mark.parametrize(("ahead", "gamma"), [(0, 0.9), (12, 0.5)])
def test_the_target_is_that_of_the_learner(rows: str, pieces: str, ahead: int, gamma: float) -> None:
    u = updated(read(rows), pieces, 0.01, gamma, ahead)
    rules, _ = practice.learner(1)
    here = state(rules, read(rows), pieces)
    view = rules.straight()
    # The first move and the second one are the best by r + γ Q of the network that plays.
    both = []
    for _ in range(2):
        children = view.expand(here)
        worth = [
            float(u.form.rewards.of(here, np.zeros(1, np.int64), child)[0])
            + gamma * float(u.online(u.form.looks(child))[0, 0])
            for child in (taken(children.states, np.array([n])) for n in range(len(children.action)))
        ]
        both.append((here, int(children.action[int(np.argmax(worth))])))
        here = view.play(here, children.action[np.argmax(worth)][None])
    assert [action for _, action in both] == [int(m.children.action[m.best]) for m in (u.first, u.second)]
    before = view.play(both[0][0], np.array([both[0][1]]))
    reward = u.form.rewards.of(before, np.zeros(1, np.int64), here)
    batch = Batch(
        u.form.looks(before), np.zeros(1, np.int64), reward, u.form.looks(here), here["dead"].copy(),
        u.form.legal(view, here),
    )  # fmt: skip
    assert u.wanted == pytest.approx(float(targets(batch, u.online, u.target, gamma, double=True)[0]), rel=1e-6)
    assert u.value == pytest.approx(float(u.online(batch.inputs)[0, 0]))
    if not ahead:
        assert np.array_equal(u.online.vector, u.target.vector)
        who: Any = player("dqn", rules)
        if gamma == who.search.gamma:
            assert who.choose(both[0][0])[0] == both[0][1]
    else:
        assert not np.array_equal(u.online.vector, u.target.vector)


def test_one_update_ahead_is_one_step_on_the_first_move() -> None:
    board = read(samples.MIDDLE)
    none, one = (updated(board, "JT", 0.0, 0.9, ahead) for ahead in (0, 1))
    wanted = stepped(none.online, none.inputs, none.error, practice.RATE)
    assert np.array_equal(one.online.vector, wanted.vector)
    assert np.array_equal(one.after.vector, one.online.vector)  # α = 0


def nearer(update: Update) -> bool:
    return abs(update.learned - update.wanted) < abs(update.value - update.wanted)


def test_the_steps_show_the_update() -> None:
    steps, u = told("dqn").steps, updated(read(samples.MIDDLE), "JT", 0.002, 0.9, 20)
    assert len(steps) == 6
    assert number(steps[0], "inputs") == str(len(u.inputs)) == str(len(steps[0].table.rows))  # type: ignore[union-attr]
    assert number(steps[1], "weights") == f"{u.online.vector.size:,}"
    assert [n.value for n in steps[2].numbers][2:] == [exact(u.later, 3), exact(u.theirs, 3)]
    assert read_number(steps[3].numbers[2].value) == pytest.approx(u.error, abs=6e-4)
    assert [n.value for n in steps[4].numbers][1:] == [exact(x, 3) for x in (u.value, u.learned, u.wanted)]
    assert nearer(u)
    assert "nearer to the target" in steps[4].says
    assert steps[1].picture.svg().count('class="unit"') == sum(
        int((level > 0).sum()) for level in activations(u.online, u.inputs)[1:-1]
    )
    # The change of this board is among those of all boards that the first piece could leave.
    assert read_number(number(steps[5], "this_board")) == pytest.approx(u.learned - u.value, abs=6e-5)
    assert int(number(steps[5], "boards")) == len(u.first.ranked) - 1


def test_a_step_too_long_is_said_to_be_one() -> None:
    assert not nearer(updated(read(samples.MIDDLE), "JT", 0.1, 0.9, 20))
    assert "α is too large" in told("dqn", alpha="0.1").steps[4].says


def test_a_game_that_ends_has_no_future() -> None:
    u = updated(read(FULL), "OOO", 0.01, 0.9, 0)
    assert u.second.lost
    assert u.wanted == u.reward == u.form.rewards.death
    assert u.theirs == 0
    assert "so it is over" in told("dqn", FULL, "OOO").steps[2].says
    assert updated(read(FULL), "OOO", 0.01, 0.9, 30).wanted == u.wanted  # the same game over and over


def test_bad_numbers_and_lost_positions_are_refused() -> None:
    for chosen in ({"alpha": "2"}, {"gamma": "-1"}, {"ahead": "501"}, {"ahead": "0.5"}):
        with pytest.raises(InputError, match=f"^{next(iter(chosen))}="):
            told("dqn", **chosen)
    with pytest.raises(Refusal) as refusal:
        told("dqn", "/".join([".########."] * 20), "TT")
    assert refusal.value.key == "refused.lost"
