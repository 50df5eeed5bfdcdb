"""The chapters of Explain: pure functions from a reader's board to steps, drawn and counted by the engine alone."""

from ....errors import unknown
from ..words import Words
from . import beam, chain, dqn, evaluation, flood, foresight, guided, kick, ladder, mcts, paths, spin, td, timeline
from .chapter import Chapter, Reader
from .field import read as read_field
from .pictures import NARROW
from .position import EMPTY, WIDTH, read, read_narrow

CHAPTERS: tuple[Chapter, ...] = tuple(
    module.CHAPTER
    for module in (
        evaluation,
        paths,
        kick,
        spin,
        foresight,
        beam,
        mcts,
        td,
        dqn,
        guided,
        flood,
        chain,
        timeline,
        ladder,
    )
)


def chapter(name: str) -> Chapter:
    """The chapter of that name. Raises InputError for an unknown one."""
    for one in CHAPTERS:
        if one.name == name:
            return one
    raise unknown("chapter", name, [one.name for one in CHAPTERS])


def cover(one: Chapter, words: Words) -> str:
    """The picture that stands for a chapter, from its first board, as SVG text for a narrow place."""
    rows, pieces = (one.samples[0].rows, one.samples[0].pieces) if one.samples else (EMPTY * WIDTH, "")
    if one.game == "puyo":
        reader = Reader(read(EMPTY * WIDTH), pieces, {}, words, read_field(rows))
    elif one.game == "narrow":
        reader = Reader(read_narrow(rows), pieces, {}, words)
    else:
        reader = Reader(read(rows), pieces, {}, words)
    steps = one.tell(reader).steps
    return steps[min(one.cover, len(steps) - 1)].picture.svg(NARROW)
