"""The tables: right columns, plain JSON, the numbers of direct play and of the estimator."""

import json

import pytest

from wellplayed.arena.lockstep import play
from wellplayed.arena.splitting import estimate, steps
from wellplayed.arena.summary import summarise
from wellplayed.arena.table import as_json, ten_by_ten, ten_by_ten_next, ten_by_twenty
from wellplayed.errors import InputError
from wellplayed.games import game
from wellplayed.players.registry import player


def test_ten_by_ten() -> None:
    seen: list[tuple[int, int]] = []
    rows = ten_by_ten(games=12, seed=100, players=["DU", "four-feature"], progress=lambda *done: seen.append(done))
    assert [row.player for row in rows] == ["bcts", "four-feature"]
    board = game("classic:height=10")
    for row in rows:
        results = play(board, player(row.player, board), range(100, 112))
        s = summarise([r.lines for r in results])
        assert (row.games, row.mean, row.se, row.low, row.high, row.median) == s[:3] + (s.low, s.high, s.median)
        assert (row.board, row.method, row.replicates) == ("10x10", "direct", 0)
        assert row.pieces == sum(r.pieces for r in results)
        assert row.pieces_per_second == pytest.approx(row.pieces / row.seconds)
    assert sum(games for _, games in seen) == 24
    assert (rows[0].published, rows[0].reference, rows[0].reference_se) == (3800, 3973, 88)
    assert rows[0].source.startswith("3,800 Gabillon")
    assert rows[0].source.endswith("(recalled; 10,000 games)")
    assert (rows[1].published, rows[1].source) == (None, "")


def test_ten_by_twenty() -> None:
    seen: list[tuple[int, int]] = []
    effort = {"replicates": 2, "run_pieces": 150_000, "trials": 400}
    (row,) = ten_by_twenty(**effort, players=["bcts"], progress=lambda *done: seen.append(done))
    board = game("classic:height=20")
    weights = player("bcts", board).weights
    assert weights is not None
    e = estimate(board, weights, **effort)
    assert (row.mean, row.se, row.low, row.high, row.pieces) == (e.mean, e.se, e.low, e.high, e.pieces)
    assert (row.board, row.method, row.games, row.replicates, row.median) == ("10x20", "splitting", 0, 2, None)
    assert row.published == 35e6
    assert "(read; ±20% at 95%) | 31,000,000" in row.source
    assert sum(done for _, done in seen) == steps(board, 2)


def test_ten_by_ten_with_the_next_piece() -> None:
    effort = {"replicates": 1, "run_pieces": 10_000, "trials": 100}
    (row,) = ten_by_ten_next(**effort, players=["dellacherie"])
    board = game("classic:height=10,previews=1")
    weights = player("dellacherie", board).weights
    assert weights is not None
    e = estimate(board, weights, **effort)
    assert (row.mean, row.pieces, row.board, row.method) == (e.mean, e.pieces, "10x10-next", "splitting")
    assert row.published is None


def test_rows_are_json() -> None:
    rows = ten_by_ten(games=1, players=["random", "four-feature"])
    plain = json.loads(json.dumps(as_json(rows), allow_nan=False))
    assert [row["se"] for row in plain] == [None, None]
    assert plain[1]["mean"] == rows[1].mean
    assert list(plain[0]) == list(rows[0]._fields)


def test_input_out_of_range() -> None:
    with pytest.raises(InputError, match="-3 games"):
        ten_by_ten(games=-3)
    with pytest.raises(InputError, match="did you mean 'dellacherie'"):
        ten_by_ten(games=1, players=["delacherie"])
    with pytest.raises(InputError, match="no linear weights"):
        ten_by_twenty(players=["random"])
    with pytest.raises(InputError, match="seed"):
        ten_by_ten(games=1, seed=-1, players=["random"])
