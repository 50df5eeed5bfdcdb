"""Chains compiled for a processor with nothing but the oldest vector instructions come out the same."""

import json
import os
import subprocess
import sys

from tests.naive import puyo as naive
from tests.puyo.fields import assorted, batch, cases

SCRIPT = """
import json, sys
import numba
import numpy as np
from wellplayed.puyo.chain import simulate
from wellplayed.puyo.text import parse

assert numba.config.CPU_NAME == "generic"
cells = np.stack([parse("/".join(rows)) for rows in json.load(sys.stdin)])
links, score = np.zeros(len(cells), np.int64), np.zeros(len(cells), np.int64)
simulate(cells, links, score)
print(json.dumps([links.tolist(), score.tolist(), cells.tolist()]))
"""


def test_chains_on_a_generic_processor() -> None:
    fields = [case["rows"] for case in cases("chains")] + assorted(300, 8)
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        input=json.dumps(fields),
        env={**os.environ, "NUMBA_CPU_NAME": "generic"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    links, score, after = json.loads(done.stdout)
    for i, rows in enumerate(fields):
        field, chain = naive.simulate(naive.field_of(rows))
        assert (links[i], score[i]) == (len(chain), sum(link.points for link in chain)), rows
        assert after[i] == batch([naive.rows_of(field)])[0].tolist(), rows
