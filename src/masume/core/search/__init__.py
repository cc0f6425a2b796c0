"""Protocols and declarations of state spaces, algorithms and heuristics, and `Run`."""
