"""The walk against its naive twin, and both against counts, set-ups and reachability published elsewhere."""

import random
from typing import Any

import numpy as np
import pytest
from tests.naive import guideline as naive
from tests.tetris.guideline.boards import columns, draw_board, draw_rules, facts

from wellplayed.tetris.guideline.ruleset import Ruleset, Spins
from wellplayed.tetris.guideline.spins import CLASSES, SPINS
from wellplayed.tetris.guideline.walk import KEYS, Walk, place, placements, position, reach, spawn_column, walk
from wellplayed.tetris.pieces import PIECES

# The rules of facts/one_piece.json by name, in ours.
COUNTED = {
    "srs": Ruleset(spins="none"),
    "srs_t": Ruleset(spins="corners-fifth"),
    "plus180": Ruleset(kicks="srs+", half="six", spins="none"),
    "plus180_t": Ruleset(kicks="srs+", half="six", spins="corners-fifth"),
    "tetrio": Ruleset(kicks="srs+", half="tetrio", spins="corners"),
    "srs_sonic": Ruleset(drop="sonic", spins="none"),
    "srs_t_sonic": Ruleset(drop="sonic", spins="corners-fifth"),
}
MODES: dict[str, Spins] = {"T-spins": "corners", "all-mini+": "all-mini+", "all": "all"}

Reach = dict[naive.Position, set[str]]


def reached(board: naive.Board, piece: str, rules: Ruleset) -> Reach:
    """What the kernel reaches, as the twin says it."""
    found = reach(columns(board), rules.width, rules.rows, PIECES.index(piece), rules)
    rows = zip(*(column.tolist() for column in found), strict=True)
    return {(o, x, y): {name for i, name in enumerate(CLASSES) if bits >> i & 1} for o, x, y, bits in rows}


def placed(board: naive.Board, piece: str, rules: Ruleset) -> list[naive.Placement]:
    """Its placements, likewise."""
    found = placements(columns(board), rules.width, rules.rows, PIECES.index(piece), rules)
    rows = zip(*(column.tolist() for column in found), strict=True)
    return [naive.Placement(naive.cells(piece, (o, x, y)), CLASSES[spin]) for o, x, y, spin in rows]


def agree(board: naive.Board, piece: str, rules: Ruleset) -> Reach:
    """What both reach on a board."""
    slow = naive.reach(board, rules.width, piece, rules)
    assert reached(board, piece, rules) == slow
    merged = {naive.Placement(naive.cells(piece, at), name) for at, names in slow.items() for name in names}
    listed = placed(board, piece, rules)
    assert len(listed) == len(merged)
    assert set(listed) == merged
    return slow


def some_spin(found: Reach) -> set[str]:
    return set().union(*found.values()) - {"none"}


# Against the twin -----------------------------------------------------------------------------------------------------


SEEDS = [*range(8), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(8, 40))]


@pytest.mark.parametrize("seed", SEEDS)
def test_random_boards_pieces_and_rules(seed: int) -> None:
    rng = random.Random(seed)
    turned = 0
    for _ in range(500):
        rules = draw_rules(rng)
        turned += bool(some_spin(agree(draw_board(rng, rules), rng.choice(PIECES), rules)))
    assert turned > 20  # so the boards have slots to turn into


@pytest.mark.parametrize("spins", SPINS)
def test_every_spin_rule_on_boards_with_slots(spins: Spins) -> None:
    for case in facts("spins")["cases"]:
        agree(naive.from_rows(case["rows"]), case["piece"], Ruleset(spins=spins, kicks="srs+", half="six"))


def test_piles_up_to_the_last_of_sixty_rows() -> None:
    rng = random.Random(60)
    for _ in range(200):
        rules = Ruleset(width=rng.randint(4, 8), rows=60, half="six", spins="all-mini+")
        # Open in the middle, so that a piece can fall in, and climb as far as kicks take it.
        middle = {(spawn_column(2, rules.width) + i, y) for i in range(-1, 3) for y in range(60)}
        rock = {(x, y) for x in range(rules.width) for y in range(60) if rng.random() < 0.7}
        agree(frozenset(rock - middle), rng.choice(PIECES), rules)


@pytest.mark.pure
def test_rows_above_the_board_are_empty() -> None:
    full = np.full(20, ~np.uint64(0))
    for piece in range(7):
        found = reach(full, 10, 12, piece, Ruleset(rows=20))
        assert set(found.y.tolist()) <= {12, 13, 14}
        assert len(found.x)


def test_columns_beyond_the_width_do_not_matter() -> None:
    board, other = np.zeros(20, np.uint64), np.zeros(20, np.uint64)
    other[10:] = 7
    for piece in range(7):
        for one, two in zip(
            reach(board, 10, 40, piece, Ruleset()), reach(other, 10, 40, piece, Ruleset()), strict=True
        ):
            assert np.array_equal(one, two)


# Against facts --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", COUNTED)
def test_counts_of_one_piece(name: str) -> None:
    known = facts("one_piece")
    for case in known["cases"]:
        if case["rules"] == name:
            rows = known["boards"][case["board"]].strip("-").split("/")
            board = naive.from_rows(rows)
            counts = [len(placed(board, piece, COUNTED[name])) for piece in PIECES]
            assert counts == case["counts"], case["board"]
            assert [len(naive.placements(board, 10, piece, COUNTED[name])) for piece in PIECES] == counts


