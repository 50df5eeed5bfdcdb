"""One iteration of Monte Carlo tree search in four steps: select, expand, simulate, back up."""

from functools import partial

from ....game import Placement, States
from ....players.player import Searching
from ....players.registry import player
from ....search.growth import Growth
from ....search.mcts import Mcts
from ....tetris.pieces import PIECES
from ..drawing.board import Shape
from ..words import Words
from .chapter import Answers, Chapter, Choice, Number, Reader, Step, Told
from .iteration import Iteration, iterate, rollout, score
from .numbers import plus, shown, where
from .pictures import Picture, Tile, captioned, fitting, flowed, placed, rows_shown, well
from .position import Board, game, state
from .samples import middle, pocket, quad
from .walks import Look, drawn

SIMULATIONS = Choice("simulations", "120", least=0, most=2000)
ROLLOUT = Choice("rollout", "4", least=0, most=10)
SEED = Choice("seed", "0", least=0, most=999999)
EXPLORE = Choice("c", "0.2", least=0, most=10, whole=False)
WEIGHTS = "four-feature"


def tell(reader: Reader) -> Told:
    """The simulation after so many. Raises InputError where there is no move."""
    words, simulations = reader.words, reader.whole(SIMULATIONS)
    rules = game(reader.pieces)
    spec = f"mcts:simulations={simulations + 1},batch=1,rollout={reader.whole(ROLLOUT)},seed={reader.whole(SEED)}"
    who = player(f"{spec},c={reader.real(EXPLORE)!r},weights={WEIGHTS}", rules)
    assert isinstance(who, Searching)
    assert isinstance(who.search, Mcts)
    here = state(rules, reader.board.checked(), reader.pieces)
    one = iterate(Growth(who.search, who.view, here, 0), simulations)
    scene = _Scene(reader.board, one, simulations, words)
    answers = Answers(
        words("explain.mcts.far", n=int(one.growth.nodes.depth[: one.growth.used].max())),
        words("explain.mcts.completely", n=simulations, nodes=f"{one.growth.used:,}"),
        words("explain.mcts.grounds", rollout=who.search.rollout),
    )
    return Told((scene.select(), scene.expand(), scene.simulate(), scene.back_up()), answers)


