"""What is tuned: some of the weights by which a player judges positions, where they start, and how far a step goes.

A candidate is a vector of weights; put into the player's spec it makes a player like any other. Weights that the
start has and that are not tuned stay as they are.
"""

import inspect
import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from ..errors import InputError, unknown
from ..game import Floats, Game, feature_names
from ..games import family
from ..games import game as make_game
from ..players.own import is_file
from ..players.player import Greedy
from ..players.registry import USUAL, canonical, entries, usual
from ..players.registry import player as make_player
from ..players.searches import evaluator
from ..search.evaluate import Linear
from ..spec import Spec, parse
from ..weights import LARGEST
from .spread import spreads

LINEAR = "linear"


class Subject(NamedTuple):
    """A player with D weights to be found."""

    game: str  # spec
    player: str  # spec, without its weights
    features: tuple[str, ...]  # [D] whose weights are tuned
    start: tuple[float, ...]  # [D]
    scale: tuple[float, ...]  # [D] a step of each weight that changes the values of placements about equally
    fixed: Mapping[str, float]  # weights of other features, which stay

    def named(self, weights: Floats) -> dict[str, float]:
        """All weights of a candidate [D] by feature name."""
        return {**self.fixed, **dict(zip(self.features, weights.tolist(), strict=True))}

    def short(self, weights: Floats) -> "tuple[Subject, Floats]":
        """The subject and a candidate [D] that plays the same; where only direction matters, it is 1/2 to 1 long.

        Greedy play does not mind by what its weights are multiplied, and methods let them grow. All are multiplied by
        one power of two, which leaves every sum and comparison as it was, to the last bit, so that the same games are
        played; a length of exactly 1 would not. A search may add points to its weights, so they stay.
        """
        length = math.hypot(*self.named(weights).values())
        if parse(self.player).name != LINEAR or not 0 < length < math.inf:
            return self, weights
        power = -math.frexp(length)[1]
        found = self._replace(fixed={name: math.ldexp(weight, power) for name, weight in self.fixed.items()})
        shortened = np.ldexp(weights, power)
        before, after = self.named(weights), found.named(shortened)
        kept = all(math.ldexp(after[name], -power) == weight for name, weight in before.items())  # none too small
        return (found, shortened) if kept else (self, weights)

    def spec(self, weights: Floats) -> str:
        """The spec of the player that a candidate [D] makes."""
        named = {name: repr(weight) for name, weight in self.named(weights).items()}
        base = parse(self.player)
        if base.name == LINEAR:
            return str(Spec(LINEAR, {**named, **base.options}))
        return str(Spec(base.name, {**base.options, "weights": str(Spec(LINEAR, named))}))


def subject(game: str, player: str = LINEAR, features: Sequence[str] = (), start: str | None = None) -> Subject:
    """The subject that the words of a command line mean.

    Parameters
    ----------
    game : str
        A game's spec.
    player : str
        `linear`, a player that adds up features, or the spec of a search with `weights`.
    features : sequence of str
        What is tuned; by default all features that the start weighs.
    start : str, optional
        A player that adds up features, or a file of weights; by default the weights that `player` has.

    Raises
    ------
    InputError
        For a player without weights, an unknown feature, one that comes twice, or where there is nothing to tune.
    """
    rules = make_game(game)
    base, own = _base(player, rules)
    begun = start if start is not None else own
    named = {} if begun is None else _weights(begun, rules)
    chosen = tuple(features) or tuple(named)
    if not chosen:
        raise InputError("there is nothing to tune; name --features, or a player with weights by --start")
    for name in chosen:
        if name not in feature_names(rules):
            raise unknown("feature", name, feature_names(rules))
        if chosen.count(name) > 1:
            raise InputError(f"feature {name!r} is to be tuned twice; name it once")
    weights = tuple(named.get(name, 0.0) for name in chosen)
    fixed = {name: weight for name, weight in named.items() if name not in chosen}
    scale = steps(rules, chosen, weights, fixed)
    found = Subject(rules.name, base, chosen, weights, scale, fixed)
    make_player(found.spec(np.array(weights)), rules)  # raises where the player's other options do not fit
    return found


def steps(game: Game, features: Sequence[str], start: Sequence[float], fixed: Mapping[str, float]) -> tuple[float, ...]:
    """[D] for each weight the step that changes the value of placements as much as a typical weight of the start does.

    What a weight changes is the weight times the feature's spread (spread.py) in random play and in that of the start
    with its `fixed` weights; typical is the median over the weights of the start that are not 0, or 1 where all are. To
    three digits, so that they can be read.
    """
    found = spreads(game, {**fixed, **dict(zip(features, start, strict=True))})
    spread = found[[feature_names(game).index(name) for name in features]]
    told = np.abs(np.array(start)) * spread
    typical = float(np.median(told[told > 0])) if (told > 0).any() else 1.0
    return tuple(float(f"{typical / width:.3g}") for width in spread.tolist())


def usable(candidates: Floats, features: Sequence[str], generation: int) -> None:
    """Raises InputError where there is no candidate [N, D], or one whose weights cannot be played."""
    if candidates.ndim != 2 or candidates.shape[1] != len(features):
        raise InputError(f"the method asks for candidates of shape {candidates.shape}; give [N, {len(features)}]")
    if not len(candidates):
        raise InputError("the method asks for no candidates; give it a population of 1 or more")
    wrong = ~(np.abs(candidates) <= LARGEST)  # nan compares false
    if wrong.any():
        row, column = np.argwhere(wrong)[0].tolist()
        raise InputError(
            f"the weight of {features[column]} is {candidates[row, column]:g} in generation {generation}, too large to "
            "add up: the method ran away; begin again with smaller steps"
        )


def _base(text: str, game: Game) -> tuple[str, str | None]:
    """The spec of a player without its weights, and what names these weights."""
    spec = parse(text)
    if is_file(spec.name):
        return str(Spec(LINEAR, spec.options)), spec.name
    spec = parse(canonical(text))
    entry = next((one for one in entries(family(game)) if one.name == spec.name), None)
    if entry is None:
        make_player(text, game)  # raises: unknown, or of another game
        raise InputError(f"player {text!r} cannot be tuned; choose one from wellplayed players")
    if spec.name == LINEAR:
        kept = {key: value for key, value in spec.options.items() if key == "moves"}
        named = {key: value for key, value in spec.options.items() if key not in kept}
        return str(Spec(LINEAR, kept)), str(Spec(LINEAR, named)) if named else None
    if "linear" in entry.tags:
        return str(Spec(LINEAR, spec.options)), spec.name
    if "weights" not in inspect.signature(entry.make).parameters:
        raise InputError(f"player {spec.name!r} takes no weights to tune; choose linear, or a search such as beam")
    rest = {key: value for key, value in spec.options.items() if key != "weights"}
    return str(Spec(spec.name, rest)), spec.options.get("weights")


def _weights(text: str, game: Game) -> dict[str, float]:
    """The weights by feature name that a player, or a file, has; those that are not 0."""
    name = usual(family(game)) if text == USUAL else text
    judge: object
    if is_file(parse(name).name):
        judge = evaluator(name, game)
    else:
        found = make_player(name, game)
        judge = found.evaluator if isinstance(found, Greedy) else None
    if not isinstance(judge, Linear):
        raise InputError(f"--start {text} has no weights to start from; name a player that adds up features")
    pairs = zip(feature_names(game), judge.weights.tolist(), strict=True)
    return {feature: weight for feature, weight in pairs if weight}
