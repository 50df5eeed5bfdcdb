"""joblib's connector to Dask, mended in two places.

What a task raises reaches joblib as its result. But where the scheduler fails it, since it lost every worker that tried
or a worker could not even read it, joblib 1.6 sets the exception and calls nobody, and whoever waits, waits forever.
And with a single worker thread joblib would work alone, here, one task after another.
"""

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from joblib._dask import DaskDistributedBackend


class Connector(DaskDistributedBackend):  # type: ignore[misc]  # untyped
    """A backend for one `joblib.Parallel`; takes the `client` and what it is to submit with."""

    def effective_n_jobs(self, n_jobs: int) -> int:
        """How many threads the workers have, and 2 for a single one. Waits for a worker where there is none."""
        return max(2, int(super().effective_n_jobs(n_jobs)))

    def submit(self, func: Any, callback: Callable[[Any], None] | None = None) -> "Future[Any]":
        """Submit a batch; `callback` is called once, with its result or the exception that it ended in."""
        waiting = [callback] if callback is not None else []

        def told(result: Any) -> None:
            if waiting:
                waiting.pop()(result)

        def failed(future: "Future[Any]") -> None:
            if not future.cancelled() and (error := future.exception()) is not None:
                told(_Failed(error))

        future: Future[Any] = super().submit(func, told)
        future.add_done_callback(failed)
        return future

    def retrieve_result_callback(self, out: Any) -> Any:
        """The results of a batch. Raises what it raised, or what it ended in."""
        if isinstance(out, _Failed):
            raise out.error
        return super().retrieve_result_callback(out)


class _Failed:
    def __init__(self, error: BaseException) -> None:
        self.error = error
