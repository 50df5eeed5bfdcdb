"""What every test shares: how Hypothesis draws its examples, and one warning of the runs without the JIT."""

import os
from collections import Counter

import pytest
from hypothesis import settings

# Deadlines measure the compiler, not the code: a first call compiles.
settings.register_profile("dev", deadline=None)
# The same examples on every run, so that a red run is red again on the next machine.
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "dev")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--cases", type=int, metavar="N", help="of a test with many sets of parameters run the first N")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out further parameters of each test where `--cases` asks for it: for runs that look at another Python."""
    most = config.getoption("--cases")
    if most is None:
        return
    seen: Counter[str] = Counter()
    kept, left = [], []
    for item in items:
        of = item.nodeid.partition("[")[0]
        seen[of] += 1
        (kept if seen[of] <= most else left).append(item)
    items[:] = kept
    config.hook.pytest_deselected(items=left)


def pytest_configure(config: pytest.Config) -> None:
    if os.environ.get("NUMBA_DISABLE_JIT") == "1":
        # Hashes and streams wrap on purpose; NumPy warns of it for scalars, compiled code does not.
        config.addinivalue_line("filterwarnings", "ignore:overflow encountered:RuntimeWarning")
