"""How one player fared in a match, and what of it a game counts, under which names."""

from typing import Any, NamedTuple

import numpy as np

from ..game import Ints, States
from ..spec import parse

QUAD = 4  # rows


class Side(NamedTuple):
    """How one player fared in a match; what its game does not know stays 0."""

    dead: bool
    pieces: int
    lines: int  # rows cleared; in Puyo links fired
    attack: int  # lines of garbage made; in Puyo pieces of ojama
    sent: int  # what was left of them for the other player
    quads: int = 0  # moves that cleared four rows
    spins: int = 0  # moves that cleared rows by a spin, full or mini
    fault: str = ""  # the player's own code failed, with these words
    longest: int = 0  # links of the best chain
    all_clears: int = 0  # chains that left the field empty


# What is told of a side, by the name of its game: fields of `Side`, and what they are called there.
_TETRIS = {"lines": "lines", "attack": "attack", "sent": "sent", "quads": "quads", "spins": "spins"}
TOLD = {
    "guideline": _TETRIS,
    "puyo": {
        "lines": "links",
        "longest": "best_chain",
        "attack": "attack",
        "sent": "sent",
        "all_clears": "all_clears",
    },
}


def of_puyo(game: str) -> bool:
    """Whether the spec of a game is one of Puyo."""
    return parse(game).name == "puyo"


def told(side: Side, game: str) -> dict[str, Any]:
    """A side as JSON has it, under the names of its game, which is given by its spec."""
    names = TOLD["puyo" if of_puyo(game) else "guideline"]
    counted = {name: getattr(side, field) for field, name in names.items()}
    return {"dead": side.dead, "pieces": side.pieces, **counted, "fault": side.fault}


class Counter:
    """What the records of a game do not sum up themselves, for so many matches."""

    def __init__(self, puyo: bool, matches: int) -> None:
        self._puyo = puyo
        self.counts = {name: np.zeros(matches, np.int64) for name in ("quads", "spins", "longest", "all_clears")}

    def add(self, which: Ints, before: States, after: States) -> None:
        """Count one move each in the matches `which` [N], from the records before and after it [N]."""
        lines = after["lines"] - before["lines"]
        counts = self.counts
        if self._puyo:
            counts["longest"][which] = np.maximum(counts["longest"][which], lines)
            counts["all_clears"][which] += (lines > 0) & after["clear"]
            return
        counts["quads"][which] += lines == QUAD
        if "spin" in (after.dtype.names or ()):
            counts["spins"][which] += (lines > 0) & (after["spin"] > 0)
