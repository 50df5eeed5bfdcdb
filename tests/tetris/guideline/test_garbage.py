"""Garbage: arriving, cancelling, rising; cells are conserved, and every step agrees with the slow twin."""

from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.naive import garbage as naive
from tests.tetris.guideline.rulesets import rulesets

from wellplayed._jit import kernel
from wellplayed.rng import words
from wellplayed.tetris.guideline.garbage import (
    HOLE,
    LINES,
    NOWHERE,
    SLOTS,
    WAIT,
    exchange,
    noise,
    pass_time,
    raise_marks,
    raise_rows,
    receive,
    remove,
    rise,
    settle,
    total,
)
from wellplayed.tetris.guideline.ruleset import Ruleset, parse
from wellplayed.tetris.guideline.scoring import Sent, thirds

pytestmark = pytest.mark.pure

RULES = rulesets("width", "rows", "cancel", "opener", "cap", "blocking", "messy_change", "messy_within")
WORDS = st.integers(0, 2**64 - 1)


@kernel
def queue(rules: np.ndarray, pending: np.ndarray, attacks: np.ndarray, stream: np.uint64, hole: int) -> int:
    """Receive attacks [N, 2] of (lines, wait) one after another; return the last hole. `pending` modified in place."""
    for i in range(len(attacks)):
        stream, hole = receive(rules[0], pending, attacks[i, 0], attacks[i, 1], stream, hole)
    return hole


def book(text: str) -> Any:
    return parse(text).record()


def empty() -> Any:
    return np.zeros((SLOTS, 3), np.int16)


def pending_of(*entries: tuple[int, int, int]) -> Any:
    """A queue of (lines, hole, wait)."""
    pending = empty()
    pending[: len(entries)] = entries
    return pending


def lines_of(pending: Any) -> list[naive.Line]:
    """The same, line by line."""
    return [naive.Line(int(hole), int(wait)) for lines, hole, wait in pending for _ in range(lines)]


def cells(columns: Any) -> int:
    return sum(int(column).bit_count() for column in columns)


def arrived(text: str, attacks: list[tuple[int, int]], seed: int = 1) -> Any:
    pending = empty()
    queue(book(text), pending, np.array(attacks), np.uint64(seed), NOWHERE)
    return pending


# Arriving -------------------------------------------------------------------------------------------------------------


def test_an_attack_with_one_hole_is_one_entry() -> None:
    pending = arrived("tetrio-s2", [(4, 1)])
    assert pending[0, LINES] == 4
    assert pending[0, WAIT] == 1
    assert 0 <= pending[0, HOLE] < 10
    assert not pending[1:].any()


def test_no_attack_is_no_entry() -> None:
    assert not arrived("tetrio-s2", [(0, 1)]).any()


@pytest.mark.parametrize(
    ("rules", "attacks", "lines", "share", "of"),
    [
        # a hole may move to where it was, so one in ten of its moves cannot be seen
        ("tetrio-s2", 4000, 2, 0.9, "attacks"),
        ("tetrio-s2:messy_change=0.3", 4000, 2, 0.27, "attacks"),
        ("tetrio-s2:messy_change=0", 100, 2, 0.0, "attacks"),
        ("tetrio-s2", 100, 2, 0.0, "lines"),
        ("guideline", 4000, 2, 0.27, "lines"),
        ("botris", 4000, 2, 0.045, "lines"),
        ("botris:messy_within=1", 4000, 2, 0.9, "lines"),
    ],
)
def test_how_often_holes_move(rules: str, attacks: int, lines: int, share: float, of: str) -> None:
    record, stream, hole, holes = book(rules), noise(np.uint64(9)), NOWHERE, []
    for _ in range(attacks):
        pending = empty()
        stream, hole = receive(record[0], pending, lines, 0, np.uint64(stream), hole)
        holes += [line.hole for line in lines_of(pending)]
        assert hole == holes[-1]
    begin = 0 if of == "lines" else 1
    moved = [a != b for a, b in zip(holes[begin::2], holes[begin + 1 :: 2])]
    assert sum(moved) / len(moved) == pytest.approx(share, abs=0.025 if share else 0)
    if share > 0.5:
        assert np.bincount(holes, minlength=10).min() > len(holes) / 10 * 0.85


def test_a_full_queue_loses_no_line() -> None:
    pending = arrived("guideline:messy_within=1", [(60, k) for k in range(10)])
    assert total(pending) == 600
    assert (pending[:, LINES] > 0).all()


def test_the_stream_of_garbage_is_not_that_of_pieces() -> None:
    assert len({int(noise(np.uint64(seed))) for seed in range(1000)}) == 1000


# Cancelling -----------------------------------------------------------------------------------------------------------


