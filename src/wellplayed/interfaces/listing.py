"""`wellplayed players` and `wellplayed games`: what there is, and where it comes from."""

from typing import Annotated

from cyclopts import Parameter

from .options import Json

PLAYS = {  # the games of an entry in a word
    (): "any",
    ("classic", "guideline", "puyo"): "any",
    ("classic", "guideline"): "Tetris",
    ("puyo",): "Puyo",
}
NOTE = (
    "Options follow a colon: beam:depth=3,width=20. Every player takes moves=drop (straight drops alone; default of "
    "generations 0 to 2, and of all that add up features) or moves=reach (every place that keys can steer to); in Puyo "
    "the two are the same. A file of your own is a player too: mine.py or mine.toml. docs/players.md says more."
)


def players(
    *,
    game: Annotated[str | None, Parameter(name="--game", help="Only those that play this game.")] = None,
    json: Json = False,
) -> int:
    """List the players that `watch` and `arena` know, by generation, with their options."""
    from ..games import family
    from ..games import game as make_game
    from ..players.registry import entries, options
    from .console import emit, out
    from .tables import Column, show

    found = entries(None if game is None else family(make_game(game)))
    if json:
        fields = ("name", "about", "source", "generation", "tags", "aliases", "games")
        emit(
            {
                "players": [
                    {**{field: getattr(entry, field) for field in fields}, "options": options(entry)} for entry in found
                ]
            }
        )
        return 0
    columns = [Column("player"), Column("gen", right=True), *([] if game else [Column("plays")])]
    columns += [Column("about", wrap=True), Column("source", wrap=True, dim=True)]
    rows = []
    for entry in sorted(found, key=lambda entry: entry.generation):
        given = options(entry)
        more = "" if given.count("=") < 2 else f"\n{given.replace(',', ', ')}"
        plays = [] if game else [PLAYS.get(entry.games, ", ".join(entry.games))]
        names = ", ".join((entry.name, *entry.aliases))
        rows.append((names, str(entry.generation), *plays, entry.about + more, entry.source))
    show(columns, rows)
    out().print(f"\n{NOTE}", style="dim", markup=False)
    return 0


def games(*, json: Json = False) -> int:
    """List the games and their options."""
    from ..games import GAMES
    from .console import emit
    from .tables import Column, show

    if json:
        fields = ("name", "about", "source", "options")
        emit({"games": [{field: getattr(entry, field) for field in fields} for entry in GAMES]})
    else:
        wide = (Column(title, wrap=True, dim=title == "source") for title in ("about", "options", "source"))
        show([Column("game"), *wide], [(e.name, e.about, e.options, e.source) for e in GAMES])
    return 0
