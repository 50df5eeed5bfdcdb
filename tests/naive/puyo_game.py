"""Whole games of Puyo Puyo the slow way: a field as rows of letters, pairs as two letters, one puyo after another.

Rules of Tsu as in puyo.py, placements as in puyo_moves.py, pairs as in puyo_pairs.py.
"""

import functools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from typing import NamedTuple

from . import puyo_moves, puyo_pairs
from .classic import GOLDEN, WORD, scrambled, seeded
from .puyo import ROWS, WIDTH, Field, field_of, simulate

A_PIECE = 70  # points
A_TURN = 30  # pieces that fall at once
ALL_CLEAR = 30  # pieces, with the next chain
LOST = 11  # row 12
OJAMA_SALT = int.from_bytes(b"ojama", "big")


class Rules(NamedTuple):
    """What can be chosen about a game."""

    colours: int = 4
    pairs: str = "esports"
    previews: int = 2
    row14: str = "block"
    death: str = "third"
    blocking: str = "none"


class Last(NamedTuple):
    """What the last move did."""

    links: int = 0
    points: int = 0
    popped: int = 0  # coloured puyos
    tear: int = 0  # rows that its puyos fell apart
    crowd: int = 0  # puyos in the field before its chain
    attack: int = 0  # pieces of ojama made
    hand: int = 0  # column of its axis


NO_MOVE = Last()


@dataclass(frozen=True)
class Position:
    """A whole position. `None` in the queue is a pair not seen yet; `drawn` is every pair that came so far."""

    field: Field
    queue: list[str | None]
    match: int = 0
    stream: int = 0
    drawn: tuple[str, ...] = ()
    loose: bool = False
    topped: frozenset[int] = frozenset()
    score: int = 0
    lines: int = 0
    pieces: int = 0
    carry: int = 0
    clear: bool = False  # the bonus of an all clear is due
    attack: int = 0  # pieces of ojama made by all moves, and what of them went out
    sent: int = 0
    pending: int = 0  # pieces on their way here
    rain: int = 0  # the word that chooses where they fall
    dead: bool = False
    last: Last = NO_MOVE


def heights(rows: Field) -> list[int]:
    """The number of puyos in each column of a field at rest."""
    return [sum(row[x] != "." for row in rows) for x in range(WIDTH)]


def puyos(rows: Field) -> int:
    """The number of puyos of a field."""
    return sum(heights(rows))


def lost(rows: Field, rules: Rules) -> bool:
    """Whether a puyo rests where pairs appear."""
    crosses = (2, 3) if rules.death == "two" else (2,)
    return any(rows[LOST][x] != "." for x in crosses)


# Moves ---------------------------------------------------------------------------------------------------------------


def actions(position: Position, rules: Rules) -> list[int]:
    """Every action that the current pair can reach, ascending; of a double only the child above or on the right."""
    pair = position.queue[0]
    if position.dead or pair is None or lost(position.field, rules):
        return []
    reached = puyo_moves.legal(heights(position.field), set(position.topped))
    return sorted(action for action in reached if pair[0] != pair[1] or action < 12)


def play(position: Position, rules: Rules, action: int) -> Position:
    """The position after one placement; the pair that comes into view stays unseen."""
    pair = position.queue[0]
    assert pair is not None, "the pair is not dealt"
    assert not position.dead, "the game is over"
    placed, above, tear = puyo_moves.put(position.field, action, pair[0], pair[1])
    after, chain = simulate(placed)
    points = sum(link.points for link in chain)
    popped = sum(len(group) for link in chain for _, group in link.groups)
    attack, carry = 0, position.carry
    if points:
        attack, carry = divmod(points + carry, A_PIECE)
        attack += ALL_CLEAR if position.clear else 0
    left, out = max(position.pending - attack, 0), max(attack - position.pending, 0)
    falling = 0 if points and rules.blocking == "chain" else min(left, A_TURN)
    settled = rained(after, falling, position.rain)
    rain = position.rain if not falling else mixed(position.rain, OJAMA_SALT)
    return replace(
        position,
        field=settled,
        queue=[*position.queue[1:], None],
        topped=position.topped | {action % 6} if above and rules.row14 == "block" else position.topped,
        score=position.score + points,
        lines=position.lines + len(chain),
        pieces=position.pieces + 1,
        carry=carry,
        clear=not puyos(after) or (position.clear and not points),
        attack=position.attack + attack,
        sent=position.sent + out,
        pending=left - falling,
        rain=rain if left > falling else 0,
        dead=lost(settled, rules),
        last=Last(len(chain), points, popped, tear, puyos(placed), attack, action % 6),
    )


