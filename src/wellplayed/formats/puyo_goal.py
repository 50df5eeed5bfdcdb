"""What a puzzle asks for (nazo puyo), as the simulators write it: three numbers for what, which colour, how many.

The numbers are those of IPS, as puyo2 (MIT, crates/puyo2/src/ips_nazo.rs) and pon2 (MIT, src/pon2/core/goal.nim) read
them. Both agree on all but one thing: for a goal that asks no colour, such as a chain, pon2 wants colour 0, while many
published puzzles have another one there; as in puyo2 it counts for nothing.
"""

from dataclasses import dataclass
from typing import NamedTuple

from ..errors import InputError, unknown
from ..puyo.cells import LETTERS

ANY, COLOURED = "any", "coloured"
WHICH = (ANY, *LETTERS, COLOURED)  # by number: all puyos, red .. purple, ojama, and all that are not ojama


class _Kind(NamedTuple):
    code: int  # of "exactly"; one more is "at least", where there is a number
    coloured: bool  # it says which puyos
    counted: bool  # it says how many
    sentence: str


KINDS = {
    "clear": _Kind(2, True, False, "clear {which} puyos"),
    "colours": _Kind(10, False, True, "clear {many} colours in all"),
    "puyos": _Kind(12, True, True, "clear {many} {which} puyos in all"),
    "chain": _Kind(30, False, True, "make a chain of {many}"),
    "chain-clear": _Kind(32, True, True, "make a chain of {many} and clear {which} puyos"),
    "colours-at-once": _Kind(40, False, True, "clear {many} colours at once"),
    "puyos-at-once": _Kind(42, True, True, "clear {many} {which} puyos at once"),
    "places-at-once": _Kind(44, True, True, "clear {which} puyos in {many} places at once"),
    "group": _Kind(52, True, True, "clear a group of {many} {which} puyos"),
}
# Every number that names a goal: which kind, and whether exactly.
_CODES = {k.code + more: (name, not more) for name, k in KINDS.items() for more in range(1 + k.counted)}
_NAMES = dict(zip(WHICH, ("", "red", "green", "blue", "yellow", "purple", "ojama", "coloured"), strict=True))


@dataclass(frozen=True, slots=True)
class Goal:
    """What a puzzle asks for: one of `KINDS`, which puyos (one of `WHICH`), how many, and whether exactly so many.

    Raises InputError for another kind or colour, or where the kind asks no colour or number and one is given.

    >>> goal = Goal("chain", count=5)
    >>> str(goal), goal.codes, str(Goal("clear", COLOURED))
    ('make a chain of exactly 5', (30, 0, 5), 'clear all coloured puyos')
    """

    kind: str
    which: str = ANY
    count: int = 0
    exact: bool = True

    def __post_init__(self) -> None:
        kind = KINDS.get(self.kind)
        if kind is None:
            raise unknown("goal", self.kind, KINDS)
        if self.which not in WHICH:
            raise unknown("colour of a goal", self.which, WHICH)
        if not kind.coloured and self.which != ANY:
            raise InputError(f"the goal {self.kind!r} asks for no colour; leave {self.which!r} out")
        if not kind.counted and (self.count or not self.exact):
            raise InputError(f"the goal {self.kind!r} asks for no number; leave it out")
        if self.count < 0:
            raise InputError(f"the goal {self.kind!r} cannot ask for {self.count}; give 0 or more")

    def __str__(self) -> str:
        """The goal as a sentence."""
        kind = KINDS[self.kind]
        many = f"{'exactly' if self.exact else 'at least'} {self.count}"
        which = _NAMES[self.which]
        if self.kind in ("clear", "chain-clear"):
            which = f"all {which}"
        return " ".join(kind.sentence.format(which=which, many=many).split())

    @property
    def codes(self) -> tuple[int, int, int]:
        """The three numbers of IPS."""
        return KINDS[self.kind].code + (not self.exact), WHICH.index(self.which), self.count

    @classmethod
    def of(cls, what: int, which: int, count: int) -> "Goal | None":
        """The goal of three numbers; None for 0, where none was chosen. Raises InputError for numbers that are none."""
        if what == 0:
            return None
        if what not in _CODES:
            raise InputError(f"there is no goal of number {what}; known: {', '.join(map(str, _CODES))}")
        name, exact = _CODES[what]
        kind = KINDS[name]
        if kind.coloured and which >= len(WHICH):
            raise InputError(f"there is no colour of number {which} for a goal; known: 0 to {len(WHICH) - 1}")
        return cls(name, WHICH[which] if kind.coloured else ANY, count if kind.counted else 0, exact)
