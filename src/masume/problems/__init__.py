"""Classic search problems, one file each.

Each file has a class with `initial`, `successors` and `is_goal`, its heuristics, and `EXAMPLES`:
named instances, from easy to hard.
"""
