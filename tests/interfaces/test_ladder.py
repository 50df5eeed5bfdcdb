"""`wellplayed ladder` and `wellplayed tradeoff`: what they print, as text and as JSON, and what they refuse."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from wellplayed.arena.ladder import kept

Run = Callable[..., Any]


def test_a_small_ladder(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "ladder.json"
    words = ("ladder", "random", "four-feature", "--setting", "blind,hard", "--effort", 0.02, "--write", file)
    done = run(*words)
    assert (done.code, done.err) == (0, "")
    assert done.out.count("four-feature") == 3  # a row in each setting, and the command
    assert "1%" in done.out or "0%" in done.out
    assert "wellplayed ladder random four-feature --setting blind,hard --effort 0.02" in done.out
    data = json.loads(file.read_text("utf-8"))
    assert [(row["setting"], row["player"]) for row in data["rows"]] == [
        (setting, player) for setting in ("blind", "hard") for player in ("random", "four-feature")
    ]
    same = json.loads(run(*words[:-2], "--json").out)
    timeless = [{**row, "cpu_us": 0, "lines_per_ms": 0} for found in (data, same) for row in found["rows"]]
    assert timeless[:4] == timeless[4:]


def test_what_was_measured_is_printed_at_once(run: Run) -> None:
    done = run("ladder", "--kept")
    assert done.code == 0
    assert all(setting["title"] in done.out for setting in kept()["settings"])
    assert json.loads(run("ladder", "--kept", "--json").out) == kept()


def test_a_small_tradeoff(run: Run, tmp_path: Path) -> None:
    figure, file = tmp_path / "figure.svg", tmp_path / "tradeoff.json"
    words = ("tradeoff", "--depths", "0,1,2", "--widths", "1,4", "--games", 4, "--pieces", 30)
    done = run(*words, "--figure", figure, "--write", file)
    assert (done.code, done.err) == (0, "")
    assert "depth matters more than width" in done.out
    assert figure.read_text("utf-8").startswith("<?xml")
    data = json.loads(file.read_text("utf-8"))
    assert [(cell["depth"], cell["width"]) for cell in data["cells"]] == [(0, 1), (1, 1), (1, 4), (2, 1), (2, 4)]
    again = json.loads(run(*words, "--json").out)
    assert again["cells"] == data["cells"]
    first = figure.read_bytes()
    run(*words, "--figure", figure)
    assert figure.read_bytes() == first  # the same numbers, the same picture


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("ladder", "nobody"), "nobody"),
        (("ladder", "random", "--setting", "easy"), "easy"),
        (("ladder", "--setting", ","), "--setting"),
        (("ladder", "--effort", "0"), "--effort"),
        (("ladder", "--effort", "nan"), "--effort"),
        (("ladder", "--seed", "-1"), "--seed"),
        (("ladder", "--write", "/nowhere/at/all.json"), "/nowhere/at/all.json"),
        (("ladder", "--workers", "0"), "--workers"),
        (("ladder", "--missing", "--setting", "hard"), "--missing"),
        (("ladder", "--missing", "--kept"), "--missing"),
        (("tradeoff", "--depths", "x"), "--depths"),
        (("tradeoff", "--depths", "1,,2"), "--depths"),
        (("tradeoff", "--widths", "0"), "--widths"),
        (("tradeoff", "--games", "1"), "--games"),
        (("tradeoff", "--pieces", "0"), "--pieces"),
        (("tradeoff", "--figure", "x.doc"), "x.doc"),
        (("tradeoff", "--figure", "/nowhere/x.svg"), "/nowhere"),
        (("tradeoff", "--game", "chess"), "chess"),
        (("tradeoff", "--game", "classic:previews=1"), "1"),
        (("tradeoff", "--weights", "nobody"), "nobody"),
        (("tradeoff", "--moves", "fly"), "fly"),
    ],
)
def test_bad_input(refused: Callable[..., str], words: tuple[str, ...], said: str) -> None:
    assert said in refused(*words)
