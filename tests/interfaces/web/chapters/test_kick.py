"""A kick: the tests are those of the naive twin's table, in order, and the first free one wins."""

import pytest
from tests.interfaces.web.chapters.telling import WORDS, drawn, filled, number, told
from tests.naive import guideline as naive

from wellplayed.errors import InputError
from wellplayed.interfaces.web.chapters import samples
from wellplayed.interfaces.web.chapters.kick import Turn, turns
from wellplayed.interfaces.web.chapters.position import Board, read
from wellplayed.showcases import POCKET, T_SPIN_DOUBLE
from wellplayed.tetris.guideline.ruleset import PRESETS, Ruleset
from wellplayed.tetris.guideline.walk import place

EN = WORDS["en"]
QUARTERS = {"CW": 1, "CCW": 3, "180": 2}


def check(board: Board, piece: str, turn: Turn, rules: Ruleset) -> None:
    """Every test of a turn against the twin."""
    o, x, y = place(turn.start)
    to = (o + QUARTERS[turn.key]) % 4
    table = naive.tests(piece, o, to, rules.kicks, rules.half)
    plain = table[0]
    for test, (dx, dy) in zip(turn.tests, table, strict=False):
        at = (to, x + dx, y + dy)
        assert frozenset(test.cells) == naive.cells(piece, at)
        assert test.step == (dx - plain[0], dy - plain[1])
        assert test.free == naive.fits(filled(board), 10, piece, at)
        assert set(test.blocked) == {c for c in test.cells if naive.filled(filled(board), 10, c)}
    assert [test.free for test in turn.tests[:-1]] == [False] * (len(turn.tests) - 1)
    assert turn.works or len(turn.tests) == len(table)


@pytest.mark.parametrize("name", ["guideline", "tetrio-s2"])
@pytest.mark.parametrize("piece", "TLIS")
@pytest.mark.parametrize("rows", [samples.TRIPLE, POCKET.rows, T_SPIN_DOUBLE.rows, str(drawn(11)), str(drawn(3))])
def test_the_tests_are_those_of_the_twin(name: str, piece: str, rows: str) -> None:
    rules, board = PRESETS[name], read(rows)
    found = turns(board, piece, rules)
    assert found
    for turn in found:
        check(board, piece, turn, rules)
    counts = [len(turn.tests) for turn in found if turn.works]
    assert counts == sorted(counts, reverse=True)


@pytest.mark.parametrize("rows", [samples.TRIPLE, POCKET.rows])
def test_the_keys_lead_to_where_the_turn_begins(rows: str) -> None:
    rules, board = Ruleset(), read(rows)
    cells = filled(board)
    for turn in turns(board, "T", rules)[:8]:
        at = naive.spawn(cells, 10, "T", rules)
        for key in turn.keys:
            assert at is not None
            steps = {there: last for last, there in naive.keys(cells, 10, "T", at, rules)}
            wanted = QUARTERS.get(key)
            if wanted is None:
                at = (at[0], at[1] + (key == "R") - (key == "L"), at[2] - (key == "D"))
                assert at in steps
            else:
                at = next(there for there, last in steps.items() if last and (last[1] - last[0]) % 4 == wanted)
        assert at == place(turn.start)


def test_the_triple_takes_the_last_of_five_tests() -> None:
    steps = told("kick").steps
    assert len(steps) == 7
    assert [number(step, "blocked") for step in steps[1:6]] == ["1", "1", "1", "3", "0"]
    assert number(steps[-1], "tried") == "5 / 5"
    assert number(steps[-1], "offset") == "−1, −2"
    assert steps[-1].title == EN("explain.kick.stands")


def test_a_turn_that_no_test_frees_says_so() -> None:
    shaft = "/".join(["#.########"] * 8)  # an upright I in a shaft of one column
    offers = told("kick", shaft, "I").offers["turn"]
    stuck = [value for value, text in offers if EN("explain.kick.none") in text]
    assert stuck
    steps = told("kick", shaft, "I", turn=stuck[0]).steps
    assert steps[-1].title == EN("explain.kick.fails")
    assert all(number(step, "blocked") != "0" for step in steps[1:-1])


def test_an_o_has_nothing_to_kick_and_a_blocked_piece_nothing_to_turn() -> None:
    assert len(told("kick", "#.........", "O").steps) == 3
    with pytest.raises(InputError, match="T cannot appear"):
        told("kick", "/".join([".########."] * 20), "T")
