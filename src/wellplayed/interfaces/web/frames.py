"""What a page is told of a session: the frames of its board, as plain values for JSON."""

from typing import TYPE_CHECKING, Any

from ...tetris.guideline.keystep.record import NONE
from ...tetris.pieces import PIECES
from .modes import level

if TYPE_CHECKING:
    from .session import Session

ABOVE = 2  # rows shown above the visible ones


def frame(session: "Session", since: int = 0) -> dict[str, Any]:
    """The board, the pieces, the numbers, the mode and the agent of a session.

    Of calls and cleared rows those are told that are newer than number `since`; `mark` is the number to give next time.
    """
    game, state, agent, played = session.game, session.game.state, session.agent, session.round
    falling = [list(cell) for cell in game.cells()] if not state.dead else []
    letter = PIECES[state.piece] if state.piece != NONE and falling else None
    cleared, number = played.cleared
    return {
        "tick": int(state.tick),
        "rows": played.painting.text(session.rules.height + ABOVE),
        "height": session.rules.height,
        "piece": {"letter": letter, "cells": falling} if letter else None,
        "ghost": [list(cell) for cell in game.ghost()] if letter else [],
        "hold": PIECES[state.hold] if state.hold != NONE else None,
        "held": bool(state.held),
        "next": "".join(PIECES[p] for p in state.queue[: session.rules.previews] if p != NONE),
        "score": int(state.score),
        "lines": int(state.lines),
        "pieces": int(state.pieces),
        "combo": int(state.combo),
        "chain": int(state.chain),
        "level": level(session.rules, int(state.lines)),
        "attack": int(state.attack),
        "mode": session.mode,
        "left": played.left,
        "state": session.status,
        "why": session.why,
        "undo": played.can_undo,
        "calls": [[name, n] for name, n in played.calls if n > since],
        "cleared": list(cleared) if number > since else [],
        "mark": played.mark,
        "agent": agent.told() if agent.on or agent.error or session.advice else None,
    }
