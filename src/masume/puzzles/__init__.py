"""The puzzles, one folder for each.

`masume.core.plugins.registry` discovers them by their `KIND`.
"""
