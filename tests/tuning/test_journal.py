"""The journal: what was added is there after any end, and nothing else is taken for it."""

import errno
import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from wellplayed import __version__
from wellplayed.errors import InputError
from wellplayed.tuning.journal import FORMAT, Check, Generation, Journal

START = Check(0, (5, 2), [0.0, -1.5], 3.25, 70)


def generation(number: int) -> Generation:
    fitness = [1.1 * number, 2.0**60]
    return Generation(number, (1 << 63, 2), [[0.1, 1e-300], [-0.3, 7.0]], fitness, [0.5, 0.0], [], 1234, 0.25)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal of three entries."""
    with Journal(tmp_path / "journal.jsonl", "this") as journal:
        journal.add(START)
        journal.add(generation(1))
        journal.add(generation(2))
    return tmp_path / "journal.jsonl"


def test_what_was_added_is_read_again(path: Path) -> None:
    with Journal(path, "this") as journal:
        assert journal.generations == [generation(1), generation(2)]
        assert journal.checks == [START]
    lines = path.read_text("utf-8").splitlines()
    assert [next(iter(json.loads(line))) for line in lines] == ["journal", "check", "generation", "generation"]


def test_every_cut_of_the_last_line_is_dropped_and_written_again(path: Path) -> None:
    whole = path.read_bytes()
    begins = whole[:-1].rfind(b"\n") + 1
    for cut in (*range(begins, begins + 3), begins + 40, len(whole) - 1):
        for rest in (b"", b"  \0\0 "):
            path.write_bytes(whole[:cut] + rest)
            with Journal(path, "this") as journal:
                assert journal.generations == [generation(1)]
                journal.add(generation(2))
            assert path.read_bytes() == whole


def test_a_first_line_cut_short_is_a_beginning(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[:20])
    with Journal(path, "this") as journal:
        assert not journal.checks
    assert path.read_bytes() == whole[: whole.index(b"\n") + 1]


def test_reserved_room_is_no_line_and_is_given_back(path: Path) -> None:
    whole = path.read_bytes()
    with Journal(path, "this") as journal:
        journal.reserve(100)
        held = path.read_bytes()
        assert held.startswith(whole)
        assert len(held) > len(whole) + 2600
        assert not held[len(whole) :].strip(b" ")
        journal.add(generation(3))
        assert path.read_bytes().endswith(b'"}\n')
        journal.reserve(100)
    after = path.read_bytes()
    path.write_bytes(after + b" " * 3000)  # as a killed process leaves it
    with Journal(path, "this") as journal:
        assert journal.generations[2:] == [generation(3)]
    assert path.read_bytes() == after


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (b"1e-300", b"1e-299", "line 3 of .* was changed after it was written; restore it, or delete it"),
        (b"3.25", b"3.26", "line 2 of .* was changed"),
        (b'"pieces":1234', b'"pieces":12x4', "line 3 of .* was changed"),
        (f'"{__version__}"'.encode(), b'"0.0.1"', f"written by wellplayed 0.0.1 .* and this is {__version__}"),
        (f'"format":{FORMAT}'.encode(), b'"format":99', r"\(format 99\)"),
        (b'"wellplayed tuning journal"', b'"diary"', "no journal of tuning"),
        (b'{"journal"', b"journal", "no journal of tuning"),
        (b'"this"', b'"that"', "line 1 of .* was changed"),
    ],
)
def test_changes_are_noticed(path: Path, old: bytes, new: bytes, told: str) -> None:
    changed = path.read_bytes().replace(old, new)
    assert changed != path.read_bytes()
    path.write_bytes(changed)
    with pytest.raises(InputError, match=told):
        Journal(path, "this")
    assert path.read_bytes() == changed


def test_a_line_left_out_is_noticed_and_lines_cut_off_are_not(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], lines[3]]))
    with pytest.raises(InputError, match="line 3 of"):
        Journal(path, "this")
    path.write_bytes(b"".join(lines[:3]))
    with Journal(path, "this") as journal:
        assert journal.generations == [generation(1)]


def test_a_journal_of_another_run_is_refused(path: Path) -> None:
    with pytest.raises(InputError, match=r"belongs to another run than the run.toml beside it"):
        Journal(path, "that")


def test_one_process_at_a_time(path: Path) -> None:
    with Journal(path, "this"), pytest.raises(InputError, match="another process is tuning in"):
        Journal(path, "this")
    Journal(path, "this").close()


@pytest.mark.parametrize("what", ["write", "fsync"])
def test_a_full_disk_costs_nothing_that_is_kept(path: Path, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    whole = path.read_bytes()
    with Journal(path, "this") as journal:
        file = journal._file
        with monkeypatch.context() as full:
            if what == "write":
                full.setattr(journal, "_file", Full(file))
            else:
                full.setattr(os, "fsync", no_room)
            for attempt in (lambda: journal.reserve(10), lambda: journal.add(generation(3))):
                with pytest.raises(InputError, match=r"cannot write .*: No space left .*; 2 generations are kept"):
                    attempt()
                assert path.read_bytes() == whole
        journal.add(generation(3))
        assert journal.generations == [generation(n) for n in (1, 2, 3)]
    with Journal(path, "this") as journal:
        assert journal.generations == [generation(n) for n in (1, 2, 3)]


def test_ctrl_c_waits_for_the_line(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal(path, "this") as journal:
        with monkeypatch.context() as pressed:
            pressed.setattr(os, "fsync", lambda _: signal.raise_signal(signal.SIGINT))
            with pytest.raises(KeyboardInterrupt):
                journal.add(generation(3))
        assert journal.generations[2:] == [generation(3)]
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    with Journal(path, "this") as journal:
        assert journal.generations[2:] == [generation(3)]


def no_room(*_: Any) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


class Full:
    """A file on a disk with room for ten more bytes."""

    def __init__(self, inner: Any) -> None:
        self.inner, self.room = inner, 10

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    def write(self, data: Any) -> int:
        if not self.room:
            no_room()
        size, self.room = self.room, 0
        return int(self.inner.write(data[:size]))
