"""How fast Puyo chains are played out: published fields, one with the longest chain, and random ones."""

import json
import random
from collections.abc import Callable
from pathlib import Path

import numpy as np

from wellplayed._jit import Array, kernel
from wellplayed.puyo.chain import fired, resolve, simulate
from wellplayed.puyo.planes import load
from wellplayed.puyo.text import parse

from .timing import Timing, rates

FACTS = Path(__file__).parents[1] / "tests/puyo/facts/chains.json"
UNITS = 100_000  # about how many chains one round plays


@kernel
def scored(cells: Array, times: int) -> int:
    """Resolve fields [B, 8, 8] `times` times over, with their score; return the sum of it."""
    points = 0
    for _ in range(times):
        for i in range(len(cells)):
            points += resolve(load(cells, i))[2]
    return points


@kernel
def unscored(cells: Array, times: int) -> int:
    """The same without the score; return the links."""
    links = 0
    for _ in range(times):
        for i in range(len(cells)):
            links += fired(load(cells, i))[1]
    return links


def fields() -> dict[str, np.ndarray]:
    """Fields [B, 8, 8] by what they are: published ones, the first of 19 links among them, random ones of 4 colours."""
    cases = json.loads(FACTS.read_text("utf-8"))["cases"]
    longest = next(case for case in cases if case["links"] == 19)
    rng, noise = random.Random(1), []
    for _ in range(500):
        heights = [rng.randint(0, 13) for _ in range(6)]
        rows = ["".join(rng.choice("RGBY") if y < h else "." for h in heights) for y in reversed(range(13))]
        noise.append("/".join(rows))
    found = {
        f"{len(cases)} published fields": ["/".join(case["rows"]) for case in cases],
        "one field of 19 links": ["/".join(longest["rows"])] * 100,
        "500 random fields": noise,
    }
    return {what: np.stack([parse(text) for text in texts]) for what, texts in found.items()}


def chains() -> list[Timing]:
    """Chains played to their end per second, with their score and without."""
    works: dict[str, Callable[[], int]] = {}
    for what, cells in fields().items():
        times = -(-UNITS // len(cells))
        links = unscored(cells, 1) / len(cells)

        def with_score(cells: np.ndarray = cells, times: int = times) -> int:
            scored(cells, times)
            return times * len(cells)

        def without(cells: np.ndarray = cells, times: int = times) -> int:
            unscored(cells, times)
            return times * len(cells)

        works[f"chains of {what} ({links:.1f} links), with score"] = with_score
        works[f"chains of {what} ({links:.1f} links), without"] = without
    cells = fields()["500 random fields"]
    out, counts = cells.copy(), np.zeros((2, len(cells)), np.int64)

    def batch() -> int:
        for _ in range(UNITS // len(cells)):
            np.copyto(out, cells)
            simulate(out, counts[0], counts[1])
        return UNITS // len(cells) * len(cells)

    works["simulate, the random fields, batch by batch"] = batch
    return rates(works, "chains/s", rounds=15)
