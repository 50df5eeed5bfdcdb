"""run.toml: it says all of a run, and what cannot be one is refused in one line."""

import dataclasses
from pathlib import Path

import pytest

from wellplayed.errors import InputError
from wellplayed.tuning import configuration
from wellplayed.tuning.configuration import Configuration, read, written
from wellplayed.tuning.subject import Subject

SUBJECT = Subject(
    "classic:height=6", "linear", ("holes", "wells"), (-0.1 - 0.2, 1e16), (0.5, 1e-9), {"lines": 1.5}
)  # fmt: skip
RUN = Configuration('genetic:step="é\\', "lines", SUBJECT, 3, 10, 5, 50, 2, (1 << 64) - 1)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    for run in (RUN, dataclasses.replace(RUN, subject=SUBJECT._replace(fixed={}))):
        written(tmp_path, run)
        assert read(tmp_path) == run
        assert [file.name for file in tmp_path.iterdir()] == ["run.toml"]


def test_the_digest_is_of_all_but_the_number_of_generations() -> None:
    assert dataclasses.replace(RUN, generations=11).digest() == RUN.digest()
    others = [dataclasses.replace(RUN, **{name: 7}) for name in ("games", "every", "validation", "race", "seed")]
    others += [dataclasses.replace(RUN, subject=SUBJECT._replace(**{n: (1.0, 2.0)})) for n in ("start", "scale")]
    others += [dataclasses.replace(RUN, subject=SUBJECT._replace(fixed={}))]
    assert len({run.digest() for run in [RUN, *others]}) == len(others) + 1


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("every = 5", "evry = 5", "unknown entry 'evry'; did you mean 'every'"),
        ("every = 5\n", "", "has no entry every"),
        ("every = 5", "every = 0", "every 0 is out of range"),
        ("games = 3", "games = 0", "games 0 is out of range"),
        ("games = 3", "games = 2.5", "games in .* cannot be 2.5"),
        ("games = 3", "games = true", "games in .* cannot be True"),
        ('player = "linear"', "player = 3", "player in .* cannot be 3"),
        ("start = [", "start = [1.0, ", "features, start and scale in .* differ in length"),
        ("start = [", 'start = ["a", ', "start in .* cannot be"),
        ("lines = 1.5", "lines = nan", "fixed in .* cannot be"),
        ("every = 5", "every 5", "is not TOML"),
    ],
)
def test_edits_that_make_no_run(tmp_path: Path, old: str, new: str, told: str) -> None:
    written(tmp_path, RUN)
    file = tmp_path / "run.toml"
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(InputError, match=told):
        read(tmp_path)


def test_no_run_and_no_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match=r"there is no run in .* to resume"):
        read(tmp_path)
    written(tmp_path, RUN)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(configuration.os, "fsync", full)
    with pytest.raises(InputError, match=r"cannot write .*: No space left"):
        written(tmp_path, dataclasses.replace(RUN, games=4))
    assert read(tmp_path) == RUN
