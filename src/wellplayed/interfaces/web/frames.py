"""What a page is told of a session: the frames of its board, as plain values for JSON."""

from typing import TYPE_CHECKING, Any

from .pieces import ABOVE

if TYPE_CHECKING:
    from .agent import Agent
    from .round import Round
    from .session import Session

__all__ = ["ABOVE", "frame"]


def frame(session: "Session", since: int = 0) -> dict[str, Any]:
    """The board, the pieces, the numbers, the mode and the agent of a session; of each game its own (kind.py).

    Of calls and cleared rows those are told that are newer than number `since`; `mark` is the number to give next time.
    """
    game, state, agent, played, bout = session.game, session.game.state, session.agent, session.round, session.bout
    cleared, number = played.cleared
    return {
        "game": played.kind.name,
        "tick": int(state.tick),
        **played.kind.frame(played.painting, game),
        "score": int(state.score),
        "lines": int(state.lines),
        "pieces": int(state.pieces),
        "mode": session.mode,
        "left": played.left,
        "state": session.status,
        "why": session.why,
        "undo": played.can_undo,
        "calls": [[name, n] for name, n in played.calls if n > since],
        "cleared": list(cleared) if number > since else [],
        "mark": played.mark,
        "agent": agent.told() if agent.on or agent.error or session.advice else None,
        "rival": _rival(bout.other, session.rival, since) if bout and session.rival else None,
    }


def _rival(other: "Round", rival: "Agent", since: int) -> dict[str, Any]:
    """The other side of a duel: its board, its numbers, and who plays it."""
    return {
        **other.kind.frame(other.painting, other.game),
        "score": int(other.game.state.score),
        "pieces": int(other.game.state.pieces),
        "calls": [[name, n] for name, n in other.calls if n > since],
        "spec": rival.spec,
        "error": rival.error,
    }