def test_the_oldest_lines_go_first() -> None:
    pending = pending_of((3, 7, 0), (2, 1, 0), (4, 5, 1))
    assert remove(pending, 4) == 4
    assert lines_of(pending) == lines_of(pending_of((1, 1, 0), (4, 5, 1)))
    assert remove(pending, 9) == 5
    assert not pending.any()
    assert remove(pending, 1) == 0


@pytest.mark.parametrize(
    ("rules", "pieces", "sent", "out", "left"),
    [
        ("tetrio-s1", 0, 0, 0, 2),  # six pending, four sent
        ("tetrio-s1:cancel=off", 0, 0, 4, 6),
        ("tetrio-s2", 0, 0, 0, 0),  # the opener phase: twice as much
        ("tetrio-s2", 13, 6, 0, 0),
        ("tetrio-s2", 13, 7, 0, 2),  # sent more than is pending
        ("tetrio-s2", 14, 0, 0, 2),  # the fifteenth piece
    ],
)
def test_an_attack_cancels_first(rules: str, pieces: int, sent: int, out: int, left: int) -> None:
    pending = pending_of((2, 3, 0), (4, 5, 1))
    assert exchange(book(rules)[0], pending, Sent(0, 4, 0, 1, 1), pieces, sent) == out
    assert total(pending) == left


def test_what_is_left_of_an_attack_goes_out() -> None:
    pending = pending_of((2, 3, 0))
    assert exchange(book("tetrio-s2")[0], pending, Sent(8, 1, 5, 1, 0), 50, 0) == 12
    assert total(pending) == 0


def test_doubled_strength_cancels_but_is_never_sent() -> None:
    pending = pending_of((5, 3, 0))
    assert exchange(book("tetrio-s2")[0], pending, Sent(0, 4, 0, 1, 1), 0, 0) == 0
    assert total(pending) == 0
    pending = pending_of((3, 3, 0))
    assert exchange(book("tetrio-s2")[0], pending, Sent(0, 4, 0, 1, 1), 0, 0) == 1


# Rising ---------------------------------------------------------------------------------------------------------------


def test_rows_push_the_pile_up() -> None:
    columns = np.array([0b1, 0b10, 0, 0b11] + [0] * 16, np.uint64)
    assert not raise_rows(columns, 4, 40, 2, 1)
    assert columns[:4].tolist() == [0b111, 0b1000, 0b11, 0b1111]
    assert not columns[4:].any()


def test_cells_above_the_top_are_lost_and_reported() -> None:
    columns = np.zeros(20, np.uint64)
    columns[2] = 1 << 37
    assert not raise_rows(columns, 10, 40, 2, 0)
    assert columns[2] == (1 << 39) | 0b11
    assert raise_rows(columns, 10, 40, 1, 0)
    assert columns[2] == 0b111


def test_sixty_rows_are_the_most() -> None:
    columns = np.zeros(20, np.uint64)
    assert not raise_rows(columns, 20, 60, 60, 19)
    assert columns.tolist() == [(1 << 60) - 1] * 19 + [0]
    assert raise_rows(columns, 20, 60, 60, 0)


def test_marks_follow_the_rows() -> None:
    assert raise_marks(np.uint64(0b101), 40, 2) == 0b10111
    assert raise_marks(np.uint64(1 << 39), 40, 1) == 1


@pytest.mark.parametrize(
    ("rules", "lines", "risen", "left"),
    [
        ("tetrio-s2", 0, 8, 4),  # a cap of eight
        ("tetrio-s2:cap=3", 0, 3, 9),
        ("tetrio-s2:cap=0", 0, 11, 1),  # the last line still waits
        ("tetrio-s2", 1, 0, 12),  # a clearing move holds garbage off
        ("guideline", 1, 10, 2),  # and here it does not
    ],
)
def test_what_rises_after_a_move(rules: str, lines: int, risen: int, left: int) -> None:
    pending, columns = pending_of((6, 2, 0), (5, 7, 0), (1, 4, 1)), np.zeros(20, np.uint64)
    assert settle(book(rules)[0], pending, columns, lines) == (risen, False)
    assert total(pending) == left
    assert cells(columns) == 9 * risen


def test_the_oldest_line_rises_first() -> None:
    pending, columns = pending_of((1, 2, 0), (1, 7, 0)), np.zeros(20, np.uint64)
    rise(book("tetrio-s2")[0], pending, columns)
    assert columns[:10].tolist() == [3, 3, 1, 3, 3, 3, 3, 2, 3, 3]  # column 2 is open above, column 7 below


