"""What the tests of guideline moves share: facts, boards as columns, and boards and rules drawn at random."""

import json
import random
from pathlib import Path
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray
from tests.naive.guideline import Board

from wellplayed.tetris import srs
from wellplayed.tetris.guideline.ruleset import Drop, Ruleset, Spawn, Spins

# The showcases of the article that the engine is built after: an L goes round a corner, a T turns into its slot.
POCKET = "###...####/###....###/###....###/####...###/####...###" + 8 * "/#########."
T_SLOT = "##......../#...######/##.#######"


def facts(name: str) -> dict[str, Any]:
    """A file of facts; see its own `source`."""
    return json.loads((Path(__file__).parent / "facts" / f"{name}.json").read_text("utf-8"))  # type: ignore[no-any-return]


def columns(board: Board) -> NDArray[np.uint64]:
    """[20] a board for kernels."""
    found = [0] * 20
    for x, y in board:
        found[x] |= 1 << y
    return np.array(found, np.uint64)


def draw_rules(rng: random.Random) -> Ruleset:
    """Any rules that matter to a falling piece, on a well of any width, narrow ones more often."""
    rows = rng.choice((24, 40, 60))
    return Ruleset(
        width=min(rng.randint(4, 20), rng.randint(4, 20)),
        rows=rows,
        kicks=rng.choice(get_args(srs.Quarter)),
        half=rng.choice(get_args(srs.Half)),
        spawn=rng.choice(get_args(Spawn)),
        drop=rng.choice(get_args(Drop)),
        spins=rng.choice(get_args(Spins)),
    )


def draw_board(rng: random.Random, rules: Ruleset) -> Board:
    """A pile of one of four kinds: noise, garbage with tunnels, towers with roofs, or one dug out from the spawn."""
    width = rules.width
    tall = rng.randint(0, 17) if rng.random() < 0.8 else rng.randint(17, rules.rows)
    kind, share = rng.randrange(4), rng.uniform(0.2, 0.8)
    if kind == 0:
        return frozenset((x, y) for y in range(tall) for x in range(width) if rng.random() < share)
    if kind == 1:
        return frozenset((x, y) for y in range(tall) for x in set(range(width)) - _holes(rng, width))
    if kind == 2:
        heights = [rng.randint(0, tall) for _ in range(width)]
        roofs = {(x, rng.randint(h, h + 3)) for x, h in enumerate(heights) if rng.random() < 0.5}
        piled = {(x, y) for x, h in enumerate(heights) for y in range(h)}
        return frozenset((x, y) for x, y in piled | roofs if y < rules.rows)
    return _cave(rng, rules, share)


def _holes(rng: random.Random, width: int) -> set[int]:
    first = rng.randrange(width)
    return set(range(first, min(first + rng.randint(1, 3), width)))


def _cave(rng: random.Random, rules: Ruleset, share: float) -> Board:
    """Solid rock with a winding passage, from above the spawn to somewhere near the floor."""
    rock = {(x, y) for x in range(rules.width) for y in range(min(22, rules.rows))}
    x, y = rules.width // 2, 23
    while y > rng.randint(0, 12):
        rock -= {(x + i, y + j) for i in range(-1, 2) for j in range(-1, 2) if rng.random() < 0.9}
        x = min(max(x + rng.choice((-1, 0, 0, 1)), 0), rules.width - 1)
        y -= rng.random() < share
    return frozenset(rock)
