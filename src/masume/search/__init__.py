"""Classical search algorithms, one file each.

An algorithm uses only a `StateSpace` and yields events (`Expanded`, `Restarted`). `Run` counts and
limits it; `masume.core.search.algorithm` checks whether it fits a space and a heuristic.
"""
