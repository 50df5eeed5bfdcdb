"""The moving picture, frame by frame, without a terminal: what is drawn, that it fits, and what the keys do."""

import io
import math
from typing import Any

import numpy as np
import pytest
from rich.cells import cell_len

from wellplayed.interfaces.console import Console
from wellplayed.interfaces.live import SPEEDS, Show
from wellplayed.interfaces.playback import EMPTY, Playback
from wellplayed.interfaces.screen import FALLS, LANDS
from wellplayed.players.registry import player
from wellplayed.tetris.classic import Classic

SIZES = [(80, 24), (120, 40), (200, 60), (60, 24), (44, 20), (36, 24), (24, 30), (30, 14), (14, 12), (10, 5)]


def show(
    name: str = "dellacherie",
    size: tuple[int, int] = (80, 24),
    *,
    speed: float = 4.0,
    limit: int | None = None,
    seed: int = 42,
    color: bool = True,
    encoding: str = "utf-8",
    **rules: Any,
) -> Show:
    game = Classic(**rules)
    file = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    console = Console(
        file=file, force_terminal=True, width=size[0], height=size[1], color_system="truecolor", no_color=not color
    )
    return Show(
        Playback(game, player(name, game), game.new([seed])), console, f"{name}  classic", "about", speed, limit
    )


def screen(it: Show) -> list[str]:
    """The picture as plain lines."""
    return it.picture().plain.split("\n")


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("rules", [{}, {"height": 24}, {"width": 4, "height": 6}, {"previews": 5}], ids=str)
@pytest.mark.parametrize("name", ["dellacherie", "dt-20", "random"])
def test_every_picture_fits(name: str, rules: dict[str, int], width: int, height: int) -> None:
    it = show(name, (width, height), **rules)
    for _ in range(25):
        lines = screen(it)
        assert len(lines) <= height
        assert max(map(cell_len, lines)) <= width
        it.advance(0.05)
        if it.over:
            break
    assert it.playback.pieces >= 3


def test_what_a_newcomer_sees() -> None:
    it = show(speed=1.0, previews=1)
    lines = screen(it)
    text = "\n".join(lines)
    assert lines[0].startswith(" dellacherie  classic")
    assert "1 pieces/s" in lines[0]
    assert all(name in text for name in ("now", "next", "lines", "pieces", "row transitions", "best of 17 placements"))
    assert "▸1" in text
    assert "q quit" in lines[-1]
    # The I of the first move hangs over its ghost.
    assert sum(line[:22].count("[]") for line in lines) == 4
    assert sum(line[:22].count("██") for line in lines) == 4


def test_a_piece_hangs_falls_and_lies() -> None:
    it = show(speed=1.0)
    spot = it.playback.game.describe(it.playback.state, it.playback.think().action)

    def rows() -> list[int]:
        """The lines that show the piece itself, or lie under it."""
        return [i for i, line in enumerate(screen(it)) if "██" in line[:22]]

    high = rows()
    it.advance(0.25)
    it.moment.phase = (FALLS + LANDS) / 2
    middle = rows()
    it.moment.phase = LANDS - 0.01
    it.advance(0.02)
    low = rows()
    assert high[0] < middle[0] < low[0]
    assert it.moment.placed
    assert it.playback.cells[0].count(spot.piece) == 4  # an I flat on the floor


def test_bars_add_up_to_the_value() -> None:
    it = show()
    lines = screen(it)
    first = next(i for i, line in enumerate(lines) if "why this move" in line) + 1
    last = next(i for i, line in enumerate(lines) if line[25:].startswith("value"))
    products = [float(line[25:].rstrip("█▏▎▍▌▋▊▉ ").split()[-1]) for line in lines[first:last]]
    assert sum(products) == float(lines[last].split()[-1])
    assert lines[last].split()[-1] == next(line for line in lines if "▸1" in line).split()[-1]


