"""Every rule on which programs disagree, as one small frozen value.

A `Ruleset` is stored in every replay and printed with every result. Presets are whole rule books; any field can be
changed by itself. Sources stand beside the tables that the names choose (tetris/srs.py, scoring.py, bag.py).
"""

import dataclasses
from typing import Literal, get_args

from ...errors import InputError, unknown
from ..srs import Half, Quarter

Spawn = Literal["19", "19-20", "20"]
Drop = Literal["step", "sonic"]
Spins = Literal[
    "none",  # no spin counts
    "corners-fifth",  # T: three filled corners; full with both front corners, or by any fifth kick
    "corners",  # T: three corners; of the fifth kicks only those from north or south (TST, FIN) make a full one
    "t-spins+",  # as corners, and a T that cannot move in any direction is a mini
    "all",  # corners for T; another piece that cannot move is a full spin
    "all+",  # all, and a T that cannot move is a mini
    "all-mini",  # corners for T; another piece that cannot move is a mini
    "all-mini+",  # all-mini, and a T that cannot move is a mini
    "mini-only",  # whatever would be a spin under all-mini+ is a mini
    "handheld",  # three filled corners of its box for any piece
]
Bag = Literal["uniform", "7-bag", "14-bag", "tetrio"]
Attack = Literal["guideline", "tetrio-s1", "tetrio-s2", "botris"]


@dataclasses.dataclass(frozen=True)
class Ruleset:
    """One rule book of guideline play.

    `kicks` and `half` name the tables of quarter and 180-degree turns. `spawn` is the row of the centre when a piece
    appears: 19, 20, or 19 and one higher where that is blocked. `drop`: a soft drop stops at every row, or only at the
    bottom. Topping out: `block_out` where a piece cannot appear, `lock_out` where it locks wholly above `height`,
    `garbage_out` where garbage pushes cells above `rows`; with `clutch`, a piece that cannot appear after a clearing
    move is raised until it fits.
    """

    name: str = "guideline"
    width: int = 10
    height: int = 20  # visible rows
    rows: int = 40  # rows in all
    kicks: Quarter = "srs"
    half: Half = "none"
    spawn: Spawn = "19"
    drop: Drop = "step"
    spins: Spins = "corners"
    block_out: bool = True
    lock_out: bool = True
    garbage_out: bool = True
    clutch: bool = False
    hold: bool = True
    previews: int = 5  # visible pieces after the current one
    bag: Bag = "7-bag"
    attack: Attack = "guideline"

    def __post_init__(self) -> None:
        """Raise InputError for a value out of range or a name that does not exist."""
        for field in dataclasses.fields(self):
            choices, value = get_args(field.type), getattr(self, field.name)
            if choices and value not in choices:
                raise unknown(f"{field.name} of a ruleset", str(value), map(str, choices))
        for what, least, most in (("width", 4, 20), ("height", 4, 40), ("rows", self.height, 60), ("previews", 0, 14)):
            if not least <= getattr(self, what) <= most:
                raise InputError(f"{what}={getattr(self, what)} is out of range; choose {least} to {most}")


_TETRIO = Ruleset(
    "tetrio-s1", kicks="srs+", half="tetrio", spawn="20", lock_out=False, clutch=True, bag="tetrio", attack="tetrio-s1"
)
PRESETS = {
    rules.name: rules
    for rules in (
        Ruleset(),
        _TETRIO,
        dataclasses.replace(_TETRIO, name="tetrio-s2", spins="all-mini+", attack="tetrio-s2"),
        Ruleset("botris", kicks="srs+", half="tetrio", spins="all", lock_out=False, attack="botris"),
    )
}


def preset(name: str) -> Ruleset:
    """A whole rule book by name. Raises InputError for an unknown one, with the nearest."""
    if name not in PRESETS:
        raise unknown("rules", name, PRESETS)
    return PRESETS[name]
