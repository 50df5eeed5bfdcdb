"""Any rule book, for Hypothesis."""

import dataclasses
from typing import Any, get_args

from hypothesis import strategies as st

from wellplayed.tetris.guideline.ruleset import PRESETS, Ruleset

# Values that change what happens, where the whole range of a field would seldom do.
TELLING = {
    "surge_at": (0, 6),
    "surge_base": (0, 6),
    "perfect_clear": (0, 12),
    "perfect_chain": (0, 2),
    "opener": (0, 20),
    "cap": (0, 12),
    "delay_turns": (0, 3),
    "height": (4, 20),
    "rows": (20, 40),
    "width": (4, 20),
    "previews": (0, 14),
    "level": (1, 20),
    "goal": (0, 20),
}


def values(field: "dataclasses.Field[Any]") -> st.SearchStrategy[Any]:
    """Values that a field may have."""
    if choices := get_args(field.type):
        return st.sampled_from(choices)
    if field.type is bool:
        return st.booleans()
    if field.type is float:
        return st.sampled_from((0.0, 1.0, 1e-9)) | st.floats(0, 1)
    return st.integers(*TELLING.get(field.name, (0, 1000)))


def changes(*names: str) -> st.SearchStrategy[dict[str, Any]]:
    """Some of the named fields (of all, but the name) with some values."""
    fields = [f for f in dataclasses.fields(Ruleset) if f.name != "name" and (not names or f.name in names)]
    return st.fixed_dictionaries({}, optional={f.name: values(f) for f in fields})


def rulesets(*names: str) -> st.SearchStrategy[Ruleset]:
    """A preset with some of the named fields changed."""
    return st.builds(
        lambda base, some: dataclasses.replace(base, **some), st.sampled_from(list(PRESETS.values())), changes(*names)
    )
