"""Paths, played back key by key by an interpreter of the test's own, and held to the shortest that there is."""

import doctest
import heapq
import random
from typing import Any

import pytest
from tests.naive import guideline as naive
from tests.tetris.guideline.boards import POCKET, T_SLOT, columns, draw_board, draw_rules

from wellplayed.errors import InputError
from wellplayed.tetris.guideline import paths as module
from wellplayed.tetris.guideline.paths import Found, Path, finesse, path, paths, read, spell, straight, ways
from wellplayed.tetris.guideline.ruleset import Ruleset
from wellplayed.tetris.guideline.walk import KEYS, place, placements
from wellplayed.tetris.pieces import PIECES

DEFAULT = Ruleset()
QUARTERS = {"CW": 1, "CCW": 3, "180": 2}


def press(
    board: naive.Board, piece: str, at: naive.Position, key: str, rules: Ruleset
) -> tuple[naive.Last, naive.Position]:
    """What a key does."""
    o, x, y = at
    if key in "LR":
        there = o, x + (1 if key == "R" else -1), y
        return None, there if naive.fits(board, rules.width, piece, there) else at
    if key == "D":
        while naive.fits(board, rules.width, piece, (o, x, y - 1)):
            y -= 1
            if rules.drop == "step":
                break
        return None, (o, x, y)
    after = (o + QUARTERS[key]) % 4
    for number, (dx, dy) in enumerate(naive.tests(piece, o, after, rules.kicks, rules.half)):
        if naive.fits(board, rules.width, piece, (after, x + dx, y + dy)):
            return (o, after, number), (after, x + dx, y + dy)
    return None, at


def play(board: naive.Board, piece: str, keys: tuple[str, ...], rules: Ruleset) -> tuple[naive.Position, str]:
    """Where keys lead from the spawn, each of them having an effect, and the spin class there."""
    at, last = naive.spawn(board, rules.width, piece, rules), None
    assert at is not None
    for key in keys:
        last, there = press(board, piece, at, key, rules)
        assert there != at, f"{key} does nothing at {at}"
        at = there
    return at, naive.spin(board, rules.width, piece, at, last, rules.spins)


def drop(board: naive.Board, piece: str, at: naive.Position, width: int) -> naive.Position:
    o, x, y = at
    while naive.fits(board, width, piece, (o, x, y - 1)):
        y -= 1
    return o, x, y


def first_of_all(board: naive.Board, piece: str, rules: Ruleset) -> dict[tuple[naive.Position, str], list[int]]:
    """The keys, by number, of the first in order of the shortest ways to each resting position and class: Dijkstra."""
    start = naive.spawn(board, rules.width, piece, rules)
    heap: list[tuple[int, list[int], Any]] = [] if start is None else [(0, [], (start, None))]
    settled: set[naive.Position] = set()
    found: dict[tuple[naive.Position, str], list[int]] = {}
    while heap:
        length, keys, (at, last) = heapq.heappop(heap)
        if not naive.fits(board, rules.width, piece, (at[0], at[1], at[2] - 1)):
            found.setdefault((at, naive.spin(board, rules.width, piece, at, last, rules.spins)), keys)
        if at in settled:
            continue
        settled.add(at)
        for number, key in enumerate(KEYS):
            after, there = press(board, piece, at, key, rules)
            if there != at:
                heapq.heappush(heap, (length + 1, [*keys, number], (there, after)))
    return found


def dropped(board: naive.Board, piece: str, rules: Ruleset) -> set[frozenset[naive.Cell]]:
    """The cells of every straight drop."""
    start = naive.spawn(board, rules.width, piece, rules)
    known = [start] if start else []
    for at in known:
        for key in KEYS[:-1]:
            there = press(board, piece, at, key, rules)[1]
            if there not in known:
                known.append(there)
    return {naive.cells(piece, drop(board, piece, at, rules.width)) for at in known}


def listed(board: naive.Board, piece: str, rules: Ruleset) -> list[Found]:
    return paths(columns(board), rules.width, rules.rows, PIECES.index(piece), rules)


def way(text: str, piece: str, o: int, x: int, y: int, rules: Ruleset = DEFAULT, spin: str | None = None) -> Path:
    board = naive.from_rows(text.split("/"))
    return path(columns(board), rules.width, rules.rows, PIECES.index(piece), o, x, y, rules, spin)


