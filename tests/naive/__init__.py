"""The naive twins: every kernel a second time, slow and obvious.

Plain Python over lists of rows of bool, no bit tricks, no arrays, and not one import from the package under test. A
twin follows the wording of the rule; where a kernel and its twin disagree, one of them has misread the rule.
"""
