"""Preparing the engine: what is needed first comes first, and neither a stop nor a failure makes anybody wait."""

import threading
from collections.abc import Iterator

import pytest

from wellplayed.interfaces import warmup
from wellplayed.interfaces.web.kinds import KINDS
from wellplayed.interfaces.web.rehearsal import Rehearsal
from wellplayed.interfaces.web.warming import State, Warming

PATIENCE = 30.0


class Stage:
    """A rehearsal and a compiler that wait, at each step, until they are told to go on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.go, self.at = threading.Semaphore(0), threading.Semaphore(0)
        self.done: list[str] = []
        monkeypatch.setattr(Rehearsal, "by_hand", lambda _: self.step("by hand"))
        monkeypatch.setattr(Rehearsal, "by_agent", lambda _: self.step("by agent"))
        monkeypatch.setattr(warmup, "is_warm", lambda game: game == "classic")
        monkeypatch.setattr(warmup, "compiling", self.compiling)

    def step(self, what: str) -> None:
        self.at.release()
        assert self.go.acquire(timeout=PATIENCE)
        self.done.append(what)

    def compiling(self, games: list[str]) -> Iterator[tuple[int, int, str]]:
        for number in range(3):
            yield number, 3, ""
            self.step(f"{' '.join(games)} {number}")

    def wait(self) -> None:
        """Wait until the next step has begun."""
        assert self.at.acquire(timeout=PATIENCE)


@pytest.fixture
def stage(monkeypatch: pytest.MonkeyPatch) -> Stage:
    return Stage(monkeypatch)


def test_an_engine_that_nobody_prepares_is_ready() -> None:
    warming = Warming()
    assert warming.state == State()
    assert warming.playable.is_set()
    assert warming.thinking.is_set()
    assert warming.stop(0)  # there is nothing to stop


def test_keys_come_first_then_the_agent_then_what_is_cold(stage: Stage) -> None:
    warming = Warming(("guideline", "classic"))
    warming.start()
    seen = []
    for _ in range(5):
        stage.wait()
        seen.append((warming.playable.is_set(), warming.thinking.is_set(), warming.state.ready))
        stage.go.release()
    assert warming.stop(PATIENCE)
    assert seen == [(False, False, False), (True, False, False), (True, True, False), (True, True, False),
                    (True, True, False)]  # fmt: skip
    assert stage.done == ["by hand", "by agent", "guideline 0", "guideline 1", "guideline 2"]
    assert warming.state.ready


def test_a_warm_engine_is_only_rehearsed(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warmup, "is_warm", lambda game: True)
    warming = Warming()
    warming.start()
    stage.wait()
    assert warming.state.ready  # nothing to show
    stage.go.release(4)
    for _ in range(3):
        stage.wait()
    assert warming.thinking.is_set()  # with the first game; the other one's turn comes by itself
    assert warming.stop(PATIENCE)
    assert stage.done == ["by hand", "by agent"] * 2


def test_it_ends_after_the_step_it_is_at_and_lets_everybody_go(stage: Stage) -> None:
    warming = Warming()
    warming.start()
    stage.wait()
    assert not warming.stop(0)
    stage.go.release()
    assert warming.stop(PATIENCE)
    assert stage.done == ["by hand"]
    assert warming.thinking.is_set()


def test_a_failure_is_told_and_ends_the_waiting(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_: Rehearsal) -> None:
        raise RuntimeError("no room left")

    monkeypatch.setattr(Rehearsal, "by_hand", fail)
    warming = Warming()
    warming.start()
    assert warming.thinking.wait(PATIENCE)
    assert warming.stop(PATIENCE)
    assert warming.state.ready
    assert "no room left" in caplog.text


def test_the_share_grows_and_never_goes_back(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    counts = iter([(0, 100), (0, 297), (97, 97), (97, 97)])  # as modules are imported and kernels compiled
    monkeypatch.setattr(warmup, "compiled", lambda: next(counts))
    warming = Warming(("guideline",))
    warming.start()
    stage.wait()
    assert [warming.state.share for _ in range(3)] == [0.0, 0.0, 0.97]
    stage.go.release(4)
    for _ in range(4):
        stage.wait()
    assert warming.state.share == 0.99
    stage.go.release()
    assert warming.stop(PATIENCE)
    assert warming.state == State()


def test_kernels_are_counted() -> None:
    done, total = warmup.compiled()
    assert 0 <= done <= total
    assert total == warmup.kernels()


@pytest.mark.parametrize("game", KINDS)
def test_a_rehearsal_plays_by_hand_and_by_agent(game: str) -> None:
    rehearsal = Rehearsal(game)
    rehearsal.by_hand()
    assert rehearsal.session.game.state.pieces == 1
    rehearsal.by_agent()
    assert rehearsal.session.game.state.pieces >= 2
    assert rehearsal.session.last is not None
    assert rehearsal.session.kind.name == game
