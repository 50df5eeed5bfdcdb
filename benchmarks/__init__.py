"""Speed, measured: `python -m benchmarks` prints every row, `python -m benchmarks.peer` times another program."""
