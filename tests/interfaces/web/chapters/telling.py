"""What the tests of chapters share: a chapter told, the numbers of a step, and boards drawn at random."""

import random

from tests.naive import classic as naive

from wellplayed.interfaces.web.chapters import chapter
from wellplayed.interfaces.web.chapters.chapter import Reader, Step, Told
from wellplayed.interfaces.web.chapters.field import read as read_field
from wellplayed.interfaces.web.chapters.position import EMPTY, GARBAGE, HEIGHT, WIDTH, Board, read, read_narrow
from wellplayed.interfaces.web.words import Words

WORDS = {language: Words(language) for language in ("en", "zh")}


def told(name: str, rows: str | None = None, pieces: str | None = None, language: str = "en", **chosen: str) -> Told:
    """A chapter on a board, by default on its first one."""
    one = chapter(name)
    first = one.samples[0] if one.samples else None
    if one.game == "puyo":
        field = read_field(rows if rows is not None else first.rows if first else "")
        return one.tell(Reader(read(EMPTY * WIDTH), "", chosen, WORDS[language], field))
    read_it = read_narrow if one.game == "narrow" else read
    board = read_it(rows if rows is not None else first.rows if first else EMPTY * WIDTH)
    given = pieces if pieces is not None else first.pieces if first else ""
    return one.tell(Reader(board, given, chosen, WORDS[language]))


def number(step: Step, label: str) -> str:
    """The first number of a step with that label (the key behind `explain.label`)."""
    name = WORDS["en"](f"explain.label.{label}")
    return next(number.value for number in step.numbers if number.label == name)


def read_number(text: str) -> float:
    """A number as it is shown."""
    return float(text.replace("−", "-").replace(",", "").replace("+", ""))


def drawn(seed: int, most: int = 12, width: int = WIDTH, height: int = HEIGHT) -> Board:
    """A board filled at random below random heights, without full rows."""
    rng = random.Random(seed)
    share, rows = rng.uniform(0.4, 1.0), []
    heights = [rng.randint(0, rng.randint(0, most)) for _ in range(width)]
    for y in range(most):
        row = [GARBAGE if y < h and rng.random() < share else EMPTY for h in heights]
        if EMPTY not in row:
            row[rng.randrange(width)] = EMPTY
        rows.append("".join(row))
    empty = (EMPTY * width,) * (height - most)
    return Board(empty + tuple(reversed(rows)), height)


def cells(board: Board) -> naive.Board:
    """The board of a naive twin."""
    found = naive.empty_board(HEIGHT, WIDTH)
    for y in range(board.top):
        found[y] = [board[x, y] != EMPTY for x in range(WIDTH)]
    return found


def filled(board: Board) -> frozenset[tuple[int, int]]:
    """The filled cells."""
    return frozenset((x, y) for y in range(board.top) for x in range(WIDTH) if board[x, y] != EMPTY)
