"""Time another program that plays one-piece Tetris, and this one, in turn, and print the ratio.

The other program is run as it is given. How much it played is read from what it prints, or told:

    python -m benchmarks.peer --command './their_player bcts.dat 60 10 10' --count '^([0-9 ]+)$' --unit lines
    python -m benchmarks.peer --command './their_player bcts.dat' --played 1000000 --unit pieces

`--count` is a regular expression; all whole numbers inside its first group are added up, over all matches. Lines are
turned into pieces by the 0.4 lines a piece that every long game on ten columns has (4 cells in, 10 out). Both are
measured in processor seconds, start-up included for the other program and left out for ours (compiled beforehand).
Without `--count` and `--played` only the seconds are printed.
"""

import argparse
import re
import resource
import shlex
import statistics
import subprocess
import sys

from wellplayed.games import game as make_game
from wellplayed.players.registry import player

from .timing import machine, rates


def timed(command: str) -> tuple[float, str]:
    """Processor seconds of one run of `command`, and what it printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        run = subprocess.run(shlex.split(command), capture_output=True, text=True, check=False)
    except OSError as error:
        sys.exit(f"peer: cannot run {command!r}: {error.strerror}; give the program's path and arguments")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if run.returncode != 0:
        sys.exit(f"peer: the command ended with code {run.returncode}: {run.stderr.strip()[-200:]}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, run.stdout


def counted(output: str, pattern: str) -> int:
    """The sum of the whole numbers that the first group of `pattern` holds, over all its matches."""
    total = sum(int(n) for match in re.finditer(pattern, output, re.MULTILINE) for n in re.findall(r"\d+", match[1]))
    if not total:
        sys.exit(f"peer: {pattern!r} finds no numbers in what the command printed; change --count")
    return total


def our_rate(game_spec: str, player_spec: str, pieces: int) -> float:
    """Pieces per processor second of the fused kernel on one thread."""
    game = make_game(game_spec)
    weights = player(player_spec, game).weights
    if weights is None:
        sys.exit(f"peer: {player_spec} is not a linear player; choose one that is")

    def work() -> int:
        done, seed = 0, 0
        while done < pieces:
            done += int(game.rollout(game.new([seed]), weights, pieces - done)["pieces"][0])
            seed += 1
        return done

    return rates({"ours": work}, "pieces/s", rounds=1)[0].rate


def main() -> None:
    """Run both in turn and print their rates and the ratio of each pair."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peer", description=__doc__.partition("\n")[0])
    parser.add_argument("--command", required=True, help="the other program and its arguments")
    parser.add_argument("--count", help="regular expression whose first group holds the numbers played")
    parser.add_argument("--played", type=int, help="how much one run of the command plays, where it does not print it")
    parser.add_argument("--unit", choices=("lines", "pieces"), default="lines")
    parser.add_argument("--game", default="classic:height=10", help="what ours plays")
    parser.add_argument("--player", default="bcts")
    parser.add_argument("--pieces", type=int, default=3_000_000, help="pieces that ours plays each time")
    parser.add_argument("--times", type=int, default=5, help="pairs of runs")
    options = parser.parse_args()
    pairs = []
    for _ in range(options.times):
        seconds, output = timed(options.command)
        ours = our_rate(options.game, options.player, options.pieces)
        played = counted(output, options.count) if options.count else options.played
        if played is None:
            print(f"theirs {seconds:.3f} s   ours {ours / 1e6:.3f} M pieces/s   (no --count, no --played: no ratio)")
            continue
        theirs = (played / 0.4 if options.unit == "lines" else played) / seconds
        pairs.append((theirs, ours))
        print(f"theirs {theirs / 1e6:.3f} M   ours {ours / 1e6:.3f} M pieces/s   ratio {ours / theirs:.2f}")
    if not pairs:
        return
    ratio = statistics.median(ours / theirs for theirs, ours in pairs)
    print(f"median ratio {ratio:.2f} over {len(pairs)} pairs; {options.player} on {options.game}; {machine()}")


if __name__ == "__main__":
    main()
