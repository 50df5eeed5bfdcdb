"""The environments of one package, stepped with random legal actions under the clock; run by that package's own Python.

    python benchmarks/envsteps.py PACKAGE SECONDS ROUNDS

It prints one line of JSON. At the top it imports nothing but the standard library and NumPy, since each package has an
environment of its own. The protocol is the same for all: an action is the first legal one at or after a place drawn
beforehand, going round, and costs what it costs; a game that is over begins again under the clock; time is processor
time of all threads; and the works of a package take turns, `ROUNDS` times over, about `SECONDS` each.
"""

import importlib.metadata
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from itertools import cycle
from typing import Any, NamedTuple

import numpy as np

DRAWN = 4096  # places drawn beforehand, over and over


class Work(NamedTuple):
    """An environment to step, and which of our rows it is compared with."""

    what: str
    like: str
    run: Callable[[int], int]  # play about so many steps; how many it were


def places(actions: int) -> Iterator[int]:
    """Places to look for a legal action from."""
    return cycle(np.random.default_rng(0).integers(actions, size=DRAWN).tolist())


def single(env: Any, mask: Callable[[Any, Any], Any]) -> Callable[[int], int]:
    """Steps of one Gymnasium environment; `mask` finds the mask in an observation and an info, or gives None."""
    state: list[Any] = [*env.reset(seed=0), places(int(env.action_space.n))]

    def run(steps: int) -> int:
        seen, info, draw = state
        for _ in range(steps):
            action, legal = next(draw), mask(seen, info)
            if legal is not None:
                flags = legal.tobytes()
                at = flags.find(1, action)
                action = at if at >= 0 else flags.find(1)
            seen, _, dead, cut, info = env.step(action)
            if dead or cut:
                seen, info = env.reset()
        state[:2] = seen, info
        return steps

    return run


def every(seen: Any, info: Any) -> Any:
    """For environments without masks."""
    return None


def told(seen: Any, info: Any) -> Any:
    """Of masks in the info."""
    return info["action_mask"]


def wellplayed() -> list[Work]:
    """Ours."""
    import gymnasium

    import wellplayed.envs

    def one(name: str, **options: Any) -> Work:
        what = f"{name}{', afterstates' if options else ''}"
        return Work(what, what, single(gymnasium.make(f"wellplayed/{name}-v0", **options), told))

    from benchmarks.envbatch import batch

    names = [id_.name.removeprefix("wellplayed/").removesuffix("-v0") for id_ in wellplayed.envs.IDS]
    names = [name for name in names if "10x10" not in name and "SZ" not in name]
    works = [one(name) for name in names] + [one("Classic", observation="afterstates")]
    works += [batch(name, count) for name in names for count in (64, 1024)]
    return [*works, batch("Classic", 256, observation="afterstates")]


def tetris_gymnasium() -> list[Work]:
    """Keys, and placements by its wrapper, whose mask is of float64."""
    import gymnasium
    from tetris_gymnasium.envs import Tetris
    from tetris_gymnasium.wrappers.grouped import GroupedActionsObservations
    from tetris_gymnasium.wrappers.observation import FeatureVectorObservation

    def flags(seen: Any, info: Any) -> Any:
        return info["action_mask"].astype(np.int8)

    def base() -> Tetris:
        return gymnasium.make("tetris_gymnasium/Tetris")

    featured = base()
    features = GroupedActionsObservations(featured, observation_wrappers=[FeatureVectorObservation(featured)])
    return [
        Work("keys", "GuidelineKeys", single(base(), every)),
        Work("placements, boards", "Classic", single(GroupedActionsObservations(base()), flags)),
        Work("placements, features", "Classic, afterstates", single(features, flags)),
    ]


def rl_tetris() -> list[Work]:
    """Keys without gravity, and placements by its wrapper."""
    from rl_tetris.envs.tetris import Tetris
    from rl_tetris.wrapper.Grouped import GroupedWrapper
    from rl_tetris.wrapper.Observation import GroupedFeaturesObservation

    def flags(seen: Any, info: Any) -> Any:
        return seen["action_mask"]

    featured = Tetris()
    return [
        Work("keys, no gravity", "ClassicKeys", single(Tetris(), every)),
        Work("placements, boards", "Classic", single(GroupedWrapper(Tetris()), flags)),
        Work(
            "placements, features", "Classic, afterstates",
            single(GroupedWrapper(featured, GroupedFeaturesObservation(featured)), flags),
        ),
    ]  # fmt: skip


