"""`wellplayed tradeoff`: what a beam gains by looking further, and by keeping more."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from ..errors import InputError
from .ladder import kept_as_json, writable
from .options import Json, Whole, Workers, between, pieces_limit
from .options import seed as checked_seed
from .options import workers as checked_workers

if TYPE_CHECKING:
    from ..arena.tradeoff import Tradeoff

SUFFIXES = (".svg", ".png", ".pdf")


def tradeoff(
    *,
    game: Annotated[str | None, Parameter(help="The game's spec. Default: four rows, seven previews.")] = None,
    weights: Annotated[str, Parameter(help="What values boards: a linear player, or a file.")] = "lee",
    moves: Annotated[str, Parameter(help="drop: straight drops only; reach: every reachable place.")] = "reach",
    depths: Annotated[str | None, Parameter(help="Queued pieces looked at. Default: 0,1,2,3,5,7.")] = None,
    widths: Annotated[str | None, Parameter(help="Positions kept at each ply. Default: 1,2,4,8,16,32.")] = None,
    games: Annotated[Whole, Parameter(help="Games for each beam.")] = 64,
    pieces: Annotated[Whole, Parameter(help="Stop each game after so many pieces.")] = 2_000,
    seed: Annotated[Whole, Parameter(help="The first seed; the others follow it.")] = 0,
    figure: Annotated[Path | None, Parameter(help="Draw the figure into this .svg, .png or .pdf file.")] = None,
    write: Annotated[Path | None, Parameter(help="Also write the report to this file, as tradeoff.json.")] = None,
    workers: Workers = None,
    json: Json = False,
) -> int:
    """Measure depth against width: the same games with beams of every depth and width, on a board with a low ceiling.

    Prints the lines of each beam, by what factor they grow for each ply and for each doubling of the width, and what
    that says about three common pieces of advice, with 95% intervals.
    """
    from ..arena import tradeoff as room
    from ..games import family
    from ..games import game as make_game
    from .console import counter, emit, progress
    from .warmup import ensure_warm

    plies = _numbers("--depths", depths, room.DEPTHS, 0, 14)
    kept = _numbers("--widths", widths, room.WIDTHS, 1, 10_000)
    between("--games", games, 2, 100_000)
    pieces_limit(pieces)
    checked_seed(seed)
    checked_workers(workers)
    if figure is not None:
        _drawable(figure)
    if write is not None:
        writable(write)
    spec = game or room.GAME
    if family(make_game(spec)) == "puyo":
        raise InputError("tradeoff counts rows cleared, and Puyo clears none; choose a classic or guideline game")
    ensure_warm(spec)
    total = games * (sum(1 for depth in plies if depth) * len(kept) + (0 in plies))
    with progress() as bars:
        found = room.tradeoff(
            game=spec, weights=weights, moves=moves, depths=plies, widths=kept, games=games, cap=pieces, seed=seed,
            workers=workers, progress=counter(bars, "beams", total),
        )  # fmt: skip
    if figure is not None:
        draw(found, figure)
    command = _command({"game": game, "depths": depths, "widths": widths}, weights, moves, games, pieces, seed)
    if write is not None:
        kept_as_json(write, room.report(found, command))
    if json:
        emit(room.report(found, command))
    else:
        _print(found)
    return 0


def _command(named: dict[str, str | None], weights: str, moves: str, games: int, pieces: int, seed: int) -> str:
    """The command line that measures the same again."""
    options = {**named, "weights": weights, "moves": moves, "games": games, "pieces": pieces, "seed": seed or None}
    words = (f"--{name} {value}" for name, value in options.items() if value is not None)
    return " ".join(("wellplayed tradeoff", *words))


def _numbers(option: str, text: str | None, usual: tuple[int, ...], least: int, most: int) -> list[int]:
    """Whole numbers joined by commas, ascending."""
    if text is None:
        return list(usual)
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isascii() and part.isdigit() and len(part) < 10 for part in parts):
        raise InputError(f"cannot read {option} {text!r}; write whole numbers joined by commas, such as 1,2,4")
    return sorted({between(option, int(part), least, most) for part in parts})


def _drawable(file: Path) -> None:
    """Raises InputError where no figure can be drawn, before hours of play."""
    if file.suffix not in SUFFIXES:
        raise InputError(f"--figure {file} must end in {', '.join(SUFFIXES)}")
    if not file.resolve().parent.is_dir():
        raise InputError(f"there is no folder {file.parent} to write {file.name} to; make it first")
    try:
        import matplotlib as mpl  # noqa: F401
    except ImportError:
        raise InputError("figures need the extra 'plot'; install it by: pip install 'wellplayed[plot]'") from None


def draw(found: "Tradeoff", file: Path) -> None:
    """The figure: lines against width, a curve for each depth, with 95% intervals; needs the extra `plot`."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context({"svg.hashsalt": "wellplayed", "font.size": 10}):  # the same file for the same numbers
        picture = Figure(figsize=(7.2, 4.4), layout="constrained")
        axes = picture.add_subplot()
        colours = mpl.colormaps["viridis"]
        depths = sorted({cell.depth for cell in found.cells})
        for i, depth in enumerate(depths):
            cells = [cell for cell in found.cells if cell.depth == depth]
            colour = colours(0.9 * i / max(len(depths) - 1, 1))
            if depth == 0:
                axes.axhspan(cells[0].low, cells[0].high, color=colour, alpha=0.15, lw=0)
                axes.axhline(cells[0].mean, color=colour, ls="--", label="0 (greedy)")
                continue
            widths, means = [cell.width for cell in cells], [cell.mean for cell in cells]
            errors = [[c.mean - c.low for c in cells], [c.high - c.mean for c in cells]]
            axes.errorbar(widths, means, yerr=errors, color=colour, marker="o", ms=4, capsize=2, label=str(depth))
        axes.set(xscale="log", yscale="log", xlabel="width: positions kept at each ply", ylabel="lines of a game")
        axes.set_xticks(
            sorted({c.width for c in found.cells}), labels=[str(w) for w in sorted({c.width for c in found.cells})]
        )
        axes.minorticks_off()
        axes.grid(alpha=0.3)
        axes.legend(title="depth", frameon=False)
        axes.set_title(f"{found.game}, weights {found.weights}, {found.games} games each", fontsize=9)
        picture.savefig(file, metadata={"Date": None} if file.suffix == ".svg" else None)


def _print(found: "Tradeoff") -> None:
    from .console import out, short
    from .tables import Column, decimal, interval, show

    print(f"{found.game}, weights {found.weights}, {found.games} games each, up to {found.cap:,} pieces\n")
    names = ("depth", "width", "lines", "95% interval", "capped", "nodes a move")
    rows = [
        (
            str(cell.depth),
            str(cell.width) if cell.depth else "-",
            decimal(cell.mean),
            interval(cell.low, cell.high),
            str(cell.capped),
            short(cell.nodes),
        )
        for cell in found.cells
    ]
    show([Column(name, right=True) for name in names], rows)
    print("\nLines are multiplied by:\n")
    gains = [(g.what, f"{g.factor:.2f}", f"{g.low:.2f} to {g.high:.2f}") for g in found.gains]
    show([Column("from"), Column("factor", right=True), Column("95% interval", right=True)], gains)
    console = out()
    print()
    for claim, verdict, figures in found.verdicts:
        console.print(f"{claim}: {verdict}; {figures}", markup=False, soft_wrap=True)
    if any(cell.capped for cell in found.cells):
        print("\nCapped games were stopped by --pieces and count with what they had, so those means are too low.")
