"""From the records of the kernels to the positions of the twins and back, so that the two can be compared.

This file knows the names of a record's fields, and nothing of how kernels fill them.
"""

from typing import Any

from .classic import HIDDEN, Last, Position, Rules

MOVE = ("bottom", "tall", "cleared", "eroded", "gap")


def position(record: Any, rules: Rules) -> Position:
    """The twin of one record."""
    columns = [int(c) for c in record["columns"]]
    board = [[bool(columns[x] >> y & 1) for x in range(rules.width)] for y in range(rules.height + HIDDEN)]
    return Position(
        board=board,
        queue=[None if piece < 0 else int(piece) for piece in record["queue"][: rules.previews + 1]],
        match=int(record["match"]),
        stream=int(record["stream"]),
        bag=frozenset(piece for piece in range(7) if int(record["bag"]) >> piece & 1),
        pieces=int(record["pieces"]),
        lines=int(record["lines"]),
        dead=bool(record["dead"]),
        last=Last(*(int(record[name]) for name in MOVE)),
    )


def fields(record: Any) -> dict[str, Any]:
    """One record as plain Python values by field."""
    return {name: record[name].tolist() for name in record.dtype.names}


def expected(twin: Position) -> dict[str, Any]:
    """The values that every field of a record must have for a position."""
    width = len(twin.board[0])
    columns = [sum(row[x] << y for y, row in enumerate(twin.board)) for x in range(width)]
    queue = [-1 if piece is None else piece for piece in twin.queue]
    return {
        "columns": columns + [0] * (16 - width),
        "queue": queue + [-1] * (16 - len(queue)),
        "match": twin.match,
        "stream": twin.stream,
        "pieces": twin.pieces,
        "lines": twin.lines,
        "score": twin.lines,
        "dead": twin.dead,
        "bag": sum(1 << piece for piece in twin.bag),
        "top": twin.last.bottom + twin.last.tall,
        **dict(zip(MOVE, twin.last, strict=True)),
    }
