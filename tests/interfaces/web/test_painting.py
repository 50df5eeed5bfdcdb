"""Colours of the pile: against a naive painter that sees each piece where it will land."""

import numpy as np
import pytest

from wellplayed.interfaces.web.painting import Painting, repainted
from wellplayed.tetris.guideline import replay
from wellplayed.tetris.guideline.keys import KeyGame, Start
from wellplayed.tetris.guideline.keystep.record import KEYS
from wellplayed.tetris.guideline.ruleset import parse
from wellplayed.tetris.pieces import PIECES

STILL = "guideline:gravity=0,delay_ticks=0"


class Naive:
    """Rows of letters, the lowest first; it looks at the ghost before a hard drop, and at no `last_` field."""

    def __init__(self, game: KeyGame) -> None:
        self.game = game
        self.rows = ["." * game.rules.width] * 60

    def drop(self) -> tuple[int, ...]:
        """Drop the piece; the rows that vanished."""
        letter, cells = PIECES[self.game.state.piece], set(self.game.ghost())
        risen = int(self.game.state.risen)
        self.game.press("hard")
        self.game.release("hard")
        rows = ["".join(letter if (x, y) in cells else c for x, c in enumerate(row)) for y, row in enumerate(self.rows)]
        kept = [row for row in rows if "." in row]
        gone = tuple(y for y, row in enumerate(rows) if "." not in row)
        columns = [int(c) for c in self.game.state.columns[: self.game.rules.width]]
        garbage = ["".join("G" if c >> y & 1 else "." for c in columns) for y in range(self.game.state.risen - risen)]
        self.rows = (garbage + kept + ["." * len(columns)] * 60)[:60]
        return gone

    def text(self, height: int) -> str:
        return "/".join(self.rows[:height][::-1])


def bits(game: KeyGame, height: int) -> str:
    columns = [int(c) for c in game.state.columns[: game.rules.width]]
    return "/".join("".join(".#"[c >> y & 1] for c in columns) for y in reversed(range(height)))


def filled(text: str) -> str:
    return "".join(c if c in "./" else "#" for c in text)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("garbage", [False, True])
def test_letters_are_those_of_the_pieces(seed: int, garbage: bool) -> None:
    rng = np.random.default_rng(seed)
    game = KeyGame(parse(f"{STILL},width={rng.integers(4, 11)}"), seed)
    naive, painting, cleared = Naive(game), Painting(game.rules), 0
    for _ in range(60):
        for key in rng.choice(["L", "R", "CW", "CCW", "HOLD"], rng.integers(0, 8)):
            game.apply(str(key))
        if garbage and rng.random() < 0.2:
            game.receive(int(rng.integers(1, 4)))
        gone = naive.drop()
        assert painting.follow(game.state)
        assert painting.text(40) == naive.text(40)
        assert painting.cleared == gone
        cleared += len(gone)
        if game.over:
            break
    assert cleared or game.rules.width > 6


@pytest.mark.parametrize("seed", range(6))
def test_the_painting_is_of_the_true_pile(seed: int) -> None:
    rng = np.random.default_rng([seed, 1])
    game = KeyGame(parse("tetrio-s2:gravity=0.7,delay_ticks=3"), seed, start=Start("GG.GGGGGGG/TTT.OOSSZZ", "TI"))
    painting = Painting(game.rules, game.start)
    assert painting.text(2) == "GG.GGGGGGG/TTT.OOSSZZ"
    locks = 0
    for _ in range(1500):
        if rng.random() < 0.3:
            (game.press if rng.random() < 0.5 else game.release)(KEYS[rng.integers(0, 8)])
        if rng.random() < 0.01:
            game.receive(1)
        locks += painting.follow(game.state)
        game.tick()
        locks += painting.follow(game.state)
        assert filled(painting.text(30)) == bits(game, 30)
    assert locks == game.state.pieces > 5


def test_what_it_did_not_see_becomes_garbage() -> None:
    game = KeyGame(parse(STILL), 3)
    painting = Painting(game.rules)
    for _ in range(3):
        game.press("hard")
        game.release("hard")
    assert painting.follow(game.state)
    text = painting.text(20)
    assert filled(text) == bits(game, 20)
    assert set(text) == {"G", ".", "/"}
    assert not painting.follow(game.state)


def test_going_back() -> None:
    game = KeyGame(parse(STILL), 3)
    painting = Painting(game.rules)
    game.press("hard")
    painting.follow(game.state)
    moment, then, text = painting.snapshot(), game.snapshot(), painting.text(20)
    game.apply("HD")
    painting.follow(game.state)
    assert painting.text(20) != text
    game.restore(then)
    painting.restore(moment, game.state)
    assert painting.text(20) == text
    game.apply("HD")
    assert painting.follow(game.state)
    assert filled(painting.text(20)) == bits(game, 20)
    assert "G" not in painting.text(20)


@pytest.mark.parametrize("rules", ["guideline", "guideline:lock_ticks=0,gravity=20", "tetrio-s2:gravity=1"])
def test_a_replay_is_painted_as_the_game_was(rules: str) -> None:
    rng = np.random.default_rng(5)
    game = KeyGame(parse(rules), 11)
    painting, seen = Painting(game.rules), {}
    for tick in range(400):
        seen[tick] = painting.text(24)
        for key in rng.choice(KEYS, rng.integers(0, 2)):
            (game.press if rng.random() < 0.5 else game.release)(str(key))
            painting.follow(game.state)
        game.tick()
        painting.follow(game.state)
        if game.over:
            break
    tape = replay.record(game)
    last = tape.result.ticks
    for tick in (0, 1, last // 2, last - 1):
        found, repaint = repainted(tape, tick)
        assert (int(found.state.tick), repaint.text(24)) == (tick, seen[tick])
        assert found.snapshot() == replay.Seeker(tape).at(tick).snapshot()
    found, repaint = repainted(tape, last)
    assert found.snapshot() == game.snapshot()
    assert repaint.text(24) == painting.text(24)
