"""A crew keeps the order of its tasks, reports everything, and stops when told."""

import contextlib
import signal
import threading
import time

import pytest

from wellplayed.arena.parallel import Beat, Crew
from wellplayed.errors import InputError


@pytest.mark.parametrize("workers", [1, 3])
def test_results_come_in_the_order_of_the_tasks(workers: int) -> None:
    with Crew(workers) as crew:
        assert crew.map(lambda n: n * n, range(50)) == [n * n for n in range(50)]
        assert crew.map(str, []) == []


@pytest.mark.parametrize("workers", [1, 3])
def test_everything_is_reported(workers: int) -> None:
    seen: list[tuple[int, int]] = []
    with Crew(workers, lambda *done: seen.append(done)) as crew:
        crew.map(lambda n: crew.beat(n, 1), range(100))
    assert tuple(map(sum, zip(*seen, strict=True))) == (sum(range(100)), 100)
    assert len(seen) < 100  # a report is not a beat


@pytest.mark.parametrize("workers", [1, 3])
def test_what_a_task_raises_is_raised(workers: int) -> None:
    def work(n: int) -> int:
        if n == 7:
            raise InputError("seven")
        return n

    with pytest.raises(InputError, match="seven"), Crew(workers) as crew:
        crew.map(work, range(20))


@pytest.mark.parametrize("workers", [1, 3])
def test_ctrl_c_ends_tasks_that_never_end_by_themselves(workers: int) -> None:
    left = threading.Semaphore(0)

    def work(task: int) -> None:
        try:
            if task == workers - 1:
                signal.raise_signal(signal.SIGINT)  # reaches the main thread, as the terminal's does
            while True:
                time.sleep(0.01)
                crew.beat(1)
        finally:
            left.release()

    crew = Crew(workers)
    with pytest.raises(KeyboardInterrupt), crew:
        crew.map(work, range(workers))
    for _ in range(workers):
        assert left.acquire(timeout=60), "a thread is still at work"


def test_a_crew_needs_workers() -> None:
    with pytest.raises(InputError, match="choose 1 or more"):
        Crew(0)


def doubled(task: int, beat: Beat) -> int:
    beat(task, 1)
    return 2 * task


@pytest.mark.parametrize("workers", [1, 3])
class TestStream:
    """Results as they come."""

    def test_every_task_gives_its_result(self, workers: int) -> None:
        seen: list[tuple[int, int]] = []
        with Crew(workers, lambda *done: seen.append(done)) as crew:
            assert sorted(crew.stream(doubled, range(50))) == [(n, 2 * n) for n in range(50)]
            assert list(crew.stream(doubled, [])) == []
        assert tuple(map(sum, zip(*seen, strict=True))) == (sum(range(50)), 50)

    def test_what_a_task_raises_is_raised(self, workers: int) -> None:
        def work(n: int, beat: Beat) -> int:
            beat(1, 0)
            if n == 7:
                raise InputError("seven")
            return n

        with pytest.raises(InputError, match="seven"), Crew(workers) as crew:
            list(crew.stream(work, range(20)))

    def test_who_has_enough_may_leave(self, workers: int) -> None:
        left = threading.Semaphore(0)

        def work(n: int, beat: Beat) -> int:
            try:
                while n:
                    time.sleep(0.01)
                    beat(1, 0)
            finally:
                left.release()
            return n

        with Crew(workers) as crew:
            with contextlib.closing(crew.stream(work, range(workers))) as results:
                assert next(results) == (0, 0)
            for _ in range(workers):
                assert left.acquire(timeout=60), "a thread is still at work"

    def test_ctrl_c_ends_tasks_that_never_end_by_themselves(self, workers: int) -> None:
        left = threading.Semaphore(0)

        def work(n: int, beat: Beat) -> None:
            try:
                if n == workers - 1:
                    signal.raise_signal(signal.SIGINT)
                while True:
                    time.sleep(0.01)
                    beat(1, 0)
            finally:
                left.release()

        with pytest.raises(KeyboardInterrupt), Crew(workers) as crew:
            list(crew.stream(work, range(workers)))
        for _ in range(workers):
            assert left.acquire(timeout=60), "a thread is still at work"


def test_results_come_before_all_are_done() -> None:
    gate = threading.Event()

    def work(n: int, beat: Beat) -> int:
        beat(1, 0)
        if n == 0:
            assert gate.wait(60)
        return n

    with Crew(2) as crew:
        results = crew.stream(work, range(4))
        assert next(results)[0] != 0
        gate.set()
        assert {index for index, _ in results} >= {0}
