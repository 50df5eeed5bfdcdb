"""What a page is told of a session: the frames of its board, as plain values for JSON."""

from typing import TYPE_CHECKING, Any

from .pieces import ABOVE

if TYPE_CHECKING:
    from .session import Session

__all__ = ["ABOVE", "frame"]


def frame(session: "Session", since: int = 0) -> dict[str, Any]:
    """The board, the pieces, the numbers, the mode and the agent of a session; of each game its own (kind.py).

    Of calls and cleared rows those are told that are newer than number `since`; `mark` is the number to give next time.
    """
    game, state, agent, played = session.game, session.game.state, session.agent, session.round
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
    }
