"""The puzzles, one folder each; `masume.core.plugins.registry` discovers them by their `KIND`."""
