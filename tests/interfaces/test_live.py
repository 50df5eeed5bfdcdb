"""The moving picture, frame by frame, without a terminal: what is drawn, that it fits, and what the keys do."""

import io
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.cells import cell_len

from wellplayed.games import game as game_of
from wellplayed.interfaces.console import Console
from wellplayed.interfaces.live import SPEEDS, Show
from wellplayed.interfaces.playback import EMPTY, Playback
from wellplayed.interfaces.reasons import pressed
from wellplayed.interfaces.screen import FALLS, LANDS
from wellplayed.players.registry import player
from wellplayed.spec import Spec

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
    of: str = "classic",
    **rules: Any,
) -> Show:
    game = game_of(str(Spec(of, {name: str(value) for name, value in rules.items()})))
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


SEARCHES = [
    ("beam:width=3", "classic", {"previews": 3}),
    ("beam:depth=5,width=2,weights=dt-20", "guideline", {}),
    ("one-ply", "guideline", {"hold": "off", "previews": 1}),
    ("expectimax:width=2", "guideline", {"rules": "tetrio-s2"}),
    ("mcts:simulations=40", "guideline", {}),
    ("random:moves=reach", "guideline", {"previews": 14}),
]


@pytest.mark.parametrize(("width", "height"), SIZES[:4] + SIZES[-3:])
@pytest.mark.parametrize(("name", "of", "rules"), SEARCHES, ids=str)
def test_every_picture_of_a_search_fits(name: str, of: str, rules: dict[str, Any], width: int, height: int) -> None:
    it = show(name, (width, height), of=of, speed=4.0, **rules)
    for _ in range(16):
        lines = screen(it)
        assert len(lines) <= height
        assert max(map(cell_len, lines)) <= width
        it.advance(0.06)
    assert it.playback.pieces >= 3


def panel(it: Show) -> list[str]:
    """The lines beside the well."""
    return [line[25:] for line in screen(it)]


def row(lines: list[str], start: str) -> str:
    return next(line for line in lines if line.startswith(start))


def test_what_a_beam_looked_at() -> None:
    it = show("beam:depth=2,width=3", (80, 40), speed=1.0, previews=2)
    thought = it.playback.think()
    lines = panel(it)
    assert f"looked 2 pieces further, {thought.nodes} positions" in lines
    first, second = len(thought.layers[0].kept), len(thought.layers[1].kept)
    assert row(lines, "kept") == f"kept   3 of {first} → 3 of {second}"
    then = row(lines, "then")
    assert [spot.piece for spot in thought.line] == list(it.playback.queue())
    assert then.count("→") == 1
    cut = sum("cut at" in line for line in lines)
    deepest = int((thought.plies == 2).sum())
    assert cut == min(8, len(thought.actions)) - min(8, deepest)
    # The bars add up along the whole line.
    at = lines.index(row(lines, "why this move"))
    products = [float(line.rstrip("█▏▎▍▌▋▊▉ ").split()[-1]) for line in lines[at + 1 : at + 5]]
    value = float(row(lines, "value").split()[-1])
    assert sum(products) == pytest.approx(value, abs=0.02)
    assert value == pytest.approx(thought.values[thought.actions == thought.action][0], abs=0.005)


def test_an_expectation_is_told_apart_from_the_board() -> None:
    lines = panel(show("expectimax:width=3", (80, 40), speed=1.0))
    assert row(lines, "this board").split()[-1] != row(lines, "expected value").split()[-1]


def test_what_a_tree_search_looked_at() -> None:
    it = show("mcts:simulations=60", (80, 40), speed=1.0, of="guideline")
    thought = it.playback.think()
    assert thought.tree is not None
    lines = panel(it)
    assert row(lines, "looked").endswith("60 visits")
    assert row(lines, "then")
    assert float(row(lines, "mean of walks").split()[-1]) != float(row(lines, "the line above").split()[-1])
    listed = lines[lines.index(row(lines, "best of")) :]
    assert listed[0].endswith("visits")
    counts = [int(line[:55].split()[-1]) for line in listed[1:9]]
    assert counts == sorted(counts, reverse=True)
    most = thought.tree.visits[(thought.tree.parent == 0) & (thought.tree.action >= 0)].max()
    assert counts[0] == most


def test_a_move_by_keys() -> None:
    it = show("dellacherie:moves=reach", (80, 24), speed=1.0, of="guideline")
    it.playback.state["hold"] = 2  # a T
    lines = screen(it)
    assert all(word in lines[1] for word in ("hold", "now", "next", "then"))
    spot = it.playback.game.describe(it.playback.state, it.playback.think().action)
    told = row(panel(it), f"{spot.piece} {spot.kind}")
    assert told == f"{spot.piece} {spot.kind}  {pressed(spot.keys)}"


def test_what_a_move_did() -> None:
    it = show("best", (80, 30), speed=math.inf, of="guideline")
    for _ in range(60):
        it.playback.place()
        it.playback.settle()
        if "sends" in it.playback.told():
            break
    assert it.playback.told() in "\n".join(screen(it))
    assert it.playback.attack == int(it.playback.state["attack"][0]) > 0


def test_without_weights_there_are_candidates_and_no_bars(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def evaluate(features):\n    return -features.holes - features.highest\n")
    lines = panel(show(f"{tmp_path}/mine.py", (300, 24), speed=1.0))
    assert any(line.startswith("judged by ") for line in lines)
    assert row(lines, "▸1").split()[-1] != "0"


def test_garbage_pushes_the_letters_up() -> None:
    it = show("beam:width=2", (80, 24), speed=math.inf, of="guideline", blocking="none")
    playback, rng = it.playback, np.random.default_rng(3)
    seen = set()
    for _ in range(60):
        playback.state = playback.game.receive(playback.state, rng.integers(0, 3, 1) * (rng.random(1) < 0.3))
        playback.place()
        playback.settle()
        if playback.dead:
            break
        shown = playback.game.show(playback.state).split("\n")
        drawn = list(reversed(playback.cells))[-len(shown) :]
        assert [["." if c == EMPTY else "G" if c == "G" else "#" for c in line] for line in drawn] == [
            list(line) for line in shown
        ]
        seen |= {cell for line in drawn for cell in line}
    assert {"G", *"IOTSZJL"} <= seen


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
