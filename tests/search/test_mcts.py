"""Monte Carlo tree search: the tree of its twin, what it converges to, and that chance stays fair."""

from typing import Any

import numpy as np
import pytest
from tests.naive import mcts as naive
from tests.naive.records import position
from tests.search.positions import EXACT, UNEVEN, Drawn, Edge, mixed, small, squares
from tests.tetris.guideline.positions import reached
from tests.tetris.positions import rules

from wellplayed.errors import Fault, InputError
from wellplayed.search import growth as module
from wellplayed.search import mcts as module_of_thoughts
from wellplayed.search import tree
from wellplayed.search.evaluate import Linear, rated
from wellplayed.search.expectimax import Expectimax
from wellplayed.search.greedy import greedy
from wellplayed.search.growth import Growth
from wellplayed.search.mcts import Mcts
from wellplayed.tetris.classic import Classic
from wellplayed.tetris.guideline.rules import Guideline


def grown(search: Mcts, game: Any, state: Any) -> Growth:
    return Growth(search, game, state, 0).grown()


def children(growth: Growth, row: int) -> range:
    first = int(growth.nodes.first[row])
    return range(first, first + int(growth.nodes.children[row]))


def chance_nodes(growth: Growth) -> Any:
    return np.flatnonzero(growth.nodes.kind[: growth.used] == tree.CHANCE)


def same_tree(growth: Growth, row: int, twin: naive.Node) -> int:
    """Assert that a node and all below it are those of the twin; return how many there are."""
    nodes = growth.nodes
    assert nodes.action[row] == (-1 if twin.action is None else twin.action)
    assert (nodes.visits[row], nodes.total[row], nodes.pending[row]) == (len(twin.found), twin.total, 0)
    assert (nodes.credit[row], nodes.value[row]) == (twin.credit, twin.value) or row == 0
    assert (nodes.chance[row], nodes.depth[row]) == (twin.chance, twin.depth)
    assert nodes.prior[row] == pytest.approx(twin.prior, rel=1e-12)
    below = twin.children or []
    rows = children(growth, row)
    assert len(rows) == len(below)
    return 1 + sum(same_tree(growth, r, child) for r, child in zip(rows, below, strict=True))


# Against the twin ----------------------------------------------------------------------------------------------------

CASES: dict[str, tuple[Any, dict[str, Any], int, int]] = {
    "uct": (small(0), {}, 90, 1),
    "uct with a bag": (small(0, "bag", "clear"), {"c": 1.0}, 60, 1),
    "uct, one piece seen": (small(1, "bag"), {"c": 0.5}, 60, 1),
    "uct, wider": (small(0, width=5), {"c": 0.05}, 60, 1),
    "no further than one piece": (small(0, "bag"), {"depth": 1}, 90, 1),
    "puct": (small(0), {"temperature": 0.5, "c": 1.25}, 90, 1),
    "puct, one piece seen": (small(1), {"temperature": 2.0, "c": 3.0}, 60, 1),
    "rollouts": (small(0), {"rollout": 3}, 30, 1),
    "rollouts, three pieces seen": (small(3, "bag", "clear"), {"rollout": 2, "seed": 2**64 - 1}, 30, 1),
    "random rollouts": (small(1), {"rollout": 9, "random": 0.5, "seed": 3}, 30, 1),
    "common rollouts": (small(0), {"rollout": 2, "common": True, "temperature": 1.0, "c": 1.25}, 30, 1),
    "rounds of three": (small(0), {}, 80, 3),
    "rounds of sixteen": (small(1, "bag"), {"temperature": 0.5, "c": 1.25, "depth": 2}, 80, 16),
    "rounds with rollouts": (small(0, "bag"), {"rollout": 2, "common": True}, 33, 8),
}


@pytest.mark.parametrize("case", CASES)
def test_grows_the_tree_of_the_twin(case: str) -> None:
    game, options, simulations, batch = CASES[case]
    options = dict(options)
    temperature = options.pop("temperature", None)
    prior = {} if temperature is None else {"prior": True, "temperature": temperature}
    size = 0
    for one in mixed(game, 2, 91)[1:, None]:
        search = Mcts(Linear(game, UNEVEN), simulations, batch, loss=-30.0, **options, **prior)
        rule = naive.Rule(-30.0, temperature=temperature, **options)
        twin = naive.Search(position(one[0], rules(game)), rules(game), UNEVEN, rule).run(simulations, batch)
        growth = grown(search, game, one)
        size += same_tree(growth, 0, twin)
        assert growth.used == same_tree(growth, 0, twin)
        assert search.choose(game, one).tolist() == [naive.best(twin)]
        assert growth.bounds.tolist() == [min(twin.found), max(twin.found)]
    assert size > 100


