"""What a reader of a chapter changes: a board of Tetris or a field of Puyo, each read and sent in its own way."""

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias
from urllib.parse import quote

from ...errors import InputError
from .chapters import field as fields
from .chapters import position as boards
from .chapters.chapter import Chapter
from .chapters.field import EMPTY_FIELD, Field
from .chapters.position import EMPTY, HEIGHT, NARROW_HEIGHT, NARROW_WIDTH, WIDTH, Board
from .links import Position, from_query

Given: TypeAlias = Board | Field

EMPTY_BOARD = Board((EMPTY * WIDTH,) * HEIGHT)
EMPTY_NARROW = Board((EMPTY * NARROW_WIDTH,) * NARROW_HEIGHT, NARROW_HEIGHT)


class Read(NamedTuple):
    """What an address names, as text; empty where it names nothing."""

    text: str
    pieces: str


class Ground(NamedTuple):
    """One kind of what is changed."""

    empty: Given
    read: Callable[[str], Given]
    from_query: Callable[[Mapping[str, str]], Read]
    query: Callable[[Given, str], str]


def _board_of(query: Mapping[str, str]) -> Read:
    given = from_query({key: query[key] for key in ("position", "queue") if query.get(key)})
    return Read((given.board or EMPTY * WIDTH) if query.get("position") else "", given.queue)


def _board_query(given: Given, pieces: str) -> str:
    try:
        parts = Position(board=str(given), queue=pieces).query().split("&")
    except InputError:
        return ""  # a board that is none cannot be sent
    return "&".join(part for part in parts if part.startswith(("position=", "queue=")))


def _narrow_of(query: Mapping[str, str]) -> Read:
    return Read(query.get("position", ""), query.get("queue", ""))


def _narrow_query(given: Given, pieces: str) -> str:
    return f"position={quote(str(given), safe='/.')}&queue={quote(pieces)}"


def _field_of(query: Mapping[str, str]) -> Read:
    return Read(query.get("position", ""), "")


def _field_query(given: Given, _: str) -> str:
    return f"position={quote(str(given), safe='/.')}"


BOARDS = Ground(EMPTY_BOARD, boards.read, _board_of, _board_query)
NARROWS = Ground(EMPTY_NARROW, boards.read_narrow, _narrow_of, _narrow_query)
FIELDS = Ground(EMPTY_FIELD, fields.read, _field_of, _field_query)


def ground(chapter: Chapter) -> Ground:
    """What the reader of a chapter changes."""
    return {"puyo": FIELDS, "narrow": NARROWS}.get(chapter.game, BOARDS)
