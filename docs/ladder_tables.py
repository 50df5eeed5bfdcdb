"""The ladder's page, made from what was measured: `ladder.json` and `tradeoff.json` of the package."""

from typing import Any

from tables import table

from wellplayed.arena import ladder, tradeoff
from wellplayed.interfaces.console import short
from wellplayed.interfaces.ladder import duration, percent
from wellplayed.interfaces.tables import decimal

NAMES = (
    "greedy, one idea",
    "four features",
    "one ply",
    "full path",
    "beam",
    "expectimax and MCTS",
    "weight search",
    "learning by playing",
)


PAIRS = (  # one evaluator, with straight drops and with every place
    ("four-feature", "full-path"),
    ("beam:depth=3,width=6,weights=lee,moves=drop", "beam:depth=3,width=6,weights=lee"),
    ("dt-20", "dt-20:moves=reach"),
    ("beam:depth=3,width=6,weights=dt-20,moves=drop", "beam:depth=3,width=6,weights=dt-20"),
)


def ladder_rungs() -> str:
    """What each generation is, what was claimed, and what it does in the hard setting."""
    found = ladder.kept()
    rows = []
    for rung in found["rungs"]:
        cells = [_lines(found, key, rung["player"]) for key in ("classic", "hard")]
        rows.append(
            (
                f"{rung['generation']}: {NAMES[rung['generation']]}",
                f"`{rung['player']}`",
                rung["adds"],
                rung["depth"],
                rung["bag"],
                "yes" if rung["tucks"] else "no",
                rung["complexity"],
                rung["claimed"] or "–",
                *cells,
            )
        )
    titles = ("generation", "player", "adds", "depth", "uses the bag", "tucks", "work of a move", "claimed")
    return table((*titles, "lines, 10x20 uniform", "lines, 10x4 uniform"), rows)


def ladder_settings() -> str:
    """A table for each setting."""
    found, parts = ladder.kept(), []
    for setting in found["settings"]:
        rows = [row for row in found["rows"] if row["setting"] == setting["key"]]
        cap = f" A game stops after {setting['cap']:,} pieces." if setting["cap"] else ""
        parts.append(f"### {setting['title']}\n\n`{setting['game']}`: {setting['why']}.{cap}\n\n{_rows(rows)}")
    return "\n\n".join(parts)


def ladder_findings() -> str:
    """The same evaluator with straight drops and with every reachable place."""
    rows = []
    for setting, title in (("guideline", "10x20, 7-bag"), ("hard", "10x4, uniform")):
        for drop, reach in PAIRS:
            pair = [_row(setting, player) for player in (drop, reach)]
            rows.append(
                (
                    title,
                    f"`{drop}`",
                    *(f"{decimal(row['mean'])} ({decimal(row['low'])} to {decimal(row['high'])})" for row in pair),
                    percent(pair[1]["kinds"]["tuck"] + pair[1]["kinds"]["spin"]),
                )
            )
    titles = ("setting", "player", "lines, straight drops", "lines, every place", "tucks and spins")
    return table(titles, rows)


def ladder_flaws() -> str:
    """A board for each baseline: `#` the pile, `o` the piece it places."""
    parts = []
    for flaw in ladder.kept()["flaws"]:
        rows = [list(row) for row in flaw["before"].split("\n")]
        top = max(len(rows), *(y + 1 for _, y in flaw["cells"]))
        rows = [["."] * 10 for _ in range(top - len(rows))] + rows
        for x, y in flaw["cells"]:
            rows[len(rows) - 1 - y][x] = "o"
        while not any(cell != "." for cell in rows[0]):
            del rows[0]
        board = "\n".join("".join(row) for row in rows)
        where = f"`wellplayed watch {flaw['player']} --seed {flaw['seed']} --pieces {flaw['move']}`"
        parts.append(f"**`{flaw['player']}`**, {flaw['says']} ({where}).\n\n```text\n{board}\n```")
    return "\n\n".join(parts)


def ladder_made() -> str:
    """The command, the machine and the day."""
    found = ladder.kept()
    return f"`{found['command']}`, {found['cpu']}, {found['date']}, wellplayed {found['version']}, {found['seconds']} s"


def tradeoff_grid() -> str:
    """Mean lines by depth and width."""
    found = tradeoff.kept()
    widths = sorted({cell["width"] for cell in found["cells"]})
    rows = []
    for depth in sorted({cell["depth"] for cell in found["cells"]}):
        cells = {cell["width"]: cell for cell in found["cells"] if cell["depth"] == depth}
        if depth == 0:
            cells = dict.fromkeys(widths, next(iter(cells.values())))
        rows.append((str(depth), *(_cell(cells[width]) if width in cells else "–" for width in widths)))
    return table(("depth", *(f"width {width}" for width in widths)), rows)


def tradeoff_gains() -> str:
    """By what lines are multiplied."""
    gains = tradeoff.kept()["gains"]
    rows = ((g["what"], f"{g['factor']:.2f}", f"{g['low']:.2f} to {g['high']:.2f}") for g in gains)
    return table(("from", "factor", "95% interval"), rows)


def tradeoff_verdicts() -> str:
    """The three pieces of advice."""
    found = tradeoff.kept()["verdicts"]
    return table(("claim", "verdict", "figures"), ((v["claim"], f"**{v['verdict']}**", v["figures"]) for v in found))


def tradeoff_made() -> str:
    """The command, the machine and the day."""
    found = tradeoff.kept()
    many = f"{found['games']} games each, up to {found['cap']:,} pieces"
    return f"`{found['command']}`, {found['cpu']}, {found['date']}, {many}"


def _row(setting: str, player: str) -> dict[str, Any]:
    rows = ladder.kept()["rows"]
    return next(row for row in rows if row["setting"] == setting and row["player"] == player)


def _lines(found: dict[str, Any], setting: str, player: str) -> str:
    for row in found["rows"]:
        if row["setting"] == setting and row["player"] == player:
            return _mean(row)
    return "–"


def _mean(row: dict[str, Any]) -> str:
    capped = " (cap)" if row["survived"] == 1 else ""
    return f"{decimal(row['mean'])}{capped}"


def _cell(cell: dict[str, Any]) -> str:
    return f"{decimal(cell['mean'])} ({decimal(cell['low'])} to {decimal(cell['high'])})"


def _rows(rows: list[dict[str, Any]]) -> str:
    lines = (
        (
            f"`{row['player']}`",
            _mean(row),
            f"{decimal(row['low'])} to {decimal(row['high'])}",
            f"{row['games']}",
            percent(row["survived"]),
            duration(row["cpu_us"]),
            decimal(row["lines_per_ms"]),
            short(row["nodes"]),
            percent(row["quads"]),
            percent(row["kinds"]["tuck"]),
            percent(row["kinds"]["spin"]),
        )
        for row in rows
    )
    titles = ("player", "lines", "95% interval", "games", "to the cap", "CPU a move", "lines/ms", "nodes a move")
    return table((*titles, "quads", "tucks", "spins"), lines)


ALL = (
    ladder_rungs,
    ladder_settings,
    ladder_findings,
    ladder_flaws,
    ladder_made,
    tradeoff_grid,
    tradeoff_gains,
    tradeoff_verdicts,
    tradeoff_made,
)