# On any board ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
def test_every_path_leads_where_it_says(seed: int) -> None:
    rng = random.Random(seed)
    kinds: set[str] = set()
    for _ in range(60):
        rules = draw_rules(rng)
        board, piece = draw_board(rng, rules), rng.choice(PIECES)
        found = listed(board, piece, rules)
        rows = placements(columns(board), rules.width, rules.rows, PIECES.index(piece), rules)
        names = [(f.orientation, f.x, f.y, ("none", "mini", "full").index(f.path.spin)) for f in found]
        assert names == list(zip(*(column.tolist() for column in rows), strict=True))
        direct = dropped(board, piece, rules)
        for one in found:
            assert set(one.cells) == naive.cells(piece, (one.orientation, one.x, one.y))
            at, spin = play(board, piece, one.path.keys, rules)
            assert (naive.cells(piece, at), spin) == (set(one.cells), one.path.spin)
            short, _ = play(board, piece, finesse(one.path).keys, rules)
            assert drop(board, piece, short, rules.width) == at
            assert read(one.path.text) == one.path.keys
            assert one.path.kind == kind(board, piece, one, direct, rules)
            kinds.add(one.path.kind)
    assert kinds >= {"drop", "shift", "tuck", "spin"}


def kind(board: naive.Board, piece: str, one: Found, direct: set[frozenset[naive.Cell]], rules: Ruleset) -> str:
    """The definition, read backwards: what is true of the move."""
    last = next((key for key in reversed(one.path.keys) if key != "D"), "D")
    if one.path.spin != "none" or (last in QUARTERS and frozenset(one.cells) not in direct):
        return "spin"
    if frozenset(one.cells) in direct:
        return "shift" if {"L", "R"} & set(one.path.keys) else "drop"
    at, _ = play(board, piece, finesse(one.path).keys, rules)
    roof = any((x, above) in board for x, y in naive.cells(piece, at) for above in range(y + 1, 60))
    return "tuck" if roof else "shift"


@pytest.mark.parametrize("seed", range(4))
def test_paths_are_the_first_of_the_shortest(seed: int) -> None:
    rng = random.Random(100 + seed)
    for _ in range(10):
        rules = draw_rules(rng)
        board, piece = draw_board(rng, rules), rng.choice(PIECES)
        numbers = columns(board), rules.width, rules.rows, PIECES.index(piece)
        wanted = first_of_all(board, piece, rules)
        by_cells: dict[Any, tuple[int, list[int]]] = {}
        for (at, spin), keys in wanted.items():
            assert path(*numbers, *at, rules, spin, exact=True).keys == tuple(KEYS[k] for k in keys)
            cells = naive.cells(piece, at), spin
            by_cells[cells] = min(by_cells.get(cells, (99, [])), (len(keys), keys))
        for at in {at for at, _ in wanted}:
            best = min((len(keys), keys) for (where, _), keys in wanted.items() if where == at)
            assert path(*numbers, *at, rules, exact=True).keys == tuple(KEYS[k] for k in best[1])
        for one in listed(board, piece, rules):
            expected = tuple(KEYS[k] for k in by_cells[frozenset(one.cells), one.path.spin][1])
            assert one.path.keys == expected
            any_name = path(*numbers, one.orientation, one.x, one.y, rules, one.path.spin)
            assert any_name == one.path


# On the showcases -----------------------------------------------------------------------------------------------------


@pytest.mark.pure
def test_the_pocket() -> None:
    found = way(POCKET, "L", 0, 5, 8)
    assert found == Path((*["D"] * 9, "R", "D", "D"), "tuck", "none")
    assert found.text == "DDDDDDDDDRDD"
    assert finesse(found).text == "DDDDDDDDDR"
    board = naive.from_rows(POCKET.split("/"))
    cells = naive.cells("L", (0, 5, 8))
    assert cells not in dropped(board, "L", Ruleset())
    at = {place(number) for number in straight(columns(board), 10, 40, PIECES.index("L"), Ruleset())}
    assert {naive.cells("L", where) for where in at} == dropped(board, "L", Ruleset())


def test_the_pocket_has_one_shortest_path() -> None:
    board, rules = naive.from_rows(POCKET.split("/")), Ruleset()
    start = naive.spawn(board, 10, "L", rules)
    assert start == (0, 4, 19)
    ways = {start: 1}  # how many shortest ways there are, layer by layer
    seen = {start}
    for _ in range(12):
        layer: dict[naive.Position, int] = {}
        for at, count in ways.items():
            for key in KEYS:
                there = press(board, "L", at, key, rules)[1]
                if there not in seen:
                    layer[there] = layer.get(there, 0) + count
        seen |= layer.keys()
        ways = layer
    assert ways[0, 5, 8] == 1


