"""Positions of Puyo as links and files, both ways, and in the formats that simulators share.

A position is the query of an address:

    game=puyo&position=YR..../YRR.../GGYRB.&queue=RG,BB,RY&rules=tsu&agent=best

What we write there are rows, the top one first; what is read is any text that formats/puyos.py knows. A text may hold
pairs and ojama too: those with a place are steps of a line (puyostudy.py), those without are the queue.
"""

import dataclasses
from collections.abc import Mapping
from functools import cached_property
from typing import Any
from urllib.parse import parse_qsl, quote, urlsplit

from ...errors import InputError
from ...formats.puyos import FORMATS, Move, Puyos, write
from ...puyo.ruleset import Ruleset
from ...puyo.ruleset import parse as parse_rules
from ..field import PAIRS, Settled, read_queue, read_text, settled
from .chapters.field import Field, of_puyos, read
from .links import LONGEST, LinkError, agent_named, json_of, unpacked
from .refusals import Refusal

FORMAT, VERSION = "wellplayed-puyo-position", 1
USUAL = "esports"
GAME = "puyo"


class FieldError(Refusal):
    """What is refused of a field (`field`) or a queue (`queue`): the engine's words, and what they are about."""

    def __init__(self, about: str, why: object) -> None:
        super().__init__(str(why), f"refused.{about}", why=why)


@dataclasses.dataclass(frozen=True)
class FieldPosition:
    """What can be set up and shared. Raises InputError for what is no position.

    `field` is rows joined by `/`, as they were drawn: puyos may hang in the air, and groups of four may be there still.
    `queue` are pairs joined by commas, the current one first, perhaps none. `rules` and `agent` are specs.
    """

    field: str = ""
    queue: str = ""
    rules: str = USUAL
    agent: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "field", str(_field(self.field)))
        object.__setattr__(self, "queue", ",".join(_pairs(self.queue)))
        object.__setattr__(self, "rules", str(parse_rules(self.rules)))
        if self.agent:
            object.__setattr__(self, "agent", agent_named(self.agent))

    @property
    def book(self) -> Ruleset:
        """The rules."""
        return parse_rules(self.rules)

    @property
    def pairs(self) -> list[str]:
        """The pairs of the queue."""
        return self.queue.split(",") if self.queue else []

    @cached_property
    def drawn(self) -> Field:
        """The field as it was drawn."""
        return read(self.field)

    @cached_property
    def before(self) -> Settled:
        """The field at rest, and what it did before."""
        return settled(self.drawn.puyos)

    @property
    def rests(self) -> bool:
        """Whether the field lies as it was drawn: nothing hangs in the air, and nothing pops."""
        return not self.drawn.hanging and not self.before.steps

    def query(self) -> str:
        """The query of a link that shows it; the inverse of `from_query`."""
        parts = {"game": GAME, "position": self.field, "queue": self.queue, "agent": self.agent}
        parts["rules"] = "" if self.rules == USUAL else self.rules
        return "&".join(f"{key}={quote(value, safe='@:,=./-_~')}" for key, value in parts.items() if value)

    def as_dict(self) -> dict[str, Any]:
        """The position as values for JSON."""
        return {"format": FORMAT, "version": VERSION, **dataclasses.asdict(self)}

    def shared(self) -> dict[str, str]:
        """The text in each format that can hold the field, with the queue where it can hold that too."""
        found = {}
        for name in FORMATS:
            for moves in (tuple(map(Move, self.pairs)), ()):
                try:
                    found[name] = write(Puyos(self.drawn.rows, moves), name)
                    break
                except InputError:
                    continue
        return found


def _field(text: str) -> Field:
    try:
        return read(text)
    except Refusal:
        raise
    except InputError as error:
        raise FieldError("field", error) from None


def _pairs(text: str) -> list[str]:
    try:
        return read_queue(text) if text.strip(", ") else []
    except InputError as error:
        raise FieldError("queue", error) from None


@dataclasses.dataclass(frozen=True)
class Opened:
    """What a text holds: where it begins, and the moves and the goal that its format brings along."""

    position: FieldPosition
    puyos: Puyos


def from_query(values: Mapping[str, str]) -> Opened:
    """What the parameters of an address name; other parameters are passed over.

    Raises InputError for what is no position.
    """
    given = {key: values[key] for key in ("position", "queue", "rules", "agent") if values.get(key)}
    if sum(map(len, given.values())) > LONGEST:
        raise LinkError(f"the link is longer than {LONGEST} characters; share a file instead", "long", n=LONGEST)
    return _opened(given.pop("position", ""), given)


def _opened(text: str, given: Mapping[str, str]) -> Opened:
    try:
        puyos = read_text(text) if text.strip() else Puyos()
    except InputError as error:
        raise FieldError("field", error) from None
    waiting = [move.pair for move in puyos.moves if isinstance(move, Move) and move.x is None]
    queue = {"queue": ",".join(waiting[:PAIRS])} if waiting else {}
    return Opened(FieldPosition(str(of_puyos(puyos)), **{**queue, **given}), puyos)


def opened(data: bytes | str) -> Opened:
    """What a text or a file holds: a link of ours, a saved position, or a field in any format.

    Raises InputError for anything else.
    """
    text = data.strip() if isinstance(data, str) else _text(data)
    if text.startswith("{"):
        return _saved(json_of(text.encode()))
    if "position=" in text:
        return from_query(dict(parse_qsl(urlsplit(text).query)))
    if not text:
        raise LinkError("this is no field; paste one", "unknown")
    return _opened(text, {})


def _text(data: bytes) -> str:
    try:
        return unpacked(data).decode("utf-8-sig").strip()
    except UnicodeDecodeError:
        raise LinkError("the file is no text; give one that was saved as such", "kind") from None


def _saved(values: Any) -> Opened:
    if not isinstance(values, dict) or values.get("format") != FORMAT:
        raise LinkError("the file is no position of Puyo; give one that was saved as such", "kind")
    if values.get("version") != VERSION:
        raise LinkError(f"the position has version {values.get('version')!r}, this program reads {VERSION}", "version")
    names = {field.name for field in dataclasses.fields(FieldPosition)}
    given = {key: value for key, value in values.items() if key in names}
    if not all(isinstance(value, str) for value in given.values()):
        raise LinkError("the fields of the position must be text; save it again", "broken")
    position = FieldPosition(**given)
    return Opened(position, position.drawn.puyos)
