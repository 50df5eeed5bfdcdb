"""What came out of matches: tables of results and ratings, the course of a sequential test, and all of it as JSON."""

import math
import sys
from typing import TYPE_CHECKING, Any

from .tables import Column, decimal, interval, show

if TYPE_CHECKING:
    from ..arena.entrants import Entrant
    from ..arena.ratings import Rating, Tally
    from ..arena.sequential import Sprt, Step
    from ..arena.tournament import Pairing, Standing


def tell_test(who: "list[Entrant]", test: "Sprt", *, quiet: bool) -> None:
    """Print what is tested."""
    if quiet:
        return
    first, second = (w.name for w in who)
    low, high = test.bounds
    print(f"H0: {first} is at most {test.elo0:+g} Elo points above {second}. H1: at least {test.elo1:+g}.")
    print(f"Open while the LLR is between {low:.2f} and {high:.2f} (alpha {test.alpha:g}, beta {test.beta:g}).\n")
    sys.stdout.flush()


def tell_step(step: "Step", test: "Sprt") -> None:
    """Print where the test stands after a batch."""
    won = f"+{step.results.wins:,} ={step.results.draws:,} -{step.results.losses:,}"
    print(f"{step.results.matches:>7,} matches  {won:<24} LLR {step.llr:+.2f}", flush=True)


class Report:
    """The results of some pairs of players, with their ratings.

    `anchor` is the place of the player whose rating is 0, and `seconds` has the time each pair took.
    """

    def __init__(
        self,
        game: str,
        turns: int,
        names: list[str],
        pairings: "list[Pairing]",
        anchor: int | None,
        ladder: bool,
        seconds: dict[tuple[int, int], float],
    ) -> None:
        from ..arena.sides import of_puyo
        from ..arena.tournament import standings

        self.puyo = of_puyo(game)
        self.game, self.turns, self.names, self.pairings = game, turns, names, pairings
        self.anchor, self.ladder, self.seconds = anchor, ladder, seconds
        self.standings = standings(len(names), pairings, anchor)

    def show(self, test: "Sprt | None", steps: "list[Step]") -> None:
        """Print the tables."""
        if test is not None:
            print(f"\n{_verdict(test, steps)}\n")
        count = len(self.pairings[0].matches)
        many = f"{count:,} {'match' if count == 1 else 'matches'}{' of each pair' if len(self.pairings) > 1 else ''}"
        print(f"{self.game}\n{many}, drawn after {self.turns:,} turns\n")
        if len(self.names) == 2:
            self._duel()
        else:
            self._crosstable()
            self._ratings()
            if not self.ladder:
                self._differences()
        sys.stdout.flush()

    def _duel(self) -> None:
        from ..arena.versus import tally

        results = tally(self.pairings[0].matches)
        titles = "wins", "draws", "losses", "score", "95% interval", "Elo", "95% interval", *self._titles
        rows = [
            (name, *_results(own), *_score(own), *_elo(own), *self._counts(s))
            for name, own, s in zip(self.names, (results, results.turned()), self.standings, strict=True)
        ]
        show([Column("player"), *(Column(title, right=True) for title in titles)], rows)

    def _crosstable(self) -> None:
        from ..arena.versus import tally

        titles = "wins", "draws", "losses", "score", "95% interval", "Elo", "95% interval"
        rows = []
        for pairing in self.pairings:
            results = tally(pairing.matches)
            names = self.names[pairing.first], self.names[pairing.second]
            rows.append((*names, *_results(results), *_score(results), *_elo(results)))
        show([Column("player"), Column("against"), *(Column(title, right=True) for title in titles)], rows)

    def _ratings(self) -> None:
        zero = "their mean is 0" if self.anchor is None else f"{self.names[self.anchor]} is 0"
        print(f"\nRatings in Elo points, {zero}; a draw is half a win:\n")
        titles = "rating", "95% interval", "score", *self._titles
        order = sorted(range(len(self.names)), key=lambda i: -self.standings[i].rating.elo)
        rows = []
        for i in order:
            s = self.standings[i]
            ends = "-" if i == self.anchor else _ends(s.rating)
            score = f"{s.results.score:.1%}"
            rows.append((self.names[i], decimal(s.rating.elo, sign=True), ends, score, *self._counts(s)))
        show([Column("player"), *(Column(title, right=True) for title in titles)], rows)

    @property
    def _titles(self) -> tuple[str, ...]:
        """The columns of what was done in the matches, in the words of the game."""
        return ("ojama/pair", "best chain", "all clears", "turns") if self.puyo else ("attack/piece", "turns")

    def _counts(self, standing: "Standing") -> tuple[str, ...]:
        """The same of one player."""
        attack, turns = f"{standing.attack:.3f}", decimal(standing.turns)
        return (attack, f"{standing.longest}", f"{standing.all_clears:,}", turns) if self.puyo else (attack, turns)

    def _differences(self) -> None:
        from ..arena.tournament import ahead

        print(f"\nShare of matches won beyond that of {self.names[0]}, seed by seed, in percent:\n")
        rows = []
        for i in range(1, len(self.names)):
            gap = ahead(i, 0, self.pairings)
            mean, se, low, high = (100 * value for value in (gap.mean, gap.se, gap.low, gap.high))
            rows.append((self.names[i], decimal(mean, sign=True), decimal(se), interval(low, high, sign=True)))
        show([Column("player"), *(Column(title, right=True) for title in ("mean", "s.e.", "95% interval"))], rows)

    def emit(self, test: "Sprt | None", steps: "list[Step]") -> None:
        """Print everything as JSON, matches included."""
        from .console import emit

        players = [
            {"player": name, **s.results._asdict(), "score": s.results.score, **_rating(s.rating, "rating")}
            | ({"attack_per_pair": s.attack} if self.puyo else {"attack_per_piece": s.attack})
            | ({"best_chain": s.longest, "all_clears": s.all_clears} if self.puyo else {})
            | {"turns": s.turns}
            for name, s in zip(self.names, self.standings, strict=True)
        ]
        data: dict[str, Any] = {"game": self.game, "turns": self.turns, "players": players}
        data["pairings"] = [self._pairing(pairing) for pairing in self.pairings]
        if test is not None:
            low, high = test.bounds
            course = [{**s.results._asdict(), "matches": s.results.matches, "llr": s.llr} for s in steps]
            data["sprt"] = {**test._asdict(), "lower": low, "upper": high}
            data["sprt"] |= {"verdict": steps[-1].verdict or None, "steps": course}
        emit(data)

    def _pairing(self, pairing: "Pairing") -> dict[str, Any]:
        from ..arena.ratings import difference, score_interval
        from ..arena.sides import told
        from ..arena.summary import paired
        from ..arena.versus import tally

        results = tally(pairing.matches)
        low, high = score_interval(results)
        attack = [[side.attack / max(side.pieces, 1) for side in sides] for sides in zip(*map(_sides, pairing.matches))]
        gap = paired(*attack)
        return {
            "first": self.names[pairing.first],
            "second": self.names[pairing.second],
            **results._asdict(),
            "score": results.score,
            "low": low,
            "high": high,
            **_rating(difference(results), "elo"),
            "attack_difference": {"mean": gap.mean, "se": gap.se, "low": gap.low, "high": gap.high},
            "faults": [sum(bool(side.fault) for side in sides) for sides in zip(*map(_sides, pairing.matches))],
            "seconds": self.seconds.get((pairing.first, pairing.second), 0.0),
            "matches": [
                {"seed": m.seed, "turns": m.turns, "points": m.points}
                | {"first": told(m.first, self.game), "second": told(m.second, self.game)}
                for m in pairing.matches
            ],
        }


