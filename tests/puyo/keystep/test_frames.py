"""Tables of time: their shape, and the sums that were measured in the games."""

import pytest

from wellplayed.puyo.keys import KeyGame, Start, play_keys
from wellplayed.puyo.keystep.frames import COLUMNS, MOST, ROWS, TABLES
from wellplayed.puyo.ruleset import parse

pytestmark = pytest.mark.pure


@pytest.mark.parametrize("name", TABLES)
def test_tables_cover_every_case(name: str) -> None:
    table = TABLES[name]
    assert len(table.split) == len(table.fall) == len(table.ojama) == ROWS
    assert all(len(row) == COLUMNS for row in table.ojama)
    assert len(table.amount) == MOST + 1
    assert list(table.split) == sorted(table.split)
    assert list(table.amount) == sorted(table.amount)
    assert table.fall[0] == table.split[0] == 0


@pytest.mark.parametrize(("rows", "ticks"), [(0, 55), (1, 80), (2, 82), (12, 102)])
def test_a_link_of_esports_takes_what_was_measured(rows: int, ticks: int) -> None:
    # puyo-camp.jp/posts/71019: 55 where nothing falls, else 80 and two more for each row.
    table = TABLES["esports"]
    assert table.pop + table.fall[rows] == ticks


@pytest.mark.parametrize("row", [1, 6, 12])
def test_a_placement_of_esports_takes_what_was_measured(row: int) -> None:
    # The same: from appearing to the next pair with soft drop, 52 ticks to row 1 and two less for each row higher.
    board = "/".join(["..R...", "..G..."] * 6).split("/")[: row - 1]
    played = KeyGame(parse("esports"), start=Start("/".join(board) + "/" if board else "", "BY BY"))
    played.press("soft")
    ticks = 0
    while played.state.pieces == 0 or played.phase != "steered":
        played.tick()
        ticks += 1
        if played.state.pieces:
            played.release("soft")
        if played.over:
            ticks += int(played.state.wait)
            break
    assert ticks == 52 - 2 * (row - 1)


@pytest.mark.parametrize(("ojama", "ticks"), [(30, 64 + 25), (24, 64 + 21)])
def test_ojama_of_esports_takes_what_was_measured(ojama: int, ticks: int) -> None:
    # The same: 64 where the slowest lands on the floor of column 3, and more for their number.
    played = KeyGame(parse("esports"), start=Start(queue="RG RG"))
    played.receive(ojama)
    play_keys(played, "R R R HD")
    while played.phase != "raining":
        played.tick()
    assert played.state.span == ticks


@pytest.mark.parametrize(
    ("margin", "seconds", "price"),
    [("none", 0, 70), ("none", 999, 70), ("nexus", 95, 70), ("nexus", 96, 52), ("nexus", 112, 35), ("nexus", 999, 1)]
    + [("esports", 128, 25), ("esports", 256, 1)],
)
def test_prices(margin: str, seconds: int, price: int) -> None:
    played = KeyGame(parse(f"tsu:margin={margin}"), start=Start("RRR...", "RG RG"))
    played.states["tick"] = 60 * seconds
    played.states["carry"] = 10_000
    play_keys(played, "R HD")
    while played.phase != "popping":
        played.tick()
    assert played.state.attack == (10_000 + 40 + 13) // price
