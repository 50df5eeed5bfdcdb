"""`wellplayed features`: what a board looks like in numbers, or how each number is defined."""

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from .options import Board, GameOption, Json, board_text

if TYPE_CHECKING:
    from ..game import Feature, Floats, Game


def features(
    board: Annotated[Board, Parameter(help="A file, rows joined by /, or - for stdin. Default: no board.")] = None,
    /,
    *,
    game: GameOption = "classic",
    json: Json = False,
) -> int:
    """Show every feature of a board: its value, its definition, its source.

    Without a board the definitions alone. A board alone has no last move, so features of the move are 0. `#` and piece
    letters are filled, `.` is empty, the top row comes first.
    """
    from ..games import game as make_game
    from .console import emit

    rules = make_game(game)
    values = None if board is None else _values(rules, board)
    moving = _of_the_move()
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
    from ..tetris.classic import Classic
    from ..tetris.classic.text import parse
    from .warmup import ensure_warm

    if not isinstance(rules, Classic):
        raise InputError(f"features of a board are for classic games, not for {rules.name}; leave the board out")
    text, name = board_text(given)
    columns = parse(text, rules.height, rules.width, name=name)
    ensure_warm(rules.name)
    state = rules.new([0])
    state["columns"][0] = columns
    values: Floats = rules.features(state)[0]
    return values


def _of_the_move() -> set[str]:
    """The features that say what the last move did."""
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
