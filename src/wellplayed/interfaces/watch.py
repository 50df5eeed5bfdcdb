"""`wellplayed watch`: one game, drawn as it is played, told line by line, or as JSON."""

import math
import os
import sys
import time
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from cyclopts import Parameter

from ..errors import InputError
from .options import Board, GameOption, Json, Whole, board_text, pieces_limit, seed

if TYPE_CHECKING:
    from ..game import Game, States
    from ..players.player import Player
    from ..puyo.rules import Puyo

PACE = 4.0  # pieces a second; a newcomer can follow
INTERRUPTED = 130


class Order(NamedTuple):
    """What was asked for, checked."""

    game: "Game"
    player: "Player"
    state: "States"  # [1] the first position
    title: str  # who plays what, for people
    seed: int
    speed: float | None  # pieces a second; None where it was not given
    limit: int | None  # pieces to stop after


def watch(
    player: Annotated[str, Parameter(help="Who plays: a spec from `wellplayed players`, or mine.py or mine.toml.")],
    /,
    *,
    game: GameOption = "classic",
    seed_: Annotated[Whole, Parameter(name="--seed", help="Which game: 0 to 2^64 - 1.")] = 0,
    speed: Annotated[str | None, Parameter(help="Pieces a second, or max. Default: 4 drawn, max told.")] = None,
    pieces: Annotated[Whole | None, Parameter(help="Stop after so many pieces.")] = None,
    board: Annotated[Board, Parameter(help="Start from a board: a file, rows joined by /, or - for stdin.")] = None,
    plain: Annotated[bool, Parameter(negative=(), help="Tell the game line by line, as in a pipe.")] = False,
    json: Json = False,
    color: Annotated[bool | None, Parameter(help="Draw with or without colours. Default: as the terminal can.")] = None,
) -> int:
    """Watch a player play one game.

    Draws the well, the next placement, and why it was chosen: how far the player looked, each feature's value times its
    weight, and the best candidates. A Python file as the player is executed. Keys: space pauses, the right arrow plays
    one piece, + and - change the speed, q quits. Ctrl-C quits too, with exit code 0; with --plain and --json, where the
    game is then incomplete, with 130.
    """
    from ..games import game as make_game
    from ..players.registry import player as make_player
    from .warmup import ensure_warm

    rules = make_game(game)
    who = make_player(player, rules)
    pace = _pace(speed)
    seed(seed_)
    pieces_limit(pieces)
    filled = None if board is None else _filled(rules, board)
    ensure_warm(game)
    state = rules.new([seed_])
    if filled is not None:
        state[filled[0]][0] = filled[1]
    order = Order(rules, who, state, f"{player}  {game}  seed {seed_}", seed_, pace, pieces)
    if json:
        return _as_json(order, player)
    if plain or not sys.stdout.isatty() or os.environ.get("TERM") == "dumb":
        return _tell(order)
    return _draw(order, _about(player), color)


def _about(player: str) -> str:
    """What the list of players says about one."""
    from ..players.registry import canonical, entries
    from ..spec import parse

    name = parse(canonical(player)).name
    return next((entry.about for entry in entries() if entry.name == name), "")


def _pace(text: str | None) -> float | None:
    """Pieces a second. Raises InputError for anything but `max` and positive numbers."""
    if text is None or text == "max":
        return None if text is None else math.inf
    try:
        pace = float(text)
    except ValueError:
        pace = 0.0
    if not 0 < pace < math.inf:
        raise InputError(f"--speed {text} is no speed; give pieces a second, such as 4 or 0.5, or max")
    return pace


def _filled(rules: "Game", given: str) -> tuple[str, Any]:
    """A board for the record: which of its fields, and its new content. Raises InputError if it is not of this game."""
    from ..puyo.rules import Puyo
    from ..tetris.classic import Classic
    from ..tetris.classic.text import parse
    from ..tetris.guideline.rules import Guideline
    from .placements import board_columns

    if isinstance(rules, Puyo):
        return "cells", _field(rules, given)
    if isinstance(rules, Guideline):
        return "columns", board_columns(given, rules.rules)
    if not isinstance(rules, Classic):
        raise InputError(f"--board does not fit {rules.name}; it is for classic, guideline and Puyo games")
    text, name = board_text(given)
    return "columns", parse(text, rules.height, rules.width, name=name)


def _field(rules: "Puyo", given: str) -> Any:
    """The cells of a Puyo field at rest. Raises InputError for one where no pair can appear."""
    from .console import err
    from .field import lost, read_field, resolved_note, settled

    puyos = read_field(given)
    before = settled(puyos)
    if lost(rules, before.cells):
        raise InputError("no pair can appear on this field: a puyo lies in its place; give another")
    for note in [*puyos.notes, *filter(None, [resolved_note(before)])]:
        err().print(f"note: {note}", soft_wrap=True, markup=False, style="dim")
    return before.cells


