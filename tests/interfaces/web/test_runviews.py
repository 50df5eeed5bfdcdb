"""What is shown of a run: its numbers, its words in both languages, and a chart of everything that it tells."""

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.tuning.madeup import NAMES, MadeUp

from wellplayed.interfaces.web import runcards
from wellplayed.interfaces.web.drawing.curves import html
from wellplayed.interfaces.web.runviews import View, view
from wellplayed.interfaces.web.shelf import Followed
from wellplayed.interfaces.web.words import LANGUAGES, Words
from wellplayed.learning import followed as learning
from wellplayed.tuning import followed as tuning
from wellplayed.tuning.objective import OBJECTIVES

EN = Words("en")
EVERY = pytest.mark.parametrize("language", LANGUAGES)


@pytest.fixture
def tuned(tmp_path: Path) -> Iterator[Path]:
    """A run of four generations with two checks, still open."""
    with contextlib.closing(MadeUp(tmp_path / "tuned")) as made:
        for _ in range(4):
            made.generation()
        made.check()
        yield made.folder


@pytest.fixture
def trained(tmp_path: Path) -> Path:
    """A run of three rounds with one check."""
    folder = tmp_path / "trained"
    (folder / "checkpoints").mkdir(parents=True)
    text = json.dumps({"learner": "td", "game": "classic:height=6", "settings": {"gamma": 0.9, "step": 1}, "seed": 3})
    (folder / "configuration.json").write_text(text, "utf-8")
    rounds = [{"round": n, "steps": 100, "lines": 2.0 * n, "new_metric": 1.0, "seconds": 61.0 * n} for n in (1, 2, 3)]
    (folder / "metrics.jsonl").write_text("".join(json.dumps(one) + "\n" for one in rounds), "utf-8")
    result = {"unit": "lines", "games": 50, "mean": 8.5, "low": 7.0, "high": 10.0}
    (folder / "checkpoints" / "000003.json").write_text(json.dumps({"round": 3, "result": result}), "utf-8")
    return folder


def shown(run: Followed, words: Words = EN) -> View:
    while run.advance():
        pass
    return view(run, words)


def test_a_run_of_tuning(tuned: Path) -> None:
    found = shown(tuning.Followed(tuned))
    assert (found.kind, found.state, found.problem, found.progress, found.share) == (
        "tune",
        "running",
        "",
        "4 of 10",
        0.4,
    )
    assert found.short == ["cross_entropy:population=8", "lines", "linear", "classic:height=6"]
    assert found.numbers[0] == ("Best so far", "43 lines", "after generation 4, in 20 games")
    fitness, weights = found.charts
    assert [len(line.points) for line in fitness.lines] == [4, 4, 2]
    assert fitness.lines[1].points[-1] == (4, 400)
    assert fitness.lines[2].points == [(0, 3), (4, 43)]
    assert [band.name for band in fitness.bands] == ["90% of the candidates", "50% of the candidates"]
    (wide, narrow) = (band.points[0] for band in fitness.bands)
    assert wide[1] < narrow[1] < fitness.lines[0].points[0][1] < narrow[2] < wide[2]
    assert [line.name for line in weights.lines] == list(NAMES)
    assert weights.lines[1].points[0] == (0, -0.5 / 0.4)  # in steps of its own
    assert all(len(line.points) == 5 for line in weights.lines)


def test_a_run_of_learning(trained: Path) -> None:
    found = shown(learning.Followed(trained))
    assert (found.kind, found.state, found.progress, found.share) == ("train", "stopped", "3", None)
    assert found.short == ["td", "classic:height=6"]
    assert [number.value for number in found.numbers] == ["8.5 lines", "300", "183 s"]
    check, *curves = found.charts
    assert check.lines[0].points == [(3, 8.5)]
    assert check.bands[0].points == [(3, 7.0, 10.0)]
    assert [chart.title for chart in curves] == ["Lines of a game while it learns", "new metric", "Pieces of a round"]
    assert curves[0].lines[0].points == [(1, 2), (2, 4), (3, 6)]


@EVERY
def test_both_kinds_in_every_language(tuned: Path, trained: Path, language: str) -> None:
    words = Words(language)
    for run in (tuning.Followed(tuned), learning.Followed(trained)):
        found = shown(run, words)
        for text in (runcards.entry(found, words), runcards.head(found, words), *map(html, found.charts)):
            assert text.strip()
        assert words(f"runs.state.{found.state}") in runcards.entry(found, words)


def test_runs_that_tell_nothing_yet(tuned: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for run in (tuning.Followed(tmp_path / "empty"), learning.Followed(tmp_path / "empty")):
        found = shown(run)
        assert "is missing; restore it" in found.problem
        assert found.charts == []
        assert found.numbers[0].note == EN("runs.best.none")
        assert EN("runs.problem", why="")[:20] in runcards.head(found, EN)


def test_without_its_configuration_a_run_still_shows_its_fitness(tuned: Path) -> None:
    (tuned / "run.toml").write_text("nothing = 1", "utf-8")
    found = shown(tuning.Followed(tuned))
    assert "unknown entry 'nothing'" in found.problem
    assert (found.progress, found.share) == ("4", None)
    (fitness,) = found.charts
    assert fitness.title == "Fitness by generation, in fitness"


def test_what_comes_from_files_is_escaped(trained: Path) -> None:
    text = json.dumps({"learner": "<script>", "game": "a,b", "settings": {}})
    (trained / "configuration.json").write_text(text, "utf-8")
    found = shown(learning.Followed(trained))
    for markup in (runcards.entry(found, EN), runcards.head(found, EN)):
        assert "<script>" not in markup
        assert "&lt;script&gt;" in markup
        assert "a,<wbr>b" in markup


@EVERY
def test_every_objective_has_a_word_for_its_unit(language: str) -> None:
    assert not [one.name for one in OBJECTIVES if f"runs.unit.{one.name}" not in Words(language)]
