"""The tests. A package, so that test modules can import the naive twins by name."""
