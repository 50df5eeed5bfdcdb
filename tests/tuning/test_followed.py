"""A run seen from outside: it tells what the journal says, also while it grows and where it is damaged."""

import contextlib
import json
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from tests.tuning.madeup import MadeUp

from wellplayed.following import tail
from wellplayed.tuning.followed import QUANTILES, Followed, is_one
from wellplayed.tuning.journal import Journal
from wellplayed.tuning.validation import NAME as VALIDATION


@pytest.fixture
def made(tmp_path: Path) -> Iterator[MadeUp]:
    """A run of four generations, still open."""
    with contextlib.closing(MadeUp(tmp_path / "run")) as run:
        for _ in range(4):
            run.generation()
        yield run


def seen(folder: Path) -> Followed:
    """A run as somebody sees it who comes now."""
    run = Followed(folder)
    while run.advance():
        pass
    return run


def damage(made: MadeUp, number: int) -> Path:
    """Change one digit in a line of the journal, counted from 1."""
    path = made.folder / "journal.jsonl"
    lines = path.read_bytes().split(b"\n")
    lines[number - 1] = lines[number - 1].replace(b'"pieces":1', b'"pieces":2')
    path.write_bytes(b"\n".join(lines))
    return path


def test_it_tells_what_the_journal_says(made: MadeUp) -> None:
    made.check()
    run = seen(made.folder)
    assert (run.generations, run.problem, run.pieces) == (4, "", 4000)
    assert run.configuration == made.configuration
    fitness = [np.array(one.fitness) for one in made.journal.generations]
    naive = [(i + 1.0, *np.quantile(f, QUANTILES).tolist(), f.max()) for i, f in enumerate(fitness)]
    assert run.spread.rows == naive
    assert np.array_equal(run.weights, [[i, *mean] for i, mean in enumerate(made.means)])
    assert run.best == made.journal.checks[1]
    assert run.latest is not None
    assert run.latest.best == 400


def test_it_reads_on_and_only_what_was_appended(made: MadeUp, monkeypatch: pytest.MonkeyPatch) -> None:
    run = seen(made.folder)
    before, offset = run.revision, run._tail.offset
    run.advance()
    assert run.revision == before
    made.generation()
    given: list[bytes] = []
    take = run._chain.take
    monkeypatch.setattr(run._chain, "take", lambda line: (given.append(line), take(line))[1])
    run.advance()
    assert run.revision == before + 1
    assert run.generations == 5
    assert len(given) == 1
    assert run._tail.offset == offset + len(given[0]) + 1
    assert run.weights == seen(made.folder).weights


def test_a_torn_last_line_is_no_damage(made: MadeUp) -> None:
    made.close()
    path = made.folder / "journal.jsonl"
    whole = path.read_bytes()
    path.write_bytes(whole[:-30])
    run = seen(made.folder)
    assert (run.generations, run.problem) == (3, "")
    path.write_bytes(whole)
    run.advance()
    assert (run.generations, run.problem) == (4, "")


def test_a_damaged_line_is_named_and_what_stands_before_it_stays(made: MadeUp) -> None:
    path = damage(made, 4)  # the second generation
    run = seen(made.folder)
    assert run.problem.startswith(f"line 4 of {path} was changed after it was written")
    assert "\n" not in run.problem
    assert (run.generations, len(run.spread.rows), len(run.checks)) == (1, 1, 1)
    run.advance()
    assert run.generations == 1
    path.write_bytes(path.read_bytes().replace(b'"pieces":2', b'"pieces":1'))  # restored
    run.advance()
    assert (run.generations, run.problem) == (4, "")


SHORT = {"generation": 5, "seeds": [1, 2], "fitness": [1.0]}
FULL = {"candidates": [], "error": [], "places": [], "pieces": 3, "capped": 0.0}


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        (SHORT, "line 7 of .* was changed"),
        ({**SHORT, **FULL, "fitness": ["much"]}, "has an entry that cannot be read"),
        ({**SHORT, **FULL, "fitness": []}, "has an entry that cannot be read"),
    ],
)
def test_a_line_with_something_else_in_it(made: MadeUp, entry: dict[str, object], told: str) -> None:
    made.journal._append(entry)
    run = seen(made.folder)
    assert run.generations == 4
    assert re.search(told, run.problem)