@pytest.mark.pure
def test_reachability_of_solution_finder() -> None:
    cases = facts("reachability")["cases"]
    assert len(cases) == 137
    for case in cases:
        at = case["orientation"], case["x"], case["y"]
        board = naive.from_rows(case["rows"])
        assert (at in reached(board, case["piece"], Ruleset())) == case["reachable"], case["test"]
        assert (at in naive.reach(board, 10, case["piece"], Ruleset())) == case["reachable"], case["test"]


def spin_cases() -> list[Any]:
    return [pytest.param(case, id=case["id"]) for case in facts("spins")["cases"]]


@pytest.mark.parametrize("case", spin_cases())
def test_spins(case: dict[str, Any]) -> None:
    board, piece, at = naive.from_rows(case["rows"]), case["piece"], tuple(case["at"])

    def classes(spins: Spins) -> set[str]:
        return reached(board, piece, Ruleset(spins=spins, half=case.get("half", "none"))).get(at, set())

    if case["expected"] == "unreachable":
        assert not any(classes(spins) for spins in SPINS)
        return
    if piece == "T":
        assert classes("corners-fifth") - {"none"} == {case["expected"]}
        assert classes("corners") - {"none"} == {case["corners"] or case["expected"]}
        for plus in ("t-spins+", "all", "all+", "all-mini", "all-mini+", "handheld"):
            assert classes(plus) == classes("corners")
    else:
        assert not classes("corners") & {"mini", "full"}
        assert "full" in classes("all") & classes("all+")
        assert "mini" in classes("all-mini") & classes("all-mini+") & classes("mini-only")
    for mode, expected in case.get("tetrio", {}).items():
        assert expected in classes(MODES[mode]), mode
    assert classes("none") == {"none"}
    before, test = case["last"]
    (o, x, y), rules = at, Ruleset(half=case["half"])
    dx, dy = naive.tests(piece, before, o, rules.kicks, rules.half)[test - 1]
    walked = walk(columns(board), 10, 40, PIECES.index(piece), rules)
    assert walked.arrived[position(before, x - dx, y - dy)], "the position before the last turn"


def test_a_case_that_needs_a_half_turn_is_not_reached_without() -> None:
    (case,) = [case for case in facts("spins")["cases"] if case.get("half") == "nudge"]
    assert tuple(case["at"]) not in reached(naive.from_rows(case["rows"]), case["piece"], Ruleset())


# Rules, one by one ----------------------------------------------------------------------------------------------------


@pytest.mark.pure
@pytest.mark.parametrize(
    ("text", "at"),
    [
        # The fifth kick of a quarter turn from east to south, and the last two of half turns.
        (".#...#.#../#.##.#..../#.....#.##/#.####..../#...#...##/#..#.#..../#..#.#.#.#/..##..###.", (2, 7, 4)),
        (".#...#.##./....#..#.#/#.#..#...#/.....#..##/.....#.#../.##....###/.#.#......", (1, 6, 3)),
        ("...#.#.#../......#.../...#..#.##/#..##.#..#/#####...../...##..###", (3, 5, 3)),
    ],
)
def test_any_fifth_kick(text: str, at: naive.Position) -> None:
    board = naive.from_rows(text.split("/"))
    for spins, expected in (("corners", False), ("corners-fifth", True)):
        names = agree(board, "T", Ruleset(half="six", spins=spins))[at]  # type: ignore[arg-type]
        assert ("full" in names) == expected
        assert expected or names == {"mini"}


@pytest.mark.pure
@pytest.mark.parametrize(("spawn", "rows"), [("19", []), ("20", [20]), ("19-20", [20])])
def test_spawn_rows(spawn: Any, rows: list[int]) -> None:
    board = naive.from_rows(["#........."] + ["....#....."] + ["#........."] * 19)  # row 19 is blocked in the middle
    for piece in PIECES:
        walked = walk(columns(board), 10, 40, PIECES.index(piece), Ruleset(spawn=spawn))
        assert [place(walked.start)[2]] * (walked.start >= 0) == rows
    assert bool(reached(board, "T", Ruleset(spawn=spawn))) == bool(rows)


@pytest.mark.parametrize(
    ("width", "columns_of_i_o_others"), [(4, (1, 1, 1)), (5, (1, 1, 2)), (10, (4, 4, 4)), (11, (4, 4, 5))]
)
def test_spawn_columns(width: int, columns_of_i_o_others: tuple[int, int, int]) -> None:
    found = [spawn_column(PIECES.index(piece), width) for piece in "IOTSZJL"]
    assert found == [*columns_of_i_o_others, *[columns_of_i_o_others[2]] * 4]


def test_a_rotation_in_place_is_reached_both_ways() -> None:
    # Over an empty floor a T can be turned last, or moved last; either way it is no spin.
    found = reached(frozenset(), "T", Ruleset(spins="all+"))
    assert all(names == {"none"} for (_, x, _), names in found.items() if 1 < x < 8)


@pytest.mark.pure
def test_o_turns_and_stays() -> None:
    found = reach(columns(frozenset()), 10, 40, PIECES.index("O"), Ruleset())
    assert len(found.x) == 4 * 9
    assert len(placements(columns(frozenset()), 10, 40, PIECES.index("O"), Ruleset()).x) == 9


@pytest.mark.pure
def test_how_a_position_was_reached_leads_back_to_the_spawn() -> None:
    walked: Walk = walk(columns(frozenset()), 10, 40, PIECES.index("T"), Ruleset())
    number, keys = position(1, 0, 1), []
    while (step := int(walked.came[number, 0])) >= 0:
        keys.append(KEYS[step % 8])
        number = step // 8
    assert number == walked.start == position(0, 4, 19)
    assert keys[::-1] == ["L", "L", "L", "CW", "L", *["D"] * 18]
