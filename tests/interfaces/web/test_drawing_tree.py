"""Trees: what is drawn is in the tree, branches are as wide as their visits, nothing overlaps, the rest is counted."""

import random
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.interfaces.web import drawn
from tests.interfaces.web.drawn import classed, parsed, texts

from wellplayed.interfaces.web.drawing import branches, tree
from wellplayed.interfaces.web.drawing.branches import Node
from wellplayed.search.thought import Tree
from wellplayed.tetris.pieces import PIECES

CASES = (
    (drawn.MCTS, "guideline"),
    ("mcts:simulations=1", "guideline"),
    ("mcts:simulations=40,prior=on", "guideline"),
    ("mcts:simulations=150", "classic"),
)
EVERY = pytest.mark.parametrize(("spec", "name"), CASES)


def grown(seed: int, size: int) -> Tree:
    """A tree at random, the most visited nodes first, as a thought has it."""
    rng = random.Random(seed)
    parent, visits = [-1], [rng.randint(1, 2000)]
    left = {0: visits[0]}
    for row in range(1, size):
        above = rng.choice([node for node, rest in left.items() if rest > 1] or [-1])
        if above < 0:
            break
        visits.append(rng.randint(1, max(left[above] - 1, 1)))
        left[above] -= visits[-1]
        left[row] = visits[-1]
        parent.append(above)
    order = sorted(range(len(visits)), key=lambda row: -visits[row])
    place = {row: n for n, row in enumerate(order)} | {-1: -1}
    count = len(order)
    return Tree(
        np.array([place[parent[row]] for row in order]), np.arange(-1, count - 1), np.ones(count),
        np.array([visits[row] for row in order]), np.array([rng.random() for _ in order]), np.zeros(count),
        np.full(count, -1),
    )  # fmt: skip


@given(st.integers(0, 10**6), st.integers(1, 60), st.integers(60, 500), st.integers(1, 40), st.integers(1, 5))
def test_the_layout_fits_and_nothing_overlaps(seed: int, size: int, height: int, most: int, levels: int) -> None:
    found = grown(seed, size)
    root, scale = branches.fitted(found, height, most, levels)
    assert root.levels <= levels + 1
    drawn_rows = [node.row for node in root.walk() if node.row >= 0]
    assert len(drawn_rows) == len(set(drawn_rows)) <= max(most, 2)
    for node in root.walk():
        assert node.room >= node.visits * scale - 1e-9
        end = node.top
        for child in node.children:
            assert child.top >= end - 1e-9
            assert child.top + child.room <= node.top + node.room + 1e-9
            end = child.top + child.room
    if len(drawn_rows) > 2:
        assert root.room <= height + 1e-9


@given(st.integers(0, 10**6), st.integers(2, 60), st.integers(1, 30))
def test_what_is_left_out_is_counted_beside_its_siblings(seed: int, size: int, most: int) -> None:
    found = grown(seed, size)
    root = branches.grown(found, np.arange(min(most, len(found.parent))))
    for node in root.walk():
        if node.row < 0:
            continue
        assert (node.visits, node.value) == (found.visits[node.row], found.value[node.row])
        children = np.flatnonzero(found.parent == node.row)
        shown = [child for child in node.children if child.row >= 0]
        assert {child.row for child in shown} <= set(children.tolist())
        rest = [child for child in node.children if child.row < 0]
        if shown:
            assert len(shown) + sum(child.hidden for child in rest) == len(children)
            assert sum(child.visits for child in node.children) == found.visits[children].sum()
        else:
            assert not rest


@EVERY
def test_the_picture_says_what_the_tree_says(spec: str, name: str) -> None:
    game, state, thought = drawn.thought(spec, name)
    assert thought.tree is not None
    svg = tree.svg(game, state, thought, title="Tree")
    drawn.check_themed(svg)
    root = parsed(svg)
    nodes = classed(root, "node")
    visits = sorted(map(int, thought.tree.visits), reverse=True)
    found = [int(node.attrib["data-visits"]) for node in nodes]
    assert found[0] == visits[0]
    assert not set(found) - set(visits)
    _, scale = branches.fitted(thought.tree, 380 - tree.FOOT, tree.MOST, tree.LEVELS)
    for node in nodes:
        wide = max(int(node.attrib["data-visits"]) * scale, 1.5)
        assert float(node[0].attrib["height"]) == pytest.approx(wide, abs=0.01)
    thick = sorted(float(re.findall(r"v([\d.]+)", branch.attrib["d"])[0]) for branch in classed(root, "branch"))
    drawn_visits = sorted(child.visits for above in _root_of(thought.tree).walk() for child in above.children)
    assert thick == [pytest.approx(max(count * scale, 0.75), abs=0.051) for count in drawn_visits]
    assert len(classed(root, "chosen")) == 1
    assert f"{visits[0]:,} visits" in texts(root)
    for node in nodes[1:]:
        assert f"{int(node.attrib['data-visits']):,}" in texts(node)


def test_moves_show_their_pieces_and_outcomes_which_piece_they_bring() -> None:
    game, state, thought = drawn.thought(*CASES[3])
    found = thought.tree
    assert found is not None
    root = parsed(tree.svg(game, state, thought))
    assert set(texts(root)) & {f"{piece} 14%" for piece in PIECES}
    assert classed(root, "stamp")
    spots, brought = tree.followed(game, state, found, _root(found))
    assert brought
    assert set(spots) | set(brought) == {node.row for node in _root(found).walk() if node.row > 0}
    for row, piece in brought.items():
        assert found.action[row] == -1
        siblings = [other for other in brought if found.parent[other] == found.parent[row]]
        assert len({brought[other] for other in siblings}) == len(siblings)
        for child in np.flatnonzero(found.parent == row):
            assert child not in spots or spots[child].piece == piece


def test_a_move_is_described_in_the_position_that_it_is_made_in() -> None:
    game, state, thought = drawn.thought(drawn.MCTS)
    found = thought.tree
    assert found is not None
    spots, brought = tree.followed(game, state, found, _root(found))
    assert not brought  # all pieces are to be seen
    for row, spot in spots.items():
        path, node = [], row
        while node > 0:
            path.append(int(found.action[node]))
            node = int(found.parent[node])
        before = state
        for action in reversed(path[1:]):
            before = game.play(before, np.array([action]))
        assert spot == game.describe(before, path[0])


@pytest.mark.parametrize("width", [280, 360, 700])
def test_labels_stay_inside(width: float) -> None:
    game, state, thought = drawn.thought(drawn.MCTS)
    root = parsed(tree.svg(game, state, thought, width=width))
    assert float(root.attrib["width"]) == width
    high = float(root.attrib["height"])
    for found in root.iter(f"{drawn.SVG}text"):
        assert 0 <= float(found.attrib["x"]) <= width
        assert 0 <= float(found.attrib["y"]) <= high


@pytest.mark.parametrize("spec", ["dellacherie", drawn.BEAM])
def test_other_thoughts_have_none(spec: str) -> None:
    assert tree.svg(*drawn.thought(spec)) == ""


def _root_of(found: Tree) -> Node:
    return branches.fitted(found, 380 - tree.FOOT, tree.MOST, tree.LEVELS)[0]


def _root(found: Tree) -> Node:
    return branches.fitted(found, 400, 40, 3)[0]