def test_a_journal_that_was_cut_is_read_anew(made: MadeUp) -> None:
    run = seen(made.folder)
    made.close()
    path = made.folder / "journal.jsonl"
    path.write_bytes(b"\n".join(path.read_bytes().split(b"\n")[:4]) + b"\n")
    run.advance()
    assert (run.generations, len(run.spread.rows), len(run.weights)) == (2, 2, 3)


def test_a_long_journal_is_read_in_chunks(made: MadeUp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tail.Tail.__init__, "__kwdefaults__", {"chunk": 700, "longest": 1 << 20})
    run = Followed(made.folder)
    assert run.advance()
    assert run.generations < 4
    while run.advance():
        pass
    assert run.generations == 4


def test_what_is_wrong_beside_the_journal(made: MadeUp) -> None:
    toml = made.folder / "run.toml"
    text = toml.read_text("utf-8")
    toml.write_text("method = ", "utf-8")
    run = seen(made.folder)
    assert run.problem.startswith(f"{toml} is not TOML")
    assert (run.generations, len(run.weights)) == (4, 1)  # the fitnesses need no more than the journal
    toml.write_text(text.replace("games = 4", "games = 5"), "utf-8")
    run.advance()
    assert "belongs to another run than the run.toml beside it" in run.problem
    toml.write_text(text, "utf-8")
    run.advance()
    assert (run.generations, run.problem) == (4, "")
    toml.unlink()
    toml.symlink_to("/etc/hostname")
    run.advance()
    assert "is no plain file" in run.problem
    (made.folder / "journal.jsonl").unlink()
    toml.unlink()
    run.advance()
    assert (run.generations, run.problem) == (0, f"{toml} is missing; restore it")
    assert not is_one(made.folder)


def test_a_journal_that_leads_elsewhere_is_not_read(made: MadeUp, tmp_path: Path) -> None:
    made.close()
    journal = made.folder / "journal.jsonl"
    journal.rename(tmp_path / "elsewhere")
    journal.symlink_to(tmp_path / "elsewhere")
    run = seen(made.folder)
    assert run.generations == 0
    assert run.problem.startswith(f"{journal} is no plain file")


def test_where_the_method_asks_for_something_else_the_checks_have_weights(made: MadeUp) -> None:
    made.check()
    made.close()
    journal = made.folder / "journal.jsonl"
    journal.unlink()
    with Journal(journal, made.configuration.digest()) as other:
        for check in made.journal.checks:
            other.add(check)
        for one in made.journal.generations:
            other.add(one._replace(candidates=[[7.0] * 3] * 8))
    run = seen(made.folder)
    assert (run.generations, run.problem) == (4, "")
    assert run.weights == [(check.check, *check.weights) for check in made.journal.checks]


def test_running_stopped_finished(made: MadeUp) -> None:
    run = seen(made.folder)
    assert run.state == "running"
    made.close()
    before = run.revision
    run.advance()
    assert (run.state, run.revision) == ("stopped", before + 1)
    interval = {"mean": 5.0, "se": 1.0, "low": 3.0, "high": None}
    data = {"run": made.configuration.digest(), "generation": 4, "generations": 3, "seeds": [2, 20], "factor": False}
    for generations, state in ((3, "stopped"), (4, "finished")):
        told = {**data, "generations": generations, "best": interval, "start": interval, "apart": interval}
        (made.folder / VALIDATION).write_text(json.dumps(told), "utf-8")
        run.advance()
        assert (run.state, run.problem) == (state, "")
    (made.folder / VALIDATION).write_text("[]", "utf-8")
    run.advance()
    assert "is no validation" in run.problem
    assert run.state == "stopped"


def test_a_run_that_was_only_begun(tmp_path: Path) -> None:
    with contextlib.closing(MadeUp(tmp_path / "run")) as made:
        run = seen(made.folder)
    assert (run.generations, run.problem, run.latest) == (0, "", None)
    assert run.best == made.journal.checks[0]
    assert len(run.weights) == 1
