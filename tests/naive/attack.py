"""Attack and score the slow way: rules by name, tables as sentences.

Sources: libtetris/src of MinusKelvin/cold-clear (guideline), src/engine of halp1/triangle (TETR.IO), botris/engine of
botris-interface 0.1.21 (Botris), and "Scoring" at tetris.wiki.
"""

import math
from typing import Any, NamedTuple

Rules = dict[str, Any]

BY_TABLE: dict[str, dict[str, list[int]]] = {
    "guideline": {"none": [0, 1, 2, 4], "mini": [0, 1, 2, 4], "full": [2, 4, 6, 4]},
    "tetrio-s1": {"none": [0, 1, 2, 4], "mini": [0, 1, 2, 10], "full": [2, 4, 6, 10]},
    "tetrio-s2": {"none": [0, 1, 2, 4], "mini": [0, 1, 2, 10], "full": [2, 4, 6, 10]},
    "botris": {"none": [0, 1, 2, 4], "mini": [0, 1, 2, 4], "full": [2, 4, 6, 4]},
}
BY_COMBO = {
    "none": "0",
    "classic": "0 0 1 1 2 2 3 3 4 4 4 5",
    "modern": "0 0 1 1 2 2 2 3 3 3 3 3 3 4",
    "botris": "0 0 1 1 1 2 2 3 3 4",
}


class Move(NamedTuple):
    """What a move did, and the state before it."""

    lines: int
    spin: str = "none"
    tee: bool = True
    clears_in_a_row: int = 0
    hard_clears_in_a_row: int = 0
    perfect: bool = False
    garbage_cleared: int = 0


class Result(NamedTuple):
    """Lines sent, part by part, and the state after the move."""

    surge: int
    clear: int
    perfect: int
    clears_in_a_row: int
    hard_clears_in_a_row: int


def hard(move: Move) -> bool:
    """Whether it is a clear that keeps back-to-back alive."""
    return move.lines == 4 or (move.lines > 0 and move.spin != "none")


def whole(x: float, rules: Rules) -> int:
    """The number of whole lines."""
    return math.floor(x) if rules["rounding"] == "down" else math.floor(x + 0.5)


def chain_bonus(kind: str, b2b: int) -> float:
    """What TETR.IO's counter, 0 at the first hard clear, adds."""
    if b2b < 1 or kind == "none":
        return 0
    if kind in ("flat", "surge"):
        return 1
    log = math.log1p(0.8 * b2b)
    return math.floor(1 + log) + (0 if b2b == 1 else (1 + math.modf(log)[0]) / 3)


def combo_bonus(kind: str, garbage: float, combo: int) -> float:
    """Garbage with the bonus of a combo, 0 at the first clear."""
    if kind == "multiplier":
        more = garbage * (1 + combo / 4)
        return max(more, math.log(1 + 1.25 * combo)) if combo >= 2 else more
    table = [int(n) for n in BY_COMBO[kind].split()]
    return garbage + (table[combo] if combo < len(table) else table[-1])


def sent(rules: Rules, move: Move, multiplier: float) -> Result:
    """What it sends."""
    if not move.lines:
        return Result(0, 0, 0, 0, move.hard_clears_in_a_row)
    keeps = move.perfect and rules["perfect_chain"] > 0
    if keeps:
        row = move.hard_clears_in_a_row + rules["perfect_chain"]
    else:
        row = move.hard_clears_in_a_row + 1 if hard(move) else 0

    garbage: float = BY_TABLE[rules["attack"]][move.spin][move.lines - 1]
    if rules["spins"] == "handheld" and move.spin != "none" and not move.tee:
        garbage /= 2
    garbage += chain_bonus(rules["back_to_back"], row - 1)
    garbage = combo_bonus(rules["combo"], garbage, move.clears_in_a_row) * multiplier
    if rules["special"] and move.garbage_cleared and hard(move):
        garbage += 1
    clear, surge, perfect = whole(garbage, rules), 0, 0
    if rules["back_to_back"] == "surge" and row == 0:
        b2b = move.hard_clears_in_a_row - 1
        if b2b + 1 > rules["surge_at"]:
            surge = whole((b2b - rules["surge_at"] + rules["surge_base"] + 1) * multiplier, rules)
    if move.perfect:
        perfect = whole(rules["perfect_clear"] * multiplier, rules)
        clear = 0 if rules["perfect_replaces"] else clear
    return Result(surge, clear, perfect, move.clears_in_a_row + 1, row)


def score(move: Move, level: int) -> int:
    """Its points."""
    base = {
        "none": [0, 100, 300, 500, 800],
        "mini": [100, 200, 400, 800, 1600],
        "full": [400, 800, 1200, 1600, 2600],
    }[move.spin][move.lines]
    continues = hard(move) and move.hard_clears_in_a_row > 0
    points = base * 1.5 if continues else base
    if move.lines:
        points += 50 * move.clears_in_a_row
    if move.lines and move.perfect:
        points += 3200 if continues and move.lines == 4 else [800, 1200, 1800, 2000][move.lines - 1]
    return int(points * level)
