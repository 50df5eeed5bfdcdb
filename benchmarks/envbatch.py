"""Our vector environments under the clock of envsteps.py."""

from typing import Any

import gymnasium
import numpy as np

import wellplayed.envs  # noqa: F401 - registers the ids
from wellplayed._jit import Array, kernel

from .envsteps import Work

DRAWN = 64  # sets of places drawn beforehand, over and over


@kernel
def first_from(masks: Array, place: Array, out: Array) -> None:
    """Fill `out` [B] with the first legal action at or after a place [B], going round. Modified in place."""
    for i in range(len(out)):
        action = place[i]
        while masks[i, action] == 0:
            action += 1
            if action == masks.shape[1]:
                action = 0
        out[i] = action


def batch(name: str, count: int, **options: Any) -> Work:
    """Steps of `count` games of an id, which begin again by themselves."""
    env = gymnasium.make_vec(f"wellplayed/{name}-v0", count, vectorization_mode="vector_entry_point", **options)
    places = np.random.default_rng(0).integers(env.single_action_space.n, size=(DRAWN, count))
    masks, actions = [env.reset(seed=0)[1]["action_mask"]], np.empty(count, np.int64)

    def run(wanted: int) -> int:
        steps = max(1, wanted // count)
        for step in range(steps):
            first_from(masks[0], places[step % DRAWN], actions)
            masks[0] = env.step(actions)[-1]["action_mask"]
        return steps * count

    what = f"{name}{', afterstates' if options else ''}, {count} in a batch"
    return Work(what, what, run)
