"""Routes: the very paths of paths.py from where pieces appear, the shortest from anywhere else, and the quickest."""

import heapq
import random
from typing import Any

import pytest
from tests.naive import guideline as naive
from tests.tetris.guideline.boards import POCKET, T_SLOT, columns, draw_board, draw_rules
from tests.tetris.guideline.test_paths import drop, press

from wellplayed.errors import InputError
from wellplayed.tetris.guideline.paths import Path, finesse, paths
from wellplayed.tetris.guideline.route import KINDS, route
from wellplayed.tetris.guideline.ruleset import Ruleset
from wellplayed.tetris.guideline.walk import KEYS, place, walk
from wellplayed.tetris.pieces import PIECES

DEFAULT = Ruleset()
Keys = tuple[str, ...]


def way(board: naive.Board, piece: str, goal: Any, rules: Ruleset, spin: str | None, **options: Any) -> Path:
    numbers = columns(board), rules.width, rules.rows, PIECES.index(piece)
    return route(*numbers, goal, rules, spin, **options)


def played(board: naive.Board, piece: str, at: naive.Position, keys: Keys, rules: Ruleset) -> tuple[Any, str]:
    """Where keys lead from `at`, each of them having an effect, and the spin class there."""
    last = None
    for key in keys:
        last, there = press(board, piece, at, key, rules)
        assert there != at, f"{key} does nothing at {at}"
        at = there
    return at, naive.spin(board, rules.width, piece, at, last, rules.spins)


def sunk(board: naive.Board, piece: str, at: naive.Position, width: int, rows: int) -> naive.Position:
    """Where a fall of up to `rows` rows ends."""
    return at[0], at[1], max(at[2] - rows, drop(board, piece, at, width)[2])


def first_of_all(
    board: naive.Board, piece: str, start: naive.Position, rules: Ruleset, *, quick: bool, sag: int = 0
) -> dict[tuple[frozenset[naive.Cell], str], Keys]:
    """The first of the shortest ways from `start` to cells and class at rest; `quick`: up to the last fall."""
    heap: list[tuple[int, list[int], Any]] = [(0, [], (start, None))]
    settled: set[naive.Position] = set()
    found: dict[tuple[frozenset[naive.Cell], str], Keys] = {}
    while heap:
        length, keys, (at, last) = heapq.heappop(heap)
        below = drop(board, piece, at, rules.width)
        if quick or below == at:
            spin = naive.spin(board, rules.width, piece, at, last, rules.spins) if below == at else "none"
            found.setdefault((naive.cells(piece, below), spin), tuple(KEYS[key] for key in keys))
        if at in settled:
            continue
        settled.add(at)
        for number, key in enumerate(KEYS):
            after, there = press(board, piece, at, key, rules)
            if there != at:
                low = sunk(board, piece, there, rules.width, sag)
                heapq.heappush(heap, (length + 1, [*keys, number], (low, after if low == there else None)))
    return found


@pytest.mark.parametrize("seed", range(6))
def test_from_the_spawn_it_is_the_path(seed: int) -> None:
    rng = random.Random(seed)
    kinds: set[str] = set()
    for _ in range(40):
        rules = draw_rules(rng)
        board, piece = draw_board(rng, rules), rng.choice(PIECES)
        numbers = columns(board), rules.width, rules.rows, PIECES.index(piece)
        start = walk(*numbers, rules).start
        for one in paths(*numbers, rules):
            found = way(board, piece, one[:3], rules, one.path.spin, start=place(start))
            assert found == one.path
            kinds.add(found.kind)
    assert kinds == set(KINDS)


@pytest.mark.parametrize("sag", [0, 1, 64])
@pytest.mark.parametrize("quick", [False, True], ids=["short", "quick"])
@pytest.mark.parametrize("seed", range(3))
def test_from_anywhere_it_is_the_first_of_the_shortest(seed: int, quick: bool, sag: int) -> None:
    rng = random.Random(50 + seed)
    done = 0
    while done < 10:
        rules = draw_rules(rng)
        board, piece = draw_board(rng, rules), rng.choice(PIECES)
        spawn = naive.spawn(board, rules.width, piece, rules)
        if spawn is None:
            continue
        done += 1
        start = spawn
        for key in rng.choices(KEYS, k=rng.randint(0, 25)):
            start = press(board, piece, start, key, rules)[1]
        wanted = first_of_all(board, piece, start, rules, quick=quick, sag=sag)
        for one in paths(columns(board), rules.width, rules.rows, PIECES.index(piece), rules):
            keys = wanted.get((frozenset(one.cells), one.path.spin))
            if keys is None:
                with pytest.raises(InputError, match=f"cannot be reached with spin class {one.path.spin} from"):
                    way(board, piece, one[:3], rules, one.path.spin, start=start, quick=quick, sag=sag)
                continue
            found = way(board, piece, one[:3], rules, one.path.spin, start=start, quick=quick, sag=sag)
            assert found.spin == one.path.spin
            assert found.keys == keys if not quick else found.keys[: len(keys)] == keys
            assert set(found.keys[len(keys) :]) <= {"D"}
            if sag == 0:
                at, spin = played(board, piece, start, found.keys, rules)
                assert (naive.cells(piece, at), spin) == (set(one.cells), one.path.spin)