# What it converges to ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("options", "shares"), [({}, (0.75, 0.9, 0.95)), ({"prior": True}, (0.75, 0.85, 0.9))])
def test_converges_to_expectimax(options: dict[str, Any], shares: tuple[float, ...]) -> None:
    # The same horizon, one hidden piece. What is left over at the end are moves that are worth almost the same.
    game = small(0)
    evaluator = Linear(game, UNEVEN)
    states = mixed(game, 25, 92)
    found = [Expectimax(evaluator, 1, loss=-30.0).think(game, one).values for one in states[:, None]]
    alive = [i for i, values in enumerate(found) if np.isfinite(values).any()]
    assert len(alive) > 40
    errors, regrets = [], []
    for simulations, share in zip((100, 1000, 10_000), shares, strict=True):
        search = Mcts(evaluator, simulations, depth=1, loss=-30.0, **options)
        chosen, regret, error = 0, 0.0, 0.0
        for i in alive:
            growth = grown(search, game, states[i : i + 1])
            best = found[i].max()
            value = found[i][growth.nodes.action[growth.candidates] == growth.move][0]
            chosen += value > best - 1e-9
            regret += best - value
            error += abs(growth.means(np.zeros(1, np.int64))[0] - best)
        assert chosen / len(alive) >= share
        regrets.append(regret / len(alive))
        errors.append(error / len(alive))
    assert errors[0] > 2 * errors[2]
    assert errors[2] < 0.15  # of values that spread over ten and more
    assert regrets[0] > regrets[2]
    assert regrets[2] < 0.03


def test_outcomes_are_visited_by_their_chances() -> None:
    for game in (small(0), small(0, "bag"), small(1, "bag")):
        growth = grown(Mcts(Linear(game, UNEVEN), 3000, 8, c=0.7), game, mixed(game, 1, 93)[:1])
        nodes, met = growth.nodes, 0
        for node in chance_nodes(growth):
            rows = children(growth, int(node))
            visits = nodes.visits[rows.start : rows.stop]
            assert visits.sum() == nodes.visits[node] - 1  # the first visit ended there
            assert np.abs(visits - nodes.chance[rows.start : rows.stop] * visits.sum()).max() < 1.0
            assert nodes.chance[rows.start : rows.stop].sum() == pytest.approx(1.0)
            met += visits.sum() > 20
        assert met > 3


def test_a_thought_says_which_outcome_is_which() -> None:
    """Played again by what the tree says, each node's position is the one that the search had there."""
    for game in (small(0, "bag"), small(1)):
        growth = grown(Mcts(Linear(game, UNEVEN), 1500, 1), game, mixed(game, 1, 95)[:1])
        nodes, told, met = growth.nodes, module_of_thoughts.shown(growth), 0
        positions, rows = {0: growth.states[:1]}, {0: 0}  # by row of what is told: the position, and the search's row
        for n in range(1, len(told.parent)):
            parent, action, which = int(told.parent[n]), int(told.action[n]), int(told.outcome[n])
            below = children(growth, rows[parent])
            if action >= 0:
                assert which == -1
                rows[n] = next(row for row in below if nodes.action[row] == action)
                positions[n] = game.play(positions[parent], np.array([action]))
            else:
                outcomes = game.outcomes(positions[parent])
                rows[n] = below[which]
                positions[n] = outcomes.states[which : which + 1]
                assert outcomes.chance[which] == told.chance[n]
                met += 1
            assert nodes.visits[rows[n]] == told.visits[n]
            if nodes.state[rows[n]] >= 0:
                kept = growth.states[nodes.state[rows[n]]][None]
                assert (game.mask(kept) == game.mask(positions[n])).all()
                assert game.features(kept).tolist() == game.features(positions[n]).tolist()
        assert met > 20


