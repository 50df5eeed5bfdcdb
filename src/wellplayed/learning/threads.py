"""One thread for torch, so that sums are added up in one order, and learners beside each other share the cores.

How many threads torch uses is a number of the process, and players choose in several threads at once; so the number
found by the first one in is given back by all that leave.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import torch

_lock = threading.Lock()
_inside = 0
_found = 1


@contextmanager
def one_thread() -> Iterator[None]:
    """Let torch use one thread inside, and the deterministic algorithms of a graphics card."""
    global _inside, _found  # noqa: PLW0603 - it stands for a number that torch keeps for the process
    with _lock:
        if _inside == 0:
            _found = torch.get_num_threads()
        _inside += 1
        torch.set_num_threads(1)
    try:
        with torch.backends.cudnn.flags(enabled=True, benchmark=False, deterministic=True, allow_tf32=False):
            yield
    finally:
        with _lock:
            _inside -= 1
            torch.set_num_threads(_found)
