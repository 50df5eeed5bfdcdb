"""Foresight and beams: what is shown is what the players do, ply by ply."""

import numpy as np
import pytest
from tests.interfaces.web.chapters.telling import WORDS, drawn, number, told

from wellplayed.errors import InputError
from wellplayed.game import States
from wellplayed.interfaces.web.chapters import samples
from wellplayed.interfaces.web.chapters.foresight import played
from wellplayed.interfaces.web.chapters.numbers import shown
from wellplayed.interfaces.web.chapters.position import game, read, state
from wellplayed.players.registry import player
from wellplayed.search.evaluate import Linear
from wellplayed.showcases import QUAD

EN = WORDS["en"]
BOARDS = [(samples.MIDDLE, "JTSO"), (QUAD.rows, "TSIO"), (str(drawn(8)), "LZI")]


# Foresight ------------------------------------------------------------------------------------------------------------


def test_one_piece_ahead_spoils_the_well_and_two_take_the_quad() -> None:
    steps = told("foresight").steps
    assert [number(step, "depth") for step in steps] == ["0", "1", "2", "3"]
    each = [number(step, "cleared_each") for step in steps]
    assert each[0].startswith("1 ")
    assert each[1].startswith("1 ")
    assert each[2] == each[3] == "0 · 0 · 4 · 0"
    assert [number(step, "cleared") for step in steps] == ["1", "1", "4", "4"]
    assert "elsewhere" in steps[2].says
    assert "where it went before" in steps[3].says


@pytest.mark.parametrize(("rows", "pieces"), BOARDS)
@pytest.mark.parametrize("depth", [0, 1, 2])
def test_every_depth_plays_as_its_player_does(rows: str, pieces: str, depth: int) -> None:
    board = read(rows)
    play = played(board, pieces, depth, 6, "four-feature")
    here: States | None = None
    for n, (spot, cleared) in enumerate(zip(play.moves, play.cleared, strict=True)):
        rest = pieces[n:]
        rules = game(rest)
        now = state(rules, board, rest)
        if here is not None:
            assert (now["columns"] == here["columns"]).all()
        who = player(f"beam:depth={min(depth, len(rest) - 1)},width=6,weights=lee", rules)
        action = who.choose(now)
        assert rules.describe(now, int(action[0])) == spot
        here = rules.play(now, action)
        assert cleared == here["cleared"][0]
        board = board.put(spot.cells, spot.piece).cleared()
    assert len(play.moves) == len(pieces)


# Beams ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rows", "pieces"), BOARDS)
@pytest.mark.parametrize(("depth", "width"), [(2, 6), (1, 3), (0, 1)])
def test_the_plies_are_a_beam_followed_by_hand(rows: str, pieces: str, depth: int, width: int) -> None:
    told_steps = told("beam", rows, pieces, depth=str(depth), width=str(width)).steps
    rules = game(pieces)
    weights = Linear(
        rules, {"aggregate_height": -0.510066, "lines": 0.760666, "holes": -0.35663, "bumpiness": -0.184483}
    )
    fronts, earned = [state(rules, read(rows), pieces)], [0.0]
    for ply in range(depth + 1):
        rows_ = []
        for k, (front, credit) in enumerate(zip(fronts, earned, strict=True)):
            moves = rules.moves(front, weights.weights)
            rows_ += [
                (credit + v, credit + c, k, int(a), int(key))
                for v, c, a, key in zip(moves.value, moves.credit, moves.action, moves.key, strict=True)
            ]
        step = told_steps[ply]
        assert number(step, "parents") == str(len(fronts))
        assert number(step, "rated") == f"{len(rows_):,}"
        assert number(step, "best") == shown(max(row[0] for row in rows_))
        # The best lines, every position once; of equal positions the one that earned more.
        kept: dict[int, tuple[float, float, int, int, int]] = {}
        for row in sorted(rows_, key=lambda row: -row[0]):
            if row[4] in kept or len(kept) < width:
                kept[row[4]] = max(kept.get(row[4], row), row, key=lambda r: r[1])
        if ply == depth:
            assert number(told_steps[-1], "value") == shown(max(row[0] for row in rows_))
        else:
            assert number(step, "kept") == str(len(kept))
        fronts = [rules.play(fronts[row[2]], np.array([row[3]])) for row in kept.values()]
        earned = [row[1] for row in kept.values()]


def test_a_beam_deeper_than_the_pieces_is_refused_with_the_engines_words() -> None:
    with pytest.raises(InputError, match=r"^depth=3 looks 3 pieces ahead"):
        told("beam", QUAD.rows, "TS")
    with pytest.raises(InputError, match=r"^width=0"):
        told("beam", width="0")
    with pytest.raises(InputError, match=r"^depth=x"):
        told("beam", depth="x")
