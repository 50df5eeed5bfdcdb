"""Pairs the slow way: whole pools as lists of letters, shuffled as the games do it; chances counted one by one.

Sources: citrus610/ama, core/cell.h, for `esports`; puyonexus/puyovs, Puyolib/RNG, for `arcade`; and the Puyo Nexus wiki
on both ("Upcoming Pair Randomizer").
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from tests.naive.classic import GOLDEN, WORD, scrambled, seeded

ORDER = "RYGBP"  # the colours of a game of five; one of fewer has the first of them
PUYOS = 256
OPENING = {("esports", 4): 4, ("esports", 5): 4, ("arcade", 4): 4, ("arcade", 5): 8}  # puyos replaced


def pools(kind: str, seed: int) -> dict[int, str]:
    """The pools of a seed of 32 bits, by their number of colours."""
    made = esports(seed) if kind == "esports" else arcade(seed)
    for colours in (4, 5):
        n = OPENING[kind, colours]
        made[colours][:n] = made[3][:n]
    return {colours: "".join(ORDER[number] for number in pool) for colours, pool in made.items()}


def in_turn(colours: int) -> list[int]:
    """A pool before it is shuffled."""
    return [i % colours for i in range(PUYOS)]


def congruent(state: int) -> Iterator[int]:
    """The words of the eSports games' generator."""
    while True:
        state = (state * 0x5D588B65 + 0x269EC3) % 2**32
        yield state


def esports(seed: int) -> dict[int, list[int]]:
    """The shuffled pools of the eSports games, by number."""
    stream, made = congruent(seed), {}
    for _ in range(5):
        next(stream)
    for colours in (3, 4, 5):
        pool = in_turn(colours)
        for bits in (4, 5, 6):
            width = 2**bits
            for start in range(0, PUYOS - width, width):
                for _ in range(width // 2):
                    a = start + (next(stream) >> 32 - bits)
                    b = start + width + (next(stream) >> 32 - bits)
                    pool[a], pool[b] = pool[b], pool[a]
        made[colours] = pool
    return made


def turned(state: int, register: int, address: int) -> int:
    """The next state of the arcade's generator."""
    whole = (state + register + address) % 2**32
    return ((whole << 5 | whole >> 27) + state + 1) % 2**32


def arcade(seed: int) -> dict[int, list[int]]:
    """The shuffled pools of the arcade game, by number."""
    state = seed
    for _ in range(5):
        state = turned(state, 4, 0xFF7FE8)
    made = {colours: in_turn(colours) for colours in (3, 4, 5)}
    register = 0x23640000
    for together in ((4,), (3, 5)):
        for i in reversed(range(PUYOS)):
            state = turned(state, register, 0xFF7FF4)
            register, place = state & 0xFFFF00FF, state % 256
            for colours in together:
                pool = made[colours]
                pool[i], pool[place] = pool[place], pool[i]
        register |= 0xFFFF
    return made


def words(state: int) -> Iterator[int]:
    """The random words of a stream from its state on."""
    while True:
        state = (state + GOLDEN) % WORD
        yield scrambled(state)


def pairs(kind: str, colours: int, seed: int) -> Iterator[str]:
    """The pairs of a game without end, as two letters, the axis first."""
    if kind == "uniform":
        for word in words(seeded(seed)):
            number = (word >> 32) * colours**2 >> 32
            yield ORDER[number // colours] + ORDER[number % colours]
    pool = pools(kind, seed % 2**32)[colours]
    while True:
        yield from (pool[i : i + 2] for i in range(0, PUYOS, 2))


def left(kind: str, colours: int, drawn: list[str]) -> Counter[str]:
    """What the next pair is drawn from, for a player who has seen the pairs `drawn` so far."""
    seen = "".join(drawn)[len(drawn) // 128 * PUYOS :]
    first = OPENING.get((kind, colours), 0)
    if len(seen) < first:
        return Counter(ORDER[i] for i in in_turn(3)) - Counter(seen)
    return Counter(ORDER[i] for i in in_turn(colours)) - Counter(seen[first:])


def loose(kind: str, colours: int, drawn: list[str], state: int) -> Iterator[str]:
    """The pairs after those `drawn` once a stream draws them from what is left. Colours are counted as R G B Y P."""
    drawn = list(drawn)
    for word in words(state):
        have = [c for c in "RGBYP" for _ in range(left(kind, colours, drawn)[c])]
        number = (word >> 32) * (len(have) * (len(have) - 1)) >> 32
        axis = have.pop(number // (len(have) - 1))
        drawn.append(axis + have[number % len(have)])
        yield drawn[-1]


def chances(kind: str, colours: int, drawn: list[str]) -> dict[str, Fraction]:
    """How likely each pair is to come next, its two letters in the order R G B Y P."""
    have = Counter(ORDER[:colours]) if kind == "uniform" else left(kind, colours, drawn)
    found: Counter[str] = Counter()
    for a, n in have.items():
        for b, m in have.items():
            ways = n * (m if kind == "uniform" or a != b else m - 1)
            if ways:
                found["".join(sorted(a + b, key="RGBYP".index))] += ways
    return {pair: Fraction(ways, sum(found.values())) for pair, ways in found.items()}
