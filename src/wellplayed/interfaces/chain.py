"""`wellplayed chain`: what a Puyo field does, link by link, with its score, and what a pair dropped into it does."""

from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from .dropped import Order, Played, field_alone, orders, played, unplaced
from .field import FieldText, PuyoOption
from .options import Json

if TYPE_CHECKING:
    from ..formats.puyos import Puyos
    from ..puyo.rules import Puyo
    from ..puyo.steps import Step
    from .console import Console
    from .field import Settled


def chain(
    field: FieldText,
    /,
    *,
    drop: Annotated[
        list[str] | None,
        Parameter(negative=(), help="Drop a pair first, such as RG@3up; several one after another."),
    ] = None,
    game: PuyoOption = "puyo",
    json: Json = False,
) -> int:
    """Play out a Puyo field and show its chain link by link, with the score of each.

    FIELD is rows joined by /, the top one first, a link of a simulator or its digits, a file, or - for stdin. Puyos in
    the air fall first. RG@3up drops a pair with R in column 3 and G above it; the others are right, down and left.
    Moves that a link holds are played before those. With drops the answer is about them alone: the longest chain, and
    all points together; a group of four that the field already holds resolves first.
    """
    from .console import emit
    from .field import puyo, read_field, read_place, settled
    from .warmup import ensure_warm

    rules, puyos = puyo(game), read_field(field)
    wanted = orders(puyos) + [read_place(text) for text in drop or []]
    before = settled(puyos)
    if wanted:
        ensure_warm(game)
    found = played(rules, before, wanted)
    notes = _notes(puyos, before, wanted)
    if json:
        emit(_as_json(rules, before, found, notes))
    else:
        _print(before, found, notes)
    return 0


# What is asked --------------------------------------------------------------------------------------------------------


def _notes(puyos: "Puyos", before: "Settled", wanted: list[Order]) -> list[str]:
    """What is to be said beside the answer."""
    from .field import resolved_note

    notes = list(puyos.notes)
    if wanted and before.steps:
        notes.append(resolved_note(before))
    if left := unplaced(puyos):
        notes.append(f"{', '.join(map(str, left))}: no place is given, so it is not dropped")
    if puyos.goal is not None:
        notes.append(f"the puzzle asks to {puyos.goal}")
    return notes


# What is shown --------------------------------------------------------------------------------------------------------


def _as_json(rules: "Puyo", before: "Settled", found: list[Played], notes: list[str]) -> dict[str, Any]:
    """Everything. The answer is about the drops where there are any, else about the field."""
    from .field import rows_of

    asked = [one for one in found if one.what] or found
    return {
        "game": rules.name,
        "field": rows_of(before.given),
        "chain": max(len(one.steps) for one in asked),
        "score": sum(one.score for one in asked),
        "all_clear": any(one.steps for one in asked) and not asked[-1].after.any(),
        "rows": rows_of(asked[-1].after),
        "steps": [step for one in asked for step in _steps(one.steps)],
        "first": _steps(before.steps) if asked[0].what else [],
        "drops": [
            {
                "drop": one.what,
                "cells": one.placed,
                "rows": rows_of(one.cells),
                "chain": len(one.steps),
                "score": one.score,
                "lost": one.lost,
                "steps": _steps(one.steps),
            }
            for one in asked
            if one.what
        ],
        "notes": notes,
    }


def _steps(steps: "list[Step]") -> list[dict[str, Any]]:
    from ..puyo.cells import COLOURS
    from .field import rows_of

    return [
        {
            "link": link,
            "puyos": step.size,
            "ojama": step.ojama,
            "power": step.power,
            "colour_bonus": step.colour_bonus,
            "group_bonus": sum(group.bonus for group in step.groups),
            "points": step.points,
            "groups": [{"colour": COLOURS[g.colour], "cells": g.cells, "bonus": g.bonus} for g in step.groups],
            "before": rows_of(step.before),
            "after": rows_of(step.after),
        }
        for link, step in enumerate(steps, 1)
    ]


def _print(before: "Settled", found: list[Played], notes: list[str]) -> None:
    """Each thing that happened: its links in a table, its pictures, and how it ended."""
    from .console import err, out

    for note in notes:
        err().print(f"note: {note}", soft_wrap=True, markup=False, style="dim")
    console = out()
    if found[0].what and before.steps:
        _tell("the field", field_alone(before), console)
        console.print()
    for number, one in enumerate(found):
        if number:
            console.print()
        _tell(one.what or "the field", one, console)


def _tell(title: str, one: Played, console: "Console") -> None:
    from rich.text import Text

    from . import fieldpicture as picture
    from .tables import Column, show

    console.print(Text(f"{title}: {_ends(one)}", "bold"), soft_wrap=True)
    if one.steps:
        console.print()
        titles = ("link", "puyos", "power", "colours", "groups", "points", "in all")
        show([Column(t, right=t != "puyos") for t in titles], _links(one.steps))
    rows = max(map(picture.height, (one.cells, *(step.before for step in one.steps))))
    names, pictures = [], []
    if one.what and one.steps:
        names, pictures = ["dropped"], [picture.field(one.cells, rows, console, placed=one.placed)]
    for link, step in enumerate(one.steps, 1):
        popping = {cell for group in step.groups for cell in group.cells} | set(step.ojama)
        names.append(f"link {link}")
        pictures.append(picture.field(step.before, rows, console, popping=popping))
    names.append("after" if one.steps or one.what else "")
    pictures.append(picture.field(one.after, rows, console, placed=() if one.steps else one.placed))
    picture.show(names, pictures, console)


def _links(steps: "list[Step]") -> list[tuple[str, ...]]:
    """The rows of the table of links."""
    from ..puyo.cells import COLOURS

    rows, total = [], 0
    for link, step in enumerate(steps, 1):
        total += step.points
        sizes = [f"{len(group.cells)} {COLOURS[group.colour]}" for group in step.groups]
        puyos = " + ".join([*sizes, *([f"{len(step.ojama)} #"] if step.ojama else [])])
        bonuses = (step.power, step.colour_bonus, sum(group.bonus for group in step.groups))
        rows.append((str(link), puyos, *map(str, bonuses), f"{step.points:,}", f"{total:,}"))
    return rows


def _ends(one: Played) -> str:
    """How it ended, in a few words."""
    from ..puyo.scoring import TARGET

    if not one.steps:
        words = ["nothing pops"]
    else:
        links = "1 link" if len(one.steps) == 1 else f"{len(one.steps)} links"
        words = [links, f"{one.score:,} points", f"{one.score // TARGET:,} ojama"]
        words += ["all clear"] if not one.after.any() else []
    return ", ".join([*words, *(["the game is over"] if one.lost else [])])