def test_the_board_of_letters_is_the_board() -> None:
    it = show("bcts", speed=math.inf)
    playback = it.playback
    for _ in range(300):
        playback.place()
        playback.settle()
        shown = playback.game.show(playback.state).split("\n")
        letters = ["".join("." if cell == EMPTY else "#" for cell in row) for row in reversed(playback.cells)]
        assert letters[-len(shown) :] == shown
        assert not set("".join(letters[: -len(shown)])) - {"."}
        assert playback.pile == max(int(c).bit_length() for c in playback.state["columns"][0])
    assert playback.lines > 100


def test_a_lost_game_shows_what_stands_above_the_well() -> None:
    it = show("highest-column", (80, 30), speed=math.inf)
    while not it.over:
        it.advance(1.0)
    assert it.playback.dead
    still = [line.plain for line in it.still()]
    assert len(still) == it.playback.pile + 1 > 21
    assert "██" in still[0]


def test_the_limit_is_kept_at_every_speed() -> None:
    for speed in (1.0, 4.0, 9.0, 12.0, 500.0, math.inf):
        it = show(speed=speed, limit=23)
        for _ in range(2000):
            if it.over:
                break
            screen(it)
            it.advance(0.04)
        assert it.over
        assert it.playback.pieces == 23
        assert it.moment.placed is False


@pytest.mark.parametrize("speed", [1.0, 4.0, 25.0, 1000.0])
def test_pieces_come_at_the_speed_asked_for(speed: float) -> None:
    it = show(speed=speed)
    for _ in range(int(100 * 4 / min(speed, 4.0))):
        it.advance(0.01)
    assert it.playback.pieces == pytest.approx(speed * 4 / min(speed, 4.0), abs=2)


def test_the_moves_shown_are_the_players() -> None:
    it, fast = show(speed=4.0, limit=40), show(speed=math.inf, limit=40)
    for one in (it, fast):
        while not one.over:
            screen(one)
            one.advance(0.04)
    assert np.array_equal(it.playback.state["columns"], fast.playback.state["columns"])
    assert it.playback.cells == fast.playback.cells


def test_keys() -> None:
    it = show(speed=4.0)
    it.press(" ")
    assert it.moment.paused
    assert "paused" in screen(it)[0]
    it.press("right")
    for _ in range(100):
        if not it.moment.paused:
            it.advance(0.04)
    assert it.playback.pieces == 1
    assert it.moment.paused
    it.press(" ")
    for key in "++":
        it.press(key)
    assert it.moment.speed == 8
    for _ in SPEEDS:
        it.press("up")
    assert math.isinf(it.moment.speed)
    for _ in SPEEDS:
        it.press("down")
    assert it.moment.speed == SPEEDS[0]
    it.press("x")
    it.press("")
    assert not it.over
    it.press("q")
    assert it.over


def test_one_piece_at_a_time_also_where_pieces_fly() -> None:
    it = show(speed=math.inf)
    it.advance(0.04)
    it.press(" ")
    before = it.playback.pieces
    it.press("right")
    for _ in range(100):
        if not it.moment.paused:
            it.advance(0.04)
    assert it.playback.pieces - before in (0, 1)
    it.press("right")
    for _ in range(100):
        if not it.moment.paused:
            it.advance(0.04)
    assert it.playback.pieces - before in (1, 2)


@pytest.mark.parametrize("size", [(80, 24), (30, 12)])
def test_letters_where_there_are_no_colours(size: tuple[int, int]) -> None:
    it = show("random", size, color=False, encoding="ascii", speed=math.inf, limit=8)
    while not it.over:
        picture = it.picture()
        assert picture.plain.isascii()
        it.advance(0.001)
    console = it.console
    console.print(picture)
    written = console.file.buffer.getvalue()  # type: ignore[attr-defined]
    assert b"38;2" not in written


def test_the_loop_runs_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    it = show(speed=math.inf, limit=5)
    it.run()
    assert it.playback.pieces == 5
    written = it.console.file.buffer.getvalue().decode()  # type: ignore[attr-defined]
    assert written.count("\x1b[?1049h") == written.count("\x1b[?1049l") == 1
    assert "Ctrl-C quit" in written