class Event(NamedTuple):
    """A move that did something worth telling."""

    move: int  # 1 is the first piece
    told: str  # for people
    data: dict[str, int]  # for machines, beside the number of the move


class _Game:
    """A game told move by move: the bare state, no colours."""

    def __init__(self, order: Order) -> None:
        self.order, self.state = order, order.state
        self.due = time.monotonic()
        self.width = max(3, len(str(order.limit))) if order.limit else 7
        self.longest = 0  # links of the longest chain, in a game that has chains
        self._chains = _chains(order.game)

    @property
    def over(self) -> bool:
        """Whether the game has ended or was to go no further."""
        limit = self.order.limit
        return bool(self.state["dead"][0]) or (limit is not None and int(self.state["pieces"][0]) >= limit)

    def step(self) -> Event | None:
        """Play one move, and say what it cleared or fired."""
        game = self.order.game
        lines = int(self.state["lines"][0])
        self.state = game.deal(game.play(self.state, self.order.player.choose(self.state)))
        total = int(self.state["lines"][0])
        if self.order.speed is not None and self.order.speed < math.inf:
            self.due = max(self.due + 1 / self.order.speed, time.monotonic())
            time.sleep(max(0.0, self.due - time.monotonic()))
        if total == lines:
            return None
        move, width = int(self.state["pieces"][0]), self.width
        head = f"move {move:>{width}}  "
        if not self._chains:
            told = f"{head}lines {total - lines}  total {total:>{width}}"
            return Event(move, told, {"lines": total - lines, "total": total})
        links, points, score = total - lines, int(self.state["gained"][0]), int(self.state["score"][0])
        self.longest = max(self.longest, links)
        told = f"{head}chain {links:>2}  points {points:>{width}}  score {score:>{width}}"
        return Event(move, told, {"chain": links, "points": points, "score": score})


def _chains(game: "Game") -> bool:
    """Whether moves fire chains."""
    from ..puyo.rules import Puyo

    return isinstance(game, Puyo)


def _tell(order: Order) -> int:
    """A line for each clear or chain, the final board, a summary. Ctrl-C ends the game early, and says so."""
    play, code = _Game(order), 0
    slow = order.speed is not None and order.speed < math.inf
    try:
        while not play.over:
            if event := play.step():
                print(event.told, flush=slow)
    except KeyboardInterrupt:
        code = INTERRUPTED
    print(order.game.show(play.state))
    print(_summary(order, play.state, play.longest, interrupted=code == INTERRUPTED), flush=True)
    return code


def _as_json(order: Order, player: str) -> int:
    from ..players.registry import canonical
    from .console import emit

    play, events = _Game(order), []
    while not play.over:
        if event := play.step():
            events.append({"move": event.move, **event.data})
    emit(
        {
            "seed": order.seed,
            "game": order.game.name,
            "player": canonical(player),
            "pieces": int(play.state["pieces"][0]),
            "lines": int(play.state["lines"][0]),
            "score": int(play.state["score"][0]),
            **({"attack": int(play.state["attack"][0])} if _attacks(order.game) else {}),
            **({"chain": play.longest} if _chains(order.game) else {}),
            "dead": bool(play.state["dead"][0]),
            "board": order.game.show(play.state).split("\n"),
            "chains" if _chains(order.game) else "clears": events,
        }
    )
    return 0


def _draw(order: Order, about: str, color: bool | None) -> int:
    """The moving picture, then the last position and a summary where the prompt comes back."""
    from .console import out
    from .live import Show
    from .pairplay import PairPlayback, playback

    console = out(color=color)
    shown = playback(order.game, order.player, order.state)
    show = Show(shown, console, order.title, about, order.speed or PACE, order.limit)
    interrupted = False
    try:
        show.run()
    except KeyboardInterrupt:
        interrupted = True
    for line in show.still():
        console.print(line, end="\n")
    longest = shown.best if isinstance(shown, PairPlayback) else 0
    print(_summary(order, shown.state, longest, interrupted=interrupted or show.left))
    return 0


def _summary(order: Order, state: "States", longest: int, *, interrupted: bool) -> str:
    """How it went, in one line."""
    pieces, lines = int(state["pieces"][0]), int(state["lines"][0])
    end = "game over" if state["dead"][0] else "left early" if interrupted else "still going"
    if _chains(order.game):
        return f"{order.title}  pairs {pieces}  score {int(state['score'][0])}  longest chain {longest}  {end}"
    attack = f"  attack {int(state['attack'][0])}" if _attacks(order.game) else ""
    return f"{order.title}  pieces {pieces}  lines {lines}{attack}  {end}"


def _attacks(game: "Game") -> bool:
    """Whether a game counts the garbage that it sends."""
    return "last_attack" in (game.dtype.names or ())
