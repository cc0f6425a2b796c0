"""The exact engine: solves, counts and proves over a `Model`, on the SAT solvers of python-sat."""
