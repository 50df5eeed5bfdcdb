"""The falling piece: published spins driven key by key, and what keeps or clears a spin."""

import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from tests.tetris.guideline.boards import facts

from wellplayed.tetris.guideline.keys import Handling, KeyGame, Start
from wellplayed.tetris.guideline.keystep.book import book
from wellplayed.tetris.guideline.keystep.motion import spun
from wellplayed.tetris.guideline.keystep.record import KEYS
from wellplayed.tetris.guideline.ruleset import Ruleset, parse

CASES = {case["id"]: case for case in facts("spins")["cases"]}
WAYS = facts("spin_keys")["cases"]
ALL = "guideline:spawn=20,gravity=0,spins="
SECOND = {"full": 2, "mini": 1, "none": 0}


def keys(way: dict[str, Any]) -> Iterator[tuple[str, int]]:
    """The keys of a way, each with the kick test it must succeed by, or 0."""
    for word in way["keys"].split():
        found = re.fullmatch(r"(\w+?)(?:\*(\d+))?(?::(\d))?", word)
        assert found
        for _ in range(int(found[2] or 1)):
            yield found[1], int(found[3] or 0)


def drive(way: dict[str, Any], spins: str) -> KeyGame:
    """The game before the piece locks."""
    case = CASES[way["id"]]
    rules = parse(f"{ALL}{spins},half={case.get('half', 'none')}")
    game = KeyGame(rules, start=Start("/".join(case["rows"]), case["piece"]))
    for key, test in keys(way):
        assert game.apply(key), key
        assert game.state.test == test
    state = game.state
    assert [int(state.orientation), int(state.x), int(state.y)] == case["at"]
    return game


def expected(case: dict[str, Any], spins: str) -> int:
    """The class of a case under a rule, 0 to 2."""
    if case["piece"] == "T":
        return SECOND[case["expected"] if spins == "corners-fifth" else case["corners"] or case["expected"]]
    return {"all": 2, "all-mini+": 1}.get(spins, 0)


@pytest.mark.parametrize("spins", ["corners-fifth", "corners", "all", "all-mini+"])
@pytest.mark.parametrize("way", WAYS, ids=[way["id"] for way in WAYS])
def test_every_published_spin_key_by_key(way: dict[str, Any], spins: str) -> None:
    game = drive(way, spins)
    assert game.state.spin == expected(CASES[way["id"]], spins)
    assert game.press("hard")
    assert game.state.last_spin == expected(CASES[way["id"]], spins)
    assert game.state.last_cleared == way["lines"]


def test_the_spins_of_tetrio_by_its_own_modes() -> None:
    for way in WAYS:
        told = CASES[way["id"]].get("tetrio") or {}
        for mode, spins in (("T-spins", "corners"), ("all-mini+", "all-mini+"), ("all", "all")):
            if mode in told:
                assert drive(way, spins).state.spin == SECOND[told[mode]], (way["id"], mode)


@pytest.mark.parametrize("way", WAYS[:8], ids=[way["id"] for way in WAYS[:8]])
def test_a_spin_survives_the_lock_delay_as_well_as_a_hard_drop(way: dict[str, Any]) -> None:
    # dzshn/python-tetris issues 45 and 46: the state was lost on the way to the lock.
    game = drive(way, "corners")
    spin = int(game.state.spin)
    game.tick(40)
    assert game.state.pieces == 1
    assert (game.state.last_spin, game.state.last_cleared) == (spin, way["lines"])


@pytest.mark.parametrize(
    ("test", "before", "any_fifth", "fin_or_tst"),
    [(4, 2, 1, 1), (5, 2, 2, 2), (5, 0, 2, 2), (5, 3, 2, 1), (6, 3, 2, 1)],  # a sixth test is of a 180-degree turn
)
def test_which_kicks_make_a_full_spin_of_a_mini(test: int, before: int, any_fifth: int, fin_or_tst: int) -> None:
    way = next(way for way in WAYS if way["id"] == "neo-mtsd")
    for spins, wanted in (("corners-fifth", any_fifth), ("corners", fin_or_tst)):
        state = drive(way, spins)._states
        state["test"], state["before"] = test, before
        assert spun(state[0], book(parse(f"guideline:spins={spins}"), Handling())[0]) == wanted


def t_slot(rules: Ruleset | None = None) -> KeyGame:
    """A T in its slot by a rotation: full, two rows."""
    game = KeyGame(rules or parse("guideline:gravity=0"), start=Start("##......../#...######/##.#######", "TIO"))
    for key in ["L", "L", "CW", *"D" * 18, "CW"]:
        assert game.apply(key), key
    assert (game.state.x, game.state.y, game.state.orientation, game.state.spin) == (2, 1, 2, 2)
    return game


