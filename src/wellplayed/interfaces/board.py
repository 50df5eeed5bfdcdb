"""`wellplayed features`: what a board looks like in numbers, or how each number is defined."""

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from .options import Board, GameOption, Json, board_text

if TYPE_CHECKING:
    from ..game import Feature, Floats, Game
    from ..puyo.rules import Puyo


def features(
    board: Annotated[
        Board, Parameter(help="A file, rows joined by /, - for stdin, of Puyo a field. Default: no board.")
    ] = None,
    /,
    *,
    game: GameOption = "classic",
    json: Json = False,
) -> int:
    """Show every feature of a board: its value, its definition, its source.

    Without a board the definitions alone. A board alone has no last move, so features of the move are 0. `#` and piece
    letters are filled, `.` is empty, the top row comes first. With --game puyo the board is a field in any format.
    """
    from ..games import game as make_game
    from .console import emit

    rules = make_game(game)
    values = None if board is None else _values(rules, board)
    moving = _of_the_move(rules)
    if json:
        found = [
            {
                "name": f.name,
                **({} if values is None else {"value": float(values[i])}),
                "definition": f.definition,
                "source": f.source,
                "credit": f.credit,
                "move": f.name in moving,
            }
            for i, f in enumerate(rules.glossary)
        ]
        emit({"game": rules.name, "features": found})
    else:
        _print(rules.glossary, values, moving)
    return 0


def _values(rules: "Game", given: str) -> "Floats":
    """[F] the features of a board. Raises InputError if it is none of this game."""
    from ..errors import InputError
    from ..puyo.rules import Puyo
    from ..tetris.classic import Classic
    from ..tetris.classic.text import parse
    from .warmup import ensure_warm

    if isinstance(rules, Puyo):
        return _of_a_field(rules, given)
    if not isinstance(rules, Classic):
        raise InputError(
            f"features of a board are for classic games and Puyo, not for {rules.name}; leave the board out"
        )
    text, name = board_text(given)
    columns = parse(text, rules.height, rules.width, name=name)
    ensure_warm(rules.name)
    state = rules.new([0])
    state["columns"][0] = columns
    values: Floats = rules.features(state)[0]
    return values


def _of_a_field(rules: "Puyo", given: str) -> "Floats":
    """[F] the features of a Puyo field at rest, after its own chain where it holds a group of four."""
    from .console import err
    from .field import read_field, resolved_note, settled, state_of
    from .warmup import ensure_warm

    puyos = read_field(given)
    before = settled(puyos)
    for note in [*puyos.notes, *filter(None, [resolved_note(before)])]:
        err().print(f"note: {note}", soft_wrap=True, markup=False, style="dim")
    ensure_warm(rules.name)
    values: Floats = rules.features(state_of(rules, before.cells, []))[0]
    return values


def _of_the_move(rules: "Game") -> set[str]:
    """The features that say what the last move did."""
    from ..puyo.rules import Puyo

    if isinstance(rules, Puyo):
        return {feature.name for feature in rules.glossary if feature.credit}
    from ..tetris.features import ERODED, GAP, LANDING, LANDING_TOP, LINES, NAMES

    return {NAMES[i] for i in (LANDING, ERODED, LINES, LANDING_TOP, GAP)}


def _print(glossary: "tuple[Feature, ...]", values: "Floats | None", moving: set[str]) -> None:
    """A table with numbered sources below it."""
    from .console import out
    from .reasons import number
    from .tables import Column, show

    sources = list(dict.fromkeys(feature.source for feature in glossary))
    columns = [Column("feature"), Column("definition", wrap=True), Column("source", dim=True)]
    rows = [[f.name, f.definition, f"[{sources.index(f.source) + 1}]"] for f in glossary]
    if values is not None:
        columns.insert(1, Column("value", right=True))
        for row, value in zip(rows, values, strict=True):
            row.insert(1, "0 *" if row[0] in moving else number(float(value)))
    show(columns, rows)
    console = out()
    if values is not None:
        console.print("* of a move; a board alone has no last move", style="dim", soft_wrap=True)
    for i, source in enumerate(sources, 1):
        console.print(f"[{i}] {source}", style="dim", markup=False, soft_wrap=True)
