"""Every rule of Puyo on which games and programs disagree, as one small frozen value.

A `Ruleset` is stored in every replay and printed with every result. What a name stands for is beside the kernel or the
table that it chooses: pairs in pool.py, row 14 in placing.py, death in reach.py, margin time in scoring.py, times of
animations in keystep/frames.py. Kernels read the rules as one record (`record`).
"""

import dataclasses
from collections.abc import Mapping
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError, unknown
from ..spec import Spec, build, changing
from ..spec import parse as parse_spec

Name = Literal["tsu", "esports"]
Pairs = Literal["uniform", "esports", "arcade"]  # as in pool.KINDS
Row14 = Literal["block", "vanish"]  # placing.py
Death = Literal["third", "two"]  # reach.py
Margin = Literal["none", "nexus", "esports"]
Blocking = Literal["none", "chain"]
Frames = Literal["tsu", "esports"]


@dataclasses.dataclass(frozen=True)
class Ruleset:
    """One rule book of Puyo by the rules of Tsu. Raises InputError for a value out of range or an unknown name.

    **Board and pairs.** `name` is the preset it began as. `colours` of a game and the generator of its `pairs`;
    `previews` are the pairs seen after the current one. `row14`: a puyo there blocks it for ever, or vanishes. `death`:
    the game is lost by a puyo in row 12 of column three, or of column three or four.

    **Attack.** Ojama costs fewer points as time goes on, by the table `margin`, or the same for ever. At most `cap` of
    it falls at once; it falls after every turn, or where `blocking` is `chain` only after one without a chain.

    **Speed.** Ticks are sixtieths of a second. A pair falls a row in `fall` ticks and locks when it has touched the
    ground `touches` times, if not before; a quick turn is two presses within `quick` ticks. `frames` names the table of
    how long everything else takes.
    """

    name: Name = "tsu"
    colours: int = 4
    pairs: Pairs = "esports"
    previews: int = 2
    row14: Row14 = "block"
    death: Death = "third"

    margin: Margin = "nexus"
    cap: int = 30
    blocking: Blocking = "none"

    fall: int = 16
    touches: int = 8
    quick: int = 20
    frames: Frames = "tsu"

    def __post_init__(self) -> None:
        """Check every value."""
        for field in dataclasses.fields(self):
            _check(field, getattr(self, field.name))

    def __str__(self) -> str:
        """The spec, which `parse` reads: the preset, and what differs from it."""
        here, there = dataclasses.asdict(self), dataclasses.asdict(PRESETS[self.name])
        return str(Spec(self.name, {key: str(here[key]) for key in here if here[key] != there[key]}))

    def as_dict(self) -> dict[str, Any]:
        """Every field by name, for replays and JSON. They stay what they are even where a preset changes later."""
        return dataclasses.asdict(self)

    def record(self) -> NDArray[Any]:
        """[1] the same as a record for kernels; a name is its place among its choices."""
        values = [
            get_args(f.type).index(getattr(self, f.name)) if get_args(f.type) else getattr(self, f.name)
            for f in dataclasses.fields(self)
        ]
        packed: NDArray[Any] = np.array([tuple(values)], RECORD)
        return packed


_RANGES = {
    "colours": (3, 5),
    "previews": (0, 15),
    "cap": (0, 78),
    "fall": (2, 600),
    "touches": (1, 99),
    "quick": (1, 600),
}


def _check(field: "dataclasses.Field[Any]", value: Any) -> None:
    """Raise InputError for a value that a field cannot have."""
    choices = get_args(field.type)
    if choices:
        if value not in choices:
            raise unknown(f"{field.name} of a ruleset", str(value), choices)
        return
    if type(value) is not int:
        raise InputError(f"{field.name}={value!r} of a ruleset must be a whole number")
    low, high = _RANGES[field.name]
    if not low <= value <= high:
        raise InputError(f"{field.name}={value} is out of range; choose {low} to {high}")


# The fields of a Ruleset, in its order, with numbers for names.
RECORD = np.dtype((np.record, np.dtype([(f.name, np.int32) for f in dataclasses.fields(Ruleset)], align=True)))

PRESETS: dict[str, Ruleset] = {
    rules.name: rules for rules in (Ruleset(), Ruleset("esports", margin="esports", frames="esports"))
}


def preset(name: str) -> Ruleset:
    """A whole rule book by name. Raises InputError for an unknown one, with the nearest."""
    if name not in PRESETS:
        raise unknown("rules", name, PRESETS)
    return PRESETS[name]


def parse(text: str) -> Ruleset:
    """The rules that a spec names, `preset` or `preset:field=value,...`; the inverse of `str`.

    Raises InputError for an unknown preset, field or choice, with the nearest, and for a value out of range.

    >>> str(parse("esports:previews=3,colours=5"))
    'esports:colours=5,previews=3'
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
        raise InputError("the rules lack a name; add the name of a preset, for instance 'tsu'")
    return dataclasses.replace(preset(str(values["name"])), **values)
