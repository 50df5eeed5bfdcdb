"""The tables of these pages that are made from the package itself, so that they cannot say something else."""

from collections.abc import Iterable
from urllib.parse import unquote

import numpy as np

from wellplayed.game import Game, feature_names
from wellplayed.games import GAMES, family
from wellplayed.learning.learners import LEARNERS, settings_as_json, settings_from
from wellplayed.learning.presets import PRESETS as LEARNING_PRESETS
from wellplayed.players.registry import entries, options, player
from wellplayed.players.strongest import STRONGEST
from wellplayed.puyo.forms import FORMS, SIDE
from wellplayed.puyo.rules import Puyo
from wellplayed.tetris.classic import Classic
from wellplayed.tetris.pieces import ORIENTATIONS, PIECES
from wellplayed.tuning.methods import METHODS
from wellplayed.tuning.objective import OBJECTIVES
from wellplayed.tuning.presets import PRESETS

GAP = "   "


def table(titles: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A Markdown table."""
    titles = list(titles)
    lines = [titles, ["---"] * len(titles), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', '&#124;') for cell in line)} |" for line in lines)


def numbered(sources: list[str]) -> str:
    """Sources as a list, numbered from 1."""
    return "\n".join(f"{i}. {source}" for i, source in enumerate(sources, 1))


def signed(weight: float) -> str:
    """A weight in the fewest digits that give it back."""
    return f"{float(weight):+}".removesuffix(".0")


def games() -> str:
    return table(("game", "what it is", "source"), ((f"`{g.name}`", g.about, g.source) for g in GAMES))


def features() -> str:
    """Every feature of Tetris in the order of summation, and the sources."""
    return described(Classic())


def puyo_features() -> str:
    """The same for Puyo."""
    return described(Puyo())


def puyo_forms() -> str:
    """The pictures of all forms side by side, and what each is, in which language, and who shows it."""
    rows = [[form.name for form in FORMS]]
    rows += [[form.picture[-y] if y <= len(form.picture) else "" for form in FORMS] for y in range(SIDE, 0, -1)]
    wide = max(len(form.name) for form in FORMS) + len(GAP)
    drawn = "\n".join("".join(cell.ljust(wide) for cell in row).rstrip() for row in rows)
    listed = ((f"`{form.name}`", form.japanese, form.about, form.source) for form in FORMS)
    return f"```text\n{drawn}\n```\n\n" + table(("form", "in Japan", "what it is", "source"), listed)


def described(game: Game) -> str:
    """Every feature of a game in the order of summation, and the sources."""
    glossary = game.glossary
    sources = list(dict.fromkeys(f.source for f in glossary))
    rows = (
        (str(i), f"`{f.name}`", f.definition, "yes" if f.credit else "", f"[{sources.index(f.source) + 1}]")
        for i, f in enumerate(glossary)
    )
    return table(("", "feature", "definition", "credit", "source"), rows) + "\n\n" + numbered(sources)


def players() -> str:
    """Every player, its generation and options, and the sources."""
    found = entries()
    sources = list(dict.fromkeys(e.source for e in found))
    rows = (
        (
            ", ".join(f"`{n}`" for n in (e.name, *e.aliases)),
            str(e.generation),
            e.about,
            f"`{options(e)}`",
            f"[{sources.index(e.source) + 1}]",
        )
        for e in found
    )
    titles = ("player", "generation", "what it does", "options", "source")
    return table(titles, rows) + "\n\n" + numbered(sources)


def weights() -> str:
    """What each linear player of Tetris weighs, in the order of summation."""
    return weighed(Classic())


def puyo_weights() -> str:
    """The same for Puyo."""
    return weighed(Puyo())


def weighed(game: Game) -> str:
    """What each linear player of a game weighs, in the order of summation."""
    rows = []
    names = np.array(feature_names(game))
    for entry in entries(family(game)):
        if "linear" not in entry.tags or entry.name == "linear":  # that one's weights are its options
            continue
        given = player(entry.name, game).weights
        assert given is not None
        used = np.flatnonzero(given)
        rows.append((f"`{entry.name}`", ", ".join(f"{names[i]} {signed(given[i])}" for i in used)))
    return table(("player", "weights"), rows)


def strongest() -> str:
    """What `best` plays under each set of rules, and the measurement that says so."""
    rows = ((f"`{s.rules}`", f"`{unquote(s.spec.format(depth=s.depth))}`", s.why) for s in STRONGEST)
    return table(("rules", "player", "measured"), rows)


def tuning_methods() -> str:
    """Every method, its options and source."""
    rows = ((f"`{m.name}`", m.about, f"`{m.options}`", m.source) for m in METHODS)
    return table(("method", "what it does", "options", "source"), rows)


def tuning_objectives() -> str:
    """Every objective, and what a run does where it is told nothing else."""
    rows = ((f"`{o.name}`", o.about, f"`{o.game}`", str(o.games), str(o.validation)) for o in OBJECTIVES)
    return table(("objective", "what it is", "game", "games", "games of a check"), rows)


def tuning_presets() -> str:
    """Every preset and its method."""
    rows = ((f"`{p.name}`", p.about, f"`{p.method}`", p.source) for p in PRESETS)
    return table(("preset", "what it is", "method", "source"), rows)


def learners() -> str:
    """Every learner, its settings and source; those of learners that need more than these pages do are not listed."""
    rows = ((f"`{one.name}`", one.about, _settings(one.name, one.needs), one.source) for one in LEARNERS)
    return table(("learner", "what it does", "settings", "source"), rows)


def _settings(name: str, needs: tuple[str, ...]) -> str:
    if needs:
        return f"needs {', '.join(needs)}"
    return f"`{', '.join(f'{key}={value}' for key, value in settings_as_json(settings_from(name, {})).items())}`"


def learning_presets() -> str:
    """Every preset of a learner, and its settings."""
    rows = (
        (f"`{p.name}`", p.about, f"`{', '.join(f'{k}={v}' for k, v in p.settings.items())}`", p.source)
        for p in LEARNING_PRESETS
    )
    return table(("preset", "what it is", "settings", "source"), rows)


def orientations() -> str:
    """Every piece in all its orientations, in the order in which ties are broken."""
    lines = []
    for letter, shapes in zip(PIECES, ORIENTATIONS, strict=True):
        tall = max(column.bit_length() for shape in shapes for column in shape)
        for y in reversed(range(tall)):
            drawn = ("".join(".#"[column >> y & 1] for column in shape).replace(".", " ") for shape in shapes)
            lines.append((f"{letter} " if y == 0 else "  ") + GAP.join(drawn))
        lines.append("")
    return "```text\n" + "\n".join(line.rstrip() for line in lines).rstrip() + "\n```"