def jumanji() -> list[Work]:
    """Placements, compiled whole: a scan over steps, of one game and of many."""
    import jax
    import jax.numpy as jnp
    from jumanji.environments import Tetris
    from jumanji.wrappers import AutoResetWrapper, VmapAutoResetWrapper

    def scanned(rows: int, count: int, steps: int) -> Work:
        plain = Tetris(num_rows=rows, num_cols=10)
        env = VmapAutoResetWrapper(plain) if count > 1 else AutoResetWrapper(plain)
        start = jnp.asarray(np.random.default_rng(0).integers(40, size=(steps, count)))

        def chosen(mask: Any, place: Any) -> Any:
            order = (jnp.arange(40) + place) % 40
            action = (place + mask.reshape(40)[order].argmax()) % 40
            return jnp.stack([action // 10, action % 10])

        def step(carry: Any, place: Any) -> Any:
            state, timestep = carry
            mask = timestep.observation.action_mask
            action = jax.vmap(chosen)(mask, place) if count > 1 else chosen(mask, place[0])
            state, timestep = env.step(state, action)
            return (state, timestep), timestep.observation.grid.sum() + timestep.reward.sum()

        many = jax.jit(lambda carry: jax.lax.scan(step, carry, start))
        keys = jax.random.PRNGKey(0)
        carry = [env.reset(jax.random.split(keys, count) if count > 1 else keys)]

        def run(wanted: int) -> int:
            times = max(1, wanted // (steps * count))
            for _ in range(times):
                carry[0], sums = many(carry[0])
            jax.block_until_ready(sums)
            return times * steps * count

        like = "Classic" if count == 1 else f"Classic, {count} in a batch"
        return Work(f"placements, 10 x {rows}, {f'{count} by vmap' if count > 1 else 'one'}", like, run)

    return [scanned(10, 1024, 32), scanned(20, 1, 2048), scanned(20, 64, 256), scanned(20, 1024, 32)]


def ale_py() -> list[Work]:
    """Tetris of the Atari 2600: keys, four frames of an emulator a step."""
    import ale_py
    import gymnasium

    gymnasium.register_envs(ale_py)
    return [Work("ALE/Tetris-v5, keys", "GuidelineKeys", single(gymnasium.make("ALE/Tetris-v5"), every))]


def gym_simpletetris() -> list[Work]:
    """Keys; its features of the board ("ram")."""
    import gym
    import gym_simpletetris  # noqa: F401 - registers its id

    class Modern:
        """The steps of today out of the ones of `gym` before 0.26."""

        def __init__(self) -> None:
            self.env = gym.make("SimpleTetris-v0", obs_type="ram", apply_api_compatibility=True).unwrapped
            self.action_space = self.env.action_space

        def reset(self, **options: Any) -> Any:
            return self.env.reset(**options)

        def step(self, action: int) -> Any:
            return self.env.step(action)

    return [Work("keys", "GuidelineKeys", single(Modern(), every))]


PACKAGES = {
    "wellplayed": wellplayed,
    "tetris-gymnasium": tetris_gymnasium,
    "rl-tetris": rl_tetris,
    "jumanji": jumanji,
    "ale-py": ale_py,
    "gym-simpletetris": gym_simpletetris,
}


def timed(works: list[Work], seconds: float, rounds: int) -> list[dict[str, Any]]:
    """Rates of each work, a number of steps chosen once so that a round takes about so many seconds."""
    sizes, rates = [], []
    for work in works:
        size, spent = 16, 0.0
        while spent < seconds / 4:
            size *= 2
            begun = time.process_time()
            size = max(size, work.run(size))
            spent = time.process_time() - begun
        sizes.append(max(16, int(size * seconds / spent)))
        rates.append([])
    for _ in range(rounds):
        for work, size, rate in zip(works, sizes, rates):
            begun = time.process_time()
            steps = work.run(size)
            rate.append(steps / (time.process_time() - begun))
    return [{"what": work.what, "like": work.like, "rates": rate} for work, rate in zip(works, rates)]


def main() -> None:
    """Time one package."""
    package, seconds, rounds = sys.argv[1], float(sys.argv[2]), int(sys.argv[3])
    os.environ["JAX_PLATFORMS"] = "cpu"
    rows = timed(PACKAGES[package](), seconds, rounds)
    print(json.dumps({"package": package, "version": importlib.metadata.version(package), "rows": rows}))


if __name__ == "__main__":
    main()
