"""The classical algorithms, one file each: a generator function under `@algorithm`.

An algorithm sees a `StateSpace` and tells what it does (`Expanded`, `Restarted`). Counting,
clocks and limits are `Run`'s; which pairings make sense is `masume.core.search.algorithm`'s.
"""
