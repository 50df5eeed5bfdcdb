"""Straight drops against a naive definition and against paths; random moves against their twin; the small kernels."""

from typing import Any

import numpy as np
import pytest
from tests.naive import guideline as naive
from tests.naive.random_moves import stray
from tests.tetris.guideline.positions import reached, scattered, state, steady

from wellplayed.conformance import equal
from wellplayed.errors import InputError
from wellplayed.tetris.guideline import choice
from wellplayed.tetris.guideline.rules import Guideline

GAMES = (
    Guideline(),
    Guideline("tetrio-s2"),
    Guideline("botris"),
    Guideline(spins="handheld"),
    Guideline(drop="sonic"),
    Guideline(width=7),
    Guideline(hold=False, previews=0),
)


# Straight drops -------------------------------------------------------------------------------------------------------


def board_of(game: Guideline, one: Any) -> naive.Board:
    """The filled cells of a state [1]."""
    columns = [int(c) for c in one["columns"][0]]
    return frozenset((x, y) for x in range(game.width) for y in range(game.rules.rows) if columns[x] >> y & 1)


def open_to_the_sky(game: Guideline, one: Any) -> list[int]:
    """The actions of a state [1] that are no spin and have no filled cell above any of their own; if none, all."""
    board, every = board_of(game, one), game.listed(one)[1].tolist()
    found = []
    for action in every:
        placement = game.describe(one, action)
        covered = any((x, above) in board for x, y in placement.cells for above in range(y + 1, game.rules.rows))
        if placement.spin == "none" and not covered:
            found.append(action)
    return found or every


