"""Workers on other machines: tasks go to a Dask scheduler through joblib, and results come back as they end.

Who starts the workers decides what they are: threads over kernels that release the GIL, or processes of one thread each
for players that hold it (docs/cluster.md). A worker that is lost costs what it was at, which the scheduler gives to
another one; a worker that comes gets its share from then on. With none left, what is wanted waits for one.

Workers must be of the same versions, or their games may be others. Every task asks, since workers come at any time.
"""

import logging
from collections.abc import Callable, Generator, Sequence
from importlib.metadata import version
from types import TracebackType
from typing import Any, TypeVar

import joblib

from .. import __version__
from ..errors import InputError
from .processes import counted

T = TypeVar("T")
R = TypeVar("R")

ANSWER = 10.0  # seconds in which a scheduler and its first worker must answer
PATIENCE = 7 * 86_400.0  # seconds to wait for a worker where all are gone
LOGGERS = ("distributed", "distributed.client", "distributed.core")
SAME = ("numpy", "numba")  # what else numbers depend on


class Cluster:
    """The workers of a Dask scheduler; a context manager.

    Parameters
    ----------
    address : str
        Of the scheduler, such as `tcp://10.0.0.1:8786` or `10.0.0.1:8786`.

    Raises InputError without the extra `cluster`, or where no scheduler or no worker answers.
    """

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client
        except ImportError:
            raise InputError(
                "--scheduler needs the extra 'cluster'; install it by: pip install 'wellplayed[cluster]'"
            ) from None
        self.address = address
        for name in LOGGERS:  # what is lost is played again, or told in one line
            logging.getLogger(name).setLevel(logging.CRITICAL)
        try:
            client: Any = Client  # untyped
            self._client = client(address, timeout=ANSWER, set_as_default=False)
        except (OSError, ValueError, TypeError):
            raise InputError(
                f"no Dask scheduler answers at {address}; start one by dask scheduler, and give the address that it "
                "tells, such as tcp://10.0.0.1:8786"
            ) from None
        try:
            self._client.wait_for_workers(1, timeout=ANSWER)
        except TimeoutError:
            self.close()
            raise InputError(
                f"the scheduler at {address} has no worker; start some by: dask worker {address}"
            ) from None

    def __enter__(self) -> "Cluster":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def workers(self) -> int:
        """How many tasks can run at once now: the threads of all workers."""
        return max(1, sum(map(int, self._client.ncores().values())))

    def close(self) -> None:
        """Leave the scheduler; what it has not begun is dropped, and what is being played ends for nothing."""
        self._client.close()

    def stream(
        self, work: Callable[[T, Callable[[int, int], None]], R], tasks: Sequence[T]
    ) -> Generator[tuple[int, R, int, int], None, None]:
        """(index, result, pieces, units) of `work(task, beat)` for every task, as they end.

        `work`, tasks and results are pickled. What a task raises is raised here, and InputError where a worker is of
        another version, a task lost several workers, or the scheduler is gone.
        """
        from distributed import CancelledError, KilledWorker

        from .connector import Connector

        calls = (joblib.delayed(_there)(index, work, task, versions()) for index, task in enumerate(tasks))
        backend = Connector(client=self._client, wait_for_workers_timeout=PATIENCE, pure=False)
        with joblib.parallel_config(backend):
            run = joblib.Parallel(n_jobs=-1, batch_size=1, pre_dispatch="all", return_as="generator_unordered")
            results: Any = run(calls)
        try:
            yield from results
        except KilledWorker as error:
            raise InputError(
                f"the same games were lost with {error.allowed_failures + 1} workers, the last of them "
                f"{getattr(error.last_worker, 'address', 'one')}, crashed or killed; give workers more memory or fewer "
                "threads, and go on by --resume"
            ) from None
        except CancelledError:
            raise InputError(
                f"the scheduler at {self.address} is gone; start it and its workers again, and go on by --resume"
            ) from None
        except ModuleNotFoundError as error:
            raise InputError(
                f"a worker has no module {error.name!r}; install wellplayed[cluster] {__version__} on every machine"
            ) from None


def versions() -> tuple[str, ...]:
    """What must be the same wherever games of one run are played."""
    return (f"wellplayed {__version__}", *(f"{name} {version(name)}" for name in SAME))


def _there(
    index: int, work: Callable[[T, Callable[[int, int], None]], R], task: T, wanted: tuple[str, ...]
) -> tuple[int, R, int, int]:
    """On a worker: the result of a task, and what it counted. Raises InputError on one of another version."""
    for theirs, ours in zip(versions(), wanted, strict=True):
        if theirs != ours:
            raise InputError(f"a worker has {theirs}, and this is {ours}; install the same on every machine")
    return index, *counted(work, task)
