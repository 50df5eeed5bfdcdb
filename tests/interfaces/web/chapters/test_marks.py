"""The marks of a feature add up to the engine's number, and to that of the naive twin, on any board."""

import xml.etree.ElementTree as ET

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.interfaces.web.chapters.telling import cells, drawn
from tests.naive.classic import Last, Position
from tests.naive.features import FEATURES as TWINS

from wellplayed.game import feature_names
from wellplayed.interfaces.web.chapters import position
from wellplayed.interfaces.web.chapters.marks import COUNTS, Counted, counted
from wellplayed.interfaces.web.chapters.marks import drawn as marks
from wellplayed.players.registry import entries, player
from wellplayed.showcases import POCKET, QUAD, T_SPIN_DOUBLE


def added(found: Counted) -> float:
    """What the marks add up to; of rows and levels that a picture shows besides, nothing."""
    parts = [*found.cells.values(), *found.columns.values()]
    return sum(parts) + len(found.edges) + sum(found.between.values())


def moves(board: position.Board, piece: str, most: int = 6):
    """Some moves on a board: placement, and the engine's features after it by name."""
    rules = position.game(piece)
    here = position.state(rules, board, piece)
    actions = rules.listed(here)[1]
    for action in actions[:: max(len(actions) // most, 1)]:
        after = rules.play(here, np.array([action]))
        yield rules.describe(here, int(action)), dict(zip(feature_names(rules), rules.features(after)[0], strict=True))


@settings(max_examples=60)
@given(st.integers(0, 2**32), st.sampled_from("IOTZSJL"))
def test_every_feature_is_counted_as_the_engine_does(seed: int, piece: str) -> None:
    board = drawn(seed)
    for spot, values in moves(board, piece):
        for name in COUNTS:
            assert counted(name, board, spot).total == pytest.approx(values[name], abs=1e-9), name


@pytest.mark.parametrize("rows", [POCKET.rows, QUAD.rows, T_SPIN_DOUBLE.rows])
@pytest.mark.parametrize("piece", "IT")
def test_every_feature_is_counted_as_the_twin_does(rows: str, piece: str) -> None:
    board = position.read(rows)
    for spot, _ in moves(board, piece):
        full = board.put(spot.cells, piece).full
        up = [y for _, y in spot.cells]
        eroded = len(full) * sum(y in full for y in up)
        last = Last(min(up), max(up) - min(up) + 1, len(full), eroded)
        after = Position(cells(board.put(spot.cells, piece).cleared()), [None], last=last)
        for name in COUNTS:
            assert counted(name, board, spot).total == pytest.approx(TWINS[name](after, 20)), name


@given(st.integers(0, 2**32))
def test_the_marks_themselves_add_up(seed: int) -> None:
    board = drawn(seed)
    shown_by_cells = set(COUNTS) - {"landing_height", "lines", "rows_with_holes", "diversity"}
    for spot, _ in moves(board, "T", 2):
        for name in shown_by_cells:
            found = counted(name, board, spot)
            assert added(found) == pytest.approx(found.total), name
        assert len(counted("rows_with_holes", board, spot).rows) == counted("rows_with_holes", board, spot).total
        assert len(set(counted("diversity", board, spot).between.values())) == counted("diversity", board, spot).total


def test_each_mark_is_drawn() -> None:
    board = position.read(POCKET.rows)
    spot, _ = next(moves(board, "L", 1))
    for name in COUNTS:
        found = counted(name, board, spot)
        tree = ET.fromstring(f"<g>{marks(found, board, 20, 12)}</g>")
        paths, boxes = len(tree.findall("path")), len(tree.findall("rect"))
        level = found.level is not None
        assert boxes == len(found.cells) + len(found.rows), name
        assert paths == len(found.edges) + len(found.columns) + len(found.between) + level, name


def test_every_player_that_is_offered_weighs_features_that_can_be_shown() -> None:
    from wellplayed.interfaces.web.chapters.evaluation import WEIGHTS

    rules = position.game("T")
    names = feature_names(rules)
    for spec in WEIGHTS:
        weights = player(spec, rules).weights
        assert weights is not None
        assert {names[k] for k in np.flatnonzero(weights)} <= set(COUNTS)
    assert set(WEIGHTS) <= {entry.name for entry in entries()}