def expand(position: Position, rules: Rules) -> Iterator[tuple[int, Position]]:
    """Every (action, position after it)."""
    for action in actions(position, rules):
        yield action, play(position, rules, action)


def receive(position: Position, pieces: int) -> Position:
    """The position with more ojama on its way; where it falls is drawn when the first of it comes."""
    if position.dead or not pieces:
        return position
    rain = position.rain or mixed(mixed(position.stream, OJAMA_SALT), position.pieces)
    return replace(position, pending=position.pending + pieces, rain=rain)


def rained(field: Field, pieces: int, word: int) -> Field:
    """The field after ojama fell: full rows, and the rest into columns that a word chooses; up to row 13."""
    rows = [row[:] for row in field]
    for x in [*list(range(WIDTH)) * (pieces // WIDTH), *chosen_columns(word, pieces % WIDTH)]:
        free = [y for y in range(ROWS) if rows[y][x] == "."]
        if free:
            rows[free[0]][x] = "#"
    return rows


def mixed(a: int, b: int) -> int:
    """One word out of two."""
    return scrambled((seeded(a) + GOLDEN * (b + 1)) % WORD)


def chosen_columns(word: int, count: int) -> list[int]:
    """So many different columns, by a word."""
    found: list[int] = []
    for x in range(WIDTH):
        word = scrambled(word)
        if (word >> 32) * (WIDTH - x) >> 32 < count - len(found):
            found.append(x)
    return found


# Chance --------------------------------------------------------------------------------------------------------------


@functools.cache
def sequence(kind: str, colours: int, seed: int) -> tuple[str, ...]:
    """The first pairs of a seed, as many as any test needs."""
    return tuple(islice(puyo_pairs.pairs(kind, colours, seed), 300))


def new(seed: int, rules: Rules) -> Position:
    """A fresh game."""
    return deal(Position(field_of([]), [None] * (rules.previews + 1), seed, seeded(seed)), rules)


def deal(position: Position, rules: Rules) -> Position:
    """The position with every unseen pair as its match brings it; a game that is over gets none."""
    assert not position.loose, "the twin knows the match's own pairs only"
    if position.dead:
        return position
    come, queue = list(position.drawn), list(position.queue)
    for slot, pair in enumerate(queue):
        if pair is None:
            queue[slot] = sequence(rules.pairs, rules.colours, position.match)[len(come)]
            come.append(str(queue[slot]))
    words = len(come) - len(position.drawn) if rules.pairs == "uniform" else 0
    return replace(position, queue=queue, drawn=tuple(come), stream=(position.stream + words * GOLDEN) % WORD)


def one_sided(position: Position) -> bool:
    """Whether a child can go to row 14: only there it matters which way round a pair is."""
    tall = heights(position.field)
    return any(tall[action] == 12 for action in puyo_moves.legal(tall, set(position.topped)) if action < WIDTH)


def outcomes(position: Position, rules: Rules) -> list[tuple[Fraction, Position]]:
    """Every (chance, position) that the first unseen slot may bring; the position itself if nothing is unseen."""
    if None not in position.queue or position.dead:
        return [(Fraction(1), position)]
    slot, found = position.queue.index(None), []
    chances = puyo_pairs.chances(rules.pairs, rules.colours, list(position.drawn))
    for either in sorted(chances, key=lambda pair: ["RGBYP".index(letter) for letter in pair]):
        ways = [either, either[::-1]] if slot == 0 and one_sided(position) and either[0] != either[1] else [either]
        for pair in ways:
            queue = [*position.queue[:slot], pair, *position.queue[slot + 1 :]]
            after = replace(position, queue=queue, drawn=(*position.drawn, pair), loose=True)
            found.append((chances[either] / len(ways), after))
    return found
