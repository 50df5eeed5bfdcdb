"""The flood against the walk and against its naive twin, and by hand.

The two are compared through `moves.lister`, as games ask the flood: thousands of boards at once.
"""

import random
from typing import Any

import numpy as np
import pytest
from tests.naive import guideline as naive
from tests.tetris.guideline.boards import POCKET, T_SLOT, columns, draw_board

from wellplayed.tetris.guideline.flood import FULL, MINI, NONE, SPINS, TABLES, promoted, same_cells
from wellplayed.tetris.guideline.moves import FLOODED, ROOM, lister
from wellplayed.tetris.guideline.perft import counter
from wellplayed.tetris.guideline.record import DTYPE
from wellplayed.tetris.guideline.ruleset import Ruleset
from wellplayed.tetris.guideline.walk import placements
from wellplayed.tetris.pieces import PIECES

BOARDS = 200  # for each rule book, seven pieces each
# Every kick table with the richest spin rule, and every spin rule with the richest kick table.
PAIRS = [(table, "all-mini+") for table in range(len(TABLES))] + [(TABLES.index(("srs+", "six")), s) for s in SPINS]
RULES = sorted({(table, spins) for table, spins in PAIRS if spins != "all-mini+"} | set(PAIRS))

Row = tuple[int, int, int, int]  # orientation, x, y, spin


def rules_of(table: int, spins: Any, spawn: Any = "19") -> Ruleset:
    kicks, half = TABLES[table]
    return Ruleset(kicks=kicks, half=half, spins=spins, spawn=spawn, hold=False)


def states_of(boards: list[naive.Board]) -> Any:
    """[7 B] a state for each board and each piece."""
    states = np.zeros(7 * len(boards), DTYPE)
    states["queue"] = states["hold"] = -1
    for i, board in enumerate(boards):
        states["columns"][7 * i : 7 * i + 7] = columns(board)
        states["queue"][7 * i : 7 * i + 7, 0] = range(7)
    return states


