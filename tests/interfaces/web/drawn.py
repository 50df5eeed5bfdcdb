"""What the tests of pictures share: positions that are worth drawing, thoughts about them, and SVG read back."""

import functools
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator

import numpy as np
from tests.tetris.guideline.boards import columns as as_columns

from wellplayed.game import Game, States
from wellplayed.games import game as game_of
from wellplayed.interfaces.web.theme import THEMES, colours
from wellplayed.players.player import Player, Thought
from wellplayed.players.registry import player as player_of
from wellplayed.tetris.guideline.rules import Guideline
from wellplayed.tetris.pieces import PIECES

SVG = "{http://www.w3.org/2000/svg}"
BEAM, GREEDY, MCTS = "beam:depth=2,width=5", "dellacherie", "mcts:simulations=120"
_PAINT = ("fill", "stroke", "color", "stop-color")
_FONTS = {"sans", "mono"}


def game(name: str = "guideline") -> Game:
    """A game, made once."""
    return _game(name)


def player(spec: str, name: str = "guideline") -> Player:
    """A player of it, made once."""
    return _player(spec, name)


def middle(pieces: int = 18, seed: int = 4, name: str = "guideline") -> States:
    """[1] a position in the middle of a game, played quickly and not too well."""
    rules, quick = game(name), player("builder" if name.startswith("puyo") else "lee", name)
    state = rules.deal(rules.new([seed]))
    for _ in range(pieces):
        state = rules.deal(rules.play(state, quick.choose(state)))
    return state


def thought(spec: str, name: str = "guideline", pieces: int = 18) -> tuple[Game, States, Thought]:
    """What a player thinks in the middle of a game."""
    return _thought(spec, name, pieces)


def showcase(rows: str, piece: str) -> tuple[Guideline, States]:
    """[1] a board with a piece to come."""
    rules = game("guideline")
    assert isinstance(rules, Guideline)
    state = rules.deal(rules.new([0]))
    lines = rows.split("/")
    cells = {(x, len(lines) - 1 - y) for y, line in enumerate(lines) for x, cell in enumerate(line) if cell != "."}
    state["columns"][0] = as_columns(frozenset(cells))
    state["queue"][0, 0] = PIECES.index(piece)
    return rules, state


def actions(rules: Game, state: States) -> list[int]:
    """All legal actions of one state."""
    return [int(action) for action in np.flatnonzero(rules.mask(state)[0])]


def parsed(svg: str) -> ET.Element:
    """A picture, which must be well-formed and have its size."""
    root = ET.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    assert (left, top) == (0, 0)
    assert (width, height) == (float(root.attrib["width"]), float(root.attrib["height"]))
    assert width > 0
    assert height > 0
    return root


def classed(root: ET.Element, name: str) -> list[ET.Element]:
    """All elements of a class."""
    return [found for found in root.iter() if name in found.attrib.get("class", "").split()]


def texts(root: ET.Element) -> list[str]:
    """All texts, in order."""
    return [found.text or "" for found in root.iter(f"{SVG}text")]


def squares(path: ET.Element) -> int:
    """How many closed shapes a path has."""
    return path.attrib["d"].count("z")


def check_themed(svg: str) -> None:
    """Every colour and font is a variable of the theme, one that both themes have."""
    known = set.intersection(*(set(colours(theme)) for theme in THEMES)) | _FONTS
    for found in parsed(svg).iter():
        for name in (*_PAINT, "font-family"):
            value = found.attrib.get(name, "none")
            match = re.fullmatch(r"var\(--([\w-]+)\)", value)
            assert value == "none" or (match and match[1] in known), f"{name}={value}"
        assert "style" not in found.attrib


def numbers(text: str) -> Iterator[float]:
    """All numbers in a path."""
    return map(float, re.findall(r"-?\d+(?:\.\d+)?", text))


@functools.cache
def _game(name: str) -> Game:
    return game_of(name)


@functools.cache
def _player(spec: str, name: str) -> Player:
    return player_of(spec, game(name))


@functools.cache
def _thought(spec: str, name: str, pieces: int) -> tuple[Game, States, Thought]:
    state = middle(pieces, name=name)
    return game(name), state, player(spec, name).think(state)


Draw = Callable[..., str]
