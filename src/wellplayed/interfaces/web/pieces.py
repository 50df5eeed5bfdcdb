"""Guideline Tetris as a game of the page: falling pieces, rows that clear, hold."""

from collections.abc import Sequence
from typing import Any, NoReturn

from ...errors import InputError
from ...game import States
from ...tetris.guideline import replay as replays
from ...tetris.guideline import steering
from ...tetris.guideline.keys import Event, Handling, KeyGame, Start
from ...tetris.guideline.keystep.record import KEYS, NONE
from ...tetris.guideline.replay import Replay
from ...tetris.guideline.rules import Guideline
from ...tetris.guideline.ruleset import PRESETS, Ruleset, parse
from ...tetris.pieces import PIECES
from . import modes
from .callouts import called
from .kind import News
from .painting import Painting

ABOVE = 2  # rows shown above the visible ones


class Steering(steering.Steering):
    """Steers pieces to actions of the placements."""

    def __init__(self, game: KeyGame, placements: Guideline) -> None:
        super().__init__(game)
        self._placements = placements

    def aim_at(self, action: int, pace: int, held: bool) -> bool:
        """Plan the keys for an action; see kind.py."""
        hold, spin, *goal = self._placements.parts(action)
        swapped = bool(self.game.state.held) and not held  # hold was pressed for the placement chosen
        if hold != swapped and (swapped or held):
            return False
        return self.aim((goal[0], goal[1], goal[2]), spin=spin, hold=bool(hold) and not swapped, pace=pace)


class Pieces:
    """The description of guideline Tetris; see kind.py."""

    name = "guideline"
    keys = KEYS
    presets = tuple(PRESETS)
    usual = "guideline"
    modes = modes.MODES

    def rules(self, given: Any) -> Ruleset:
        """Rules that the page can draw."""
        found = parse(given) if isinstance(given, str) else given
        if not isinstance(found, Ruleset):
            raise InputError(f"{found} are rules of another game; choose from {', '.join(self.presets)}")
        return modes.drawable(found)

    def handling(self) -> Handling:
        """How keys repeat at first."""
        return Handling()

    def start(self) -> Start:
        """An empty well."""
        return Start()

    def opened(self, rules: Ruleset, seed: int, handling: Any, start: Any) -> KeyGame:
        """A fresh game by keys."""
        if not isinstance(handling, Handling) or not isinstance(start, Start):
            raise InputError("handling or start are of another game; give those of guideline")
        return KeyGame(rules, seed, handling, start)

    def duel(self, rules: Ruleset, seed: int, handling: Any) -> NoReturn:
        """Nobody plays against anybody here."""
        raise InputError("there are no duels of guideline on the page; choose Puyo")

    def placements(self, rules: Ruleset) -> Guideline:
        """The game that agents think in."""
        return Guideline(rules)

    def painting(self, rules: Ruleset, start: Start) -> Painting:
        """The colours of a fresh pile."""
        return Painting(rules, start)

    def news(self, painting: Painting, game: KeyGame) -> News:
        """What a lock has brought: clears, spins, levels."""
        state, rules = game.state, game.rules
        if not painting.follow(state):
            return News()
        names, lines = called(state), int(state.lines)
        reached = modes.level(rules, lines)
        if reached > modes.level(rules, lines - int(state.last_cleared)):
            names.append(f"level-{reached}")
        return News(True, tuple(names), painting.cleared)

    def frame(self, painting: Painting, game: KeyGame) -> dict[str, Any]:
        """The well, the pieces and the numbers."""
        state, rules = game.state, game.rules
        falling = [list(cell) for cell in game.cells()] if not state.dead else []
        letter = PIECES[state.piece] if state.piece != NONE and falling else None
        return {
            "rows": painting.text(rules.height + ABOVE),
            "height": rules.height,
            "piece": {"letter": letter, "cells": falling} if letter else None,
            "ghost": [list(cell) for cell in game.ghost()] if letter else [],
            "hold": PIECES[state.hold] if state.hold != NONE else None,
            "held": bool(state.held),
            "next": "".join(PIECES[p] for p in state.queue[: rules.previews] if p != NONE),
            "combo": int(state.combo),
            "chain": int(state.chain),
            "level": modes.level(rules, int(state.lines)),
            "attack": int(state.attack),
        }

    def glance(self, state: Any) -> tuple[object, ...]:
        """What changes with keys and time."""
        return (
            int(state.piece), int(state.orientation), int(state.x), int(state.y), int(state.pieces), int(state.hold),
            bool(state.held),
        )  # fmt: skip

    def question(self, state: Any) -> tuple[int, ...]:
        """What another advice is due for: another piece, and hold."""
        return int(state.pieces), int(state.piece), int(state.held)

    def steering(self, game: KeyGame) -> Steering:
        """A steering of one game."""
        return Steering(game, self.placements(game.rules))

    def seen(self, game: KeyGame, span: int) -> States:
        """[1] what a player sees."""
        seen: States = game.seen(span)
        return seen

    def alike(self, seen: Any, other: Any) -> bool:
        """Whether two positions are the same to the byte."""
        return bool(seen.tobytes() == other.tobytes())

    def steered(self, state: Any) -> bool:
        """A piece is always under the keys."""
        return True

    def standing(self, state: Any) -> bool:
        """Whether the piece stands on the ground."""
        return bool(state.ground > 0)

    def held(self, state: Any) -> bool:
        """Whether hold has been used for this piece."""
        return bool(state.held)

    def replay(self, game: KeyGame, events: Sequence[Event], whole: bool) -> Replay:
        """The game as a replay, or its beginning."""
        result = replays.result(game)
        if not whole:
            part = KeyGame(game.rules, game.seed, game.handling, game.start)
            part.play(events, events[-1].tick)
            result = replays.result(part)
        return Replay(game.rules, game.handling, game.seed, game.start, tuple(events), result)

    def duel_replay(self, duel: Any, events: Sequence[Sequence[Event]], whole: Sequence[bool]) -> NoReturn:
        """There is nothing to replay."""
        raise InputError("there are no duels of guideline on the page; choose Puyo")
