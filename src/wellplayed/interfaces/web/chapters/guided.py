"""A search that a network guides, step by step: its priors, a walk by them, chance, and what the visits come to.

The tree is the engine's own (search/puct.py, search/forest.py) and the network the shipped one of the player
`alphazero`, which has learned six columns and ten rows; so the boards of this chapter are smaller than the others'.
"""

from collections.abc import Sequence
from functools import partial

import numpy as np

from ....game import Placement
from ....tetris.pieces import PIECES
from ..drawing.board import Shape
from ..drawing.element import text, width_of
from ..words import Words
from .chapter import Answers, Chapter, Choice, Number, Reader, Step, Told
from .guidance import Guidance
from .iteration import score
from .numbers import exact, shown, turned
from .pictures import Bar, Picture, Tile, bars, below, beside, captioned, fitting, placed, rows_shown, tint, well
from .position import NARROW_WIDTH
from .samples import narrow_high, narrow_middle, narrow_quad
from .shares import SLIM, Share, legend, paired, stacked
from .walks import Look, drawn

SIMULATIONS = Choice("simulations", "32", ("1", "8", "32", "64"))
FEW, FEWER = 8, 5  # moves of a picture, and of each node on a walk
NODES = 2  # of a walk that are taken apart; its tree shows all


def tell(reader: Reader) -> Told:
    """The simulation after so many. Raises InputError where there is no move."""
    words, simulations = reader.words, int(reader.option(SIMULATIONS))
    found = Guidance(reader.board.checked(), reader.pieces, simulations)
    growth, scene = found.one.growth, _Scene(found, words)
    answers = Answers(
        words("explain.guided.far", n=int(growth.nodes.depth[: growth.used].max())),
        words("explain.guided.completely", n=simulations, nodes=f"{growth.used:,}"),
        words("explain.guided.grounds", gamma=exact(found.how.gamma)),
    )
    steps = (scene.policy(), scene.walk(), scene.choice(), scene.chance(), scene.visits(), scene.move())
    return Told(steps, answers)


