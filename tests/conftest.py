"""What every test shares: how Hypothesis draws its examples, and one warning of the runs without the JIT."""

import os

import pytest
from hypothesis import settings

# Deadlines measure the compiler, not the code: a first call compiles.
settings.register_profile("dev", deadline=None)
# The same examples on every run, so that a red run is red again on the next machine.
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "dev")


def pytest_configure(config: pytest.Config) -> None:
    if os.environ.get("NUMBA_DISABLE_JIT") == "1":
        # Hashes and streams wrap on purpose; NumPy warns of it for scalars, compiled code does not.
        config.addinivalue_line("filterwarnings", "ignore:overflow encountered:RuntimeWarning")
