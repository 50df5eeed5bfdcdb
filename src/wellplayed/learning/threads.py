"""One thread for torch, so that sums are added up in one order, and learners beside each other share the cores.

torch keeps its number of threads for each thread that calls it, and the last one set for threads to come. So every
thread sets its own when it enters, and gives back what the first one in had found when it leaves.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import torch


class _Inside(threading.local):
    depth = 0


_lock = threading.Lock()
_here = _Inside()
_threads = [0, 1]  # how many are inside, and the number that the first of them found


@contextmanager
def one_thread() -> Iterator[None]:
    """Let torch use one thread of the processor inside; this may be nested."""
    _here.depth += 1
    if _here.depth == 1:
        with _lock:
            own = torch.get_num_threads()  # at its first call a thread takes over the last number set anywhere
            if not _threads[0]:
                _threads[1] = own
            _threads[0] += 1
            torch.set_num_threads(1)
    try:
        yield
    finally:
        _here.depth -= 1
        if not _here.depth:
            with _lock:
                _threads[0] -= 1
                torch.set_num_threads(_threads[1])