def test_a_visible_piece_is_no_chance() -> None:
    for previews in (0, 1):
        game = small(previews, "bag")
        growth = grown(Mcts(Linear(game, UNEVEN), 2000), game, mixed(game, 1, 94)[:1])
        assert growth.nodes.depth[chance_nodes(growth)].min() == 1 + previews


GAMBLE = {
    "root": (Edge("A", 0.0, 5.0), Edge("B", 0.5, 4.0), Edge("X", 0.0, 0.0)),
    "A1": (Edge("R", 0.0, 8.0), Edge("X", 0.0, 0.0)),
    "A2": (Edge("X", 0.25, 0.0), Edge("X", 0.5, 0.0)),
    "B1": (Edge("R", 0.0, 2.5),),
}


@pytest.mark.parametrize("prior", [False, True])
@pytest.mark.parametrize(("chance", "loss", "first"), [(0.5, -4.0, 1), (0.5, -1.0, 0), (0.75, -4.0, 0)])
def test_chance_decides(chance: float, loss: float, first: int, prior: bool) -> None:
    # A gamble between 8 and a loss, and a safe 3.
    game: Any = Drawn(GAMBLE, {"A": {"A1": chance, "A2": 1 - chance}, "B": {"B1": 1.0}})
    growth = grown(Mcts(game.evaluator, 4000, loss=loss, prior=prior, temperature=4.0), game, game.at("root"))
    assert growth.move == first
    gamble = 8 * chance + (0.5 + loss) * (1 - chance)
    means = growth.means(growth.candidates)
    assert means[first] == pytest.approx((gamble, 3.0)[first], abs=0.2)
    assert growth.nodes.visits[growth.candidates[2]] == 0


def test_what_no_chance_moves_stands() -> None:
    game: Any = Drawn({"root": (Edge("A", 0.0, 1.0), Edge("B", 0.25, 2.0), Edge("C", 0.0, 1.5))})
    growth = grown(Mcts(game.evaluator, 50, loss=-9.0), game, game.at("root"))
    assert growth.move == 1
    assert growth.means(growth.candidates).tolist() == [1.0, 2.0, 1.5]


def test_the_credit_of_every_move_counts() -> None:
    # Two ways of two moves: 1 + 5 + 2 = 8 by the left, 0 + 0 + 7 by the right, whose first move looks better.
    edges = {
        "root": (Edge("L", 1.0, 3.0), Edge("R", 0.0, 4.0)),
        "L": (Edge("L2", 5.0, 5.5),),
        "L2": (Edge("L3", 0.0, 2.0),),
        "R": (Edge("R2", 0.0, 4.0),),
        "R2": (Edge("R3", 0.0, 7.0),),
    }
    game: Any = Drawn(edges)
    growth = grown(Mcts(game.evaluator, 60, 1, c=2.0, loss=-9.0), game, game.at("root"))
    assert growth.bounds.tolist() == [3.0, 8.0]  # L at once, and all of L
    assert growth.move == 0


def test_every_walk_of_a_round_has_its_rollout() -> None:
    # Also one that ended where another walk of the round went on. To the end all are dead, and none is worth its board.
    game = small(0)
    for batch in (1, 32, 128):
        growth = grown(Mcts(Linear(game, UNEVEN), 300, batch, rollout=10**6, loss=-900.0), game, game.new([7]))
        assert growth.nodes.visits[0] == 300
        assert growth.bounds[1] < -400.0


# Chance is fair ------------------------------------------------------------------------------------------------------

SEARCHES = (
    {},
    {"prior": True},
    {"rollout": 4},
    {"rollout": 50, "random": 0.75, "seed": 5, "common": True, "prior": True},
)


@pytest.mark.parametrize("options", SEARCHES)
@pytest.mark.parametrize("kind", ["classic", "bag", "guideline"])
def test_the_hidden_stream_changes_nothing(kind: str, options: dict[str, Any]) -> None:
    game: Any
    if kind == "guideline":
        game = Guideline("guideline", previews=1)
        states = reached(game, 7, games=3, pieces=8)[::8]
    else:
        game = Classic(8, 6, "bag" if kind == "bag" else "uniform", 1 if kind == "bag" else 0)
        states = mixed(game, 2, 95)
    search = Mcts(Linear(game, UNEVEN), 80, 8, **options)
    words = np.random.default_rng(3).integers(0, 2**64, (2, len(states)), np.uint64)
    swapped = game.reseeded(states, words[0])
    for name in {"stream", "noise"} & set(game.dtype.names):
        swapped[name] = words[1]
    for i in range(len(states)):
        one, other = (grown(search, game, s[i : i + 1]) for s in (states, swapped))
        assert one.move == other.move
        for name, array in one.nodes._asdict().items():
            assert np.array_equal(array[: one.used], getattr(other.nodes, name)[: other.used]), name


