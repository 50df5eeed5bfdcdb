"""One game: seeds, masks, moments to go back to, and what is refused."""

import pickle
from typing import Any

import numpy as np
import pytest
from tests.envs.walks import chosen, native, same, single

from wellplayed.envs import IDS, Play
from wellplayed.errors import InputError

NAMES = [id_.name for id_ in IDS]


def pieces(seed: int, count: int = 60) -> list[Any]:
    """The first pieces of a game, as its learner sees them."""
    env = single("wellplayed/Classic-v0", game="classic:height=24,previews=15")
    seen, info = env.reset(seed=seed)
    found = seen["queue"].tolist()
    for step in range(count):
        seen, _, ended, _, info = env.step(chosen(info["action_mask"], step))
        if ended:
            break
        found.append(int(seen["queue"][-1]))
    return found


def test_a_seed_is_a_game_and_another_seed_another_one() -> None:
    games = {seed: pieces(seed, 9) for seed in (0, 1, 2**31 - 1, 2**63 - 1, 2**64 - 1)}
    assert all(pieces(seed, 9) == found for seed, found in games.items())
    assert len({tuple(found) for found in games.values()} | {tuple(pieces(s, 9)) for s in range(2, 50)}) == 53


def test_a_thousand_pieces_follow_from_the_seed() -> None:
    """Over many games, each begun by a reset without a seed; another seed gives others."""
    walks: list[list[int]] = []
    for seed in (0, 0, 1):
        env = single("wellplayed/Classic10x10-v0")
        seen, info = env.reset(seed=seed)
        found = [int(seen["queue"][0])]
        while len(found) < 1_000:
            seen, _, ended, _, info = env.step(chosen(info["action_mask"], len(found)))
            if ended:
                seen, info = env.reset()
            found.append(int(seen["queue"][0]))
        walks.append(found)
    assert walks[0] == walks[1]
    assert np.mean(np.array(walks[0]) == walks[2]) < 0.25  # one in seven by chance; a standard error is 0.011


def test_a_seed_is_the_game_that_the_arena_plays_by_it() -> None:
    env = single("wellplayed/Guideline-v0")
    env.reset(seed=7)
    assert env.states.tobytes() == env.world.game.new([7]).tobytes()


def test_the_first_piece_is_not_always_the_same() -> None:
    seen, _ = native("wellplayed/Classic-v0", 7_000).reset(seed=0)
    counts = np.bincount(seen["queue"][:, 0], minlength=7)
    assert ((counts - 1_000) ** 2 / 1_000).sum() < 22.5  # chi-square of 6 degrees of freedom, one in a thousand


@pytest.mark.parametrize("name", NAMES)
def test_a_reset_in_the_midst_of_a_game_leaves_nothing_of_it(name: str) -> None:
    env = single(name)
    _, info = env.reset(seed=3)
    for step in range(40):
        ended, info = env.step(chosen(info["action_mask"], step))[2::2]
        if ended:
            break
    assert same(env.reset(seed=4), single(name).reset(seed=4))
    again = single(name)
    again.reset(seed=4)
    assert same(env.reset(), again.reset())
    assert env.reset()[1]["seed"] != env.reset()[1]["seed"]


def test_every_seven_pieces_are_a_bag_also_with_hold_and_after_a_reset() -> None:
    env = single("wellplayed/Guideline-v0")
    env.reset(seed=11)
    env.step(int(env.action_masks().argmax()))
    for _ in range(2):
        seen, info = env.reset()
        drawn = seen["queue"].tolist()
        for step in range(30):
            empty = seen["hold"][0] < 0
            last = seen
            seen, _, ended, _, info = env.step(chosen(info["action_mask"], step + 5))
            if ended:
                break
            new = 1 + int(empty and seen["hold"][0] >= 0)
            assert same(seen["queue"][:-new], last["queue"][new:])
            drawn += seen["queue"][-new:].tolist()
        bags = [drawn[i : i + 7] for i in range(0, len(drawn) - 6, 7)]
        assert len(bags) > 1
        assert all(sorted(bag) == list(range(7)) for bag in bags)


