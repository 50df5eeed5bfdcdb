"""Runs on a cluster: the journal is that of one machine, bit for bit, whatever is lost on the way."""

import os
import time
from pathlib import Path

import pytest
from tests.arena.afar import afar, near
from tests.interfaces.conftest import child
from tests.interfaces.test_tune import LONG, generations
from tests.tuning.test_run import configuration, contents, played

from wellplayed.interfaces.cli import main
from wellplayed.tuning.run import begun


def test_a_cluster_writes_the_same_bytes(tmp_path: Path) -> None:
    for name in ("alone", "cluster"):
        begun(tmp_path / name, configuration(generations=2, race=2))
    played(tmp_path / "alone", workers=1)
    with near() as cluster:
        played(tmp_path / "cluster", processes=cluster)
    assert contents(tmp_path / "alone") == contents(tmp_path / "cluster")


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="signals differ there")
def test_a_worker_that_is_killed_changes_no_byte(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wellplayed.tuning.figures.available", lambda: False)
    folder, process = tmp_path / "cluster", None
    try:
        with afar(tmp_path, 2) as there:
            process = child(*LONG, "--out", str(folder), "--scheduler", there.address)
            end = time.monotonic() + 120
            while generations(folder) < 4 and process.poll() is None and time.monotonic() < end:
                time.sleep(0.005)
            there.workers[0].kill()
            lost_after = generations(folder)
            out, err = process.communicate(timeout=120)
    finally:
        if process is not None and process.poll() is None:
            process.kill()
            process.communicate()
    assert 4 <= lost_after < 40
    assert process.returncode == 0, err
    assert b"distributed" not in out + err
    assert main([*LONG, "--out", str(tmp_path / "alone")]) == 0
    for name in ("journal.jsonl", "best.toml", "validation.json", "run.toml"):
        assert (folder / name).read_bytes() == (tmp_path / "alone" / name).read_bytes()
    assert generations(folder) == 40
