"""The ladder: every generation in the same games, measured (`ladder.json` of the package), claim beside measurement."""

from collections.abc import Sequence
from functools import partial
from math import log10
from typing import Any

from ....arena.rungs import RUNGS
from ...ladder import duration, percent
from ...tables import decimal
from ..drawing.element import element, text, width_of
from ..words import Words
from .chapter import Answers, Chapter, Number, Reader, Step, Table, Told
from .pictures import Picture, Tile, below, segment
from .timeline import axis, measured_lines, report, said

GENERATIONS = 8
WHERE = ("classic", "hard")  # the settings beside the claims
INKS = ("var(--accent)", "var(--warn)")
TICKS = (0, 1, 10, 100, 1_000, 10_000, 100_000, 1_000_000)
TALL = 220.0  # the height of the picture of all generations


def tell(reader: Reader) -> Told:
    """The claims, then one step for each setting that was measured."""
    words, measured = reader.words, report()
    steps = [_claims(measured, words)]
    if measured is not None:
        for setting in measured["settings"]:
            rows = [row for row in measured["rows"] if row["setting"] == setting["key"]]
            if rows:
                steps.append(_setting(setting, rows, measured, words))
    answers = Answers(*(words(f"explain.ladder.{name}") for name in Answers._fields))
    return Told(tuple(steps), answers)


def _claims(measured: dict[str, Any] | None, words: Words) -> Step:
    """What each player is, what was claimed and what was measured."""
    titles = [
        words(f"explain.label.{name}") for name in ("player", "depth_pieces", "bag", "tucks", "complexity", "claimed")
    ]
    titles += [words(f"explain.label.measured.{key}") for key in WHERE]
    rows = [
        (
            f"{rung.generation}  {rung.player}",
            said(rung.depth, words),
            said(rung.bag, words),
            words("explain.yes" if rung.tucks else "explain.no"),
            rung.complexity,
            said(rung.claimed, words),
            *(measured_lines(measured, key, rung.player, words) for key in WHERE),
        )
        for rung in RUNGS
    ]
    numbers = [Number(words("explain.label.players"), str(len(RUNGS)))]
    if measured is not None:
        numbers += [
            Number(words("explain.label.command"), measured["command"]),
            Number(words("explain.label.date"), measured["date"]),
            Number(words("explain.label.cpu"), measured["cpu"]),
        ]
    says = words("explain.ladder.claims.says" if measured is not None else "explain.ladder.none.says")
    picture = Picture(partial(_generations, measured, words), words("explain.ladder.claims.alt"))
    return Step(words("explain.ladder.claims"), says, picture, tuple(numbers), Table(tuple(titles), tuple(rows)))


def _generations(measured: dict[str, Any] | None, words: Words, width: float) -> Tile:
    """The generations, and over each the lines of its players in the settings beside the claims."""
    pitch, tiles = width / GENERATIONS, []
    found = [
        (row["generation"], WHERE.index(row["setting"]), row["mean"])
        for row in (measured["rows"] if measured else ())
        if row["setting"] in WHERE and 0 <= row["generation"] < GENERATIONS
    ]
    if found:
        scale = (TALL - 24) / log10(1 + max(1.0, *(mean for _, _, mean in found)))
        parts = _ticks(scale, width, max(mean for _, _, mean in found))
        for generation, which, mean in found:
            x = (generation + 0.5) * pitch + (which - 0.5) * min(pitch / 4, 16)
            look = {"fill": INKS[which], "fill_opacity": 0.75}
            parts.append(element("circle", cx=x, cy=TALL - log10(1 + mean) * scale, r=4.5, class_="mean", **look))
        names = [words(f"explain.label.measured.{key}") for key in WHERE]
        tiles = [_legend(names), Tile(width, TALL + 4, "".join(parts))]
    return below([*tiles, axis(GENERATIONS, GENERATIONS - 1, width, words)], 14)


def _ticks(scale: float, width: float, most: float) -> list[str]:
    """Lines across for 0, 1, 10 and so on, each with its number."""
    parts = []
    for tick in TICKS:
        if tick <= most:
            y = TALL - log10(1 + tick) * scale
            parts.append(segment(0, y, width, y, "var(--line)", 1))
            parts.append(text(f"{tick:,}", 0, y - 4, size=10, fill="var(--muted)", mono=True))
    return parts


