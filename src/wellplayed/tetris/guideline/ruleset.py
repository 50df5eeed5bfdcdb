"""Every rule on which programs disagree, as one small frozen value.

A `Ruleset` is stored in every replay and printed with every result. Presets are whole rule books; any field can be
changed by itself: `tetrio-s2:spins=all,previews=3` is the text of such a value, and `as_dict` its form in JSON. Kernels
read it as one record (`record`). What a name stands for is beside the table that it chooses: kicks in tetris/srs.py,
bags in bags.py, attack and score in scoring.py, garbage in garbage.py.

Sources of the presets:

- `guideline`: Cold Clear's rules (MinusKelvin/cold-clear, libtetris/src/lock_data.rs and board.rs; for garbage and
  speed battle/src/lib.rs, "approximating Puyo Puyo Tetris"), and ten lines a level as in the guideline's marathon.
- `tetrio-s1`, `tetrio-s2`: the league's two room presets as recorded in halp1/triangle, src/classes/room/presets.ts.
- `botris`: the simulator in PyPI's botris-interface 0.1.21, botris/engine.
"""

import dataclasses
import math
from collections.abc import Mapping
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from ...errors import InputError, unknown
from ...spec import Spec, build, changing
from ...spec import parse as parse_spec
from ..srs import Half, Quarter

Name = Literal["guideline", "tetrio-s1", "tetrio-s2", "botris"]
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
    "immobile",  # any piece, T too, is a full spin where it cannot move; corners do not count
    "mini-only",  # whatever would be a spin under all-mini+ is a mini
    "handheld",  # three filled corners of its box for any piece; one that is no T sends half
]
Bag = Literal["uniform", "7-bag", "14-bag", "tetrio"]
Attack = Literal["guideline", "tetrio-s1", "tetrio-s2", "botris"]
Combo = Literal["none", "classic", "modern", "botris", "multiplier"]
BackToBack = Literal["none", "flat", "chaining", "surge"]
Rounding = Literal["down", "nearest"]
Blocking = Literal["none", "combo"]
Curve = Literal["flat", "guideline"]


