"""What a move is worth: guideline score, and the lines of garbage it sends under each rule book.

Counters are zero in a fresh game. `combo` is how many moves in a row have cleared lines, and `chain` how many clearing
moves in a row were difficult (a quad, or a spin of any class that clears), both as they stand before the move; a move
that clears nothing ends the combo and leaves the chain alone. Published formulas count from the second such move on:
their combo and b2b are these counters, after the move, minus one.

Cases that programs get wrong, as they are here:

- A perfect clear is decided on the board before garbage rises (garbage.py has the order of events).
- It is rounded by itself, after the multiplier, and the combo does not multiply it.
- A mini single sends nothing by itself, but its back-to-back does, and the combo multiplies that: under `tetrio-s2` the
  second such clear in a row sends (0 + 1) x 1.25, which is 1.
- A spin that clears nothing scores, sends nothing, and neither lengthens nor breaks the chain.

Where the source of a table has no value (a mini triple, a quad by a spin), the clear counts as one without a spin.
"""

import math
from typing import NamedTuple

import numpy as np

from ..._jit import Record, kernel
from .ruleset import number

NONE, MINI, FULL = range(3)  # spin classes

# Lines sent [rule, class, lines]. Sources: libtetris/src/lock_data.rs of MinusKelvin/cold-clear; halp1/triangle,
# src/engine/utils/damageCalc, for both seasons of TETR.IO; AttackTable in botris/engine/models.py of botris-interface
# 0.1.21, which knows no minis.
_PLAIN = [0, 0, 1, 2, 4]
_TETRIO = [_PLAIN, [0, 0, 1, 2, 10], [0, 2, 4, 6, 10]]
SENT = np.zeros((4, 3, 5))
SENT[number("attack", "guideline")] = [_PLAIN, _PLAIN, [0, 2, 4, 6, 4]]
SENT[number("attack", "tetrio-s1")] = _TETRIO
SENT[number("attack", "tetrio-s2")] = _TETRIO
SENT[number("attack", "botris")] = [_PLAIN, _PLAIN, [0, 2, 4, 6, 4]]

# Lines added [table, combo after the move - 1]; the last value stays. Sources: `classic` is COMBO_GARBAGE of
# lock_data.rs and TETR.IO's "classic guideline", `modern` is TETR.IO's "modern guideline" (damageCalc), `botris` the
# combo_table of botris/engine/models.py.
_COMBOS = {
    "none": [0],
    "classic": [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5],
    "modern": [0, 0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 3, 4],
    "botris": [0, 0, 1, 1, 1, 2, 2, 3, 3, 4],
}
COMBO = np.zeros((5, 14))
for _name, _values in _COMBOS.items():
    COMBO[number("combo", _name)] = _values + _values[-1:] * (14 - len(_values))

# Points [class, lines], times the level, and for a perfect clear by lines. Source: "Scoring", tetris.wiki; a mini
# triple and a quad by a spin are TETR.IO's, as in swng/tetriodamcalc.
POINTS = np.array([[0, 100, 300, 500, 800], [100, 200, 400, 800, 1600], [400, 800, 1200, 1600, 2600]])
PERFECT = np.array([0, 800, 1200, 1800, 2000])
PERFECT_BACK_TO_BACK = 3200  # a perfect quad that continues a chain
COMBO_POINTS = 50  # times combo after the move - 1, times the level
SOFT_DROP, HARD_DROP = 1, 2  # points a cell, whatever the level

_MULTIPLIER = number("combo", "multiplier")
_NO_CHAIN, _CHAINING, _SURGE = (number("back_to_back", name) for name in ("none", "chaining", "surge"))
_NEAREST = number("rounding", "nearest")
_HANDHELD = number("spins", "handheld")


class Sent(NamedTuple):
    """What a move sends, in the order in which it is sent, and the counters after it."""

    surge: int  # from a chain that broke; travels in `thirds`
    clear: int  # for the lines cleared, with back-to-back and combo
    perfect: int
    combo: int
    chain: int


@kernel(inline=True)
def difficult(lines: int, spin: int) -> bool:
    """Whether a move that clears lines lengthens the chain."""
    return lines >= 4 or (lines > 0 and spin != NONE)


