"""Counts of move sequences against published and independent ones (facts/perft.json)."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from tests.naive import guideline as naive
from tests.tetris.guideline.boards import columns, facts

from wellplayed.tetris.guideline.flood import SPINS, TABLES
from wellplayed.tetris.guideline.perft import counter
from wellplayed.tetris.guideline.ruleset import Ruleset
from wellplayed.tetris.guideline.walkperft import after, children, count, count_with_hold, tree
from wellplayed.tetris.pieces import PIECES

FACTS = facts("perft")

# The rules of the facts in ours, and the row where pieces appear.
FLOODED: dict[str, tuple[tuple[str, str], str, int]] = {
    "srs": (("srs", "none"), "none", 19),
    "srs_t": (("srs", "none"), "corners-fifth", 19),
    "srs180": (("srs", "nudge"), "none", 19),
    "plus": (("srs+", "none"), "none", 19),
    "plus180": (("srs+", "six"), "none", 19),
    "plus180_t": (("srs+", "six"), "corners-fifth", 19),
    "plus180_t_y5": (("srs+", "six"), "corners-fifth", 5),
    "tetrio": (("srs+", "tetrio"), "corners", 19),
    "srs_y20": (("srs", "none"), "none", 20),
}
WALKED = {
    "srs_sonic": Ruleset(spins="none", drop="sonic"),
    "srs_t_sonic": Ruleset(spins="corners-fifth", drop="sonic"),
}


def numbers(queue: str) -> list[int]:
    return [PIECES.index(piece) for piece in queue]


def board(rows: str) -> list[int]:
    """[10] the columns of rows, where - is an empty board."""
    return [int(column) for column in columns(naive.from_rows(rows.strip("-").split("/")))[:10]]


def flooded(rules: str, start: Sequence[int], queue: str, *, bulk: bool = True) -> int:
    (kicks, spins, spawn), room = FLOODED[rules], np.zeros(16, np.uint32)
    room[:10] = start
    kernel = counter(TABLES.index(kicks), SPINS.index(spins))
    return int(kernel(room, np.array(numbers(queue), np.int64), spawn, bulk))


def counts(rules: str, rows: str, queue: str, depth: int) -> list[int]:
    """The counts of depths 1 to `depth`."""
    start = board(rows)
    if rules in FLOODED:
        return [flooded(rules, start, queue[:n]) for n in range(1, depth + 1)]
    return [count(tuple(start), numbers(queue[:n]), WALKED[rules]) for n in range(1, depth + 1)]


def ruleset(rules: str) -> Ruleset:
    """The same rules for the walk."""
    if rules in WALKED:
        return WALKED[rules]
    (kicks, half), spins, spawn = FLOODED[rules]
    return Ruleset(kicks=kicks, half=half, spins=spins, spawn=str(spawn))  # type: ignore[arg-type]


def of_rules(cases: str, rules: str) -> list[dict[str, Any]]:
    return [case for case in FACTS[cases] if case["rules"] == rules]


# Known counts ---------------------------------------------------------------------------------------------------------


def test_every_rule_book_has_counts() -> None:
    assert FACTS["rules"].keys() == FLOODED.keys() | WALKED.keys()
    assert {case["rules"] for cases in ("published", "empty", "board_counts") for case in FACTS[cases]} == {
        *FLOODED,
        *WALKED,
    }


@pytest.mark.parametrize("rules", [name for name in FACTS["rules"] if of_rules("empty", name)])
def test_from_an_empty_board(rules: str) -> None:
    for case in of_rules("empty", rules):
        depth = min(4 if rules in FLOODED else 3, len(case["counts"]))
        assert counts(rules, case["rows"], case["queue"], depth) == case["counts"][:depth], case


@pytest.mark.parametrize("rules", [name for name in FACTS["rules"] if of_rules("board_counts", name)])
def test_from_boards(rules: str) -> None:
    for case in of_rules("board_counts", rules):
        rows = FACTS["boards"][case["board"]]
        assert counts(rules, rows, case["queue"], len(case["counts"])) == case["counts"], case


@pytest.mark.slow
@pytest.mark.parametrize("case", [case for case in FACTS["empty"] if len(case["counts"]) > 3], ids=str)
def test_from_an_empty_board_to_the_last_depth(case: dict[str, Any]) -> None:
    assert counts(case["rules"], case["rows"], case["queue"], len(case["counts"])) == case["counts"]


@pytest.mark.slow
@pytest.mark.parametrize("case", FACTS["published"], ids=lambda case: f"{case['rules']} {case['queue']}")
def test_published_counts(case: dict[str, Any]) -> None:
    assert len(case["queue"]) == case["depth"]
    assert flooded(case["rules"], board(case["rows"]), case["queue"]) == case["count"]


# Ways to count --------------------------------------------------------------------------------------------------------

SOME = [case for case in FACTS["board_counts"] if len(case["counts"]) == 3 and case["rules"] in FLOODED]


def test_bulk_is_not_bulk() -> None:
    for case in SOME[::4]:
        start = board(FACTS["boards"][case["board"]])
        assert flooded(case["rules"], start, case["queue"], bulk=False) == case["counts"][2], case


def test_the_walk_counts_the_same() -> None:
    for case in SOME[::12]:
        start, rules = tuple(board(FACTS["boards"][case["board"]])), ruleset(case["rules"])
        for bulk in (True, False):
            found = [count(start, numbers(case["queue"][:n]), rules, bulk=bulk) for n in (1, 2)]
            assert found == case["counts"][:2], case


def test_the_first_plies_by_the_walk_and_the_rest_by_the_flood() -> None:
    for case in SOME[::12]:
        start = tuple(board(FACTS["boards"][case["board"]]))

        def leaf(start: Sequence[int], queue: Sequence[int], rules: str = case["rules"]) -> int:
            return flooded(rules, start, "".join(PIECES[piece] for piece in queue))

        for plies in (-1, 0, 1, 2):
            assert tree(start, numbers(case["queue"]), ruleset(case["rules"]), plies, leaf) == case["counts"][2], case


def test_queues_up_to_the_longest() -> None:
    # A shaft two wide in rock: an O has one way to go and takes two rows with it. The fifth may also lie on top, and
    # then be in the way of the sixth: 9 ways after the shaft, 7 + 6 + 5 to each side, none where it blocks the next.
    rock = [(1 << 26) - 1] * 4 + [0] * 2 + [(1 << 26) - 1] * 4
    assert [flooded("srs", rock, "O" * n) for n in range(1, 7)] == [1, 1, 1, 1, 9, 9 + 2 * (7 + 6 + 5)]
    # Likewise where another hole keeps the rows: the eleventh cannot appear.
    rock[9] = 1 << 25
    assert [flooded("srs", rock, "O" * n, bulk=n % 2 == 0) for n in range(1, 17)] == [1] * 10 + [0] * 6


def test_an_empty_queue() -> None:
    assert count((0,) * 10, [], Ruleset()) == 1
    assert count_with_hold((0,) * 10, [0], 0, Ruleset()) == 1


def test_other_widths() -> None:
    # An I on four columns lies flat, which clears the row, or stands in one of four.
    assert count((0,) * 4, numbers("I"), Ruleset(width=4)) == 5
    assert min(children((0,) * 4, 0, Ruleset(width=4))) == (0, 0, 0, 0)


def test_a_piece_and_the_rows_it_fills() -> None:
    full = (0b101,) * 9 + (0b0,)
    assert after(full, PIECES.index("I"), 1, 9, 2) == (0,) * 9 + (0b11,)
    assert after((0,) * 10, PIECES.index("O"), 0, 3, 0) == (0, 0, 0, 3, 3, 0, 0, 0, 0, 0)


# Hold -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", FACTS["hold_perft"]["cases"], ids=lambda case: case["queue"])
def test_hold(case: dict[str, Any]) -> None:
    start, queue = tuple(board(case["rows"])), numbers(case["queue"])
    found = [count_with_hold(start, queue, depth, ruleset(case["rules"])) for depth in (1, 2)]
    assert found == case["counts"][:2]
    assert count_with_hold(start, queue, 2, ruleset(case["rules"]), bulk=False) == case["counts"][1]


@pytest.mark.slow
@pytest.mark.parametrize("case", FACTS["hold_perft"]["cases"], ids=lambda case: case["queue"])
def test_hold_to_the_last_depth(case: dict[str, Any]) -> None:
    start, queue = tuple(board(case["rows"])), numbers(case["queue"])
    for depth, known in enumerate(case["counts"], 1):
        assert count_with_hold(start, queue, depth, ruleset(case["rules"])) == known


def test_hold_of_the_same_kind_is_no_choice() -> None:
    rules, empty = Ruleset(spins="none"), (0,) * 10
    assert count_with_hold(empty, numbers("TT"), 1, rules) == 34
    assert count_with_hold(empty, numbers("TI"), 1, rules) == 34 + 17
    assert count_with_hold(empty, numbers("TI"), 1, rules, hold=PIECES.index("T")) == 34
    assert count_with_hold(empty, numbers("TI"), 1, rules, hold=PIECES.index("O")) == 34 + 9