@dataclasses.dataclass(frozen=True)
class Ruleset:
    """One rule book of guideline play. Raises InputError for a value out of range or a name that does not exist.

    **Board and pieces.** `name` is the preset it began as. `kicks` and `half` name the tables of quarter and 180-degree
    turns. `spawn` is the row of the centre when a piece appears: 19, 20, or 19 and one higher where that is blocked.
    `drop`: a soft drop stops at every row, or only at the bottom. Topping out: `block_out` where a piece cannot appear,
    `lock_out` where it locks wholly above `height`, `garbage_out` where garbage pushes cells above `rows`; with
    `clutch`, a piece that cannot appear after a clearing move is raised until it fits.

    **Attack.** Lines sent are those of the table `attack` plus `back_to_back` (`flat`: one; `chaining`: TETR.IO's
    formula of the length of the chain; `surge`: flat, and a chain of more than `surge_at` clears sends its length
    - `surge_at` + `surge_base` when it breaks) plus, or times, the `combo` table, times the multiplier, rounded. A
    perfect clear adds `perfect_clear` lines, or sends them instead of the rest where it `perfect_replaces`; it adds
    `perfect_chain` to the chain and does not break it, or counts as the clear that it is where that is 0. `special`: a
    spin or a quad that takes garbage away sends one more. The multiplier grows by `multiplier_increase` a second after
    `multiplier_margin` ticks.

    **Garbage.** Attack first takes away what is pending where it can `cancel`, twice as much during the first `opener`
    pieces. What is left rises after a piece locks, `cap` lines a piece (0: all), once it has waited `delay_turns`
    pieces (played by placements) or `delay_ticks` (played by keys); a move that clears lines holds it off where
    `blocking` is `combo`. The hole moves with the chance `messy_change` between two attacks and `messy_within` between
    two lines of one attack.

    **Score and speed.** `level` is the first; every `goal` lines it grows by one (0: never). `gravity` is rows a tick,
    of which there are sixty a second, and grows by `gravity_increase` a second after `gravity_margin` ticks; where
    `gravity_curve` is `guideline` it is that of the level instead (keystep/speed.py). A piece locks after `lock_ticks`
    on the ground, and moving it puts that off `lock_resets` times.
    """

    name: Name = "guideline"
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
    combo: Combo = "classic"  # COMBO_GARBAGE of lock_data.rs
    back_to_back: BackToBack = "flat"
    surge_at: int = 4
    surge_base: int = 3
    perfect_clear: int = 10
    perfect_replaces: bool = True  # board.rs: garbage_sent = 10
    perfect_chain: int = 0
    special: bool = False
    rounding: Rounding = "down"
    multiplier: float = 1.0
    multiplier_increase: float = 0.0
    multiplier_margin: int = 0

    cancel: bool = True
    opener: int = 0
    cap: int = 10  # battle/src/lib.rs: max_garbage_add
    delay_turns: int = 0
    delay_ticks: int = 0
    blocking: Blocking = "none"  # garbage_blocking: false
    messy_change: float = 1.0
    messy_within: float = 0.3  # garbage_messiness

    level: int = 1
    goal: int = 10
    gravity: float = 1 / 45  # gravity: 4500 hundredths of a tick a row
    gravity_increase: float = 0.0
    gravity_margin: int = 0
    gravity_curve: Curve = "flat"
    lock_ticks: int = 30  # lock_delay
    lock_resets: int = 15  # move_lock_rule

    def __post_init__(self) -> None:
        """Check every value."""
        for field in dataclasses.fields(self):
            object.__setattr__(self, field.name, _checked(field, getattr(self, field.name)))
        for name, (least, most) in _RANGES.items():
            low = max(least, self.height) if name == "rows" else least
            if not low <= getattr(self, name) <= most:
                raise InputError(f"{name}={getattr(self, name)} is out of range; choose {low} to {most}")

    def __str__(self) -> str:
        """The spec, which `parse` reads: the preset, and what differs from it."""
        here, there = dataclasses.asdict(self), dataclasses.asdict(PRESETS[self.name])
        return str(Spec(self.name, {key: _text(here[key]) for key in here if here[key] != there[key]}))

    def as_dict(self) -> dict[str, Any]:
        """Every field by name, for replays and JSON. They stay what they are even where a preset changes later."""
        return dataclasses.asdict(self)

    def record(self) -> NDArray[Any]:
        """[1] the same as a record for kernels; a name is its place among its choices (see `number`)."""
        values = (getattr(self, f.name) for f in dataclasses.fields(self))
        numbers = (number(f.name, v) if get_args(f.type) else v for f, v in zip(dataclasses.fields(self), values))
        packed: NDArray[Any] = np.array([tuple(numbers)], RECORD)
        return packed


_RANGES = {
    "width": (4, 20),
    "height": (4, 40),
    "rows": (4, 60),  # at least the height
    "previews": (0, 14),
    "surge_at": (0, 100),
    "surge_base": (0, 100),
    "perfect_clear": (0, 100),
    "perfect_chain": (0, 100),
    "multiplier": (0, 100),
    "multiplier_increase": (0, 100),
    "multiplier_margin": (0, 10**9),
    "opener": (0, 10**6),
    "cap": (0, 60),
    "delay_turns": (0, 1000),
    "delay_ticks": (0, 10_000),
    "messy_change": (0, 1),
    "messy_within": (0, 1),
    "level": (1, 1000),
    "goal": (0, 1000),
    "gravity": (0, 60),
    "gravity_increase": (0, 60),
    "gravity_margin": (0, 10**9),
    "lock_ticks": (0, 10_000),
    "lock_resets": (0, 1000),
}


