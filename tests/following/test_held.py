"""Whether a run goes on: a lock tells, and where locks cannot be seen the time does."""

import fcntl
import os
import time
from pathlib import Path

import pytest

from wellplayed.following import held as module
from wellplayed.following.held import LOCKS, RECENT, held, locks

TOLD = """\
1: FLOCK  ADVISORY  WRITE 708 08:02:264115 0 EOF
1: -> FLOCK  ADVISORY  WRITE 709 08:02:264115 0 EOF
2: POSIX  ADVISORY  WRITE 644 00:17:1039 0 EOF
3: FLOCK  ADVISORY  READ 644 00:17:1040 0 EOF
4: FLOCK  ADVISORY  WRITE 5 fe:00:77 0 EOF
"""


def test_locks_as_linux_lists_them(tmp_path: Path) -> None:
    (tmp_path / "locks").write_text(TOLD, "ascii")
    assert locks(tmp_path / "locks") == {264115, 77}
    assert locks(tmp_path / "none") is None


@pytest.mark.skipif(not os.access(LOCKS, os.R_OK), reason="this system does not list its locks")
def test_a_lock_is_seen_as_long_as_it_is_held(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with path.open("wb") as file:
        assert not held(tmp_path)
        fcntl.flock(file, fcntl.LOCK_EX)
        assert held(tmp_path)
    assert not held(tmp_path)


def test_without_locks_the_time_tells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "locks", lambda: None)
    path = tmp_path / "journal"
    path.write_text("", "utf-8")
    assert held(tmp_path)
    before = time.time() - RECENT - 5
    os.utime(path, (before, before))
    assert not held(tmp_path)
    assert not held(tmp_path / "none")