class _Scene:
    """What all steps share."""

    def __init__(self, board: Board, one: Iteration, simulations: int, words: Words) -> None:
        self.one, self.simulations, self.words = one, simulations, words
        self.nodes, self.game = one.growth.nodes, one.growth.game
        self.spots = [self._spot(row) for row in one.path]
        self.board = board
        self.leaf = board
        for spot in self.spots[:-1]:
            if spot is not None:
                self.leaf = self.leaf.put(spot.cells, spot.piece).cleared()
        self.rollout = rollout(one, simulations + 1)

    def _before(self, row: int) -> States:
        """[1] the position in which the move of a row is made."""
        before: States = self.one.growth.states[self.nodes.state[self.nodes.parent[row]]][None]
        return before

    def _spot(self, row: int) -> Placement | None:
        """The placement of a row; None for the root and for an outcome of chance."""
        action = int(self.nodes.action[row])
        return None if action < 0 else self.game.describe(self._before(row), action)

    def names(self) -> list[str]:
        """What each row of the path is called."""
        found = []
        for row, spot in zip(self.one.path, self.spots, strict=True):
            if spot is not None:
                found.append(f"{spot.piece} {where(spot, self.words)}")
            elif row == 0:
                found.append(self.words("explain.mcts.root"))
            else:
                piece = int(self.one.growth.states[self.nodes.state[row]]["queue"][0])
                found.append(self.words("explain.mcts.chance", piece=PIECES[piece]))
        return found

    def select(self) -> Step:
        """The walk down, by scores."""
        words, one = self.words, self.one
        numbers = [Number(words("explain.label.simulations"), f"{self.simulations:,}")]
        for name, row in zip(self.names()[1:], one.path[1:], strict=True):
            if self.nodes.action[row] >= 0:
                its = score(one, row)
                text = f"{its.mean:.3f} + {its.bonus:.3f} = {its.total:.3f}"
            else:
                text = words("explain.mcts.due", chance=f"{float(self.nodes.chance[row]):.3f}")
            numbers.append(Number(name, text))
        says = words("explain.mcts.select.says", n=len(one.path) - 1, k=self.simulations)
        picture = Picture(partial(self._tree, Look.SCORES), words("explain.mcts.select.alt", n=len(one.path) - 1))
        return Step(words("explain.mcts.select"), says, picture, tuple(numbers))

    def expand(self) -> Step:
        """The new leaf, and what had to be opened on the way."""
        words, nodes = self.words, self.nodes
        leaf = self.one.path[-1]
        opened = sum(int(nodes.children[row]) for row in self.one.opened)
        numbers = (
            Number(words("explain.mcts.leaf"), self.names()[-1]),
            Number(words("explain.label.opened"), str(opened)),
            Number(words("explain.label.credit"), shown(float(nodes.credit[leaf]))),
            Number(words("explain.label.ahead"), shown(float(nodes.value[leaf]))),
        )
        says = words("explain.mcts.expand.opened" if opened else "explain.mcts.expand.says", n=opened)
        picture = Picture(self._expanded, words("explain.mcts.expand.alt"))
        return Step(words("explain.mcts.expand"), says, picture, numbers)

    def _expanded(self, width: float) -> Tile:
        """The tree with the new leaf, and beside the root the leaf's board."""
        whole, spot = self._tree(Look.LEAF, width), self.spots[-1]
        rows = rows_shown(self.leaf, spot.cells if spot else ())
        shape = Shape(spot.piece, spot.cells) if spot else None
        board = well(self.leaf, rows, cell=min(8.0, 76 / rows, width / 44), piece=shape, ring="var(--good)")
        return Tile(whole.width, whole.height, whole.content + placed(board, width - board.width, 0))

    def simulate(self) -> Step:
        """What was played from the leaf on, and what it was worth."""
        words, played = self.words, self.rollout
        leaf = self.one.path[-1]
        credit = float(self.nodes.credit[leaf])
        moves = played.moves if played else ()
        numbers = [
            Number(words("explain.label.rollout"), str(len(moves))),
            Number(words("explain.label.credit"), shown(credit)),
        ]
        if played:
            numbers.append(Number(words("explain.label.end"), shown(played.value)))
        numbers.append(Number(words("explain.label.found"), shown(self.one.found)))
        key = "explain.mcts.simulate.says" if played else "explain.mcts.simulate.none"
        picture = Picture(partial(self._boards, list(moves)), words("explain.mcts.simulate.alt", n=len(moves)))
        return Step(
            words("explain.mcts.simulate"),
            words(key, n=len(moves), found=shown(self.one.found)),
            picture,
            tuple(numbers),
        )

    def _boards(self, moves: list[Placement], width: float) -> Tile:
        """The leaf's board and the moves after it."""
        last = next((spot for spot in reversed(self.spots) if spot is not None), None)
        shapes = [*([last] if last is not None else []), *moves]
        board, tiles = self.leaf, []
        cell, gap = fitting(max(len(shapes), 3), width)
        rows = rows_shown(board, (c for spot in shapes for c in spot.cells))
        for n, spot in enumerate(shapes):
            above = self.words("explain.mcts.leaf") if n == 0 else f"+{n}  {spot.piece}"
            ring = "var(--accent)" if n == 0 else ""
            tile = well(board, rows, cell=cell, piece=Shape(spot.piece, spot.cells), ring=ring)
            tiles.append(captioned(tile, above=above))
            board = board.put(spot.cells, spot.piece).cleared()
        return flowed(tiles, width, gap)

    def back_up(self) -> Step:
        """What every node of the path learns."""
        words, one, nodes = self.words, self.one, self.nodes
        numbers = [Number(words("explain.label.found"), shown(one.found))]
        for name, row in zip(self.names(), one.path, strict=True):
            visits = int(nodes.visits[row])
            after = float(nodes.total[row]) / visits
            if visits > 1:
                before = float(one.before.total[row]) / (visits - 1)
                text = f"n {visits - 1} → {visits},  {shown(before)} → {shown(after)} ({plus(after - before)})"
            else:
                text = f"n 0 → 1,  {shown(after)}"
            numbers.append(Number(name, text))
        says = words("explain.mcts.back.says", n=len(one.path), found=shown(one.found))
        picture = Picture(partial(self._tree, Look.UPDATES), words("explain.mcts.back.alt", n=len(one.path)))
        return Step(words("explain.mcts.back"), says, picture, tuple(numbers))

    def _tree(self, look: Look, width: float) -> Tile:
        return drawn(self.one, self._label, look, width, self.words)

    def _label(self, row: int) -> str:
        """A node in a few letters: its piece and the first column, or the piece that chance brings."""
        if row == 0:
            return ""
        spot = self._spot(row)
        if spot is None:
            return PIECES[int(self.one.growth.states[self.nodes.state[row]]["queue"][0])]
        return f"{spot.piece}{'NESW'[spot.orientation]}{min(x for x, _ in spot.cells) + 1}"


CHAPTER = Chapter("mcts", tell, (middle("JT"), quad("TS"), pocket("L")), (1, 3), (SIMULATIONS, ROLLOUT, EXPLORE, SEED))