def test_a_rotation_sets_the_spin_and_a_blocked_move_leaves_it() -> None:
    game = t_slot()
    for key in ("left", "right", "soft"):
        assert not game.press(key)
        assert game.state.spin == 2
    assert not game.apply("D")
    game.tick(20)
    assert game.state.spin == 2


def test_hold_clears_the_spin() -> None:
    game = t_slot()
    assert game.press("hold")
    assert (game.state.spin, game.state.test) == (0, 0)
    game.press("hard")
    assert game.state.last_spin == 0


@pytest.mark.parametrize("way_down", ["hard", "soft", "gravity"])
def test_a_rotation_before_a_drop_of_a_row_or_more_is_no_spin(way_down: str) -> None:
    # Under a single block at (1, 4) a T beside the wall has three corners filled, and still room below.
    rules = parse(f"guideline:gravity={0.5 if way_down == 'gravity' else 0}")
    game = KeyGame(rules, start=Start(".#........" + "/.........." * 4, "T"))
    for key in ["R", "R", "CW", "CW", *"D" * 16, *"L" * 5, "CCW"]:
        assert game.apply(key), key
    assert (game.state.x, game.state.y, game.state.test, game.state.spin) == (0, 3, 2, 1)
    if way_down == "gravity":
        game.tick(2)
    elif way_down == "soft":
        game.press("soft")
    else:
        game.press("hard")
    assert (game.state.spin, game.state.last_spin) == (0, 0)


def before_fin(gravity: float) -> KeyGame:
    """The T of the FIN set-up on the ground, one column and one rotation before its slot."""
    way, case = next(way for way in WAYS if way["id"] == "fin-tsd"), CASES["fin-tsd"]
    rules, start = parse(f"guideline:gravity={gravity}"), Start("/".join(case["rows"]), "T")
    game = KeyGame(rules, handling=Handling(sdf=41), start=start)
    for key, _ in list(keys(way))[1:-2]:  # one row less, since this piece appears in row 19
        assert game.apply(key)
    return game


@pytest.mark.parametrize("gravity", [0, 0.02, 20])
@pytest.mark.parametrize("soft", [False, True])
def test_fin_works_at_any_gravity_and_with_soft_drop_held(gravity: float, soft: bool) -> None:
    # TETR.IO issues 20 and 30. The piece lies on the ground; after the shift it would fall, but the rotation comes
    # before the next step of gravity.
    game = before_fin(gravity)
    if soft:
        game.press("soft")
    game.tick(3)
    assert (game.state.orientation, game.state.x, game.state.y) == (2, 4, 3)
    assert game.press("left")
    assert game.press("ccw")
    assert (game.state.orientation, game.state.x, game.state.y, game.state.test) == (1, 2, 1, 5)
    game.tick(40)
    assert (game.state.last_spin, game.state.last_cleared) == (2, 2)


def test_fin_is_lost_where_gravity_comes_between() -> None:
    for gravity, works in ((0.02, True), (20, False)):
        game = before_fin(gravity)
        game.press("left")
        game.tick()
        game.press("ccw")
        assert (game.state.test == 5) == works


def test_a_spin_never_survives_what_moves_the_piece() -> None:
    seen = 0
    for seed in range(40):
        rng = np.random.default_rng(seed)
        board = "/".join("".join(rng.choice(list("#.."), 6)) for _ in range(12))
        rules = parse("tetrio-s2:gravity=0.2,width=6")
        game = KeyGame(rules, seed, Handling(das=2, arr=1, sdf=10), Start(board))
        for _ in range(300):
            before = (game.state.piece, game.state.x, game.state.y, int(game.state.pieces), int(game.state.test))
            key = KEYS[rng.choice(8, p=[0.2, 0.2, 0.1, 0.05, 0.18, 0.17, 0.05, 0.05])]
            act = int(rng.integers(0, 3))
            did = game.tick() if act == 0 else game.press(key) if act == 1 else game.release(key)
            state = game.state
            turned = act == 1 and did and key in ("cw", "ccw", "180")
            after = (state.piece, state.x, state.y, int(state.pieces), int(state.test))
            if turned and not state.dead:
                seen += state.spin > 0
            elif after[:4] != before[:4] or (act == 1 and did and key == "hold"):
                assert (state.test, state.spin) == (0, 0)
            else:
                assert state.test == before[4]
            if state.dead:
                break
    assert seen > 10