def test_rollouts_hash_the_seed_the_match_and_the_ply() -> None:
    game = small(0)
    evaluator = Linear(game, UNEVEN)
    one = mixed(game, 1, 96)[:1]

    def total(seed: int, **fields: int) -> float:
        state = one.copy()
        for name, value in fields.items():
            state[name] = value
        return float(grown(Mcts(evaluator, 40, rollout=3, seed=seed), game, state).nodes.total[0])

    found = [total(0), total(1), total(0, match=5), total(0, pieces=77), total(2**64 - 1)]
    assert len(set(found)) == len(found)
    assert total(0) == found[0]


def test_a_move_does_not_depend_on_the_batch() -> None:
    game = small(0, "bag")
    states = mixed(game, 8, 97)
    for options in SEARCHES:
        search = Mcts(Linear(game, UNEVEN), 60, **options)
        together = search.choose(game, states).tolist()
        assert search.choose(game, states[::-1]).tolist() == together[::-1]
        assert [int(search.choose(game, one)[0]) for one in states[:, None]] == together


# Thoughts ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", SEARCHES)
@pytest.mark.parametrize("previews", [0, 2])
def test_a_thought_shows_the_tree(previews: int, options: dict[str, Any]) -> None:
    game = small(previews, width=6, height=8)
    evaluator = Linear(game, UNEVEN)
    for one in mixed(game, 3, 98)[:, None]:
        search = Mcts(evaluator, 300, **options)
        thought, moves, growth = search.think(game, one), rated(game, one, evaluator), grown(search, game, one)
        assert (
            thought.action
            == search.choose(game, one)[0]
            == thought.line[0].orientation * 6 + min(x for x, _ in thought.line[0].cells)
        )
        assert thought.actions.tolist() == moves.action.tolist()
        assert (thought.values == -np.inf).tolist() == moves.dead.tolist()
        shown = thought.tree
        assert shown is not None
        assert shown.visits[0] == 300
        assert len(shown.visits) <= 500
        assert (np.diff(shown.visits) <= 0).all()
        assert (shown.parent[1:] < np.arange(1, len(shown.parent))).all()
        assert (shown.parent[1:] >= 0).all()
        assert shown.parent[0] == shown.action[0] == -1
        assert ((shown.value >= 0) & (shown.value <= 1)).all()
        top = (shown.parent == 0).nonzero()[0]
        assert shown.visits[top].sum() == 300
        assert shown.visits[top].max() == shown.visits[top][shown.action[top] == thought.action][0]
        means = dict(zip(thought.actions.tolist(), thought.values, strict=True))
        least, greatest = growth.bounds
        for row in top:
            scaled = (means[int(shown.action[row])] - least) / (greatest - least)
            assert shown.value[row] == pytest.approx(scaled, abs=1e-12)
        if options.get("prior"):
            assert growth.nodes.prior[growth.candidates].sum() == pytest.approx(1.0)
        assert len(thought.line) <= 1 + previews
        assert thought.plies.max() >= len(thought.line) - 1
        assert thought.plies[thought.actions == thought.action] >= 1
        assert thought.nodes >= 300


def test_a_thought_sums_the_line_as_far_as_it_is_visible() -> None:
    game = small(2)
    evaluator = Linear(game, EXACT)
    one = mixed(game, 2, 99)[:1]
    thought = Mcts(evaluator, 500).think(game, one)
    assert len(thought.line) == 3
    state, credit = one, 0.0
    row = int(np.flatnonzero(thought.actions == thought.action)[0])
    for spot in thought.line:
        moves = rated(game, state, evaluator)
        chosen = moves.action == spot.orientation * 4 + min(x for x, _ in spot.cells)
        value = credit + float(moves.value[chosen][0])
        credit += float(moves.credit[chosen][0])
        state = game.play(state, moves.action[chosen])
    assert thought.contributions[row].sum() == value
    assert thought.features[row].tolist() == game.features(state)[0].tolist()