@pytest.mark.parametrize("name", NAMES)
def test_a_moment_can_be_gone_back_to(name: str) -> None:
    env, other = single(name), single(name)
    _, info = env.reset(seed=5)
    for step in range(3):
        info = env.step(chosen(info["action_mask"], step))[4]
    saved = pickle.loads(pickle.dumps(env.clone_state()))
    first = [env.step(chosen(env.action_masks(), step)) for step in range(3)]
    other.reset(seed=99)
    assert same(other.set_state(saved)[1]["action_mask"], info["action_mask"])
    second = [other.step(chosen(other.action_masks(), step)) for step in range(3)]
    assert all(same(a[0], b[0]) and a[1:4] == b[1:4] and same(a[4], b[4]) for a, b in zip(first, second, strict=True))
    assert same(env.reset(), other.reset())


def test_another_future_shows_the_same_now() -> None:
    env = single("wellplayed/Guideline-v0")
    seen, info = env.reset(seed=5)
    saved = env.clone_state()
    other, told = env.set_state(saved, future=1)
    assert same(seen, other)
    assert same(info["action_mask"], told["action_mask"])
    later = []
    for future in (1, 2):
        env.set_state(saved, future=future)
        for step in range(9):
            last = env.step(chosen(env.action_masks(), step))[0]["queue"].tolist()
        later.append(last)
    assert later[0] != later[1]
    keys = single("wellplayed/GuidelineKeys-v0")
    keys.reset(seed=5)
    with pytest.raises(InputError, match="keeps its future"):
        keys.set_state(keys.clone_state(), future=1)
    with pytest.raises(InputError, match="another game"):
        keys.set_state(saved)


def test_what_is_not_legal_does_nothing_or_is_refused() -> None:
    env = single("wellplayed/Classic-v0")
    seen, info = env.reset(seed=1)
    wrong = int(np.argmin(info["action_mask"]))
    info["action_mask"][wrong] = 1  # what is told is the learner's to write on
    seen["board"][0] = 1
    after, reward, ended, _, told = env.step(wrong)
    assert not after["board"].any()
    seen["board"][0] = 0
    assert same(seen, after)
    assert (reward, ended, told["legal"], told["pieces"]) == (0, False, False, 0)
    strict = single("wellplayed/Classic-v0", illegal="raise")
    with pytest.raises(InputError, match="call reset"):
        strict.step(0)
    strict.reset(seed=1)
    with pytest.raises(InputError, match=f"action {wrong} is not legal in game 0"):
        strict.step(wrong)
    with pytest.raises(InputError, match="action 40 does not exist; choose 0 to 39"):
        env.step(40)


@pytest.mark.parametrize("name", ["wellplayed/Classic10x10-v0", "wellplayed/PuyoKeys-v0"])
def test_when_it_is_over_the_mask_is_not_empty_and_no_step_is_taken(name: str) -> None:
    env = single(name)
    _, info = env.reset(seed=1)
    ended = False
    while not ended:
        ended, info = env.step(int(np.flatnonzero(info["action_mask"])[-1]))[2::2]
    assert np.flatnonzero(info["action_mask"]).tolist() == [0]
    with pytest.raises(InputError, match="game 0 is over"):
        env.step(0)


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"by": "mouse"}, "by='mouse' is no way to play"),
        ({"observation": "pixels"}, "observation='pixels' is unknown"),
        ({"features": ["holes"]}, "features are the columns"),
        ({"observation": "afterstates", "features": ["hole"]}, "did you mean 'holes'"),
        ({"ticks": 2}, "ticks=2 are of games by keys"),
        ({"by": "keys", "ticks": 2}, "classic play has no clock"),
        ({"by": "keys", "game": "puyo", "ticks": 601}, "choose 0 to 600"),
        ({"by": "keys", "observation": "planes"}, "by keys there is the board alone"),
        ({"game": "clasic"}, "did you mean"),
        ({"reward": "line"}, "did you mean 'lines'"),
        ({"shaping": {"hole": 1.0}}, "did you mean 'holes'"),
        ({"death": float("nan")}, "must be finite"),
        ({"illegal": "end"}, "choose pass or raise"),
        ({"render_mode": "svg"}, "choose ansi, rgb_array, human"),
    ],
)
def test_arguments_that_do_not_fit_are_named(options: dict[str, Any], text: str) -> None:
    with pytest.raises(InputError, match=text):
        Play(**options)
