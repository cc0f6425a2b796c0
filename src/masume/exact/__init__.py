"""Solve, count and prove with SAT.

The engine runs a `Model` on a SAT solver of python-sat.
"""
