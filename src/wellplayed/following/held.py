"""Whether a run goes on, as far as files tell: who writes one has its file locked."""

import contextlib
import os
import time
from pathlib import Path

LOCKS = Path("/proc/locks")
RECENT = 60.0  # seconds since the last line in which a run counts as going on where locks cannot be seen


def held(folder: Path) -> bool:
    """Whether a process writes a run into this folder.

    Linux lists all locks (proc(5), /proc/locks), and looking there disturbs nobody; to try for the lock could turn
    away a process that begins just then. Elsewhere the time of the last write has to do.
    """
    locked = locks()
    numbers, latest = set(), 0.0
    with contextlib.suppress(OSError), os.scandir(folder) as found:
        for entry in found:
            with contextlib.suppress(OSError):
                seen = entry.stat(follow_symlinks=False)
                numbers.add(seen.st_ino)
                latest = max(latest, seen.st_mtime)
    return time.time() - latest < RECENT if locked is None else not locked.isdisjoint(numbers)


def locks(path: Path = LOCKS) -> set[int] | None:
    """The numbers (inodes) of all files that a process has locked for writing; None where the system does not tell.

    Devices are left out, since layered file systems name another one than `stat` does.
    """
    try:
        rows = path.read_text("ascii").splitlines()
    except (OSError, UnicodeDecodeError):
        return None
    found = set()
    for row in rows:
        # 1: FLOCK  ADVISORY  WRITE 708 08:02:264115 0 EOF
        words = row.split()
        if len(words) == 8 and words[1] == "FLOCK" and words[3] == "WRITE":
            found.add(int(words[5].rpartition(":")[2]))
    return found
