"""What a chapter is: a board that the reader can change, and what the engine makes of it, step by step."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from ..refusals import Refusal
from ..words import Words
from .field import EMPTY_FIELD, Field
from .pictures import Picture
from .position import Board


class Number(NamedTuple):
    """One number of a step."""

    label: str
    value: str


class Table(NamedTuple):
    """More numbers than a list can hold; the first column names the rows."""

    titles: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Step(NamedTuple):
    """One step: what happens (two sentences), its picture and its numbers."""

    title: str
    says: str
    picture: Picture
    numbers: tuple[Number, ...]
    table: Table | None = None


class Answers(NamedTuple):
    """The three questions to any player, answered for what is shown."""

    far: str  # how far does it look?
    completely: str  # how completely?
    grounds: str  # on what grounds does it call a board good?


class Told(NamedTuple):
    """A chapter on one board."""

    steps: tuple[Step, ...]
    answers: Answers
    offers: Mapping[str, Sequence[tuple[str, str]]] = {}  # what may be chosen on this board: value and text, by choice


class Choice(NamedTuple):
    """Something besides board and pieces that the reader may choose."""

    name: str
    default: str
    options: tuple[str, ...] = ()  # empty for a number, or where the board says what there is (`Told.offers`)
    least: float = 0
    most: float = 0  # 0 where it is no number
    whole: bool = True


class Sample(NamedTuple):
    """A board to begin with."""

    name: str  # words: explain.board.NAME
    rows: str
    pieces: str


class Reader(NamedTuple):
    """What the reader gave, and the language to answer in. Chapters on Puyo look at the field, others at the board."""

    board: Board
    pieces: str
    chosen: Mapping[str, str]
    words: Words
    field: Field = EMPTY_FIELD

    def whole(self, choice: Choice) -> int:
        """A choice that is a whole number. Raises InputError where it is none, or out of range."""
        text = self.chosen.get(choice.name, "").strip() or choice.default
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
            raise self._refusal(choice, "must be a whole number", "refused.whole", text)
        if not choice.least <= int(text) <= choice.most:
            raise self._out_of_range(choice, text)
        return int(text)

    def real(self, choice: Choice) -> float:
        """A choice that is a number. Raises InputError where it is none, or out of range."""
        text = self.chosen.get(choice.name, "").strip() or choice.default
        try:
            value = float(text)
        except ValueError:
            raise self._refusal(choice, "must be a number", "refused.number", text) from None
        if not choice.least <= value <= choice.most:
            raise self._out_of_range(choice, text)
        return value

    def _out_of_range(self, choice: Choice, text: str) -> Refusal:
        least, most = f"{choice.least:g}", f"{choice.most:g}"
        why = f"is out of range; choose {least} to {most}"
        return self._refusal(choice, why, "refused.range", text, least=least, most=most)

    def _refusal(self, choice: Choice, why: str, key: str, text: str, **fields: object) -> Refusal:
        name, given = self.words(f"explain.choice.{choice.name}"), text[:20]
        return Refusal(f"{choice.name}={given} {why}", key, name=name, given=given, **fields)

    def option(self, choice: Choice, options: Sequence[str] = ()) -> str:
        """A choice among `options`, by default its own; the first where the board has no such option."""
        among = options or choice.options
        text = self.chosen.get(choice.name, "") or choice.default
        return text if text in among else among[0]


class Chapter(NamedTuple):
    """One chapter: its words begin with `explain.NAME`."""

    name: str
    tell: Callable[[Reader], Told]
    samples: tuple[Sample, ...] = ()  # none for a chapter without a board
    pieces: tuple[int, int] = (0, 0)  # how many it takes
    choices: tuple[Choice, ...] = ()
    cover: int = 0  # the step whose picture stands for the chapter
    game: str = "guideline"  # or "narrow" for the smaller board, or "puyo" for a field
