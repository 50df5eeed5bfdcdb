"""A kick: where a turn would overlap the pile, the rules try five places in order, and the first free one wins."""

from functools import partial
from typing import NamedTuple

import numpy as np

from ....tetris.guideline.paths import ORIENTATIONS, cells, spell
from ....tetris.guideline.ruleset import Ruleset
from ....tetris.guideline.walk import FIRST, KEYS, Walk, place, walk
from ....tetris.pieces import PIECES
from ....tetris.srs import kicks
from ..drawing import kicks as tables
from ..drawing.board import Ghost, Mark, Shape
from ..drawing.kicks import TURNS, Test, tests
from ..drawing.path import signs
from ..refusals import Refusal
from ..words import Words
from .chapter import Answers, Chapter, Choice, Number, Reader, Step, Told
from .numbers import plus
from .pictures import Picture, Tile, arrow, fitting, rows_shown, scaled, well
from .position import Board, game
from .samples import double, middle, pocket, triple

RULES = Choice("rules", "guideline", ("guideline", "tetrio-s2"))
TURN = Choice("turn", "")
ROOMY = 540.0  # pixels in which five boards stand side by side
OFFERED, FAILING = 40, 8  # turns to choose from: those that work, and those that do not


class Turn(NamedTuple):
    """One turn of a piece somewhere on its way."""

    start: int  # the position before it, as walk.py numbers them
    key: str
    keys: tuple[str, ...]  # that lead there
    tests: tuple[Test, ...]  # up to the first free one; all where none is free

    @property
    def works(self) -> bool:
        """Whether a place was free."""
        return self.tests[-1].free


def turns(board: Board, piece: str, rules: Ruleset) -> list[Turn]:
    """The turns on a piece's way down that need a kick, those with the most tests first.

    Some that no test frees come last. Raises InputError where the piece cannot appear.
    """
    number = PIECES.index(piece)
    walked = walk(np.array(board.columns, np.uint64), rules.width, rules.rows, number, rules)
    if walked.start < 0:
        why = f"{piece} cannot appear on this board: its place is filled; clear the top rows"
        raise Refusal(why, "refused.appear", piece=piece)
    found = [
        Turn(start, key, keys_to(walked, start), tried)
        for start in map(int, np.flatnonzero(walked.arrived))
        for key in TURNS
        if (tried := _tried(board, piece, start, key, rules))
    ]
    kicked = [turn for turn in found if len(turn.tests) > 1] or found
    kicked.sort(key=lambda turn: (-len(turn.tests), len(turn.keys), turn.start, turn.key))
    working, failing = ([turn for turn in kicked if turn.works == works] for works in (True, False))
    return working[:OFFERED] + failing[:FAILING]


def _tried(board: Board, piece: str, start: int, key: str, rules: Ruleset) -> tuple[Test, ...]:
    """The tests that are made: up to the first that is free."""
    found = tests(str(board), piece, *place(start), key, rules)
    won = next((n for n, test in enumerate(found) if test.free), len(found) - 1)
    return tuple(found[: won + 1])


def keys_to(walked: Walk, number: int) -> tuple[str, ...]:
    """The shortest keys that lead to a position."""
    keys = []
    while (step := int(walked.came[number, FIRST])) >= 0:
        keys.append(KEYS[step % 8])
        number = step // 8
    return tuple(reversed(keys))


def tell(reader: Reader) -> Told:
    """One turn, test by test. Raises InputError where the piece cannot turn."""
    words, piece = reader.words, reader.pieces
    book = game(piece, reader.option(RULES)).rules
    found = turns(reader.board.checked(), piece, book)
    if not found:
        why = f"{piece} has nothing to turn on this board; choose another piece, or clear the top rows"
        raise Refusal(why, "refused.turn", piece=piece)
    keys = [f"{turn.start},{turn.key}" for turn in found]
    turn = found[keys.index(reader.option(TURN, keys))]
    answers = Answers(
        words("explain.kick.far"),
        words("explain.kick.completely", n=_most(piece, turn, book)),
        words("explain.kick.grounds"),
    )
    offers = [(k, named(t, words)) for k, t in zip(keys, found, strict=True)]
    return Told(_Scene(reader.board, piece, turn, book, words).steps(), answers, {"turn": offers})


def _most(piece: str, turn: Turn, rules: Ruleset) -> int:
    o, _, _ = place(turn.start)
    return len(kicks(piece, o, (o + TURNS[turn.key]) % 4, rules.kicks, rules.half))


def named(turn: Turn, words: Words) -> str:
    """A turn in a list."""
    o, x, y = place(turn.start)
    to = (o + TURNS[turn.key]) % 4
    before, after = (words(f"explain.orientation.{ORIENTATIONS[n]}") for n in (o, to))
    how = words("explain.kick.wins", n=len(turn.tests)) if turn.works else words("explain.kick.none")
    return words("explain.kick.turn", before=before, after=after, x=x, y=y, how=how)