@kernel(inline=True)
def back_to_back(rule: int, length: int) -> float:
    """Lines added by a chain of `length` + 1 clears, this one included."""
    if length <= 0 or rule == _NO_CHAIN:
        return 0.0
    if rule != _CHAINING:
        return 1.0
    # TETR.IO, season 1 (damageCalc): a whole number, and from the third clear on a part that the multiplier may lift.
    growth = math.log1p(0.8 * length)
    whole = math.floor(1.0 + growth)
    if length == 1:
        return float(whole)
    return whole + (1.0 + growth % 1.0) / 3.0


@kernel(inline=True)
def with_combo(table: int, raw: float, combo: int) -> float:
    """Lines with what the combo adds; `combo` is that after the move, minus one."""
    if table != _MULTIPLIER:
        return raw + float(COMBO[table, min(combo, COMBO.shape[1] - 1)])
    # TETR.IO (damageCalc): a quarter more each, and from the third clear on at least the logarithm.
    raw = raw * (1.0 + 0.25 * combo)
    if combo > 1:
        raw = max(raw, math.log1p(1.25 * combo))
    return raw


@kernel(inline=True)
def rounded(lines: float, rule: int) -> int:
    """Whole lines: down, or to the nearest, halves up. TETR.IO's random rounding is left out: search must know."""
    if rule == _NEAREST:
        lines += 0.5
    return math.floor(lines)


@kernel
def attack(
    rules: Record,
    lines: int,
    spin: int,
    tee: bool,
    combo: int,
    chain: int,
    perfect: bool,
    garbage_cleared: int,
    multiplier: float,
) -> Sent:
    """What a move sends before any of it cancels pending garbage.

    Parameters
    ----------
    rules
        The record of a `Ruleset`.
    lines, spin, tee, perfect
        Rows cleared (0 to 4), the spin class, whether the piece is a T, and whether the board is empty now.
    combo, chain
        The counters before the move.
    garbage_cleared
        How many of the rows cleared were garbage.
    multiplier
        `rules.multiplier`, or in timed play what has become of it (`multiplier_at`).
    """
    if lines == 0:
        return Sent(0, 0, 0, 0, int(chain))
    combo, chain, broken = int(combo) + 1, int(chain), 0
    if perfect and rules.perfect_chain > 0:
        chain += int(rules.perfect_chain)
    elif difficult(lines, spin):
        chain += 1
    else:
        broken, chain = chain, 0

    raw = SENT[rules.attack, spin, lines]
    if spin != NONE and not tee and rules.spins == _HANDHELD:
        raw /= 2.0  # damageCalc
    raw = with_combo(rules.combo, raw + back_to_back(rules.back_to_back, chain - 1), combo - 1) * multiplier
    if rules.special and garbage_cleared > 0 and difficult(lines, spin):
        raw += 1.0
    surge, clear, extra = 0, rounded(raw, rules.rounding), 0
    if rules.back_to_back == _SURGE and broken > rules.surge_at:
        surge = rounded((broken - rules.surge_at + rules.surge_base) * multiplier, rules.rounding)
    if perfect:
        extra = rounded(rules.perfect_clear * multiplier, rules.rounding)
        if rules.perfect_replaces:
            clear = 0
    return Sent(surge, clear, extra, combo, chain)


@kernel(inline=True)
def thirds(surge: int) -> tuple[int, int, int]:
    """The three attacks that a surge travels as (halp1/triangle, src/engine/index.ts): two rounded thirds, the rest."""
    third = (2 * surge + 3) // 6
    return third, third, surge - 2 * third


@kernel(inline=True)
def points(lines: int, spin: int, combo: int, chain: int, perfect: bool, level: int) -> int:
    """The guideline score of a move, drops aside; counters as they stand before it."""
    total = int(POINTS[spin, lines])
    continues = difficult(lines, spin) and chain > 0
    if continues:
        total += total // 2
    if lines > 0:
        total += COMBO_POINTS * combo
    if perfect and lines > 0:
        if continues and lines >= 4:
            total += PERFECT_BACK_TO_BACK
        else:
            total += int(PERFECT[lines])
    return total * level


@kernel(inline=True)
def level_at(rules: Record, lines: int) -> int:
    """The level after so many lines."""
    if rules.goal == 0:
        return int(rules.level)
    return int(rules.level + lines // rules.goal)


@kernel(inline=True)
def multiplier_at(rules: Record, ticks: int) -> float:
    """The garbage multiplier after so many ticks, of which there are sixty a second."""
    late = max(ticks - rules.multiplier_margin, 0)
    return float(rules.multiplier + late * rules.multiplier_increase / 60.0)
