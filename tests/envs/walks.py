"""Walks through environments by a fixed rule, so that single and vector modes can be compared step by step."""

import hashlib
from typing import Any

import gymnasium
import numpy as np

import wellplayed.envs  # noqa: F401 - registers the ids


def single(name: str, **options: Any) -> Any:
    """The bare environment of an id."""
    return gymnasium.make(name, **options).unwrapped


def native(name: str, count: int, **options: Any) -> Any:
    return gymnasium.make_vec(name, count, vectorization_mode="vector_entry_point", **options)


def chosen(mask: Any, step: int) -> int:
    """One of the actions in a mask, another one at each step."""
    legal = np.flatnonzero(mask)
    return int(legal[step * 7919 % len(legal)])


def digest(hashed: Any, *values: Any) -> None:
    """Add values to a hash, arrays as bytes of one width."""
    for value in values:
        if isinstance(value, dict):
            digest(hashed, *(value[key] for key in sorted(value)))
        else:
            array = np.asarray(value)
            hashed.update(np.ascontiguousarray(array, np.float64 if array.dtype.kind == "f" else np.int64).tobytes())


def walked(env: Any, steps: int, seed: int) -> str:
    """A digest of all that an environment gives on a walk."""
    hashed = hashlib.sha256()
    seen, info = env.reset(seed=seed)
    digest(hashed, seen, info["action_mask"])
    for step in range(steps):
        seen, reward, ended, cut, info = env.step(chosen(info["action_mask"], step))
        digest(hashed, seen, reward, ended, cut, info["action_mask"], info["score"])
        if ended or cut:
            seen, info = env.reset()
            digest(hashed, seen, info["action_mask"])
    return hashed.hexdigest()[:16]


def same(a: Any, b: Any) -> bool:
    """Whether two nests of dicts and arrays hold the same numbers."""
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    a, b = np.asarray(a), np.asarray(b)
    if a.dtype == object:
        return a.shape == b.shape and all((x is None and y is None) or same(x, y) for x, y in zip(a, b, strict=True))
    return a.shape == b.shape and bool((a == b).all())
