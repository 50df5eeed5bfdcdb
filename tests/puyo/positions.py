"""Positions of Puyo Puyo to test with, reached by play or filled at random, and their twins and back."""

import functools
import random
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from tests.naive import puyo_game as naive
from tests.naive import puyo_pairs
from tests.naive.puyo import BESIDE, ROWS, WIDTH, field_of
from tests.naive.puyo_features import EARNED, features, group_at
from tests.puyo.fields import Rows

from wellplayed.puyo.cells import COLOURS, EMPTY
from wellplayed.puyo.features import NAMES
from wellplayed.puyo.rules import Puyo
from wellplayed.puyo.text import parse, show

# What is at rest, by letters of the puyos; a fifth colour and ojama take other ways through kernels.
KINDS = ("RGBY", "RGB", "RGBYP", "RGBY#", "RGBYP#", "BYP##", "RG##", "GP")
# Builds a little, and keeps low, so that positions of every age and chains of a few links turn up.
STEADY = np.array(
    [
        {"chain_score": 1.0, "connections": 0.4, "triples": 0.5, "height_variance": -0.3, "danger": -3.0}.get(n, 0.0)
        for n in NAMES
    ]
)
COUNTED = ("score", "lines", "pieces", "carry", "clear", "attack", "sent", "pending", "rain", "dead")
HIDDEN = ("stream", "pool", "ahead", "loose")


def games() -> list[Puyo]:
    """Every number of colours, generator and rule, and 0 to 15 previews."""
    return [
        Puyo(),
        Puyo(3, "uniform", 0, "vanish", "two"),
        Puyo(5, "arcade", 1, "block", "two"),
        Puyo(5, "esports", 5, "vanish", "third"),
        Puyo(4, "arcade", 15, "block", "third"),
        Puyo(3, "esports", 1, "block", "third"),
        Puyo(5, "uniform", 3, "block", "third", "chain"),
    ]


def rules(game: Puyo) -> naive.Rules:
    """The rules of a game for its twin."""
    return naive.Rules(game.colours, game.pairs, game.previews, game.row14, game.death, game.blocking)


# Records and twins ---------------------------------------------------------------------------------------------------


def letters(pair: Any) -> str | None:
    """Two planes as letters; None where they are not seen."""
    return None if pair[0] == EMPTY else COLOURS[pair[0]] + COLOURS[pair[1]]


def letters_of(pair: str) -> list[int]:
    """Two letters as planes."""
    return [COLOURS.index(letter) for letter in pair]


def position(record: Any, game: Puyo) -> naive.Position:
    """The twin of one record of a game that is as its match has it."""
    count = int(record["drawn"])
    return naive.Position(
        field=field_of(show(record["cells"]).split("\n")),
        queue=[letters(pair) for pair in record["queue"][: game.previews + 1].tolist()],
        match=int(record["match"]),
        stream=int(record["stream"]),
        drawn=naive.sequence(game.pairs, game.colours, int(record["match"]))[:count],
        topped=frozenset(x for x in range(WIDTH) if int(record["topped"]) >> x & 1),
        score=int(record["score"]),
        lines=int(record["lines"]),
        pieces=int(record["pieces"]),
        carry=int(record["carry"]),
        clear=bool(record["clear"]),
        attack=int(record["attack"]),
        sent=int(record["sent"]),
        pending=int(record["pending"]),
        rain=int(record["rain"]),
        dead=bool(record["dead"]),
        last=naive.Last(
            *(int(record[name]) for name in ("chain", "gained", "popped", "tear", "crowd", "last_attack", "hand"))
        ),
    )


def fields(record: Any) -> dict[str, Any]:
    """One record as plain Python values by field; what it prepares of its pool is no matter."""
    return {name: record[name].tolist() for name in record.dtype.names if name != "ahead"}


def expected(twin: naive.Position, game: Puyo) -> dict[str, Any]:
    """The values that these fields must have for a position."""
    queue = [[COLOURS.index(c) for c in pair] if pair else [EMPTY] * 2 for pair in twin.queue]
    left = puyo_pairs.left(game.pairs, game.colours, list(twin.drawn)) if game.pairs != "uniform" else {}
    return {
        "cells": parse("/".join("".join(row) for row in reversed(twin.field))).tolist(),
        "queue": queue + [[EMPTY] * 2] * (16 - len(queue)),
        "left": [left.get(c, 0) for c in COLOURS] + [0] * 3,
        "match": twin.match,
        "stream": twin.stream,
        "pool": 0 if twin.loose else twin.match % 2**32,
        "loose": twin.loose,
        "drawn": len(twin.drawn),
        "topped": sum(1 << x for x in twin.topped),
        **{name: getattr(twin, name) for name in COUNTED},
        **dict(zip(("chain", "gained", "popped", "tear", "crowd", "last_attack", "hand"), twin.last, strict=True)),
    }


