"""`wellplayed perft`: counts as a table and as JSON, boards in every form, and how it refuses bad input."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from wellplayed.interfaces.perft import NAMED, PLIES
from wellplayed.tetris.guideline.ruleset import PRESETS, parse

Run = Callable[..., Any]

KNOWN = json.loads((Path(__file__).parents[1] / "tetris/guideline/facts/perft.json").read_text("utf-8"))
SLOT = "XX.......X/X...XXXXXX/XX.XXXXXXX"


def answer(run: Run, *words: object) -> dict[str, Any]:
    done = run("perft", *words, "--json")
    assert (done.code, done.err) == (0, "")
    return json.loads(done.out)  # type: ignore[no-any-return]


def test_commas_in_a_queue_are_read_over(run: Run) -> None:
    assert answer(run, "--queue", "I,O")["counts"] == answer(run, "--queue", "IO")["counts"] == [17, 153]


@pytest.mark.parametrize("rules", NAMED)
def test_names_of_published_counts(run: Run, rules: str) -> None:
    assert NAMED.keys() == KNOWN["rules"].keys()
    case = next(case for cases in ("empty", "published") for case in KNOWN[cases] if case["rules"] == rules)
    found = answer(run, "--rules", rules, "--queue", case["queue"], "--depth", 3)
    if "counts" in case:
        assert found["counts"] == case["counts"][:3]
    else:
        assert found["counts"] == [17, 289, 5069]  # as from row 19, which so low a pile cannot tell from row 20
    assert (found["rules"], found["queue"], found["depth"], found["count"]) == (
        *(rules, case["queue"], 3),
        found["counts"][-1],
    )
    assert found["seconds"] >= 0
    assert found["nodes_per_second"] > 0


def test_json_is_complete(run: Run) -> None:
    found = answer(run, "--depth", 1)
    assert found.keys() == {"queue", "depth", "rules", "counts", "count", "nodes_per_second", "seconds"}
    assert (found["queue"], found["rules"]) == ("IOLJSZT", "srs")


def test_a_long_count_goes_on_where_the_walk_stops(run: Run) -> None:
    assert answer(run, "--depth", 6)["counts"] == [17, 153, 5266, 188374, 3497187, 67002200]
    assert answer(run, "--depth", 5, "--no-bulk")["counts"] == [17, 153, 5266, 188374, 3497187]


@pytest.mark.slow
def test_the_default(run: Run) -> None:
    found = answer(run)
    assert (found["depth"], found["count"]) == (7, 2647076135)


def test_a_table(run: Run) -> None:
    done = run("perft", "--depth", 3, "--queue", "iol")
    assert (done.code, done.err) == (0, "")
    title, _, *rows = done.out.splitlines()
    assert title.split() == ["depth", "count", "time", "nodes/s"]
    assert [row.split()[:2] for row in rows] == [["1", "17"], ["2", "153"], ["3", "5,266"]]
    assert "\x1b" not in done.out


def test_specs_of_rules(run: Run) -> None:
    spec = "guideline:spins=none"
    assert answer(run, "--rules", spec, "--depth", 3)["counts"] == [17, 153, 5266]
    assert answer(run, "--rules", "guideline:spins=none,spawn=19-20", "--depth", 2)["counts"] == [17, 153]
    assert answer(run, "--rules", "guideline:width=4,spins=none", "--queue", "I")["counts"] == [5]
    assert answer(run, "--rules", "guideline:spins=handheld", "--queue", "T", "--board", SLOT)["count"] > 34
    for preset in PRESETS:
        assert answer(run, "--rules", preset, "--queue", "T")["counts"] == [34]
    assert all(parse(spec) for spec in NAMED.values())


def test_boards(run: Run, tmp_path: Path) -> None:
    case = next(c for c in KNOWN["board_counts"] if c["board"] == "tsd_hole" and c["rules"] == "srs_t")
    words = "--rules", "srs_t", "--queue", case["queue"], "--depth", len(case["counts"]), "--board"
    file = tmp_path / "board.txt"
    file.write_text(KNOWN["boards"]["tsd_hole"].replace("/", "\n"), "utf-8")
    made = run("fumen", "make", KNOWN["boards"]["tsd_hole"]).out.strip()
    for board in (KNOWN["boards"]["tsd_hole"], file, made):
        assert answer(run, *words, board)["counts"] == case["counts"]


def test_piles_too_high_for_the_flood(run: Run) -> None:
    tower = "/".join(["#........."] * 30)
    assert answer(run, "--board", tower, "--queue", "O", "--rules", "srs")["count"] == 8
    blocked = "/".join(["...####..."] * 21)
    assert answer(run, "--board", blocked, "--queue", "TT")["counts"] == [0, 0]


def test_hold(run: Run) -> None:
    case = KNOWN["hold_perft"]["cases"][0]
    found = answer(run, "--hold", "--queue", case["queue"], "--depth", 2, "--rules", case["rules"])
    assert found["counts"] == case["counts"][:2]
    assert answer(run, "--hold", "--queue", "IOL", "--no-bulk")["counts"] == case["counts"][:2]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--queue", "IOX"), "unknown piece 'X' in the queue 'IOX'; write letters of IOTZSJL"),
        (("--queue", ""), "the queue is empty"),
        (("--depth", 8), "the queue has 7 pieces, the depth is 8; give a longer queue"),
        (("--depth", 0), f"--depth 0 is out of range; choose 1 to {PLIES}"),
        (("--depth", 17, "--queue", "I" * 20), f"--depth 17 is out of range; choose 1 to {PLIES}"),
        (("--depth", "two"), "invalid value"),
        (("--hold", "--depth", 7), "the queue has 7 pieces, the depth is 7, and with --hold one more than that"),
        (("--hold", "--queue", "T"), "the queue has 1 piece; with --hold give two or more"),
        (("--hold", "--rules", "plus180_t_y5"), "rules plus180_t_y5 go with boards of up to 26 rows and without"),
        (("--rules", "srss"), "unknown rules 'srss'; did you mean 'srs'?"),
        (("--rules", "guideline:spins=al"), "spins=al is no choice of rules 'guideline'"),
        (("--board", "####....../##########"), "row 2 of the board is full"),
        (("--board", "###"), "row 1 of the board has 3 cells, the well 10"),
        (("--board", "...Q......"), "unknown letter 'Q' in row 1"),
        (("--board", "absent.txt"), "there is no file 'absent.txt'"),
        (("--board", "/".join(["#........."] * 41)), "the board has 41 rows, the well 40"),
        (("--board", "v115@zz"), "fumen, index 7"),
        (("IOT",), "perft does not take 'IOT'"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_refusals(refused: Callable[..., str], words: tuple[object, ...], message: str) -> None:
    assert refused("perft", *words).startswith(message)
