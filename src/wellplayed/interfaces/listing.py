"""`wellplayed players` and `wellplayed games`: what there is, and where it comes from."""

from .options import Json


def players(*, json: Json = False) -> int:
    """List the players that `watch` and `arena` know."""
    from ..players.registry import entries
    from .console import emit
    from .tables import Column, show

    found = entries()
    if json:
        fields = ("name", "about", "source", "tags", "aliases")
        emit({"players": [{field: getattr(entry, field) for field in fields} for entry in found]})
    else:
        names = (", ".join((entry.name, *entry.aliases)) for entry in found)
        columns = Column("player"), Column("about", wrap=True), Column("source", wrap=True, dim=True)
        show(columns, [(name, e.about, e.source) for name, e in zip(names, found, strict=True)])
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
