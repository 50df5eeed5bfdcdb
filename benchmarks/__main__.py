"""Run every benchmark and print the table. `--json` prints the same for machines."""

import json
import sys

from rich.console import Console
from rich.table import Table

from . import autoplay, chains, classic, guideline, mcts, puyo, search
from .timing import Timing, machine

MEASURES = (
    classic.fused,
    classic.batch,
    classic.functions,
    guideline.perft,
    guideline.generations,
    guideline.functions,
    chains.chains,
    puyo.functions,
    puyo.games,
    search.beams,
    search.moves,
    search.others,
    search.pairs,
    mcts.simulations,
    autoplay.games,
    autoplay.ways,
)


def main() -> None:
    """Measure, then print."""
    rows: list[Timing] = []
    console = Console(stderr=True)
    for measure in MEASURES:
        with console.status((measure.__doc__ or "").partition("\n")[0]):
            rows += measure()
    if "--json" in sys.argv[1:]:
        print(json.dumps({"machine": machine(), "rows": [row._asdict() for row in rows]}, indent=1))
        return
    table = Table("what", "median", "lowest", "highest", "unit", title=machine())
    for row in rows:
        table.add_row(row.what, *(_amount(value) for value in (row.rate, row.low, row.high)), row.unit)
    Console().print(table)
    by_name = {row.what: row.rate for row in rows}
    lockstep, fused = (by_name[n] for n in ("256 games in lockstep, bcts, 10x20", "the same in the fused kernel"))
    print(f"lockstep / fused: {lockstep / fused:.2f}")
    for name, rate in by_name.items():
        if name.startswith("generation"):
            print(f"{name}: {1e9 / rate:.0f} ns each")
    for row in rows:
        if row.unit == "moves/s":
            print(f"{row.what}: {1000 / row.rate:.3f} ms a move")


def _amount(value: float) -> str:
    return f"{value / 1e6:.2f} M" if value >= 1e5 else f"{value:,.0f}"


if __name__ == "__main__":
    main()
