"""What several commands take: whole numbers, seeds, games and boards, each checked where it is read."""

import itertools
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter, Token

from ..errors import InputError

SEEDS = 1 << 64  # seeds are 0 to 2**64 - 1
MOST = 1_000_000  # games in one go: their results still fit into memory many times over
LONGEST = (1 << 63) - 1  # pieces; games count them in 64 bits
LARGEST_BOARD = 1 << 16  # bytes of a board file; 24 rows of 10 need 263


def _whole(_: Any, tokens: Sequence[Token]) -> int:
    """A whole number and nothing else: Python's `int` would also take `1_000` and `٣`, the parser round 3.5."""
    text = tokens[0].value
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        raise ValueError(f"{text!r} is no whole number")
    return int(text)


Whole = Annotated[int, Parameter(converter=_whole)]
GameOption = Annotated[str, Parameter(name="--game", help="The game's spec, such as classic:height=10.")]
Json = Annotated[bool, Parameter(name="--json", negative=(), help="Print one JSON object instead.")]
Workers = Annotated[
    int | None, Parameter(converter=_whole, help="How many threads play at once. Default: one for each core.")
]
Processes = Annotated[
    bool,
    Parameter(name="--processes", negative=(), help="Play in processes, not threads: for players in Python."),
]
# A lone - is a value here, and means standard input.
Board = Annotated[str | None, Parameter(allow_leading_hyphen=True)]


def between(option: str, value: int, least: int, most: int) -> int:
    """`value`, if it is in range. Raises InputError otherwise."""
    if not least <= value <= most:
        wanted = f"{least} or more" if value < least and most == LONGEST else f"{least} to {most}"
        raise InputError(f"{option} {value} is out of range; choose {wanted}")
    return value


def pieces_limit(value: int | None) -> int | None:
    """`value`, if a game can stop after so many pieces. Raises InputError otherwise."""
    return None if value is None else between("--pieces", value, 1, LONGEST)


def seed(value: int, option: str = "--seed") -> int:
    """`value`, if it is a seed. Raises InputError otherwise."""
    return between(option, value, 0, SEEDS - 1)


def workers(value: int | None) -> int | None:
    """`value`, if so many threads make sense. Raises InputError otherwise."""
    return None if value is None else between("--workers", value, 1, 1024)


def run_of_seeds(first: int, games: int) -> list[int]:
    """`games` seeds from `first` on. Raises InputError if there are none, too many, or no such seeds."""
    seed(first)
    between("--games", games, 1, MOST)
    seed(first + games - 1, "the last seed")
    return list(range(first, first + games))


def listed_seeds(text: str) -> list[int]:
    """Seeds from text such as `0-11` or `1,5,9-12`.

    Raises InputError where it cannot be read, names a seed twice or out of range, or names too many.

    >>> listed_seeds("1,5,9-12")
    [1, 5, 9, 10, 11, 12]
    """
    found: list[int] = []
    for part in text.split(","):
        first, dash, last = (piece.strip() for piece in part.partition("-"))
        if not all(p.isascii() and p.isdigit() and len(p) <= 20 for p in (first, *([last] if dash else []))):
            raise InputError(f"cannot read {part!r} in --seeds {text!r}; write seeds and ranges, such as 1,5,9-12")
        start, end = seed(int(first), "--seeds"), seed(int(last or first), "--seeds")
        if end < start:
            raise InputError(f"the range {part.strip()} in --seeds runs backwards; write {end}-{start}")
        if len(found) + end - start >= MOST:
            raise InputError(f"--seeds {text} names more than {MOST:,} seeds; play fewer games at once")
        found += range(start, end + 1)
    for one, other in itertools.pairwise(sorted(found)):
        if one == other:
            raise InputError(f"--seeds {text} names seed {one} twice; a game is played once, so remove one")
    return found


def board_text(given: str) -> tuple[str, str]:
    """The text of a board and what to call it in messages, from a file, `-` for standard input, or rows joined by `/`.

    Raises InputError if it is neither rows nor the name of a file that can be read as text.
    """
    text, name = _read(given)
    if not text.strip("/\r\n"):
        raise InputError(f"{name} has no rows; give at least one, such as ####......")
    return text, name


def _read(given: str) -> tuple[str, str]:
    if given == "-":
        return _decoded(sys.stdin.buffer.read(LARGEST_BOARD + 1), "standard input"), "standard input"
    if given.startswith("--"):
        raise InputError(f"unknown option {given}; see --help")
    path = Path(given)
    try:
        if "\n" in given:
            return given, "the board"
        if path.is_file() or not _looks_like_rows(given):
            with path.open("rb") as file:
                return _decoded(file.read(LARGEST_BOARD + 1), given), given
    except InputError:
        raise
    except FileNotFoundError:
        raise InputError(f"there is no file {given!r}; give a file, rows joined by /, or - for stdin") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise InputError(f"cannot read the board file {given!r}: {reason}; give another") from None
    return given, "the board"


def _looks_like_rows(given: str) -> bool:
    """Whether text is more likely a board with a mistake in it than the name of a file."""
    return 2 * sum(letter in "#._XxGIOTZSJL/ " for letter in given) >= len(given)


def _decoded(data: bytes, name: str) -> str:
    if len(data) > LARGEST_BOARD:
        raise InputError(f"{name} is larger than {LARGEST_BOARD} bytes; a board is a few rows of # and .")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise InputError(f"{name} is not text; a board is a few rows of # and .")
    return text
