"""Ctrl-C where Python drops it: in a function that C code called."""

import ctypes
import signal
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest

from wellplayed.interfaces import cli, interrupts

call = ctypes.CFUNCTYPE(None)


@call
def pressed() -> None:
    signal.raise_signal(signal.SIGINT)
    time.sleep(0)  # where it is raised, with nobody but C code to raise it to


def waits() -> None:
    until = time.monotonic() + 20
    while time.monotonic() < until:
        time.sleep(0.01)


def dropped_twice() -> None:
    pressed()
    pressed()
    waits()


def test_it_is_raised_where_it_can_stop() -> None:
    before = sys.unraisablehook
    with pytest.raises(KeyboardInterrupt), interrupts.kept():
        dropped_twice()
    assert sys.unraisablehook is before


def test_other_faults_there_are_told_as_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    @call
    def broken() -> None:
        raise ValueError("broken")

    told: list[Any] = []
    monkeypatch.setattr(sys, "unraisablehook", told.append)
    with interrupts.kept():
        broken()
    assert [type(fault.exc_value) for fault in told] == [ValueError]


def test_the_command_line_keeps_it(run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "app", lambda *_, **__: dropped_twice())
    assert run("players") == (130, "", "wellplayed: stopped\n")
