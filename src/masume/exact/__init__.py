"""The exact engine: solve, count and prove over a `Model`, with a SAT solver of python-sat."""