class _Scene:
    """What all steps share."""

    def __init__(self, found: Guidance, words: Words) -> None:
        self.found, self.words = found, words
        self.names = [turned(spot, words) for spot in found.spots]

    def policy(self) -> Step:
        """What the network says of the position."""
        words, found = self.words, self.found
        value, count = shown(float(found.how.evaluator(found.root)[0])), len(found.moves)
        numbers = (
            Number(words("explain.label.placements"), str(count)),
            Number(words("explain.label.likeliest"), self.names[found.likely]),
            Number(words("explain.label.prior"), _percent(found.prior[found.likely])),
            Number(words("explain.label.network_value"), value),
        )
        says = words("explain.guided.policy.says", n=count, piece=found.piece, value=value)
        picture = Picture(self._priors, words("explain.guided.policy.alt", n=count))
        return Step(words("explain.guided.policy"), says, picture, numbers)

    def _priors(self, width: float) -> Tile:
        """The board with every cell the fuller the likelier it is filled, and the likeliest moves as bars."""
        found, filled = self.found, dict[tuple[int, int], float]()
        for spot, prior in zip(found.spots, found.prior, strict=True):
            for place in spot.cells:
                filled[place] = filled.get(place, 0.0) + float(prior)
        rows, cell = rows_shown(found.board, filled, above=0), _cell(width)
        most = max(filled.values()) or 1.0
        over = "".join(
            tint([place], rows, cell, "var(--accent)", 0.9 * share / most)
            for place, share in filled.items()
            if share > 0.01 * most
        )
        above = self.words("explain.guided.where", piece=found.piece)
        board = captioned(well(found.board, rows, cell=cell, over=over), above=above)
        order = np.argsort(-found.prior, kind="stable")[:FEW]
        listed = [
            Bar(self.names[n], float(found.prior[n]), _percent(found.prior[n]), strong=n == found.likely) for n in order
        ]
        return _with_bars(board, listed, width)

    def walk(self) -> Step:
        """The walk down the tree."""
        words, found = self.words, self.found
        one, length = found.one, len(found.one.path) - 1
        numbers = [Number(words("explain.label.simulations"), f"{found.simulations:,}")]
        for row in one.path[1:]:
            if found.nodes.action[row] >= 0:
                its, spot = score(one, row), found.spot(row)
                value = f"{its.mean:.3f} + {its.bonus:.3f} = {its.total:.3f}"
                numbers.append(Number(f"{spot.piece} {turned(spot, words)}", value))
            else:
                due = words("explain.mcts.due", chance=f"{float(found.nodes.chance[row]):.3f}")
                numbers.append(Number(words("explain.mcts.chance", piece=found.letter(row)), due))
        lost = found.visits(one.path[-1]) > 0  # only there a walk ends once more
        key = "explain.guided.walk.lost" if lost else "explain.guided.walk.says"
        says = words(key, k=found.simulations, n=length)
        picture = Picture(
            lambda width: drawn(one, found.label, Look.SCORES, width, words),
            words("explain.guided.walk.alt", n=length),
        )
        return Step(words("explain.guided.walk"), says, picture, tuple(numbers))

    def choice(self) -> Step:
        """Why the walk went that way: the two shares of each score, node by node."""
        words, found, steps = self.words, self.found, self.found.steps
        its = score(found.one, steps[0])
        numbers = (
            Number("c", exact(float(found.one.growth.rule.c))),
            Number(words("explain.guided.value_share"), f"{its.mean:.3f}"),
            Number(words("explain.guided.explore_share"), f"{its.bonus:.3f}"),
            Number(words("explain.label.prior"), _percent(found.nodes.prior[steps[0]])),
            Number(words("explain.label.visits"), str(found.visits(steps[0]))),
        )
        shown_nodes = steps[:NODES]
        picture = Picture(partial(self._choices, shown_nodes), words("explain.guided.choice.alt", n=len(shown_nodes)))
        return Step(words("explain.guided.choice"), words("explain.guided.choice.says"), picture, numbers)

    def _choices(self, steps: Sequence[int], width: float) -> Tile:
        """The best moves of each node on the walk, each score in its two shares."""
        words, found = self.words, self.found
        tiles = [legend(words("explain.guided.value_share"), words("explain.guided.explore_share"), width)]
        for n, chosen in enumerate(steps):
            rows = []
            for row in sorted(found.siblings(chosen), key=lambda row: -score(found.one, row).total)[:FEWER]:
                its, name = score(found.one, row), turned(found.spot(row), words)
                note = f"{_percent(found.nodes.prior[row])}  n {found.visits(row)}"
                rows.append(Share(name, its.mean, its.bonus, f"{its.total:.3f}", note, row == chosen))
            letter = found.letter(int(found.nodes.parent[chosen]))
            title = words("explain.guided.at_root" if n == 0 else "explain.guided.at_node", piece=letter, n=n)
            tiles.append(below([_title(title), stacked(rows, width)], 6))
        return below(tiles, 16)

    def chance(self) -> Step:
        """The pieces that may come after the first move of the walk, and what the network says of each."""
        words, found, row = self.words, self.found, self.found.one.path[1]
        spot, gamma, title = found.spot(row), found.how.gamma, words("explain.guided.chance")
        after = found.game.play(found.root, found.nodes.action[row : row + 1])
        if after["dead"][0]:
            picture = Picture(partial(self._after, spot), words("explain.guided.chance.alt", n=0))
            return Step(title, words("explain.guided.chance.lost"), picture, (Number("r", shown(found.how.death)),))
        outcomes = found.game.outcomes(after)
        value = np.where(outcomes.states["dead"], 0.0, found.how.evaluator(outcomes.states))
        expected, earned = float((outcomes.chance * value).sum()), float(found.nodes.credit[row])
        came = found.outcomes_seen(row, len(value))
        rows = [
            Bar(PIECES[piece], float(v), shown(float(v)), f"{_percent(chance)}  n {n}")
            for piece, v, chance, n in zip(outcomes.states["queue"][:, 0], value, outcomes.chance, came, strict=True)
        ]
        rows.append(Bar(words("explain.guided.expected"), expected, shown(expected), strong=True))
        sum_ = f"{shown(earned)} + {exact(gamma)} × {shown(expected)} = {shown(earned + gamma * expected)}"
        numbers = (
            Number(words("explain.label.move"), f"{spot.piece} {turned(spot, words)}"),
            Number(words("explain.label.credit"), shown(earned)),
            Number(words("explain.guided.expected"), shown(expected)),
            Number("r + γ V", sum_),
        )
        says = words("explain.guided.chance.says", n=len(value), value=shown(expected))
        picture = Picture(partial(self._outcomes, spot, rows), words("explain.guided.chance.alt", n=len(value)))
        return Step(title, says, picture, numbers)

    def _after(self, spot: Placement, width: float) -> Tile:
        """The board with the move on it."""
        rows, shape = rows_shown(self.found.board, spot.cells), Shape(spot.piece, spot.cells)
        return well(self.found.board, rows, cell=_cell(width), piece=shape, ring="var(--accent)")

    def _outcomes(self, spot: Placement, rows: list[Bar], width: float) -> Tile:
        return _with_bars(self._after(spot, width), rows, width)

    def visits(self) -> Step:
        """What the simulations came to, beside the priors."""
        words, found, share = self.words, self.found, self.found.share
        order = sorted(range(len(found.moves)), key=lambda n: (n != found.made, -found.came[n], -found.prior[n]))[:FEW]
        rows = [
            Share(
                self.names[n], float(share[n]), float(found.prior[n]),
                f"{int(found.came[n])} · {_percent(found.prior[n])}", strong=n == found.made,
            )
            for n in order
        ]  # fmt: skip
        tried, total = int((found.came > 0).sum()), len(found.moves)
        numbers = (
            Number(words("explain.label.simulations"), str(found.simulations)),
            Number(words("explain.label.tried_moves"), f"{tried} / {total}"),
            Number(words("explain.label.most_visited"), self.names[found.made]),
            Number(words("explain.label.visits"), str(int(found.came[found.made]))),
        )
        says = words("explain.guided.visits.says", n=found.simulations, tried=tried, total=total)
        picture = Picture(partial(self._pairs, rows), words("explain.guided.visits.alt", n=len(rows)))
        return Step(words("explain.guided.visits"), says, picture, numbers)

    def _pairs(self, rows: list[Share], width: float) -> Tile:
        key = legend(self.words("explain.guided.visit_share"), self.words("explain.guided.prior_share"), width)
        return below([key, paired(rows, width)], 14)

    def move(self) -> Step:
        """The move that is made, beside the one that the policy alone would make."""
        words, found = self.words, self.found
        made, likely = found.made, found.likely
        means = [found.mean(n) for n in (likely, made)]
        policy, search = ("–" if mean is None else shown(mean) for mean in means)
        numbers = (
            Number(words("explain.guided.policy_move"), self.names[likely]),
            Number(words("explain.guided.search_move"), self.names[made]),
            Number(words("explain.guided.policy_mean"), policy),
            Number(words("explain.guided.search_mean"), search),
            Number(words("explain.label.prior"), _percent(found.prior[made])),
            Number(words("explain.guided.visit_share"), _percent(found.share[made])),
        )
        key = "explain.guided.move.same" if made == likely else "explain.guided.move.other"
        says = words(key, where=self.names[made], policy=self.names[likely], n=found.simulations)
        return Step(words("explain.guided.move"), says, Picture(self._moves, words("explain.guided.move.alt")), numbers)

    def _moves(self, width: float) -> Tile:
        """Both moves on the board."""
        found, tiles = self.found, []
        both = (("by_policy", found.likely, ""), ("by_search", found.made, "var(--accent)"))
        rows = rows_shown(found.board, (c for _, n, _ in both for c in found.spots[n].cells))
        cell, gap = fitting(2, width, 24.0, 40.0, NARROW_WIDTH)
        for name, n, ring in both:
            spot = found.spots[n]
            board = well(found.board, rows, cell=cell, piece=Shape(spot.piece, spot.cells), ring=ring)
            tiles.append(captioned(board, self.names[n], above=self.words(f"explain.guided.{name}"), strong=True))
        return beside(tiles, gap)


def _cell(width: float) -> float:
    """The side of a cell of the one board that stands beside bars, or above them."""
    return 20.0 if width >= SLIM else 16.0


def _with_bars(board: Tile, rows: list[Bar], width: float) -> Tile:
    """A board and bars, below each other where there is little room."""
    if width < SLIM:
        middle = Tile(width, board.height, placed(board, (width - board.width) / 2, 0))
        return below([middle, bars(rows, width)], 18)
    return beside([board, bars(rows, width - board.width - 28)], 28)


def _title(line: str) -> Tile:
    """A line of text above a picture."""
    return Tile(width_of(line, 12), 14, text(line, 0, 11, size=12, font_weight=600))


def _percent(share: float) -> str:
    """A share of all, in hundredths."""
    return f"{100 * share:.0f}%" if share >= 0.0995 or share == 0 else f"{100 * share:.1f}%"


CHAPTER = Chapter(
    "guided", tell, (narrow_middle("T"), narrow_high("L"), narrow_quad("I")), (1, 1), (SIMULATIONS,), 0, "narrow"
)