@pytest.mark.parametrize("seed", range(3))
def test_no_way_has_fewer_keys_before_the_hard_drop_than_a_quick_one(seed: int) -> None:
    rng = random.Random(90 + seed)
    for _ in range(20):
        rules = draw_rules(rng)
        board, piece = draw_board(rng, rules), rng.choice(PIECES)
        for one in paths(columns(board), rules.width, rules.rows, PIECES.index(piece), rules):
            start = naive.spawn(board, rules.width, piece, rules)
            assert start is not None
            found = way(board, piece, one[:3], rules, one.path.spin, start=start, quick=True)
            assert len(finesse(found).keys) <= len(finesse(one.path).keys)


@pytest.mark.parametrize("seed", range(2))
def test_any_class_is_that_of_the_fewest_keys(seed: int) -> None:
    rng = random.Random(80 + seed)
    for _ in range(20):
        rules = draw_rules(rng)
        board, piece = draw_board(rng, rules), rng.choice(PIECES)
        spawn = naive.spawn(board, rules.width, piece, rules)
        for one in paths(columns(board), rules.width, rules.rows, PIECES.index(piece), rules):
            assert spawn is not None
            every = [way(board, piece, one[:3], rules, s, start=spawn) for s in reachable(board, piece, one[:3], rules)]
            best = min(every, key=lambda path: (len(path.keys), [KEYS.index(key) for key in path.keys]))
            assert way(board, piece, one[:3], rules, None, start=spawn) == best


def reachable(board: naive.Board, piece: str, goal: Any, rules: Ruleset) -> list[str]:
    """The classes that a placement can have."""
    found = paths(columns(board), rules.width, rules.rows, PIECES.index(piece), rules)
    return [one.path.spin for one in found if one[:3] == goal]


def test_the_pocket() -> None:
    board = naive.from_rows(POCKET.split("/"))
    assert way(board, "L", (0, 5, 8), DEFAULT, None, start=(0, 4, 19)).text == "DDDDDDDDDRDD"
    assert way(board, "L", (0, 5, 8), DEFAULT, None, start=(0, 4, 19), quick=True).text == "DDDDDDDDDRDD"
    below = way(board, "L", (0, 5, 8), DEFAULT, None, start=(0, 4, 10))
    assert (below.text, below.kind) == ("RDD", "shift")  # from there nothing lies above the piece
    with pytest.raises(InputError, match=r"L north at \(5, 8\) cannot be reached from \(4, 7\)"):
        way(board, "L", (0, 5, 8), DEFAULT, None, start=(0, 4, 7))


def test_a_quick_way_makes_no_detour_to_save_a_row() -> None:
    board = naive.from_rows([".....#...."])
    short = way(board, "T", (3, 6, 1), DEFAULT, "none", start=(0, 4, 19))
    quick = way(board, "T", (3, 6, 1), DEFAULT, "none", start=(0, 4, 19), quick=True)
    assert short.keys == ("R", *"D" * 18, "CCW")
    assert quick.keys == ("R", "R", "CCW", *"D" * 18)


def test_no_key_is_needed_where_the_piece_is() -> None:
    board = naive.from_rows(T_SLOT.split("/"))
    there = way(board, "T", (2, 2, 1), DEFAULT, "none", start=(2, 2, 1))
    assert (there.keys, there.spin) == ((), "none")
    turned = way(board, "T", (2, 2, 1), DEFAULT, "full", start=(2, 2, 1))
    assert turned.keys
    assert turned.spin == "full"


@pytest.mark.parametrize("goal", [(0, 0, 0), (0, 4, 19), (0, 9, 0), (2, 4, 63)])
def test_what_is_no_resting_position_has_no_route(goal: tuple[int, int, int]) -> None:
    with pytest.raises(InputError, match="cannot be reached from"):
        way(naive.from_rows([]), "T", goal, DEFAULT, None, start=(0, 4, 19))