# Fields at rest ------------------------------------------------------------------------------------------------------


def resting(rng: random.Random, letters_: str) -> Rows:
    """A field of random heights in which no group has four; in some neighbours are often of one colour."""
    top = rng.choice((3, 6, 9, 12, 13, 13))
    tall = [rng.randint(rng.choice((0, top - 2)), top) for _ in range(WIDTH)]
    tall[2] = min(tall[2], rng.choice((11, 11, 11, 11, 13)))
    field, alike = field_of([]), rng.choice((0, 1, 2))
    for y in range(ROWS):
        for x in range(WIDTH):
            if y < tall[x]:
                near = [field[b][a] for a, b in BESIDE.get((x, y), []) if field[b][a] != "."]
                tried = rng.sample(letters_, len(letters_))
                for letter in [*rng.sample(near, len(near))[: rng.randint(0, alike)], *tried, "#"]:
                    field[y][x] = letter
                    if letter == "#" or (x, y) not in BESIDE or len(group_at(field, (x, y))) < 4:
                        break
    return ["".join(row) for row in reversed(field)]


def rested(count: int, seed: int) -> list[Rows]:
    """So many of these, of all kinds."""
    rng = random.Random(seed)
    return [resting(rng, KINDS[n % len(KINDS)]) for n in range(count)]


# Positions -----------------------------------------------------------------------------------------------------------


def best(moves: Any, count: int) -> Any:
    """[count] the rows with the highest value of each parent, the first of equals."""
    starts = np.searchsorted(moves.parent, np.arange(count + 1))
    return np.array([a + np.argmax(moves.value[a:b]) for a, b in pairwise(starts)], np.int64)


def played(game: Puyo, count: int, seed: int) -> Any:
    """[count] living, dealt positions of all ages, from games in which good moves and random ones mix; some ojama."""
    rng = np.random.default_rng(seed)
    states, seen = game.new(range(seed, seed + 16)), []
    for ply in range(60):
        moves = game.moves(states, STEADY)
        scale = np.repeat(rng.choice([0.0, 1.0, 20.0], len(states)), np.bincount(moves.parent))
        noisy = moves._replace(value=moves.value + scale * rng.normal(size=len(moves.value)))
        states = game.deal(game.play(states, moves.action[best(noisy, len(states))]))
        if ply % 5 == 4:
            states = game.receive(states, rng.choice([0, 0, 1, 3, 8, 18], len(states)))
        states = states[~states["dead"]]
        if not len(states):
            break
        seen.append(states)
    every = np.concatenate(seen)
    return every[rng.choice(len(every), count, replace=len(every) < count)]


def scattered(game: Puyo, count: int, seed: int) -> Any:
    """[count] fresh games with fields filled at random, and every counter at random: as no play may reach them."""
    rng = np.random.default_rng(seed)
    states = game.new(range(seed, seed + count))
    for state, rows in zip(states, rested(count, seed), strict=True):
        state["cells"] = parse("/".join(rows))
    tall = np.bitwise_or.reduce(states["cells"], axis=1)
    states["topped"] = rng.integers(0, 64, count) if game.row14 == "block" else 0
    states["carry"], states["clear"] = rng.integers(0, 70, count), rng.integers(0, 2, count)
    waits = rng.integers(0, 2, count) > 0
    states["pending"], states["rain"] = rng.integers(1, 70, count) * waits, waits * states["stream"]
    states["dead"] = (tall[:, [2, 3] if game.death == "two" else [2]] >> 11 & 1).any(axis=1)
    return states[~states["dead"]]


class Case(NamedTuple):
    """Positions of one game, and everything their twins say about the moves in them."""

    game: Puyo
    states: Any  # [B]
    twins: list[naive.Position]  # [B]
    parent: list[int]  # [N]
    action: list[int]  # [N]
    children: list[naive.Position]  # [N]
    features: Any  # [N, F] zeros where dead: nobody looks at the board of a lost game
    earned: Any  # [F] which features are credit


@functools.cache
def cases() -> tuple[Case, ...]:
    """One case for each of `games`."""
    return tuple(_case(game, np.concatenate([played(game, 8, 1), scattered(game, 6, 2)])) for game in games())


def _case(game: Puyo, states: Any) -> Case:
    twins = [position(state, game) for state in states]
    found = [(i, *child) for i, twin in enumerate(twins) for child in naive.expand(twin, rules(game))]
    table = np.zeros((len(found), len(NAMES)))
    for row, (_, _, child) in zip(table, found, strict=True):
        if not child.dead:
            known = features(child)
            row[:] = [known[name] for name in NAMES]
        else:
            row[:] = [EARNED[name](child) if name in EARNED else 0.0 for name in NAMES]
    return Case(
        game,
        states,
        twins,
        [i for i, _, _ in found],
        [action for _, action, _ in found],
        [child for _, _, child in found],
        table,
        np.array([name in EARNED for name in NAMES]),
    )
