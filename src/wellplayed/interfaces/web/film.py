"""A replay as a film: every picture of every tick, cut into parts that a browser asks for and plays by itself.

A part is ten seconds of play. It holds a picture for each tick at which anything changed, and the piles that they show;
the browser keeps time, so that playing, seeking and stepping never wait for the server once a part is there. The
replay is run once when the film is made; parts are made when they are asked for, from the moment kept at their start.
"""

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Iterator
from typing import Any, NamedTuple

from starlette.responses import JSONResponse, PlainTextResponse, Response

from ...errors import InputError
from ...tetris.guideline.keys import KeyGame, Snapshot
from ...tetris.guideline.keystep.record import NONE
from ...tetris.guideline.replay import Replay
from ...tetris.pieces import PIECES
from .links import Position
from .modes import level
from .painting import Painting

PART = 600  # ticks
ABOVE = 3  # rows shown above the visible ones
MOST = 32  # films of all visitors together


class Kept(NamedTuple):
    """A moment to go on from."""

    game: Snapshot
    painting: bytes


class Film:
    """The pictures of one replay. Making one runs the replay, tick by tick: a second for each ten minutes or so."""

    def __init__(self, replay: Replay) -> None:
        self.id = secrets.token_urlsafe(12)
        self.replay = replay
        self.locks: list[int] = []  # the tick whose picture is the first to show each piece lying, in order
        self._kept: list[Kept] = []
        game, painting = replay.game(), Painting(replay.rules, replay.start)
        for tick in self._played(game, painting, replay.result.ticks):
            if tick % PART == 0:
                self._kept.append(Kept(game.snapshot(), painting.snapshot()))
        self.pieces = int(game.state.pieces)

    @property
    def ticks(self) -> int:
        """How long it is."""
        return self.replay.result.ticks

    @property
    def parts(self) -> int:
        """How many parts there are."""
        return len(self._kept)

    def at(self, tick: int) -> tuple[KeyGame, Painting]:
        """The game after `tick` ticks and its painting, both to keep; at the end all events have happened.

        Raises InputError outside the film.
        """
        if not 0 <= tick <= self.ticks:
            raise InputError(f"tick {tick} is not in the replay; choose 0 to {self.ticks}")
        game, painting = self._from(tick // PART)
        for now in self._played(game, painting, tick, count=False):
            if now == tick:
                break
        return game, painting

    def part(self, number: int) -> dict[str, Any]:
        """One part, as values for JSON. Raises InputError for a part that is not there.

        `frames` are [tick, pile, letter, cells, ghost, hold, next, score, lines, pieces, level, over] in order, `pile`
        an index into `piles`, cells as one list of x and y in turn; a picture stays until the tick of the next.
        """
        if not 0 <= number < self.parts:
            raise InputError(f"part {number} is not in the replay; choose 0 to {self.parts - 1}")
        game, painting = self._from(number)
        piles: dict[str, int] = {}
        frames: list[list[Any]] = []
        last = min((number + 1) * PART, self.ticks)
        for tick in self._played(game, painting, last, count=False):
            shown = picture(game, painting, piles)
            if not frames or shown != frames[-1][1:]:
                frames.append([tick, *shown])
        return {"part": number, "frames": frames, "piles": list(piles)}

    def position(self, tick: int) -> Position:
        """What anybody sees at a moment, to be analysed: the falling piece as the current one, wherever it is."""
        game, painting = self.at(tick)
        state = game.state
        falling = PIECES[state.piece] if state.piece != NONE and not state.dead else ""
        coming = "".join(PIECES[p] for p in state.queue[: game.rules.previews] if p != NONE)
        hold = PIECES[state.hold] if state.hold != NONE else ""
        return Position(painting.text(game.rules.rows), falling + coming, hold, str(game.rules))

    def _from(self, number: int) -> tuple[KeyGame, Painting]:
        """The game and its painting at the beginning of a part."""
        replay, kept = self.replay, self._kept[number]
        game, painting = replay.game(), Painting(replay.rules, replay.start)
        game.events += replay.events[: kept.game.events]
        game.restore(kept.game)
        painting.restore(kept.painting, game.state)
        return game, painting

    def _played(self, game: KeyGame, painting: Painting, until: int, *, count: bool = True) -> Iterator[int]:
        """Play on to a tick; yields before the events of each tick, and at the very end of the film after them."""
        events, number = self.replay.events, len(game.events)
        while True:
            now = int(game.state.tick)
            last = now >= self.ticks or bool(game.state.dead)
            if not last:
                yield now
                if now >= until:
                    return
            while number < len(events) and (events[number].tick <= now or last):
                game.play((events[number],), now)
                number += 1
                self._follow(game, painting, now + 1, count)
            if last:
                yield now
                return
            game.tick()
            self._follow(game, painting, now + 1, count)

    def _follow(self, game: KeyGame, painting: Painting, tick: int, count: bool) -> None:
        if painting.follow(game.state) and count:
            self.locks.append(min(tick, self.ticks))


def picture(game: KeyGame, painting: Painting, piles: dict[str, int]) -> list[Any]:
    """What is to be seen of a game, in the order of `Film.part`; its pile is added to `piles` if it is new there."""
    state, rules = game.state, game.rules
    pile = piles.setdefault(painting.text(rules.height + ABOVE), len(piles))
    falling = state.piece != NONE and not state.dead
    cells = [n for cell in game.cells() for n in cell] if falling else []
    ghost = [n for cell in game.ghost() for n in cell] if falling else []
    return [
        pile,
        PIECES[state.piece] if falling else "",
        cells,
        ghost,
        PIECES[state.hold] if state.hold != NONE else "",
        "".join(PIECES[p] for p in state.queue[: rules.previews] if p != NONE),
        int(state.score),
        int(state.lines),
        int(state.pieces),
        level(rules, int(state.lines)),
        game.over,
    ]


class Films:
    """The films of all visitors, by their ids; where there are too many, the one longest unseen is forgotten."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self._films: OrderedDict[str, Film] = OrderedDict()

    def add(self, film: Film) -> None:
        """Keep a film."""
        self._films[film.id] = film
        while len(self._films) > self.most:
            self._films.popitem(last=False)

    def get(self, id: str) -> Film | None:
        """The film of that id; None where there is none (any more)."""
        film = self._films.get(id)
        if film is not None:
            self._films.move_to_end(id)
        return film


FILMS = Films()


async def film_part(film: str, part: int) -> Response:
    """The answer to a browser that wants a part of a film."""
    known = FILMS.get(film)
    try:
        if known is None:
            raise InputError("there is no such film any more; open the replay again")
        return JSONResponse(await asyncio.to_thread(known.part, part))
    except InputError as error:
        return PlainTextResponse(str(error), 404)
