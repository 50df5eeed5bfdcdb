"""The timeline and the ladder: what the players do on the board, and the measured table as it is kept."""

from typing import Any

import pytest
from tests.interfaces.web.chapters.telling import WORDS, drawn, number, told

from wellplayed.arena.rungs import RUNGS
from wellplayed.errors import InputError
from wellplayed.interfaces.ladder import duration, percent
from wellplayed.interfaces.tables import decimal
from wellplayed.interfaces.web.chapters import samples, timeline
from wellplayed.interfaces.web.chapters.position import game, read, state
from wellplayed.interfaces.web.chapters.timeline import PLAYERS, stands
from wellplayed.players.registry import player
from wellplayed.showcases import POCKET

EN, ZH = WORDS["en"], WORDS["zh"]
KINDS = {"drop": 0.5, "shift": 0.3, "tuck": 0.15, "spin": 0.05}


def row(setting: str, spec: str, mean: float, survived: float) -> dict[str, Any]:
    return {
        "setting": setting, "player": spec, "generation": 1, "mean": mean, "low": mean - 1, "high": mean + 2,
        "games": 64, "survived": survived, "cpu_us": 12.5, "nodes": 34.0, "kinds": KINDS,
    }  # fmt: skip


REPORT: dict[str, Any] = {
    "command": "wellplayed ladder", "date": "2030-01-02", "cpu": "abacus",
    "settings": [
        {"key": "classic", "title": "c", "game": "classic", "cap": 500},
        {"key": "hard", "title": "h", "game": "guideline", "cap": None},
        {"key": "never", "title": "n", "game": "guideline", "cap": None},
    ],
    "rows": [
        row("classic", "lowest-column", 12.5, 0.0), row("classic", "full-path", 480, 1.0),
        row("hard", "dt-20", 3.25, 0.25),
    ],
}  # fmt: skip


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timeline, "kept", lambda: REPORT)


@pytest.fixture
def unmeasured(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing() -> Any:
        raise InputError("this package has no measured ladder")

    monkeypatch.setattr(timeline, "kept", nothing)


def test_one_player_stands_for_each_generation() -> None:
    generations = {rung.player: rung.generation for rung in RUNGS}
    assert [generations[spec] for spec in PLAYERS] == list(range(8))


@pytest.mark.parametrize("rows", [POCKET.rows, samples.MIDDLE, str(drawn(4))])
def test_each_generation_makes_the_move_of_its_player(rows: str) -> None:
    board, pieces = read(rows), "LTJO"
    for stand, spec in zip(stands(board, pieces), PLAYERS, strict=True):
        seen = pieces[: stand.rung.previews + 1]
        rules = game(seen)
        assert rules.previews == stand.rung.previews
        assert stand.thought.action == player(spec, rules).choose(state(rules, board, seen))[0]


def test_only_full_paths_find_the_pocket() -> None:
    steps = told("timeline").steps
    assert number(steps[3], "player") == "full-path"
    moves = [stand.thought.line[0].cells for stand in stands(read(POCKET.rows), "LTJO")]
    assert [set(cells) == {(4, 8), (5, 8), (6, 8), (6, 9)} for cells in moves][:4] == [False, False, False, True]


@pytest.mark.usefixtures("kept")
def test_the_timeline_shows_what_was_measured() -> None:
    steps = told("timeline").steps
    assert number(steps[0], "measured.classic") == "12.5 (11.5 – 14.5)"
    assert number(steps[0], "measured.hard") == "–"
    assert number(steps[6], "measured.hard") == "3.25 (2.25 – 5.25)"


@pytest.mark.usefixtures("unmeasured")
@pytest.mark.parametrize("language", ["en", "zh"])
def test_without_a_measured_ladder_the_page_says_so(language: str) -> None:
    steps = told("ladder", language=language).steps
    assert len(steps) == 1
    assert steps[0].says == WORDS[language]("explain.ladder.none.says")
    assert steps[0].table is not None
    assert len(steps[0].table.rows) == len(RUNGS)
    assert all(cells[-1] == WORDS[language]("explain.unmeasured") for cells in steps[0].table.rows)
    assert 'class="mean"' not in steps[0].picture.svg()
    assert number(told("timeline").steps[0], "measured.classic") == EN("explain.unmeasured")


@pytest.mark.usefixtures("kept")
def test_the_ladder_is_the_one_that_is_kept() -> None:
    steps = told("ladder").steps
    assert len(steps) == 3  # the claims, and the two settings with rows
    assert (number(steps[0], "command"), number(steps[0], "cpu")) == ("wellplayed ladder", "abacus")
    assert steps[0].picture.svg().count('class="mean"') == len(REPORT["rows"])
    assert steps[1].title == EN("explain.setting.classic")
    assert steps[1].table is not None
    assert steps[1].table.rows[0] == (
        "lowest-column", "12.5", "11.5 – 14.5", "64", percent(0.0), duration(12.5), decimal(34.0), "15%", "5%",
    )  # fmt: skip
    assert number(steps[1], "most_lines") == "480  full-path"
    assert "Of them 1 reach the cap" in steps[1].says
    assert steps[2].title == EN("explain.setting.hard")
    assert "full-path" in steps[1].picture.svg()
    claims = steps[0].table
    assert claims is not None
    found = {cells[0]: cells for cells in claims.rows}
    assert found["0  lowest-column"][1:6] == ("1", "no", "no", "P", "tens of lines")
    assert found["0  lowest-column"][6] == "12.5 (11.5 – 14.5)"


@pytest.mark.usefixtures("kept")
def test_the_ladder_speaks_chinese() -> None:
    steps = told("ladder", language="zh").steps
    assert steps[1].title == ZH("explain.setting.classic")
    assert steps[0].table is not None
    assert steps[0].table.rows[1][5] == ZH("explain.ladder.tens_of_lines")
