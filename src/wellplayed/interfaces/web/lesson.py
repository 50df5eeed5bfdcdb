"""One reader in one chapter: what was given, what the engine made of it, and which step is looked at. Knows no page."""

from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlencode

from ...errors import InputError
from .chapters.chapter import Chapter, Choice, Reader, Told
from .chapters.field import Field
from .chapters.position import Board, letters, quizzed
from .ground import EMPTY_BOARD, Given, ground
from .notes import noted
from .refusals import reason
from .words import Words

BOARD, PIECES, ALL = "board", "pieces", "all"  # the fields that are no choices, and what concerns no single one
LEAST, MOST, STEP = 280, 760, 20  # widths of pictures


class Answer(NamedTuple):
    """What the engine makes of a lesson: the chapter told, or why not, by field."""

    told: Told | None
    problems: Mapping[str, str]


class Lesson:
    """The state of one reader. What cannot be read is kept as it was given, with a message beside it.

    Parameters
    ----------
    chapter : Chapter
        What is explained.
    words : Words
        The language.
    query : mapping
        The parameters of the address: `position`, `queue`, `step`, and the chapter's choices by name.
    """

    def __init__(self, chapter: Chapter, words: Words, query: Mapping[str, str]) -> None:
        self.chapter, self.words = chapter, words
        self.ground = ground(chapter)
        self.board: Given = self.ground.empty  # a board, or a field of Puyo
        self.pieces = ""
        self.problems: dict[str, str] = {}  # of what is given, by field
        self.told: Told | None = None
        self.chosen = {choice.name: query[choice.name] for choice in chapter.choices if query.get(choice.name)}
        self.step = _number(query.get("step", "")) - 1
        self._begin()
        if query.get("position") or query.get("queue"):
            self._from_address(query)

    def _begin(self) -> None:
        if self.chapter.samples:
            self.take(self.chapter.samples[0].name)

    def _from_address(self, query: Mapping[str, str]) -> None:
        try:
            given = self.ground.from_query(query)
        except InputError as error:
            self.problems[BOARD] = reason(error, self.words, "text")
            return
        if given.text:
            self.set_board(given.text)
        if given.pieces:
            least, most = self.chapter.pieces
            self.set_pieces(given.pieces[:most] if len(given.pieces) >= least else given.pieces)

    # What the reader does ---------------------------------------------------------------------------------------------

    def take(self, name: str) -> None:
        """Begin again with a sample of the chapter, its choices as at first."""
        for sample in self.chapter.samples:
            if sample.name == name:
                self.board, self.pieces = self.ground.read(sample.rows), sample.pieces
                self.problems.clear()
                for choice in self.chapter.choices:
                    if not (choice.options or choice.most):
                        self.chosen.pop(choice.name, None)  # what may be chosen depends on the board

    def set_board(self, text: str) -> None:
        """Read a board from text; the pieces too where it is a fumen that names them."""
        self.problems.pop(BOARD, None)
        try:
            self.board = self.ground.read(text) if text.strip() else self.ground.empty
            named = quizzed(text) if isinstance(self.board, Board) else ""
        except InputError as error:
            self.problems[BOARD] = reason(error, self.words, self._about)
            return
        if named:
            self.set_pieces(named[: self.chapter.pieces[1]])

    def change_board(self, board: Given) -> None:
        """Take a board that was changed cell by cell."""
        self.board = board
        self.problems.pop(BOARD, None)
        try:
            if isinstance(board, Board):
                board.checked()
        except InputError as error:
            self.problems[BOARD] = reason(error, self.words, "board")

    def set_pieces(self, text: str) -> None:
        """Read the pieces."""
        self.problems.pop(PIECES, None)
        try:
            self.pieces = letters(text, *self.chapter.pieces)
        except InputError as error:
            self.problems[PIECES] = reason(error, self.words, "pieces")

    def choose(self, name: str, value: str) -> None:
        """Set one of the chapter's choices."""
        choice = next((choice for choice in self.chapter.choices if choice.name == name), None)
        if choice is None:
            return
        self.problems.pop(name, None)
        self.chosen[name] = value
        try:
            _check(choice, self.reader)
        except InputError as error:
            self.problems[name] = reason(error, self.words, "choice")

    def go(self, step: int) -> None:
        """Look at a step, the first one being 0."""
        if self.told is not None:
            self.step = min(max(step, 0), len(self.told.steps) - 1)

    # What comes of it -------------------------------------------------------------------------------------------------

    @property
    def reader(self) -> Reader:
        """What the chapter is told."""
        if isinstance(self.board, Field):
            return Reader(EMPTY_BOARD, self.pieces, dict(self.chosen), self.words, self.board)
        return Reader(self.board, self.pieces, dict(self.chosen), self.words)

    @property
    def notes(self) -> tuple[str, ...]:
        """What is to be said beside a field."""
        return noted(self.board, self.words) if isinstance(self.board, Field) else ()

    def ask(self) -> Answer:
        """What the engine makes of it now; changes nothing, and may take a while."""
        if self.problems:
            return Answer(None, dict(self.problems))
        try:
            return Answer(self.chapter.tell(self.reader), {})
        except InputError as error:
            names = [choice.name for choice in self.chapter.choices]
            field = next((name for name in names if str(error).startswith(f"{name}=")), ALL)
            return Answer(None, {field: reason(error, self.words, "position" if field == ALL else "choice")})

    def take_in(self, answer: Answer) -> None:
        """Show what the engine said; without a chapter told the last one stays."""
        if answer.told is not None:
            self.told = answer.told
            self.go(self.step)

    def pictures(self, told: Told | None, width: int) -> list[str]:
        """All steps of what was told as SVG, for a place so wide."""
        wide = min(max(width // STEP * STEP, LEAST), MOST)
        return [step.picture.svg(wide) for step in told.steps] if told else []

    def query(self) -> str:
        """The parameters of an address that shows this; the inverse of the constructor."""
        text = ""
        if self.chapter.samples and not self._as_first():
            text = self.ground.query(self.board, self.pieces)
        rest = {choice.name: self.chosen[choice.name] for choice in self.chapter.choices if self._differs(choice)}
        if self.step > 0:
            rest["step"] = str(self.step + 1)
        return "&".join(filter(None, (text, urlencode(rest))))

    def _as_first(self) -> bool:
        first = self.chapter.samples[0]
        return str(self.board) == str(self.ground.read(first.rows)) and self.pieces == first.pieces

    @property
    def _about(self) -> str:
        """What is refused where the board is."""
        return "field" if isinstance(self.ground.empty, Field) else "board"

    def _differs(self, choice: Choice) -> bool:
        return self.chosen.get(choice.name, choice.default) != choice.default


def _check(choice: Choice, reader: Reader) -> None:
    """Raises InputError where a choice that is a number is none, or out of range."""
    if choice.most and choice.whole:
        reader.whole(choice)
    elif choice.most:
        reader.real(choice)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 1