# Budgets, ends and faults --------------------------------------------------------------------------------------------


def test_a_budget_of_nodes() -> None:
    game = small(0)
    evaluator = Linear(game, UNEVEN)
    states = mixed(game, 5, 100)
    for options in SEARCHES:
        spent = []
        for nodes in (1, 50, 500, 3000):
            search = Mcts(evaluator, nodes=nodes, **options)
            growth = [grown(search, game, one) for one in states[:, None]]
            assert search.choose(game, states).tolist() == [g.move for g in growth]
            spent.append([int(g.nodes.visits[0]) for g in growth])
            assert all(g.budget.spent >= nodes for g in growth)
            # A round, with the moves that it rates, may go beyond.
            assert all(g.budget.spent <= nodes + 16 * (1 + 17 + options.get("rollout", 0)) for g in growth)
        assert not any(spent[0])
        assert (np.diff(spent, axis=0) >= 0).all()
        assert (np.diff(spent[1:], axis=0) > 0).all()


def test_without_time_it_is_greedy() -> None:
    game = small(0)
    evaluator = Linear(game, UNEVEN)
    states = mixed(game, 5, 101)
    for options in SEARCHES:
        hasty = Mcts(evaluator, milliseconds=1e-6, **options)
        assert hasty.choose(game, states).tolist() == greedy(game, states, evaluator).tolist()
        thought = hasty.think(game, states[:1])
        assert thought.action == greedy(game, states[:1], evaluator)[0]
        assert thought.tree is not None
        assert thought.tree.visits.tolist() == [0]


def test_with_time_enough_the_clock_changes_nothing() -> None:
    game = small(0)
    states = mixed(game, 4, 102)
    for options in SEARCHES:
        plain = Mcts(Linear(game, UNEVEN), 200, 8, **options)
        calm = Mcts(Linear(game, UNEVEN), 200, 8, milliseconds=1e6, **options)
        for one in states[:, None]:
            a, b = grown(plain, game, one), grown(calm, game, one)
            assert a.nodes.total[: a.used].tolist() == b.nodes.total[: b.used].tolist()


def test_a_full_tree_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST", 2000)
    game = small(0)
    growth = grown(Mcts(Linear(game, UNEVEN), 10**6), game, game.new([1]))
    assert 1900 < growth.used <= 2000
    assert game.mask(game.new([1]))[0, growth.move]


def test_a_forced_loss_still_gives_a_legal_move() -> None:
    game = Classic(4, 4)
    states = game.new([0])
    states["queue"][0, 0] = 1
    states["columns"][0, :4] = [0b0111, 0b1011, 0b1101, 0b1110]
    assert game.moves(states, np.zeros(len(game.glossary))).dead.all()
    for options in SEARCHES:
        search = Mcts(Linear(game, UNEVEN), 30, **options)
        assert game.mask(states)[0, search.choose(game, states)[0]]
        assert (search.think(game, states).values == -np.inf).all()


def test_a_losing_move_is_never_preferred() -> None:
    game = Classic(4, 4)
    states = game.new([0])
    states["queue"][0, 0] = 0
    states["columns"][0, :4] = [0b1111, 0b11, 0, 0]
    growth = grown(Mcts(lambda s: s["columns"].max(axis=1).astype(float), 300, loss=9e9), game, states)
    lost = growth.nodes.kind[growth.candidates] == tree.LOST
    assert lost.any()
    assert not growth.nodes.visits[growth.candidates[lost]].any()


def test_states_without_a_move_are_named() -> None:
    game = small(0)
    states = game.new([1, 2, 3])
    states[1:2] = game.play(states[1:2], np.array([0]))  # not dealt
    with pytest.raises(InputError, match="state 1 has no move: its game is over or its piece is not dealt"):
        Mcts(Linear(game, UNEVEN), 5).choose(game, states)
    states[0]["dead"] = True
    with pytest.raises(InputError, match="state 0 has no move"):
        Mcts(Linear(game, UNEVEN), 5).think(game, states)


