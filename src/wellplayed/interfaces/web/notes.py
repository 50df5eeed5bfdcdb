"""What is to be said of a Puyo field that was given: in the visitor's language, and else in the engine's words."""

from ..field import Settled
from .chapters.field import Field
from .words import Words


def noted(field: Field, words: Words) -> tuple[str, ...]:
    """Notes on a field alone: on puyos in the air, and what its format had to say."""
    own = [note for note in field.notes if "hang in the air" not in note]
    return (*hanging(field, words), *(words("field.note.engine", why=note) for note in own))


def hanging(field: Field, words: Words) -> tuple[str, ...]:
    """The note on puyos in the air, if there are any."""
    columns = [str(x + 1) for x in field.hanging]
    if not columns:
        return ()
    return (words("field.note.hanging", columns=("、" if words.language == "zh" else ", ").join(columns)),)


def resolved(before: Settled, words: Words) -> tuple[str, ...]:
    """The note on a field that pops before anything is done with it, if it does."""
    if not before.steps:
        return ()
    points = sum(step.points for step in before.steps)
    return (words("field.note.resolves", n=len(before.steps), points=f"{points:,}"),)
