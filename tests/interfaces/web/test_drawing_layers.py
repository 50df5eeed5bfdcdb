"""Layers: what is drawn is what the thought says, best first, the principal line joined, the rest counted."""

import itertools

import numpy as np
import pytest
from tests.interfaces.web import drawn
from tests.interfaces.web.drawn import classed, parsed, texts

from wellplayed.game import States
from wellplayed.interfaces.web.drawing import layers
from wellplayed.interfaces.web.words import Words

SPECS = (drawn.BEAM, "beam:depth=4,width=12,weights=dt-20", "lookahead:depth=1", "beam:depth=1,width=1")


def walked(spec: str, ply: int, row: int) -> States:
    """[1] the position before a row of a layer, played from the root by its actions."""
    game, state, thought = drawn.thought(spec)
    path = []
    while ply:
        place = int(thought.layers[ply].parent[row])
        ply -= 1
        row = [n for n, kept in enumerate(thought.layers[ply].kept) if kept][place]
        path.append(int(thought.layers[ply].action[row]))
    for action in reversed(path):
        state = game.play(state, np.array([action]))
    return state


@pytest.mark.parametrize("spec", SPECS)
def test_each_node_shows_its_own_position_and_move(spec: str) -> None:
    game, state, thought = drawn.thought(spec)
    for ply, column in enumerate(layers.columns(game, state, thought)):
        layer = thought.layers[ply]
        for node in column.nodes:
            before = walked(spec, ply, node.row)
            assert node.board == game.show(before)
            assert node.spot == game.describe(before, int(layer.action[node.row]))
            assert (node.value, node.kept) == (layer.value[node.row], layer.kept[node.row])


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("most", [(6, 2), (2, 1), (1, 0)])
def test_the_best_are_drawn_and_all_others_counted(spec: str, most: tuple[int, int]) -> None:
    game, state, thought = drawn.thought(spec)
    found = layers.columns(game, state, thought, most)
    assert len(found) == len(thought.layers)
    for ply, (column, layer) in enumerate(zip(found, thought.layers, strict=True)):
        kept = [node.value for node in column.nodes if node.kept]
        assert kept == sorted(kept, reverse=True)
        assert (column.kept, column.total) == (layer.kept.sum(), len(layer.kept))
        assert len(column.nodes) + column.hidden == len(layer.kept)
        assert [node.kept for node in column.nodes] == sorted((node.kept for node in column.nodes), reverse=True)
        if ply < len(found) - 1:
            best = sorted(layer.value[layer.kept], reverse=True)[: most[0]]
            unchosen = [node.value for node in column.nodes if node.kept and not node.chosen]
            assert unchosen == [value for value in best if value in unchosen][: len(unchosen)]
            assert len(kept) == min(most[0], layer.kept.sum())
            cut = [node.value for node in column.nodes if not node.kept]
            assert max(cut, default=-np.inf) <= min(layer.value[layer.kept])


@pytest.mark.parametrize("spec", SPECS)
def test_the_principal_line_is_joined(spec: str) -> None:
    game, state, thought = drawn.thought(spec)
    found = layers.columns(game, state, thought, (1, 1))
    chosen = [[node for node in column.nodes if node.chosen] for column in found]
    assert [node.spot for (node,) in chosen] == list(thought.line)
    for (above,), (node,) in itertools.pairwise(chosen):
        assert node.parent == above.row
    root = parsed(layers.svg(game, state, thought))
    assert sum("chosen" in link.attrib["class"] for link in classed(root, "link")) == len(found) - 1
    assert sum("chosen" in node.attrib["class"] for node in classed(root, "node")) == len(found)


@pytest.mark.parametrize("spec", SPECS)
def test_the_picture_has_every_node_and_count(spec: str) -> None:
    game, state, thought = drawn.thought(spec)
    svg = layers.svg(game, state, thought, width=700, height=2000, title="Layers")
    drawn.check_themed(svg)
    root, found = parsed(svg), layers.columns(game, state, thought)
    nodes = classed(root, "node")
    assert len(nodes) == sum(len(column.nodes) for column in found)
    assert sum("cut" in node.attrib["class"].split() for node in nodes) == sum(
        not node.kept for column in found for node in column.nodes
    )
    said = texts(root)
    for column in found:
        assert f"{column.kept} of {column.total}" in said
        if column.hidden:
            assert f"{column.hidden:,} more" in said
    assert float(root.attrib["width"]) == 700


@pytest.mark.parametrize("height", [160, 260, 460])
def test_a_low_picture_has_fewer_boards_and_loses_none(height: float) -> None:
    game, state, thought = drawn.thought(SPECS[1])
    root = parsed(layers.svg(game, state, thought, width=900, height=height))
    said, total = texts(root), sum(len(layer.kept) for layer in thought.layers)
    more = sum(int(word.split()[0].replace(",", "")) for word in said if word.endswith(" more"))
    assert len(classed(root, "node")) + more == total
    assert float(root.attrib["height"]) <= max(height, 220)  # three boards at least


def test_everything_stays_inside_of_a_narrow_picture() -> None:
    game, state, thought = drawn.thought(SPECS[1])
    root = parsed(layers.svg(game, state, thought, width=300, words=Words("zh")))
    for node in classed(root, "node"):
        x = next(drawn.numbers(node.attrib["transform"]))
        board = classed(node, "well")[0].attrib
        assert x - 0.5 >= 0
        assert x + float(board["width"]) <= 300
    counts = classed(root, "count")
    assert all("/" in (count.text or "") or (count.text or "").startswith(("+", "另有")) for count in counts)


def test_ply_by_ply_the_line_is_not_told_before_its_end() -> None:
    game, state, thought = drawn.thought(drawn.BEAM)
    for plies in range(1, len(thought.layers)):
        root = parsed(layers.svg(game, state, thought, plies=plies))
        found = layers.columns(game, state, thought)[:plies]
        assert len(classed(root, "node")) == sum(len(column.nodes) for column in found)
        assert not classed(root, "chosen")
    whole = layers.svg(game, state, thought)
    assert layers.svg(game, state, thought, plies=len(thought.layers)) == whole


@pytest.mark.parametrize("spec", ["random", drawn.MCTS])
def test_other_thoughts_have_none(spec: str) -> None:
    assert layers.svg(*drawn.thought(spec)) == ""
