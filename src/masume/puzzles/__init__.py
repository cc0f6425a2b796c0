"""The puzzles, one folder each; `masume.core.plugins.registry` finds them by their `KIND`."""
