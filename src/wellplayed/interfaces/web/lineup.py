"""Who races, where, and how: what the address of a race says, and its agents in words."""

import dataclasses
from collections.abc import Iterator
from urllib.parse import quote

from starlette.datastructures import QueryParams

from ...arena.rungs import RUNGS
from ...spec import parse
from . import roster
from .permitted import LONGEST
from .tracks import MOST, TRACKS, generations

PACES = ("1", "3", "10", "30", "100", "0")  # pieces a second that are offered; 0 is each at its own pace
CAPS = ("100", "300", "500", "1000", "3000", "10000")  # pieces of a game that are offered
SEEDS = 1 << 32
GENERATIONS = range(7)


@dataclasses.dataclass(frozen=True)
class Entry:
    """What is raced: all that the address says."""

    agents: tuple[str, ...] = ()
    track: str = "guideline"
    seed: int = 1
    cap: int = 500
    pace: float = 10.0

    @classmethod
    def of(cls, query: QueryParams) -> "Entry":
        """What an address asks for; all generations where it names nobody, defaults for what is no number."""
        track = query.get("track", cls.track)
        track = track if track in TRACKS else cls.track
        agents = tuple(spec for spec in query.getlist("agent")[:MOST] if spec and len(spec) <= LONGEST)
        return cls(
            agents or generations(track),
            track,
            _number(query.get("seed"), cls.seed, SEEDS - 1),
            _number(query.get("pieces"), cls.cap, int(CAPS[-1])) or cls.cap,
            float(_number(query.get("pace"), int(cls.pace), 1000)),
        )

    def query(self) -> str:
        """The query of an address that shows this; the inverse of `of`."""
        parts = [("seed", str(self.seed)), ("track", self.track), ("pieces", str(self.cap)), ("pace", f"{self.pace:g}")]
        if self.agents != generations(self.track):
            parts += [("agent", spec) for spec in self.agents]
        return "&".join(f"{key}={quote(value, safe=':=,.-_~')}" for key, value in parts)


def told(spec: str) -> tuple[str, str]:
    """An agent's name, and its options in a few words.

    >>> told("beam:depth=3,width=6,weights=lee,moves=drop"), told("mcts:simulations=400,prior=on")
    (('beam', '3×6 · lee · drop'), ('mcts', '400 · prior'))
    """
    name, options = parse(spec)
    depth, width = options.pop("depth", ""), options.pop("width", "")
    words = ["×".join(filter(None, (depth, width)))]
    for key, value in options.items():
        if key in ("weights", "moves", "simulations"):
            words.append(value)
        elif value in ("on", "off"):
            words.append(key if value == "on" else "")
        else:
            words.append(f"{key} {value}")
    return name, " · ".join(filter(None, words))


def offered() -> Iterator[tuple[int, list[str]]]:
    """The agents to choose from by generation: the ladder's own, then the others of the line-up."""
    ladder = [rung.player for rung in RUNGS]
    for generation in GENERATIONS:
        mine = [rung.player for rung in RUNGS if rung.generation == generation]
        others = [entry.name for entry in roster.offered() if entry.generation == generation]
        yield generation, mine + [name for name in others if name not in ladder]


def _number(text: str | None, default: int, most: int) -> int:
    """A whole number of an address, or the default."""
    return min(int(text), most) if text is not None and text.isdecimal() and len(text) <= 20 else default
