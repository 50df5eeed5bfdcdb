"""Puyo Puyo as a game of the page: pairs that fall, links that pop one after another, ojama."""

from collections.abc import Sequence
from typing import Any

from ...errors import InputError
from ...game import States
from ...puyo import duelreplay, steering
from ...puyo import replay as replays
from ...puyo.cells import COLOURS, EMPTY, LETTERS, SPAWN_X, TOP, VISIBLE, WIDTH
from ...puyo.duel import Duel
from ...puyo.duelreplay import DuelReplay
from ...puyo.keys import Event, Handling, KeyGame, Start
from ...puyo.keystep.record import KEYS, PHASES, POPPING, STEERED
from ...puyo.replay import Replay
from ...puyo.rules import Puyo
from ...puyo.ruleset import PRESETS, Ruleset, parse
from . import modes
from .chaining import Chaining
from .kind import News

ROWS = TOP + 1  # shown: twelve, the ghost row, and row 14 where a child may come to rest
USED_UP = "x"  # a cell of row 14 that a puyo has used up


class Steering(steering.Steering):
    """Steers pairs to actions of the placements. They fall straight, and there is no hold."""

    kind, hold = "drop", False

    def aim_at(self, action: int, pace: int, held: bool) -> bool:
        """Plan the keys for an action; see kind.py."""
        return self.aim(action)


class Pairs:
    """The description of Puyo; see kind.py."""

    name = "puyo"
    keys = KEYS
    presets = tuple(reversed(PRESETS))
    usual = "esports"
    modes = modes.PUYO

    def rules(self, given: Any) -> Ruleset:
        """The rules; all of Puyo can be drawn."""
        if isinstance(given, str):
            return parse(given)
        if not isinstance(given, Ruleset):
            raise InputError(f"{given} are rules of another game; choose from {', '.join(self.presets)}")
        return given

    def handling(self) -> Handling:
        """How keys repeat at first."""
        return Handling()

    def start(self) -> Start:
        """An empty field."""
        return Start()

    def opened(self, rules: Ruleset, seed: int, handling: Any, start: Any) -> KeyGame:
        """A fresh game by keys."""
        if not isinstance(handling, Handling) or not isinstance(start, Start):
            raise InputError("handling or start are of another game; give those of Puyo")
        return KeyGame(rules, seed, handling, start)

    def duel(self, rules: Ruleset, seed: int, handling: Any) -> Duel:
        """A fresh duel; the other side's keys repeat as usual."""
        if not isinstance(handling, Handling):
            raise InputError("the handling is of another game; give that of Puyo")
        return Duel(rules, seed, (handling, Handling()))

    def placements(self, rules: Ruleset) -> Puyo:
        """The game that agents think in."""
        return Puyo(rules.colours, rules.pairs, rules.previews, rules.row14, rules.death)

    def painting(self, rules: Ruleset, start: Start) -> Chaining:
        """The chains of a fresh game; its record has the colours."""
        return Chaining()

    def news(self, painting: Chaining, game: KeyGame) -> News:
        """What a tick has brought: a link, an all clear, the next pair."""
        settled = painting.follow(game.state)
        return News(settled, painting.calls)

    def frame(self, painting: Chaining, game: KeyGame) -> dict[str, Any]:
        """The field, the pairs and the numbers.

        `deadly` are the columns whose twelfth row must stay empty. `phase` says what goes on, and `popping` are the
        cells that pop while it is `popping`; letters of pairs are those of axis and child, as are the cells of the pair
        and of its ghost.
        """
        state, pair = game.state, game.pair()
        shown = pair is not None and not state.dead
        first = 1 if pair is not None else 0
        coming = state.queue[first : first + game.rules.previews].tolist()
        return {
            "rows": field(state),
            "height": VISIBLE,
            "deadly": [SPAWN_X, SPAWN_X + 1][: 1 if game.rules.death == "third" else 2],
            "piece": {"letter": "".join(pair), "cells": [list(c) for c in game.cells()]} if pair and shown else None,
            "ghost": [list(cell) for cell in game.ghost()] if shown else [],
            "next": "".join(COLOURS[axis] + COLOURS[child] for axis, child in coming if axis != EMPTY),
            "phase": PHASES[state.phase],
            "popping": popping(state),
            "chain": painting.last,
            "longest": painting.longest,
            "attack": int(state.attack),
            "waiting": int(state.pending) + int(state.announced),
        }

    def glance(self, state: Any) -> tuple[object, ...]:
        """What changes with keys and time."""
        return (
            int(state.phase), int(state.rotation), int(state.x), int(state.y), int(state.pieces), int(state.chain),
            int(state.pending), int(state.announced),
        )  # fmt: skip

    def question(self, state: Any) -> tuple[int, ...]:
        """What another advice is due for: another pair."""
        return (int(state.pieces),)

    def steering(self, game: KeyGame) -> Steering:
        """A steering of one game."""
        return Steering(game)

    def seen(self, game: KeyGame, span: int) -> States:
        """[1] what a player sees; between two pairs the field as the next one will find it."""
        seen: States = game.seen()
        return seen

    def alike(self, seen: Any, other: Any) -> bool:
        """Whether two positions have the same field and the same ojama on its way; the pairs are known to be."""
        same = all((seen[name] == other[name]).all() for name in ("cells", "topped", "pending"))
        return bool(same)

    def steered(self, state: Any) -> bool:
        """Whether a pair is under the keys, and no chain runs."""
        return bool(state.phase == STEERED)

    def standing(self, state: Any) -> bool:
        """Whether the pair stands on the ground."""
        return bool(state.touching)

    def held(self, state: Any) -> bool:
        """There is no hold."""
        return False

    def replay(self, game: KeyGame, events: Sequence[Event], whole: bool) -> Replay:
        """The game as a replay, or its beginning."""
        result = replays.result(game)
        if not whole:
            part = KeyGame(game.rules, game.seed, game.handling, game.start)
            part.play(events, events[-1].tick)
            result = replays.result(part)
        return Replay(game.rules, game.handling, game.seed, game.start, tuple(events), result)

    def duel_replay(self, duel: Duel, events: Sequence[Sequence[Event]], whole: Sequence[bool]) -> DuelReplay:
        """The duel as a replay, or its beginning: up to where events are lacking."""
        if all(whole):
            return duelreplay.record(duel, events)
        end = min(side[-1].tick for side, all_of_it in zip(events, whole, strict=True) if not all_of_it)
        kept = [[event for event in side if event.tick < end] for side in events]
        part = duelreplay.record(duel, kept).duel()
        part.tick(end)
        return duelreplay.record(part)


def field(state: Any) -> str:
    """The fourteen rows of a game by keys, the top one first, joined by `/`: letters of colours, `#`, `x` and `.`."""
    rows = [["."] * WIDTH for _ in range(ROWS)]
    for letter, plane in zip(LETTERS, state.cells.tolist(), strict=False):
        for x in range(WIDTH):
            for y in range(TOP):
                if plane[x] >> y & 1:
                    rows[y][x] = letter
    for x in range(WIDTH):
        if int(state.topped) >> x & 1:
            rows[TOP][x] = USED_UP
    return "/".join("".join(row) for row in reversed(rows))


def popping(state: Any) -> list[list[int]]:
    """The cells (x, y) that pop now; none unless a link pops."""
    if state.phase != POPPING:
        return []
    columns = state.popping.tolist()
    return [[x, y] for x in range(WIDTH) for y in range(TOP) if columns[x] >> y & 1]
