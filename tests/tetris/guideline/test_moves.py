"""What can be played: actions in order, against the walk, on piles of any height; and the small batch kernels."""

from typing import Any

import numpy as np
import pytest
from tests.tetris.guideline.positions import reached, scattered, state

from wellplayed.tetris.guideline import moves as kernels
from wellplayed.tetris.guideline.rules import Guideline
from wellplayed.tetris.guideline.walk import placements
from wellplayed.tetris.pieces import PIECES

GAMES = (
    Guideline(),
    Guideline("tetrio-s2"),
    Guideline("botris", spins="none"),
    Guideline(spins="handheld"),
    Guideline(drop="sonic"),
    Guideline(width=7),
    Guideline(hold=False, previews=0),
)


def walked(game: Guideline, one: Any) -> list[int]:
    """The actions of a state [1] by the walk, in order."""
    found = []
    offers = int(one["queue"][0, 0]), int(kernels.offered(game.rules.record()[0], one))
    for hold, piece in enumerate(offers):
        row = int(kernels.appears(game.rules.record()[0], one, piece)) if piece >= 0 else -1
        if row >= 0:
            for o, x, y, spin in zip(
                *placements(one["columns"][0], game.width, game.rules.rows, piece, game.rules, row=row), strict=True
            ):
                if y < game.rules.rows:
                    found.append((((hold * 3 + spin) * 4 + o) * game.rules.rows + y) * game.width + x)
    return sorted(map(int, found))


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_listed_actions_are_those_of_the_walk(game: Guideline) -> None:
    states = np.concatenate(
        [scattered(game, 60, 1, 18), scattered(game, 40, 2, 34), reached(game, 3, games=4, pieces=20)]
    )
    states = states[:: max(len(states) // 150, 1)]
    parent, action, spot = game.listed(states)
    assert (np.diff(parent) >= 0).all()
    for i in range(len(states)):
        assert action[parent == i].tolist() == walked(game, states[i : i + 1])
    assert np.array_equal(spot, game.spots(action))
    assert action.max() < game.actions


@pytest.mark.parametrize("height", [25, 26, 27, 37, 38, 39])
def test_an_action_says_where_the_piece_is(height: int) -> None:
    # Raised by clutch, a piece comes to rest on piles of any height; above the last row it has no place.
    game = Guideline("tetrio-s2", hold=False)
    for piece in PIECES:
        one = state(game, "/".join(["#########."] * height), piece + "O", cleared=1, combo=1)
        _, action, spot = game.listed(one)
        columns, row = one["columns"][0], int(kernels.appears(game.rules.record()[0], one, PIECES.index(piece)))
        found = placements(columns, 10, 40, PIECES.index(piece), game.rules, row=row)
        known = {one for one in zip(*(part.tolist() for part in found), strict=True) if one[2] < 40}
        read = [game.parts(a) for a in action]
        assert {(o, x, y, spin) for _, spin, o, x, y in read} == known
        assert [kind << 11 | y << 5 | x for kind, x, y in ((12 * h + 4 * s + o, x, y) for h, s, o, x, y in read)] == [
            *spot.tolist()
        ]


def test_actions_are_numbered_as_the_module_says() -> None:
    game = Guideline()
    one = state(game, "", "IO")
    assert game.parts(game.listed(one)[1][0]) == (0, 0, 0, 1, 0)
    for action in game.listed(one)[1].tolist():
        hold, spin, o, x, y = game.parts(action)
        assert (((hold * 3 + spin) * 4 + o) * 40 + y) * 10 + x == action
        assert game.spots(np.array([action])).tolist() == [(12 * hold + 4 * spin + o) << 11 | y << 5 | x]
    assert game.actions == 2 * 3 * 4 * 40 * 10


def test_low_and_high_piles_in_one_batch() -> None:
    game = Guideline()
    low, high = state(game, "#.........", "TI"), state(game, "/".join(["#........."] * 30), "TI")
    batch = np.concatenate([high, low, high, low])
    parent, action, _ = game.listed(batch)
    alone = [game.listed(one)[1].tolist() for one in (high, low)]
    assert [action[parent == i].tolist() for i in range(4)] == alone * 2


def test_which_piles_the_flood_leaves_to_the_walk() -> None:
    game = Guideline()
    states = np.concatenate([state(game, "/".join(["#........."] * rows)) for rows in (0, 1, 26, 27, 40)])
    skip = np.zeros(5, np.bool_)
    kernels.tall(states, game.rules.record()[0], kernels.FLOODED, False, skip)
    assert skip.tolist() == [False, False, False, True, True]
    kernels.tall(states, game.rules.record()[0], -1, False, skip)
    assert skip.all()


@pytest.mark.parametrize("count", [1, 40])
def test_room_for_every_action(count: int) -> None:
    # Ragged rock to the last row that the flood takes, dug out from above: as many places to rest as there can be.
    game, rng = Guideline("tetrio-s2"), np.random.default_rng(count)
    most = 0
    for _ in range(20 * count):
        rows = ["".join(rng.choice(list("#..."), 10)) for _ in range(16)]
        found = game.listed(state(game, "/".join(rows), "TJ", "L"))[0]
        most = max(most, len(found))
    assert 60 < most < kernels.ROOM


def test_missing_actions() -> None:
    parent, action = np.array([0, 0, 2]), np.array([4, 5, 5])
    assert kernels.missing(parent, action, np.array([4, 0, 5])) == 1
    assert kernels.missing(parent, action, np.array([6, 5, 5])) == 0
    assert kernels.missing(parent[:2], action[:2], np.array([5])) == -1


def test_chosen_is_the_first_best() -> None:
    out = np.empty(3, np.int64)
    kernels.chosen(np.array([0, 0, 0, 2]), np.array([1.0, 2.0, 2.0, -np.inf]), out)
    assert out.tolist() == [1, -1, 3]


def test_garbage_received_makes_its_holes_public() -> None:
    game = Guideline()
    before = game.new(range(6))
    after = game.receive(before, np.array([0, 1, 2, 5, 12, 40]))
    assert after["pending"][:, :, 0].sum(axis=1).tolist() == [0, 1, 2, 5, 12, 40]
    assert (before["pending"] == 0).all()
    assert after["hole"][0] == -1
    assert ((after["hole"][1:] >= 0) & (after["hole"][1:] < 10)).all()
    same = game.receive(before, np.array([0, 1, 2, 5, 12, 40]))
    assert np.array_equal(after, same)
