"""Our environments beside those of other packages, each in a Python environment of its own, in one run.

    python -m benchmarks.envs                    install, measure, print a Markdown table and how to read it
    python -m benchmarks.envs --json FILE        write the figures too
    python -m benchmarks.envs --only jumanji     beside one other package
    python -m benchmarks.envs --venvs FOLDER     keep what was installed there, and use what is there already

Their pins exclude each other, so that they cannot be installed side by side, let alone in this checkout. What does not
install or does not run here is listed with the last line of what it said. The protocol is in envsteps.py. Ours are
measured first and last, so that a slow spell of the machine shows.
"""

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from typing import Any

from .timing import machine

STEPS = Path(__file__).with_name("envsteps.py")
ROOT = STEPS.parents[1]
OTHERS = {
    "tetris-gymnasium": ["tetris-gymnasium"],
    "rl-tetris": ["rl-tetris"],
    "jumanji": ["jumanji"],
    "ale-py": ["ale-py", "gymnasium"],
    "gym-simpletetris": ["gym-simpletetris"],
}
PATIENCE = 3600  # seconds for an installation or a measurement


def said(command: list[str], folder: str | Path) -> tuple[bool, str]:
    """Run a command quietly; whether it succeeded, and what it printed, or else the error that it ended with."""
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return False, f"took longer than {PATIENCE} s"
    if done.returncode == 0:
        return True, done.stdout
    lines = [line.strip() for line in done.stderr.splitlines() if line.strip()]
    errors = [line for line in lines if re.match(r"(\w+\.)*\w*(Error|Exception)\b", line, re.IGNORECASE)]
    return False, (errors or lines or ["no reason given"])[-1]


def installed(package: str, folder: Path) -> tuple[Path | None, str]:
    """The Python of an environment with a package, made in `folder` unless it is there; None with the reason."""
    home = folder / package
    python = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not (home / "ready").exists():
        venv.create(home, with_pip=True, clear=True)
        pip = [str(python), "-m", "pip", "--disable-pip-version-check", "install", "-q"]
        fine, words = said([*pip, *OTHERS[package]], folder)
        if not fine:
            return None, f"does not install: {words}"
        (home / "ready").touch()
    return python, ""


def measured(package: str, python: str | Path, folder: str | Path, seconds: float, rounds: int) -> dict[str, Any]:
    """What envsteps.py says of a package, or why it says nothing."""
    ours = package == "wellplayed"
    command = ["-m", "benchmarks.envsteps"] if ours else [str(STEPS)]
    fine, words = said([str(python), *command, package, str(seconds), str(rounds)], ROOT if ours else folder)
    if not fine:
        return {"package": package, "failed": f"does not run: {words}"}
    found: dict[str, Any] = json.loads(words.strip().splitlines()[-1])
    return found


def everything(others: list[str], folder: Path, seconds: float, rounds: int) -> list[dict[str, Any]]:
    """Our package, and then the others; the second measurement of ours is added to its first one."""
    ours = measured("wellplayed", sys.executable, ROOT, seconds, rounds)
    if "failed" in ours:
        sys.exit(f"envs: wellplayed {ours['failed']}; run pip install 'wellplayed[rl]'")
    found = [ours]
    for package in others:
        print(f"{package} …", file=sys.stderr)
        python, why = installed(package, folder)
        if python is None:
            found.append({"package": package, "failed": why})
        else:
            found.append(measured(package, python, folder, seconds, rounds))
    again = measured("wellplayed", sys.executable, ROOT, seconds, rounds)
    for row, more in zip(ours["rows"], again.get("rows", [])):
        row["rates"] += more["rates"]
    return found


def table(found: list[dict[str, Any]]) -> str:
    """A Markdown table: ours, then theirs with the ratio to ours of the same kind."""
    ours = {row["what"]: statistics.median(row["rates"]) for row in found[0]["rows"]}
    lines = [
        "| package | environment | steps/s | lowest to highest | ours / theirs |",
        "| --- | --- | ---: | --- | --- |",
    ]
    failed = []
    for entry in found:
        if "failed" in entry:
            failed.append(f"{entry['package']} {entry['failed']}")
            continue
        for row in entry["rows"]:
            rate, low, high = statistics.median(row["rates"]), min(row["rates"]), max(row["rates"])
            ratio = "" if entry is found[0] else f"{ours[row['like']] / rate:,.1f} (`{row['like']}`)"
            name = f"{entry['package']} {entry['version']}"
            lines.append(f"| {name} | {row['what']} | {rate:,.0f} | {low:,.0f} to {high:,.0f} | {ratio} |")
    return "\n".join([*lines, "", *failed])


def main() -> None:
    """Install, measure, print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.envs", description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="processor seconds of a round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", nargs="+", choices=OTHERS, default=list(OTHERS), help="which other packages")
    parser.add_argument("--json", type=Path, help="where to write the figures")
    parser.add_argument("--venvs", type=Path, help="where the other packages are kept; removed afterwards if not given")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="envs-") as passing:
        folder = (options.venvs or Path(passing)).absolute()
        folder.mkdir(parents=True, exist_ok=True)
        found = everything(options.only, folder, options.seconds, options.rounds)
    if options.json:
        options.json.write_text(json.dumps({"machine": machine(), "packages": found}, indent=1) + "\n", "utf-8")
    print(table(found))
    print(f"\n{machine()}")


if __name__ == "__main__":
    main()
