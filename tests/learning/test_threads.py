"""One thread for torch inside, nested and from several threads at once, and what was before after it."""

import threading

import pytest

torch = pytest.importorskip("torch", reason="needs torch; run make setup")

from wellplayed.learning.threads import one_thread  # noqa: E402


def test_it_gives_back_what_it_found() -> None:
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    try:
        with one_thread():
            with one_thread():
                assert torch.get_num_threads() == 1
            assert torch.get_num_threads() == 1  # the inner one has left, and not the outer
        assert torch.get_num_threads() == 2
        with pytest.raises(KeyError), one_thread():
            raise KeyError
        assert torch.get_num_threads() == 2
    finally:
        torch.set_num_threads(before)


def test_several_threads_at_once() -> None:
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    seen: list[int] = []
    meeting = threading.Barrier(4, timeout=30)

    def work() -> None:
        with one_thread():
            meeting.wait()
            seen.append(torch.get_num_threads())
        meeting.wait()
        seen.append(torch.get_num_threads())

    crew = [threading.Thread(target=work) for _ in range(4)]
    try:
        for one in crew:
            one.start()
        for one in crew:
            one.join()
        assert seen == [1] * 4 + [2] * 4
        assert torch.get_num_threads() == 2
    finally:
        torch.set_num_threads(before)