def _verdict(test: "Sprt", steps: "list[Step]") -> str:
    last = steps[-1]
    if last.verdict == "H1":
        return f"H1 is accepted: at least {test.elo1:+g} Elo points."
    if last.verdict == "H0":
        return f"H0 is accepted: at most {test.elo0:+g} Elo points."
    return f"Undecided after {last.results.matches:,} matches; more --games may decide it."


def _sides(match: Any) -> tuple[Any, Any]:
    return match.first, match.second


def _rating(rating: "Rating", name: str) -> dict[str, float]:
    return {name: rating.elo, f"{name}_low": rating.low, f"{name}_high": rating.high}


def _results(results: "Tally") -> tuple[str, str, str]:
    return f"{results.wins:,}", f"{results.draws:,}", f"{results.losses:,}"


def _score(results: "Tally") -> tuple[str, str]:
    from ..arena.ratings import score_interval

    low, high = score_interval(results)
    return f"{results.score:.1%}", f"{low:.1%} to {high:.1%}"


def _elo(results: "Tally") -> tuple[str, str]:
    from ..arena.ratings import difference

    found = difference(results)
    return decimal(found.elo, sign=True), _ends(found)


def _ends(rating: "Rating") -> str:
    """Both ends of an interval of which one may be infinite.

    >>> from wellplayed.arena.ratings import Rating
    >>> _ends(Rating(0.0, -12.0, 7.5)), _ends(Rating(645.0, 166.0, math.inf))
    ('-12.0 to +7.50', '+166 or more')
    """
    if math.isinf(rating.high):
        return f"{decimal(rating.low, sign=True)} or more"
    if math.isinf(rating.low):
        return f"{decimal(rating.high, sign=True)} or less"
    return interval(rating.low, rating.high, sign=True)
