"""Who races, where, and how: what the address of a race says, and its agents in words."""

import dataclasses
from collections.abc import Iterator
from urllib.parse import quote

from starlette.datastructures import QueryParams

from ...arena.rungs import RUNGS
from ...spec import parse
from . import roster
from .permitted import LONGEST
from .tracks import LADDER, MOST, TRACKS, USUAL, cap, generations, played

PACES = ("1", "3", "10", "30", "100", "0")  # pieces a second that are offered; 0 is each at its own pace
CAPS = ("100", "300", "500", "1000", "3000", "10000")  # pieces of a game that are offered
SEEDS = 1 << 32
GENERATIONS = range(8)


@dataclasses.dataclass(frozen=True)
class Entry:
    """What is raced: all that the address says."""

    agents: tuple[str, ...] = ()
    track: str = "guideline"
    seed: int = 1
    cap: int = USUAL
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
            _number(query.get("pieces"), cap(track), int(CAPS[-1])) or cap(track),
            float(_number(query.get("pace"), int(cls.pace), 1000)),
        )

    def on(self, track: str) -> "Entry":
        """The same race in another track; if that is another game, by its own agents and as long as is usual there."""
        if played(track) != played(self.track):
            return dataclasses.replace(self, track=track, agents=generations(track), cap=cap(track))
        all_of_them = self.agents == generations(self.track)
        return dataclasses.replace(self, track=track, agents=generations(track) if all_of_them else self.agents)

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


def offered(track: str = Entry.track) -> Iterator[tuple[int, list[str]]]:
    """The agents to choose from in a track by generation: its own, then the others of the line-up.

    Its own are the ladder's, or where there is no ladder its players. Raises InputError for an unknown track.
    """
    game, own = played(track), _own(track)
    others = [(entry.generation, roster.begun(entry.name, game)) for entry in roster.offered(game)]
    known = {spec for _, spec in own}
    for generation in GENERATIONS:
        mine = [spec for number, spec in own if number == generation]
        yield generation, mine + [spec for number, spec in others if number == generation and spec not in known]


def _own(track: str) -> list[tuple[int, str]]:
    """The generation and the spec of each of a track's own agents."""
    if track in LADDER:
        return [(rung.generation, rung.player) for rung in RUNGS]
    generations = {entry.name: entry.generation for entry in roster.offered(played(track))}
    return [(generations[parse(spec).name], spec) for spec in TRACKS[track].players]


def _number(text: str | None, default: int, most: int) -> int:
    """A whole number of an address, or the default."""
    return min(int(text), most) if text is not None and text.isdecimal() and len(text) <= 20 else default