def some_states(game: Guideline) -> Any:
    """Low piles and high ones, from play and at random."""
    parts = [scattered(game, 15, 1, 8), scattered(game, 15, 2, 20), reached(game, 3, games=4, pieces=20)]
    states = np.concatenate(parts + ([scattered(game, 5, 3, 34)] if game.width == 10 else []))
    return states[:: max(len(states) // 20, 1)]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_straight_drops_are_those_under_the_open_sky(game: Guideline) -> None:
    view, states = game.straight(), some_states(game)
    parent, action, spot = view.listed(states)
    for i in range(len(states)):
        assert action[parent == i].tolist() == open_to_the_sky(game, states[i : i + 1])
    assert np.array_equal(spot, game.spots(action))
    assert len(action) < len(game.listed(states)[1])


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_on_low_piles_they_are_the_kinds_drop_and_shift(game: Guideline) -> None:
    states = np.concatenate([scattered(game, 12, 5, 12), state(game, "", "TI"), state(game, "", "SO", "Z")])
    view = game.straight()
    for i in range(len(states)):
        one = states[i : i + 1]
        kinds = {action: game.describe(one, action) for action in game.listed(one)[1].tolist()}
        wanted = [a for a, found in kinds.items() if found.kind in ("drop", "shift") and found.spin == "none"]
        assert view.listed(one)[1].tolist() == wanted


def test_the_view_is_the_same_game_with_fewer_moves() -> None:
    game = Guideline("tetrio-s2")
    view = game.straight()
    assert view.straight() is view
    assert (view.name, view.dtype, view.actions, view.rules) == (game.name, game.dtype, game.actions, game.rules)
    assert repr(view) == f"<{game.name}, straight drops>"
    assert repr(game) == f"<{game.name}>"
    one = state(game, "###....###/##......##/###.######", "TI")
    tucks = sorted(set(game.listed(one)[1].tolist()) - set(view.listed(one)[1].tolist()))
    assert tucks
    for action in tucks:
        assert not view.mask(one)[0, action]
        with pytest.raises(InputError, match="not legal there"):
            view.describe(one, action)
        with pytest.raises(InputError, match="not legal there"):
            view.play(one, np.array([action]))
    for action in view.listed(one)[1].tolist():
        assert view.describe(one, action) == game.describe(one, action)


def test_hold_offers_straight_drops_too() -> None:
    game = Guideline()
    one = state(game, "####.#####", "TI", "O")
    pieces = {game.describe(one, a).piece for a in game.straight().listed(one)[1].tolist()}
    assert pieces == {"T", "O"}


def test_under_an_overhang_a_state_keeps_all_its_moves() -> None:
    # Nothing but a chamber about the place where pieces appear, roofed over.
    roof = ["##########"] + ["###....###"] * 4 + ["##########"] * 17
    game = Guideline()
    one = state(game, "/".join(roof), "TO", "S")
    assert len(game.listed(one)[1]) > 0
    assert np.array_equal(game.straight().listed(one)[1], game.listed(one)[1])
    assert open_to_the_sky(game, one) == game.listed(one)[1].tolist()


def test_high_and_low_piles_in_one_batch() -> None:
    view = Guideline().straight()
    low, high = state(view, "##......##/##.#....##", "TI"), state(view, "/".join(["#........."] * 30), "TI")
    parent, action, _ = view.listed(np.concatenate([high, low, high]))
    alone = [view.listed(one)[1].tolist() for one in (high, low)]
    assert [action[parent == i].tolist() for i in range(3)] == [alone[0], alone[1], alone[0]]


# Random moves ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("share", [0.0, 0.3, 1.0])
@pytest.mark.parametrize(
    "game", [Guideline("tetrio-s2"), Guideline(bag="tetrio").straight(), Guideline(width=6)], ids=repr
)
def test_random_moves_are_those_of_the_twin(game: Guideline, share: float) -> None:
    weights, states = steady(game), reached(game, 2, games=3, pieces=5)
    made = 0
    for i in range(len(states)):
        one = states[i : i + 1]
        for _ in range(3):
            actions = game.listed(one)[1]
            row = stray(int(one["stream"][0]), int(one["pieces"][0]), share, len(actions))
            if row is None:
                row = int(np.argmax(game.moves(one, weights).value))
            else:
                made += 1
            wanted = game.deal(game.play(one, actions[[row]]))
            one = game.rollout(one, weights, 1, random=share)
            assert equal(one, wanted).all()
            if one["dead"][0]:
                break
    assert (made == 0) == (share == 0)


def test_a_batch_is_many_batches_of_one() -> None:
    game = Guideline()
    states, weights = reached(game, 4, games=4, pieces=12), steady(game)
    together = game.rollout(states, weights, 40, random=0.5)
    alone = np.concatenate([game.rollout(states[i : i + 1], weights, 40, random=0.5) for i in range(len(states))])
    assert equal(together, alone).all()
    assert together["dead"].any()
    assert not together["dead"].all()


def test_a_game_may_be_lost_by_a_random_move() -> None:
    game = Guideline(hold=False)
    one = state(game, "/".join(["#########."] * 18 + ["........##"]), "OTITI")
    one = np.repeat(one, 100)
    states = game.reseeded(one, np.arange(100, dtype=np.uint64))
    after = game.rollout(states, steady(game), 1, random=1.0)
    moves = game.moves(one[:1], steady(game))
    assert moves.dead.any()
    assert 0 < after["dead"].sum() < 100


@pytest.mark.parametrize("share", [-0.1, 1.5, float("nan")])
def test_refuses_what_is_no_share(share: float) -> None:
    game = Guideline()
    with pytest.raises(InputError, match="is no share of moves; choose 0"):
        game.rollout(game.new([1]), steady(game), 1, random=share)


def test_refuses_states_that_are_not_dealt() -> None:
    game = Guideline(previews=0, hold=False)
    one = game.play(game.new([1]), np.argmax(game.mask(game.new([1])), axis=1))
    with pytest.raises(InputError, match="rollout needs dealt states"):
        game.rollout(one, steady(game), 1)


# Small kernels --------------------------------------------------------------------------------------------------------


def test_missing_actions() -> None:
    parent, action = np.array([0, 0, 2]), np.array([4, 5, 5])
    assert choice.missing(parent, action, np.array([4, 0, 5])) == 1
    assert choice.missing(parent, action, np.array([6, 5, 5])) == 0
    assert choice.missing(parent[:2], action[:2], np.array([5])) == -1


def test_chosen_is_the_first_best() -> None:
    out = np.empty(3, np.int64)
    choice.chosen(np.array([0, 0, 0, 2]), np.array([1.0, 2.0, 2.0, -np.inf]), out)
    assert out.tolist() == [1, -1, 3]
