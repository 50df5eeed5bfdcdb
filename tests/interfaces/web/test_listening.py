"""The socket of the page: a port that cannot be had is one clear line, and what it is reached by is known."""

import socket

import pytest

from wellplayed.errors import InputError
from wellplayed.interfaces.web.listening import listen, local, names, url


def test_a_free_port_is_found_and_told() -> None:
    with listen("127.0.0.1", 0) as listening:
        port = listening.getsockname()[1]
        assert port > 0
        assert url(listening) == f"http://127.0.0.1:{port}/"
        with socket.create_connection(("127.0.0.1", port), timeout=5):
            pass


def test_a_port_in_use_is_one_clear_line() -> None:
    with listen("127.0.0.1", 0) as listening:
        port = listening.getsockname()[1]
        with pytest.raises(InputError, match=rf"^--port {port} is in use; choose another, or --port 0"):
            listen("127.0.0.1", port)


def test_a_port_is_free_again_at_once() -> None:
    with listen("127.0.0.1", 0) as listening:
        port = listening.getsockname()[1]
        with socket.create_connection(("127.0.0.1", port), timeout=5):
            taken, _ = listening.accept()
            taken.close()  # this end waits for stray packets from now on
    listen("127.0.0.1", port).close()


@pytest.mark.parametrize("host", ["no.such.host.invalid", "a" * 70, "192.0.2.1"])
def test_a_host_that_is_not_ours_is_refused(host: str) -> None:
    with pytest.raises(InputError, match=r"^--host "):
        listen(host, 0)


def test_who_can_reach_it() -> None:
    with listen("localhost", 0) as listening:
        assert local(listening)
        assert names(listening) == {"localhost", "127.0.0.1", "::1"}
    with listen("0.0.0.0", 0) as listening:
        assert not local(listening)
        assert names(listening) is None
        assert url(listening).startswith("http://127.0.0.1:")
