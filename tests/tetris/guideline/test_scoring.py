"""Score and attack: published tables, the formulas of each rule book, and the cases that programs get wrong."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.naive import attack as naive
from tests.tetris.guideline.rulesets import rulesets

from wellplayed.tetris.guideline.ruleset import Ruleset, parse, preset
from wellplayed.tetris.guideline.scoring import (
    FULL,
    HARD_DROP,
    MINI,
    NONE,
    SOFT_DROP,
    Sent,
    attack,
    level_at,
    multiplier_at,
    points,
    thirds,
)

pytestmark = pytest.mark.pure

CLASSES = ("none", "mini", "full")
RULES = rulesets(
    *("attack", "combo", "back_to_back", "surge_at", "surge_base", "perfect_clear", "perfect_replaces"),
    *("perfect_chain", "special", "rounding", "spins"),
)
MOVES = st.builds(
    naive.Move,
    lines=st.integers(0, 4),
    spin=st.sampled_from(CLASSES),
    tee=st.booleans(),
    clears_in_a_row=st.integers(0, 30),
    hard_clears_in_a_row=st.integers(0, 60),
    perfect=st.booleans(),
    garbage_cleared=st.integers(0, 4),
)


def send(
    rules: str | Ruleset,
    lines: int,
    spin: int = NONE,
    combo: int = 0,
    chain: int = 0,
    *,
    tee: bool = True,
    perfect: bool = False,
    garbage: int = 0,
    multiplier: float = 1.0,
) -> Sent:
    book = parse(rules) if isinstance(rules, str) else rules
    return attack(book.record()[0], lines, spin, tee, combo, chain, perfect, garbage, multiplier)


def lines_sent(*args: Any, **options: Any) -> int:
    sent = send(*args, **options)
    return sent.surge + sent.clear + sent.perfect


# Tables ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "plain", "mini", "full"),
    [
        # lock_data.rs of MinusKelvin/cold-clear; damageCalc of halp1/triangle; AttackTable of botris-interface
        ("guideline", [0, 1, 2, 4], [0, 1], [2, 4, 6]),
        ("tetrio-s1", [0, 1, 2, 4], [0, 1, 2, 10], [2, 4, 6, 10]),
        ("tetrio-s2", [0, 1, 2, 4], [0, 1, 2, 10], [2, 4, 6, 10]),
        ("botris", [0, 1, 2, 4], [], [2, 4, 6]),
    ],
)
def test_lines_of_a_first_clear(rules: str, plain: list[int], mini: list[int], full: list[int]) -> None:
    for spin, table in ((NONE, plain), (MINI, mini), (FULL, full)):
        assert [send(rules, n, spin).clear for n in range(1, len(table) + 1)] == table


@pytest.mark.parametrize(
    ("rules", "added"),
    [
        ("guideline", [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5, 5, 5]),
        ("guideline:combo=modern", [0, 0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 3, 4, 4]),
        ("guideline:combo=none", [0] * 20),
        ("botris", [0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 4, 4]),
    ],
)
def test_what_a_combo_adds_to_singles(rules: str, added: list[int]) -> None:
    assert [send(rules, 1, combo=combo).clear for combo in range(len(added))] == added


@pytest.mark.parametrize(
    ("lines", "spin", "table"),
    [
        # TETR.IO's multiplier combos, computed by hand: x (1 + 0.25 c), at least ln(1 + 1.25 c) from c = 2 on
        (1, NONE, [0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3]),
        (2, NONE, [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4]),
        (3, NONE, [2, 2, 3, 3, 4, 4, 5, 5, 6]),
        (4, NONE, [4, 5, 6, 7, 8, 9, 10]),
        (1, FULL, [2, 2, 3, 3, 4, 4, 5]),
        (2, FULL, [4, 5, 6, 7, 8, 9, 10]),
        (3, FULL, [6, 7, 9, 10, 12, 13, 15]),
        (2, MINI, [1, 1, 1, 1, 2, 2, 2]),
    ],
)
@pytest.mark.parametrize("rules", ["tetrio-s1", "tetrio-s2"])
def test_the_combos_of_tetrio(rules: str, lines: int, spin: int, table: list[int]) -> None:
    assert [send(rules, lines, spin, combo).clear for combo in range(len(table))] == table


def test_season_1_chains_add_a_line_at_published_lengths() -> None:
    # "Back-to-Back chaining", as players tabulate it: one more line from the 2nd, 4th, 9th, 25th, 68th and 186th
    # clear of a chain on.
    gained = [send("tetrio-s1", 4, chain=chain).clear - 4 for chain in range(190)]
    firsts = [gained.index(n) + 1 for n in range(1, 7)]
    assert firsts == [2, 4, 9, 25, 68, 186]
    assert gained == sorted(gained)


def test_season_1_chains_add_fractions_that_a_combo_lifts() -> None:
    # The third clear: 1 + (1 + 0.9555) / 3 = 1.65 beside the quad's 4, times 1.25, is 7.06.
    assert [send("tetrio-s1", 4, combo=combo, chain=2).clear for combo in range(4)] == [5, 7, 8, 9]


@pytest.mark.parametrize(
    ("rules", "gains"),
    [("guideline", 1), ("tetrio-s2", 1), ("botris", 1), ("guideline:back_to_back=none", 0)],
)
def test_flat_back_to_back(rules: str, gains: int) -> None:
    for lines, spin, base in ((4, NONE, 4), (2, FULL, 4), (1, MINI if rules != "botris" else FULL, None)):
        first = send(rules, lines, spin).clear
        assert base is None or first == base
        assert [send(rules, lines, spin, chain=chain).clear - first for chain in (1, 2, 50)] == [gains] * 3
    assert send(rules, 3, chain=5).clear == 2  # not a difficult clear


# Surge ----------------------------------------------------------------------------------------------------------------


def test_a_broken_chain_of_season_2_sends_its_surge() -> None:
    # On breaking b2b (the chain minus one) with b2b + 1 above 4: b2b - 4 + 3 + 1 lines (halp1/triangle).
    surges = [send("tetrio-s2", 1, chain=chain).surge for chain in range(12)]
    assert surges == [0, 0, 0, 0, 0, 4, 5, 6, 7, 8, 9, 10]
    assert all(send(rules, 1, chain=20).surge == 0 for rules in ("guideline", "tetrio-s1", "botris"))


@pytest.mark.parametrize(("lines", "spin", "perfect"), [(4, NONE, False), (1, MINI, False), (1, NONE, True)])
def test_a_chain_that_goes_on_sends_no_surge(lines: int, spin: int, perfect: bool) -> None:
    sent = send("tetrio-s2", lines, spin, chain=9, perfect=perfect)
    assert (sent.surge, sent.chain) == (0, 10)


def test_a_move_without_a_clear_keeps_the_chain() -> None:
    for spin in (NONE, MINI, FULL):
        assert send("tetrio-s2", 0, spin, combo=3, chain=9, garbage=0) == (0, 0, 0, 0, 9)


@pytest.mark.parametrize(
    ("surge", "parts"), [(0, (0, 0, 0)), (4, (1, 1, 2)), (5, (2, 2, 1)), (6, (2, 2, 2)), (7, (2, 2, 3)), (8, (3, 3, 2))]
)
def test_a_surge_travels_in_thirds(surge: int, parts: tuple[int, int, int]) -> None:
    assert thirds(surge) == parts


@given(st.integers(0, 200))
def test_thirds_lose_nothing(surge: int) -> None:
    parts = thirds(surge)
    assert sum(parts) == surge
    assert min(parts) >= 0
    assert max(parts) - min(parts) <= 1


# Cases that programs get wrong ----------------------------------------------------------------------------------------


def test_a_back_to_back_mini_single_in_a_combo() -> None:
    # tetrio/issues#979: (0 + 1) x 1.25, rounded down.
    assert send("tetrio-s2", 1, MINI, combo=1, chain=1).clear == 1
    assert send("tetrio-s2", 1, MINI, combo=3, chain=1).clear == 1  # 1.75
    assert send("tetrio-s2", 1, MINI, combo=4, chain=1).clear == 2


def test_half_lines_follow_the_named_rule() -> None:
    # tetrio/issues#731: rounding down loses lines.
    assert send("tetrio-s1", 1, FULL, combo=1).clear == 2  # 2 x 1.25 = 2.5
    assert send("tetrio-s1:rounding=nearest", 1, FULL, combo=1).clear == 3
    assert send("tetrio-s1:rounding=nearest", 2, combo=1).clear == 1  # 1.25


def test_the_multiplier_covers_perfect_clears() -> None:
    # tetrio/issues#59: each part is multiplied, and rounded by itself.
    sent = send("tetrio-s1", 1, FULL, perfect=True, multiplier=1.25)
    assert (sent.clear, sent.perfect) == (2, 12)
    assert send("tetrio-s2", 1, chain=9, multiplier=1.5).surge == 12
    assert send("tetrio-s2", 4, chain=9, perfect=True, multiplier=0.1) == (0, 0, 0, 1, 10)


@pytest.mark.parametrize(
    ("rules", "lines", "clear", "perfect", "chain"),
    [
        ("guideline", 4, 0, 10, 4),  # instead of the rest
        ("guideline", 1, 0, 10, 0),
        ("tetrio-s1", 4, 6, 10, 4),  # beside it: 4 + the fourth clear's 2.07
        ("tetrio-s1", 1, 0, 10, 0),  # a single is a single, and breaks the chain
        ("tetrio-s2", 4, 5, 5, 4),
        ("tetrio-s2", 1, 1, 5, 4),  # goes on with the chain, and so has its line
        ("botris", 2, 0, 10, 0),
    ],
)
def test_perfect_clears(rules: str, lines: int, clear: int, perfect: int, chain: int) -> None:
    assert send(rules, lines, chain=3, perfect=True) == (0, clear, perfect, 1, chain)


@pytest.mark.parametrize(
    ("lines", "spin", "garbage", "more"), [(4, NONE, 4, 1), (1, MINI, 1, 1), (4, NONE, 0, 0), (3, NONE, 3, 0)]
)
def test_clearing_garbage_by_a_difficult_clear(lines: int, spin: int, garbage: int, more: int) -> None:
    for rules, bonus in (("tetrio-s2", more), ("tetrio-s1", 0), ("guideline", 0)):
        assert send(rules, lines, spin, garbage=garbage).clear - send(rules, lines, spin).clear == bonus


def test_a_spin_by_another_piece_sends_half_where_handheld() -> None:
    assert send("tetrio-s1:spins=handheld", 2, FULL, tee=False).clear == 2
    assert send("tetrio-s1:spins=handheld", 2, FULL, tee=True).clear == 4
    assert send("tetrio-s1:spins=all", 2, FULL, tee=False).clear == 4


def test_counters_over_a_game() -> None:
    combo, chain, story = 0, 0, []
    # quad, T-spin double, spin without a clear, mini single, single, nothing, quad
    for lines, spin in ((4, NONE), (2, FULL), (0, FULL), (1, MINI), (1, NONE), (0, NONE), (4, NONE)):
        sent = send("guideline", lines, spin, combo, chain)
        combo, chain = sent.combo, sent.chain
        story.append((combo, chain, sent.clear))
    assert story == [(1, 1, 4), (2, 2, 5), (0, 2, 0), (1, 3, 1), (2, 0, 0), (0, 0, 0), (1, 1, 4)]


# Score ----------------------------------------------------------------------------------------------------------------


def test_the_score_of_the_guideline() -> None:
    # "Scoring", tetris.wiki
    assert [points(n, NONE, 0, 0, False, 1) for n in range(5)] == [0, 100, 300, 500, 800]
    assert [points(n, MINI, 0, 0, False, 1) for n in range(3)] == [100, 200, 400]
    assert [points(n, FULL, 0, 0, False, 1) for n in range(4)] == [400, 800, 1200, 1600]
    assert (SOFT_DROP, HARD_DROP) == (1, 2)


def test_a_second_t_spin_double_scores_half_as_much_again() -> None:
    assert points(2, FULL, 0, 0, False, 1) == 1200
    assert points(2, FULL, 0, 1, False, 1) == 1800
    assert points(4, NONE, 0, 1, False, 3) == 3600
    assert points(0, FULL, 0, 1, False, 1) == 400  # nothing cleared: no back-to-back
    assert points(3, NONE, 0, 1, False, 1) == 500


def test_combos_score_fifty_more_each_time_level() -> None:
    assert [points(1, NONE, combo, 0, False, 2) for combo in range(4)] == [200, 300, 400, 500]
    assert points(0, NONE, 5, 0, False, 2) == 0


def test_perfect_clears_score() -> None:
    assert [points(n, NONE, 0, 0, True, 1) - points(n, NONE, 0, 0, False, 1) for n in range(1, 5)] == [
        800, 1200, 1800, 2000,
    ]  # fmt: skip
    assert points(4, NONE, 0, 1, True, 2) == 2 * (1200 + 3200)


def test_levels_grow_by_ten_lines() -> None:
    book = preset("guideline").record()[0]
    assert [level_at(book, n) for n in (0, 9, 10, 19, 20, 149, 150)] == [1, 1, 2, 2, 3, 15, 16]
    assert level_at(preset("tetrio-s2").record()[0], 500) == 1
    assert level_at(parse("guideline:level=5,goal=3").record()[0], 7) == 7


def test_the_multiplier_grows_after_three_minutes() -> None:
    book = preset("tetrio-s2").record()[0]
    assert [multiplier_at(book, t) for t in (0, 10_800)] == [1.0, 1.0]
    assert multiplier_at(book, 10_800 + 60 * 100) == pytest.approx(1.8)
    assert multiplier_at(preset("guideline").record()[0], 10**6) == 1.0


# Against the twin -----------------------------------------------------------------------------------------------------


@given(RULES, MOVES, st.sampled_from([1.0, 1.008, 0.5, 2.25]))
def test_attack_agrees_with_the_twin(rules: Ruleset, move: naive.Move, multiplier: float) -> None:
    sent = send(
        rules, move.lines, CLASSES.index(move.spin), move.clears_in_a_row, move.hard_clears_in_a_row,
        tee=move.tee, perfect=move.perfect, garbage=move.garbage_cleared, multiplier=multiplier,
    )  # fmt: skip
    assert tuple(sent) == tuple(naive.sent(rules.as_dict(), move, multiplier))
    assert min(sent) >= 0


@given(MOVES, st.integers(1, 30))
def test_score_agrees_with_the_twin(move: naive.Move, level: int) -> None:
    found = points(
        move.lines, CLASSES.index(move.spin), move.clears_in_a_row, move.hard_clears_in_a_row, move.perfect, level
    )
    assert found == naive.score(move, level)
    assert found >= 0


@given(RULES, MOVES)
def test_counters_reset_when_they_should(rules: Ruleset, move: naive.Move) -> None:
    spin = CLASSES.index(move.spin)
    sent = send(rules, move.lines, spin, move.clears_in_a_row, move.hard_clears_in_a_row, perfect=move.perfect)
    assert sent.combo == (move.clears_in_a_row + 1 if move.lines else 0)
    if move.lines == 0:
        assert sent == (0, 0, 0, 0, move.hard_clears_in_a_row)
    elif move.perfect and rules.perfect_chain:
        assert sent.chain == move.hard_clears_in_a_row + rules.perfect_chain
    elif move.lines == 4 or spin != NONE:
        assert sent.chain == move.hard_clears_in_a_row + 1
    else:
        assert sent.chain == 0


@given(RULES, MOVES)
def test_a_longer_combo_never_sends_less(rules: Ruleset, move: naive.Move) -> None:
    args = rules, move.lines, CLASSES.index(move.spin)
    sent = [lines_sent(*args, combo, move.hard_clears_in_a_row, perfect=move.perfect) for combo in range(20)]
    assert sent == sorted(sent)


@given(RULES, MOVES)
def test_a_longer_chain_never_sends_less(rules: Ruleset, move: naive.Move) -> None:
    args = rules, move.lines, CLASSES.index(move.spin), move.clears_in_a_row
    sent = [lines_sent(*args, chain) for chain in range(30)]
    assert sent[1:] == sorted(sent[1:])
