"""The ladder's players, generation by generation, and the games they are measured in.

What a generation is and what was claimed for it: 俄罗斯方块 AI 进化史：从贪心落子到束搜索、MCTS 与深度强化学习
(the claims are its words; they come without rules, counts or intervals). What is measured stands in `ladder.json`.
"""

from typing import NamedTuple


class Rung(NamedTuple):
    """One player of the ladder."""

    player: str  # its spec
    generation: int  # 0 greedy, 1 four features, 2 one ply, 3 full path, 4 beam, 5 chance, 6 weight search, 7 learned
    adds: str  # what is new
    depth: str  # decision depth, in pieces
    bag: str  # what it makes of the queue and the bag
    tucks: bool  # whether it considers places under an overhang
    complexity: str  # evaluations of one move; P placements of a piece, D pieces ahead, K kept, S simulations
    claimed: str
    previews: int = 0  # pieces after the current one that it needs to see
    cost: int = 1  # games are divided by this: a search costs more than a glance


class Setting(NamedTuple):
    """One game in which the ladder is climbed."""

    key: str
    title: str
    game: str  # spec; {previews} is what the player needs to see
    cap: int | None  # pieces after which a game stops
    games: int
    why: str
    generations: tuple[int, ...]  # of the rungs that are measured in it
    previews: int = 0  # what players see that are no rungs
    players: tuple[str, ...] = ()  # these instead of rungs


TENS, HUNDREDS, THOUSAND, MORE = "tens of lines", "hundreds of lines", "about a thousand lines", "over a thousand lines"
MILLIONS = "thousands of lines to millions"
RUNGS = (
    Rung("random", 0, "place", "1", "no", False, "1", TENS),
    Rung("lowest-column", 0, "place", "1", "no", False, "P", TENS),
    Rung("highest-column", 0, "place", "1", "no", False, "P", TENS),
    Rung("clear-first", 0, "place", "1", "no", False, "P", TENS),
    Rung("lowest-maximum", 0, "place", "1", "no", False, "P", TENS),
    Rung("four-feature", 1, "choose", "1", "no", False, "P", HUNDREDS),
    Rung("eight-feature", 1, "choose", "1", "no", False, "P", HUNDREDS),
    Rung("dellacherie", 1, "choose", "1", "no", False, "P", HUNDREDS),
    Rung("one-ply", 2, "reserve", "2", "next piece", False, "P²", THOUSAND, previews=1, cost=4),
    Rung("full-path", 3, "squeeze in", "1", "no", True, "P", ""),
    Rung("beam:depth=3,width=6,weights=lee,moves=drop", 4, "plan", "4", "queue", False, "D·K·P", MORE, 3, 4),
    Rung("beam:depth=3,width=6,weights=lee", 4, "plan", "4", "queue", True, "D·K·P", MORE, 3, 4),
    Rung("beam:depth=5,width=32,weights=lee", 4, "plan", "6", "queue", True, "D·K·P", MORE, 5, 16),
    Rung("expectimax:pieces=1,weights=lee", 5, "face uncertainty", "2", "chances", True, "7·P²", "", cost=16),
    Rung(
        "mcts:simulations=400,weights=lee,prior=on", 5, "face uncertainty", "open", "chances", True, "S·P", "", cost=32
    ),
    Rung("bcts", 6, "define what is good", "1", "no", False, "P", MILLIONS),
    Rung("dt-20", 6, "define what is good", "1", "no", False, "P", MILLIONS),
    Rung("dt-20:moves=reach", 6, "define what is good", "1", "no", True, "P", MILLIONS),
    Rung(
        "beam:depth=3,width=6,weights=dt-20,moves=drop",
        6,
        "define what is good",
        "4",
        "queue",
        False,
        "D·K·P",
        "",
        3,
        4,
    ),
    Rung("beam:depth=3,width=6,weights=dt-20", 6, "define what is good", "4", "queue", True, "D·K·P", "", 3, 4),
    Rung("ten-by-ten", 6, "define what is good", "1", "no", False, "P", MILLIONS),
    Rung("td", 7, "learn", "1", "no", False, "P", ""),
    Rung("policy-gradient", 7, "learn", "1", "no", False, "P", ""),
    Rung("dqn", 7, "learn", "1", "no", False, "P", "", cost=4),
)
EVERY = tuple(range(8))
SETTINGS = (
    Setting(
        "classic",
        "One piece at a time, 10x20",
        "classic:height=20,previews={previews}",
        5_000,
        512,
        "the game of the published results; players that look ahead see as many pieces as they use",
        (0, 1, 2, 4, 5, 6, 7),
    ),
    Setting(
        "guideline",
        "7-bag, five previews, hold, 10x20",
        "guideline",
        500,
        256,
        "what people play; good players all reach the cap, so look at time, quads, tucks and spins",
        EVERY,
        5,
    ),
    Setting(
        "hard",
        "Uniform pieces, five previews, no hold, 10x4",
        "guideline:height=4,hold=off,bag=uniform",
        5_000,
        256,
        "a low ceiling, so that the cap hides little (with 7-bag and hold even four features live for ever on 10x8)",
        EVERY,
        5,
    ),
    Setting(
        "narrow",
        "Six columns, ten rows, one piece at a time",
        "classic:width=6,height=10",
        None,
        100,
        "where a network that guides a search learns in an hour; it plays with 32 simulations a move, as MCTS does",
        (),
        0,
        (
            "random",
            "four-feature",
            "dellacherie",
            "ten-by-ten",
            "td",
            "policy-gradient",
            "mcts:simulations=32,rollout=10,moves=drop",
            "alphazero:simulations=0",
            "alphazero",
        ),
    ),
    Setting(
        "blind",
        "Searches at equal time: uniform pieces, none of them seen, 10x6",
        "classic:height=6,previews=0",
        3_000,
        256,
        "nothing is known of what comes but its chances; about a millisecond a move, or as much as the search can use",
        (),
        0,
        (
            "four-feature",
            "beam:depth=1,width=40,weights=lee,speculate=on",
            "expectimax:pieces=2,width=8,weights=lee",
            "mcts:simulations=150,weights=lee,prior=on",
        ),
    ),
    Setting(
        "seen",
        "Searches at equal time: 7-bag, five previews, 10x4",
        "classic:height=4,pieces=bag,previews=5",
        3_000,
        64,
        "five pieces are known; a tenth of a millisecond a move for the first two, and more for MCTS, which needs it",
        (),
        5,
        (
            "beam:depth=5,width=12,weights=lee",
            "expectimax:pieces=5,width=2,weights=lee",
            "mcts:simulations=20,weights=lee,prior=on",
            "mcts:simulations=400,weights=lee,prior=on",
        ),
    ),
)