class _Scene:
    """What all steps share."""

    def __init__(self, board: Board, piece: str, turn: Turn, rules: Ruleset, words: Words) -> None:
        self.board, self.piece, self.turn, self.words = board, piece, turn, words
        self.most = _most(piece, turn, rules)
        self.rules = rules
        self.before = cells(PIECES.index(piece), turn.start)
        seen = [c for test in turn.tests for c in test.cells]
        self.rows = rows_shown(board, [*self.before, *seen])

    def steps(self) -> tuple[Step, ...]:
        """Before the turn, each test, and where the piece stands then."""
        return (self._first(), *(self._test(n) for n in range(len(self.turn.tests))), self._last())

    def _first(self) -> Step:
        words, turn = self.words, self.turn
        numbers = (
            Number(words("explain.label.key"), turn.key),
            Number(words("explain.label.path"), signs(spell(turn.keys)) or "–"),
            Number(words("explain.label.tests"), str(self.most)),
        )
        says = words("explain.kick.first.says", piece=self.piece, key=turn.key, n=self.most)
        picture = Picture(partial(self._board, -1), words("explain.kick.first.alt"))
        return Step(words("explain.kick.first"), says, picture, numbers)

    def _test(self, n: int) -> Step:
        words, test = self.words, self.turn.tests[n]
        numbers = (
            Number(words("explain.label.offset"), f"{plus(test.step[0])}, {plus(test.step[1])}"),
            Number(words("explain.label.blocked"), str(len(test.blocked))),
        )
        title = words("explain.kick.test", n=n + 1)
        how = "free" if not test.blocked else "plain" if n == 0 else "blocked"
        says = words(f"explain.kick.{how}.says", n=len(test.blocked), dx=plus(test.step[0]), dy=plus(test.step[1]))
        picture = Picture(partial(self._board, n), words("explain.kick.alt", n=n + 1, blocked=len(test.blocked)))
        return Step(title, says, picture, numbers)

    def _last(self) -> Step:
        words, turn = self.words, self.turn
        how = "stands" if turn.works else "fails"
        numbers = (
            Number(words("explain.label.tried"), f"{len(turn.tests)} / {self.most}"),
            Number(
                words("explain.label.offset"),
                f"{plus(turn.tests[-1].step[0])}, {plus(turn.tests[-1].step[1])}" if turn.works else "–",
            ),
        )
        says = words(f"explain.kick.{how}.says", n=len(turn.tests), most=self.most)
        picture = Picture(self._all, words(f"explain.kick.{how}.alt", n=len(turn.tests)))
        return Step(words(f"explain.kick.{how}"), says, picture, numbers)

    def _board(self, n: int, width: float) -> Tile:
        """The piece before the turn as an outline, and the cells of test `n` (none for -1)."""
        cell = fitting(1, width, min(32.0, 300 / self.rows))[0]
        if n < 0:
            return well(self.board, self.rows, cell=cell, piece=Shape(self.piece, self.before))
        test = self.turn.tests[n]
        marks = [Mark(x, y, "cross", False) for x, y in test.blocked]
        marks += [Mark(x, y, "dot", True) for x, y in test.cells if (x, y) not in test.blocked]
        ghosts = [Ghost("#", self.before, dim=True)]
        if test.blocked:
            shape, ghosts = None, [*ghosts, Ghost(self.piece, test.cells)]
        else:
            shape = Shape(self.piece, test.cells)
        # From where the plain turn would put the centre, as the tables have it.
        plain, rows, (dx, dy) = self.turn.tests[0], self.rows, test.step
        across, up = (sum(values) / 4 for values in zip(*plain.cells, strict=True))
        start = ((across + 0.5) * cell, (rows - up - 0.5) * cell)
        over = arrow(*start, start[0] + dx * cell, start[1] - dy * cell, "var(--accent)", 2)
        return well(self.board, rows, cell=cell, piece=shape, ghosts=ghosts, marks=marks, over=over)

    def _all(self, width: float) -> Tile:
        """All tests side by side."""
        across = 5 if width >= ROOMY else 3
        cell = min(((width - 4) / across - 20) / 10, 12.0)
        args = (str(self.board), self.piece, *place(self.turn.start), self.turn.key, self.rules)
        drawn = tables.svg(*args, cell=cell, across=across, words=self.words)
        # Beside the walls there is room for cells outside the well, as much as they need.
        return scaled(drawn, min(1.0, width / scaled(drawn).width))


CHAPTER = Chapter("kick", tell, (triple(), double(), pocket("L"), middle("T")), (1, 1), (RULES, TURN), cover=5)
