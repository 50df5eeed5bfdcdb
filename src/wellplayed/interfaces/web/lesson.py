"""One reader in one chapter: what was given, what the engine made of it, and which step is looked at. Knows no page."""

from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlencode

from ...errors import InputError
from .chapters.chapter import Chapter, Choice, Reader, Told
from .chapters.position import EMPTY, HEIGHT, WIDTH, Board, letters, quizzed, read
from .links import Position, from_query
from .refusals import reason
from .words import Words

BOARD, PIECES, ALL = "board", "pieces", "all"  # the fields that are no choices, and what concerns no single one
LEAST, MOST, STEP = 280, 760, 20  # widths of pictures
EMPTY_BOARD = Board((EMPTY * WIDTH,) * HEIGHT)


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
        self.board, self.pieces = EMPTY_BOARD, ""
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
            given = from_query({key: query[key] for key in ("position", "queue") if query.get(key)})
        except InputError as error:
            self.problems[BOARD] = reason(error, self.words, "text")
            return
        if query.get("position"):
            self.set_board(given.board or EMPTY * WIDTH)
        if given.queue:
            least, most = self.chapter.pieces
            self.set_pieces(given.queue[:most] if len(given.queue) >= least else given.queue)

    # What the reader does ---------------------------------------------------------------------------------------------

    def take(self, name: str) -> None:
        """Begin again with a sample of the chapter, its choices as at first."""
        for sample in self.chapter.samples:
            if sample.name == name:
                self.board, self.pieces = read(sample.rows), sample.pieces
                self.problems.clear()
                for choice in self.chapter.choices:
                    if not (choice.options or choice.most):
                        self.chosen.pop(choice.name, None)  # what may be chosen depends on the board

    def set_board(self, text: str) -> None:
        """Read a board from text; the pieces too where it is a fumen that names them."""
        self.problems.pop(BOARD, None)
        try:
            self.board = read(text) if text.strip() else EMPTY_BOARD
            named = quizzed(text)
        except InputError as error:
            self.problems[BOARD] = reason(error, self.words, "board")
            return
        if named:
            self.set_pieces(named[: self.chapter.pieces[1]])

    def change_board(self, board: Board) -> None:
        """Take a board that was changed cell by cell."""
        self.board = board
        self.problems.pop(BOARD, None)
        try:
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
        return Reader(self.board, self.pieces, dict(self.chosen), self.words)

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
        parts = {}
        if self.chapter.samples and not self._as_first():
            try:
                parts = dict(part.split("=", 1) for part in self._position().query().split("&") if part)
            except InputError:
                parts = {}  # a board that is none cannot be sent
        text = "&".join(f"{key}={value}" for key, value in parts.items() if key in ("position", "queue"))
        rest = {choice.name: self.chosen[choice.name] for choice in self.chapter.choices if self._differs(choice)}
        if self.step > 0:
            rest["step"] = str(self.step + 1)
        return "&".join(filter(None, (text, urlencode(rest))))

    def _as_first(self) -> bool:
        first = self.chapter.samples[0]
        return str(self.board) == str(read(first.rows)) and self.pieces == first.pieces

    def _position(self) -> Position:
        return Position(board=str(self.board), queue=self.pieces)

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
