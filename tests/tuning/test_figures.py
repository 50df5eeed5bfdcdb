"""Figures: there is one for each thing, as SVG and PNG, and they show the run's own numbers."""

from pathlib import Path

import numpy as np
import pytest
from tests.tuning.test_run import configuration, played

from wellplayed.errors import InputError
from wellplayed.tuning import figures
from wellplayed.tuning.run import Run, begun

pytest.importorskip("matplotlib")


def test_a_run_is_drawn(tmp_path: Path) -> None:
    from matplotlib.figure import Figure

    begun(tmp_path / "a", configuration(generations=3))
    played(tmp_path / "a")
    with Run(tmp_path / "a") as run:
        files = figures.draw(run)
        assert [file.name for file in files] == ["fitness.svg", "fitness.png", "weights.svg", "weights.png"]
        assert files[0].read_text("utf-8").startswith("<?xml")
        assert files[3].read_bytes().startswith(b"\x89PNG")
        axes = Figure().add_subplot()
        figures._fitness(run, axes)
        median, checks = axes.get_lines()
        assert median.get_ydata() == pytest.approx([np.median(one.fitness) for one in run.journal.generations])
        assert checks.get_xydata().tolist() == [[one.check, one.fitness] for one in run.journal.checks]
        axes = Figure().add_subplot()
        figures._weights(run, axes)
        curves = axes.get_lines()[:-1]
        assert [curve.get_label() for curve in curves] == ["holes", "aggregate height", "bumpiness"]
        scale = run.configuration.subject.scale
        for i, curve in enumerate(curves):
            assert curve.get_ydata() == pytest.approx([mean[i] / scale[i] for mean in run.means])


def test_nothing_to_draw_and_nothing_to_draw_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun(tmp_path / "a", configuration(generations=0))
    with Run(tmp_path / "a") as run:
        assert figures.draw(run) == []
        monkeypatch.setattr(figures, "available", lambda: False)
        with pytest.raises(InputError, match="figures need the extra 'plot'"):
            figures.draw(run)
