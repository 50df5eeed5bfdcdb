"""Fields to try chains on: published ones, random ones, and random changes of published ones."""

import functools
import json
import random
from pathlib import Path
from typing import Any

import numpy as np

from wellplayed.puyo.cells import LETTERS
from wellplayed.puyo.text import parse

FACTS = Path(__file__).parent / "facts"

Rows = list[str]  # of letters, the top one first


@functools.cache
def cases(name: str) -> list[dict[str, Any]]:
    """The cases of a file of facts."""
    found: list[dict[str, Any]] = json.loads((FACTS / f"{name}.json").read_text("utf-8"))["cases"]
    return found


def batch(fields: list[Rows]) -> Any:
    """Cells [B, 8, 8] of fields given as rows."""
    return np.stack([parse("/".join(rows)) for rows in fields])


def noise(rng: random.Random, letters: str, *, hanging: bool = False) -> Rows:
    """Columns of random heights up to the ghost row, every cell a random one of `letters`; or cells all over."""
    heights = [rng.randint(0, 13) for _ in range(6)]
    share = rng.random()
    return [
        "".join(rng.choice(letters) if (rng.random() < share if hanging else y < heights[x]) else "." for x in range(6))
        for y in reversed(range(13))
    ]


def changed(rng: random.Random, rows: Rows) -> Rows:
    """A published field with two of its cells exchanged, its colours permuted, and perhaps the other way round."""
    cells = [list(row) for row in rows]
    filled = [(y, x) for y, row in enumerate(cells) for x, cell in enumerate(row) if cell != "."]
    for _ in range(rng.randint(0, 2)):
        (a, b), (c, d) = rng.choice(filled), rng.choice(filled)
        cells[a][b], cells[c][d] = cells[c][d], cells[a][b]
    colours = "".join(rng.sample(LETTERS[:5], 5)) + "#."
    table, turn = str.maketrans(LETTERS + ".", colours), rng.choice((1, -1))
    return ["".join(row).translate(table)[::turn] for row in cells]


def assorted(count: int, seed: int) -> list[Rows]:
    """Fields at rest: two thirds random ones of two to five colours, with and without ojama, a third changed ones."""
    rng, published = random.Random(seed), [case["rows"] for case in cases("chains")]
    kinds = ("RG", "RGB", "RGBY", "RGBYP", "GY#", "RGBY#", "RGBYP##", "RBYP")
    return [
        changed(rng, rng.choice(published)) if n % 3 == 0 else noise(rng, kinds[n % len(kinds)]) for n in range(count)
    ]


def columns(*cells: str) -> Rows:
    """A field of six columns, each given from the floor."""
    return ["".join(c[y] if y < len(c) else "." for c in cells) for y in reversed(range(13))]
