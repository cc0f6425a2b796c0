"""Experiments: supervised runs, results and reports."""