def _checked(field: "dataclasses.Field[Any]", value: Any) -> Any:
    """The value of a field, a whole number as a float where that is its type."""
    choices, wanted = get_args(field.type), field.type
    if choices:
        if value not in choices:
            raise unknown(f"{field.name} of a ruleset", str(value), map(str, choices))
        return value
    if wanted is float and type(value) is int:
        value = float(value)
    if type(value) is not wanted or (wanted is float and not math.isfinite(value)):
        what = "true or false" if wanted is bool else "a whole number" if wanted is int else "a finite number"
        raise InputError(f"{field.name}={value!r} of a ruleset must be {what}")
    return value


def _text(value: Any) -> str:
    return ("off", "on")[value] if isinstance(value, bool) else str(value)


def _type_in_record(wanted: Any) -> Any:
    return np.int8 if get_args(wanted) else {bool: np.bool_, int: np.int32, float: np.float64}[wanted]


# The fields of a Ruleset, in its order, with numbers for names.
RECORD = np.dtype(
    (np.record, np.dtype([(f.name, _type_in_record(f.type)) for f in dataclasses.fields(Ruleset)], align=True))
)


def number(field: str, choice: str) -> int:
    """The number that stands for a choice in the record, for instance of `combo` `multiplier`."""
    choices = get_args(Ruleset.__dataclass_fields__[field].type)
    return int(choices.index(choice))


_S1 = Ruleset(
    "tetrio-s1",
    kicks="srs+",
    half="tetrio",
    spawn="20",  # two rows above the visible ones
    lock_out=False,  # nolockout
    clutch=True,
    bag="tetrio",
    attack="tetrio-s1",
    combo="multiplier",
    back_to_back="chaining",
    perfect_replaces=False,
    multiplier_increase=0.008,
    multiplier_margin=10_800,
    cap=8,
    delay_turns=1,  # the twenty ticks are about one piece at three pieces a second
    delay_ticks=20,
    blocking="combo",
    messy_within=0.0,
    goal=0,  # a versus game stays at level 1, as in public replays
    gravity=0.02,
    gravity_increase=0.0035,
    gravity_margin=7200,
)
PRESETS: dict[str, Ruleset] = {
    rules.name: rules
    for rules in (
        Ruleset(),
        _S1,
        dataclasses.replace(
            _S1,
            name="tetrio-s2",
            spins="all-mini+",
            attack="tetrio-s2",
            back_to_back="surge",  # b2bcharging at 4 with base 3
            perfect_clear=5,
            perfect_chain=1,
            special=True,
            opener=14,
        ),
        Ruleset(
            "botris",
            spins="immobile",
            lock_out=False,
            previews=6,
            attack="botris",
            combo="botris",
            cap=0,
            delay_turns=1,
            blocking="combo",
            messy_within=0.05,
            goal=0,
            gravity=0.0,  # turns, not time
        ),
    )
}


def preset(name: str) -> Ruleset:
    """A whole rule book by name. Raises InputError for an unknown one, with the nearest."""
    if name not in PRESETS:
        raise unknown("rules", name, PRESETS)
    return PRESETS[name]


def parse(text: str) -> Ruleset:
    """The rules that a spec names, `preset` or `preset:field=value,...`; the inverse of `str`.

    Raises InputError for an unknown preset, field or choice, with the nearest, and for a value out of range.

    >>> str(parse("tetrio-s2:previews=3,spins=all"))
    'tetrio-s2:spins=all,previews=3'
    """
    spec = parse_spec(text)
    return build("rules", spec, changing(preset(spec.name)))


def from_dict(values: Mapping[str, Any]) -> Ruleset:
    """The inverse of `as_dict`. A field that is missing, since it is younger than the record, is that of the preset.

    Raises InputError for an unknown field, since then the record is younger than this program, and for a wrong value.
    """
    names = [field.name for field in dataclasses.fields(Ruleset)]
    for key in values:
        if key not in names:
            raise unknown("field of a ruleset", key, names)
    if "name" not in values:
        raise InputError("the rules lack a name; add the name of a preset, for instance 'guideline'")
    return dataclasses.replace(preset(str(values["name"])), **values)