def _legend(names: Sequence[str]) -> Tile:
    """What the colours stand for."""
    x, parts = 0.0, []
    for name, ink in zip(names, INKS, strict=True):
        parts += [element("circle", cx=x + 5, cy=7, r=4.5, fill=ink), text(name, x + 15, 11, size=11)]
        x += width_of(name, 11) + 40
    return Tile(x, 14, "".join(parts))


def _setting(setting: dict[str, Any], rows: Sequence[dict[str, Any]], measured: dict[str, Any], words: Words) -> Step:
    """One setting: the lines of each player, and what they cost."""
    key = setting["key"]
    title = words(f"explain.setting.{key}") if f"explain.setting.{key}" in words else setting["title"]
    best = max(rows, key=lambda row: row["mean"])
    numbers = [
        Number(words("explain.label.game"), setting["game"]),
        Number(words("explain.label.cap"), f"{setting['cap']:,}" if setting["cap"] else "–"),
        Number(words("explain.label.most_lines"), f"{decimal(best['mean'])}  {best['player']}"),
        Number(words("explain.label.command"), measured["command"]),
    ]
    titles = ("player", "lines", "interval", "games", "to_cap", "cpu_move", "nodes", "tucks_share", "spins_share")
    lines = tuple(
        (
            row["player"],
            decimal(row["mean"]),
            f"{decimal(row['low'])} – {decimal(row['high'])}",
            f"{row['games']:,}",
            percent(row["survived"]),
            duration(row["cpu_us"]),
            decimal(row["nodes"]),
            percent(row["kinds"]["tuck"]),
            percent(row["kinds"]["spin"]),
        )
        for row in rows
    )
    capped = sum(row["survived"] >= 0.5 for row in rows)
    says = words("explain.ladder.setting.says", title=title, n=len(rows), capped=capped)
    picture = Picture(partial(_chart, rows), words("explain.ladder.setting.alt", title=title))
    table = Table(tuple(words(f"explain.label.{name}") for name in titles), lines)
    return Step(title, says, picture, tuple(numbers), table)


def _chart(rows: Sequence[dict[str, Any]], width: float) -> Tile:
    """Lines on a logarithmic scale that begins at 0, with the interval of the mean."""
    slim = width < 480
    size, pitch = 10.0, 34.0 if slim else 22.0
    left = 4.0 if slim else max(len(row["player"]) for row in rows) * size * 0.61 + 12
    ends, top = 56.0, 22.0
    most = max(1.0, *(row["high"] for row in rows))
    scale = (width - left - ends) / log10(1 + most)

    def at(value: float) -> float:
        return left + log10(1 + max(value, 0.0)) * scale

    high, parts = top + len(rows) * pitch, []
    for tick in TICKS:
        if tick <= most:
            parts.append(segment(at(tick), top - 4, at(tick), high, "var(--line)", 1))
            parts.append(
                text(f"{tick:,}", at(tick), top - 9, size=size, anchor="middle", fill="var(--muted)", mono=True)
            )
    for n, row in enumerate(rows):
        y = top + n * pitch + (17 if slim else 5)
        if slim:
            parts.append(text(row["player"], left, y - 5, size=size, mono=True))
        else:
            parts.append(text(row["player"], 0, y + 10, size=size, mono=True))
        end, low, far = at(row["mean"]), at(row["low"]), at(row["high"])
        parts.append(
            element("rect", x=left, y=y, width=max(end - left, 1), height=12, rx=2, fill="var(--accent)",
                    fill_opacity=0.35 + 0.6 * (row["generation"] + 1) / 8 if row["generation"] >= 0 else 0.6)
        )  # fmt: skip
        parts.append(segment(low, y + 6, far, y + 6, "var(--text)", 1.5))
        parts.append(text(decimal(row["mean"]), max(end, far) + 6, y + 10, size=size, mono=True))
    return Tile(width, high + 4, "".join(parts))


CHAPTER = Chapter("ladder", tell)
