"""By placements: what is announced is what happens, masks are what the rules allow, and each line is rewarded once."""

from typing import Any

import numpy as np
import pytest
from tests.envs.walks import chosen, native, same, single

from wellplayed.errors import InputError
from wellplayed.game import Game
from wellplayed.tetris.classic.text import parse

PLACED = [f"wellplayed/{name}-v0" for name in ("Classic", "Classic10x10", "ClassicSZ", "Guideline", "Puyo")]


def brute(game: Game, states: Any) -> Any:
    """[A] the actions that the rules do not refuse, each one tried."""
    allowed = np.zeros(game.actions, np.bool_)
    for action in range(game.actions):
        try:
            game.play(states, np.array([action]))
        except InputError:
            continue
        allowed[action] = True
    return allowed


@pytest.mark.parametrize(("name", "steps"), [(name, 2 if "Guideline" in name else 60) for name in PLACED])
def test_the_mask_is_what_can_be_played(name: str, steps: int) -> None:
    env = single(name)
    _, info = env.reset(seed=2)
    for step in range(steps):
        if np.any(info["action_mask"]) and not env.states["dead"][0]:
            assert (brute(env.world.game, env.states) == info["action_mask"]).all()
            assert (env.world.mask(env.states)[0] == info["action_mask"]).all()
        ended, info = env.step(chosen(info["action_mask"], step))[2::2]
        if ended:
            _, info = env.reset()


def from_what_is_seen(name: str, game: Game, seen: Any) -> Any:
    """A record [1] that has what an observation shows, and nothing else of its game."""
    states = game.new([0])
    board = seen["board"].astype(np.int64)
    bits = 1 << np.arange(len(board))
    if "Puyo" in name:
        for plane in range(8):
            states["cells"][0, plane, :6] = ((board == plane + 1) * bits[:, None]).sum(axis=0)
        states["topped"] = (seen["topped"].astype(np.int64) << np.arange(6)).sum()
    else:
        states["columns"][0, : board.shape[1]] = ((board > 0) * bits[:, None]).sum(axis=0)
    states["queue"][0, : len(seen["queue"])] = seen["queue"]
    if "hold" in seen:
        states["hold"] = seen["hold"]
    return states


@pytest.mark.parametrize("name", PLACED)
def test_the_mask_belongs_to_what_is_seen(name: str) -> None:
    env = single(name)
    seen, info = env.reset(seed=4)
    for step in range(60):
        assert (env.world.game.mask(from_what_is_seen(name, env.world.game, seen))[0] == info["action_mask"]).all()
        seen, _, ended, _, info = env.step(chosen(info["action_mask"], step))
        if ended:
            seen, info = env.reset()


@pytest.mark.parametrize("name", PLACED)
def test_an_announced_afterstate_is_the_next_board(name: str) -> None:
    """Thousands of steps in a batch, ends included."""
    env = native(name, 64, autoreset_mode="SameStep")
    _, info = env.reset(seed=1)
    game, board = env.world.game, env.world._board
    for step in range(50):
        actions = np.array([chosen(mask, step + i) for i, mask in enumerate(info["action_mask"])])
        children = game.expand(env._states)
        row = np.flatnonzero(children.action == actions[children.parent])
        assert (children.parent[row] == np.arange(64)).all()
        announced = board.arrays(children.states[row])["board"]
        seen, rewards, over, _, info = env.step(actions)
        for i in range(64):
            now = info["final_obs"][i]["board"] if over[i] else seen["board"][i]
            assert (now == announced[i]).all()
        count = "gained" if "Puyo" in name else "cleared"
        assert (rewards == children.states[row][count]).all()


@pytest.mark.parametrize("name", ["wellplayed/Classic10x10-v0", "wellplayed/Guideline-v0", "wellplayed/Puyo-v0"])
def test_rows_of_afterstates_lead_where_they_say(name: str) -> None:
    env = single(name, observation="afterstates")
    seen, info = env.reset(seed=4)
    for step in range(30):
        row = chosen(info["action_mask"], step)
        before, placement = env.states, env.world.placements(env.states)[0]
        assert ((placement >= 0) == info["action_mask"]).all()
        announced = seen[row]
        played = env.world.game.play(before, placement[[row]])
        found = env.world.game.features(played)[0]
        names = [feature.name for feature in env.world.game.glossary]
        assert announced.tolist() == np.float32(found[[names.index(n) for n in env.world.columns]]).tolist()
        assert not seen[info["action_mask"] == 0].any()
        seen, _, ended, _, info = env.step(row)
        assert (env.states["pieces"] == played["pieces"]).all()
        if ended:
            seen, info = env.reset()


