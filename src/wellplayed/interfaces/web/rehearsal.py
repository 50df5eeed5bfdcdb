"""A game that nobody sees, played as a visitor and an agent play it, so that no visitor waits for the compiler."""

from . import kinds
from .session import Session
from .thinking import AtOnce

KEYS = ("left", "cw", "soft", "hold", "right", "hard")


class Rehearsal:
    """One game, to be played in order: by hand, then by the agent. Takes half a minute where nothing is compiled.

    `game` is a name of kinds.py.
    """

    def __init__(self, game: str = kinds.PIECES.name) -> None:
        self.session = Session(game=game, thinking=AtOnce())

    def by_hand(self) -> None:
        """Press each kind of key, and look at the board."""
        for key in (key for key in KEYS if key in self.session.kind.keys):
            self.session.press(key)
            self.session.advance(2)
            self.session.release(key)
        self.session.frame()

    def by_agent(self) -> None:
        """Let the agent play a piece, and say why."""
        before = int(self.session.game.state.pieces)
        self.session.set_pace(0)
        self.session.hand_over()
        while self.session.playing and self.session.status == "play" and self.session.game.state.pieces <= before + 1:
            self.session.advance()
        self.session.position()
        self.session.frame()
