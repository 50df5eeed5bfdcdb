"""`wellplayed placements --game puyo`: where a pair can go in a field, and what it fires there."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .pairs import Candidate


def pair_placements(field: str, pair: str, game: str, *, json: bool) -> int:
    """Print every placement that the pair can reach. Raises InputError for what cannot be read."""
    import numpy as np

    from .console import emit, err
    from .field import puyo, read_field, read_pair, resolved_note, settled, state_of
    from .pairs import candidate
    from .warmup import ensure_warm

    rules, puyos, letters = puyo(game), read_field(field), read_pair(pair)
    before = settled(puyos)
    ensure_warm(game)
    state = state_of(rules, before.cells, [letters])
    found = [candidate(rules, state, int(action)) for action in np.flatnonzero(rules.mask(state)[0])]
    for note in [*puyos.notes, *filter(None, [resolved_note(before)])]:
        err().print(f"note: {note}", soft_wrap=True, markup=False, style="dim")
    if json:
        emit([{**one._asdict(), "potential": one.potential and one.potential._asdict()} for one in found])
    elif found:
        _print(found, letters, rules.name)
    else:
        err().print(f"{letters} cannot appear: a puyo lies in its place, and the game is over", soft_wrap=True)
    return 0


def _print(found: "list[Candidate]", pair: str, rules: str) -> None:
    from .console import out
    from .tables import Column, show

    titles = ("place", "cells", "tear", "fires", "could fire", "by")
    rows = []
    for one in found:
        cells = " ".join(f"{x + 1},{y + 1}" for x, y in one.cells)
        fires = "loses" if one.lost else f"{one.chain}: {one.score:,}" if one.chain else "-"
        could = f"{one.potential.chain}: {one.potential.score:,}" if one.potential else "-"
        rows.append((one.place, cells, str(one.tear), fires, could, str(one.potential or "")))
    show([Column(title, right=title in ("tear", "fires", "could fire")) for title in titles], rows)
    many = f"{len(found)} placement" + "s" * (len(found) != 1)
    out().print(
        f"{many} of {pair} under {rules}; cells are column,row from 1", style="dim", soft_wrap=True, markup=False
    )
