"""The ids: each passes Gymnasium's own checks, is drawn in every mode, and plays the same game in every version."""

import json
import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from tests.envs.walks import single, walked

from wellplayed.envs import IDS, register
from wellplayed.errors import InputError

NAMES = [id_.name for id_ in IDS]
PLACED = [id_.name for id_ in IDS if id_.by == "placements"]
VIEWS = [(name, {}) for name in NAMES] + [
    (name, {"observation": view}) for name in PLACED for view in ("planes", "afterstates")
]

# What a walk of 200 steps from seed 0 gives, whatever the machine. A change here is a new version of the id.
GOLDEN = {
    "wellplayed/Classic-v0": "240efbe166f55af8",
    "wellplayed/ClassicKeys-v0": "d3c70a7962b9bde8",
    "wellplayed/Classic10x10-v0": "c0954dec44f62dba",
    "wellplayed/Classic10x10Keys-v0": "e2617fd67e7ccf4b",
    "wellplayed/ClassicSZ-v0": "68d92f84eb941aca",
    "wellplayed/ClassicSZKeys-v0": "61cd239b61db0915",
    "wellplayed/Guideline-v0": "24ba74b8846b7e5a",
    "wellplayed/GuidelineKeys-v0": "1cc5e727db68e38d",
    "wellplayed/Puyo-v0": "101c4778866970d7",
    "wellplayed/PuyoKeys-v0": "48196c5612cd4f82",
}


@pytest.mark.parametrize(
    ("name", "options"), VIEWS, ids=lambda value: value if isinstance(value, str) else "+".join(value.values())
)
def test_it_passes_gymnasiums_checks(name: str, options: dict[str, Any]) -> None:
    check_env(single(name, **options))


@pytest.mark.parametrize("wrapper", [
    gymnasium.wrappers.RecordEpisodeStatistics,
    gymnasium.wrappers.FlattenObservation,
    lambda env: gymnasium.wrappers.TransformReward(env, float),
])  # fmt: skip
def test_wrapped_it_passes_them_too(wrapper: Any) -> None:
    wrapped = wrapper(gymnasium.make("wellplayed/Guideline-v0"))
    # The checker takes environments without wrappers, and says so of any other by a warning.
    with pytest.warns(UserWarning, match="different from the unwrapped"):
        check_env(wrapped, skip_render_check=True)
    assert wrapped.get_wrapper_attr("action_masks")().dtype == np.bool_


@pytest.mark.parametrize("name", NAMES)
def test_it_is_drawn_in_every_mode(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    shown: dict[str, Any] = {}
    for mode in single(name).metadata["render_modes"]:
        env = gymnasium.make(name, render_mode=mode)
        env.reset(seed=1)
        shown[mode] = env.render()
        env.step(env.unwrapped.action_masks().argmax())
        assert (env.render() is None) == (mode == "human")
        env.close()
    rows = shown["ansi"].splitlines()
    image = shown["rgb_array"]
    assert image.dtype == np.uint8
    assert image.shape[0] == 12 * len(rows)
    assert len(np.unique(image.reshape(-1, 3), axis=0)) > 4
    assert shown["ansi"] in capsys.readouterr().out


@pytest.mark.parametrize("name", NAMES)
def test_it_plays_the_same_game_everywhere(name: str) -> None:
    assert walked(single(name), 200, 0) == GOLDEN[name]


def test_registration_happens_once_and_its_arguments_are_json() -> None:
    before = dict(gymnasium.registry)
    register()
    assert gymnasium.registry == before
    for name in NAMES:
        spec = gymnasium.spec(name)
        assert json.loads(json.dumps(spec.kwargs)) == spec.kwargs
        assert gymnasium.envs.registration.EnvSpec.from_json(spec.to_json()).entry_point == spec.entry_point


def test_one_name_imports_and_makes() -> None:
    assert gymnasium.make("wellplayed.envs:wellplayed/Classic-v0").unwrapped.world.game.name.startswith(
        "classic:height=20"
    )


def test_without_the_extra_the_remedy_is_named() -> None:
    code = "import sys; sys.modules['gymnasium'] = None; import wellplayed.envs"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr.rstrip().endswith("ImportError: environments need gymnasium; run pip install 'wellplayed[rl]'")


def test_a_limit_truncates_and_does_not_terminate() -> None:
    env = gymnasium.make("wellplayed/Classic-v0", max_episode_steps=3)
    env.reset(seed=0)
    assert [env.step(0)[2:4] for _ in range(3)] == [(False, False), (False, False), (False, True)]


def test_placements_are_what_one_gets_unless_keys_are_asked_for() -> None:
    assert {id_.by for id_ in IDS if "Keys" not in id_.name} == {"placements"}
    assert single("wellplayed/Classic-v0").world.names == ()
    assert single("wellplayed/Classic-v0").action_space.n == 40


def test_a_step_or_a_picture_before_the_first_reset_is_refused() -> None:
    for env in (gymnasium.make("wellplayed/Classic-v0", render_mode="ansi"), gymnasium.make("wellplayed/Puyo-v0")):
        for act in (lambda env=env: env.step(0), env.unwrapped.action_masks, env.unwrapped.clone_state):
            with pytest.raises(InputError, match="call reset"):
                act()
    with pytest.raises(InputError, match="call reset"):
        gymnasium.make("wellplayed/Classic-v0", render_mode="ansi").render()
    env = single("wellplayed/Classic-v0")
    env.reset(seed=1)
    with pytest.raises(InputError, match=r"action 1.5 is no whole number; choose 0 to 39"):
        env.step(1.5)
