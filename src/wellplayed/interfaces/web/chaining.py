"""What a game of Puyo tells beside its record: links as they come, the last chain and the longest, empty fields."""

import struct
from typing import Any

from ...puyo.keystep.record import STEERED

_KEPT = struct.Struct("<qqqqq?")


class Chaining:
    """The chains of one game. `follow` it after every event and tick, since it sees one link at a time."""

    def __init__(self) -> None:
        self.last = self.longest = 0  # links of the chain that fired last, or fires now, and of the longest so far
        self.calls: tuple[str, ...] = ()  # what is to be called out since the last time: `chain-N`, `all-clear`
        self._locked = self._turns = self._link = 0
        self._clear = False

    def follow(self, state: Any) -> bool:
        """Take in the state of the game as it stands now; whether a pair has had its turn since the last time."""
        calls, link, clear = [], int(state.chain), bool(state.clear)
        if state.pieces != self._locked:
            self._locked, self._link = int(state.pieces), 0
        if link > self._link:
            self.last, self.longest = link, max(self.longest, link)
            calls.append(f"chain-{link}")
        if clear and not self._clear:
            calls.append("all-clear")
        self._link, self._clear, self.calls = link, clear, tuple(calls)
        settled = self._turns != self._locked and bool(state.phase == STEERED or state.dead)
        if settled:
            self._turns = self._locked
        return settled

    def snapshot(self) -> bytes:
        """It as it stands now, to go back to."""
        return _KEPT.pack(self.last, self.longest, self._locked, self._turns, self._link, self._clear)

    def restore(self, moment: bytes, state: Any) -> None:
        """Go back to a moment."""
        self.last, self.longest, self._locked, self._turns, self._link, self._clear = _KEPT.unpack(moment)
        self.calls = ()
