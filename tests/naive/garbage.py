"""Garbage the slow way: every pending line by itself, a board as a list of rows of bool, row 0 at the floor."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tests.naive.classic import GOLDEN, WORD, Board, scrambled

Rules = dict[str, Any]


class Line(NamedTuple):
    """One line on its way."""

    hole: int
    wait: int


@dataclass
class Field:
    """A board, what is on its way to it, and what decides where holes are."""

    board: Board
    stream: int
    pending: list[Line] = field(default_factory=list)
    hole: int | None = None

    def word(self) -> int:
        """The next random word."""
        self.stream = (self.stream + GOLDEN) % WORD
        return scrambled(self.stream)


def receive(f: Field, rules: Rules, lines: int, wait: int) -> None:
    """An attack of so many lines arrives."""
    for i in range(lines):
        chance = rules["messy_within"] if i else rules["messy_change"]
        moves = (f.word() >> 11) / 2**53 < chance
        if moves or f.hole is None:
            f.hole = (f.word() >> 32) * rules["width"] >> 32
        f.pending.append(Line(f.hole, wait))


def set_off(f: Field, rules: Rules, packets: list[int], pieces: int, sent: int) -> int:
    """Attacks against what is pending, one after another; what goes out."""
    out = 0
    for packet in packets:
        free = packet if pieces < rules["opener"] and len(f.pending) >= sent + out else 0
        for _ in range(packet):
            if rules["cancel"] and f.pending:
                f.pending.pop(0)
            else:
                out += 1
        for _ in range(free if rules["cancel"] else 0):
            if f.pending:
                f.pending.pop(0)
    return out


def rise(f: Field, rules: Rules) -> tuple[int, bool]:
    """What has waited long enough comes up; how many lines, and whether cells were lost at the top."""
    risen, lost = 0, False
    while f.pending and f.pending[0].wait == 0 and (rules["cap"] == 0 or risen < rules["cap"]):
        if risen == rules["rows"]:
            break
        hole = f.pending.pop(0).hole
        f.board.insert(0, [x != hole for x in range(rules["width"])])
        lost = any(f.board.pop()) or lost
        risen += 1
    return risen, lost


def settle(f: Field, rules: Rules, lines: int) -> tuple[int, bool]:
    """The end of a move that cleared so many lines."""
    if lines and rules["blocking"] == "combo":
        return 0, False
    result = rise(f, rules)
    f.pending = [Line(hole, max(wait - 1, 0)) for hole, wait in f.pending]
    return result