def test_a_wait_is_counted_in_moves_that_let_garbage_rise() -> None:
    # process_garbage of botris-interface: a delay of 1 is over after one such move, and the next one brings the line.
    pending, columns = pending_of((2, 3, 1)), np.zeros(20, np.uint64)
    story = [settle(book("botris")[0], pending, columns, lines)[0] for lines in (1, 0, 2, 0, 0)]
    assert story == [0, 0, 0, 2, 0]


def test_a_wait_in_ticks_runs_out_by_itself() -> None:
    pending, columns = pending_of((2, 3, 20)), np.zeros(20, np.uint64)
    for tick in range(20):
        assert rise(book("tetrio-s2")[0], pending, columns) == (0, False), tick
        pass_time(pending, 1)
    assert rise(book("tetrio-s2")[0], pending, columns) == (2, False)


def test_garbage_out_is_reported() -> None:
    pending, columns = pending_of((5, 3, 0)), np.zeros(20, np.uint64)
    columns[6] = 1 << 36
    assert settle(book("tetrio-s2")[0], pending, columns, 0) == (5, True)


def test_a_perfect_clear_comes_before_garbage() -> None:
    # tetrio/issues#403: four rows pending, and a move empties the board. Its attack takes them away, so none rises.
    pending, columns = pending_of((4, 3, 0)), np.zeros(20, np.uint64)
    assert exchange(book("guideline")[0], pending, Sent(0, 0, 10, 1, 1), 30, 0) == 6
    assert settle(book("guideline")[0], pending, columns, 4) == (0, False)
    assert not columns.any()


# Against the twin -----------------------------------------------------------------------------------------------------


class Step(NamedTuple):
    """An attack that arrives, and then a move of one's own."""

    attack: int
    wait: int
    sent: Sent
    lines: int
    pieces: int
    before: int


STEPS = st.builds(
    Step,
    st.integers(0, 12),
    st.integers(0, 2),
    st.builds(Sent, st.integers(0, 12), st.integers(0, 12), st.integers(0, 10), st.just(0), st.just(0)),
    st.integers(0, 4),
    st.integers(0, 20),
    st.integers(0, 20),
)


def board_of(word: int, width: int, rows: int) -> list[list[bool]]:
    """A pile of any shape in the lower half."""
    bits = words(width, word)
    return [[y < rows // 2 and bool(bits[x] >> y & 1) for x in range(width)] for y in range(rows)]


@given(RULES, WORDS, WORDS, st.lists(STEPS, max_size=6))
def test_whole_matches_agree_with_the_twin(rules: Ruleset, word: int, stream: int, steps: list[Step]) -> None:
    f = naive.Field(board_of(word, rules.width, rules.rows), stream)
    columns = np.zeros(20, np.uint64)
    for x in range(rules.width):
        columns[x] = sum(1 << y for y in range(rules.rows) if f.board[y][x])
    record, pending, hole, plain = rules.record()[0], empty(), NOWHERE, rules.as_dict()
    for step in steps:
        stream, hole = receive(record, pending, step.attack, step.wait, np.uint64(stream), hole)
        naive.receive(f, plain, step.attack, step.wait)
        assume((pending[:, LINES] > 0).sum() < SLOTS)  # a full queue is told of above
        assert (stream, hole) == (f.stream, NOWHERE if f.hole is None else f.hole)
        assert lines_of(pending) == f.pending

        packets = [*thirds(step.sent.surge), step.sent.clear, step.sent.perfect]
        out = exchange(record, pending, step.sent, step.pieces, step.before)
        assert out == naive.set_off(f, plain, packets, step.pieces, step.before)
        assert out >= 0
        assert lines_of(pending) == f.pending

        cells_before = cells(columns)
        risen, lost = settle(record, pending, columns, step.lines)
        assert (risen, lost) == naive.settle(f, plain, step.lines)
        assert lines_of(pending) == f.pending
        assert [[bool(int(columns[x]) >> y & 1) for x in range(rules.width)] for y in range(rules.rows)] == f.board
        assert lost or cells(columns) == cells_before + risen * (rules.width - 1)
        assert not columns[rules.width :].any()


@given(RULES, WORDS, st.lists(st.tuples(st.integers(0, 40), st.integers(0, 3)), max_size=30))
def test_lines_are_never_lost_on_the_way(rules: Ruleset, word: int, attacks: list[tuple[int, int]]) -> None:
    pending = empty()
    queue(rules.record(), pending, np.array(attacks, np.int64).reshape(-1, 2), np.uint64(word), NOWHERE)
    assert total(pending) == sum(lines for lines, _ in attacks)
    entries = np.flatnonzero(pending[:, LINES])
    assert entries.tolist() == list(range(len(entries)))
    assert ((pending[:, HOLE] >= 0) & (pending[:, HOLE] < rules.width)).all()
