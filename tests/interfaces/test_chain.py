"""`wellplayed chain`: published chains with their scores, pairs dropped into fields, and how it refuses bad input."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.naive import puyo as naive
from tests.puyo.fields import batch, cases

from wellplayed.formats.puyos import Drop
from wellplayed.interfaces import chain as command
from wellplayed.interfaces.console import Console
from wellplayed.interfaces.dropped import played
from wellplayed.interfaces.field import puyo, read_field, read_place, settled

Run = Callable[..., Any]

DEMO = ".G..../RGB.../RGB.../RRB..."  # of 每日算法 — 使用java实现噗哟噗哟：连锁消除预测与贪心最优布局策略


def chain(run: Run, *words: object) -> dict[str, Any]:
    done = run("chain", *words, "--json")
    assert (done.code, done.err) == (0, "")
    return json.loads(done.out)  # type: ignore[no-any-return]


def answer(field: str) -> dict[str, Any]:
    """What the command prints about a field, without the command line."""
    rules, before = puyo("puyo"), settled(read_field(field))
    return command._as_json(rules, before, played(rules, before, []), [])


def test_published_chains() -> None:
    for case in cases("chains"):
        found = answer("/".join(case["rows"]))
        assert (found["chain"], found["score"]) == (case["links"], case.get("score", found["score"])), case
        if case.get("after") is not None:
            assert found["rows"] == case["after"], case
        assert sum(step["points"] for step in found["steps"]) == found["score"]
        assert found["all_clear"] == (bool(found["chain"]) and found["rows"] == ["......"])


DIGITS = {".": "0", "#": "1", "R": "4", "B": "5", "Y": "6", "G": "7"}  # of inosendo.com


def test_published_scores_as_digits(run: Run) -> None:
    for case in cases("scores")[:2]:
        digits = "".join(DIGITS[cell] for row in case["rows"] for cell in row)
        found = chain(run, digits)
        assert (found["chain"], found["score"]) == (case["links"], case["score"])


def test_every_step_against_the_twin() -> None:
    for case in cases("chains")[::11]:
        found, (_, links) = answer("/".join(case["rows"])), naive.simulate(naive.field_of(case["rows"]))
        assert len(found["steps"]) == len(links)
        for step, link in zip(found["steps"], links, strict=True):
            cells = {(group["colour"], *map(tuple, group["cells"])) for group in step["groups"]}
            assert cells == {(colour, *sorted(group)) for colour, group in link.groups}
            assert step["points"] == link.points
            assert {tuple(cell) for cell in step["ojama"]} == link.ojama


# Drops ----------------------------------------------------------------------------------------------------------------


def test_the_articles_demo(run: Run) -> None:
    found = chain(run, DEMO)
    assert (found["chain"], found["score"], found["all_clear"]) == (1, 40, False)
    assert found["rows"] == [".GB...", ".GB...", ".GB..."]
    assert found["drops"] == found["first"] == []

    found = chain(run, DEMO, "--drop", "RG@3left")
    assert (found["chain"], found["score"], found["all_clear"]) == (1, 40, False)
    assert found["rows"] == ["..R...", "..B...", "..B...", "..B..."]
    assert found["notes"] == ["the field holds a group of four already, which resolves first: 1 link, 40 points"]
    assert [step["points"] for step in found["first"]] == [40]
    (drop,) = found["drops"]
    assert (drop["drop"], drop["cells"]) == ("RG@3left", [[2, 3], [1, 3]])
    assert drop["rows"] == [".GR...", ".GB...", ".GB...", ".GB..."]
    assert found["steps"] == drop["steps"]
    assert not drop["lost"]


def test_the_articles_demo_told(run: Run) -> None:
    done = run("chain", DEMO, "--drop", "RG@3left")
    assert done.code == 0
    assert done.err == "note: the field holds a group of four already, which resolves first: 1 link, 40 points\n"
    lines = done.out.splitlines()
    assert "the field: 1 link, 40 points, 0 ojama" in lines
    assert "RG@3left: 1 link, 40 points, 0 ojama" in lines
    assert "rGB...   .GB..." in lines  # what pops is in small letters
    assert "dropped   link 1    after" in lines
    assert ".gr...    .gR...    ..R..." in lines
    assert "\x1b" not in done.out


def test_several_drops(run: Run) -> None:
    found = chain(run, "R...../R.....", "--drop", "RG@1right", "--drop", "RG@3", "--drop", "RR@1")
    assert [drop["chain"] for drop in found["drops"]] == [0, 0, 1]
    assert (found["chain"], found["score"]) == (1, 100)
    assert found["rows"] == ["..G...", ".GR..."]
    found = chain(run, "RRR.../GGG...", "--drop", "RG@4down", "--drop", "BB@1")
    assert [(drop["chain"], drop["score"]) for drop in found["drops"]] == [(1, 240), (0, 0)]
    assert (found["chain"], found["score"], found["all_clear"]) == (1, 240, False)


def test_a_double_lies_as_it_was_asked_for(run: Run) -> None:
    (drop,) = chain(run, "......", "--drop", "RR@4left")["drops"]
    assert drop["cells"] == [[3, 0], [2, 0]]
    (drop,) = chain(run, "......", "--drop", "RR@4down")["drops"]
    assert drop["cells"] == [[3, 1], [3, 0]]


def test_moves_of_a_link_are_played_first(run: Run) -> None:
    found = chain(run, "https://www.puyop.com/s/81iykz_2mic8ohQ", "--drop", "RR@3")
    assert [drop["drop"] for drop in found["drops"]] == ["RB@2left", "YY@1down", "GY@3up", "YB@6down", "RR@3up"]
    assert found["drops"][1]["cells"] == [[0, 4], [0, 3]]
    puzzle = run("chain", "https://ips.karou.jp/simu/pn.html?6E004g031_E1ahce__u02", "--json")
    notes = json.loads(puzzle.out)["notes"]
    assert any("hang in the air" in note for note in notes)
    assert any("BY: no place is given, so it is not dropped" in note for note in notes)
    assert notes[-1] == "the puzzle asks to make a chain of exactly 2"


def test_ojama_of_a_link_falls() -> None:
    rules, before = puyo("puyo"), settled(read_field("R....."))
    (one,) = played(rules, before, [Drop((1, 0, 0, 0, 0, 2))])
    assert one.placed == ((0, 1), (5, 0), (5, 1))
    assert one.what == "# 1 0 0 0 0 2"


def test_row_fourteen(run: Run) -> None:
    field = "/".join(["#.....", *["##...."] * 11])
    (drop,) = chain(run, field, "--drop", "RG@1up")["drops"]
    assert drop["cells"] == [[0, 12], [0, 13]]
    assert drop["rows"][0] == "R....."  # the puyo in row 14 is no part of the field
    twice = ("--drop", "RG@1up")
    assert "RG@1up cannot be reached" in run("chain", field, *twice, *twice).err


def test_a_lost_field(run: Run) -> None:
    tall = "/".join(["..#..."] * 11)
    found = chain(run, tall, "--drop", "RG@3up")
    assert found["drops"][0]["lost"]
    assert "the game is over" in run("chain", tall, "--drop", "RG@3up").out


# How it is given and shown --------------------------------------------------------------------------------------------


def test_floating_puyos_settle_with_a_note(run: Run) -> None:
    done = run("chain", "....R./YRRR..")
    assert done.err == "note: puyos hang in the air in column 5; they fall before anything else\n"
    assert done.out.splitlines()[0] == "the field: 1 link, 40 points, 0 ojama"
    assert "Yrrrr.   Y....." in done.out.splitlines()


def test_files(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "field.txt"
    file.write_text(DEMO.replace("/", "\n"), "utf-8")
    assert chain(run, file) == chain(run, DEMO)


def test_nothing_pops(run: Run) -> None:
    found = chain(run, "RGB...")
    assert (found["chain"], found["score"], found["all_clear"], found["steps"]) == (0, 0, False, [])
    assert run("chain", "RGB...").out.splitlines()[0] == "the field: nothing pops"
    assert chain(run, "......")["rows"] == ["......"]


def test_the_table_of_links(run: Run) -> None:
    lines = run("chain", "..B.../..BBYB/RRRRBB").out.splitlines()
    assert lines[0] == "the field: 2 links, 700 points, 10 ojama"
    assert [line.split() for line in lines[4:6]] == [
        ["1", "4", "R", "0", "0", "0", "40", "40"],
        ["2", "6", "B", "8", "0", "3", "660", "700"],
    ]
    lines = run("chain", "RRRR##").out.splitlines()
    assert lines[4].split() == ["1", "4", "R", "+", "1", "#", "0", "0", "0", "40", "40"]
    assert "rrrr*#   .....#" in lines
    assert run("chain", "RRRR..").out.startswith("the field: 1 link, 40 points, 0 ojama, all clear")


def test_colours_in_a_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    console = Console(force_terminal=True, color_system="truecolor", width=80, highlight=False)
    monkeypatch.setattr("wellplayed.interfaces.console.out", lambda **_: console)
    assert command.chain("RRRR../GGGY#.") == 0
    text = capsys.readouterr().out
    assert "\x1b[" in text
    assert "r r r r" in text


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "chain needs FIELD"),
        (("RG",), "rows: row 1 is 2 long"),
        (("absent.txt",), "there is no file 'absent.txt'"),
        ((DEMO, "--drop"), "--drop needs a value"),
        ((DEMO, "--drop", "RG"), "cannot read the drop 'RG'"),
        ((DEMO, "--drop", "RG@1left"), "RG@1left puts G outside the field"),
        (("/".join(["..#..."] * 12), "--drop", "RG@1"), "RG@1up cannot be dropped: the game is over"),
        (("/".join([".#...."] * 13), "--drop", "RG@1"), "RG@1up cannot be reached"),
        ((DEMO, "--game", "classic"), "a Puyo field is no position of classic"),
        ((DEMO, "--game", "puyo:row14=fly"), "row14=fly is no choice of game 'puyo'"),
    ],
    ids=lambda value: str(value)[-40:],
)
def test_refusals(refused: Callable[..., str], words: tuple[object, ...], message: str) -> None:
    assert refused("chain", *words).startswith(message)


def test_places_are_those_of_the_engine() -> None:
    rules, before = puyo("puyo"), settled(read_field("R...../G....."))
    for text in ("RB@1up", "RB@2right", "RB@4down", "RB@6left"):
        (one,) = played(rules, before, [read_place(text)])
        filled = sum(int(column).bit_count() for plane in one.cells for column in plane)
        assert filled == 4
        assert one.what == text
        assert (one.cells != batch([["R.....", "G....."]])[0]).any()
