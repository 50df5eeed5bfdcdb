"""A game of Puyo drawn as it is played: the pair, its way, the chain link by link, and that every picture fits."""

import io
import math
from typing import Any

import numpy as np
import pytest
from rich.cells import cell_len

from wellplayed.game import Game
from wellplayed.games import game as game_of
from wellplayed.interfaces.console import Console
from wellplayed.interfaces.live import Show
from wellplayed.interfaces.pairplay import PairPlayback, letters, playback
from wellplayed.interfaces.playback import EMPTY, LANDS, Playback
from wellplayed.players.registry import player
from wellplayed.puyo.rules import Puyo
from wellplayed.puyo.text import parse, show

SIZES = [(80, 24), (120, 40), (200, 60), (60, 24), (44, 20), (36, 24), (24, 30), (20, 14), (14, 12), (10, 5)]
FIRES = "..B.../..BB#B/.RRRBB"  # a red puyo in column 1 fires a chain of two


def shown(
    name: str = "formula",
    size: tuple[int, int] = (80, 24),
    *,
    speed: float = 4.0,
    limit: int | None = None,
    color: bool = True,
    encoding: str = "utf-8",
    field: str = "",
    spec: str = "puyo",
) -> tuple[Show, PairPlayback]:
    game = game_of(spec)
    state = game.new([3])
    if field:
        state["cells"][0], state["queue"][0, 0] = parse(field), (0, 3)  # red and yellow
    file = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    console = Console(
        file=file, force_terminal=True, width=size[0], height=size[1], color_system="truecolor", no_color=not color
    )
    game_shown = playback(game, player(name, game), state)
    assert isinstance(game_shown, PairPlayback)
    return Show(game_shown, console, f"{name}  puyo", "about", speed, limit), game_shown


def screen(it: Show) -> list[str]:
    return it.picture().plain.split("\n")


def rows(it: PairPlayback) -> str:
    """The field that is shown."""
    names = {EMPTY: ".", "o": "#"}
    return "\n".join("".join(names.get(cell, cell.upper()) for cell in row) for row in reversed(it.cells[:13]))


def test_each_game_has_its_playback() -> None:
    game: Game = game_of("classic")
    assert type(playback(game, player("lee", game), game.new([1]))) is Playback
    assert type(shown()[1]) is PairPlayback


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize(
    ("name", "spec"),
    [
        ("formula", "puyo"),
        ("random", "puyo:previews=9"),
        ("beam:depth=2,width=4", "puyo"),
        ("mcts:simulations=30", "puyo:colours=5"),
        ("sampled:depth=3,width=3,futures=2", "puyo:previews=0"),
    ],
)
def test_every_picture_fits(name: str, spec: str, width: int, height: int) -> None:
    it, game = shown(name, (width, height), spec=spec)
    for _ in range(24):
        lines = screen(it)
        assert len(lines) <= height
        assert max(map(cell_len, lines)) <= width
        it.advance(0.06)
        if it.over:
            break
    assert game.pieces >= 2


def test_the_field_shown_is_the_games() -> None:
    it, game = shown(speed=math.inf)
    for _ in range(40):
        game.place()
        game.unfold(0.7)
        game.settle()
        if game.dead:
            break
        text = show(game.state["cells"][0])
        assert rows(game).split("\n")[-len(text.split("\n")) :] == text.split("\n")
    assert game.best >= 1
    assert it.screen.height == 12


def test_a_chain_unfolds_link_by_link() -> None:
    it, game = shown("linear:chain_score=1", speed=1.0, field=FIRES)
    thought = game.think()
    game.place(thought.action)
    assert int(game.state["chain"][0]) == 2
    assert game.flashing() == {}
    assert set(game.lying(it.moment.before).values()) == {"r", "y"}
    assert game.lasts == 4.0
    seen = []
    for share in (0.0, 0.35, 0.55, 0.85):
        game.unfold(LANDS + share * (1 - LANDS))
        seen.append((len(game.flashing()), rows(game).replace("\n", "").count("R"), set(game.flashing().values())))
        assert game.lying(it.moment.before) == {}
    assert seen == [(4, 4, {"r"}), (0, 0, set()), (7, 0, {"b", "o"}), (0, 0, set())]
    game.settle()
    assert rows(game).strip(".\n") == show(game.state["cells"][0]).strip(".\n")
    assert game.told() == "2 links, 700 points, 10 ojama, longest chain 2"


def test_what_pops_is_in_small_letters() -> None:
    it, game = shown("linear:chain_score=1", (80, 24), speed=1.0, field=FIRES)
    for _ in range(200):
        it.advance(0.05)
        if game.flashing():
            break
    lines = [line[:14] for line in screen(it)]
    assert any("r r r r" in line for line in lines)
    assert any("links" in line for line in screen(it))


def test_the_way_of_a_pair() -> None:
    it, game = shown(speed=1.0)
    first = screen(it)
    pair = game.queue()[0]
    field = "\n".join(line[:14] for line in first)
    assert all(letter in field for letter in pair)  # the pair on its way
    assert all(letter.lower() in field for letter in pair)  # and where it will lie
    text = "\n".join(first)
    assert all(word in text for word in ("now", "next", "score", "pairs", "per s", "best of 22 placements", "q quit"))


def test_letters_and_ascii() -> None:
    it, _ = shown("sampled:depth=2,width=3,futures=2", color=False, encoding="ascii")
    marked = False
    for _ in range(30):
        text = it.picture().plain
        assert text.isascii()
        marked |= "'" in text  # what was just placed, where there are no colours to say so
        it.advance(0.05)
    assert marked


def test_the_end_shows_what_stands_above() -> None:
    it, game = shown("linear:max_height=1", (80, 30), speed=math.inf)
    while not it.over:
        it.advance(1.0)
    assert game.dead
    still = [line.plain for line in it.still()]
    assert len(still) == game.pile + 1 >= 13


def test_the_moves_shown_are_the_players() -> None:
    slow, one = shown(speed=4.0, limit=25)
    fast, other = shown(speed=math.inf, limit=25)
    for it in (slow, fast):
        while not it.over:
            screen(it)
            it.advance(0.04)
    assert np.array_equal(one.state["cells"], other.state["cells"])
    assert one.cells == other.cells


def test_cells_of_all_rows() -> None:
    state: Any = Puyo().new([1])
    state["cells"][0, 5, 1] = 1 << 12
    cells = letters(state["cells"][0])
    assert (len(cells), cells[12][1]) == (14, "o")