@pytest.mark.pure
def test_the_slot_of_a_t() -> None:
    found = way(T_SLOT, "T", 2, 2, 1)
    assert (found.kind, found.spin, found.keys[-1]) == ("spin", "full", "CW")
    assert way(T_SLOT, "T", 2, 2, 1, spin="full") == found
    with pytest.raises(InputError, match="T south at \\(2, 1\\) cannot be reached with spin class none"):
        way(T_SLOT, "T", 2, 2, 1, spin="none")


@pytest.mark.pure
def test_the_same_cells_by_a_turn_and_by_a_shift() -> None:
    text, at = "#........./........../#.#######.", (0, 1, 1)
    turned, shifted = way(text, "T", *at, spin="mini"), way(text, "T", *at, spin="none")
    assert (turned.kind, turned.keys[-1]) == ("spin", "CCW")
    assert (shifted.kind, shifted.keys[-1]) == ("tuck", "L")
    marks = [f.path.spin for f in listed(naive.from_rows(text.split("/")), "T", DEFAULT) if f[:3] == at]
    assert marks == ["none", "mini"]


def test_a_fall_after_the_turn_is_no_spin() -> None:
    text, at = "_XXXXXXXX_", (1, 0, 1)  # solution-finder's example of a mini at the wall
    turned, fallen = way(text, "T", *at, spin="mini"), way(text, "T", *at, spin="none")
    assert (turned.kind, turned.keys[-2:]) == ("spin", ("D", "CW"))
    assert (fallen.kind, fallen.keys[-1]) == ("shift", "D")
    earlier = (*turned.keys[:-2], "CW", "L", "D")
    assert play(naive.from_rows([text]), "T", earlier, DEFAULT) == (at, "none")


@pytest.mark.pure
def test_a_shift_under_the_open_sky() -> None:
    # A beam beside the spawn closes the way to the right, but only in the spawn's own rows.
    text = "......##.." + "/.........." * 20
    assert way(text, "O", 0, 4, 0).kind == "drop"
    assert way(text, "O", 0, 0, 0).kind == "shift"
    assert way(text, "O", 0, 6, 0).kind == "tuck"
    assert way(text, "O", 0, 8, 0).kind == "shift"


@pytest.mark.pure
def test_sonic_drops_go_all_the_way() -> None:
    rules, shaft = Ruleset(drop="sonic"), "####..####/####....##/####....##/####..####/####..####"
    assert way(shaft, "O", 0, 0, 5, rules).text == "LLLLD"
    assert way(shaft, "O", 0, 6, 2).text == "D" * 17 + "RR"
    with pytest.raises(InputError, match="cannot be reached under these rules"):
        way(shaft, "O", 0, 6, 2, rules)


@pytest.mark.parametrize(("o", "x", "y"), [(0, 4, 19), (0, 0, 0), (-1, 4, 0), (4, 4, 0), (0, 10, 0), (0, 4, 64)])
def test_what_is_no_resting_position_has_no_path(o: int, x: int, y: int) -> None:
    with pytest.raises(InputError):
        way("..........", "T", o, x, y)


def test_a_blocked_spawn_leads_nowhere() -> None:
    board = naive.from_rows(["...####..."] * 21)
    assert listed(board, "T", Ruleset()) == []
    with pytest.raises(InputError):
        path(columns(board), 10, 40, PIECES.index("T"), 0, 1, 0, Ruleset())


@pytest.mark.pure
def test_keys_as_text() -> None:
    rng = random.Random(3)
    for _ in range(200):
        keys = tuple(rng.choices((*KEYS, "HD"), k=rng.randint(0, 20)))
        assert read(spell(keys)) == keys
    for wrong in ("C", "LXD", "ccw", "18", "H"):
        with pytest.raises(InputError, match="cannot read the keys"):
            read(wrong)


def test_examples() -> None:
    result = doctest.testmod(module)
    assert result.attempted
    assert not result.failed


def test_a_placement_is_its_cells_unless_its_orientation_must_be_exact() -> None:
    # Under this roof an I can lie only as south, which covers what north would one column to the left.
    text, rules = "..##..#..#/##....#.#./#.######.#", Ruleset()
    numbers = columns(naive.from_rows(text.split("/"))), 10, 40, PIECES.index("I")
    assert path(*numbers, 2, 4, 1, rules, exact=True) == path(*numbers, 0, 3, 1, rules)
    with pytest.raises(InputError):
        path(*numbers, 0, 3, 1, rules, exact=True)
    assert ways(*numbers, 0, 3, 1, rules, exact=True) == []