@pytest.mark.parametrize("rollout", [0, 2])
def test_a_fault_of_the_evaluator_comes_through(rollout: int) -> None:
    game = small(0)
    guide = Linear(game, UNEVEN)
    wrong = Mcts(lambda s: np.zeros(len(s) + 1), 9, loss=-1.0, rollout=rollout, guide=guide)
    with pytest.raises(Fault, match="give one for each"):
        wrong.choose(game, game.new([0]))

    def late(states: Any) -> Any:
        if states["pieces"].max() > 2:
            raise ZeroDivisionError
        return np.zeros(len(states))

    with pytest.raises(Fault, match="late"):
        Mcts(late, 500, loss=-1.0, rollout=rollout, guide=guide).choose(game, game.new([0]))


# Other evaluators and priors -----------------------------------------------------------------------------------------


def test_any_evaluator_will_do() -> None:
    # The same numbers by another way: the function judges boards alone, the rows cleared are the game's own reward.
    bare = {"row_transitions": -0.5, "holes": -2.0}
    game = small(0)
    board, whole = Linear(game, bare), Linear(game, {**bare, "lines": 1.0})
    for one in mixed(game, 4, 103)[:, None]:
        for options in ({}, {"prior": True}, {"rollout": 3, "guide": board}):
            a = grown(Mcts(whole, 60, loss=-40.0, **options), game, one)
            b = grown(Mcts(board.__call__, 60, loss=-40.0, **options), game, one)
            assert a.nodes.total[: a.used].tolist() == b.nodes.total[: b.used].tolist()
    assert len(Mcts(squares, 20, loss=-99.0).choose(game, mixed(game, 3, 104))) == 6


def test_priors_of_ones_own() -> None:
    game = small(0)
    evaluator = Linear(game, UNEVEN)
    one = mixed(game, 2, 105)[:1]
    seen: list[tuple[int, int]] = []

    def last(states: Any, moves: Any) -> Any:
        seen.append((len(states), len(moves.action)))
        return np.where(moves.action == moves.action[-1], 6.0, 0.0)

    growth = grown(Mcts(evaluator, 40, prior=last, c=50.0), game, one)
    rows = growth.candidates
    assert seen[0] == (1, len(rows))
    assert growth.nodes.prior[rows].tolist() == [0.0] * (len(rows) - 1) + [1.0]
    assert growth.nodes.visits[rows].tolist() == [0] * (len(rows) - 1) + [40]
    for wrong in (lambda s, m: np.ones(len(m.action) + 1), lambda s, m: -np.ones(len(m.action))):
        with pytest.raises(Fault, match="give a finite number of at least 0 for each"):
            Mcts(evaluator, 9, prior=wrong).choose(game, one)
    with pytest.raises(Fault, match="prior '<lambda>' gave nan"):
        Mcts(evaluator, 9, prior=lambda s, m: np.nan).choose(game, one)
    with pytest.raises(Fault, match=r"prior '<lambda>' failed on \d+ moves: ZeroDivisionError"):
        Mcts(evaluator, 9, prior=lambda s, m: m.value * (1 // 0)).choose(game, one)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"simulations": 0}, "simulations=0 of mcts is out of range"),
        ({"batch": 129}, "batch=129 of mcts is out of range; choose 1 to 128"),
        ({"c": -0.1}, "c=-0.1 of mcts"),
        ({"c": float("nan")}, "c=nan of mcts"),
        ({"temperature": 0.0}, "temperature=0.0 of mcts"),
        ({"rollout": -1}, "rollout=-1 of mcts"),
        ({"random": 1.5}, "random=1.5 of mcts is out of range; choose 0 to 1"),
        ({"depth": -1}, "depth=-1 of mcts"),
        ({"loss": -np.inf}, "loss=-inf"),
        ({"seed": 2**64}, "seed .* is out of range"),
        ({"nodes": 0}, "budget of 0 nodes"),
        ({"milliseconds": 0.0}, "no time to search"),
    ],
)
def test_what_cannot_be_searched(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        Mcts(Linear(small(0), UNEVEN), **options)


def test_what_an_evaluator_without_weights_needs() -> None:
    with pytest.raises(InputError, match="give loss"):
        Mcts(squares)
    with pytest.raises(InputError, match="give guide"):
        Mcts(squares, loss=-1.0, rollout=3)
