"""The kernels of the search tree, without any game."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wellplayed.search import tree
from wellplayed.search.tree import Rule

pytestmark = pytest.mark.pure

UCT, PUCT = Rule(0.5, False, 0, False), Rule(1.25, True, 0, False)


def rooted(values: list[float], *, dead: tuple[int, ...] = (), priors: list[float] | None = None) -> tree.Nodes:
    """A root with moves of these values, whose credit is their tenth."""
    nodes = tree.planted(64)
    n = len(values)
    used = tree.opened(
        nodes, 1, -100.0, np.zeros(1, np.int64), np.zeros(n, np.int64), np.arange(10, 10 + n), np.array(values) / 10,
        np.array(values), np.isin(np.arange(n), dead), np.array(priors or [], np.float64),
    )  # fmt: skip
    assert used == n + 1
    return nodes


class Walks:
    """Walks from the root of some nodes."""

    def __init__(self, nodes: tree.Nodes, rule: Rule, count: int) -> None:
        self.nodes, self.rule = nodes, rule
        self.bounds = np.array([np.inf, -np.inf])
        self.at, self.number, self.waiting = (np.zeros(count, np.int64) for _ in range(3))

    def lead(self) -> list[int]:
        """Where they end, once none waits."""
        assert tree.walked(self.nodes, self.rule, self.bounds, self.at, self.number, self.waiting) == 0
        return (~self.at).tolist()  # type: ignore[no-any-return]

    def settle(self, *found: float) -> None:
        tree.settled(self.nodes, self.bounds, self.at, np.array(found, np.float64))


@given(st.lists(st.floats(0.01, 1.0), min_size=1, max_size=7), st.integers(1, 150))
def test_shares_of_visits_are_never_far_from_the_chances(weights: list[float], walks: int) -> None:
    chances = np.array(weights) / sum(weights)
    nodes, n = tree.planted(16), len(weights)
    tree.branched(
        nodes, 1, 0.0, np.zeros(1, np.int64), np.zeros(n, np.int64), chances, np.zeros(n, np.bool_), 5,
    )  # fmt: skip
    assert nodes.state[1 : n + 1].tolist() == list(range(5, n + 5))
    for walk in range(1, walks + 1):
        nodes.visits[tree.due(nodes, 0)] += 1
        ahead = nodes.visits[1 : n + 1] - chances * walk
        assert ahead.max() < 1.0
        assert ahead.min() > -3.0


def test_pending_walks_count_as_visits_to_an_outcome() -> None:
    nodes = tree.planted(8)
    chances = np.array([0.5, 0.25, 0.25])
    tree.branched(nodes, 1, 0.0, np.zeros(1, np.int64), np.zeros(3, np.int64), chances, np.zeros(3, np.bool_), 0)
    walks = Walks(nodes, UCT, 4)
    assert tree.walked(nodes, walks.rule, walks.bounds, walks.at, walks.number, walks.waiting) == 3
    assert walks.at.tolist() == [1, 2, 3, 1]
    assert walks.waiting[:3].tolist() == [1, 2, 3]


@given(
    st.lists(
        st.lists(st.tuples(st.floats(-50, 50), st.booleans()), min_size=1, max_size=6), min_size=1, max_size=4
    ),
    st.floats(0.05, 5.0),
)  # fmt: skip
def test_priors_are_the_softmax_of_living_siblings(siblings: list[list[tuple[float, bool]]], t: float) -> None:
    parent = np.repeat(np.arange(len(siblings)) * 2, [len(s) for s in siblings])
    value = np.array([-math.inf if dead else v for s in siblings for v, dead in s])
    dead = np.array([dead for s in siblings for _, dead in s])
    out = np.empty(len(value))
    tree.softmax(parent, value, dead, t, out)
    tree.shared(parent, dead, out)
    for i in range(len(siblings)):
        rows = (parent == 2 * i) & ~dead
        assert (out[(parent == 2 * i) & dead] == 0).all()
        if rows.any():
            spread = value[rows].std()
            if 0 < spread < 1e-9:
                continue  # what is left of such a spread is rounding
            expected = np.exp((value[rows] - value[rows].max()) / (t * spread)) if spread else np.ones(rows.sum())
            np.testing.assert_allclose(out[rows], expected / expected.sum(), rtol=1e-6, atol=1e-12)


def test_shares_of_nothing_are_equal() -> None:
    out = np.array([0.0, 0.0, 5.0, 1.0, 3.0])
    tree.shared(np.array([0, 0, 0, 1, 1]), np.array([False, False, True, False, False]), out)
    assert out.tolist() == [0.5, 0.5, 0.0, 0.25, 0.75]


def test_the_first_walk_goes_where_most_is_seen_ahead() -> None:
    for rule, priors in ((UCT, None), (PUCT, [0.1, 0.2, 0.4, 0.3])):
        assert Walks(rooted([1.0, 4.0, 4.5, 2.0], priors=priors), rule, 1).lead() == [3]
    assert Walks(rooted([4.0, 4.0]), UCT, 1).lead() == [1]


def test_walks_of_a_round_spread_out() -> None:
    for rule, priors in ((UCT, None), (PUCT, [0.25] * 4)):
        walks = Walks(rooted([2.0, 2.0, 2.0, 2.0], priors=priors), rule, 4)
        assert sorted(walks.lead()) == [1, 2, 3, 4]
        assert walks.nodes.pending[:5].tolist() == [4, 1, 1, 1, 1]


def test_a_second_walk_of_a_round_waits_where_the_first_ended() -> None:
    nodes = rooted([2.0])
    walks = Walks(nodes, UCT, 3)
    assert tree.walked(nodes, UCT, walks.bounds, walks.at, walks.number, walks.waiting) == 1
    assert walks.at.tolist() == [~1, 1, 1]
    assert walks.waiting[0] == 1
    tree.opened(
        nodes, 2, -100.0, walks.waiting[:1], np.zeros(2, np.int64), np.arange(2), np.array([1.0, 2.0]),
        np.array([3.0, 3.5]), np.zeros(2, np.bool_), np.empty(0),
    )  # fmt: skip
    assert walks.lead() == [1, 3, 2]
    assert nodes.credit[1:4].tolist() == [0.2, 1.2, 2.2]
    assert nodes.value[1:4].tolist() == [2.0, 3.2, 3.7]
    assert nodes.depth[:4].tolist() == [0, 1, 2, 2]


def test_settled_walks_are_in_every_node_on_their_way() -> None:
    walks = Walks(rooted([2.0, 1.0, 0.5]), UCT, 2)
    ends = walks.lead()
    assert ends == [1, 2]
    walks.settle(-3.0, 7.0)
    nodes = walks.nodes
    assert walks.at.tolist() == [0, 0]
    assert walks.bounds.tolist() == [-3.0, 7.0]
    assert nodes.visits[:4].tolist() == [2, 1, 1, 0]
    assert nodes.total[:4].tolist() == [4.0, -3.0, 7.0, 0.0]
    assert not nodes.pending[:4].any()


def test_lost_moves_are_made_only_where_all_are_lost() -> None:
    walks = Walks(rooted([9.0, 1.0, 2.0], dead=(0,)), UCT, 1)
    walks.nodes.kind[2:4] = tree.ENDED
    for _ in range(30):
        assert walks.lead() != [1]
        walks.settle(-1.0)
    lost = Walks(rooted([1.0, 3.0, 2.0], dead=(0, 1, 2)), UCT, 1)
    assert lost.lead() == [2]  # the highest credit
    assert lost.nodes.value[1:4].tolist() == [-99.9, -99.7, -99.8]


def test_futures_are_numbered() -> None:
    one = Walks(rooted([2.0, 2.0]), UCT, 2)
    one.lead()
    assert one.number.tolist() == [1, 2]
    one.settle(0.0, 0.0)
    one.nodes.kind[1:3] = tree.ENDED
    one.lead()
    assert one.number.tolist() == [3, 4]
    both = Walks(rooted([2.0, 2.0]), UCT._replace(common=True), 2)
    for visit in (1, 2, 3):
        assert sorted(both.lead()) == [1, 2]
        assert both.number.tolist() == [visit, visit]
        both.settle(0.0, 0.0)
        both.nodes.kind[1:3] = tree.ENDED


def test_a_limit_of_depth_ends_walks() -> None:
    nodes = rooted([2.0])
    walks = Walks(nodes, UCT._replace(deepest=1), 1)
    walks.lead()
    walks.settle(2.0)
    assert tree.walked(nodes, walks.rule, walks.bounds, walks.at, walks.number, walks.waiting) == 1
    tree.opened(
        nodes, 2, -100.0, walks.waiting, np.zeros(1, np.int64), np.zeros(1, np.int64), np.ones(1), np.ones(1),
        np.zeros(1, np.bool_), np.empty(0),
    )  # fmt: skip
    for _ in range(3):
        assert walks.lead() == [2]
        walks.settle(1.0)
    assert nodes.visits[:3].tolist() == [4, 4, 3]


def test_rounds_without_rollouts_are_walks_and_settlements() -> None:
    # One kernel that does it all, against the two it is made of.
    def ended() -> tree.Nodes:
        nodes = rooted([1.0, 2.0, 2.5, 0.5])
        nodes.kind[1:5] = tree.ENDED
        return nodes

    one, other = Walks(ended(), UCT, 3), Walks(ended(), UCT, 3)
    done = tree.searched(one.nodes, UCT, one.bounds, one.at, one.number, one.waiting, np.empty(3), 11)
    assert done == (11, 0)
    for size in (3, 3, 3, 2):
        part: Any = Walks(other.nodes, UCT, size)
        part.bounds = other.bounds
        ends = part.lead()
        part.settle(*(other.nodes.value[row] for row in ends))
    for name in ("visits", "total", "pending"):
        assert np.array_equal(getattr(one.nodes, name)[:5], getattr(other.nodes, name)[:5])
    assert one.bounds.tolist() == other.bounds.tolist()


def test_more_room_keeps_what_is_there() -> None:
    nodes = rooted([1.0, 2.0, 3.0])
    wider = tree.widened(nodes, 1000)
    for before, after in zip(nodes, wider, strict=True):
        assert len(after) == 1000
        assert after.dtype == before.dtype
        assert np.array_equal(after[:4], before[:4])
