"""The puzzles, one folder each; `masume.core.registry` finds them by their `KIND`."""