def test_every_place_of_every_piece_on_an_empty_board() -> None:
    """17, 9, 34 … in the order IOTZSJL: the columns of each orientation that covers other cells."""
    seen, info = native("wellplayed/Classic-v0", 300).reset(seed=0)
    for piece, places in enumerate((17, 9, 34, 17, 17, 34, 34)):
        masks = info["action_mask"][seen["queue"][:, 0] == piece]
        assert len(masks) > 10
        assert (masks.sum(axis=1) == places).all()


@pytest.mark.parametrize("y", range(20))
def test_each_row_alone_is_worth_a_line(y: int) -> None:
    env = single("wellplayed/Classic-v0")
    env.reset(seed=0)
    states = env.states
    states["queue"][0, 0] = 0
    states["columns"][0] = parse("/".join(["....######"] + ["#########."] * y), 20, 10)
    env.set_state(env.clone_state()._replace(state=states.tobytes()))
    flat = 10  # the second orientation of I, lying, in the first columns
    _, reward, ended, _, info = env.step(flat)
    assert (reward, ended, info["lines"]) == (1, False, 1)


def test_what_stands_above_the_skyline_comes_down_and_kills_nobody() -> None:
    """Rows 18 to 22 of one column, on a board of 20 visible rows; a line below takes them down by one."""
    env = single("wellplayed/Guideline-v0", game="guideline:height=20")
    env.reset(seed=0)
    states = env.states
    states["queue"][0, 0] = 0
    states["columns"][0, :10] = [0, 0, 0, 0, *[1] * 5, 1 | 0b11111 << 18]
    env.set_state(env.clone_state()._replace(state=states.tobytes()))
    flat = next(
        action for action in np.flatnonzero(env.action_masks())
        if {(x, 0) for x in range(4)} == set(env.world.game.describe(env.states, int(action)).cells)
    )  # fmt: skip
    seen, reward, ended, _, _ = env.step(flat)
    assert (reward, ended) == (1, False)
    assert np.flatnonzero(seen["board"][:, 9]).tolist() == [17, 18, 19, 20, 21]
    assert seen["board"].sum() == 5


@pytest.mark.parametrize(
    ("name", "game"),
    [("ClassicKeys", "classic:width=4"), ("Guideline", "guideline:width=4"), ("GuidelineKeys", "guideline:width=4")],
)
def test_rewards_add_up_to_lines(name: str, game: str) -> None:
    """In narrow wells, where random play clears lines."""
    env = native(f"wellplayed/{name}-v0", 32, game=game)
    _, info = env.reset(seed=0)
    total, lines = np.zeros(32), np.zeros(32, np.int64)
    for step in range(60):
        actions = np.array([chosen(mask, step * 3 + i) for i, mask in enumerate(info["action_mask"])])
        before = info["lines"]
        _, rewards, _, _, info = env.step(actions)
        begun = info["lines"] < before
        lines += np.where(begun, 0, info["lines"] - before)
        total += rewards
        assert ((rewards == info["lines"] - before) | begun).all()
    assert (total == lines).all()
    assert total.sum() > 5


def test_straight_drops_alone_can_be_asked_for() -> None:
    whole, straight = single("wellplayed/Guideline-v0"), single("wellplayed/Guideline-v0", straight=True)
    masks = [env.reset(seed=6)[1]["action_mask"] for env in (whole, straight)]
    assert (masks[0] >= masks[1]).all()
    assert masks[1].sum() > 0


def test_planes_are_those_of_the_game() -> None:
    env = single("wellplayed/Puyo-v0", observation="planes")
    seen, _ = env.reset(seed=3)
    assert same(seen, env.world.game.planes(env.states)[0])
