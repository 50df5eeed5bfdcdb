"""The house: pins, dependencies and files keep the promises made about them in CONTRIBUTING.md."""

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

import wellplayed

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
PINNED = sorted((ROOT / "requirements").glob("*.txt"))
WISHES = sorted((ROOT / "requirements").glob("*.in"))
PIN = r"[A-Za-z0-9._-]+==[A-Za-z0-9.+!]+( ; [A-Za-z0-9_.<>=!'() ]+)?"
LONGEST_FILE = 400
UNHASHED = {"rl"}  # builds of torch for the CPU and for CUDA differ, so these pins name versions only


def normal(requirement: str) -> str:
    """The name a requirement line starts with, spelled the one way packages are compared."""
    name = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert name, requirement
    return re.sub(r"[-_.]+", "-", name[0]).lower()


def entries(file: Path) -> list[str]:
    """The requirements of a file, one string each, hashes included."""
    joined = file.read_text("utf-8").replace("\\\n", " ")
    lines = (line.split(" #")[0].strip() for line in joined.splitlines())
    return [line for line in lines if line and not line.startswith("#")]


def wanted() -> set[str]:
    """Every package asked for by name, for use or for development."""
    lines = list(PROJECT["dependencies"])
    for extra in PROJECT["optional-dependencies"].values():
        lines += extra
    for file in WISHES:
        lines += [line for line in entries(file) if not line.startswith("-")]
    return {normal(line) for line in lines} - {PROJECT["name"]}


def names(file: str) -> set[str]:
    return {normal(line) for line in entries(ROOT / "requirements" / file)}


def tracked() -> list[Path]:
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        pytest.skip("needs git and a checkout")
    listing = subprocess.run([git, "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if listing.returncode:
        pytest.skip("git cannot list this checkout")
    paths = (ROOT / name for name in listing.stdout.decode().split("\0") if name)
    return [path for path in paths if path.is_file()]


@pytest.mark.parametrize("file", PINNED, ids=lambda file: file.name)
def test_pins_are_exact_and_name_no_place(file: Path) -> None:
    hashes = "" if file.stem in UNHASHED else r"(\s+--hash=sha256:[0-9a-f]{64})+"
    for entry in entries(file):
        assert re.fullmatch(PIN + hashes, entry), entry


def test_each_list_of_wishes_is_pinned() -> None:
    assert {"base", "web", "dev"} <= {file.stem for file in PINNED}
    assert {file.stem for file in WISHES} == {file.stem for file in PINNED}


def test_the_lists_agree_on_every_version() -> None:
    pins: dict[str, str] = {}
    for file in PINNED:
        for entry in entries(file):
            pin = entry.split()[0]
            assert pins.setdefault(normal(pin), pin) == pin, f"{file.name} disagrees with another list"


def test_the_base_list_can_install_and_run_the_package() -> None:
    needed = {normal(line) for line in PROJECT["dependencies"]} | {"hatchling", "editables"}
    assert needed <= names("base.txt")


@pytest.mark.parametrize("file", ["web.txt", "dev.txt"])
def test_every_other_list_contains_the_base_list(file: str) -> None:
    assert names("base.txt") <= names(file)


def test_every_dependency_is_justified() -> None:
    text = (ROOT / "docs" / "dependencies.md").read_text("utf-8")
    justified = {normal(name) for name in re.findall(r"^\| `([^`]+)` \|", text, re.MULTILINE)}
    assert justified == wanted()


def test_lower_bounds_only() -> None:
    lines = PROJECT["dependencies"] + [line for extra in PROJECT["optional-dependencies"].values() for line in extra]
    for line in lines:
        assert re.fullmatch(r"[A-Za-z0-9._-]+(>=[0-9.]+|\[[a-z,]+\])", line), line


def test_all_is_every_other_extra() -> None:
    extras = PROJECT["optional-dependencies"]
    everything = ",".join(name for name in extras if name != "all")
    assert extras["all"] == [f"{PROJECT['name']}[{everything}]"]


def test_one_version() -> None:
    assert wellplayed.__version__ == PROJECT["version"]


def test_source_files_stay_short() -> None:
    sources = sorted((ROOT / "src").rglob("*.py"))
    assert sources
    lengths = {str(file.relative_to(ROOT)): len(file.read_text("utf-8").splitlines()) for file in sources}
    assert not {name: lines for name, lines in lengths.items() if lines > LONGEST_FILE}


def test_no_file_names_the_home_it_was_written_in() -> None:
    home = Path.home()
    if home == Path(home.anchor):
        pytest.skip("a home that is the root of everything has no telling name")
    guilty = [path.relative_to(ROOT) for path in tracked() if f"{home}/".encode() in path.read_bytes()]
    assert not guilty