def flooded(boards: list[naive.Board], rules: Ruleset) -> list[list[Row]]:
    """[7 B] what the flood finds on each board for each piece, in order of walk.placements."""
    states = states_of(boards)
    parent, action, spot = (np.empty(ROOM * len(states), np.int64) for _ in range(3))
    kernel = lister(TABLES.index((rules.kicks, rules.half)), SPINS.index(rules.spins))
    n = kernel(states, np.full(len(states), 3), rules.record(), parent, action, spot)
    kind, y, x = spot[:n] >> 11, spot[:n] >> 5 & 63, spot[:n] & 31
    assert (action[:n] == (kind * rules.rows + y) * rules.width + x).all()
    found: list[list[Row]] = [[] for _ in states]
    for i, row in zip(parent[:n].tolist(), zip(kind & 3, x, y, kind // 4, strict=True), strict=True):
        found[i].append(tuple(map(int, row)))  # type: ignore[arg-type]
    return [sorted(rows) for rows in found]


def walked(board: naive.Board, piece: int, rules: Ruleset) -> list[Row]:
    return sorted(zip(*(part.tolist() for part in placements(columns(board), 10, 40, piece, rules)), strict=True))


def placed(rows: list[Row], piece: str) -> set[naive.Placement]:
    names = ("none", "mini", "full")
    return {naive.Placement(naive.cells(piece, (o, x, y)), names[spin]) for o, x, y, spin in rows}


def piles(rng: random.Random, count: int) -> list[naive.Board]:
    """Boards of every kind, at most as high as the flood answers for."""
    return [draw_board(rng, Ruleset(rows=FLOODED)) for _ in range(count)]


# Against the walk and the twin ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("table", "spins"), RULES)
def test_flood_is_the_walk(table: int, spins: str) -> None:
    rng = random.Random(f"{table} {spins}")
    boards = piles(rng, BOARDS)
    rules = rules_of(table, spins)
    spun = set()
    for i, rows in enumerate(flooded(boards, rules)):
        board, piece = boards[i // 7], i % 7
        assert rows == walked(board, piece, rules), (sorted(board), PIECES[piece])
        spun |= {spin for *_, spin in rows}
    classes = {"none": {0}, "mini-only": {0, 1}, "immobile": {0, 2}}
    assert spun == classes.get(spins, {0, 1, 2})  # so the boards have slots of every class


@pytest.mark.slow
@pytest.mark.parametrize(("table", "spins"), RULES)
@pytest.mark.parametrize("spawn", ["19", "20", "19-20"])
def test_flood_is_the_walk_for_long(table: int, spins: str, spawn: str) -> None:
    boards = piles(random.Random(f"{table} {spins} {spawn}"), 8 * BOARDS)
    rules = rules_of(table, spins, spawn)
    for i, rows in enumerate(flooded(boards, rules)):
        assert rows == walked(boards[i // 7], i % 7, rules), (sorted(boards[i // 7]), PIECES[i % 7])


@pytest.mark.parametrize("seed", range(4))
def test_flood_is_the_twin(seed: int) -> None:
    rng = random.Random(seed)
    table, spins = rng.choice(RULES)
    rules, boards = rules_of(table, spins), piles(rng, 30)
    for i, rows in enumerate(flooded(boards, rules)):
        board, piece = boards[i // 7], PIECES[i % 7]
        found = placed(rows, piece)
        assert found == naive.placements(board, 10, piece, rules), (sorted(board), piece)
        assert len(found) == len(rows)


# Where a piece appears ------------------------------------------------------------------------------------------------


def rim(rng: random.Random) -> naive.Board:
    """A pile that reaches the rows where pieces appear, open here and there."""
    high = rng.randint(17, FLOODED)
    rock = {(x, y) for x in range(10) for y in range(high) if y < 15 or rng.random() < 0.35}
    for _ in range(rng.randint(0, 3)):
        x = rng.randrange(10)
        low = rng.randint(0, 16)
        rock -= {(x + i, y) for i in range(rng.randint(1, 3)) for y in range(low, rng.randint(low, FLOODED))}
    return frozenset(rock)


@pytest.mark.parametrize("spawn", ["19", "20", "19-20"])
def test_piles_about_the_spawn(spawn: str) -> None:
    rng = random.Random(spawn)
    boards = [rim(rng) for _ in range(400)]
    rules = rules_of(TABLES.index(("srs+", "six")), "all-mini+", spawn)
    found = flooded(boards, rules)
    for i, rows in enumerate(found):
        assert rows == walked(boards[i // 7], i % 7, rules), (sorted(boards[i // 7]), PIECES[i % 7])
    none = sum(not rows for rows in found)
    assert 0 < none < len(found)


def test_blocked_where_it_appears() -> None:
    count = counter(TABLES.index(("srs", "none")), SPINS.index("none"))
    for piece, name in enumerate(PIECES):
        for cell in naive.cells(name, (0, 4, 19)):
            board = np.zeros(16, np.uint32)
            board[cell[0]] = 1 << cell[1]
            queue = np.array([piece], np.int64)
            assert count(board, queue, 19, True) == 0, (name, cell)
            assert count(board, queue, 21, True) > 0, (name, cell)


def test_a_piece_shut_in_where_it_appears() -> None:
    # Rock up to row 18 and two walls beside a T: it can only sink or turn where it stands.
    rock = {(x, y) for x in range(10) for y in range(24)} - {(x, y) for x in (3, 4, 5) for y in range(17, 24)}
    rules = rules_of(TABLES.index(("srs", "none")), "corners")
    (_, _, tee, *_) = flooded([frozenset(rock)], rules)
    assert tee == walked(frozenset(rock), PIECES.index("T"), rules)
    assert {x for _, x, _, _ in tee} == {3, 4, 5}
    assert min(y for *_, y, _ in tee) == 17


def test_a_shaft_to_the_floor_and_one_to_the_sky() -> None:
    shaft = {(x, y) for x in range(10) for y in range(FLOODED)} - {(9, y) for y in range(FLOODED)}
    shaft -= {(x, y) for x in range(10) for y in range(18, FLOODED)}
    rules = rules_of(TABLES.index(("srs", "none")), "none")
    upright = [(o, x, y) for o, x, y, _ in flooded([frozenset(shaft)], rules)[0] if o == 1]
    assert (1, 9, 2) in upright  # an I, its centre one below its top
    assert len([x for _, x, _ in upright]) == 10


# By hand --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spins", SPINS)
def test_an_empty_board(spins: str) -> None:
    table = TABLES.index(("srs", "none"))
    if spins != "none":
        table = TABLES.index(("srs+", "six"))  # compiled above
    found = flooded([frozenset()], rules_of(table, spins))
    assert [len(rows) for rows in found] == [17, 9, 34, 17, 17, 34, 34]
    assert all(spin == 0 for rows in found for *_, spin in rows)


def test_round_a_corner() -> None:
    rules = rules_of(TABLES.index(("srs", "none")), "none")
    found = flooded([naive.from_rows(POCKET.split("/"))], rules)
    assert (0, 5, 8, 0) in found[PIECES.index("L")]


def test_a_slot_for_a_spin() -> None:
    board, six = naive.from_rows(T_SLOT.split("/")), TABLES.index(("srs+", "six"))
    tee = flooded([board], rules_of(six, "corners"))[PIECES.index("T")]
    assert (2, 2, 1, FULL // 4) in tee
    assert (2, 2, 1, NONE // 4) not in tee
    assert (2, 2, 1, MINI // 4) in flooded([board], rules_of(six, "mini-only"))[PIECES.index("T")]
    assert (2, 2, 1, NONE // 4) in flooded([board], rules_of(six, "none"))[PIECES.index("T")]


@pytest.mark.pure
def test_kicks_that_make_a_spin_full() -> None:
    assert [promoted("corners", 0, after) for after in (1, 2, 3)] == [{4}, (), {4}]
    assert [promoted("corners", 1, after) for after in (0, 2, 3)] == [(), (), ()]
    assert promoted("corners-fifth", 1, 0) == promoted("corners-fifth", 0, 2) == {4, 5}


@pytest.mark.pure
@pytest.mark.parametrize("piece", "ISZ")
def test_the_same_cells_have_two_names(piece: str) -> None:
    for kept, other in ((0, 2), (1, 3)):
        dx, dy = same_cells(piece, kept, other)
        assert naive.cells(piece, (kept, 4 + dx, 4 + dy)) == naive.cells(piece, (other, 4, 4))


@pytest.mark.pure
def test_rules_that_a_kernel_can_be_compiled_for() -> None:
    assert len(TABLES) == len(set(TABLES)) == 8
    assert len(set(SPINS)) == 10
